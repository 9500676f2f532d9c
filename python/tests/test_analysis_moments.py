"""Private means, variances and standard deviations: what they cost, where they lie, what they refuse."""

from __future__ import annotations

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scrim
from exact_moments import UGLY_BOUNDS, holds, moments
from scrim.analysis import MomentRelease
from scrim.analysis import moment_intervals as intervals
from scrim.analysis.budget import Budget
from scrim.analysis.deviations import Deviations
from scrim.analysis.mean_of_steps import MeanOfSteps
from scrim.analysis.person import RowsOfAPerson

# Next to none, and a confidence at which intervals may be relied on.
NO_NOISE = {"epsilon": 1e6, "rows_per_person": 1, "confidence": 1 - 1e-9}
PLANS = {"mean": scrim.plan_mean, "variance": scrim.plan_variance, "std": scrim.plan_std}
CALLS = {"mean": scrim.mean, "variance": scrim.variance, "std": scrim.std}


def width(release):
    """Of the interval before it is rounded to floats, as a share of all that the result can be."""
    parts = zip(release.plan.parts, release.values, strict=True)
    low, high = release.plan.result({part.name: part.within(steps) for part, steps in parts}, True)
    first, last = release.plan.ends()
    assert first <= low <= high <= last
    return (high - low) / (last - first)


# --- cost ---


@pytest.mark.parametrize("rows_per_person", [1, 3])
@pytest.mark.parametrize(
    "budget", [{"epsilon": 1.0}, {"epsilon": 7 / 5}, {"rho": 0.1}, {"epsilon": 1e-6}, {"rho": 1e-12}, {"epsilon": 50}], ids=str
)
@pytest.mark.parametrize("query", PLANS)
@pytest.mark.parametrize("size", [None, 10], ids=["counted", "sized"])
def test_the_whole_budget_is_spent_and_no_more(query, budget, rows_per_person, size):
    (amount,) = budget.values()
    for bounds in [(-3.0, 120.0), (0.1, 1e6 + 1 / 3)]:
        plan = PLANS[query](bounds, **budget, rows_per_person=rows_per_person, size=size)
        assert amount * (1 - 1e-9) <= plan.cost <= amount
        assert plan.measurement.map(rows_per_person) == plan.cost
        assert sum(Fraction(part.cost) for part in plan.parts) <= Fraction(plan.cost)
        assert (plan.epsilon, plan.rho) == ((plan.cost, None) if "epsilon" in budget else (None, plan.cost))


@pytest.mark.parametrize("budget", [{"epsilon": 1e-10}, {"epsilon": 1e-12}, {"rho": 1e-20}], ids=str)
@pytest.mark.parametrize("query", PLANS)
def test_noise_that_is_far_above_rows_leaves_them_something_to_add(query, budget):
    (amount,) = budget.values()
    for bounds in [(-3.0, 120.0), (0.1, 1e6 + 1 / 3), (2, 9)]:
        plan = PLANS[query](bounds, **budget, rows_per_person=1, dtype=type(bounds[0]))
        assert all(part.cost > 0 and part.step < part.reach for part in plan.parts if part.name != "count")
        assert amount * (1 - 1e-9) <= plan.cost <= amount


def test_a_row_moves_a_sum_by_half_the_width_wherever_the_bounds_lie():
    for bounds, dtype in (((0, 7), int), ((1000, 1007), int), ((0, 7), float), ((-10.0, -3.0), float)):
        plan = scrim.plan_mean(bounds, epsilon=1.0, rows_per_person=2, dtype=dtype)
        assert [part.name for part in plan.parts] == ["sum", "count"]
        assert plan.scale["sum"] == pytest.approx(2 * 3.5 / 0.6)
        assert plan.scale["count"] == pytest.approx(2 / 0.4)
        squares = scrim.plan_variance(bounds, epsilon=1.0, rows_per_person=2, dtype=dtype).scale["squares"]
        assert squares == pytest.approx(2 * 3.5**2 / 2 * 3)


def test_a_public_size_leaves_all_of_the_budget_to_the_sums():
    plan = scrim.plan_mean((0, 10), epsilon=1.0, rows_per_person=1, size=100)
    assert plan.scale == {"sum": pytest.approx(5.0)}
    assert set(scrim.plan_std((0, 10), epsilon=1.0, rows_per_person=1, size=100).scale) == {"sum", "squares"}


