"""Whatever rows come in, the same rows are counted."""

import array
import decimal
import fractions

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim
from scrim.analysis.columns import numeric_carrier

from core.data_rows import BLOCK, NUMBERS, TEXTS, counter, expected_scores, scorer

# --- numbers ----------------------------------------------------------------------------------------

NARROW = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]


@pytest.mark.parametrize("dtype", NARROW)
def test_every_numeric_type_is_read_as_doubles(dtype):
    rows = NUMBERS.astype(dtype)
    expected = expected_scores(NUMBERS)
    for data in [
        rows,
        rows.tolist(),
        tuple(rows.tolist()),
        rows.astype(object),
        memoryview(rows),
        pa.array(rows),
        pa.chunked_array([rows[:5], rows[5:5], rows[5:]]),
        pa.table({"x": rows}),
        pa.table({"x": rows}).to_reader(max_chunksize=1000),
        pa.record_batch({"x": pa.array(rows)}),
        pd.Series(rows),
        pd.DataFrame({"x": rows}),
        pd.Series(rows, dtype=pd.ArrowDtype(pa.from_numpy_dtype(rows.dtype))),
        pl.Series(rows),
        pl.DataFrame({"x": rows}),
    ]:
        assert scorer()(data).tolist() == expected, type(data)


@pytest.mark.parametrize("dtype", NARROW)
def test_integers_are_read_as_integers_where_they_fit(dtype):
    for element, takes in [(int, not dtype.startswith("float") and dtype != "uint64"), ("uint64", dtype.startswith("uint"))]:
        data = NUMBERS.astype(dtype)
        if takes:
            assert scorer(element, [0, 1, 2, 100])(data).tolist() == expected_scores(NUMBERS, [0, 1, 2, 100])
            assert scorer(element, [0, 1, 2, 100])(pa.array(data)).tolist() == expected_scores(NUMBERS, [0, 1, 2, 100])
        else:
            for column in (data, pa.array(data)):
                with pytest.raises(TypeError, match=f"a column of {dtype} cannot be read as .*; cast the column, or use atom_domain"):
                    scorer(element, [0, 1])(column)


def test_the_ends_of_each_integer_type_survive():
    for dtype in ["int8", "int16", "int32", "int64"]:
        ends = np.iinfo(dtype)
        count = counter(int, [ends.min, ends.max])
        assert count(np.array([ends.min, ends.max, ends.max], dtype=dtype)).tolist() == [1, 2]
    for dtype in ["uint8", "uint16", "uint32", "uint64"]:
        ends = np.iinfo(dtype)
        assert counter("uint64", [0, ends.max])(np.array([0, ends.max, ends.max], dtype=dtype)).tolist() == [1, 2]


def test_integers_beyond_two_to_the_53_are_rounded_to_the_nearest_double():
    rows = np.array([2**53 + 1, 2**53 + 3, -(2**53) - 1])
    candidates = [-(2.0**53), 2.0**53, 2.0**53 + 4]
    assert scorer(float, candidates)(rows).tolist() == expected_scores(rows.astype(float), candidates)
    assert scorer(float, candidates)(rows.tolist()).tolist() == expected_scores(rows.astype(float), candidates)


@pytest.mark.parametrize("element", [bool, int, "uint64", float])
def test_booleans_are_zero_and_one(element):
    rows = np.array([True, False, True] * 1000)
    for data in [rows, rows[::-1], rows.tolist(), pa.array(rows), pa.array(rows).slice(3), pl.Series(rows), pd.Series(rows)]:
        if element is float:
            assert scorer(float, [0.5])(data).tolist() == expected_scores(np.asarray(data), [0.5])
        else:
            ones = int(np.asarray(data).sum())
            assert counter(element, [False, True])(data).tolist() == [len(data) - ones, ones]


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])
def test_sizes_around_a_block(size):
    rows = np.arange(size, dtype=np.int32) % 5
    for data in [rows, rows.astype(float), pa.array(rows), rows.tolist(), pa.array(rows % 2 == 0)]:
        numbers = np.asarray(data).astype(float)
        assert scorer()(data).tolist() == expected_scores(numbers)


