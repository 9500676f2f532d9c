"""Quantiles among all points of a grid: what is a candidate, what they cost, release and say."""

import copy
import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
import scrim
from scrim.analysis.grid_candidates import make_grid_candidates

NO_NOISE = 1e6
ONE = {"epsilon": 1.0, "rows_per_person": 1}


def exact(data, alpha=0.5, **options):
    return scrim.quantile(data, alpha, epsilon=NO_NOISE, rows_per_person=1, candidates="all", **options).value


# --- the candidates ---


@pytest.mark.parametrize(
    ("bounds", "carrier", "words"),
    [
        ((0, 120), "int64", "every integer from 0 to 120"),
        ((0.5, 10.5), "int64", "every integer from 1 to 10"),
        ((-(2**63), 2**63 - 2), "int64", f"every integer from {-(2**63)} to {2**63 - 2}"),
        ((0, 100), "float64", "all multiples of 2^-26 (about 1.49e-08) from 0 to 100, 6710886401 of them"),
        ((-50.0, 50.0), "float64", "all multiples of 2^-26 (about 1.49e-08) from -50 to 50, 6710886401 of them"),
        ((0, 2**40), "float64", "all multiples of 256 from 0 to 1099511627776, 4294967297 of them"),
    ],
)
def test_what_a_grid_says(bounds, carrier, words):
    assert make_grid_candidates(bounds, carrier).words == words


@pytest.mark.parametrize(
    "bounds",
    [(0, 1), (0.1, 0.7), (-1e300, 1e300), (1e15, 1e15 + 1), (0, 1e-300), (-1e-9, 1e9), (3.0, math.nextafter(3.0, 4.0))],
)
def test_every_point_is_a_float_within_the_bounds(bounds):
    grid = make_grid_candidates(bounds, "float64")
    assert bounds[0] <= grid.lowest <= grid.highest <= bounds[1]
    step = Fraction(2) ** grid.exponent
    for steps in (grid.first, grid.last, (grid.first + grid.last) // 2, grid.last - 1):
        assert Fraction(grid.value_of(steps)) == steps * step
    assert 2 <= grid.count <= 2**33 + 1
    assert Fraction(bounds[1]) - Fraction(grid.highest) < step


def test_integers_of_floats_are_as_far_apart_as_integers():
    grid = make_grid_candidates((0, 9), "float64", integers=True)
    assert (grid.count, grid.step, grid.few(10)) == (10, 1, list(range(10)))
    assert type(grid.lowest) is int and grid.few(9) is None


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"bounds": None}, "bounds are missing"),
        ({"bounds": (1, 0)}, "the lower bound must be below"),
        ({"bounds": (5, 5)}, r"bounds are \(5, 5\); the lower bound must be below"),
        ({"bounds": (0.2, 0.8), "dtype": "int64"}, "between which there is no integer"),
        ({"bounds": (-(2**63), 2**63 - 1), "dtype": "int64"}, "give bounds within these"),
        ({"bounds": (0, 9), "dtype": "uint64"}, "columns of uint64 have not"),
        ({"bounds": (1e300, math.nextafter(1e300, 2e300) / 1), "alpha": 0.0}, "the minimum is asked for"),
        ({"bounds": (0, 5e-324)}, "too close to tell apart"),
        ({"bounds": (0, 9), "alpha": 1}, "the maximum is asked for"),
        ({"bounds": (0, 9), "candidates": "every"}, "or 'all'"),
    ],
)
def test_what_is_refused(options, told):
    with pytest.raises(scrim.InvalidArgumentError, match=told):
        scrim.plan_quantile(**{"candidates": "all", **ONE, **options})


def test_several_quantiles_are_refused_and_one_asked_twice_is_one():
    with pytest.raises(scrim.InvalidArgumentError, match="there are 2 quantiles; ask for each by itself"):
        scrim.plan_quantiles([0.25, 0.75], bounds=(0, 9), candidates="all", **ONE)
    release = scrim.quantiles(np.arange(9), [0.5, 0.5], bounds=(0, 9), candidates="all", **ONE)
    assert release.values[0] == release.values[1]


# --- releases ---


def test_finds_the_quantile_between_any_candidates():
    data = np.random.default_rng(1).lognormal(2.5, 0.8, 5001)
    found = exact(data, bounds=(0, 1e6))
    step = make_grid_candidates((0, 1e6), "float64").step
    assert abs(found - np.median(data)) <= step
    assert type(found) is float


def test_takes_rows_for_what_they_are():
    rows = np.array([-5.0, 1.25, 1.25, 2.0, 100.0, np.nan, np.nan, np.inf, -np.inf])
    assert exact(rows, bounds=(0, 10)) == 1.25
    # What lies beyond the bounds is not moved to them: half of the rows are above 10.
    assert exact(np.array([3.0, 4.0, 50.0, 60.0, 70.0]), 0.4, bounds=(0, 10)) >= 4.0
    assert exact([1, 2, 2, 3, None, 9], bounds=(0, 10)) == 2.0
    assert exact(np.array([5, 5, 7]), bounds=(0, 10)) == 5
    assert exact(np.array([5, 5, 7], dtype=np.int8), bounds=(0, 10)) == 5
    assert exact(np.array([4.4, 5.2, np.nan, 9.0]), dtype=int, bounds=(0, 10)) == 5