def test_the_split_of_a_mean_is_close_to_the_best():
    for currency, variance_of in (("epsilon", lambda share: share**-2), ("rho", lambda share: 1 / share)):

        def badness(of_sum, variance_of=variance_of):
            """Of the mean, to first order, where it is as likely here as there: a third of the count's."""
            return variance_of(of_sum) + variance_of(1 - of_sum) / 3

        plan = scrim.plan_mean((0, 1), **{currency: 1.0}, rows_per_person=1)
        share = plan.parts[0].cost / plan.cost
        assert badness(share) <= 1.01 * min(badness(i / 1000) for i in range(1, 1000))


# --- values ---


COLUMNS = {
    "floats": [0.5, 3.25, math.nan, 9.0, -4.0, math.inf, -math.inf, 3.25],
    "list": [1, 2, 2.5, 11],
    "one row": [2.5],
    "small integers": np.array([3, -7, 9, 100], dtype=np.int8),
    "unsigned": np.array([3, 2**64 - 1, 5], dtype=np.uint64),
    "truths": np.array([True, False, True]),
    "nulls": pa.array([1, None, 7, None, 7]),
    "nulls and NaN": pa.array([1.5, None, math.nan, 8.0]),
    "pandas": pd.Series([1.0, None, 4.0]),
    "pandas, nullable": pd.Series([1, None, 4], dtype="Int64"),
}


def listed(column):
    if isinstance(column, (list, np.ndarray)):
        return list(np.asarray(column).tolist())
    if isinstance(column, pa.Array):
        return column.to_pylist()
    return [None if pd.isna(value) else float(value) for value in column]


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("query", CALLS)
def test_without_noise_it_is_the_moment_of_the_rows_that_are_numbers(query, column):
    release = CALLS[query](column, (-3, 10), **NO_NOISE)
    exact = moments(listed(column), (-3, 10))
    value, expected = (release.value**2, exact["variance"]) if query == "std" else (release.value, exact[query])
    assert value == pytest.approx(float(expected), abs=1e-2)
    assert isinstance(release.value, float)
    assert holds(release, exact)
    assert release.interval[0] <= release.value <= release.interval[1]


@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize("bounds", UGLY_BOUNDS, ids=str)
def test_intervals_hold_for_ugly_bounds(query, bounds):
    lower, upper = map(float, bounds)
    rows = [lower, upper, lower / 2 + upper / 2, math.nextafter(lower, upper), -math.inf, math.nan, 0.0] * 50
    # With noise that is next to none, so that rounding is all there is.
    release = CALLS[query](rows, bounds, epsilon=1e12, rows_per_person=1)
    assert holds(release, moments(rows, (lower, upper)))
    assert width(release) <= Fraction(1, 100)
    assert release.interval[0] <= release.value <= release.interval[1]
    first, last = release.plan.ends()
    assert release.plan.error_among(Fraction(len(rows))) <= (last - first) / 100


INTEGER_BOUNDS = [
    (0, 1),
    (-(2**63), 2**63 - 1),
    (2**63 - 8, 2**63 - 1),
    (-(2**63), -(2**63) + 5),
    (2**53, 2**53 + 3),
    (-(2**40), 2**41 + 1),
]


