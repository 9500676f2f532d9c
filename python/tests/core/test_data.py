"""Whatever rows come in, the same rows are counted; how they come in is refused by type alone."""

import array
import decimal
import fractions
import struct
import time

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim
from scrim.analysis.columns import numeric_carrier

BLOCK = 2048  # rows that are widened at a time


def counter(element, categories, **domain):
    space = scrim.vector_domain(scrim.atom_domain(element), **domain), scrim.symmetric_distance()
    return scrim.make_count_by_categories(*space, categories)


def scorer(element=float, candidates=(-1, 0, 1, 2, 100), **domain):
    space = scrim.vector_domain(scrim.atom_domain(element), **domain), scrim.symmetric_distance()
    return scrim.make_quantile_score_candidates(*space, list(candidates), fractions.Fraction(1, 3))


def expected_scores(rows, candidates=(-1, 0, 1, 2, 100)):
    """By the definition: |(den - num) #(row < c) - num #(row > c)|, for alpha = 1/3."""
    rows = np.asarray(rows, dtype=float)
    return [abs(2 * int((rows < c).sum()) - int((rows > c).sum())) for c in candidates]


NUMBERS = np.array([3, 0, 1, 1, 2, 100, 0, 1, 7] * 700)  # of three blocks, about
assert len(NUMBERS) > 3 * BLOCK
TEXTS = ["a", "", "bb", "a", "a longer text than twelve bytes", "ü", "zzz"] * 900


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


# --- slices, nulls ----------------------------------------------------------------------------------

NULLABLE = [
    lambda rows, kind: pa.array(rows, kind),
    lambda rows, kind: pa.array([None, *rows, None], kind).slice(1, len(rows)),
    lambda rows, kind: pa.chunked_array([pa.array(rows[:9], kind), pa.array(rows[9:], kind).slice(0)]),
    lambda rows, kind: pa.table({"x": pa.array(rows, kind)}),
    lambda rows, kind: pa.table({"x": pa.array([*rows, *rows], kind)}).slice(len(rows)),
    lambda rows, kind: pl.from_arrow(pa.array(rows, kind)),
    lambda rows, kind: pd.Series(pa.array(rows, kind), dtype=pd.ArrowDtype(kind)),
]


@pytest.mark.parametrize("form", NULLABLE)
@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.int8(), pa.int64(), pa.uint64()])
def test_nulls_are_dropped_or_imputed(form, kind):
    rows = [1, None, 2, 3, None, None, 0, 100] * 600
    data = form(rows, kind)
    assert scorer()(data).tolist() == expected_scores([row for row in rows if row is not None])
    assert scorer(nullable=True)(data).tolist() == scorer()(data).tolist()
    assert scorer(impute=2)(data).tolist() == expected_scores([2 if row is None else row for row in rows])


@pytest.mark.parametrize("form", NULLABLE)
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())])
def test_null_texts_are_dropped_or_imputed(form, kind):
    rows = ["a", None, "b", "a", None, "a longer text than twelve bytes"] * 600
    data = form(rows, kind)
    assert counter(str, ["a", "b", "missing"])(data).tolist() == [1200, 600, 0]
    assert counter(str, ["a", "b", "missing"], impute="missing")(data).tolist() == [1200, 600, 1200]


def test_null_booleans():
    data = pa.array([True, None, False, True] * 700)
    assert counter(bool, [False, True])(data).tolist() == [700, 1400]
    assert counter(bool, [False, True], impute=False)(data.slice(1)).tolist() == [1400, 1399]


def test_nulls_in_the_values_of_a_dictionary():
    data = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, None, 1]), pa.array(["a", None, ""]))
    assert counter(str, ["a", "", "x"])(data).tolist() == [1, 1, 0]
    assert counter(str, ["a", "", "x"], impute="x")(data).tolist() == [1, 1, 3]


@pytest.mark.parametrize("dtype, rows", [("Int64", [1, None, 2]), ("Float64", [1, None, 2]), ("boolean", [True, None, False])])
def test_nullable_columns_of_pandas(dtype, rows):
    data = pd.Series(rows * 1000, dtype=dtype)
    kept = [float(row) for row in rows if row is not None] * 1000
    assert scorer()(data).tolist() == expected_scores(kept)
    assert scorer()(data[::2]).tolist() == expected_scores([float(r) for r in (rows * 1000)[::2] if r is not None])


