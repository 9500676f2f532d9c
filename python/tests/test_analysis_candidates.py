"""Candidates from bounds and lists, and carriers from declared types."""

import array
import itertools

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scrim
from scrim.analysis.candidates import make_candidates
from scrim.analysis.columns import numeric_carrier


def test_an_even_grid_reads_well():
    grid = make_candidates((0, 120), 1001, "float64")
    assert len(grid) == 1001
    assert (grid.values[0], grid.values[367], grid.values[-1]) == (0.0, 44.04, 120.0)
    assert grid.words == "1001 values from 0 to 120, 0.12 apart"


def test_a_grid_of_integers_has_every_integer_if_it_can():
    assert make_candidates((0, 120), 1001, "int64").values == tuple(range(121))
    assert make_candidates((-1.5, 2.5), 10, "int64").values == (-1, 0, 1, 2)
    assert make_candidates((0, 9), 10, "uint64").values == tuple(range(10))


@pytest.mark.parametrize("bounds", [(0, 10**6), (-(2**63), 2**63 - 1), (5, 5 + 10**4)])
def test_a_grid_of_many_integers_is_even(bounds):
    values = make_candidates(bounds, 1001, "int64").values
    assert (values[0], values[-1], len(values)) == (*bounds, 1001)
    gaps = [after - before for before, after in itertools.pairwise(values)]
    assert max(gaps) - min(gaps) <= 1
    assert all(type(value) is int for value in values)


@pytest.mark.parametrize(
    "bounds",
    [
        (-1.7e308, 1.7e308),
        (-(10**308), 10**308),
        (0.0, 5e-324),
        (1.0, 1.0000000000000002),
        (0.1, 0.3),
        (-1e-3, 1e300),
    ],
)
@pytest.mark.parametrize("count", [2, 1001])
def test_a_grid_between_awkward_bounds_increases(bounds, count):
    values = make_candidates(bounds, count, "float64").values
    assert (values[0], values[-1]) == tuple(map(float, bounds))
    assert all(before < after for before, after in itertools.pairwise(values))


def test_listed_candidates_stay_as_given():
    assert make_candidates(None, [1, 5, 9], "int64").values == (1, 5, 9)
    assert make_candidates(None, np.array([1, 5]), "float64").values == (1, 5)
    assert make_candidates(None, (0.5, 1), "int64").carrier == "float64"


@pytest.mark.parametrize(
    ("bounds", "candidates", "text"),
    [
        (None, 10, "bounds are missing"),
        (5, 10, "bounds is 5; give the smallest and the largest answer"),
        ((1, 2, 3), 10, r"bounds is \(1, 2, 3\)"),
        ((2, 1), 10, r"bounds are \(2, 1\); the lower bound must be below"),
        ((1, 1), 10, "the lower bound must be below"),
        ((0, float("inf")), 10, "the upper bound is inf; give a finite number"),
        ((float("nan"), 1), 10, "the lower bound is nan"),
        (("0", "1"), 10, "the lower bound is '0'"),
        ((True, 5), 10, "the lower bound is True"),
        ((0, 1), 1, "candidates is 1; give a number of candidates from 2"),
        ((0, 1), 10**6 + 1, "candidates is 1000001; give a number of candidates from 2 to 1000000"),
        (None, range(10**6 + 1), r"candidates is range\(0, 1000001\), which are more than 1000000; give fewer of them"),
        ((0, 1), [0.5], "both bounds and a list"),
        (None, [], "empty"),
        (None, [2, 1], "candidate 1 comes after 2; list them increasing"),
        (None, [1, 1], "list them increasing, each once"),
        (None, [1, float("nan")], "a candidate is nan"),
        (None, ["a"], "a candidate is 'a'"),
        (None, 2.5, "candidates is 2.5; give how many"),
        ((0, 1), True, "both bounds and a list|candidates is True"),
    ],
)
def test_refuses_and_says_what_to_do(bounds, candidates, text):
    with pytest.raises(scrim.InvalidArgumentError, match=text):
        make_candidates(bounds, candidates, "float64")


@pytest.mark.parametrize("count", [None, 10])
@pytest.mark.parametrize(
    ("bounds", "carrier", "integers", "text"),
    [
        ((0, 2**63), "int64", False, "a column of int64 has integers from -9223372036854775808 to"),
        ((-1, 5), "uint64", False, "a column of uint64 has integers from 0 to"),
        ((2**54 + 1, 2**54 + 3), "float64", True, "no integer is a float"),
    ],
)
def test_refuses_bounds_that_the_column_cannot_hold(bounds, carrier, integers, text, count):
    with pytest.raises(scrim.InvalidArgumentError, match=text):
        make_candidates(bounds, count, carrier, integers)


def test_refuses_what_no_float_can_hold():
    with pytest.raises(scrim.InvalidArgumentError, match="the upper bound is an integer that no float"):
        make_candidates((0, 10**5000), None, "float64")
    with pytest.raises(scrim.InvalidArgumentError, match="too close to tell apart as floats"):
        make_candidates((2**53, 2**53 + 1), None, "float64")


def test_refuses_listed_fractions_where_integers_were_asked_for():
    assert make_candidates(None, [1.0, 2], "float64", True).values == (1, 2)
    with pytest.raises(scrim.InvalidArgumentError, match="candidate 0.5 is no integer"):
        make_candidates(None, [0.5, 2], "float64", True)


def test_refuses_bounds_without_an_integer_for_integers():
    with pytest.raises(scrim.InvalidArgumentError, match="between which there is no integer"):
        make_candidates((0.1, 0.9), 10, "int64")


