"""Several declared columns in one pass, from every source alike."""

from __future__ import annotations

import datetime
import sqlite3
import threading

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scrim
from scrim import stats
from scrim.readers.arrow_columns import as_kind
from scrim.readers.batches import BatchStream, renamed
from scrim.readers.frame_table import open_frame
from scrim.readers.read_ahead import read_ahead
from scrim.tables.source import person_kind, read_columns

DAY = datetime.date(2026, 2, 28)
ROWS = {
    "id": ["7", "8", "9"],
    "age": [31.5, None, 44.0],
    "visits": [3, 4, None],
    "city": ["Arden", None, "Øst"],
    "day": [DAY, None, DAY],
    "member": [True, False, None],
}
KINDS = {"city": "text", "age": "number", "day": "date", "visits": "integer", "member": "boolean"}
CSV = "id,age,visits,city,day,member\n7,31.5,3,Arden,2026-02-28,true\n8,x,4,,2026-02-30,FALSE\n9,44,,Øst,2026-02-28,maybe\n"
JSON = (
    '{"id": "7", "age": 31.5, "visits": 3, "city": "Arden", "day": "2026-02-28", "member": "true"}\n'
    '{"id": "8", "age": "x", "visits": 4, "day": "28.2.2026", "member": "0"}\n'
    '{"id": "9", "age": 44, "city": "Øst", "day": "2026-02-28"}\n'
)


def arrow_rows() -> pa.Table:
    return pa.table(ROWS)


def sources(folder):
    (folder / "data.csv").write_text(CSV, encoding="utf-8")
    (folder / "data.jsonl").write_text(JSON, encoding="utf-8")
    pq.write_table(arrow_rows(), folder / "data.parquet")
    with duckdb.connect(str(folder / "data.duckdb")) as connection:
        rows = arrow_rows()  # noqa: F841 - DuckDB finds it
        connection.execute("create table data as select * from rows")
    with sqlite3.connect(folder / "data.sqlite") as connection:
        connection.execute("create table data (id text, age real, visits integer, city text, day date, member boolean)")
        days = [day and day.isoformat() for day in ROWS["day"]]
        cells = zip(ROWS["id"], ROWS["age"], ROWS["visits"], ROWS["city"], days, ROWS["member"], strict=True)
        connection.executemany("insert into data values (?, ?, ?, ?, ?, ?)", cells)
    connection.close()
    return [str(folder / f"data.{ending}") for ending in ("csv", "jsonl", "parquet", "duckdb", "sqlite")]


def read(table, kinds=KINDS):
    return pa.RecordBatchReader.from_stream(read_columns(table, kinds)).read_all()


EXPECTED = {name: ROWS[name] for name in KINDS}


@pytest.mark.parametrize("place", range(5))
def test_files_give_the_same_columns(tmp_path, place):
    with scrim.open_table(sources(tmp_path)[place]) as table:
        found = read(table)
    assert found.schema.names == list(KINDS)
    assert found.to_pydict() == EXPECTED
    assert found.schema.field("age").type == pa.float64()
    assert found.schema.field("visits").type == pa.int64()
    assert found.schema.field("day").type == pa.date32()
    assert found.schema.field("member").type == pa.bool_()


