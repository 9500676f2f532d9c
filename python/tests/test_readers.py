"""What is read from files, by what is said of them and never by their rows."""

import gzip
import os
import sqlite3
import subprocess
import sys
import threading

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scrim
from scrim.readers import ReadingOptions, check_categorical, check_numeric, find_column, open_table


def values(stream):
    """One column, as a list."""
    return pa.RecordBatchReader.from_stream(stream).read_all().column(0).to_pylist()


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)

    return write


# --- CSV ---


def test_every_cell_is_text_until_numbers_are_asked_for(write):
    table = open_table(write("t.csv", 'a,b\n1,x\n2.5,"y, z"\nabc,\n,7\n'))
    assert table.types == {"a": "ANY", "b": "ANY"}
    assert values(table.numbers("a")) == [1.0, 2.5, None, None]
    assert values(table.numbers("a", "int64")) == [1, 2, None, None]
    assert values(table.texts("a")) == ["1", "2.5", "abc", None]
    assert values(table.texts("b")) == ["x", "y, z", None, "7"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("t.csv", {"delimiter": ";"}),
        ("t.tsv", {"delimiter": ";"}),
        ("t.txt", {"delimiter": ";", "quote": "'"}),
        ("t.csv", {"delimiter": ";", "decimal": ","}),
    ],
)
def test_signs_are_those_that_are_given(write, name, options):
    options = ReadingOptions(**options)
    quote, point = options.quote, options.decimal
    file = write(name, f"a;b\n1{point}5;{quote}x;y{quote}\n")
    table = open_table(file, options=options)
    assert values(table.numbers("a")) == [1.5]
    assert values(table.texts("b")) == ["x;y"]


def test_a_tsv_file_has_tabs(write):
    assert values(open_table(write("t.tsv", "a\tb\n1,5\t2\n")).texts("a")) == ["1,5"]
    assert values(open_table(write("t.TSV", "a\tb\n1\t2\n")).numbers("b")) == [2.0]


def test_without_quotes_a_quote_is_a_character(write):
    table = open_table(write("t.csv", 'a,b\n"x,1\n"y,2\n'), options=ReadingOptions(quote=""))
    assert values(table.texts("a")) == ['"x', '"y']
    assert values(table.numbers("b")) == [1.0, 2.0]


def test_names_can_be_given_instead_of_a_header(write):
    options = ReadingOptions(header=False, columns=("age", "city"))
    table = open_table(write("t.csv", "1,x\n2,y\n"), options=options)
    assert values(table.numbers("age")) == [1.0, 2.0]
    with pytest.raises(scrim.InputError, match="did you mean 'city'"):
        find_column(table, "citi")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"])
def test_texts_in_other_encodings(write, encoding):
    file = write("t.csv", "größe,b\nÄrmel,1\n".encode(encoding))
    table = open_table(file, options=ReadingOptions(encoding=encoding))
    assert values(table.texts("größe")) == ["Ärmel"]


def test_a_byte_order_mark_belongs_to_the_header_or_to_the_row(write):
    mark = "\ufeff"
    assert values(open_table(write("t.csv", mark + "a\nx\n")).texts("a")) == ["x"]
    bare = ReadingOptions(header=False, columns=("a",))
    assert values(open_table(write("t.csv", mark + "x\ny\n"), options=bare).texts("a")) == [mark + "x", "y"]
    signed = ReadingOptions(header=False, columns=("a",), encoding="utf-8-sig")
    assert values(open_table(write("t.csv", mark + "x\ny\n"), options=signed).texts("a")) == ["x", "y"]


@pytest.mark.parametrize("pieces", [1, 7, 1 << 22])
def test_a_header_and_rows_in_any_pieces(write, monkeypatch, pieces):
    monkeypatch.setattr("scrim.readers.byte_stream.PIECE", pieces)
    table = open_table(write("t.csv", '"a\nb",c\r\n1,"x\r\ny"\r\n2,z'))
    assert values(table.numbers("a\nb")) == [1.0, 2.0]
    assert values(table.texts("c")) == ["x\r\ny", "z"]


