"""What the caller says of the type of rows: pandas makes floats of integers if one is missing, and objects of truths,
so that the type of its columns tells of one row. With `dtype` nothing of a release does."""

import decimal
import fractions
import itertools

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim
from scrim.analysis.columns import declared_type

TERMS = {"epsilon": 1e9, "rows_per_person": 1}
AGES = [31, 44, 52, 31, 44, 44, 60]
CATEGORIES = [31, 44, 52]

# Of each statistic of numbers: what is asked, and what plans it.
STATISTICS = {
    "count": (lambda data, **asked: scrim.count(data, **asked), scrim.plan_count),
    "sum": (
        lambda data, **asked: scrim.sum(data, (0, 120), **asked),
        lambda **asked: scrim.plan_sum((0, 120), **asked),
    ),
    "mean": (
        lambda data, **asked: scrim.mean(data, (0, 120), **asked),
        lambda **asked: scrim.plan_mean((0, 120), **asked),
    ),
    "mean of a size": (
        lambda data, **asked: scrim.mean(data, (0, 120), size=len(AGES), **asked),
        lambda **asked: scrim.plan_mean((0, 120), size=len(AGES), **asked),
    ),
    "variance": (
        lambda data, **asked: scrim.variance(data, (0, 120), **asked),
        lambda **asked: scrim.plan_variance((0, 120), **asked),
    ),
    "std of a size": (
        lambda data, **asked: scrim.std(data, (0, 120), size=len(AGES), **asked),
        lambda **asked: scrim.plan_std((0, 120), size=len(AGES), **asked),
    ),
    "std": (
        lambda data, **asked: scrim.std(data, (0, 120), **asked),
        lambda **asked: scrim.plan_std((0, 120), **asked),
    ),
    "bounds": (
        lambda data, **asked: scrim.bounds(data, outside=1, **asked),
        lambda **asked: scrim.plan_bounds(outside=1, **asked),
    ),
    "histogram": (
        lambda data, **asked: scrim.histogram(data, edges=[0, 18, 40, 120], **asked),
        lambda **asked: scrim.plan_histogram(edges=[0, 18, 40, 120], **asked),
    ),
    "histogram of categories": (
        lambda data, **asked: scrim.histogram(data, categories=CATEGORIES, **asked),
        lambda **asked: scrim.plan_histogram(categories=CATEGORIES, **asked),
    ),
    "top k": (
        lambda data, **asked: scrim.top_k(data, CATEGORIES, 1, **asked),
        lambda **asked: scrim.plan_top_k(CATEGORIES, 1, **asked),
    ),
    "count distinct": (
        lambda data, **asked: scrim.count_distinct(data, CATEGORIES, **asked),
        lambda **asked: scrim.plan_count_distinct(CATEGORIES, **asked),
    ),
    "quantile": (
        lambda data, **asked: scrim.quantile(data, 0.5, bounds=(0, 120), **asked),
        lambda **asked: scrim.plan_quantile(0.5, bounds=(0, 120), **asked),
    ),
    "quantile among all": (
        lambda data, **asked: scrim.quantile(data, 0.5, bounds=(0, 120), candidates="all", **asked),
        lambda **asked: scrim.plan_quantile(0.5, bounds=(0, 120), candidates="all", **asked),
    ),
}
OF_INTEGERS = ("histogram of categories", "top k", "count distinct")
OF_FLOATS = [name for name in STATISTICS if name not in OF_INTEGERS]
# Unsigned columns have no grid of all values.
WITHOUT = {("quantile among all", "uint64"), *((name, float) for name in OF_INTEGERS)}
ASKED = [pair for pair in itertools.product(STATISTICS, (int, "uint64", float)) if pair not in WITHOUT]


def types_of(value):
    """Of everything in it."""
    return [types_of(each) for each in value] if isinstance(value, (tuple, list)) else type(value)


def told(release):
    """All that a release says but for its values."""
    said = {name: value for name, value in release.plan.to_dict().items()}
    return said, release.plan.explain(), repr(release.plan), release.plan.numbers(), types_of(release.values), types_of(
        getattr(release, "unclipped", None)
    )


def neighbours():
    """A table, and the same with a row more, which is missing: as pandas makes columns of them."""
    whole, gap = pd.Series(AGES), pd.Series([*AGES, None])
    assert (declared_type(whole), declared_type(gap)) == ("int64", "float64")
    return whole, gap


def test_without_dtype_the_type_of_a_column_shows():
    whole, gap = (scrim.sum(data, (0, 120), **TERMS) for data in neighbours())
    assert (type(whole.value), type(gap.value)) == (int, float)
    assert whole.plan.step == 1 != gap.plan.step


