"""What arguments mean: quantiles and bounds as written, how a file is read, which files are written and which
never are."""

import json
import os
import stat
import subprocess
from fractions import Fraction

import duckdb
import pytest

import scrim
from scrim.cli import arguments, carry_out, program
from scrim.cli.problems import UsageProblem
from scrim.readers import ReadingOptions

PEOPLE = "age,city\n" + "".join(f"{20 + i % 50},Arden\n" for i in range(100))
MEDIAN = ["quantile", "people.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "1", "--rows-per-person", "1"]
CITY = ["top-k", "people.csv", "--column", "city", "--epsilon", "1", "--rows-per-person", "1", "--categories"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "people.csv").write_text(PEOPLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def scrim_run(folder, capfd):
    """Runs within this process, which is faster and leaves its signals alone."""

    def run(*given):
        status = program.run([str(part) for part in given])
        captured = capfd.readouterr()
        return status, captured.out, captured.err

    return run


# --- quantiles and numbers ---


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("p90", [Fraction(9, 10)]),
        ("90%", [Fraction(9, 10)]),
        ("0.9", [Fraction(9, 10)]),
        (".5", [Fraction(1, 2)]),
        ("p99.9", [Fraction(999, 1000)]),
        ("1/3", [Fraction(1, 3)]),
        ("median", [Fraction(1, 2)]),
        ("Median, P25 ,12.5 %,0,1", [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), 0, 1]),
        ("min,max", [0, 1]),
        ("1e-4", [Fraction(1, 10_000)]),
    ],
)
def test_quantiles_are_exactly_what_is_written(text, exact):
    assert arguments.alphas(text) == exact
    plan = scrim.plan_quantiles(arguments.alphas(text), bounds=(0, 1), epsilon=1, rows_per_person=1)
    assert [part.alpha for part in plan.parts] == exact


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p101", "alpha is p101; give a percentage from 0 to 100"),
        ("-1%", "alpha is -1%; give a percentage"),
        ("1.5", "alpha is 1.5; give a quantile between 0 and 1"),
        ("p", "'p', which is no number"),
        ("p50%", "'p50%', which is no number"),
        ("1/0", "no number"),
        ("nan", "no number"),
        ("inf", "no number"),
        ("p99.999", "at most four digits"),
        ("0.33333", "a fraction such as 1/3"),
        ("0.5,", "'', which is no number"),
    ],
)
def test_quantiles_that_make_no_sense(text, words):
    with pytest.raises(UsageProblem, match=words.replace(".", r"\.")):
        arguments.alphas(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e6", 10**6),
        ("-2E+3", -2000),
        ("7", 7),
        ("7.0", 7.0),
        ("1.5e3", 1500.0),
        ("1e-3", 0.001),
        (" 5 ", 5),
        ("1e18", 10**18),
        ("1e99", 10**99),
        ("9" * 400, float("inf")),
        ("1e400", float("inf")),
    ],
)
def test_an_integer_is_what_is_written_as_one(text, value):
    parsed = arguments.number(text, "--bounds", "")
    assert parsed == value and type(parsed) is type(value)


def test_bounds_by_powers_of_ten_give_integers(scrim_run):
    status, out, _ = scrim_run(*MEDIAN, "--bounds", "-1e1:1e2", "--type", "integer", "--dry-run", "--json")
    assert status == 0
    assert json.loads(out)["candidates"] == {"count": 111, "lower": -10, "upper": 100}


def test_all_candidates_are_told_and_not_listed(scrim_run):
    every = [*MEDIAN, "--bounds", "0:120", "--candidates", "ALL"]
    status, out, _ = scrim_run(*every, "--type", "integer", "--dry-run", "--json")
    assert status == 0
    assert json.loads(out)["candidates"] == {"count": 121, "lower": 0, "upper": 120, "step": 1}
    status, out, _ = scrim_run(*every, "--type", "number", "--json")
    released = json.loads(out)
    assert status == 0 and released["candidates"]["step"] == 2.0**-26
    assert released["mechanism"] == "the exponential mechanism"
    value = released["quantiles"][0]["value"]
    assert 0 <= value <= 120 and value * 2**26 == int(value * 2**26)
    status, out, _ = scrim_run(*every, "--type", "number")
    assert status == 0 and "all multiples of 2^-26" in " ".join(out.split())