FRAMES = {
    "arrow": arrow_rows,
    "batches": lambda: arrow_rows().to_batches(),
    "stream": lambda: arrow_rows().to_reader(),
    "polars": lambda: pl.from_arrow(arrow_rows()),
    "pandas": lambda: arrow_rows().to_pandas(),
    "pandas of arrow": lambda: arrow_rows().to_pandas(types_mapper=pd.ArrowDtype),
    "duckdb": lambda: duckdb.from_arrow(arrow_rows()),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_give_the_same_columns(name):
    assert read(open_frame(FRAMES[name]())).to_pydict() == EXPECTED


def test_a_frame_is_read_again_and_a_stream_once():
    table = open_frame(arrow_rows())
    assert read(table) == read(table)
    stream = open_frame(arrow_rows().to_reader())
    read(stream)
    with pytest.raises((scrim.InputError, pa.ArrowInvalid, OSError)):
        read(stream)


def test_objects_of_pandas_are_read_by_what_is_asked_for_alone():
    frame = pd.DataFrame({"x": [1, "2", 2.5, None, True, "a"]}, dtype=object)
    table = open_frame(frame)
    assert read(table, {"x": "number"}).to_pydict() == {"x": [1.0, 2.0, 2.5, None, None, None]}
    assert read(table, {"x": "integer"}).to_pydict()["x"][:2] == [1, 2]
    assert read(table, {"x": "text"}).to_pydict() == {"x": ["1", "2", None, None, None, "a"]}


def test_columns_are_refused_by_type_before_a_row_is_read():
    table = open_frame(pa.table({"x": pa.array([[1], [2]])}))
    with pytest.raises(scrim.InputError, match="holds LIST"):
        read_columns(table, {"x": "number"})
    with pytest.raises(scrim.InputError, match="no column 'y'"):
        read_columns(table, {"y": "number"})
    with pytest.raises(scrim.InvalidArgumentError, match="frame of pandas, Polars or Spark"):
        open_frame(3)


def test_persons_are_told_apart_by_integers_and_texts_alone():
    table = open_frame(
        pa.table({"i": pa.array([1], pa.int32()), "u": pa.array([1], pa.uint64()), "t": ["a"], "f": [1.0], "b": [True]})
    )
    assert person_kind(table, "i") == "integer"
    assert person_kind(table, "u") == "text"  # as integers the largest would be one person
    assert person_kind(table, "t") == "text"
    for column in "fb":
        with pytest.raises(scrim.InputError, match="told apart by integers or texts"):
            person_kind(table, column)


def test_cells_of_sqlite_have_any_type_so_that_ids_are_texts(tmp_path):
    file = tmp_path / "data.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("create table data (id integer)")
        connection.executemany("insert into data values (?)", [(1,), (1.4,), ("x",)])
    connection.close()
    with scrim.open_table(str(file)) as table:
        assert person_kind(table, "id") == "text"
        assert read(table, {"id": "text"}).to_pydict() == {"id": ["1", None, "x"]}


def test_integers_and_texts_that_look_alike_are_different_persons(tmp_path):
    ids = [1, "1", 2, "=1", "b", None, 2.0, True, np.int64(2), 2**70, str(2**70)]
    frame = pd.DataFrame({"id": pd.Series(ids, dtype=object), "x": 1.0})
    file = tmp_path / "data.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("create table data (id, x real)")
        connection.executemany("insert into data values (?, 1)", [(each,) for each in [1, "1", 2, "=1", "b", None, 2.0, b"1"]])
    connection.close()
    for source, persons in ((frame, 7), (file, 5)):
        table = scrim.Table(source, person="id", columns={"x": scrim.number(0, 1)})
        assert table.agg(n=stats.count_people()).plan(epsilon=1e9).release()["n"] == [persons]
        assert table.agg(x=stats.sum("x", person_total=(0, 0.5))).plan(epsilon=1e9).release()["x"] == pytest.approx([persons / 2])


def test_no_object_of_pandas_stops_the_reading_of_days_or_times():
    zone = datetime.timezone(datetime.timedelta(hours=14))
    cells = ["0000-01-01", pd.NaT, pd.NA, None, "x", 3]
    cells += [DAY, datetime.datetime(2026, 2, 28, 9, 30), "2026-02-28", pd.Timestamp("2026-02-28T09:30")]
    cells += [datetime.datetime(1, 1, 1, tzinfo=zone)]  # which in UTC is in no year of Python
    frame = open_frame(pd.DataFrame({"x": pd.Series(cells, dtype=object)}))
    days = pa.table(read_columns(frame, {"x": "date"})).column(0).cast(pa.int32()).to_pylist()
    day = (DAY - datetime.date(1970, 1, 1)).days
    assert days[:6] == [-719528, None, None, None, None, None] and days[6:10] == [day] * 4
    times = pa.table(read_columns(frame, {"x": "time"})).column(0).cast(pa.int64()).to_pylist()
    at = (day * 24 * 60 + 570) * 60_000_000
    assert times[:10] == [-719528 * 86_400_000_000, None, None, None, None, None, None, at, day * 86_400_000_000, at]
    first = (datetime.date(1, 1, 1) - datetime.date(1970, 1, 1)).days
    assert times[10] == (first * 24 - 14) * 3_600_000_000


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-11-18T09:30:15.25", datetime.datetime(2026, 11, 18, 9, 30, 15, 250_000)),
        ("2026-11-18 09:30:15", datetime.datetime(2026, 11, 18, 9, 30, 15)),
        ("2026-11-18T09:30Z", datetime.datetime(2026, 11, 18, 9, 30)),
        ("2026-11-18", datetime.datetime(2026, 11, 18)),
        ("1969-12-31T23:59:59.999999", datetime.datetime(1969, 12, 31, 23, 59, 59, 999_999)),
        ("0001-01-01T00:00", datetime.datetime(1, 1, 1)),
        ("9999-12-31T23:59:59.999999", datetime.datetime(9999, 12, 31, 23, 59, 59, 999_999)),
        ("2026-02-29T09:30", None),
        ("2026-11-18T24:00", None),
        ("2026-11-18T09:60", None),
        ("2026-11-18T09:30:60", None),
        ("2026-11-18T09:30:15.", None),
        ("2026-11-18T09:30:15.1234567", None),
        ("2026-11-18T09:30+01:00", None),
        ("2026-11-18Z", None),
        ("2026-11-18T09", None),
        ("18.11.2026 09:30", None),
        ("２０２６-11-18", None),
        ("", None),
        (None, None),
    ],
)
def test_texts_are_times_where_they_are_written_as_such(text, time):
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())):
        assert as_kind(pa.array([text, "2026-11-18"]).cast(kind), "time").to_pylist() == [time, datetime.datetime(2026, 11, 18)]


