"""Variances of a public number of rows: squares around a center that is found first."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import pickle
import random
import statistics
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
import scrim
from exact_moments import UGLY_BOUNDS, holds, moments
from scrim.analysis import MomentRelease, variance_split
from scrim.analysis.budget import Budget
from scrim.analysis.centered_plan import CenteredPlan
from scrim.analysis.deviations import Deviations
from scrim.analysis.person import RowsOfAPerson

PLANS = {"variance": scrim.plan_variance, "std": scrim.plan_std}
CALLS = {"variance": scrim.variance, "std": scrim.std}


@functools.lru_cache(maxsize=64)
def steps_of_size(bounds, step):
    """The rows as steps of this size."""
    for bits in range(1, 30):
        stepped = Deviations(bounds, "float64", RowsOfAPerson(1)).steps(bits)
        if stepped.step == step:
            return stepped
    raise AssertionError("no bits give this step")


def without_noise(plan, rows):
    """What the core releases at the same public numbers, but for the noise."""
    measurement = steps_of_size(plan.bounds, plan.steps.step).exact >> scrim.then_private_variance(
        scrim.max_divergence(),
        bounds=plan.steps.bounds,
        divisor=plan.steps.divisor,
        shift=plan.steps.shift,
        sum_scale=0.0,
        squares_scale=0.0,
    )
    return tuple(int(number) for number in measurement.invoke(np.array(rows)))


def with_noise(plan, rows):
    """All releases whose noise goes as far as it may, up or down."""
    stepped = steps_of_size(plan.bounds, plan.steps.step)
    assert stepped.bounds == plan.steps.bounds
    numbers = [int(z) for z in stepped.exact.invoke(np.array(rows))]
    return noise_on(plan, numbers, (-plan.steps.sum_error, 0, plan.steps.sum_error))


def noise_on(plan, numbers, noise_on_sum):
    """The same for rows in steps; the center follows from the noisy sum."""
    low, high = plan.steps.bounds
    for off in noise_on_sum:
        total = sum(numbers) + off
        center = min(max(math.floor(Fraction(total, plan.steps.divisor) + Fraction(1, 2)), low), high)
        offset = plan.steps.offset(center)
        squares = sum((z - center) ** 2 - offset for z in numbers) >> plan.steps.shift
        error = plan.steps.squares_error(plan.steps.largest_square(center))
        for moved in (-error, 0, error):
            yield total, center, squares + moved


# --- values ---


@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize(
    ("column", "size"),
    [
        ([0.5, 3.25, math.nan, 9.0, -4.0, math.inf, -math.inf, 3.25], 7),
        ([1, 2, 2.5, 11], 4),
        ([2.5], 1),
        (np.array([3, -7, 9, 100], dtype=np.int8), 4),
        (np.array([3, 2**64 - 1, 5], dtype=np.uint64), 3),
        (np.array([True, False, True]), 3),
        (pa.array([1, None, 7, None, 7]), 3),
        (pa.array([1.5, None, math.nan, 8.0]), 2),
    ],
    ids=str,
)
def test_without_noise_it_is_that_of_the_rows_that_are_numbers(query, column, size):
    release = CALLS[query](column, (-3, 10), epsilon=1e6, rows_per_person=1, size=size, confidence=1 - 1e-9)
    rows = column.to_pylist() if isinstance(column, pa.Array) else list(np.asarray(column).tolist())
    exact = moments(rows, (-3, 10))
    found = release.value**2 if query == "std" else release.value
    assert isinstance(release.plan, CenteredPlan)
    assert found == pytest.approx(float(exact["variance"]), abs=1e-2)
    assert holds(release, exact)
    assert release.interval[0] <= release.value <= release.interval[1]


@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize("bounds", UGLY_BOUNDS, ids=str)
def test_intervals_hold_for_ugly_bounds(query, bounds):
    lower, upper = map(float, bounds)
    rows = [lower, upper, lower / 2 + upper / 2, math.nextafter(lower, upper), -math.inf, math.nan, 0.0] * 50
    release = CALLS[query](rows, bounds, epsilon=1e12, rows_per_person=1, size=300)
    assert holds(release, moments(rows, (lower, upper)))
    first, last = release.plan.ends()
    low, high = release.plan._variance_interval(release.values)
    assert high - low <= (last**2 if query == "std" else last) / 100
    assert release.interval[0] <= release.value <= release.interval[1]


@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize(
    "bounds", [(0, 1), (-(2**63), 2**63 - 1), (2**63 - 8, 2**63 - 1), (2**53, 2**53 + 3), (-(2**40), 2**41 + 1)], ids=str
)
def test_intervals_hold_at_the_ends_of_integers(query, bounds):
    lower, upper = bounds
    rows = [lower, upper, (lower + upper) // 2, lower + 1, -(2**63), 2**63 - 1, 0] * 20
    release = CALLS[query](np.array(rows, dtype=np.int64), bounds, epsilon=1e12, rows_per_person=1, size=140)
    assert holds(release, moments(rows, bounds))


@pytest.mark.parametrize("bounds", UGLY_BOUNDS, ids=str)
@pytest.mark.parametrize("bits", [1, 12, 29])
def test_steps_of_rows_lie_within_their_bounds_and_are_as_close_as_is_said(bounds, bits):
    lower, upper = map(float, bounds)
    added = Deviations((lower, upper), "float64", RowsOfAPerson(1))
    stepped = added.steps(bits)
    low, high = stepped.bounds
    assert -(2 ** (bits + 1)) <= low <= 0 <= high <= 2 ** (bits + 1)
    inside = [lower * (1 - share) + upper * share for share in np.random.default_rng(3).random(60).tolist()]
    rows = [lower, upper, -math.inf, math.inf, 0.0, math.nextafter(lower, upper), math.nextafter(upper, lower), *inside]
    for row, step in zip(rows, stepped.exact.invoke(np.array(rows)), strict=True):
        assert low <= step <= high
        assert abs(int(step) * stepped.step - (Fraction(min(max(row, lower), upper)) - added.center)) <= stepped.rounding
    assert [int(step) for step in stepped.exact.invoke(np.array([math.nan]))] == [low - 1]


# --- accuracy ---


@pytest.mark.parametrize("query", PLANS)
@pytest.mark.parametrize("bounds", [(0, 1), (-3, 120), (0.1, 1e6 + 1 / 3), (1e16, 1e16 + 6), (-1e140, 1e140)], ids=str)
@pytest.mark.parametrize("size", [1, 2, 40])
def test_whatever_the_noise_within_its_errors_intervals_and_errors_hold(query, bounds, size):
    rng = np.random.default_rng([size, *query.encode()])
    lower, upper = map(float, bounds)
    for budget in ({"epsilon": 7 / 5}, {"rho": 1e-3}, {"epsilon": 50.0}):
        plan = PLANS[query](bounds, **budget, rows_per_person=1, size=size)
        for shape in ((0.1, 0.2), (1.0, 2.0), (9.0, 0.5)):
            rows = (lower + (upper - lower) * rng.beta(*shape, size)).tolist()
            exact = moments(rows, bounds)
            error = Fraction(plan.error())
            for values in with_noise(plan, rows):
                release = MomentRelease(plan, values)
                assert holds(release, exact)
                value, float_error = Fraction(release.value), Fraction(math.ulp(release.value))
                if query == "std":
                    low, high = max(value - error - float_error, 0), value + error + float_error
                    assert low**2 <= exact["variance"] <= high**2
                else:
                    assert abs(value - exact["variance"]) <= error + float_error


@pytest.mark.parametrize("size", [1, 30, 3000])
def test_in_the_middle_the_error_holds_that_is_told_for_it(size):
    for budget in ({"epsilon": 1.0}, {"rho": 0.05}):
        plan = scrim.plan_variance((-8, 8), **budget, rows_per_person=2, size=2 * size)
        rows = [-7.5, 7.5] * size
        error = Fraction(plan.error_in_the_middle())
        assert error <= Fraction(plan.error())
        for values in with_noise(plan, rows):
            release = MomentRelease(plan, values)
            exact = moments(rows, (-8, 8))["variance"]
            assert abs(Fraction(release.value) - exact) <= error + Fraction(math.ulp(release.value))
    assert plan.error_in_the_middle() < 0.6 * plan.error() or size < 3000


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("squares_scale", [1e-9, 0.3])
def test_on_a_coarse_grid_intervals_and_errors_hold_for_all_noise(size, squares_scale):
    # So few steps that each of them, up or down, would be seen.
    made = scrim.plan_variance((-8, 8), epsilon=1.0, rows_per_person=1, size=size)
    for divisor, shift, sum_error in itertools.product({size, 2 * size, size + size // 2}, (0, 3), (0, 1, 5)):
        steps = dataclasses.replace(
            made.steps,
            step=Fraction(1),
            bounds=(-8, 8),
            rounding=Fraction(0),
            divisor=divisor,
            shift=shift,
            sum_scale=float(sum_error),
            squares_scale=squares_scale,
            sum_error=sum_error,
        )
        plan = dataclasses.replace(made, steps=steps)
        anywhere, middle = plan.error_among(Fraction(size)), Fraction(plan.error_in_the_middle())
        for rows in itertools.combinations_with_replacement((-8, -3, 0, 3, 8), size):
            mean = Fraction(sum(rows), size)
            exact = sum((row - mean) ** 2 for row in rows) / size
            for values in noise_on(plan, rows, range(-sum_error, sum_error + 1, max(1, sum_error // 2))):
                low, high = plan._variance_interval(values)
                assert low <= exact <= high
                off = abs(Fraction(plan.estimate(values)) - exact)
                assert off <= (middle if mean == 0 else anywhere) * (1 + Fraction(1, 2**50))


def test_the_confidence_is_that_of_both_noises_at_once():
    for budget, radius in (({"epsilon": 1.0}, scrim.laplace_radius), ({"rho": 0.3}, scrim.gaussian_radius)):
        plan = scrim.plan_variance((0, 1), **budget, rows_per_person=1, size=100, confidence=0.9)
        release = plan.release(np.full(100, 0.25))
        for part in (*plan.parts, *release.noise):
            steps = part.scale / float(part.step)
            assert float(part.error / part.step) == pytest.approx(radius(steps, 0.9**0.5), rel=1e-9, abs=2)


def test_public_numbers_give_what_the_core_releases():
    rows = np.random.default_rng(11).gamma(2.0, 9.0, 500)
    plan = scrim.plan_variance((0, 120), epsilon=2.0, rows_per_person=1, size=500)
    total, center, squares = without_noise(plan, rows)
    assert (total, center, squares) == list(with_noise(plan, rows))[4]
    release = MomentRelease(plan, (total, center, squares))
    assert release.parts["sum"] == pytest.approx(float((rows.clip(0, 120) - 60).sum()))
    assert release.center == pytest.approx(float(rows.clip(0, 120).mean()), abs=0.5)
    # The noise on the squares is what the core charges for, around this center and at the bounds.
    for at in (center, *plan.steps.bounds, 0):
        reach = max(abs(end - at) for end in plan.steps.bounds)
        wanted = Fraction(plan.steps.squares_scale) * Fraction(reach**2 + 1, 2 ** (1 + plan.steps.shift))
        found = Fraction(plan.steps.noise_scale(plan.steps.largest_square(at)))
        assert wanted * (1 - Fraction(1, 2**20)) <= found <= wanted * (1 + Fraction(1, 2**20))


def rms(numbers):
    return math.sqrt(statistics.fmean(number * number for number in numbers))


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 0.45), (0.05, 1.0)], ids=["mean in the middle", "mean by a bound"]
)
def test_it_is_closer_than_noise_on_the_variance_itself(share, expected):
    rows = np.random.default_rng(4).binomial(100, share, 2000).astype(float)
    plan = scrim.plan_variance((0, 100), epsilon=1.0, rows_per_person=2, size=2000)
    off = rms(plan.release(rows).value - rows.var() for _ in range(600))
    # Changing a row moves a variance by the width's square over the number of rows, about.
    peers = math.sqrt(2) * 100**2 / 2000
    assert off <= expected * peers * 1.05


def test_the_value_is_not_off_to_one_side():
    rows = np.random.default_rng(9).uniform(20, 100, 60)
    for budget in ({"epsilon": 3.0}, {"rho": 1.0}):
        plan = scrim.plan_variance((0, 120), **budget, rows_per_person=2, size=60)
        off = [plan.release(rows).value - rows.var() for _ in range(700)]
        assert abs(statistics.fmean(off)) <= 5 * statistics.stdev(off) / math.sqrt(len(off))


# --- the split ---


def simulated(currency, strength, split, source):
    """The mean squared error of many draws, in fourth powers of the width, over places of the mean."""
    share, followed = float(split.share), float(split.followed)

    def draw(spread):
        if currency == "rho":
            return source.gauss(0.0, math.sqrt(spread))
        return math.sqrt(spread / 2) * (source.expovariate(1.0) - source.expovariate(1.0))

    total = 0.0
    for i in range(4000):
        mean = (i % 20 - 9.5) / 20
        noise = draw(variance_split._variance(currency, strength * share))
        center = followed * (mean + noise)
        reach = 0.5 + min(0.5, abs(center))
        squares = reach * reach * draw(variance_split._variance(currency, strength * (1 - share)))
        bias = (2 * followed - 1) * variance_split._variance(currency, strength * share)
        total += ((mean - center) ** 2 - (mean + noise - center) ** 2 - bias + squares) ** 2
    return total / 4000


@pytest.mark.parametrize(("currency", "strength"), [("epsilon", 30.0), ("epsilon", 5000.0), ("rho", 900.0), ("rho", 1e7)])
def test_the_split_is_close_to_the_best(currency, strength):
    chosen = variance_split._best(currency, strength)
    tried = [
        variance_split.VarianceSplit(Fraction(share, 40), Fraction(followed, 8))
        for share in (1, 2, 3, 5, 8, 12, 16, 20, 26)
        for followed in (4, 5, 6, 7, 8)
    ]
    best = min(simulated(currency, strength, split, random.Random(1)) for split in tried)
    assert simulated(currency, strength, chosen, random.Random(1)) <= 1.15 * best


def test_with_more_rows_the_sum_has_less_and_the_center_follows_the_mean():
    splits = [variance_split.split_variance(Budget("epsilon", 1.0), size, 1) for size in (1, 10, 100, 1000, 10**5, 10**9)]
    assert [split.share for split in splits[2:]] == sorted((split.share for split in splits[2:]), reverse=True)
    assert splits[-1].share < Fraction(1, 100)
    assert [split.followed for split in splits] == sorted(split.followed for split in splits)
    assert (splits[0].followed, splits[-1].followed) == (Fraction(1, 2), 1)
    for extreme in (Budget("epsilon", 1e300), Budget("epsilon", 1e-300), Budget("rho", 1e300), Budget("rho", 5e-324)):
        for size in (1, 2**64 - 1):
            split = variance_split.split_variance(extreme, size, 2**32 - 1)
            assert 0 < split.share < 1


@pytest.mark.parametrize("size", [1, 2, 3, 10**6, 2**40, 2**63, 2**64 - 1])
def test_any_size_has_a_plan(size):
    plan = scrim.plan_std((0, 120), rho=0.1, rows_per_person=3, size=size)
    assert size <= plan.steps.divisor <= 2 * size
    assert math.isfinite(plan.error())
    release = plan.release(np.array([3.0, 7.0]))
    assert release.interval[0] <= release.value <= release.interval[1]


# --- what is told ---


def test_plans_and_releases_say_what_they_are():
    plan = scrim.plan_variance((0, 10), epsilon=1.0, rows_per_person=2, size=5000)
    assert "center" in plan.explain() and "wherever the mean lies" in plan.explain()
    assert "in the middle of the bounds" in repr(plan)
    release = plan.release(np.full(5000, 2.0))
    assert release.center == pytest.approx(2.0, abs=0.5)
    assert "around the center" in release.explain()
    total, squares = release.noise
    # 8 is how far the farther bound is, where the plan has to reckon with 10.
    assert squares.scale == pytest.approx(plan.parts[1].scale * ((10 - release.center) / 10) ** 2, rel=1e-6)
    assert release.scale == {"sum": total.scale, "squares": squares.scale}
    told = release.to_dict()
    assert [part["scale"] for part in told["parts"]] == [pytest.approx(total.scale), pytest.approx(squares.scale)]
    assert told["center"] == release.center
    assert release.parts.keys() == {"sum", "squares"}
    assert "epsilon" in repr(release)


def test_plans_and_releases_are_the_same_after_loading():
    plan = scrim.plan_std((0.1, 5), rho=0.1, rows_per_person=1, confidence=0.9, size=7)
    for made in (plan, plan.release(np.array([1.0, 2.0]))):
        loaded = pickle.loads(pickle.dumps(made))
        assert loaded == made and repr(loaded) == repr(made) and loaded.to_dict() == made.to_dict()


def test_bounds_that_are_too_wide_are_refused():
    with pytest.raises(scrim.Error, match="give narrower ones"):
        scrim.std([1.0], (0, 1e160), epsilon=1.0, rows_per_person=1, size=1)