@pytest.mark.parametrize("statistic, dtype", ASKED)
def test_with_dtype_neighbours_cannot_be_told_apart_by_anything_but_noise(statistic, dtype):
    release, plan = STATISTICS[statistic]
    whole, gap = neighbours()
    objects = gap.astype(object)
    others = [
        objects,
        pd.Series([*AGES, pd.NA], dtype=object),
        pd.Series([*map(float, AGES), None, "none"], dtype=object),
    ]
    if statistic != "quantile among all":
        others.append(pd.Series(AGES, dtype="uint64"))
    first = release(whole, **TERMS, dtype=dtype)
    for other in (gap, *others):
        second = release(other, **TERMS, dtype=dtype)
        assert told(second) == told(first)
        if statistic != "count":  # which counts the missing row
            assert second.values == pytest.approx(first.values, rel=1e-3)
        else:
            assert second.value == len(other)
    planned = plan(**TERMS, dtype=dtype)
    for other in (whole, gap, objects):
        if "quantile" in statistic and dtype == "uint64":
            continue  # there it names the type of the column to come
        assert told(planned.release(other)) == told(first)


@pytest.mark.parametrize("statistic", OF_INTEGERS)
def test_categories_that_are_integers_say_what_rows_are(statistic):
    release, _ = STATISTICS[statistic]
    first, second = (release(data, **TERMS) for data in neighbours())
    assert told(first) == told(second) and first.values == second.values


def test_truths_of_which_one_is_missing_are_objects():
    whole, gap = pd.Series([True, False, True]), pd.Series([True, False, True, None])
    assert (declared_type(whole), declared_type(gap)) == ("bool", "object")
    first, second = (scrim.sum(data, (0, 1), **TERMS, dtype=int) for data in (whole, gap))
    assert told(first) == told(second) and first.value == second.value == 2


# Numbers, some of them no integers, as columns of any kind that holds floats.
FLOATS = [0.5, 1.5, 2.5, -0.5, 7.25, 3.0]
FORMS = {
    "numpy": np.array,
    "strides": lambda rows: np.repeat(rows, 2)[::2],
    "float32": lambda rows: np.array(rows, np.float32),
    "buffer": lambda rows: memoryview(np.array(rows)),
    "pandas": pd.Series,
    "pandas frame": lambda rows: pd.DataFrame({"x": rows}),
    "nullable pandas": lambda rows: pd.Series(rows, dtype="Float64"),
    "pandas of Arrow": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.float64())),
    "array": pa.array,
    "slice": lambda rows: pa.array([9.0, *rows])[1:],
    "nulls": lambda rows: pa.array([None, *rows, None]),
    "chunks": lambda rows: pa.chunked_array([rows[:2], [], rows[2:]], pa.float32()),
    "batch": lambda rows: pa.record_batch({"x": rows}),
    "table": lambda rows: pa.table({"x": rows}),
    "reader": lambda rows: pa.table({"x": rows}).to_reader(2),
    "decimals": lambda rows: pa.array([decimal.Decimal(str(row)) for row in rows], pa.decimal128(20, 2)),
    "polars": pl.Series,
    "polars frame": lambda rows: pl.DataFrame({"x": rows}),
    "duckdb": lambda rows: duckdb.sql(f"select unnest({rows}::double[]) x"),
    "decimals of duckdb": lambda rows: duckdb.sql(f"select unnest({rows}::decimal(9, 2)[]) x"),
    "list": list,
    "objects": lambda rows: np.array(rows, dtype=object),
}


@pytest.mark.parametrize("form", FORMS)
def test_floats_are_read_as_the_nearest_integers(form):
    edges = [-1, 0, 1, 2, 3, 4, 7, 8]
    release = scrim.histogram(FORMS[form](FLOATS), edges=edges, **TERMS, dtype=int)
    assert release.values == (0, 2, 0, 2, 1, 0, 1)
    assert scrim.histogram(FORMS[form](FLOATS), edges=edges[1:], **TERMS, dtype="uint64").values == (2, 0, 2, 1, 0, 1)


def test_what_no_integer_holds_is_moved_to_the_end_and_nan_is_missing():
    rows = [1e300, -1e300, np.inf, -np.inf, np.nan, 2.0**63, -(2.0**63), 2.0**64, 2.0**63 - 1024, 2.0**63 + 2048]
    ends = [-(2**63), 2**63 - 1024, 2**63 - 1]
    for data in (np.array(rows), pa.array(rows), rows, np.array(rows, dtype=object)):
        assert scrim.histogram(data, categories=ends, **TERMS, dtype=int, other_rows=True).values == (3, 1, 5, 0)
        large = [0, 2**63 + 2048, 2**64 - 1]
        unsigned = scrim.histogram(data, categories=large, **TERMS, dtype="uint64", other_rows=True)
        assert unsigned.values == (3, 1, 3, 2)
    signed, unsigned = np.array([-1, 2**63 - 1]), np.array([1, 2**64 - 1], np.uint64)
    assert scrim.histogram(signed, categories=[0, 2**63 - 1], **TERMS, dtype="uint64").values == (1, 1)
    assert scrim.histogram(unsigned, categories=[1, 2**63 - 1], **TERMS, dtype=int).values == (1, 1)