@pytest.mark.parametrize("step", [2, 3, -1, -7])
@pytest.mark.parametrize("dtype", ["float64", "int32", "float32", "bool"])
def test_strides(step, dtype):
    rows = NUMBERS.astype(dtype)[::step]
    assert scorer()(rows).tolist() == expected_scores(rows)


def test_fields_of_records_and_unaligned_rows():
    records = np.zeros(100, dtype=[("flag", "u1"), ("x", "f8"), ("y", "i4")])  # packed: x is unaligned
    records["x"], records["y"] = np.arange(100), np.arange(100) % 7
    assert scorer()(records["x"]).tolist() == expected_scores(records["x"])
    assert scorer()(records["y"]).tolist() == expected_scores(records["y"])
    unaligned = np.frombuffer(b"\0" + NUMBERS.astype(float).tobytes(), dtype=np.uint8)[1:].view(float)
    assert scorer()(unaligned).tolist() == expected_scores(NUMBERS)
    assert scorer()(np.broadcast_to(1.0, 5000)).tolist() == expected_scores([1.0] * 5000)


def test_other_buffers():
    assert scorer()(array.array("d", [1.0, 2.0])).tolist() == expected_scores([1, 2])
    assert scorer()(array.array("h", [1, 2])).tolist() == expected_scores([1, 2])
    read_only = NUMBERS.astype(float)
    read_only.flags.writeable = False
    assert scorer()(read_only).tolist() == expected_scores(NUMBERS)

    class Tensor:
        def __dlpack__(self, **options):
            return NUMBERS.__dlpack__(**options)

        def __dlpack_device__(self):
            return NUMBERS.__dlpack_device__()

    assert scorer()(Tensor()).tolist() == expected_scores(NUMBERS)


def test_infinities_and_nans_are_counted_somewhere_and_raise_nothing():
    rows = [float("inf"), -float("inf"), float("nan"), 1.0]
    assert scorer()(np.array(rows)).tolist() == scorer()(rows).tolist() == scorer()(pa.array(rows)).tolist()
    assert scorer()([10**400, -(10**400)]).tolist() == scorer()([float("inf"), -float("inf")]).tolist()
    assert counter(int, [2**63 - 1, -(2**63)])([10**30, -(10**30), 2**63 - 1]).tolist() == [2, 1]
    assert counter("uint64", [2**64 - 1, 0])([10**30, -1, 2**63, -(10**30)]).tolist() == [1, 2]


def test_numbers_in_lists_may_be_of_many_kinds():
    rows = [1, 2.0, True, np.float32(1), np.int8(2), decimal.Decimal(1), fractions.Fraction(2)]
    assert scorer()(rows).tolist() == expected_scores([1, 2, 1, 1, 2, 1, 2])


# --- texts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        list,
        tuple,
        np.array,
        lambda texts: np.array(texts)[::-1],
        lambda texts: np.array(texts, dtype=object),
        pa.array,
        lambda texts: pa.array(texts, pa.large_string()),
        lambda texts: pa.array(texts, pa.string_view()),
        lambda texts: pa.array(texts).dictionary_encode(),
        lambda texts: pa.array(texts, pa.large_string()).dictionary_encode(),
        lambda texts: pa.chunked_array([texts[:1], texts[1:]]).dictionary_encode(),
        lambda texts: pa.table({"x": texts}),
        lambda texts: np.array(texts, dtype=np.dtypes.StringDType()),
        pd.Series,
        lambda texts: pd.Series(texts, dtype=object),
        lambda texts: pd.Series(texts, dtype="category"),
        lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string())),
        pl.Series,
        lambda texts: pl.Series(texts, dtype=pl.Categorical),
    ],
)
def test_texts(form):
    categories = sorted(set(TEXTS)) + ["absent"]
    data = form(TEXTS)
    assert counter(str, categories)(data).tolist() == [TEXTS.count(each) for each in categories]


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["b", "a"]), "category"])
def test_categories_are_counted_without_their_type(kind):
    data = pd.Series(["a", "b", "a"], dtype=kind) if kind == "category" else pl.Series(["a", "b", "a"], dtype=kind)
    assert scrim.count(data, epsilon=1e9, rows_per_person=1).value == 3