def test_columns_of_pandas_in_several_chunks():
    chunks = pa.chunked_array([[1, None], [2], [], [2, 100]], pa.int32())
    data = pd.Series(pd.arrays.ArrowExtensionArray(chunks))
    assert scorer()(data).tolist() == expected_scores([1, 2, 2, 100])
    texts = pd.concat([pd.Series(["a", None], dtype="category"), pd.Series(["b"], dtype="category")])
    assert counter(str, ["a", "b"])(texts).tolist() == [1, 1]


def test_nulls_among_python_objects():
    assert scorer()([1, None, pd.NA, 2]).tolist() == expected_scores([1, 2])
    assert scorer(impute=5)([1, None, 2]).tolist() == expected_scores([1, 5, 2])
    assert scorer()(np.array([1, None, 2], dtype=object)).tolist() == expected_scores([1, 2])
    assert counter(str, ["a", "x"])(np.array(["a", None, float("nan")], dtype=object)).tolist() == [1, 0]
    texts = pd.Series(["a", None, "a"], dtype=object)
    assert counter(str, ["a", "x"], impute="x")(texts).tolist() == [2, 1]


def test_structs_that_are_null_hide_their_field():
    table = pa.StructArray.from_arrays([pa.array([1, 2, 3, 4])], ["x"], mask=pa.array([False, True, False, True]))
    assert scorer()(table).tolist() == expected_scores([1, 3])
    assert scorer()(table.slice(1)).tolist() == expected_scores([3])


# --- threads ----------------------------------------------------------------------------------------

MANY = 300_000  # rows for four threads
MANY_NUMBERS = np.resize(NUMBERS, MANY)
MANY_TEXTS = np.resize(TEXTS, MANY)
IS_NULL = np.random.default_rng(3).random(MANY) < 0.25

COLUMNS_OF_NUMBERS = {
    "in place": lambda: MANY_NUMBERS.astype(float),
    "int32": lambda: MANY_NUMBERS.astype(np.int32),
    "float32": lambda: MANY_NUMBERS.astype(np.float32),
    "strided": lambda: np.repeat(MANY_NUMBERS, 2)[::2],
    "Arrow, nulls": lambda: pa.array(MANY_NUMBERS, mask=IS_NULL),
    "Arrow slice, nulls": lambda: pa.array(np.append(1, MANY_NUMBERS), mask=np.append(False, IS_NULL)).slice(1),
    "Arrow table, nulls": lambda: pa.table({"x": pa.array(MANY_NUMBERS, pa.uint8(), mask=IS_NULL)}),
    "pandas, nulls": lambda: pd.Series(pd.arrays.IntegerArray(MANY_NUMBERS.astype(np.int16), IS_NULL)),
    "Polars, nulls": lambda: pl.from_arrow(pa.array(MANY_NUMBERS, mask=IS_NULL)),
}

COLUMNS_OF_TEXTS = {
    "NumPy": lambda: MANY_TEXTS,
    "string_view": lambda: pa.array(MANY_TEXTS).cast(pa.string_view()),
    "string, nulls": lambda: pa.array(MANY_TEXTS, pa.string(), mask=IS_NULL),
    "large_string, nulls": lambda: pa.array(MANY_TEXTS, pa.large_string(), mask=IS_NULL),
    "dictionary, nulls": lambda: pa.array(MANY_TEXTS, mask=IS_NULL).dictionary_encode(),
    "pandas category, nulls": lambda: pd.Series(MANY_TEXTS, dtype="category").where(~IS_NULL),
    "Polars, nulls": lambda: pl.from_arrow(pa.array(MANY_TEXTS, mask=IS_NULL)),
}


def null_places(kind):
    return IS_NULL if "nulls" in kind else np.zeros(MANY, bool)


@pytest.mark.parametrize("kind", COLUMNS_OF_NUMBERS)
def test_numbers_are_the_same_on_any_number_of_threads(kind):
    data = COLUMNS_OF_NUMBERS[kind]()
    dropped = expected_scores(MANY_NUMBERS[~null_places(kind)])
    imputed = expected_scores(np.where(null_places(kind), 2, MANY_NUMBERS))
    for threads in [1, 2, 3, 0]:
        assert scorer()(data, threads=threads).tolist() == dropped
        assert scorer(impute=2)(data, threads=threads).tolist() == imputed


