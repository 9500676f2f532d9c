"""What is there without the packages that the extras bring, and what is said of those that are missing."""

import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

# A module that is None in sys.modules is one that is not installed.
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); "


def run(missing, code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing) + code, *arguments], capture_output=True, text=True
    )


def command_line(missing, *arguments):
    return run(missing, "import scrim.cli; scrim.cli.main()", *arguments)


def quantile_of(file, *more):
    return ["quantile", str(file), "--column", "x", "--alpha", "0.5", "--bounds", "0:10", "--epsilon", "1000", "--rows-per-person", "1", *more]


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text("x\n" + "4\n" * 999)
    return file


def test_the_package_needs_neither_duckdb_nor_the_command_line():
    code = "import scrim; print(scrim.quantile([4.0] * 999, alpha=0.5, bounds=(0, 10), epsilon=1000.0, rows_per_person=1).value)"
    done = run(["duckdb", "rich", "typer", "pandas", "polars"], code)
    assert (done.stdout, done.stderr) == ("4.0\n", "")


@pytest.mark.parametrize("missing", ["rich", "typer"])
def test_the_command_line_says_what_it_needs(missing, table):
    done = command_line([missing], *quantile_of(table))
    assert (done.returncode, done.stdout) == (2, "")
    words = f"scrim: the command line needs {missing}, which is not installed;\nrun: pip install \"scrim[cli]\"\n"
    assert done.stderr == words


def test_files_are_read_without_duckdb(table):
    done = command_line(["duckdb"], *quantile_of(table))
    assert done.returncode == 0 and "4" in done.stdout


def test_what_needs_duckdb_says_so(table, tmp_path):
    done = command_line(["duckdb"], *quantile_of(table, "--sql", "select x from data"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "which is not installed" in done.stderr and 'pip install "scrim[files]"' in done.stderr
    database = tmp_path / "table.duckdb"
    database.write_bytes(b"\0" * 8 + b"DUCK" + b"\0" * 4000)
    done = command_line(["duckdb"], *quantile_of(database))
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "scrim[files]"' in " ".join(done.stderr.split())


def test_what_draws_png_says_so_before_anything_is_read(tmp_path):
    plot = ["--plot", str(tmp_path / "x.png")]
    done = command_line(["resvg_py"], *quantile_of(tmp_path / "no-such-file.csv", *plot))
    assert (done.returncode, done.stdout) == (2, "")
    assert 'PNG needs resvg_py, which is not installed; run: pip install "scrim[plot]", or give' in done.stderr


def test_svg_needs_nothing(table, tmp_path):
    done = command_line(["resvg_py"], *quantile_of(table, "--plot", str(tmp_path / "x.svg")))
    assert done.returncode == 0 and (tmp_path / "x.svg").read_text().startswith("<svg")


def test_a_figure_says_what_it_needs(table):
    code = """
import pyarrow, scrim
from scrim import stats
table = scrim.Table(pyarrow.table({"id": [1, 2, 3], "x": [1, 2, 3]}), person="id", columns={"x": scrim.integer(1, 3)})
plot = table.per_person(rows=1, groups=1).group_by("x").agg(n=stats.count()).plan(epsilon=1).release().plot()
print(plot._repr_html_().count("<svg"))
try:
    plot.to_figure()
except scrim.InvalidArgumentError as error:
    print(error)
"""
    done = run(["matplotlib", "matplotlib.figure"], code)
    assert done.stdout.startswith("1\na figure needs matplotlib, which is not installed; run: pip install"), done.stderr


def test_all_extras_are_all_but_spark():
    lines = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    extras = lines[lines.index("[project.optional-dependencies]") + 1 : lines.index("[project.scripts]")]
    names = {line.partition(" = ")[0] for line in extras if " = " in line and not line.startswith("#")}
    (together,) = [re.search(r"scrim\[(.*)\]\"", line)[1].split(",") for line in extras if line.startswith("all = ")]
    assert set(together) == names - {"all", "spark"} and "matplotlib" in together


def test_the_extras_are_those_that_are_named():
    assert set(metadata("scrim").get_all("Provides-Extra")) == {"all", "cli", "explore", "files", "matplotlib", "plot", "report", "spark"}