@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize("bounds", INTEGER_BOUNDS, ids=str)
def test_intervals_hold_at_the_ends_of_integers(query, bounds):
    lower, upper = bounds
    rows = [lower, upper, (lower + upper) // 2, lower + 1, -(2**63), 2**63 - 1, 0] * 20
    release = CALLS[query](np.array(rows, dtype=np.int64), bounds, epsilon=1e12, rows_per_person=1)
    assert holds(release, moments(rows, bounds))
    assert width(release) <= Fraction(1, 100)


def test_integers_stay_exact():
    rows = np.array([0, 1, 1, 1, 5, 9], dtype=np.int64)
    budget = Budget("epsilon", 1.0)
    for bounds, middle in (((0, 5), 2.5), ((0, 6), 3), ((-(2**20), 5), (5 - 2**20) / 2)):
        moved = [min(int(row), bounds[1]) for row in rows]
        added = Deviations(bounds, "int64", RowsOfAPerson(1))
        total, squares = added.total(budget), added.squares(budget)
        assert total.exact(rows) * total.step == sum(row - middle for row in moved)
        expected = sum(Fraction(row - middle) ** 2 - squares.shift for row in moved)
        if bounds[1] - bounds[0] < 100:
            assert squares.exact(rows) * squares.step == expected
        assert abs(squares.exact(rows) * squares.step - expected) <= len(rows) * squares.rounding
        assert added.count().exact(rows) == len(rows)


@pytest.mark.parametrize("bounds", UGLY_BOUNDS, ids=str)
def test_a_row_is_rounded_by_no_more_than_is_said(bounds):
    lower, upper = map(float, bounds)
    added = Deviations((lower, upper), "float64", RowsOfAPerson(1))
    rng = np.random.default_rng(7)
    inside = [lower * (1 - share) + upper * share for share in rng.random(50).tolist()]
    for sums, power in ((added.total(Budget("rho", 0.1)), 1), (added.squares(Budget("rho", 0.1)), 2)):
        for row in [lower, upper, -math.inf, math.inf, 0.0, math.nextafter(lower, upper), *inside]:
            moved = Fraction(min(max(row, lower), upper))
            exact = (moved - added.center) ** power - sums.shift
            assert abs(sums.exact(np.array([row])) * sums.step - exact) <= sums.rounding
            assert abs(exact) <= sums.reach
        assert sums.exact(np.array([math.nan])) == 0
        assert sums.rounding <= sums.reach / 2**28


def test_no_rows_give_a_value_between_the_bounds_and_an_interval_that_says_nothing():
    for query, call in CALLS.items():
        for empty in ([], np.array([], dtype=np.int64), [math.nan, math.nan], pa.array([None], pa.float64())):
            release = call(empty, (-3, 10), epsilon=1.0, rows_per_person=1)
            low, high = map(float, release.plan.ends())
            assert low <= release.interval[0] <= release.value <= release.interval[1] <= high, query


@pytest.mark.parametrize("query", CALLS)
def test_equal_bounds_cost_nothing(query):
    for rows in ([1.5, math.nan, -7.0], np.array([1, -7]), []):
        for size in (None, 3):
            release = CALLS[query](rows, (4, 4), epsilon=1.0, rows_per_person=1, size=size)
            expected = 4.0 if query == "mean" else 0.0
            assert (release.value, release.interval, release.epsilon) == (expected, (expected, expected), 0.0)
            assert release.plan.error(*[] if size else [0]) == 0


def test_a_public_size_is_what_the_sum_is_divided_by():
    rows = np.arange(10.0)
    sized = scrim.mean(rows, (0, 9), size=10, **NO_NOISE)
    assert sized.value == pytest.approx(4.5, abs=1e-3)
    assert sized.parts.keys() == {"sum"}
    # Rows that are missing count as the middle.
    assert scrim.mean([9.0, math.nan], (0, 9), size=2, **NO_NOISE).value == pytest.approx(6.75, abs=1e-3)
    assert scrim.std(rows, (0, 9), size=10, **NO_NOISE).value == pytest.approx(rows.std(), abs=1e-3)


def test_a_sum_is_a_float_whatever_a_step_is_worth():
    plan = scrim.plan_mean((0.0, 3.0 * 2**31), epsilon=1.0, rows_per_person=1)
    assert plan.parts[0].step == 1
    release = plan.release([0.5])
    for parts in (release.parts, release.unclipped):
        assert {name: type(number) for name, number in parts.items()} == {"sum": float, "count": int}


def test_an_interval_that_ends_at_zero_has_no_sign_there():
    mean = scrim.plan_mean((-5.0, 0.0), epsilon=1.0, rows_per_person=1)
    steps = (2**60, 1)
    (cells,) = MeanOfSteps(mean).cells([steps])
    std = scrim.plan_std((2.0, 2.0), epsilon=1.0, rows_per_person=1)
    for end in (mean.interval(steps)[1], cells[2], std.interval((0,))[1]):
        assert (end, math.copysign(1, end)) == (0.0, 1.0)


def test_threads_read_the_same_rows():
    rows = np.random.default_rng(5).normal(3, 2, 20_001)
    for call in CALLS.values():
        one, four = (call(rows, (-3, 10), epsilon=1e9, rows_per_person=1, threads=n).value for n in (1, 4))
        assert one == pytest.approx(four, rel=1e-9)


# --- accuracy ---


def test_intervals_hold_everything_in_a_box_and_no_more():
    numbers = [Fraction(n, 3) for n in (-7, -2, 0, 1, 5)]
    pairs = [(low, high) for low in numbers for high in numbers if low <= high]
    for count in ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(4)), (Fraction(2), Fraction(9))):
        rows = points(*count, 12)
        for total in pairs:
            sums = points(*total, 8)
            low, high = intervals.mean_interval(count, total)
            found = [s / n for s in sums for n in rows]
            assert (min(found), max(found)) == (low, high)
            for squares in pairs[::2]:
                low, high = intervals.variance_interval(count, total, squares)
                found = [q / n - (s / n) ** 2 for q in squares for s in sums for n in rows]
                assert low == min(found)
                assert max(found) <= high <= max(found) + Fraction(1, 20)