@pytest.mark.parametrize("kind", COLUMNS_OF_TEXTS)
def test_texts_are_the_same_on_any_number_of_threads(kind):
    data = COLUMNS_OF_TEXTS[kind]()
    categories = ["a", "", "ü", "a longer text than twelve bytes"]
    kept = MANY_TEXTS[~null_places(kind)]
    counts = [int((kept == category).sum()) for category in categories]
    for threads in [1, 2, 3, 0]:
        assert counter(str, categories)(data, threads=threads).tolist() == counts
        imputed = counter(str, [*categories, "x"], impute="x")(data, threads=threads)
        assert imputed.tolist() == [*counts, int(null_places(kind).sum())]


@pytest.mark.parametrize("threads", [1, 2])
def test_columns_are_read_to_their_end_in_steps(threads):
    rows = np.zeros(2**23 + 5, dtype=np.int8)  # two steps and a bit
    rows[2**22 :] = 1
    rows[2**23 :] = 2
    is_null = np.zeros(len(rows), bool)
    is_null[2**22 : 2**22 + 3] = True
    counts = counter(int, [0, 1, 2])
    assert counts(rows, threads=threads).tolist() == [2**22, 2**22, 5]
    assert counts(pa.array(rows, mask=is_null), threads=threads).tolist() == [2**22, 2**22 - 3, 5]


def cpu_seconds_of_other_threads(work):
    before = time.process_time() - time.thread_time()
    work()
    return time.process_time() - time.thread_time() - before


@pytest.mark.parametrize("kind", ["string, nulls", "dictionary, nulls"])
def test_columns_that_are_not_read_in_place_are_shared_among_threads(kind):
    data = COLUMNS_OF_TEXTS[kind]()
    counts = counter(str, ["a", "ü"])
    # On a busy machine a helper may come late, and a library's own thread may wake, but not every time.
    assert any(cpu_seconds_of_other_threads(lambda: counts(data, threads=2)) > 0.001 for _ in range(100))
    assert any(cpu_seconds_of_other_threads(lambda: counts(data, threads=1)) < 0.001 for _ in range(10))


def test_threads_do_not_change_what_a_known_size_is_compared_with():
    domain = scrim.vector_domain(scrim.atom_domain(float), size=MANY, impute=2), scrim.change_one_distance()
    scores = scrim.make_quantile_score_candidates(*domain, [-1, 0, 1, 2, 100], fractions.Fraction(1, 3))
    data = COLUMNS_OF_NUMBERS["Arrow, nulls"]()
    imputed = np.where(IS_NULL, 2, MANY_NUMBERS)
    assert scores(data, threads=3).tolist() == expected_scores(imputed)
    for threads in [1, 3]:
        with pytest.raises(scrim.Error, match="does not have the number of rows"):
            scores(data.slice(1), threads=threads)


# --- a known size -----------------------------------------------------------------------------------

BOUNDED = scrim.atom_domain(float, bounds=(0, 100))
SIZED = scrim.vector_domain(BOUNDED, size=3), scrim.change_one_distance()
IMPUTED = scrim.vector_domain(BOUNDED, size=3, impute=2), scrim.change_one_distance()


@pytest.mark.parametrize("rows", [[1.0, 2.0, 3.0], [1.0, None, 3.0]])
def test_with_a_known_size_nullable_data_is_refused_whatever_it_holds(rows):
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    imputing = scrim.make_quantile_score_candidates(*IMPUTED, [1, 2], 0.5)
    for data in [pa.array(rows), pa.table({"x": rows}), pl.Series(rows), pd.Series(rows, dtype="Float64")]:
        with pytest.raises(scrim.MismatchError, match=r"may hold nulls.*vector_domain\(\.\.\., impute=\.\.\.\)") as raised:
            scores(data)
        assert "None" not in str(raised.value)
        filled = [2.0 if row is None else row for row in rows]
        assert imputing(data).tolist() == imputing(filled).tolist() == scores(filled).tolist()


def test_what_cannot_hold_nulls_needs_no_value_for_them():
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    assert scores(np.array([1.0, 2.0, 3.0])).tolist() == scores([1, 2, 3]).tolist()
    schema = pa.schema([pa.field("x", pa.float64(), nullable=False)])
    declared = pa.table({"x": pa.array([1.0, 2.0, 3.0])}, schema=schema)
    assert scores(declared).tolist() == scores([1, 2, 3]).tolist()
    with pytest.raises(TypeError, match="cannot be read as one of"):
        scores([1.0, None, 3.0])


