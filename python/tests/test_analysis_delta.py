"""Budgets of epsilon and delta: what they buy, and what is said about it."""

import math
import pickle

import numpy as np
import pytest

import scrim

TERMS = {"epsilon": 1.0, "delta": 1e-6, "rows_per_person": 1}
CATEGORIES = [f"c{i}" for i in range(200)]
MANY = [i / 128 for i in range(1, 128)]

PLANS = {
    "count": lambda **terms: scrim.plan_count(**terms),
    "sum": lambda **terms: scrim.plan_sum((0, 100), **terms),
    "mean": lambda **terms: scrim.plan_mean((0, 100), **terms),
    "variance": lambda **terms: scrim.plan_variance((0, 100), **terms),
    "std": lambda **terms: scrim.plan_std((0, 100), size=1000, **terms),
    "histogram": lambda **terms: scrim.plan_histogram(edges=[0, 10, 20], **terms),
    "count_distinct": lambda **terms: scrim.plan_count_distinct(CATEGORIES, **terms),
    "quantile": lambda **terms: scrim.plan_quantile(0.5, bounds=(0, 100), **terms),
    "quantiles": lambda **terms: scrim.plan_quantiles([0.1, 0.5, 0.9], bounds=(0, 100), **terms),
    "bounds": lambda **terms: scrim.plan_bounds(**terms),
    "many quantiles": lambda **terms: scrim.plan_quantiles(MANY, bounds=(0, 100), **terms),
    "top_k": lambda **terms: scrim.plan_top_k(CATEGORIES, 150, counts=True, **terms),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_delta_never_costs_accuracy(name):
    pure = PLANS[name](epsilon=1.0, rows_per_person=1)
    both = PLANS[name](**TERMS)
    if both.delta == 0.0:
        assert both.numbers() == pure.numbers()
        assert both.epsilon <= 1.0 and both.rho is None
    else:
        assert (both.epsilon, both.delta) == (1.0, 1e-6)
        assert both.rho <= scrim.rho_within(1.0, 1e-6)
        assert scrim.convert(rho=both.rho, epsilon=1.0) <= 1e-6


def test_bounds_are_searched_for_with_a_rho():
    plan = scrim.plan_bounds(rho=0.125, rows_per_person=1)
    each = plan.cost / 2  # epsilon tanh(epsilon / 2) of a search, whose two noises cost 1 / scale each
    epsilon = 2 / plan.scale
    assert plan.cost <= 0.125 and each == pytest.approx(epsilon * math.tanh(epsilon / 2), rel=1e-9)
    assert scrim.bounds(np.arange(1.0, 1000.0), rho=0.5, rows_per_person=1).rho <= 0.5


def test_one_number_is_better_off_with_epsilon_alone():
    assert scrim.plan_count(**TERMS).delta == 0.0


def test_many_numbers_are_better_off_with_rho():
    plan = scrim.plan_quantiles(MANY, bounds=(0, 100), **TERMS)
    pure = scrim.plan_quantiles(MANY, bounds=(0, 100), epsilon=1.0, rows_per_person=1)
    assert plan.delta == 1e-6 and plan.accuracy[0].rows < pure.accuracy[0].rows
    told = plan.explain()
    assert "(epsilon 1, delta 1e-6)" in told and "factor of at most 2.72" in told
    assert plan.to_dict()["epsilon"] == 1.0 and plan.to_dict()["delta"] == 1e-6
    assert plan.to_dict()["rho"] == plan.rho
    assert "epsilon 1, delta 1e-6" in repr(plan)


def test_a_release_says_what_is_promised():
    release = scrim.quantiles(np.arange(4000.0), MANY, bounds=(0, 4000), **TERMS)
    assert (release.epsilon, release.delta) == (1.0, 1e-6) and release.rho <= scrim.rho_within(1.0, 1e-6)
    again = pickle.loads(pickle.dumps(release))
    assert again.values == release.values and again.delta == 1e-6


def test_a_release_of_epsilon_alone_has_no_delta():
    assert scrim.count(np.arange(10.0), epsilon=1.0, rows_per_person=1).delta == 0.0
    assert scrim.count(np.arange(10.0), rho=0.5, rows_per_person=1).epsilon is None


@pytest.mark.parametrize("delta", [0, -1e-6, 1, 2.0, math.nan, math.inf, "1e-6", True])
def test_what_is_no_delta_is_refused(delta):
    with pytest.raises(scrim.InvalidArgumentError, match="delta is"):
        scrim.plan_count(epsilon=1.0, delta=delta, rows_per_person=1)


def test_rho_takes_no_delta():
    with pytest.raises(scrim.InvalidArgumentError, match="beside rho"):
        scrim.plan_count(rho=1.0, delta=1e-6, rows_per_person=1)
    with pytest.raises(scrim.InvalidArgumentError, match="neither of epsilon and rho"):
        scrim.plan_count(delta=1e-6, rows_per_person=1)