@pytest.mark.parametrize("holds", ["arrow", "pandas", "polars", "duckdb", "nanoseconds", "parquet", "csv", "json", "sqlite"])
def test_hours_are_read_from_all_sources_alike(tmp_path, holds):
    times = [datetime.datetime(2026, 1, 1, hour, 30) for hour in (3, 3, 9, 23)]
    rows = pa.table({"id": [1, 2, 3, 4], "seen": times})
    source = tmp_path / f"data.{holds}"
    if holds in ("parquet", "csv", "json", "sqlite"):
        frame = rows.to_pandas().assign(seen=[time.isoformat() for time in times])
        if holds == "parquet":
            pq.write_table(rows, source)
        elif holds == "csv":
            frame.to_csv(source, index=False)
        elif holds == "json":
            frame.to_json(source, orient="records")
        else:
            with sqlite3.connect(source) as connection:
                frame.to_sql("data", connection, index=False)
            connection.close()
    else:
        zoned = pa.array(times, pa.timestamp("ns", "Europe/Paris"))  # the same points in time
        source = {
            "arrow": lambda: rows,
            "pandas": rows.to_pandas,
            "polars": lambda: pl.from_arrow(rows),
            "duckdb": lambda: duckdb.from_arrow(rows),
            "nanoseconds": lambda: rows.set_column(1, "seen", zoned),
        }[holds]()
    table = scrim.Table(source, person="id", columns={"seen": scrim.time()})
    query = table.per_person(rows=1, groups=1).derive(hour="hour(seen)").where("to_date(seen) == '2026-01-01'")
    plan = query.group_by("hour").agg(n=stats.count()).plan(epsilon=1e9)
    for release in (plan.release(), plan.release(sort_in=tmp_path)):
        assert release["n"] == [{3: 2, 9: 1, 23: 1}.get(hour, 0) for hour in range(24)]


def test_days_of_points_in_time_are_those_of_utc_wherever_the_machine_is(tmp_path):
    connection = duckdb.connect(str(tmp_path / "data.duckdb"))
    connection.execute("set timezone = 'America/New_York'")
    hours = ("'2026-03-01 00:30:00+00'", "'2026-02-28 23:30:00+00'", "'infinity'", "'-infinity'")
    connection.execute(f"create table data as select unnest([{', '.join(hours)}])::timestamptz as seen")
    found = read(open_frame(connection.table("data")), {"seen": "date"}).column(0).cast(pa.int32()).to_pylist()
    day = (DAY - datetime.date(1970, 1, 1)).days
    assert found == [day + 1, day, 2**31 - 1, 1 - 2**31]
    connection.close()