def points(low, high, steps):
    return [low + (high - low) * Fraction(i, steps) for i in range(steps + 1)]


def test_errors_hold_for_all_noise_within_the_errors_of_parts():
    reach, rows = Fraction(3), 6
    count_error, total_error = Fraction(2), Fraction(5)
    bound = intervals.mean_error(Fraction(rows), reach, count_error, total_error)
    worst = max(
        abs((m * rows + x) / (rows + y) - m)
        for m in points(-reach, reach, 6)
        for x in points(-total_error, total_error, 4)
        for y in points(-count_error, count_error, 4)
    )
    assert worst == bound
    assert intervals.mean_error(Fraction(2), reach, count_error, total_error) is None
    off = intervals.variance_error(Fraction(1), Fraction(2), reach)
    assert off == max(abs(q - ((m + x) ** 2 - m**2)) for q in (-2, 2) for x in (-1, 1) for m in (-reach, reach))


@pytest.mark.parametrize("query", PLANS)
@pytest.mark.parametrize("bounds", [(0, 1), (-3, 120), (0.1, 1e6 + 1 / 3), (1e16, 1e16 + 6), (-1e140, 1e140)], ids=str)
@pytest.mark.parametrize("size", [1, 2, 40])
def test_whatever_the_noise_within_its_errors_intervals_and_errors_hold(query, bounds, size):
    rng = np.random.default_rng([size, *query.encode()])
    lower, upper = map(float, bounds)
    for budget in ({"epsilon": 7 / 5}, {"rho": 1e-3}):
        # A variance of a public size is another plan: test_analysis_centered.py.
        for given in (None, size) if query == "mean" else (None,):
            plan = PLANS[query](bounds, **budget, rows_per_person=1, size=given)
            for shape in (0.1, 1.0):
                rows = (lower + (upper - lower) * rng.beta(shape, 2 * shape, size)).tolist()
                exact = moments(rows, bounds)
                error = Fraction(plan.error() if given else plan.error(rows=size))
                for signs in itertools.product((-1, 0, 1), repeat=len(plan.parts)):
                    release = MomentRelease(plan, noisy(plan, rows, budget, signs))
                    assert holds(release, exact)
                    if query == "std":  # off by no more: between the roots that are further off
                        value = Fraction(release.value)
                        assert max(value - error, 0) ** 2 <= exact["variance"] <= (value + error) ** 2
                    else:
                        # The value is the nearest float.
                        off = abs(Fraction(release.value) - exact[query])
                        assert off <= error + Fraction(math.ulp(release.value)) / 2


def noisy(plan, rows, budget, signs):
    """The exact parts, with noise that goes as far as it may, up or down."""
    added = Deviations(plan.bounds, "float64", RowsOfAPerson(1))
    ((currency, _),) = budget.items()
    steps = []
    amounts = plan.budget.split(len(plan.parts), [3, 2] if len(plan.parts) == 2 and plan.size is None else None)
    for part, amount, sign in zip(plan.parts, amounts, signs, strict=True):
        share = Budget(currency, amount)
        made = {"sum": added.total, "squares": added.squares}.get(part.name, lambda *_: added.count())(share)
        assert made.step == part.step
        steps.append(int(made.exact(np.array(rows))) + sign * int(part.error / part.step))
    return tuple(steps)


