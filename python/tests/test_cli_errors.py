"""Every way in which the program refuses: one line, the right status, nothing released, nothing written,
and not a word of the data."""

import gzip
import os
import signal
import sqlite3
import subprocess

import duckdb
import pytest

from in_python import IN_PYTHON

SECRET = "Rumpelstiltskin"
CITIES = "Arden,Birchwick,Corvale"
QUANTILE = ["--bounds", "0:120", "--epsilon", "1", "--rows-per-person", "1"]
TOP_K = ["--categories", CITIES, "--k", "2", "--epsilon", "1", "--rows-per-person", "1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    rows = "".join(f"{20 + i % 50},{SECRET},2020-01-0{1 + i % 9},{i / 7}\n" for i in range(50))
    (folder / "people.csv").write_text("age,city,day,score\n" + rows)
    (folder / "headless.csv").write_text(rows)
    (folder / "empty.csv").write_text("")
    (folder / "people.json").write_text('[{"age": 1, "city": "x"}]')
    (folder / "noise.csv").write_bytes(bytes(range(256)) * 64)
    packed = gzip.compress(b"age\n" + os.urandom(1 << 20).hex().encode())
    (folder / "torn.csv.gz").write_bytes(packed[: len(packed) // 2])
    duckdb.sql(
        f"select 1 as age, '{SECRET}' as city, date '2020-01-01' as day, [1, 2] as pair, 1.5::double as score"
    ).write_parquet(str(folder / "people.parquet"))
    whole = (folder / "people.parquet").read_bytes()
    (folder / "torn.parquet").write_bytes(whole[: len(whole) // 2])
    with duckdb.connect(str(folder / "two.duckdb")) as database:
        database.execute(
            "create table people as select 1 as age; create table towns as select 'x' as city"
        )
    with duckdb.connect(str(folder / "enum.duckdb")) as database:
        database.execute(f"create table t as select '{SECRET}'::enum ('{SECRET}') as city")
    with sqlite3.connect(folder / "two.sqlite") as database:
        database.execute("create table people (age integer, city text)")
        database.execute("create table towns (city text)")
        database.execute("insert into people values (1, ?)", (SECRET,))
    (folder / "torn.sqlite").write_bytes((folder / "two.sqlite").read_bytes()[:3000])
    (folder / "latin.txt").write_bytes(b"Ard\xe9n\n")
    (folder / "nested").mkdir()
    return folder


def age(file, *options):
    return ["quantile", file, "--column", "age", *options]


def city(file, *options):
    return ["top-k", file, "--column", "city", *options]


INPUT = {
    "missing file": (age("absent.csv", *QUANTILE), "absent.csv: No such file"),
    "missing file of a pattern": (age("absent-*.csv", *QUANTILE), "No such file"),
    "directory": (age("nested", *QUANTILE), "is a directory"),
    "missing column": (
        ["quantile", "people.csv", "--column", "weight", *QUANTILE],
        "no column 'weight'",
    ),
    "missing column of a typed file": (
        ["quantile", "people.parquet", "--column", "weight", *QUANTILE],
        "its columns are: age, city, day, pair, score",
    ),
    "file without a header": (
        age("headless.csv", *QUANTILE),
        "its first line must name the columns",
    ),
    "empty file": (age("empty.csv", *QUANTILE), "empty.csv is empty"),
    "text in a typed file": (
        ["quantile", "people.parquet", "--column", "city", *QUANTILE],
        "holds text",
    ),
    "a day where numbers belong": (
        ["quantile", "people.parquet", "--column", "day", *QUANTILE],
        "holds DATE, and numbers are needed; turn it into a number",
    ),
    "a list where numbers belong": (
        ["quantile", "people.parquet", "--column", "pair", *QUANTILE],
        "holds LIST",
    ),
    "numbers with fractions where categories belong": (
        ["top-k", "people.parquet", "--column", "score", *TOP_K],
        "holds DOUBLE, which has no categories",
    ),
    "no CSV at all": (age("noise.csv", *QUANTILE), "noise.csv"),
    "torn gzip": (age("torn.csv.gz", *QUANTILE), "cannot be read as a table"),
    "torn Parquet": (age("torn.parquet", *QUANTILE), "cannot be read as a table"),
    "torn SQLite": (
        age("torn.sqlite", *QUANTILE, "--table", "people"),
        "cannot be read as a table",
    ),
    "several tables": (age("two.duckdb", *QUANTILE), "pick one with --table: people, towns"),
    "several tables of SQLite": (
        age("two.sqlite", *QUANTILE),
        "pick one with --table: people, towns",
    ),
    "missing table": (age("two.duckdb", *QUANTILE, "--table", "dogs"), "no table 'dogs'"),
    "missing table of SQLite": (age("two.sqlite", *QUANTILE, "--table", "dogs"), "no table 'dogs'"),
    "query that does not parse": (
        age("people.csv", *QUANTILE, "--sql", "select age frm data"),
        "--sql: Parser Error",
    ),
    "query of another table": (
        age("people.csv", *QUANTILE, "--sql", "select age from dogs"),
        "--sql: Catalog",
    ),
    "query of another column": (
        age("people.csv", *QUANTILE, "--sql", "select weight from data"),
        "--sql: the query does not fit people.csv",
    ),
    "query that changes": (
        age("two.duckdb", *QUANTILE, "--sql", "drop table people"),
        "one select query",
    ),
    "two queries": (
        age("people.csv", *QUANTILE, "--sql", "select 1 as age; select 2"),
        "one select query",
    ),
    "query that breaks out of its brackets": (
        age(
            "people.csv",
            *QUANTILE,
            "--sql",
            "select 1) as q; copy (select 1) to 'stolen.csv'; select * from (select 2",
        ),
        "--sql: Parser",
    ),
    "query without the column": (
        age("people.parquet", *QUANTILE, "--sql", "select 1 as one"),
        "its columns are: one",
    ),
    "query of a file without a header": (
        age("headless.csv", *QUANTILE, "--sql", "select * from data"),
        "no column 'age'",
    ),
    "query of a column of a file without a header": (
        age("headless.csv", *QUANTILE, "--sql", "select age from data"),
        "--sql: the query does not fit headless.csv",
    ),
    "enumeration where numbers belong": (
        ["quantile", "enum.duckdb", "--column", "city", *QUANTILE],
        "holds ENUM, and numbers are needed",
    ),
    "no room to write": (
        age("people.csv", *QUANTILE, "--output", "/dev/full"),
        "cannot be written",
    ),
    "query of SQLite that does not parse": (
        age("two.sqlite", *QUANTILE, "--sql", "select age frm people"),
        "--sql: near",
    ),
    "query that fails on a row": (
        age("people.csv", *QUANTILE, "--sql", "select cast(city as integer) as age from data"),
        "cannot be read as a table",
    ),
    "query that reads another file": (
        age("people.csv", *QUANTILE, "--sql", "select * from read_csv('noise.csv')"),
        "it cannot open files",
    ),
    "empty standard input": (age("-", *QUANTILE), "standard input is empty"),
    "missing file of categories": (
        city("people.csv", "--categories", "@absent.txt", "--epsilon", "1", "--rows-per-person", "1"),
        "absent.txt: No such file",
    ),
    "categories in another encoding": (
        city("people.csv", "--categories", "@latin.txt", "--epsilon", "1", "--rows-per-person", "1"),
        "not UTF-8",
    ),
    "nowhere to write": (
        age("people.csv", *QUANTILE, "--output", "absent/out.json"),
        "cannot be written",
    ),
    "a directory to write to": (
        age("people.csv", *QUANTILE, "--output", "nested"),
        "is a directory",
    ),
    "nowhere to write a sample": (["sample", "absent/people.csv"], "cannot be written"),
}

USAGE = {
    "bounds inverted": (
        age("people.csv", "--bounds", "120:0", "--epsilon", "1", "--rows-per-person", "1"),
        "--bounds is 120:0; the lower bound must be below",
    ),
    "bounds equal": (
        age("people.csv", "--bounds", "5:5", "--epsilon", "1", "--rows-per-person", "1"),
        "the lower bound must be below",
    ),
    "bounds of rows inverted": (
        ["mean", "people.csv", "--column", "age", "--bounds", "120:0", "--epsilon", "1", "--rows-per-person", "1"],
        "--bounds is 120:0; give the smallest and the largest value with a colon between them, public, not read off the data, such as 0:120",
    ),
    "edges falling": (
        ["histogram", "people.csv", "--column", "age", "--edges", "0,10,5", "--epsilon", "1", "--rows-per-person", "1"],
        "--edges: edges must be strictly increasing",
    ),
    "edges beyond 64 bits": (
        ["histogram", "people.parquet", "--column", "age", "--edges", "0,99999999999999999999", "--epsilon", "1", "--rows-per-person", "1"],
        "--edges has 99999999999999999999, which does not fit 64 bits",
    ),
    "bounds beyond 64 bits": (
        ["sum", "people.parquet", "--column", "age", "--bounds", "0:99999999999999999999", "--epsilon", "1", "--rows-per-person", "1"],
        "--bounds is 0:99999999999999999999, and rows of int64 need bounds from -9223372036854775808 to 9223372036854775807",
    ),
    "a noise that drowns everything": (
        ["count", "people.csv", "--column", "age", "--rho", "1e-320", "--rows-per-person", "1"],
        "scrim: --rho is 1e-320, under which noise drowns any answer; give at least 1e-30",
    ),
    "a query of JSON without its keys": (
        age("people.json", *QUANTILE, "--sql", "select age from data"),
        "name them, such as --columns age,city",
    ),
    "smallest above largest": (
        ["bounds", "people.csv", "--column", "age", "--smallest", "3", "--largest", "1", "--epsilon", "1", "--rows-per-person", "1"],
        "--smallest is 3 and --largest is 1",
    ),
    "bounds infinite": (
        age("people.csv", "--bounds", "0:inf", "--epsilon", "1", "--rows-per-person", "1"),
        "the upper bound is inf; give a finite number",
    ),
    "bounds of one end": (age("people.csv", "--bounds", "120", "--epsilon", "1", "--rows-per-person", "1"), "such as 0:120"),
    "bounds that are no numbers": (
        age("people.csv", "--bounds", "a:b", "--epsilon", "1", "--rows-per-person", "1"),
        "no number",
    ),
    "no bounds": (age("people.csv", "--epsilon", "1", "--rows-per-person", "1"), "--bounds is missing"),
    "bounds and listed candidates": (
        age("people.csv", *QUANTILE, "--candidates", "1,2,3"),
        "both --bounds and a list of --candidates were given",
    ),
    "epsilon zero": (
        age("people.csv", "--bounds", "0:120", "--epsilon", "0", "--rows-per-person", "1"),
        "--epsilon is 0; give a positive",
    ),
    "epsilon negative": (
        age("people.csv", "--bounds", "0:120", "--epsilon", "-1", "--rows-per-person", "1"),
        "epsilon is -1; give a positive",
    ),
    "epsilon not a number": (
        age("people.csv", "--bounds", "0:120", "--epsilon", "nan", "--rows-per-person", "1"),
        "epsilon is nan",
    ),
    "epsilon infinite": (
        age("people.csv", "--bounds", "0:120", "--epsilon", "inf", "--rows-per-person", "1"),
        "epsilon is inf",
    ),
    "epsilon in words": (age("people.csv", "--bounds", "0:120", "--epsilon", "one", "--rows-per-person", "1"), "no number"),
    "no budget": (age("people.csv", "--bounds", "0:120", "--rows-per-person", "1"), "neither --epsilon nor --rho"),
    "two budgets": (age("people.csv", *QUANTILE, "--rho", "1", "--rows-per-person", "1"), "both --epsilon and --rho were"),
    "delta beside rho": (
        age("people.csv", "--bounds", "0:120", "--rho", "1", "--delta", "1e-6", "--rows-per-person", "1"),
        "--delta was given beside --rho",
    ),
    "delta alone": (
        age("people.csv", "--bounds", "0:120", "--delta", "1e-6", "--rows-per-person", "1"),
        "neither --epsilon nor --rho",
    ),
    "delta of one": (
        age("people.csv", "--bounds", "0:120", "--epsilon", "1", "--delta", "1", "--rows-per-person", "1"),
        "--delta is 1; give a probability",
    ),
    "alpha above one": (
        age("people.csv", *QUANTILE, "--alpha", "1.5"),
        "alpha is 1.5; give a quantile between",
    ),
    "alpha in words": (age("people.csv", *QUANTILE, "--alpha", "half"), "no number"),
    "alpha empty": (age("people.csv", *QUANTILE, "--alpha", ""), "no number"),
    "one candidate": (age("people.csv", *QUANTILE, "--candidates", "1"), "--candidates is 1"),
    "all candidates for two quantiles": (
        age("people.csv", *QUANTILE, "--candidates", "all", "--alpha", "0.25,0.75"),
        "ask for each by itself",
    ),
    "all candidates for the maximum": (
        age("people.csv", *QUANTILE, "--candidates", "all", "--alpha", "max"),
        "the maximum is asked for",
    ),
    "candidates with a fraction": (
        age("people.csv", *QUANTILE, "--candidates", "2.5"),
        "--candidates is '2.5'",
    ),
    "candidates falling": (
        age("people.csv", "--epsilon", "1", "--rows-per-person", "1", "--candidates", "3,2,1"),
        "list them increasing",
    ),
    "candidates that do not fit the column": (
        age("people.csv", "--epsilon", "1", "--rows-per-person", "1", "--candidates", "1,99999999999999999999"),
        "does not fit 64 bits",
    ),
    "no rows per person": (
        age("people.csv", *QUANTILE, "--rows-per-person", "0"),
        "--rows-per-person is 0",
    ),
    "confidence of one": (age("people.csv", *QUANTILE, "--confidence", "1"), "--confidence is 1.0"),
    "another type": (age("people.csv", *QUANTILE, "--type", "text"), "--type"),
    "a header and its names": (
        age("people.csv", *QUANTILE, "--no-header"),
        "--no-header needs the names of the columns, in order, such as --columns age,income,city",
    ),
    "a name twice": (age("people.csv", *QUANTILE, "--columns", "age,age"), "--columns names 'age' twice"),
    "one sign for both": (
        age("people.csv", *QUANTILE, "--delimiter", ";", "--quote", ";"),
        "--delimiter and --quote are both ';'",
    ),
    "an encoding that nobody has": (age("people.csv", *QUANTILE, "--encoding", "klingon"), "--encoding is 'klingon'"),
    "table of a CSV file": (
        age("people.csv", *QUANTILE, "--table", "people"),
        "--table picks a table",
    ),
    "query and table": (
        age("two.duckdb", *QUANTILE, "--table", "people", "--sql", "select 1"),
        "--sql and --table",
    ),
    "no column": (["quantile", "people.csv", *QUANTILE], "--column"),
    "no file": (["quantile", "--column", "age", *QUANTILE], "FILE"),
    "unknown option": (age("people.csv", *QUANTILE, "--colour"), "--colour"),
    "unknown command": (["average", "people.csv"], "average"),
    "no categories": (city("people.csv", "--epsilon", "1", "--rows-per-person", "1"), "--categories"),
    "empty category": (
        city("people.csv", "--categories", "Arden,,", "--epsilon", "1", "--rows-per-person", "1"),
        "empty entry",
    ),
    "category twice": (
        city("people.csv", "--categories", "Arden,Arden", "--epsilon", "1", "--rows-per-person", "1"),
        "Arden",
    ),
    "k of zero": (
        city("people.csv", "--categories", CITIES, "--k", "0", "--epsilon", "1", "--rows-per-person", "1"),
        "--k is 0",
    ),
    "k too large": (
        city("people.csv", "--categories", CITIES, "--k", "4", "--epsilon", "1", "--rows-per-person", "1"),
        "from 1 to 3",
    ),
    "a sample of negative size": (["sample", "new.csv", "--rows", "-5"], "--rows"),
}

CASES = [(name, arguments, 1, text) for name, (arguments, text) in INPUT.items()]
CASES += [(name, arguments, 2, text) for name, (arguments, text) in USAGE.items()]


@pytest.mark.parametrize(
    ("arguments", "status", "text"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_refuses_in_one_line(command_line, folder, arguments, status, text):
    before = sorted(path.name for path in folder.iterdir())
    done = command_line(*arguments, folder=folder)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("scrim: ")
    assert done.stderr.count("\n") == 1
    assert text in done.stderr
    assert IN_PYTHON.search(done.stderr) is None, done.stderr
    assert SECRET not in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_failed_release_leaves_the_old_output_alone(command_line, folder, tmp_path):
    kept = tmp_path / "out.json"
    kept.write_text("old")
    done = command_line(*age("torn.csv.gz", *QUANTILE, "--output", kept), folder=folder)
    assert done.returncode == 1
    assert kept.read_text() == "old"
    assert list(tmp_path.iterdir()) == [kept]


def test_without_a_command_it_prints_the_help(command_line):
    done = command_line()
    assert done.returncode == 2
    assert "Commands:" in done.stdout


def test_an_interrupted_program_releases_nothing(command_line):
    program = subprocess.Popen(
        [*command_line.program, *age("-", *QUANTILE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_line.environment,
    )
    # More than a pipe holds, and less than is read at once: once it is written, the program has started and
    # waits for more.
    program.stdin.write(b"age\n" + b"30\n" * 100_000)
    program.stdin.flush()
    program.send_signal(signal.SIGINT)
    stdout, stderr = program.communicate(timeout=60)
    assert (program.returncode, stdout) == (130, b"")
    assert stderr.decode().splitlines() == ["scrim: interrupted; nothing was released"]
