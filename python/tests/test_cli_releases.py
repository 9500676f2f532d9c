"""What the program releases, from every kind of input. The budget is so large that the noise vanishes, so
that a wrong answer shows."""

import csv
import gzip
import io
import json
import os
import pty
import sqlite3
import subprocess

import duckdb
import pytest

from scrim.cli.sample import CITIES

NO_NOISE = ["--epsilon", "1000000", "--rows-per-person", "1"]


def best_candidates(rows, candidates, num, den):
    """What a release without noise can give."""
    scores = {}
    for candidate in candidates:
        below = sum(row < candidate for row in rows)
        above = sum(row > candidate for row in rows)
        scores[candidate] = abs((den - num) * below - num * above)
    best = min(scores.values())
    return {candidate for candidate, score in scores.items() if score == best}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One table of people as files of every kind."""
    from scrim.cli import sample

    folder = tmp_path_factory.mktemp("people")
    text = io.StringIO()
    sample.write_csv(text, 2001, 7)
    (folder / "people.csv").write_text(text.getvalue())
    (folder / "people.tsv").write_text(text.getvalue().replace(",", "\t"))
    (folder / "windows.csv").write_bytes(text.getvalue().replace("\n", "\r\n").encode())
    (folder / "people.csv.gz").write_bytes(gzip.compress(text.getvalue().encode()))
    table = duckdb.read_csv(str(folder / "people.csv"))
    table.create_view("table_of_people")
    table.write_parquet(str(folder / "people.parquet"))
    table.limit(1000).write_parquet(str(folder / "part-1.parquet"))
    table.limit(1001, 1000).write_parquet(str(folder / "part-2.parquet"))
    duckdb.execute(f"copy (from table_of_people) to '{folder}/people.json' (array true)")
    duckdb.execute(f"copy (from table_of_people) to '{folder}/people.ndjson' (format json)")
    with duckdb.connect(str(folder / "people.duckdb")) as database:
        database.execute(
            "create table people as select * from read_csv('" + str(folder) + "/people.csv')"
        )
    with sqlite3.connect(folder / "people.sqlite") as database:
        database.execute("create table people (age integer, income real, city text)")
        database.executemany("insert into people values (?, ?, ?)", table.fetchall())
    return folder


@pytest.fixture(scope="module")
def people(folder):
    rows = list(csv.DictReader((folder / "people.csv").open()))
    return {
        "age": [int(row["age"]) for row in rows],
        "income": [int(row["income"]) for row in rows],
        "city": [row["city"] for row in rows],
    }


FILES = [
    "people.csv",
    "people.tsv",
    "windows.csv",
    "people.csv.gz",
    "people.parquet",
    "part-*.parquet",
    "people.json",
    "people.ndjson",
    "people.duckdb",
    "people.sqlite",
    "-",
]


def run(command_line, folder, *arguments):
    stdin = (folder / "people.csv").read_bytes() if "-" in arguments else b""
    done = command_line(*arguments, "--json", folder=folder, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


@pytest.mark.parametrize("file", FILES)
def test_quantiles_of_every_kind_of_file(command_line, folder, people, file):
    released = run(
        command_line,
        folder,
        "quantile",
        file,
        "--column",
        "age",
        "--alpha",
        "0.25,0.5,0.75",
        "--bounds",
        "0:120",
        "--type",
        "integer",
        *NO_NOISE,
    )
    values = [entry["value"] for entry in released["quantiles"]]
    for value, (num, den) in zip(values, [(1, 4), (1, 2), (3, 4)], strict=True):
        assert value in best_candidates(people["age"], range(121), num, den)
        assert isinstance(value, int)
    assert released["released"] is True
    assert released["epsilon"] <= 1e6


@pytest.mark.parametrize("file", FILES)
def test_top_k_of_every_kind_of_file(command_line, folder, people, file):
    released = run(
        command_line,
        folder,
        "top-k",
        file,
        "--column",
        "city",
        "--categories",
        ",".join(CITIES),
        "--k",
        "4",
        *NO_NOISE,
    )
    counts = {city: people["city"].count(city) for city in CITIES}
    assert [counts[city] for city in released["values"]] == sorted(counts.values(), reverse=True)[
        :4
    ]


@pytest.mark.parametrize("file", ["people.csv", "people.sqlite", "people.duckdb", "-"])
def test_a_query_over_the_file(command_line, folder, people, file):
    arden = [
        age for age, city in zip(people["age"], people["city"], strict=True) if city == "Arden"
    ]
    # A query over CSV sees texts.
    age = "age" if file.startswith("people.") and not file.endswith("csv") else "try_cast(age as integer)"
    query = f"select {age} * 2 as twice from data where city = 'Arden';"
    released = run(
        command_line,
        folder,
        "quantile",
        file,
        "--sql",
        query,
        "--column",
        "twice",
        "--bounds",
        "0:240",
        *NO_NOISE,
    )
    (entry,) = released["quantiles"]
    assert entry["value"] in best_candidates(
        [2 * age for age in arden], candidates_of(released), 1, 2
    )
    assert released["sql"] == query


def candidates_of(released):
    """The evenly spaced candidates that the output describes."""
    grid = released["candidates"]
    steps = grid["count"] - 1
    return [
        grid["lower"] + (grid["upper"] - grid["lower"]) * i / steps for i in range(grid["count"])
    ]


def test_a_query_over_tables_by_their_names(command_line, folder):
    for file in ("people.sqlite", "people.duckdb"):
        for table in ("people", "data"):
            run(
                command_line, folder, "quantile", file, "--sql", f"select age from {table}", "--column", "age",
                "--bounds", "0:120", *NO_NOISE,
            )  # fmt: skip


def test_a_table_of_several(command_line, tmp_path):
    with duckdb.connect(str(tmp_path / "two.db")) as database:
        database.execute("create table low as select 1 as x; create table high as select 100 as x")
    with sqlite3.connect(tmp_path / "two.sqlite") as database:
        database.execute("create table low as select 1 as x")
        database.execute("create table high as select 100 as x")
    for file in ("two.db", "two.sqlite"):
        released = run(
            command_line, tmp_path, "quantile", file, "--table", "high", "--column", "X",
            "--candidates", "1,100", *NO_NOISE,
        )  # fmt: skip
        assert released["quantiles"][0]["value"] == 100


def test_a_cell_that_is_no_number_counts_as_missing(command_line, tmp_path):
    """Wherever it stands, as it must not stop a release."""
    (tmp_path / "a.csv").write_text("age\n" + "30\n" * 40_000 + "n/a\n" * 50_000 + "40\n" * 1000)
    (tmp_path / "a.ndjson").write_text(
        '{"age": 30}\n' * 40_000 + '{"age": "n/a"}\n' * 50_000 + '{"age": 40}\n' * 1000
    )
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        database.execute("create table a (age integer)")
        database.executemany(
            "insert into a values (?)", [(30,)] * 40 + [("n/a",)] * 50 + [(40,), (None,)]
        )
    with sqlite3.connect(tmp_path / "b.sqlite") as database:
        database.execute("create table b (age real)")
        database.executemany("insert into b values (?)", [(30.0,), ("n/a",), (b"blob",), (30,)])
    for file in ("a.csv", "a.ndjson", "a.sqlite", "b.sqlite"):
        released = run(
            command_line,
            tmp_path,
            "quantile",
            file,
            "--column",
            "age",
            "--bounds",
            "0:120",
            *NO_NOISE,
        )
        assert released["quantiles"][0]["value"] == 30


def test_a_column_of_texts_read_as_numbers(command_line, tmp_path):
    (tmp_path / "a.csv").write_text("age\nunknown\n" + "30.5\n" * 9 + "many\n" * 20)
    for kind, value in (("number", 30.5), ("integer", 30)):
        released = run(
            command_line, tmp_path, "quantile", "a.csv", "--column", "age", "--type", kind,
            "--candidates", f"1,{value},99", *NO_NOISE,
        )  # fmt: skip
        assert released["quantiles"][0]["value"] == value


def test_a_quote_that_comes_up_late(command_line, tmp_path):
    (tmp_path / "a.csv").write_text("city,age\n" + "x,30\n" * 30_000 + '"y, z",40\n' * 31_000)
    (tmp_path / "names").write_text("x\ny, z\n")
    released = run(
        command_line,
        tmp_path,
        "top-k",
        "a.csv",
        "--column",
        "city",
        "--categories",
        "@names",
        *NO_NOISE,
    )
    assert released["values"] == ["y, z"]


def test_columns_with_unusual_names(command_line, tmp_path):
    names = ["two words", "quote'd", 'double"d', "naïve", "select"]
    for name in names:
        with (tmp_path / "a.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([name, "other"])
            writer.writerows([(5, "x")] * 9)
        released = run(
            command_line,
            tmp_path,
            "quantile",
            "a.csv",
            "--column",
            name,
            "--bounds",
            "0:9",
            *NO_NOISE,
        )
        assert released["quantiles"][0]["value"] == 5


def test_no_rows_release_something_all_the_same(command_line, tmp_path):
    duckdb.sql("select 1 as age where false").write_parquet(str(tmp_path / "none.parquet"))
    released = run(
        command_line,
        tmp_path,
        "quantile",
        "none.parquet",
        "--column",
        "age",
        "--bounds",
        "0:9",
        *NO_NOISE,
    )
    assert released["quantiles"][0]["value"] in range(10)


@pytest.mark.parametrize(
    ("sql_type", "value"),
    [
        ("utinyint", 200),
        ("ubigint", 2**64 - 2),
        ("bigint", -(2**62)),
        ("float", 0.5),
        ("decimal(9,2)", 1.25),
        ("hugeint", 7),
    ],
)
def test_number_types_of_parquet_and_duckdb(command_line, tmp_path, sql_type, value):
    with duckdb.connect(str(tmp_path / "t.duckdb")) as database:
        database.execute(f"create table t as select {value}::{sql_type} as x from range(9)")
    candidates = f"{value},{value + 1}"
    released = run(
        command_line,
        tmp_path,
        "quantile",
        "t.duckdb",
        "--column",
        "x",
        "--candidates",
        candidates,
        *NO_NOISE,
    )
    assert released["quantiles"][0]["value"] == value


@pytest.mark.parametrize(
    "sql_type",
    ["varchar", "integer", "ubigint", "boolean", "date", "enum ('7', 'true', '2020-01-01')"],
)
def test_category_types(command_line, tmp_path, sql_type):
    name = {"boolean": "true", "date": "2020-01-01"}.get(sql_type, "7")
    with duckdb.connect(str(tmp_path / "t.duckdb")) as database:
        database.execute(f"create table t as select '{name}'::{sql_type} as x from range(9)")
    released = run(
        command_line,
        tmp_path,
        "top-k",
        "t.duckdb",
        "--column",
        "x",
        "--categories",
        f"9,{name}",
        *NO_NOISE,
    )
    assert released["values"] == [name]


# --- before and beside the release ---


def test_a_dry_run_reads_the_schema_only(command_line, tmp_path):
    # Names and types of a Parquet file stand at its end.
    duckdb.sql("select random() as age from range(10000)").write_parquet(str(tmp_path / "torn.parquet"))
    whole = (tmp_path / "torn.parquet").read_bytes()
    (tmp_path / "torn.parquet").write_bytes(whole[:4] + b"\xff" * 5000 + whole[5004:])
    arguments = ["quantile", "torn.parquet", "--column", "age", "--bounds", "0:9", "--epsilon", "1", "--rows-per-person", "1"]
    assert command_line(*arguments, folder=tmp_path).returncode == 1
    planned = run(command_line, tmp_path, *arguments, "--dry-run")
    assert planned["released"] is False
    assert "value" not in planned["quantiles"][0]
    assert planned["quantiles"][0]["accuracy_rows"] > 0
    shown = command_line(*arguments, "--dry-run", folder=tmp_path)
    assert "Dry run" in shown.stdout and shown.returncode == 0


def test_the_table_shows_what_was_released(command_line, folder, people):
    done = command_line(
        "quantile",
        "people.csv",
        "--column",
        "age",
        "--alpha",
        "0.25,0.5",
        "--bounds",
        "0:120",
        "--type",
        "integer",
        *NO_NOISE,
        folder=folder,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    (median,) = [line.split()[1] for line in lines if line.startswith("  median")]
    assert int(median) in best_candidates(people["age"], range(121), 1, 2)
    assert "With 95% confidence" in done.stdout
    assert all(line == line.rstrip() for line in lines)


def test_the_output_file_has_the_json_object(command_line, folder, tmp_path):
    target = tmp_path / "out.json"
    target.write_text("old")
    done = command_line(
        "top-k", "people.csv", "--column", "city", "--categories", "Arden,Corvale", *NO_NOISE, "--output", target,
        folder=folder,
    )  # fmt: skip
    assert done.returncode == 0
    assert json.loads(target.read_text())["values"] == ["Arden"]
    assert "1.  Arden" in done.stdout
    assert list(tmp_path.iterdir()) == [target]


def test_the_output_can_be_a_pipe_or_a_link(command_line, folder, tmp_path):
    arguments = ["top-k", "people.csv", "--column", "city", "--categories", "Arden", *NO_NOISE]
    done = command_line(*arguments, "--json", "--output", "/dev/stdout", folder=folder)
    assert [json.loads(line)["values"] for line in done.stdout.splitlines()] == [["Arden"]] * 2
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert command_line(*arguments, "--output", tmp_path / "link", folder=folder).returncode == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").is_file()


def test_a_reader_that_has_gone_leaves_a_release_behind(command_line, folder):
    reading, writing = os.pipe()
    os.close(reading)
    arguments = ["top-k", "people.csv", "--column", "city", "--categories", "Arden", *NO_NOISE]
    done = subprocess.run(
        [*command_line.program, *arguments, "--json"],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=command_line.environment,
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 3
    error = json.loads(done.stderr)
    assert error["released"] == "maybe" and "counts as spent" in error["error"]["message"]


def test_rho_buys_gumbel_noise(command_line, folder):
    released = run(
        command_line,
        folder,
        "quantile",
        "people.csv",
        "--column",
        "age",
        "--bounds",
        "0:120",
        "--rho",
        "0.5",
        "--rows-per-person",
        "1",
    )
    assert released["mechanism"] == "the exponential mechanism"
    assert released["rho"] <= 0.5
    assert "epsilon" not in released


def test_progress_shows_on_terminals_only(command_line, folder):
    arguments = ["quantile", "people.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "1", "--rows-per-person", "1"]
    assert command_line(*arguments, folder=folder).stderr == ""
    leader, follower = pty.openpty()
    done = subprocess.run(
        [*command_line.program, *arguments],
        cwd=folder,
        stderr=follower,
        stdout=subprocess.PIPE,
        env=command_line.environment | {"TERM": "xterm"},
        timeout=120,
        check=True,
    )
    os.close(follower)
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    assert "reading" in shown
    assert b"reading" not in done.stdout


def test_the_sample_is_the_same_everywhere(command_line, tmp_path):
    assert command_line("sample", "a.csv", "--rows", "3").returncode == 0
    assert (
        tmp_path / "a.csv"
    ).read_text() == "age,income,city\n68,35600,Eastholm\n64,26200,Arden\n32,34300,Dunmere\n"
    assert command_line("sample", "-", "--rows", "3").stdout == (tmp_path / "a.csv").read_text()
    assert (
        command_line("sample", "-", "--rows", "3", "--seed", "1").stdout
        != (tmp_path / "a.csv").read_text()
    )


def test_help_and_version(command_line):
    import scrim

    assert command_line("--version").stdout == f"scrim {scrim.__version__}\n"
    for command in ("count", "mean", "quantile", "top-k", "sample"):
        done = command_line(command, "--help")
        assert done.returncode == 0
        assert "Usage: scrim" in done.stdout
    assert "Exit status" in command_line("--help").stdout


def test_what_stands_for_the_ends_is_said(command_line, folder):
    arguments = ["quantile", "people.csv", "--column", "age", "--alpha", "0,0.5,1", "--bounds", "0:120"]
    done = command_line(*arguments, "--epsilon", "1", "--rows-per-person", "1", folder=folder)
    said = " ".join(done.stdout.split())
    assert "For the minimum stands the value below which" in said
    assert "For the maximum stands the value above which" in said