def test_a_schema_that_lies_about_nulls_changes_no_size():
    schema = pa.schema([pa.field("x", pa.float64(), nullable=False)])
    lying = pa.table({"x": pa.array([1.0, None, 3.0])}, schema=schema)
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    assert len(scores(lying)) == 2
    texts = scrim.vector_domain(scrim.atom_domain(str), size=2), scrim.change_one_distance()
    field = pa.field("x", pa.dictionary(pa.int8(), pa.string()), nullable=False)
    lying = pa.table({"x": pa.array(["a", None]).dictionary_encode().cast(field.type)}, schema=pa.schema([field]))
    assert scrim.make_count_by_categories(*texts, ["a"])(lying).tolist() in ([1], [2])


def test_a_wrong_size_is_an_error_without_numbers():
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    with pytest.raises(scrim.WrongSizeError) as raised:
        scores([1.0, 2.0])
    assert not any(character.isdigit() for character in str(raised.value))


def test_places_of_scores_have_a_meaning_so_none_is_dropped():
    top = scrim.make_report_noisy_top_k(
        scrim.vector_domain(scrim.atom_domain(float)), scrim.linf_distance(float), scrim.max_divergence(), 1, 0.0, "max"
    )
    for rows in ([1.0, 3.0], [1.0, None, 3.0]):
        with pytest.raises(scrim.MismatchError, match="may hold nulls"):
            top(pa.array(rows))
    with pytest.raises(TypeError, match="cannot be read as one of"):
        top([1.0, None, 3.0])
    assert top(np.array([1.0, 0.0, 3.0])).tolist() == [2]


# --- what the domain says of nulls --------------------------------------------------------------------

# An element type, what is imputed, a row that is not null, and the kind of an Arrow column.
TYPES = [
    (float, 2.5, 1.5, pa.float64()),
    (int, -(2**63), 7, pa.int64()),
    ("uint64", 2**64 - 1, 7, pa.uint64()),
    (str, "missing", "a", pa.string()),
    (bool, True, False, pa.bool_()),
]


def count_of(element, values, **domain):
    """The counts of two values, of any type: floats have no categories, but scores tell."""
    if element is not float:
        return counter(element, values, **domain)
    return scorer(float, sorted(values), **domain)


@pytest.mark.parametrize("element, impute, row, kind", TYPES)
@pytest.mark.parametrize("size", [None, 3])
def test_every_type_is_imputed(element, impute, row, kind, size):
    count = count_of(element, [row, impute], size=size, impute=impute)
    expected = count_of(element, [row, impute])([row, impute, impute]).tolist()
    rows = [row, None, None]
    for data in (rows, np.array(rows, dtype=object), pa.array(rows, kind), pl.Series(pa.array(rows, kind))):
        assert count(data).tolist() == expected


@pytest.mark.parametrize("element, impute, row, kind", TYPES)
@pytest.mark.parametrize("domain", [{"nullable": False}, {"size": 3}, {"size": 3, "nullable": False}], ids=repr)
def test_what_refuses_nulls_refuses_by_kind_alone(element, impute, row, kind, domain):
    count = count_of(element, [row, impute], **domain)
    texts = set()
    for rows in ([row, impute, impute], [row, None, impute], [None, None, None], [row], []):
        column = pa.array(rows, kind)
        for data in (column, pa.chunked_array([column]), pa.table({"x": column}).to_reader(), pl.from_arrow(column)):
            with pytest.raises(scrim.MismatchError, match="may hold nulls, and rows of VectorDomain.*may not be dropped") as raised:
                count(data)
            texts.add(str(raised.value))
    assert len(texts) == 1
    declared = pa.table({"x": pa.array([row, row, impute], kind)}, schema=pa.schema([pa.field("x", kind, nullable=False)]))
    assert count(declared).tolist() == count([row, row, impute]).tolist()
    with pytest.raises(TypeError, match="cannot be read as one of"):
        count([row, None, impute])


def test_a_refusal_of_nulls_consumes_nothing():
    run = scorer(nullable=False).start()
    with pytest.raises(scrim.MismatchError):
        run.update(pa.array([1.0]))
    run.update([1.0])
    assert run.finish().tolist() == expected_scores([1.0])