def test_compressed_files(write):
    text = b"a\n1\n2\n"
    assert values(open_table(write("t.csv.gz", gzip.compress(text))).numbers("a")) == [1.0, 2.0]
    packed = pa.compress(text, codec="zstd", asbytes=True)
    assert values(open_table(write("t.csv.zst", packed)).numbers("a")) == [1.0, 2.0]


def test_the_same_table_is_read_again_and_again(write):
    table = open_table(write("t.csv", "a\n1\n2\n"))
    stream = table.numbers("a")
    assert values(stream) == values(stream) == values(table.numbers("a")) == [1.0, 2.0]


def test_several_files_of_a_pattern(write, tmp_path):
    write("p-1.csv", "a,b\n1,x\n")
    write("p-2.csv", "b,a\ny,2\n")  # each has a header of its own
    table = open_table(str(tmp_path / "p-*.csv"))
    assert values(table.numbers("a")) == [1.0, 2.0]
    write("p-3.csv", "b\ny\n")
    with pytest.raises(scrim.InputError, match=r"p-3.csv names the column 'a' 0 times"):
        open_table(str(tmp_path / "p-*.csv")).numbers("a")


def test_a_name_with_brackets_is_a_name(write, tmp_path):
    write("data1.csv", "a\n1\n")
    write("data[1].csv", "a\n2\n")
    assert values(open_table(str(tmp_path / "data[1].csv")).numbers("a")) == [2.0]
    os.unlink(tmp_path / "data[1].csv")
    assert values(open_table(str(tmp_path / "data[1].csv")).numbers("a")) == [1.0]


def test_a_csv_file_is_csv_whatever_its_first_row_looks_like(write):
    bare = ReadingOptions(header=False, columns=("a",))
    for name in ["t.csv", "t"]:
        file = write(name, b"PAR1\nSQLite format 3\0\n")
        assert values(open_table(file, options=bare).texts("a"))[0] == "PAR1"
    file = write("t", b"SQLite format 3\0\nx\n")
    assert len(values(open_table(file, options=bare).texts("a"))) == 2


def test_a_pipe_is_read_from_its_first_byte(tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    threading.Thread(target=lambda: open(pipe, "w").write("a\n1\n2\n")).start()
    assert values(open_table(pipe).numbers("a")) == [1.0, 2.0]


def test_columns_that_are_named_twice(write):
    table = open_table(write("t.csv", "a,a,b\n1,2,3\n"))
    assert table.types == {"b": "ANY"}
    with pytest.raises(scrim.InputError):
        find_column(table, "a")


def test_what_the_first_line_says_is_not_repeated(write):
    table = open_table(write("t.csv", "secret,44\nx,45\n"))
    with pytest.raises(scrim.InputError) as raised:
        find_column(table, "secre")
    assert "secret" not in str(raised.value) and "head -1" in str(raised.value)


# --- options ---


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"delimiter": ";;"}, "one sign"),
        ({"delimiter": "\n"}, "one sign"),
        ({"delimiter": "1"}, "one sign"),
        ({"delimiter": "-"}, "one sign"),
        ({"quote": "é"}, "one sign"),
        ({"quote": ";", "delimiter": ";"}, "two signs"),
        ({"decimal": "x"}, "give . or ,"),
        ({"encoding": "utf-7"}, "utf-8"),
        ({"encoding": "iso2022_jp"}, "utf-8"),
        ({"encoding": "idna"}, "utf-8"),
        ({"encoding": "nonsense"}, "utf-8"),
        ({"header": False}, "columns"),
        ({"columns": ("a", "a")}, "twice"),
        ({"columns": ("a", "")}, "empty"),
    ],
)
def test_options_that_make_no_sense(given, told):
    with pytest.raises(scrim.InvalidArgumentError, match=told):
        ReadingOptions(**given)


# --- JSON ---


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.json", '[{"a": 1, "b": "x"}, {"a": "2"}, {"b": "y", "a": null}]'),
        ("t.json", '{"a": 1, "b": "x"}\n\n  {"a": "2"}{"b": "y", "a": null}'),
        ("t.jsonl", '{"a": 1, "b": "x"}\n{"a": "2"}\n{"b": "y", "a": null}\n'),
        ("t.ndjson", '{"a": 1, "b": "x"}\n{"a": "2"}\n\n{"b": "y", "a": null}'),
    ],
)
def test_exactly_the_key_that_is_asked_for(write, name, text):
    table = open_table(write(name, text))
    assert values(table.numbers("a")) == [1.0, 2.0, None]
    assert values(table.texts("b")) == ["x", None, "y"]
    assert values(table.numbers("A")) == [None, None, None]
    assert find_column(table, "anything") == "anything"