# Of each: a frame with columns x and y, and what x is as each kind.
CODED = {
    "texts of Polars": (
        lambda: pl.DataFrame({"x": ["1", "b", None, "2026-02-28"], "y": "c"}).cast(pl.Categorical),
        {"number": [1.0, None, None, None], "text": ["1", "b", None, "2026-02-28"], "date": [None, None, None, DAY]},
    ),
    "listed texts of Polars": (
        lambda: pl.DataFrame({"x": ["1", "b", None, "true"], "y": "c"}).cast({"x": pl.Enum(["true", "b", "1"])}),
        {"integer": [1, None, None, None], "boolean": [True, None, None, True]},
    ),
    "views that are no texts": (
        lambda: pa.table({"x": pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), views(b"a", b"\xff"))}),
        {"text": [None, "a", None], "date": [None, None, None]},
    ),
    "integers of pandas": (
        lambda: pd.DataFrame({"x": pd.Categorical([3, 1, None, 3])}),
        {"integer": [3, 1, None, 3], "number": [3.0, 1.0, None, 3.0]},
    ),
    "truths of pandas": (
        lambda: pd.DataFrame({"x": pd.Categorical([True, None])}),
        {"boolean": [True, None], "integer": [1, None]},
    ),
    "days of pandas": (
        lambda: pd.DataFrame({"x": pd.Categorical(pd.to_datetime(["2026-02-28", None]))}),
        {"date": [DAY, None]},
    ),
    "complex numbers beside": (
        lambda: pd.DataFrame({"x": [1, 2], "y": [1j, 2j]}),
        {"integer": [1, 2]},
    ),
}


def views(*texts):
    kind = pa.string_view()
    return pa.Array.from_buffers(kind, len(texts), pa.array(texts, pa.binary_view()).buffers())


@pytest.mark.parametrize("name", CODED)
def test_categories_of_frames_are_read_as_what_they_are(name):
    make, columns = CODED[name]
    for kind, rows in columns.items():
        assert read(open_frame(make()), {"x": kind}).to_pydict() == {"x": rows}