# --- refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data, words",
    [
        (np.zeros((2, 2)), "has 2 dimensions"),
        (np.array(1.0), "has 0 dimensions"),
        (np.array([1 + 1j]), 'format "Zd"'),
        (np.array([1.0], dtype=np.float16), 'format "e"'),
        (np.array([1.0], dtype=">f8"), r'byte order of another machine; give array.astype\(array.dtype.newbyteorder\("="\)\)'),
        (np.array([1], dtype=">i2"), "byte order of another machine"),
        (pd.Series(np.array([1.0], dtype=">f8")), "byte order of another machine"),
        (np.array([1.0], dtype=np.longdouble), 'format "g"'),
        (np.array([b"a"]), "cannot be read"),
        (np.zeros(2, dtype=[("x", "f8"), ("y", "f8")]), "cannot be read; cast the array"),
        (pd.Series([1 + 1j]), 'format "Zd"'),
        (np.ma.array([1.0], mask=[True]), "masked arrays"),
        (b"abc", "bytes are no column"),
        ("abc", "type str cannot be read"),
        (3.0, "type float cannot be read"),
        (None, "NoneType cannot be read"),
        ({1.0}, "type set cannot be read"),
        (iter([1.0]), "cannot be read"),
        (pa.table({"x": [1.0], "y": [1.0]}), "has 2 columns"),
        (pa.table({}), "has 0 columns"),
        (pd.DataFrame({"x": [1.0], "y": [1.0]}), "has 2 columns"),
        (pa.array([[1.0]]), r'Arrow type "\+l"'),
        (pa.array([None]), 'Arrow type "n"'),
        (pa.array([1.0]).dictionary_encode(), "dictionaries of texts"),
        (pa.array(["a"]), r"column of text cannot be read as .*atom_domain\(str\)"),
        (np.array(["a"]), "column of text cannot be read"),
        (pa.array(["a"]).dictionary_encode(), "column of text cannot be read"),
    ],
)
def test_data_that_is_no_column_of_numbers_is_refused_by_its_type(data, words):
    with pytest.raises(TypeError, match=words):
        scorer()(data)


# Of each unit: what holds it, and the words of the refusal.
TIMES = [
    (np.array(["2020-01-01"], dtype="datetime64[D]"), "dates and times .* days since 1970: .*astype"),
    (np.array([1], dtype="datetime64[25s]"), "which are 25 seconds since 1970"),
    (np.array([1], dtype="timedelta64[ns]"), "durations .* nanoseconds: .*astype"),
    (np.array([1], dtype=">M8[us]"), "microseconds since 1970"),
    (pd.Series(np.array([1], dtype="datetime64[ms]")), "milliseconds since 1970"),
    (pd.Series(np.array([1], dtype="datetime64[ns]")).dt.tz_localize("UTC"), "timestamps .* nanoseconds since 1970"),
    (pd.Series(np.array([1], dtype="timedelta64[s]")), "durations .* seconds"),
    (pd.Series(pd.period_range("2020", periods=2)), "periods"),
    (pa.array([1], pa.date32()), r"dates .* days since 1970: column.cast\(pyarrow.int32\(\)\)"),
    (pa.array([1], pa.date64()), r"dates .* milliseconds since 1970: column.cast\(pyarrow.int64\(\)\)"),
    (pa.array([1], pa.time32("s")), r"times of day .* seconds since midnight: column.cast\(pyarrow.int32\(\)\)"),
    (pa.array([1], pa.time64("us")), r"times of day .* microseconds since midnight: column.cast\(pyarrow.int64\(\)\)"),
    (pa.array([1], pa.timestamp("s")), "timestamps .* seconds since 1970"),
    (pa.array([1], pa.timestamp("ns", "Europe/Paris")), "timestamps .* nanoseconds since 1970"),
    (pa.array([1], pa.duration("ms")), "durations .* milliseconds"),
    (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "intervals of the calendar"),
    (pa.table({"x": pa.array([1], pa.timestamp("us"))}), "microseconds"),
    (pl.Series([1]).cast(pl.Date), r"dates .*\.cast\(polars.Int64\)"),
    (pl.Series([1]).cast(pl.Datetime("ms")), "milliseconds"),
    (pl.Series([1]).cast(pl.Duration("us")), "durations .* microseconds"),
]