def test_a_line_of_json_that_is_torn_is_one_row(write):
    table = open_table(write("t.jsonl", '{"a": 1\n{"a": 2}\n"\n{"a": 3}\n'))
    assert values(table.numbers("a")) == [None, 2.0, None, 3.0]


# --- Parquet ---


def test_types_of_parquet(tmp_path):
    import datetime
    import decimal

    file = str(tmp_path / "t.parquet")
    columns = {
        "i": pa.array([1, None], pa.int32()),
        "u": pa.array([2**64 - 1, 1], pa.uint64()),
        "f": pa.array([1.5, float("nan")]),
        "h": pa.array([1.5, None], pa.float16()),
        "d": pa.array([decimal.Decimal("1.25"), None]),
        "s": pa.array(["7", "x"]),
        "k": pa.array(["7", "x"]).dictionary_encode(),
        "b": pa.array([True, None]),
        "t": pa.array([datetime.date(2020, 1, 2), None]),
        "l": pa.array([[1], None]),
    }
    pq.write_table(pa.table(columns), file)
    table = open_table(file)
    assert [check_numeric(table, name) for name in "iufhd"] == [
        "int64",
        "uint64",
        "float64",
        "float64",
        "float64",
    ]
    assert values(table.numbers("i", "int64")) == [1, None]
    assert values(table.numbers("u", "uint64")) == [2**64 - 1, 1]
    assert values(table.numbers("u", "int64")) == [2**63 - 1, 1]
    assert values(table.numbers("f", "int64")) == [2, None]
    assert values(table.numbers("h"))[0] == 1.5
    assert values(table.numbers("d")) == [1.25, None]
    assert values(table.numbers("d", "int64")) == [1, None]
    assert values(table.numbers("s")) == values(table.numbers("k")) == [7.0, None]
    assert values(table.texts("i")) == ["1", None]
    assert values(table.texts("b")) == ["true", None]
    assert values(table.texts("t")) == ["2020-01-02", None]
    for name in "skbtl":
        with pytest.raises(scrim.InputError, match="numbers are needed"):
            check_numeric(table, name)
    assert check_numeric(table, "s", "number") == "float64"
    assert check_numeric(table, "b", "integer") == "int64"
    for name in "tl":
        with pytest.raises(scrim.InputError, match="numbers are needed"):
            check_numeric(table, name, "number")
    for name in "fdl":
        with pytest.raises(scrim.InputError, match="no categories"):
            check_categorical(table, name)


def test_numbers_at_the_ends_become_integers_at_the_ends(tmp_path):
    file = str(tmp_path / "t.parquet")
    ends = [1e300, -1e300, float("inf"), float("-inf"), 2.0**63, -(2.0**63), 2.5, -3.5, 0.49999999999999994]
    pq.write_table(pa.table({"f": ends}), file)
    most, least = 2**63 - 1, -(2**63)
    expected = [most, least, most, least, most, least, 2, -4, 0]
    assert values(open_table(file).numbers("f", "int64")) == expected


def test_texts_of_parquet_that_are_not_utf8_are_missing(tmp_path):
    texts = pa.array([b"a", b"\xff\xfe", None, b"b"]).view(pa.string())
    file = str(tmp_path / "t.parquet")
    pq.write_table(pa.table({"c": texts, "k": texts.dictionary_encode()}), file)
    table = open_table(file)
    assert values(table.texts("c")) == values(table.texts("k")) == ["a", None, None, "b"]
    assert values(table.numbers("c")) == values(table.numbers("k")) == [None] * 4


