"""Rows that are missing, however a column says so: dropped, replaced or refused, and never followed."""

import decimal
import fractions
import struct

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim

from core.data_rows import BLOCK, counter, expected_scores, scorer

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


# --- a known size -----------------------------------------------------------------------------------

BOUNDED = scrim.atom_domain(float, bounds=(0, 100))
SIZED = scrim.vector_domain(BOUNDED, size=3), scrim.change_one_distance()
IMPUTED = (scrim.vector_domain(scrim.option_domain(BOUNDED), size=3), SIZED[1]) >> scrim.then_impute(2)


@pytest.mark.parametrize("rows", [[1.0, 2.0, 3.0], [1.0, None, 3.0]])
def test_with_a_known_size_nullable_data_is_refused_whatever_it_holds(rows):
    scores = scrim.make_quantile_score_candidates(*SIZED, [1, 2], 0.5)
    imputing = IMPUTED >> scrim.then_quantile_score_candidates([1, 2], 0.5)
    for data in [pa.array(rows), pa.table({"x": rows}), pl.Series(rows), pd.Series(rows, dtype="Float64")]:
        with pytest.raises(scrim.MismatchError, match=r"may hold nulls.*option_domain\(\.\.\.\).*then_impute") as raised:
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


def count_of(element, values, **rows):
    """The counts of two values, of any type: floats have no categories, but scores tell."""
    if element is not float:
        return counter(element, values, **rows)
    return scorer(float, sorted(values), **rows)


@pytest.mark.parametrize("element, impute, row, kind", TYPES)
@pytest.mark.parametrize("size", [None, 3])
def test_every_type_is_imputed(element, impute, row, kind, size):
    count = count_of(element, [row, impute], size=size, impute=impute)
    expected = count_of(element, [row, impute])([row, impute, impute]).tolist()
    rows = [row, None, None]
    for data in (rows, np.array(rows, dtype=object), pa.array(rows, kind), pl.Series(pa.array(rows, kind))):
        assert count(data).tolist() == expected


@pytest.mark.parametrize("element, impute, row, kind", TYPES)
@pytest.mark.parametrize("metric", [scrim.symmetric_distance(), scrim.change_one_distance()], ids=repr)
def test_what_refuses_nulls_refuses_by_kind_alone(element, impute, row, kind, metric):
    count = count_of(element, [row, impute], size=3, metric=metric)
    texts = set()
    for rows in ([row, impute, impute], [row, None, impute], [None, None, None], [row], []):
        column = pa.array(rows, kind)
        for data in (column, pa.chunked_array([column]), pa.table({"x": column}).to_reader(), pl.from_arrow(column)):
            with pytest.raises(scrim.MismatchError, match="may hold nulls, and rows of vector_domain.*may not be dropped") as raised:
                count(data)
            texts.add(str(raised.value))
    assert len(texts) == 1
    declared = pa.table({"x": pa.array([row, row, impute], kind)}, schema=pa.schema([pa.field("x", kind, nullable=False)]))
    assert count(declared).tolist() == count([row, row, impute]).tolist()
    with pytest.raises(TypeError, match="cannot be read as one of"):
        count([row, None, impute])


def test_a_refusal_of_nulls_consumes_nothing():
    run = scorer(size=1).start()
    with pytest.raises(scrim.MismatchError):
        run.update(pa.array([1.0]))
    run.update([1.0])
    assert run.finish().tolist() == expected_scores([1.0])


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
        with pytest.raises(TypeError, match="cannot be read as .*str"):
            counter(str, ["a"])(data)


class Speaking:
    """Raises, whatever it is asked for."""

    def __float__(self):
        raise RuntimeError("the salary is 12345")

    def __index__(self):
        raise RuntimeError("the salary is 12345")


# An element type, a row, and what cannot be one.
ODD = [
    (float, 1.0, "secret"),
    (float, 1.0, object()),
    (float, 1.0, [1.0]),
    (float, 1.0, Speaking()),
    (int, 1, "2"),
    (int, 1, b"2"),
    (int, 1, float("nan")),
    (int, 1, 1j),
    (int, 1, Speaking()),
    ("uint64", 1, "2"),
    ("uint64", 1, float("nan")),
    (bool, True, "secret"),
    (str, "a", 12345),
    (str, "a", b"a"),
    (str, "a", Speaking()),
]


def forms_of(rows):
    array = np.empty(len(rows), dtype=object)
    array[:] = rows
    return rows, rows[::-1], tuple(rows), array, pd.Series(array, dtype=object)


@pytest.mark.parametrize("element, row, odd", ODD)
def test_an_odd_element_is_missing(element, row, odd):
    values = [row, {float: 2.0, str: "b"}.get(element, False if element is bool else 2)]
    dropping, imputing = count_of(element, values), count_of(element, values, impute=values[1])
    for rows in ([row, odd], [odd, row], [odd, row, odd] * 1000, [row] * BLOCK + [odd], [odd]):
        kept = [each for each in rows if each is not odd]
        for data in forms_of(rows):
            assert dropping(data).tolist() == dropping(kept).tolist()
            assert imputing(data).tolist() == imputing(kept + [values[1]] * (len(rows) - len(kept))).tolist()


@pytest.mark.parametrize("element, row, odd", ODD)
def test_where_the_size_is_known_an_odd_element_is_refused_in_words_that_do_not_name_it(element, row, odd):
    count = count_of(element, [row], size=2)
    texts = set()
    for data in forms_of([row, odd]):
        with pytest.raises(TypeError, match="cannot be read as one of") as raised:
            count(data)
        assert raised.value.__cause__ is None and raised.value.__context__ is None
        texts.add(str(raised.value))
    (text,) = texts
    assert not any(word in text for word in ("secret", "12345", "object"))


def test_other_numbers_become_the_nearest_integers():
    """As in cells of files: of two the even one, and the end of the range beyond it."""
    rows = [0.5, 1.5, 2.5, -0.5, 1.0, np.float32(2), decimal.Decimal("2.4"), fractions.Fraction(7, 4), True]
    assert counter(int, [0, 1, 2, 3])(rows).tolist() == [2, 2, 5, 0]
    assert counter("uint64", [0, 1, 2, 3])([*rows, -7.5]).tolist() == [3, 2, 5, 0]
    ends = [1e30, -1e30, float("inf"), -float("inf"), 2.0**63, -(2.0**63), 2.0**64]
    assert counter(int, [2**63 - 1, -(2**63)])(ends).tolist() == [4, 3]
    assert counter("uint64", [2**64 - 1, 2**63, 2**63 - 1, 0])([*ends, 2.0**63 + 2.0**11]).tolist() == [3, 1, 0, 3]
    # A single value is no row, and is not rounded.
    with pytest.raises(TypeError, match="cannot be read as a number"):
        scrim.make_clamp(scrim.atom_domain(int), scrim.absolute_distance(int), (0, 1))(0.5)


def test_a_list_that_changes_while_it_is_read():
    rows: list = [1.0] * 10

    class Emptying:
        def __float__(self):
            rows.clear()
            return 1.0

    rows[5] = Emptying()
    assert scorer()(rows).tolist() == expected_scores([1.0] * 6)