@pytest.mark.parametrize("data, words", TIMES)
def test_dates_and_times_are_refused_with_the_cast_that_reads_them(data, words):
    for count in (scorer(), scorer(int, [0, 1]), counter(str, ["a"])):
        with pytest.raises(TypeError, match=words):
            count(data)
    assert numeric_carrier(data) == "float64"


def test_the_casts_that_are_advised_are_ones_that_work():
    for data, _ in TIMES:
        if isinstance(data, pa.Array) and not pa.types.is_interval(data.type):
            with pytest.raises(TypeError) as raised:
                scorer()(data)
            to = pa.int32() if "pyarrow.int32" in str(raised.value) else pa.int64()
            assert scorer()(data.cast(to)).tolist() == expected_scores([1])
        elif isinstance(data, (np.ndarray, pd.Series)):
            cast = data.astype("int64")
            assert scorer()(cast).tolist() == expected_scores(cast)


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


# --- garbage ----------------------------------------------------------------------------------------

# A null may have anything in its place. These are arrays that are right by the letter of the Arrow format.

VALID = pa.py_buffer(bytes([0b0000_0110]))  # of four rows, the second and the third


def array_of(kind, values, *more):
    return pa.Array.from_buffers(kind, 4, [VALID, pa.py_buffer(values), *more])


def view(length, buffer=0, offset=0, text=b""):
    """One of Arrow's views of 16 bytes."""
    if text:
        return struct.pack("<i12s", length, text)
    return struct.pack("<i4sii", length, b"pppp", buffer, offset)


LONG = b"a longer text than twelve bytes"
WILD_VIEWS = [view(2**31 - 1, 2**31 - 1, 2**31 - 1), view(1000, 7, 5), view(-5), view(13, -1, -1), view(2**31 - 1, 0, 2**31 - 1)]


@pytest.mark.parametrize("wild", WILD_VIEWS)
def test_views_in_the_place_of_nulls_are_not_followed(wild):
    values = wild + view(1, text=b"a") + view(len(LONG), 0, 0) + wild
    column = array_of(pa.string_view(), values, pa.py_buffer(LONG))
    names = ["a", LONG.decode(), "missing"]
    indices = pa.array([0, 1, 2, 3, 1], pa.int8())
    struct_of = pa.StructArray.from_arrays([pa.Array.from_buffers(pa.string_view(), 4, [None, pa.py_buffer(values), pa.py_buffer(LONG)])],
                                           ["x"], mask=pa.array([True, False, False, True]))
    for data in (column, column.slice(1), pa.table({"x": column}), pa.table({"x": column}).slice(0, 3), pa.chunked_array([column.slice(0, 0), column]), struct_of):
        assert counter(str, names)(data).tolist() == [1, 1, 0]
    assert counter(str, names, impute="missing")(column).tolist() == [1, 1, 2]
    assert counter(str, names, impute="missing")(struct_of).tolist() == [1, 1, 2]
    dictionary = pa.DictionaryArray.from_arrays(indices, column)
    assert counter(str, names)(dictionary).tolist() == [2, 1, 0]


@pytest.mark.parametrize("wild", WILD_VIEWS)
def test_a_schema_that_lies_about_nulls_leads_nowhere(wild):
    values = wild + view(1, text=b"a") + view(len(LONG), 0, 0) + wild
    column = array_of(pa.string_view(), values, pa.py_buffer(LONG))
    schema = pa.schema([pa.field("x", pa.string_view(), nullable=False)])
    sized = scrim.vector_domain(scrim.atom_domain(str), size=4), scrim.change_one_distance()
    count = scrim.make_count_by_categories(*sized, ["a", LONG.decode()])
    assert count(pa.table({"x": column}, schema=schema)).tolist() == [1, 1]


def test_a_null_that_should_not_be_counts_as_a_fixed_number():
    values = struct.pack("<4d", 50.0, 1.0, 2.0, 70.0)
    schema = pa.schema([pa.field("x", pa.float64(), nullable=False)])
    column = pa.table({"x": array_of(pa.float64(), values)}, schema=schema)
    for bounds, expected in (((1, 100), [1, 1, 2, 1]), (None, [0, 1, 2, 0])):
        element = scrim.atom_domain(float, bounds=bounds)
        sized = scrim.vector_domain(element, size=4), scrim.change_one_distance()
        scores = scrim.make_quantile_score_candidates(*sized, [1, 2, 50], fractions.Fraction(1, 3))
        assert scores(column).tolist() == scores(np.array(expected, dtype=float)).tolist()