def test_texts_of_parquet_are_the_same_whether_they_lie_as_codes_or_not(tmp_path):
    rows = (["a", None, "", "b", "a text of more than sixteen bytes"] * 999)[1:]
    texts = pa.array([None if row is None else row.encode() for row in rows] + [b"\xff\xfe", b"7"]).view(pa.string())
    expected = [*rows, None, "7"]
    forms = {
        "codes": {"use_dictionary": True},
        "codes in parts": {"use_dictionary": True, "row_group_size": 1000},
        "texts": {"use_dictionary": False},
        "both": {"use_dictionary": True, "dictionary_pagesize_limit": 16, "data_page_size": 64, "write_batch_size": 8},
    }
    is_coded = {}
    for form, options in forms.items():
        file = str(tmp_path / f"{form}.parquet")
        pq.write_table(pa.table({"c": texts, "x.y": texts}), file, **options)
        table = open_table(file)
        assert table.types == {"c": "VARCHAR", "x.y": "VARCHAR"}
        is_coded[form] = pa.types.is_dictionary(table.texts("c").schema.field("c").type)
        for column in table.types:
            assert values(table.texts(column)) == expected
            assert values(table.numbers(column)) == [None] * (len(expected) - 1) + [7.0]
    assert is_coded == {"codes": True, "codes in parts": True, "texts": False, "both": False}
    # Files of one name are read one way, also if they are stored otherwise.
    assert values(open_table(str(tmp_path / "codes*.parquet")).texts("c")) == 2 * expected
    assert values(open_table(str(tmp_path / "*.parquet")).texts("c")) == 4 * expected


def test_parquet_files_of_one_name_declare_the_same(tmp_path):
    pq.write_table(pa.table({"a": [1]}), tmp_path / "p1.parquet")
    pq.write_table(pa.table({"a": [2]}), tmp_path / "p2.parquet")
    assert values(open_table(str(tmp_path / "p*.parquet")).numbers("a", "int64")) == [1, 2]
    pq.write_table(pa.table({"a": ["x"]}), tmp_path / "p3.parquet")
    with pytest.raises(scrim.InputError, match="declares other columns"):
        open_table(str(tmp_path / "p*.parquet"))


def test_a_misspelt_column_of_a_typed_file(tmp_path):
    pq.write_table(pa.table({"income": [1], "age": [1]}), tmp_path / "t.parquet")
    with pytest.raises(scrim.InputError, match="did you mean 'income'"):
        find_column(open_table(str(tmp_path / "t.parquet")), "incmoe")


# --- databases ---


def test_types_of_duckdb(tmp_path):
    file = str(tmp_path / "t.duckdb")
    huge = "1" + "0" * 60
    with duckdb.connect(file) as database:
        database.execute(
            f"create table t as select 1::tinyint as i, '{huge}'::bignum as n, 7::hugeint as h, 1.25::decimal(9, 2) as d,"
            " '3'::varchar as s, 'x'::enum ('x', 'y') as e, 1.5::float as f, uuid() as u, true as b"
        )
    table = open_table(file)
    assert values(table.numbers("n")) == [1e60]
    assert values(table.numbers("n", "int64")) == [2**63 - 1]
    assert values(table.numbers("h")) == [7.0]
    assert values(table.numbers("d")) == [1.25]
    assert values(table.numbers("s")) == [3.0]
    assert values(table.numbers("f", "int64")) == [2]
    assert values(table.texts("e")) == ["x"]
    assert values(table.texts("i")) == ["1"]
    assert values(table.texts("b")) == ["true"]


def test_every_storage_class_in_every_column_of_sqlite(tmp_path):
    file = str(tmp_path / "t.sqlite")
    cells = [1, 2**53 + 1, -(2**63), 2.5, float("inf"), "7", "x", b"\xff", None]
    with sqlite3.connect(file) as database:
        database.execute("create table t (a numeric, b text, c)")
        database.executemany("insert into t values (?, ?, ?)", [(cell,) * 3 for cell in cells])
        database.execute("insert into t values (cast(x'ff41' as text), cast(x'ff41' as text), cast(x'ff41' as text))")
    table = open_table(file)
    numbers = [1.0, float(2**53 + 1), -float(2**63), 2.5, float("inf"), 7.0, None, None, None, None]
    assert values(table.numbers("a")) == values(table.numbers("c")) == numbers
    integers = [1, 2**53 + 1, -(2**63), 2, 2**63 - 1, 7, None, None, None, None]
    assert values(table.numbers("c", "int64")) == integers
    assert values(table.texts("c")) == [
        "1", str(2**53 + 1), str(-(2**63)), None, None, "7", "x", None, None, None
    ]  # fmt: skip


