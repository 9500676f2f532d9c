"""Each pair that once told neighbours apart, by its name."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter

import pytest

from scrim import readers
from scrim.readers import ReadingOptions

from attacks.corpus import open_by_scrim
from attacks.neighbours import Refusal, compare, observe
from attacks.old_inference import open_by_inference
from attacks.stopping_cells import EVERY_STOPPING_CELL, stops
from attacks.writers import Source

SECRET = "Rumpelstiltskin"


@pytest.fixture(params=[open_by_scrim, open_by_inference], ids=["scrim", "control"])
def victim(request):
    return request.param


@pytest.fixture
def expect_neighbours(victim, tmp_path):
    """Reads two files with one name. Scrim sees neighbours; the control must not, or the pair shows nothing."""

    def expect(name, without, with_guest, column):
        file = tmp_path / name
        source = Source(str(file), None, ReadingOptions())
        file.write_bytes(without)
        one = observe(victim, source, column)
        file.write_bytes(with_guest)
        two = observe(victim, source, column)
        found = compare(one, two)
        if victim is open_by_inference:
            assert found.rows > 1 or found.refused_one
            return None
        for reading in [*one.readings.values(), *two.readings.values()]:
            assert not isinstance(reading, Refusal), reading.text
        assert not found.is_more_than_one_row, found
        return one.readings

    return expect


def table(names, rows, guest=None):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([names, *([guest] if guest is not None else []), *rows])
    return text.getvalue().encode()


def as_json(rows):
    return json.dumps(rows).encode()


# (a) One row changes the type that all others are cast to.

LATE_FRACTIONS = ["0", "100"] * 12_500 + ["0.4"] * 40_000


def released(command_line, *arguments):
    done = command_line(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("guest", [None, "0.5"])
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_late_fractions_are_fractions_whatever_comes_first(command_line, tmp_path, kind, guest):
    cells = [*([guest] if guest else []), *LATE_FRACTIONS]
    if kind == "csv":
        (tmp_path / "data.csv").write_text("v\n" + "\n".join(cells) + "\n")
    else:
        (tmp_path / "data.json").write_text("[" + ",\n".join(f'{{"v": {cell}}}' for cell in cells) + "]")
    # In front of 0.4 there are 12 500 of 65 000 rows: no noise of this budget moves the answer.
    found = released(
        command_line, "quantile", f"data.{kind}", "--column", "v", "--type", "number", "--alpha", "0.3",
        "--candidates", "0,0.2,0.4,0.6,1", "--epsilon", "0.1", "--rows-per-person", "1",
    )  # fmt: skip
    assert [entry["value"] for entry in found["quantiles"]] == [0.4]


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_late_fractions_as_neighbours(expect_neighbours, kind):
    if kind == "csv":
        rows = [[cell] for cell in LATE_FRACTIONS]
        files = table(["v"], rows), table(["v"], rows, ["0.5"])
    else:
        objects = [{"v": json.loads(cell)} for cell in LATE_FRACTIONS]
        files = as_json(objects), as_json([{"v": 0.5}, *objects])
    readings = expect_neighbours(f"data.{kind}", *files, "v")
    if readings is not None:
        assert readings["numbers"][("float", (0.4).hex())] == 40_000


LATE_HALVES = ["1", "3"] * 11_000 + ["2.5"] * 9_000


@pytest.mark.parametrize("guest", [None, "0.5"])
def test_integers_of_late_halves_are_even(command_line, tmp_path, guest):
    cells = [*([guest] if guest else []), *LATE_HALVES]
    (tmp_path / "data.csv").write_text("v\n" + "\n".join(cells) + "\n")
    found = released(
        command_line, "quantile", "data.csv", "--column", "v", "--type", "integer", "--candidates", "0,1,2,3,4",
        "--epsilon", "1", "--rows-per-person", "1",
    )  # fmt: skip
    assert [entry["value"] for entry in found["quantiles"]] == [2]


def test_integers_of_late_halves_as_neighbours(expect_neighbours):
    rows = [[cell] for cell in LATE_HALVES]
    readings = expect_neighbours("data.csv", table(["v"], rows), table(["v"], rows, ["0.5"]), "v")
    if readings is not None:
        assert readings["integers"] == Counter({1: 11_000, 3: 11_000, 2: 9_000})


@pytest.mark.parametrize("guest", [None, "abc"])
def test_a_truth_keeps_its_capital(command_line, tmp_path, guest):
    cells = [*([guest] if guest else []), *["True"] * 1000]
    (tmp_path / "data.csv").write_text("v\n" + "\n".join(cells) + "\n")
    found = released(
        command_line, "top-k", "data.csv", "--column", "v", "--categories", "true,True,TRUE", "--epsilon", "1", "--rows-per-person", "1"
    )
    assert found["values"] == ["True"]


def test_truths_as_neighbours(expect_neighbours):
    rows = [["True"]] * 1000
    readings = expect_neighbours("data.csv", table(["v"], rows), table(["v"], rows, ["abc"]), "v")
    if readings is not None:
        assert readings["texts"] == Counter({"True": 1000})


# (b) One row changes the dialect.


def test_a_number_sign_begins_no_comment(expect_neighbours):
    rows = [[f"#{number}", number] for number in range(1, 1001)]
    readings = expect_neighbours(
        "data.csv", table(["id", "age"], rows), table(["id", "age"], rows, ["7", 1]), "id"
    )
    if readings is not None:
        assert readings["texts"] == Counter(f"#{number}" for number in range(1, 1001))


@pytest.mark.parametrize("guest", ["x,y", "'x", 'x "y"'])
def test_an_apostrophe_is_no_quote(expect_neighbours, guest):
    rows = [[f"'a{number}'", number] for number in range(1000)]
    readings = expect_neighbours(
        "data.csv", table(["id", "age"], rows), table(["id", "age"], rows, [guest, 1]), "id"
    )
    if readings is not None:
        assert readings["texts"] == Counter(f"'a{number}'" for number in range(1000))


@pytest.mark.parametrize("guest", [["5"], ["5", "6", "7"], ["5", "6", "7", "8", "9"]])
def test_a_ragged_first_row_leaves_the_header_alone(expect_neighbours, guest):
    rows = [[number, "Arden"] for number in range(1000)]
    readings = expect_neighbours(
        "data.csv", table(["age", "city"], rows), table(["age", "city"], rows, guest), "age"
    )
    if readings is not None:
        assert readings["integers"] == Counter(range(1000))


# (c) One object changes which keys there are.


@pytest.mark.parametrize("name", ["data.json", "data.ndjson"])
@pytest.mark.parametrize(
    "guest", [{"AGE": 33}, {f"k{number}": 1 for number in range(400)}], ids=["other case", "400 keys"]
)
def test_an_object_in_front_leaves_keys_alone(expect_neighbours, name, guest):
    objects = [{"age": number % 90, "city": "Arden"} for number in range(1000)]
    write = as_json if name == "data.json" else lambda rows: b"".join(as_json(row) + b"\n" for row in rows)
    readings = expect_neighbours(name, write(objects), write([guest, *objects]), "age")
    if readings is not None:
        assert readings["integers"] == Counter(number % 90 for number in range(1000))


# (d) One cell stops a release.


@pytest.mark.parametrize("cell", EVERY_STOPPING_CELL, ids=lambda cell: cell.name)
def test_no_cell_stops_a_release(cell, tmp_path):
    assert stops(open_by_scrim, cell, tmp_path) == ""


@pytest.mark.slow
def test_cells_stop_the_control(tmp_path):
    stopped = [cell.name for cell in EVERY_STOPPING_CELL if stops(open_by_inference, cell, tmp_path)]
    assert len(stopped) >= 15, stopped


# Each of the program takes a second or two, so only some are in the normal run.
QUICK = {
    "CSV: not UTF-8", "CSV: text after a quote", "JSON: one key twice", "Parquet: not UTF-8", "DuckDB: BIGNUM of 10^30",
    "SQLite: 2^53 + 1 in NUMERIC",
}  # fmt: skip
THROUGH_THE_PROGRAM = [
    pytest.param(cell, id=cell.name, marks=[] if cell.name in QUICK else pytest.mark.slow)
    for cell in EVERY_STOPPING_CELL
]


@pytest.mark.parametrize("cell", THROUGH_THE_PROGRAM)
def test_no_cell_stops_a_quantile(command_line, tmp_path, cell):
    cell.write(tmp_path / cell.file_name, True)
    found = released(
        command_line, "quantile", cell.file_name, "--column", "age", "--type", "number", "--bounds", "0:10",
        "--candidates", "11", "--epsilon", "1000000", "--rows-per-person", "1",
    )  # fmt: skip
    assert [entry["value"] for entry in found["quantiles"]] == [5]


@pytest.mark.slow
@pytest.mark.parametrize("cell", EVERY_STOPPING_CELL, ids=lambda cell: cell.name)
def test_no_cell_stops_a_selection(command_line, tmp_path, cell):
    outcomes = []
    for with_cell in (False, True):
        cell.write(tmp_path / cell.file_name, with_cell)
        done = command_line(
            "top-k", cell.file_name, "--column", "age", "--categories", "4,5,6", "--epsilon", "1000000", "--rows-per-person", "1", "--json"
        )
        values = json.loads(done.stdout)["values"] if done.returncode == 0 else []
        outcomes.append((done.returncode, done.stderr, values))
    assert outcomes[0] == outcomes[1]
    # A type such as DOUBLE has no categories, and is refused for that whatever the rows are.
    assert outcomes[0][2] == ["5"] or "which has no categories" in outcomes[0][1]


@pytest.mark.parametrize("cell", THROUGH_THE_PROGRAM)
def test_no_cell_stops_a_count_or_a_mean(command_line, tmp_path, cell):
    terms = ["--column", "age", "--epsilon", "1000000", "--rows-per-person", "1"]
    counts = []
    for with_cell in (False, True):
        cell.write(tmp_path / cell.file_name, with_cell)
        counts.append(released(command_line, "count", cell.file_name, *terms)["value"])
        found = released(command_line, "mean", cell.file_name, *terms, "--type", "number", "--bounds", "0:10")
        # All others are 5, and a row moves the mean by its share.
        assert abs(found["value"] - 5) <= 5 / counts[-1] + 0.01
    assert counts[1] - counts[0] == 1


# (e) A name is a name.


def test_a_bracket_in_a_name_is_no_pattern(tmp_path):
    (tmp_path / "data[1].csv").write_text("age\n5\n5\n")
    (tmp_path / "data1.csv").write_text("age\n7\n")
    source = Source(str(tmp_path / "data[1].csv"), None, ReadingOptions())
    assert observe(open_by_scrim, source, "age").readings["integers"] == Counter({5: 2})


@pytest.mark.parametrize("there", [True, False])
def test_a_bracket_in_a_name_is_no_pattern_for_the_program(command_line, tmp_path, there):
    (tmp_path / "data[1].csv").write_text("age\n" + "5\n" * 50)
    if there:
        (tmp_path / "data1.csv").write_text("age\n" + "7\n" * 50)
    found = released(
        command_line, "quantile", "data[1].csv", "--column", "age", "--type", "integer", "--bounds", "0:10",
        "--epsilon", "1000000", "--rows-per-person", "1",
    )  # fmt: skip
    assert [entry["value"] for entry in found["quantiles"]] == [5]


# (f) A query's errors name no cell.


@pytest.mark.parametrize(
    "query",
    [
        "select *, count(*) from data",
        "select * from data group by 2",
        "select age from data",
        "select data.age from data",
        "select * exclude (age) from data",
        "select sum(columns(*)) as age from data",
        "select cast(columns(*) as integer) as age from data",
        "select error(columns(*)) as age from data",
        "select * from data order by age",
    ],
)
def test_a_query_over_a_file_without_a_header_names_no_cell(command_line, tmp_path, query):
    (tmp_path / "data.csv").write_text(f"{SECRET},4711\nArden,40\nArden,41\n")
    done = command_line(
        "quantile", "data.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "1", "--rows-per-person", "1", "--sql", query
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("scrim: ")
    assert SECRET not in done.stderr
    assert "4711" not in done.stderr


def test_open_table_keeps_its_interface():
    """What these tests rely on."""
    assert callable(readers.open_table)
    assert callable(readers.check_numeric)
    assert callable(readers.check_categorical)