ROWS = [1, 2, 3]
DECLARED = {
    "numpy int8": (np.array(ROWS, dtype=np.int8), "int64"),
    "numpy uint32": (np.array(ROWS, dtype=np.uint32), "int64"),
    "numpy uint64": (np.array(ROWS, dtype=np.uint64), "uint64"),
    "numpy bool": (np.array([True, False]), "int64"),
    "numpy float32": (np.array(ROWS, dtype=np.float32), "float64"),
    "pandas int64": (pd.Series(ROWS), "int64"),
    "pandas nullable": (pd.Series([1, None], dtype="Int32"), "int64"),
    "pandas nullable unsigned": (pd.Series([1, None], dtype="UInt64"), "uint64"),
    "pandas arrow": (pd.Series(ROWS, dtype="int64[pyarrow]"), "int64"),
    "pandas float": (pd.Series([1.0, 2.0]), "float64"),
    "pandas frame": (pd.DataFrame({"x": ROWS}), "int64"),
    "polars": (pl.Series(ROWS), "int64"),
    "polars unsigned": (pl.Series(ROWS, dtype=pl.UInt64), "uint64"),
    "polars frame": (pl.DataFrame({"x": ROWS}), "int64"),
    "polars float": (pl.Series([1.0]), "float64"),
    "arrow": (pa.array(ROWS), "int64"),
    "arrow chunked": (pa.chunked_array([ROWS]), "int64"),
    "arrow table": (pa.table({"x": ROWS}), "int64"),
    "arrow batch": (pa.record_batch({"x": pa.array(ROWS, pa.uint64())}), "uint64"),
    "arrow double": (pa.array([1.0]), "float64"),
    "duckdb integer": (duckdb.sql("select 1::integer as x"), "int64"),
    "duckdb ubigint": (duckdb.sql("select 1::ubigint as x"), "uint64"),
    "duckdb double": (duckdb.sql("select 1::double as x"), "float64"),
    "array of long": (array.array("q", ROWS), "int64"),
    "memory of doubles": (memoryview(array.array("d", [1.0])), "float64"),
    "list of integers": (ROWS, "float64"),
    "tuple": (tuple(ROWS), "float64"),
}


@pytest.mark.parametrize(("data", "carrier"), DECLARED.values(), ids=DECLARED)
def test_the_carrier_comes_from_the_declared_type(data, carrier):
    assert numeric_carrier(data) == carrier
    released = scrim.quantile(data, bounds=(0, 9), epsilon=1.0, rows_per_person=1).value
    assert type(released) is (float if carrier == "float64" else int)


# --- integers that came as floats ---

GAPS = pd.Series([31, None, 33, 33, 35])  # float64, as pandas has no gap among integers


def test_integers_with_gaps_give_an_integer():
    assert GAPS.dtype == "float64"
    released = scrim.quantile(GAPS, bounds=(0, 120), epsilon=1e6, dtype=int, rows_per_person=1)
    assert released.value == 33 and type(released.value) is int
    assert released.plan.candidates.carrier == "float64"
    assert released.plan.candidates.words == "every integer from 0 to 120"
    assert type(scrim.quantile(GAPS, bounds=(0, 120), epsilon=1e6, rows_per_person=1).value) is float


COLUMNS_OF_INTEGERS = {
    "int64": np.array([31, 33, 35]),
    "uint64": np.array([31, 33, 35], dtype=np.uint64),
    "float64": GAPS,
}


@pytest.mark.parametrize("carrier", COLUMNS_OF_INTEGERS)
def test_one_plan_for_integers_takes_columns_of_any_number(carrier):
    plan = scrim.plan_quantiles([0.5, 1], bounds=(0.0, 1e6), epsilon=1e6, dtype=int, rows_per_person=1)
    assert plan.candidates.words == "10001 integers from 0 to 1000000, 100 apart"
    fine = scrim.plan_quantiles([0.5, 0.5], bounds=(0, 120), epsilon=1e6, dtype=int, rows_per_person=1)
    released = fine.release(COLUMNS_OF_INTEGERS[carrier])
    assert released.values == (33, 33) and all(type(value) is int for value in released.values)
    assert released.plan.candidates.carrier == carrier
    assert released.plan.candidates.values == fine.candidates.values
    assert released.epsilon == fine.epsilon and released.scale == fine.scale


def test_a_plan_for_a_named_column_type_takes_no_other():
    plan = scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, dtype="int64", rows_per_person=1)
    with pytest.raises(TypeError, match="float64 cannot be read"):
        plan.release(GAPS)


def test_a_plan_whose_integers_are_no_floats_takes_no_floats():
    plan = scrim.plan_quantile(bounds=(2**53, 2**53 + 9), epsilon=1.0, dtype=int, rows_per_person=1)
    with pytest.raises(TypeError, match="float64 cannot be read"):
        plan.release(GAPS)


def test_fractions_of_a_column_of_integers():
    released = scrim.quantile(np.array([1, 2, 2, 3]), bounds=(0, 4), epsilon=1e6, dtype=float, rows_per_person=1)
    assert released.value == 2.0 and type(released.value) is float


@pytest.mark.parametrize("dtype", [bool, "int32", 5, [], None])
def test_refuses_other_types(dtype):
    with pytest.raises(scrim.InvalidArgumentError, match="give float, int or 'uint64'"):
        scrim.plan_quantile(bounds=(0, 4), epsilon=1.0, dtype=dtype, rows_per_person=1)
