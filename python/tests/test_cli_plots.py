"""`--plot`: the picture of a release in a file."""

import json
import os
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
import scrim
from scrim.analysis.top_k_release import TopKRelease
from scrim.cli.copies import JsonCopy, PlotCopy
from test_analysis_plots import EVIL, NAMES, PLANS, TERMS, WIDE, released

PEOPLE = "age,city\n" + "".join(f"{20 + i % 50},{'Arden' if i % 3 else 'Birch'}\n" for i in range(300))
OF_AGE = ["--column", "age", "--epsilon", "1", "--rows-per-person", "1"]
OF_CITY = ["--column", "city", "--epsilon", "1", "--rows-per-person", "1"]
STATISTICS = {
    "count": OF_CITY,
    "sum": [*OF_AGE, "--bounds", "0:120"],
    "mean": [*OF_AGE, "--bounds", "0:120"],
    "variance": [*OF_AGE, "--bounds", "0:120"],
    "std": [*OF_AGE, "--bounds", "0:120"],
    "histogram": [*OF_AGE, "--edges", "0,18,65,120"],
    "count-distinct": [*OF_CITY, "--categories", "Arden,Birch,Corvale"],
    "bounds": OF_AGE,
    "quantile": [*OF_AGE, "--bounds", "0:120", "--alpha", "0.25,0.5"],
    "top-k": [*OF_CITY, "--categories", "Arden,Birch,Corvale", "--k", "2"],
}


@pytest.fixture
def people(command_line):
    (command_line.folder / "people.csv").write_text(PEOPLE)
    return command_line


def names(folder):
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("statistic", STATISTICS)
def test_every_statistic_draws(people, statistic):
    arguments = [statistic, "people.csv", *STATISTICS[statistic]]
    for more in ([], ["--dry-run"]):
        done = people(*arguments, "--plot", "p.svg", "--output", "o.json", *more)
        assert (done.returncode, done.stderr) == (0, "")
        drawn = ElementTree.fromstring((people.folder / "p.svg").read_bytes())
        words = " ".join(drawn.itertext())
        assert "people.csv: epsilon 1; a person has at most 1 row" in words
        assert ("no data read yet" in words) == bool(more) and ("Private" in words) != bool(more)
        assert json.loads((people.folder / "o.json").read_text())["released"] is not bool(more)
    done = people(*arguments, "--plot", "p.png", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["released"] is True
    png = (people.folder / "p.png").read_bytes()
    assert png.startswith(b"\x89PNG") and min(struct.unpack(">II", png[16:24])) > 100
    assert names(people.folder) == {"people.csv", "p.svg", "p.png", "o.json"}


def test_the_picture_shows_what_was_released(people):
    done = people("histogram", "people.csv", *STATISTICS["histogram"], "--json", "--plot", "p.svg")
    drawn = ElementTree.fromstring((people.folder / "p.svg").read_bytes())
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for label, value in zip(*(json.loads(done.stdout)[key] for key in ("bins", "values")), strict=True):
        assert words[words.index(label) + 1] == str(value)


@pytest.mark.parametrize("plot", ["p.pdf", "p", "-", "/dev/stdout", ""])
def test_other_endings_are_told_before_anything_is_read(people, plot):
    done = people("top-k", "no-such-file.csv", *OF_CITY, "--categories", "@no-such-list", "--plot", plot)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"scrim: --plot is '{plot}'; give the name of a file that ends in .svg or .png\n"


@pytest.mark.parametrize("same", ["x.svg", "./x.svg", "link.svg", "hard.svg", "folder/../x.svg"])
def test_plot_and_output_are_two_files(people, same):
    (people.folder / "folder").mkdir()
    (people.folder / "link.svg").symlink_to("x.svg")
    if same == "hard.svg":
        (people.folder / "x.svg").write_text("before")
        os.link(people.folder / "x.svg", people.folder / "hard.svg")
    before = names(people.folder)
    done = people("count", "no-such-file.csv", *OF_CITY, "--output", "x.svg", "--plot", same)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"scrim: --plot is {same}, which --output is too; give another file for one of them\n"
    assert names(people.folder) == before


def test_inputs_are_never_replaced(people):
    for name, text in (("table.svg", PEOPLE), ("list.png", "Arden\nBirch\n")):
        (people.folder / name).write_text(text)
    for plot in ("table.svg", "./list.png"):
        done = people("top-k", "table.svg", *OF_CITY, "--categories", "@list.png", "--plot", plot)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"scrim: --plot is {plot}, which is read too; give another file to write\n"
    assert (people.folder / "table.svg").read_text() == PEOPLE
    assert names(people.folder) == {"people.csv", "table.svg", "list.png"}


def test_a_place_that_cannot_be_written_is_told_before_the_release(people):
    (people.folder / "folder.svg").mkdir()
    for plot, words in (("folder.svg", "is a directory"), ("nowhere/p.svg", "cannot be written: No such file")):
        done = people("count", "people.csv", *OF_CITY, "--plot", plot, "--output", "o.json")
        assert (done.returncode, done.stdout) == (1, "") and words in done.stderr
    assert names(people.folder) == {"people.csv", "folder.svg"}


def test_names_that_no_file_can_hold(people):
    """A name that is no UTF-8, and one that is an order to a terminal, make a whole picture all the same."""
    file = b"a\x1b\xff<&.csv"
    Path(os.fsdecode(bytes(people.folder) + b"/" + file)).write_text(PEOPLE)
    done = people("count", os.fsdecode(file), *OF_CITY, "--plot", "p.svg")
    assert (done.returncode, done.stderr) == (0, "")
    words = " ".join(ElementTree.fromstring((people.folder / "p.svg").read_bytes()).itertext())
    assert "a\\x1b\\udcff<&.csv" in words


@pytest.mark.slow_after(6)
@pytest.mark.parametrize("path", ["x.svg", "x.png"])
@pytest.mark.parametrize("make", PLANS.values(), ids=PLANS)
def test_what_is_reserved_is_enough(make, path):
    """Whether a disk has room may not depend on what is released."""
    plan, where = make(), {"file": "people.csv", "column": "age"}
    for copy in (PlotCopy(path, "Title"), JsonCopy(path)):
        reserved = copy.largest_size(plan, where)
        for _ in range(3):
            assert len(copy.content(released(plan), where)) <= reserved


@pytest.mark.slow
def test_what_is_reserved_is_enough_for_the_worst():
    """Long names of the longest letters, and counts of all digits."""
    where = {"file": "people.csv", "column": "age"}
    categories = [*(f"{i}{EVIL}{WIDE}\U0010ffff" * 9 for i in range(300)), *NAMES]
    for k in (1, 70, len(categories)):
        plan = scrim.plan_top_k(categories, k, counts=True, **TERMS)
        for count in (-(2**63), 2**63 - 1):
            release = TopKRelease(plan, tuple(categories[:k]), (count,) * k)
            for copy in (PlotCopy("x.svg", "Title"), PlotCopy("x.png", "Title"), JsonCopy("x.json")):
                assert len(copy.content(release, where)) <= copy.largest_size(plan, where)


def test_plots_are_in_the_help(people):
    for statistic in STATISTICS:
        assert "--plot FILE" in people(statistic, "--help").stdout