LARGE = [2**90, -(2**70), None, 7]
NONE = [None] * 3
# Of each: a frame whose column x is of a type of its own, and what x is as each kind.
ODD = {
    "integers of 128 bits": (
        lambda: pl.DataFrame({"x": pl.Series(LARGE, dtype=pl.Int128), "y": "c"}),
        {"number": [2.0**90, -(2.0**70), None, 7.0], "integer": [2**63 - 1, -(2**63), None, 7], "text": [*map(str, LARGE[:2]), None, "7"]},
    ),
    "large integers of 128 bits": (
        lambda: pl.DataFrame({"x": pl.Series([2**127, 7], dtype=pl.UInt128)}),
        {"number": [2.0**127, 7.0], "integer": [2**63 - 1, 7], "text": [str(2**127), "7"]},
    ),
    "beside integers of 128 bits, and objects": (
        lambda: pl.DataFrame({"x": [1, 2], "y": pl.Series([1, 2], dtype=pl.Int128), "z": pl.Series([object()] * 2, dtype=pl.Object)}),
        {"integer": [1, 2]},
    ),
    **{
        f"nulls of {holder}": (make, dict.fromkeys([*KINDS.values(), "time"], NONE))
        for holder, make in {
            "Polars": lambda: pl.DataFrame({"x": NONE}),
            "Arrow": lambda: pa.table({"x": pa.nulls(3)}),
            "pandas": lambda: pd.DataFrame({"x": NONE}),
            "DuckDB": lambda: duckdb.sql("select null as x from range(3)"),
        }.items()
    },
    "sparse floats": (
        lambda: pd.DataFrame({"x": pd.arrays.SparseArray([0.0, 1.5, np.nan], fill_value=0)}),
        {"number": [0.0, 1.5, None], "integer": [0, 2, None]},
    ),
    "sparse integers": (lambda: pd.DataFrame({"x": pd.arrays.SparseArray([0, 2**62 + 1])}), {"integer": [0, 2**62 + 1], "text": ["0", str(2**62 + 1)]}),
    "sparse truths": (lambda: pd.DataFrame({"x": pd.arrays.SparseArray([False, True])}), {"boolean": [False, True], "integer": [0, 1]}),
    "sparse objects": (
        lambda: pd.DataFrame({"x": pd.arrays.SparseArray(np.array(["a", "2", 3], dtype=object))}),
        {"text": ["a", "2", "3"], "number": [None, 2.0, 3.0]},
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_columns_of_odd_types_are_read_by_these_alone(name):
    make, columns = ODD[name]
    for kind, rows in columns.items():
        assert read(open_frame(make()), {"x": kind}).to_pydict() == {"x": rows}


def test_persons_are_told_apart_by_ids_of_odd_types():
    large = pl.DataFrame({"id": pl.Series([2**100, 2**100 + 1, 2**100], dtype=pl.Int128)})
    sparse = pd.DataFrame({"id": pd.arrays.SparseArray([0, 0, 5])})
    for frame, persons in ((large, 2), (sparse, 2), (pa.table({"id": pa.nulls(3)}), 0)):
        plan = scrim.Table(frame, person="id", columns={}).agg(n=stats.count_people()).plan(epsilon=1e9)
        assert plan.release()["n"] == [persons]


def test_nulls_alone_are_read_from_files(tmp_path):
    file = str(tmp_path / "rows.parquet")
    pq.write_table(pa.table({"x": pa.nulls(2), "y": [1, 2]}), file)
    for sql in (None, "select * from data"):
        with scrim.open_table(file, sql=sql) as table:
            for kind in [*KINDS.values(), "time"]:
                assert read(table, {"x": kind, "y": "integer"}).to_pydict() == {"x": [None] * 2, "y": [1, 2]}


def with_columns(names, folder):
    """Frames and files whose columns have these names."""
    cells = pa.Table.from_arrays([pa.array([place]) for place in range(len(names))], names=names)
    pq.write_table(cells, folder / "rows.parquet")
    (folder / "rows.csv").write_text(f"{','.join(names)}\n{','.join(map(str, range(len(names))))}\n")
    return {
        "Parquet": str(folder / "rows.parquet"),
        "CSV": str(folder / "rows.csv"),
        "Arrow": cells,
        "pandas": pd.DataFrame([list(range(len(names)))], columns=names),
        "DuckDB": duckdb.sql(f"select {', '.join(f'{place}::{kind} as {name}' for place, (name, kind) in enumerate(zip(names, ['int', 'double', 'int'])))}"),
    }


@pytest.mark.parametrize("holder", ["Parquet", "CSV", "Arrow", "pandas", "DuckDB"])
def test_columns_of_one_name_are_refused_and_others_read(tmp_path, holder):
    source = with_columns(["x", "x", "y"], tmp_path)[holder]
    words = "has several columns that are called 'x', which nothing tells apart; rename them, each to a name of its own"
    for person, columns in (("x", {}), ("y", {"x": scrim.number(0, 9)})):
        with pytest.raises(scrim.InputError, match=words):
            scrim.Table(source, person=person, columns=columns).per_person(rows=1).agg(n=stats.count(), **dict.fromkeys(columns, "sum(x)")).plan(epsilon=1)
    table = scrim.Table(source, person="y", columns={})
    assert table.agg(n=stats.count_people()).plan(epsilon=1e9).release()["n"] == [1]


def test_columns_of_one_name_in_other_cases_are_one_to_duckdb_alone(tmp_path):
    sources = with_columns(["x", "X"], tmp_path)
    with pytest.raises(scrim.InputError, match="several columns that are called 'X'"):
        read(open_frame(sources.pop("DuckDB")), {"X": "integer"})
    for source in sources.values():
        with scrim.open_table(source) if isinstance(source, str) else open_frame(source) as table:
            assert read(table, {"X": "integer"}).to_pydict() == {"X": [1]}


def test_a_query_over_columns_of_one_name_is_refused(tmp_path):
    with pytest.raises(scrim.InputError, match="several columns that are called 'x'"):
        scrim.open_table(with_columns(["x", "x", "y"], tmp_path)["Parquet"], sql="select y from data")


def test_columns_of_a_frame_that_cannot_be_read_are_refused_by_type():
    frame = pd.DataFrame({"c": [1j], "i": pd.cut(pd.Series([1]), [0, 2]), "p": pd.period_range("2020", periods=1)})
    table = open_frame(frame)
    for name in frame:
        for kind in KINDS.values():
            with pytest.raises(scrim.InputError, match="which cannot be read as"):
                read(table, {name: kind})


@pytest.mark.parametrize("place", range(5))
def test_names_are_found_whatever_their_case_and_keep_the_name_they_were_asked_by(tmp_path, place):
    with scrim.open_table(sources(tmp_path)[place]) as table:
        if not table.takes_any_name:
            assert read(table, {"CITY": "text"}).schema.names == ["CITY"]


# --- reading ahead ---


def numbered(count, failing_at=None, made=None):
    schema = pa.schema([("n", pa.int64())])

    def batches():
        for number in range(count):
            if number == failing_at:
                raise scrim.InputError("the file ends early")
            if made is not None:
                made.append(number)
            yield pa.record_batch([pa.array([number])], schema=schema)

    return BatchStream(schema, batches, on_any_thread=True)


@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_what_is_read_ahead_comes_in_its_order(count):
    stream = read_ahead(numbered(count))
    for _ in range(2):  # each reader gets a stream of its own
        assert [batch.column(0)[0].as_py() for batch in stream.batches()] == list(range(count))


@pytest.mark.parametrize("failing_at", [0, 1, 7])
def test_an_error_of_what_is_read_ahead_comes_where_it_would_have(failing_at):
    seen = []
    with pytest.raises(scrim.InputError, match="ends early"):
        for batch in read_ahead(numbered(9, failing_at)).batches():
            seen.append(batch.column(0)[0].as_py())
    assert seen == list(range(failing_at))


def test_nothing_is_read_on_when_nobody_asks_for_more():
    made = []
    threads = threading.active_count()
    batches = read_ahead(numbered(10**6, made=made)).batches()
    next(batches)
    batches.close()
    assert threading.active_count() == threads
    assert len(made) < 10


def test_a_source_that_holds_to_its_thread_is_left_as_it_is():
    stream = BatchStream(pa.schema([("n", pa.int64())]), lambda: iter(()))
    assert read_ahead(stream) is stream


@pytest.mark.parametrize("columns", [["n", "text", "x"], ["x", "n"]])
def test_parquet_files_give_the_same_batches_on_several_threads(tmp_path, columns):
    path = tmp_path / "data.parquet"
    count = 200_000
    cells = {"n": pa.array(range(count), pa.int64()), "x": pa.array([number / 7 for number in range(count)])}
    pq.write_table(pa.table({**cells, "text": pa.array([f"t{number % 99}" for number in range(count)])}), path, row_group_size=70_001)
    kinds = {"n": "integer", "x": "number", "text": "text"}
    with scrim.readers.open_table(str(path)) as table:
        stream = renamed([f"{name}_" for name in columns], table.columns({name: kinds[name] for name in columns}))
    on_one, on_several = list(stream.batches()), list(stream.batches(on_threads=True))
    assert sum(map(len, on_one)) == count
    assert on_one == on_several
    assert on_several == list(read_ahead(stream).batches())


@pytest.mark.parametrize("rows", [0, 1, (1 << 16) - 1, (1 << 16) + 1, (1 << 19) + 1])
def test_batches_of_parquet_files_are_long_where_cells_are_short(tmp_path, rows):
    path = tmp_path / "data.parquet"
    texts = pa.array(["x" * 700] * min(rows, 70_000) + [""] * (rows - min(rows, 70_000)))
    pq.write_table(pa.table({"n": pa.array(range(rows), pa.int64()), "text": texts.cast(pa.string())}), path)
    with scrim.readers.open_table(str(path)) as table:
        lengths = {name: [len(batch) for batch in table.columns({name: kind}).batches()] for name, kind in (("n", "integer"), ("text", "text"))}
    assert {name: sum(each) for name, each in lengths.items()} == {"n": rows, "text": rows}
    longest = min((1 << 16) * max(2, pa.cpu_count()), 1 << 21)  # as much for each thread; 16 MiB of integers
    assert max(lengths["n"], default=0) == min(rows, longest)
    assert max(lengths["text"], default=0) <= longest