# --- how a file is read ---


@pytest.mark.parametrize("command", [MEDIAN, [*CITY, "Arden"]], ids=["quantile", "top-k"])
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ReadingOptions()),
        (["--delimiter", "tab", "--quote", "none"], ReadingOptions(delimiter="\t", quote="")),
        (["--delimiter", ";", "--decimal", ","], ReadingOptions(delimiter=";", decimal=",")),
        (["--quote", "'", "--encoding", "cp1252"], ReadingOptions(quote="'", encoding="cp1252")),
        (
            ["--no-header", "--columns", "age, city"],
            ReadingOptions(header=False, columns=("age", "city")),
        ),
    ],
)
def test_reading_options_reach_the_reader(scrim_run, monkeypatch, command, given, expected):
    seen = []

    def open_table(file, *, sql, table, options):
        seen.append(options)
        raise scrim.InputError("enough")

    monkeypatch.setattr(carry_out.readers, "open_table", open_table)
    assert scrim_run(*command, *given)[::2] == (1, "scrim: enough\n")
    assert seen == [expected]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--delimiter", "ab"], "delimiter is 'ab'"),
        (["--quote", ""], None),
        (["--decimal", ";"], "decimal is ';'"),
        (["--encoding", "klingon"], "encoding is 'klingon'"),
        (["--no-header"], "such as --columns age,income,city"),
        (["--columns", "a,,b"], "empty name"),
        (["--columns", "a,a"], "'a' twice"),
    ],
)
def test_reading_options_that_make_no_sense(scrim_run, given, words):
    status, out, err = scrim_run(*MEDIAN, *given)
    if words is None:
        assert status == 0
    else:
        assert (status, out) == (2, "") and words in err and err.count("\n") == 1


# --- files that are written ---


def test_an_input_is_never_replaced(scrim_run, folder):
    for part in ("part-1.parquet", "part-2.parquet"):
        duckdb.sql("select 30 as age").write_parquet(str(folder / part))
    (folder / "cities").write_text("Arden\n")
    os.symlink("people.csv", folder / "link")
    os.link(folder / "people.csv", folder / "hard")
    pattern = ["quantile", "part-*.parquet", *MEDIAN[2:]]
    for command, output in [
        (MEDIAN, "people.csv"),
        (MEDIAN, folder / "people.csv"),
        (MEDIAN, "link"),
        (MEDIAN, "hard"),
        (pattern, "part-2.parquet"),
        ([*CITY, "@cities"], "./cities"),
        ([*MEDIAN, "--dry-run"], "people.csv"),
    ]:
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        status, out, err = scrim_run(*command, "--output", output)
        assert (status, out) == (2, ""), output
        assert err == f"scrim: --output is {output}, which is read too; give another file to write\n"
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_standard_input_is_never_replaced(command_line, folder):
    with (folder / "people.csv").open("rb") as stdin:
        done = subprocess.run(
            [*command_line.program, "quantile", "-", *MEDIAN[2:], "--output", "people.csv"],
            stdin=stdin,
            capture_output=True,
            env=command_line.environment,
            cwd=folder,
            check=False,
        )
    assert done.returncode == 2 and b"which is read too" in done.stderr
    assert (folder / "people.csv").read_text() == PEOPLE


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_an_output_keeps_its_mode(scrim_run, folder, mode):
    (folder / "o.json").write_text("old")
    (folder / "o.json").chmod(mode)
    os.symlink("o.json", folder / "link")
    assert scrim_run(*MEDIAN, "--output", "link")[0] == 0
    assert (folder / "link").is_symlink()
    assert stat.S_IMODE((folder / "o.json").stat().st_mode) == mode
    assert json.loads((folder / "o.json").read_text())["released"] is True


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_output_follows_the_umask(scrim_run, folder, umask, mode):
    before = os.umask(umask)
    try:
        assert scrim_run(*MEDIAN, "--output", "o.json")[0] == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "o.json").stat().st_mode) == mode


