"""Private counts and sums: what they cost, how far off they are, what they refuse."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
import scrim
from scrim.analysis import NumberRelease

NO_NOISE = {"epsilon": 1e6, "rows_per_person": 1}


# --- cost ---


@pytest.mark.parametrize("rows_per_person", [1, 3])
@pytest.mark.parametrize(
    "budget", [{"epsilon": 1.0}, {"epsilon": 7 / 5}, {"rho": 0.1}, {"epsilon": 1e-6}, {"epsilon": 1e-13}, {"rho": 1e-26}], ids=str
)
@pytest.mark.parametrize(
    "plan",
    [
        lambda **o: scrim.plan_count(**o),
        lambda **o: scrim.plan_sum((-3, 120), dtype=int, **o),
        lambda **o: scrim.plan_sum((0.1, 1e6 + 1 / 3), **o),
        lambda **o: scrim.plan_sum((-1e300, 1e-300), **o),
    ],
    ids=["count", "sum of integers", "sum of floats", "sum of huge floats"],
)
def test_the_whole_budget_is_spent_and_no_more(plan, budget, rows_per_person):
    made = plan(**budget, rows_per_person=rows_per_person)
    (amount,) = budget.values()
    assert amount * (1 - 1e-9) <= made.cost <= amount
    assert made.measurement.map(rows_per_person) == made.cost
    assert (made.epsilon, made.rho) == ((made.cost, None) if "epsilon" in budget else (None, made.cost))


@pytest.mark.parametrize("plan", [scrim.plan_sum, scrim.plan_mean, scrim.plan_variance])
def test_rows_are_not_rounded_away_where_noise_is_large(plan):
    """A sum of zeros would be exact, free and wrong."""
    made = plan((-3, 120), epsilon=1e-4, rows_per_person=10**6)
    assert made.cost == pytest.approx(1e-4)
    if plan is scrim.plan_sum:
        assert made.error > 3 * 120 * 1e10
        assert scrim.sum(np.full(1000, 100.0), (-3, 120), epsilon=1e-4, rows_per_person=10**6).unclipped != 0


def test_the_end_of_an_interval_that_is_zero_has_no_sign():
    plan = scrim.plan_sum((0, 120), epsilon=1.0, rows_per_person=1)
    low, high = NumberRelease(plan, -1e6).interval
    assert (low, high) == (0, 0)
    assert math.copysign(1, low) == math.copysign(1, high) == 1


def test_the_noise_of_a_count_is_what_a_row_costs():
    assert scrim.plan_count(epsilon=0.5, rows_per_person=3).scale == 6.0
    assert scrim.plan_sum((-7, 5), epsilon=0.5, rows_per_person=3, dtype=int).scale == 42.0
    assert scrim.plan_sum((-7.0, 5.0), epsilon=0.5, rows_per_person=3).scale == pytest.approx(42.0)


# --- values ---


def test_without_noise_rows_are_counted_nulls_and_nan_included():
    for data in (
        [1.0, float("nan"), 3.0],
        np.array([1, 2, 3], dtype=np.int8),
        np.array([1, 2, 3], dtype=np.uint64),
        np.array([True, False, True]),
        pa.array([1, None, 3]),
        pa.array(["a", None, "c"]),
        pa.array(["a", "b", "a"]).dictionary_encode(),
    ):
        assert scrim.count(data, **NO_NOISE).value == 3
    assert scrim.count(["a", "b"], dtype="str", **NO_NOISE).value == 2
    assert scrim.count(np.array([]), **NO_NOISE).value == 0


def test_without_noise_integers_add_up_exactly():
    rows = np.array([-5, 3, 7, 1000], dtype=np.int64)
    assert scrim.sum(rows, (-100, 100), **NO_NOISE).value == 105
    assert scrim.sum(rows, (0, 7), **NO_NOISE).value == 17
    assert scrim.sum(rows, (4, 4), **NO_NOISE).value == 16
    assert scrim.sum(rows[:0], (0, 7), **NO_NOISE).value == 0
    assert isinstance(scrim.sum(rows, (0, 7), **NO_NOISE).value, int)


def test_without_noise_floats_add_up_to_the_step():
    rows = [0.1, 0.25, math.inf, -math.inf, 1e6]
    release = scrim.sum(rows, (0.0, 10.0), **NO_NOISE)
    assert isinstance(release.value, float)
    assert release.value == pytest.approx(20.35, abs=1e-4)
    assert release.plan.step == Fraction(1, 2**29)


@pytest.mark.parametrize("budget", [{"epsilon": 1e-9}, {"rho": 1e-9}, {"rho": 1e-18}, {"rho": 50.0}], ids=str)
def test_steps_are_far_below_the_noise_and_rows(budget):
    plan = scrim.plan_sum((0.0, 1.0), **budget, rows_per_person=3)
    assert plan.scale * 2**-34 <= plan.step <= max(plan.scale, 1) * 2**-30


@pytest.mark.parametrize("bounds", [(0.0, 7.0), (-1e-300, 0.0), (-3.0, 2.0**40)], ids=str)
@pytest.mark.parametrize(
    "budget",
    [
        {"epsilon": 1e-10, "rows_per_person": 1},
        {"epsilon": 1e-12, "rows_per_person": 3},
        {"rho": 1e-20, "rows_per_person": 1},
        {"epsilon": 1.0, "delta": 1e-6, "rows_per_person": 2**31},
    ],
    ids=str,
)
def test_noise_that_is_far_above_rows_leaves_them_something_to_add(budget, bounds):
    """Rows of no step add up to nothing, which would cost nothing and be exact."""
    plan = scrim.plan_sum(bounds, **budget)
    largest = max(map(abs, bounds))
    assert plan.step < largest and plan.scale >= 2**31 * largest and plan.error > plan.scale
    assert plan.budget.amount * (1 - 1e-9) <= plan.cost <= plan.budget.amount


def test_a_sum_of_floats_is_a_float_whatever_a_step_is_worth():
    for bounds in ((0.0, 5e9), (-5e9, 5e8)):
        plan = scrim.plan_sum(bounds, epsilon=1.0, rows_per_person=1)
        release = plan.release([0.5, 2.0])
        assert plan.step == 1 and "and rounded to multiples of 1 first" in plan.explain()
        assert {type(each) for each in (release.value, release.unclipped, *release.interval)} == {float}
    integers = scrim.plan_sum((0, 5 * 10**9), epsilon=1.0, rows_per_person=1, dtype=int)
    assert "rounded" not in integers.explain() and type(integers.release([1, 2]).value) is int


def test_an_interval_that_ends_at_zero_has_no_sign_there():
    plan = scrim.plan_sum((-5.0, 0.0), epsilon=1.0, rows_per_person=1)
    assert [math.copysign(1, end) for end in NumberRelease(plan, 1e9).interval] == [1, 1]


def test_a_sum_that_no_float_can_hold_is_the_largest():
    release = scrim.sum([1.7e308] * 100, (-1.7e308, 1.7e308), epsilon=1e6, rows_per_person=1)
    assert release.value == 1.7976931348623157e308
    assert 1e308 < release.interval[0] and release.interval[1] == math.inf


def test_what_no_row_can_move_costs_nothing():
    for rows in ([1.5, -7.0], np.array([1, -7])):
        release = scrim.sum(rows, (0, 0), epsilon=1.0, rows_per_person=1)
        assert (release.value, release.epsilon, release.interval) == (0, 0, (0, 0))


def test_a_sum_does_not_depend_on_the_order_of_rows():
    rows = np.random.default_rng(3).normal(0, 1e3, 10_000)
    plan = scrim.plan_sum((-1e3, 1e3), epsilon=1.0, rows_per_person=1)
    exact = scrim.make_quantise(
        scrim.vector_domain(scrim.atom_domain(float)),
        scrim.symmetric_distance(),
        plan.step.numerator.bit_length() - plan.step.denominator.bit_length(),
        (-(2**50), 2**50),
    ) >> scrim.then_sum()
    assert exact(rows) == exact(rows[::-1].copy()) == exact(np.sort(rows))


def test_noise_is_added_and_stays_within_the_interval_as_often_as_said():
    plan = scrim.plan_count(epsilon=0.1, rows_per_person=1, confidence=0.9)
    releases = [plan.release(np.zeros(1000)) for _ in range(400)]
    assert len({release.value for release in releases}) > 20
    inside = [release.interval[0] <= 1000 <= release.interval[1] for release in releases]
    # 0.9 is met; 400 coins of at least 0.9 fall below 330 with probability below 1e-6.
    assert sum(inside) >= 330
    assert {type(release.value) for release in releases} == {int}


# --- accuracy ---


def test_the_error_is_the_radius_of_the_noise():
    plan = scrim.plan_count(epsilon=0.5, rows_per_person=1)
    assert plan.error == scrim.laplace_radius(plan.scale, 0.95) == 6
    gaussian = scrim.plan_count(rho=0.01, rows_per_person=1, confidence=0.999)
    assert gaussian.error == scrim.gaussian_radius(gaussian.scale, 0.999)
    floats = scrim.plan_sum((0.0, 1.0), epsilon=0.5, rows_per_person=1)
    assert float(floats.error) == pytest.approx(2 * math.log(20), rel=1e-6)


def test_the_interval_is_around_the_value():
    release = scrim.count([1, 2, 3] * 100, epsilon=1.0, rows_per_person=1)
    assert release.interval == (release.value - 3, release.value + 3)
    low, high = scrim.sum([0.1, 0.2], (0, 1), epsilon=1.0, rows_per_person=1).interval
    assert low < high


@pytest.mark.parametrize("scale", [0.5, 7 / 5, 10.0, 1e6 + 1 / 3])
def test_tails_and_radii_agree(scale):
    for tail, radius in (
        (scrim.laplace_tail, scrim.laplace_radius),
        (scrim.gaussian_tail, scrim.gaussian_radius),
    ):
        least = radius(scale, 0.95)
        assert tail(scale, least) <= 0.05 < tail(scale, least - 1)


# --- what is told ---


def test_plans_and_releases_say_what_they_are():
    release = scrim.sum([1.0, 2.0], (0, 10), epsilon=1.0, rows_per_person=2)
    told = release.explain()
    assert "Rows are moved between 0 and 10 and rounded to multiples of" in told
    assert "at most 2 rows" in told
    assert "Epsilon 1 is spent" in told
    assert "discrete Laplace noise" in told
    assert "each moved between 0 and 10" in release.plan.explain()
    assert "no data read yet" in repr(release.plan)
    count = scrim.count([1.0], rho=0.5, rows_per_person=1)
    assert "discrete Gaussian noise" in count.explain()
    assert "Number of rows" in repr(count)
    assert set(count.to_dict()) >= {"query", "rho", "value", "interval", "error", "confidence"}
    for shown in (count, count.plan, release, release.plan):
        html = shown._repr_html_()
        assert html.count("<svg") == 1 and "nan" not in html


def test_plans_and_releases_are_the_same_after_loading():
    for made in (
        scrim.plan_count(epsilon=1 / 3, rows_per_person=2),
        scrim.plan_sum((0.1, 5), rho=0.1, rows_per_person=1, confidence=0.9),
        scrim.sum(np.array([1, 2]), (0, 9), epsilon=1.0, rows_per_person=1),
    ):
        assert pickle.loads(pickle.dumps(made)) == made


# --- refusals ---


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: scrim.count([1.0], rows_per_person=1), "neither of epsilon and rho"),
        (lambda: scrim.count([1.0], epsilon=0, rows_per_person=1), "epsilon is 0"),
        (lambda: scrim.count([1.0], epsilon=1.0, rows_per_person=0), "rows_per_person is 0"),
        (lambda: scrim.count([1.0], epsilon=1.0, rows_per_person=1, confidence=1), "confidence is 1"),
        (lambda: scrim.count([1.0], epsilon=1.0, rows_per_person=1, dtype="date"), "dtype is 'date'"),
        (lambda: scrim.sum([1.0], (2, 1), epsilon=1.0, rows_per_person=1), "bounds is (2, 1)"),
        (lambda: scrim.sum([1.0], 7, epsilon=1.0, rows_per_person=1), "bounds is 7"),
        (lambda: scrim.sum([1.0], (0, math.inf), epsilon=1.0, rows_per_person=1), "the upper bound is inf"),
        (lambda: scrim.sum(np.array([1]), (0, 0.5), epsilon=1.0, rows_per_person=1), "give integers"),
        (lambda: scrim.plan_sum((0, 1), epsilon=1.0, rows_per_person=1, dtype=str), "give float, int or 'uint64'"),
        (lambda: scrim.plan_sum((0, 2**62), epsilon=1.0, rows_per_person=1, dtype=int), "2^62"),
    ],
)
def test_what_cannot_be_done_is_refused(call, text):
    with pytest.raises(scrim.Error) as caught:
        call()
    assert text in str(caught.value)


def test_rows_per_person_must_be_said():
    with pytest.raises(TypeError, match="rows_per_person"):
        scrim.count([1.0], epsilon=1.0)