def test_long_columns_are_read_piece_by_piece():
    rows = np.arange(2**20 + 5, dtype=float) % 7
    for data in (rows, pa.array(rows), pd.Series(rows)):
        for threads in (1, 2):
            assert scrim.sum(data, (0, 7), **TERMS, dtype=int, threads=threads).value == int(rows.sum())


@pytest.mark.parametrize(
    "data, words",
    [
        (np.zeros((2, 2)), "2 dimensions"),
        (np.array([1.0], ">f8"), "byte order"),
        (np.array(["1"]), "column of text"),
        (pa.table({"x": [1.0], "y": [1.0]}), "2 columns"),
        (pa.table({"x": [1.0], "y": [1.0]}).to_reader(), "2 columns"),
        (pd.DataFrame({"x": [1.0], "y": [1.0]}), "2 columns"),
        (np.ma.array([1.0], mask=[True]), "masked"),
    ],
)
def test_what_is_no_column_of_numbers_is_refused_by_its_type(data, words):
    with pytest.raises(TypeError, match=words):
        scrim.sum(data, (0, 120), **TERMS, dtype=int)


def test_a_column_that_fails_says_nothing_of_itself():
    connection = duckdb.connect()
    connection.execute("create table t as select unnest(['1', 'the salary is 12345']) x")
    with pytest.raises(scrim.InputError) as raised:
        scrim.sum(connection.sql("select x::double from t"), (0, 120), **TERMS, dtype=int)
    assert "12345" not in str(raised.value) and raised.value.__context__ is None


@pytest.mark.parametrize("statistic", STATISTICS)
def test_other_types_are_refused_by_name(statistic):
    release, plan = STATISTICS[statistic]
    for dtype in (bool, "int32", 5, []):
        for ask in (lambda: release(AGES, **TERMS, dtype=dtype), lambda: plan(**TERMS, dtype=dtype)):  # noqa: B023
            with pytest.raises(scrim.InvalidArgumentError, match="dtype is .*; give float, int"):
                ask()
    if statistic not in OF_FLOATS:
        words = "dtype is .*float.* categories are integers; give int or 'uint64'"
        with pytest.raises(scrim.InvalidArgumentError, match=words):
            plan(**TERMS, dtype=float)


def test_a_ledger_takes_both_for_the_same_question(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ledger = tmp_path / "people.ledger"
    scrim.Ledger.create(str(ledger), unit="one person", dataset="people", epsilon=1)
    whole, gap = neighbours()
    asked = {"epsilon": 0.1, "rows_per_person": 1, "ledger": ledger, "name": "age", "dtype": int}
    first, second = scrim.sum(gap, (0, 120), **asked), scrim.sum(whole, (0, 120), **asked)
    assert type(first.value) is int and second.unclipped == first.unclipped
    assert scrim.Ledger.open(str(ledger)).spent() == fractions.Fraction(1, 10)


# Rows as Python has them, each of which could be somebody's.
NUMBERS = [31, 31.5, True, None, float("nan"), float("inf"), 10**400, -1, 1j, decimal.Decimal("NaN")]
ROWS = [*NUMBERS, "a", "31", b"31", "\ud800", [31], object()]
OF_TEXTS = {
    "top k of texts": lambda data, **asked: scrim.top_k(data, ["a", "b"], 1, **asked),
    "histogram of texts": lambda data, **asked: scrim.histogram(data, categories=["a", "b"], **asked),
    "count distinct of texts": lambda data, **asked: scrim.count_distinct(data, ["a", "b"], **asked),
}


@pytest.mark.parametrize("statistic", [*STATISTICS, *OF_TEXTS])
def test_no_element_of_a_list_stops_a_release(statistic):
    release = OF_TEXTS[statistic] if statistic in OF_TEXTS else STATISTICS[statistic][0]
    first = release([], epsilon=1.0, rows_per_person=1)
    for row in ROWS:
        array = np.empty(2, dtype=object)
        array[:] = [row, row]
        for data in ([row], [31, row], ["a", row], (row,), array):
            second = release(data, epsilon=1.0, rows_per_person=1)
            assert told(second) == told(first)


def test_what_is_no_element_of_the_kind_counts_as_missing():
    assert scrim.count(["a"], **TERMS).value == scrim.count([31], **TERMS).value == 1
    assert scrim.count([], **TERMS).value == 0
    assert scrim.sum([31, "a", 44.5, None, "31"], (0, 120), **TERMS).value == pytest.approx(75.5)
    assert scrim.mean([31, "a", 33], (0, 120), **TERMS).value == pytest.approx(32)
    assert scrim.histogram([31, float("nan"), "a"], categories=[31], other_rows=True, **TERMS).values == (1, 0)
    assert scrim.top_k([31, float("nan"), 44, 44], [31, 44], 1, counts=True, **TERMS).counts == (2,)