def test_categories_of_pandas_that_are_numbers_are_numbers():
    assert scorer()(pd.Series([1.0, 2.0, None, 1.0], dtype="category")).tolist() == expected_scores([1.0, 2.0, 1.0])
    release = scrim.sum(pd.Series([1, 2, None, 1], dtype="Int64").astype("category"), (0, 9), epsilon=1e9, rows_per_person=1)
    assert type(release.value) is int and release.value == 4
    assert scorer()(pd.array([1, None, 2])).tolist() == expected_scores([1, 2])


def test_sparse_columns_of_pandas_are_read_as_what_they_hold():
    sparse = pd.Series(pd.arrays.SparseArray([1.0, 0.0, 0.0, 2.0], fill_value=0.0))
    assert scorer()(sparse).tolist() == expected_scores([1.0, 0.0, 0.0, 2.0])
    integers = sparse.astype("Sparse[int64, 0]")
    assert numeric_carrier(integers) == "int64" and numeric_carrier(integers.to_frame()) == "int64"
    release = scrim.sum(integers, (0, 9), epsilon=1e9, rows_per_person=1)
    assert type(release.value) is int and release.value == 3
    texts = pd.Series(pd.arrays.SparseArray(np.array(["a", None, "b", "a"], dtype=object)))
    assert counter(str, ["a", "b"])(texts).tolist() == [2, 1]


def test_texts_that_utf_8_cannot_hold_equal_no_category():
    rows = ["a", "\ud800", "b"]
    assert counter(str, ["a", "b", "\ufffd"])(rows).tolist() == [1, 1, 0]
    assert counter(str, ["a", "b"])(np.array(rows)).tolist() == [1, 1]


def test_texts_of_another_byte_order_are_refused_and_not_misread():
    swapped = np.array(["a", "b"]).astype(">U1")
    with pytest.raises(TypeError, match="byte order of another machine"):
        counter(str, ["a", "b"])(swapped)
    assert counter(str, ["a", "b"])(swapped.astype(swapped.dtype.newbyteorder("="))).tolist() == [1, 1]
    with pytest.raises(TypeError, match="byte order of another machine"):
        counter(str, ["a"])(memoryview(swapped))


def test_texts_with_zeros_inside():
    assert counter(str, ["a\0b", "a"])(["a\0b", "a"]).tolist() == [1, 1]
    assert counter(str, ["a\0b", "a"])(np.array(["a\0b", "a"])).tolist() == [1, 1]


# --- decimals ---------------------------------------------------------------------------------------

DECIMALS = [decimal.Decimal(text) for text in ("1.25", "-0.01", "100.00", "2.00", "0.10")] * 700


@pytest.mark.parametrize(
    "kind", [pa.decimal32(7, 2), pa.decimal64(12, 2), pa.decimal128(20, 2), pa.decimal256(50, 2), pa.decimal128(38, 30)]
)
def test_decimals_are_read_as_doubles(kind):
    column = pa.array(DECIMALS, kind)
    expected = expected_scores([float(row) for row in DECIMALS])
    with_nulls = pa.array([None, *DECIMALS, None], kind)
    forms = [column, column.slice(0), pa.table({"x": column}), pa.chunked_array([column[:3], column[3:]]), with_nulls]
    if pa.types.is_decimal128(kind):
        forms += [pd.Series(column, dtype=pd.ArrowDtype(kind)), pl.from_arrow(column), pl.DataFrame({"x": pl.from_arrow(column)})]
    for data in forms:
        assert scorer()(data).tolist() == expected, type(data)
        assert numeric_carrier(data) == "float64"
    assert scorer(impute=2)(with_nulls).tolist() == expected_scores([2, *(float(row) for row in DECIMALS), 2])