def test_integers_may_reach_far():
    data = np.array([-(2**62), 7, 2**62])
    found = exact(data, bounds=(-(2**63), 2**63 - 2))
    assert found == 7 and type(found) is int


def test_one_plan_for_integers_takes_columns_of_integers_and_floats():
    plan = scrim.plan_quantile(bounds=(0, 120), epsilon=NO_NOISE, dtype=int, candidates="all", rows_per_person=1)
    for data in (np.array([31, 33, 35]), np.array([31.0, 33.0, 35.0, np.nan])):
        released = plan.release(data)
        assert released.value == 33 and type(released.value) is int
        assert released.plan.cost == plan.cost


def test_a_value_that_most_rows_share_is_found():
    random = np.random.default_rng(2)
    data = np.where(random.random(5000) < 0.6, 0.0, random.uniform(0, 100, 5000))
    plan = scrim.plan_quantile(bounds=(-100, 100), candidates="all", **ONE)
    assert sum(plan.release(data).value == 0.0 for _ in range(100)) >= 99


def test_is_near_the_median_of_skewed_rows_where_a_list_is_too_coarse():
    data = np.random.default_rng(3).lognormal(2.5, 0.8, 5000)
    plan = scrim.plan_quantile(bounds=(0, 1e9), candidates="all", **ONE)
    ranks = [float(np.mean(data < plan.release(data).value)) for _ in range(50)]
    assert max(abs(rank - 0.5) for rank in ranks) < 60 / 5000


@pytest.mark.parametrize("currency", ["epsilon", "rho"])
@pytest.mark.parametrize("amount", [1.0, 7 / 5, 0.1, 1e-6, 1 / 3, 2**-20])
@pytest.mark.parametrize("alpha", [0.5, 1 / 3, 0.9999])
def test_it_costs_what_was_given_and_hardly_less(currency, amount, alpha):
    plan = scrim.plan_quantile(alpha, bounds=(0, 120), rows_per_person=3, candidates="all", **{currency: amount})
    assert 0.999999 * amount <= plan.cost <= amount
    assert getattr(plan, currency) == plan.cost


def test_the_accuracy_holds():
    data = np.arange(1000.0)
    plan = scrim.plan_quantile(0.3, bounds=(-1e6, 1e6), candidates="all", confidence=0.8, **ONE)
    allowed = float(plan.accuracy.rows)
    released = [plan.release(data).value for _ in range(300)]
    kept = sum(300 - allowed <= value <= 300 + allowed for value in released)
    assert kept >= 0.8 * 300 - 40


# --- what they say ---


def test_says_what_it_does():
    plan = scrim.plan_quantile(0.5, bounds=(0, 120), candidates="all", dtype=int, **ONE)
    told = plan.explain()
    assert "chosen by the exponential mechanism among every integer from 0 to 120" in told
    assert "all rows are kept in memory" in told
    assert plan.mechanism == "the exponential mechanism"
    floats = scrim.plan_quantile(0.5, bounds=(0, 120), candidates="all", **ONE)
    assert "all multiples of 2^-26" in floats.explain() and "all multiples of 2^-26" in repr(floats)
    printed = json.loads(json.dumps(floats.to_dict()))
    assert printed["candidates"] == {"count": 120 * 2**26 + 1, "lower": 0.0, "upper": 120.0, "step": 2.0**-26}
    assert printed["mechanism"] == "the exponential mechanism"
    release = scrim.quantile(np.arange(100), bounds=(0, 120), candidates="all", **ONE)
    assert release.to_dict()["quantiles"][0]["value"] == release.value
    assert "Private median" in repr(release)
    assert "<svg" in release._repr_html_() and "<svg" in plan._repr_html_()


def test_plans_can_be_saved():
    for options in ({}, {"dtype": int}):
        plan = scrim.plan_quantile(0.3, bounds=(0, 120), candidates="all", **ONE, **options)
        loaded = pickle.loads(pickle.dumps(plan))
        assert loaded == plan and loaded.cost == plan.cost and loaded.candidates == plan.candidates
        assert copy.deepcopy(plan) is plan


# --- ties of several quantiles, in the list ---


def test_quartiles_beside_a_value_that_most_rows_share_are_hardly_off():
    random = np.random.default_rng(4)
    data = np.where(random.random(5000) < 0.6, 0.0, random.uniform(0, 100, 5000))
    plan = scrim.plan_quantiles([0.25, 0.5, 0.75], bounds=(0, 100), **ONE)
    released = [plan.release(data).values for _ in range(100)]
    assert sum(values[:2] == (0.0, 0.0) for values in released) >= 99
    ranks = [float(np.sum(data < values[2])) - 3750 for values in released]
    assert math.sqrt(np.mean(np.square(ranks))) < 9  # sixteenths of the tied rows left it off by 24