@pytest.mark.parametrize("square", [Fraction(2), Fraction(10) ** -700, Fraction(10) ** 601 / 3, Fraction(9, 4)], ids=str)
def test_roots_are_close_and_on_their_side(square):
    low, high = intervals.root_down(square), intervals.root_up(square)
    assert low**2 <= square < high**2
    assert high <= low * (1 + Fraction(1, 2**60))
    assert intervals.root_down(Fraction(0)) == intervals.root_up(Fraction(0)) == 0


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("query", CALLS)
@pytest.mark.parametrize("budget", [{"epsilon": 0.5}, {"rho": 0.02}], ids=str)
@pytest.mark.parametrize("size", [None, 300], ids=["counted", "sized"])
def test_intervals_and_errors_hold_as_often_as_said(query, budget, size):
    rows = np.random.default_rng(2).uniform(-2, 9, 300).tolist()
    plan = PLANS[query]((-3, 10), **budget, rows_per_person=1, size=size, confidence=0.8)
    exact = moments(rows, plan.bounds)
    truth = math.sqrt(exact["variance"]) if query == "std" else float(exact[query])
    error = plan.error() if size else plan.error(rows=300)
    releases = [plan.release(np.array(rows)) for _ in range(400)]
    assert len({release.value for release in releases}) > 20
    # 400 coins of at least 0.8 fall below 275 with probability below 1e-7.
    assert sum(holds(release, exact) for release in releases) >= 275
    assert sum(abs(release.value - truth) <= error for release in releases) >= 275
    # And the interval is no wider than need be: a fifth of it is often too little.
    narrow = [abs(release.value - truth) <= (release.interval[1] - release.interval[0]) / 10 for release in releases]
    assert sum(narrow) <= 390


def test_the_error_falls_with_the_rows_and_is_rounded_up():
    plan = scrim.plan_mean((0, 100), epsilon=1.0, rows_per_person=1)
    errors = [plan.error(rows=rows) for rows in (0, 1, 10, 100, 10_000, 10**9)]
    assert errors == sorted(errors, reverse=True)
    assert errors[:2] == [100, 100] and errors[-1] < 1e-4
    total, count = plan.parts
    exact = (total.error + (50 + total.rounding) * count.error) / (10_000 - count.error) + total.rounding
    assert exact <= Fraction(plan.error(rows=10_000)) <= exact * (1 + Fraction(1, 2**50))


def test_the_confidence_is_that_of_all_parts_at_once():
    for budget, radius in (({"epsilon": 1.0}, scrim.laplace_radius), ({"rho": 0.3}, scrim.gaussian_radius)):
        plan = scrim.plan_variance((0, 1), **budget, rows_per_person=1, confidence=0.9)
        for part in plan.parts:
            steps = part.scale / float(part.step)
            assert float(part.error / part.step) == pytest.approx(radius(steps, 0.9 ** (1 / 3)), rel=1e-9, abs=1)


# --- what is told ---


def test_plans_and_releases_say_what_they_are():
    release = scrim.mean([1.0, 2.0], (0, 10), epsilon=1.0, rows_per_person=2)
    told = release.explain()
    assert "epsilon 0.6 for the sum" in told and "epsilon 0.4 for the count" in told
    assert "at most 2 rows" in told and "discrete Laplace noise" in told
    assert "lies between" in told and "lies between" in repr(release)
    assert "10000 rows or more" in release.plan.explain()
    assert "no data read yet" in repr(release.plan)
    spread = scrim.std([1.0], (0, 10), rho=0.5, rows_per_person=1, size=1)
    assert "discrete Gaussian noise" in spread.explain()
    assert "1 row that are numbers" in spread.explain() or "public" in spread.explain()
    assert "not by one less" in spread.plan.explain()
    assert set(spread.to_dict()) >= {"query", "rho", "value", "interval", "parts", "confidence", "size"}
    for shown in (spread, spread.plan, release, release.plan):
        html = shown._repr_html_()
        assert html.count("<svg") == 1 and "nan" not in html


def test_shown_intervals_hold_what_they_round():
    from scrim.analysis.rounding import show_interval

    for low, high in ((1 / 3, 2 / 3), (-2e300 / 3, -1e-300 / 3), (0.0, 0.0), (123456789.0, 123456789.0), (-1.5, 1.5)):
        shown = [float(text) for text in show_interval(low, high)]
        assert shown[0] <= low <= high <= shown[1]
        assert shown == pytest.approx([low, high], rel=1e-6)