def test_a_struct_that_may_be_null_makes_its_field_nullable():
    field = pa.field("x", pa.float64(), nullable=False)
    column = pa.StructArray.from_arrays([pa.array([1.0, 2.0, 3.0])], fields=[field])
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    with pytest.raises(scrim.MismatchError, match="may hold nulls"):
        scores(column)


def test_views_outside_their_buffers_are_no_text():
    values = view(40, 0, 0) + view(len(LONG), 0, 1) + view(len(LONG), 1, 0) + view(len(LONG), 0, 0)
    column = pa.Array.from_buffers(pa.string_view(), 4, [None, pa.py_buffer(values), pa.py_buffer(LONG)])
    assert counter(str, [LONG.decode(), ""])(column).tolist() == [1, 0]


def test_garbage_in_the_place_of_other_nulls():
    for kind, letter in ((pa.int8(), "b"), (pa.int32(), "i"), (pa.int64(), "q")):
        least = -(2 ** (8 * struct.calcsize(letter) - 1))
        indices = array_of(kind, struct.pack(f"<4{letter}", least, 0, 1, -1))
        dictionary = pa.DictionaryArray.from_arrays(indices, pa.array(["a", "b"]), safe=False)
        assert counter(str, ["a", "b"])(dictionary).tolist() == [1, 1]
    numbers = array_of(pa.float64(), struct.pack("<4d", float("nan"), 1, 2, float("inf")))
    assert scorer()(numbers).tolist() == expected_scores([1, 2])
    bits = array_of(pa.bool_(), bytes([0b1111_1011]))
    assert counter(bool, [False, True])(bits).tolist() == [1, 1]
    decimals = array_of(pa.decimal128(38, 2), b"\xee" * 16 + (100).to_bytes(16, "little") + (200).to_bytes(16, "little") + b"\x7f" * 16)
    assert scorer()(decimals).tolist() == expected_scores([1, 2])


def test_offsets_that_begin_late_and_nulls_that_have_a_text():
    for kind, letter in ((pa.string(), "i"), (pa.large_string(), "q")):
        offsets = struct.pack(f"<5{letter}", 3, 5, 6, 6, 9)
        column = array_of(kind, offsets, pa.py_buffer(b"???xxaxxx"))
        for data, expected in ((column, [1, 1]), (column.slice(2), [0, 1]), (column.slice(1, 1), [1, 0]), (column.slice(4), [0, 0])):
            assert counter(str, ["a", ""])(data).tolist() == expected


def test_numbers_are_no_texts():
    for data in [np.array([1]), pa.array([1.5]), np.array([True])]:
        with pytest.raises(TypeError, match="cannot be read as .*string"):
            counter(str, ["a"])(data)


@pytest.mark.parametrize(
    "element, rows",
    [(float, [1.0, "secret"]), (int, [1, 2.5]), (int, [1, "2"]), (str, ["a", 12345]), (float, [1.0, object()]), (float, [[1.0]])],
)
def test_an_odd_element_is_refused_in_words_that_do_not_name_it(element, rows):
    count = scorer(element) if element is not str else counter(str, ["a"])
    texts = set()
    for data in [rows, rows[::-1], np.array(rows, dtype=object) if rows != [[1.0]] else rows]:
        with pytest.raises(TypeError) as raised:
            count(data)
        assert raised.value.__cause__ is None and raised.value.__context__ is None
        texts.add(str(raised.value))
    assert len(texts) == 1
    assert "secret" not in texts.pop()


def test_an_element_whose_conversion_fails_cannot_speak():
    class Row:
        def __float__(self):
            raise RuntimeError("the salary is 12345")

        def __index__(self):
            raise RuntimeError("the salary is 12345")

    for count in (scorer(), counter(int, [1])):
        with pytest.raises(TypeError) as raised:
            count([1, Row()])
        assert "12345" not in str(raised.value) and raised.value.__context__ is None


def test_a_list_that_changes_while_it_is_read():
    rows: list = [1.0] * 10

    class Emptying:
        def __float__(self):
            rows.clear()
            return 1.0

    rows[5] = Emptying()
    assert scorer()(rows).tolist() == expected_scores([1.0] * 6)


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