# --- queries ---


def test_a_query_over_csv_sees_texts(write):
    file = write("t.csv", "a,b\n1,x\nabc,y\n3,\xff\n".encode("latin-1"))
    table = open_table(file, sql="select try_cast(a as double) * 2 as twice, a, b from data")
    assert table.types == {"twice": "DOUBLE", "a": "ANY", "b": "ANY"}
    assert values(table.numbers("twice")) == [2.0, None, 6.0]
    assert values(table.numbers("a")) == [1.0, None, 3.0]
    assert values(table.texts("b")) == ["x", "y", None]


def test_a_query_may_use_the_file_twice(write):
    file = write("t.csv", "a\n1\n2\n")
    table = open_table(file, sql="select x.a from data x, data y")
    assert sorted(values(table.numbers("a"))) == [1.0, 1.0, 2.0, 2.0]


def test_a_query_over_a_file_without_a_header_names_no_cell(write):
    file = write("t.csv", "Rumpelstiltskin,44\nx,45\n")
    for query in ["select Rumpelstiltskn from data", "select a from data", "select * from data where a = 1"]:
        with pytest.raises(scrim.InputError) as raised:
            open_table(file, sql=query)
        assert "Rumpelstiltskin" not in str(raised.value)
        assert "first line" in str(raised.value)


def test_a_query_cannot_open_files_by_itself(write, tmp_path):
    file = write("t.csv", "a\n1\n")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "t.parquet")
    for query in [f"select * from '{file}'", f"select * from read_csv('{file}')", f"from read_text('{file}')"]:
        for opened in [file, str(tmp_path / "t.parquet")]:
            with pytest.raises(scrim.InputError, match="cannot open files"):
                open_table(opened, sql=query)


def test_a_query_over_json_needs_the_keys(write):
    file = write("t.json", '[{"a": 1, "b": 2}, {"b": "x"}]')
    with pytest.raises(scrim.InvalidArgumentError, match=r"such as columns=\(\"age\", \"city\"\)"):
        open_table(file, sql="select a from data")
    options = ReadingOptions(columns=("a", "b"))
    table = open_table(file, sql="select b from data where a is null", options=options)
    assert values(table.texts("b")) == ["x"]


def test_a_query_over_parquet_with_texts_that_are_none(tmp_path):
    texts = pa.array([b"a", b"\xff\xfe", b"b"]).view(pa.string())
    pq.write_table(pa.table({"c": texts, "n": [1, 2, 3]}), tmp_path / "t.parquet")
    table = open_table(str(tmp_path / "t.parquet"), sql="select upper(c) as c, n from data")
    assert values(table.texts("c")) == ["A", None, "B"]
    assert values(table.numbers("n", "int64")) == [1, 2, 3]


def test_a_query_over_parquet_with_texts_that_are_codes(tmp_path):
    """As pandas and Polars write categories."""
    texts = pa.array([b"a", b"\xff\xfe", None, b"b", b"a"]).view(pa.string()).dictionary_encode()
    pq.write_table(pa.table({"c": texts, "n": [1, 2, 3, 4, 5]}), tmp_path / "t.parquet")
    with open_table(str(tmp_path / "t.parquet"), sql="select upper(c) as c from data where n < 5") as table:
        assert values(table.texts("c")) == ["A", None, None, "B"]


# --- for Python ---


def test_columns_of_files_are_data_like_others(write):
    with scrim.open_table(write("t.csv", "age,city\n" + "44,x\n" * 2000)) as table:
        median = scrim.quantile(table.numbers("age"), bounds=(0, 120), epsilon=1.0, candidates=121, rows_per_person=1)
        assert abs(median.value - 44) <= 1
        assert scrim.top_k(table.texts("city"), ["x", "y"], 1, epsilon=1.0, rows_per_person=1).values == ("x",)


def test_the_package_loads_no_engine_before_it_is_needed():
    code = "import sys, scrim; print([m for m in ('duckdb', 'pyarrow', 'rich', 'typer', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_table_of_duckdb_may_be_called_data(tmp_path):
    file = tmp_path / "t.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("create table data as select 3 as a")
    with open_table(str(file)) as table:
        assert values(table.numbers("a")) == [3.0]