def test_plans_and_releases_are_the_same_after_loading():
    for made in (
        scrim.plan_mean((0.1, 5), epsilon=1 / 3, rows_per_person=2),
        scrim.plan_std((0, 5), rho=0.1, rows_per_person=1, confidence=0.9, dtype=int, size=7),
        scrim.variance(np.array([1, 2]), (0, 9), epsilon=1.0, rows_per_person=1),
    ):
        loaded = pickle.loads(pickle.dumps(made))
        assert loaded == made and repr(loaded) == repr(made) and loaded.to_dict() == made.to_dict()


# --- refusals ---


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: scrim.mean([1.0], (0, 1), rows_per_person=1), "neither of epsilon and rho"),
        (lambda: scrim.mean([1.0], (0, 1), epsilon=1.0, rows_per_person=0), "rows_per_person is 0"),
        (lambda: scrim.mean([1.0], (2, 1), epsilon=1.0, rows_per_person=1), "bounds is (2, 1)"),
        (lambda: scrim.mean([1.0], (0, math.nan), epsilon=1.0, rows_per_person=1), "the upper bound is nan"),
        (lambda: scrim.mean([1.0], (0, 1), epsilon=1.0, rows_per_person=1, size=0), "size is 0"),
        (lambda: scrim.mean([1.0], (0, 1), epsilon=1.0, rows_per_person=1, size=2.0), "size is 2.0"),
        (
            lambda: scrim.std([1.0], (0, 1), epsilon=1.0, rows_per_person=1, confidence=math.nextafter(1, 0)),
            "give a lower one",
        ),
        (lambda: scrim.mean(np.array([1]), (0, 2**63), epsilon=1.0, rows_per_person=1), "rows of int64 need bounds"),
        (
            lambda: scrim.mean(np.array([1], dtype=np.uint64), (0, 2**64 - 1), epsilon=1.0, rows_per_person=1),
            "rows of uint64 need bounds",
        ),
        (lambda: scrim.std([1.0], (0, 1e160), epsilon=1.0, rows_per_person=1), "give narrower ones"),
        (lambda: scrim.mean([1.0], (-1.7e308, 1.7e308), epsilon=1.0, rows_per_person=1), "give narrower ones"),
        (lambda: scrim.plan_mean((0, 1), epsilon=1.0, rows_per_person=1).error(), "rows is missing"),
        (lambda: scrim.plan_mean((0, 1), epsilon=1.0, rows_per_person=1).error(rows=-1), "rows is -1"),
        (lambda: scrim.plan_mean((0, 1), epsilon=1.0, rows_per_person=1, size=3).error(rows=3), "leave out rows"),
        (lambda: scrim.plan_mean((0, 1), epsilon=1.0, rows_per_person=1, dtype=str), "give float, int or 'uint64'"),
    ],
)
def test_what_cannot_be_done_is_refused(call, text):
    with pytest.raises(scrim.Error) as caught:
        call()
    assert text in str(caught.value)


def test_rows_per_person_must_be_said():
    for call in CALLS.values():
        with pytest.raises(TypeError, match="rows_per_person"):
            call([1.0], (0, 1), epsilon=1.0)


# --- means of many groups ---


@pytest.mark.parametrize("size", [None, 7], ids=["counted", "sized"])
@pytest.mark.parametrize("budget", [{"epsilon": 7 / 5}, {"rho": 1e-3}], ids=str)
@pytest.mark.parametrize("bounds", [(-3.0, 120.0), (0.1, 1e6 + 1 / 3), (-1e12, 3.5e-12), (5.0, 5.0), (0, 7), (-4, 1)], ids=str)
def test_means_in_integers_are_those_in_fractions_to_the_bit(bounds, budget, size):
    plan = scrim.plan_mean(bounds, **budget, rows_per_person=3, size=size, dtype=type(bounds[0]))
    means = MeanOfSteps(plan)
    ugly = [0, 1, -1, 2, 3, -7, 10**3, 2**40 + 1, -(2**40), 2**62 - 1, -(2**62)]
    groups = list(itertools.product(ugly, repeat=len(plan.parts)))
    for steps, cells in zip(groups, means.cells(groups), strict=True):
        expected = plan.estimate(steps), *plan.interval(steps)
        assert cells == expected, steps