def test_an_output_keeps_its_owner_where_that_is_permitted(scrim_run, folder):
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    (folder / "o.json").write_text("old")
    os.chown(folder / "o.json", 1234, 2345)
    assert scrim_run(*MEDIAN, "--output", "o.json")[0] == 0
    kept = (folder / "o.json").stat()
    assert (kept.st_uid, kept.st_gid) == (1234, 2345)


def test_two_outputs_to_one_file_are_refused(command_line, folder):
    with (folder / "shown").open("wb") as shown:
        done = subprocess.run(
            [*command_line.program, *MEDIAN, "--output", "/dev/stdout"],
            stdout=shown,
            stderr=subprocess.PIPE,
            env=command_line.environment,
            cwd=folder,
            check=False,
        )
    assert done.returncode == 2 and b"where standard output goes already" in done.stderr
    assert (folder / "shown").read_text() == ""


def test_a_sample_replaces_by_force_only(scrim_run, folder):
    status, out, err = scrim_run("sample", "people.csv")
    assert (status, out) == (2, "") and "--force" in err
    assert (folder / "people.csv").read_text() == PEOPLE
    assert [path.name for path in folder.iterdir()] == ["people.csv"]
    assert scrim_run("sample", "people.csv", "--rows", "1", "--force")[0] == 0
    assert (folder / "people.csv").read_text().startswith("age,income,city\n")
    assert scrim_run("sample", "new.csv", "--rows", "1")[0] == 0
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_a_file_that_comes_in_between_is_not_replaced(scrim_run, folder, monkeypatch):
    def write_csv(stream, rows, seed, *, of_visits):
        (folder / "new.csv").write_text("theirs")

    monkeypatch.setattr("scrim.cli.sample.write_csv", write_csv)
    assert scrim_run("sample", "new.csv")[0] == 2
    assert (folder / "new.csv").read_text() == "theirs"
    assert sorted(path.name for path in folder.iterdir()) == ["new.csv", "people.csv"]


# --- errors as JSON, and completion ---


@pytest.mark.parametrize(
    ("command", "kind", "status"),
    [
        ([*MEDIAN, "--colum", "age"], "usage", 2),
        ([*MEDIAN, "--alpha", "7"], "usage", 2),
        ([*MEDIAN, "--epsilon", "0", "--rows-per-person", "1"], "usage", 2),
        (["quantile"], "usage", 2),
        (["quantil"], "usage", 2),
        (["quantile", "absent.csv", *MEDIAN[2:]], "input", 1),
        ([*MEDIAN, "--output", "absent/o.json"], "input", 1),
    ],
)
def test_errors_as_json(scrim_run, command, kind, status):
    ended, out, err = scrim_run(*command, "--json")
    assert (ended, out) == (status, "") and err.count("\n") == 1
    said = json.loads(err)
    message = said["error"].pop("message")
    assert said == {
        "scrim": scrim.__version__,
        "released": False,
        "error": {"kind": kind, "status": status},
    }
    assert scrim_run(*command)[2] == f"scrim: {message}\n"


def test_what_is_misspelt_is_suggested(scrim_run, folder):
    assert "--column or --columns?" in scrim_run(*MEDIAN, "--colum", "x")[2]
    assert "did you mean 'quantile'?" in scrim_run("quantil", "people.csv")[2]
    (folder / "cities.txt").write_text("Arden\n")
    assert "which is a file; give @cities.txt for its lines" in scrim_run(*CITY, "cities.txt")[2]


def test_completion(command_line):
    done = command_line("--show-completion", "bash")
    assert done.returncode == 0
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True, check=False).returncode == 0
    assert "complete -o default -F _scrim_completion scrim" in done.stdout
    command_line.environment |= {
        "_SCRIM_COMPLETE": "complete_bash",
        "COMP_WORDS": "scrim quantile --al",
        "COMP_CWORD": "2",
    }
    assert command_line().stdout.split() == ["--alpha"]
    command_line.environment |= {"COMP_WORDS": "scrim top", "COMP_CWORD": "1"}
    assert command_line().stdout.split() == ["top-k"]
    command_line.environment |= {"COMP_WORDS": "scrim mean --bo", "COMP_CWORD": "2"}
    assert command_line().stdout.split() == ["--bounds"]