def test_decimals_are_rounded_as_python_rounds_them():
    rows = [decimal.Decimal(text) for text in ("0.1", "0.3", "123456789012345678.9", "-9999999999999999999.9", "0.7")]
    candidates = sorted(float(row) for row in rows)
    assert scorer(float, candidates)(pa.array(rows, pa.decimal128(38, 1))).tolist() == expected_scores([float(r) for r in rows], candidates)


def test_every_decimal_has_a_value():
    """The ends of each width, and bytes that no decimal of its precision holds."""
    for kind, width in ((pa.decimal32(9, 4), 4), (pa.decimal64(18, -5), 8), (pa.decimal128(38, 38), 16), (pa.decimal256(76, 0), 32)):
        for byte in (b"\0", b"\xff", b"\x7f", b"\x80"):
            column = pa.Array.from_buffers(kind, 3, [None, pa.py_buffer(byte * width * 3)])
            assert len(scorer()(column)) == 5


def test_decimals_are_no_integers():
    for data in (pa.array([decimal.Decimal("1")]), pl.Series([decimal.Decimal("1")])):
        with pytest.raises(TypeError, match=r"a column of decimal cannot be read as .*atom_domain\(float\)"):
            scorer(int, [0, 1])(data)


def test_decimals_of_a_database():
    relation = duckdb.sql("select (i / 4)::decimal(9, 2) x from range(400) r(i)")
    assert scorer()(relation).tolist() == expected_scores([round(i / 4, 2) for i in range(400)])
    assert numeric_carrier(relation) == "float64"


# --- databases --------------------------------------------------------------------------------------


def test_relations_of_duckdb():
    connection = duckdb.connect()
    connection.execute("create table t as select (i % 5)::integer x, case when i % 3 > 0 then 'c' || (i % 2) end c from range(10000) r(i)")
    numbers = [i % 5 for i in range(10_000)]
    assert scorer()(connection.sql("select x from t")).tolist() == expected_scores(numbers)
    assert scorer()(connection.sql("select x::double from t where x < 3")).tolist() == expected_scores([n for n in numbers if n < 3])
    texts = ["c" + str(i % 2) for i in range(10_000) if i % 3 > 0]
    counted = counter(str, ["c0", "c1"])(connection.sql("select c from t"))
    assert counted.tolist() == [texts.count("c0"), texts.count("c1")]
    assert counter(str, ["c0", "c1"])(connection.sql("select c::enum('c0', 'c1') from t")).tolist() == counted.tolist()
    with pytest.raises(TypeError, match="has 2 columns"):
        scorer()(connection.sql("select * from t"))
    with pytest.raises(TypeError, match="column of text"):
        scorer()(connection.sql("select c from t"))


def test_a_stream_that_fails_says_nothing_of_its_data():
    def batches():
        yield pa.record_batch({"x": pa.array([1.0])})
        raise RuntimeError("row 17 holds 12345")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("x", pa.float64())]), batches())
    with pytest.raises(scrim.InputError) as raised:
        scorer()(reader)
    assert "12345" not in str(raised.value) and raised.value.__context__ is None


def test_a_stream_is_read_once():
    reader = pa.table({"x": [1.0]}).to_reader()
    assert scorer()(reader).tolist() == expected_scores([1.0])
    # It is at its end: there is no row any more.
    try:
        assert scorer()(reader).tolist() == expected_scores([])
    except (scrim.InputError, pa.ArrowInvalid, ValueError):
        pass


def test_capsules_that_are_no_capsules():
    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            return "stream"

    with pytest.raises(TypeError, match="capsules"):
        scorer()(Broken())
