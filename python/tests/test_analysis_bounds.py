"""Private bounds: what they cost, which they are, how many rows they leave out, what they refuse."""

from __future__ import annotations

import math
import pickle
import sys

import numpy as np
import pyarrow as pa
import pytest
import scrim

EXACT = {"epsilon": 1e6, "rows_per_person": 1, "outside": 0}
TINY = 5e-324
TOP = 2.0**63


# --- cost ---


@pytest.mark.parametrize("rows_per_person", [1, 3])
@pytest.mark.parametrize("epsilon", [1.0, 7 / 5, 1e-6])
def test_the_whole_budget_is_spent_and_no_more(epsilon, rows_per_person):
    plan = scrim.plan_bounds(epsilon=epsilon, rows_per_person=rows_per_person)
    assert epsilon * (1 - 1e-9) <= plan.cost <= epsilon
    assert plan.measurement.map(rows_per_person) == plan.cost == plan.epsilon
    assert plan.rho is None
    assert plan.scale == pytest.approx(4 * rows_per_person / epsilon)


def test_the_number_of_candidates_does_not_cost():
    few = scrim.plan_bounds(epsilon=1.0, rows_per_person=1, smallest=1.0, largest=2.0)
    many = scrim.plan_bounds(epsilon=1.0, rows_per_person=1, smallest=TINY, largest=1e308)
    assert few.cost == many.cost
    assert few.scale == many.scale


def test_as_many_rows_are_allowed_outside_as_two_scales_of_noise():
    assert scrim.plan_bounds(epsilon=1.0, rows_per_person=1).outside == 8
    assert scrim.plan_bounds(epsilon=0.5, rows_per_person=3).outside == 48
    # A scale that is found by search may exceed what it means in its last bit.
    assert all(scrim.plan_bounds(epsilon=4 / n, rows_per_person=1).outside == 2 * n for n in range(3, 60, 7))
    assert scrim.plan_bounds(epsilon=1.0, rows_per_person=1, outside=0).outside == 0


# --- candidates ---


def test_candidates_are_zero_and_powers_of_two():
    def candidates(**options):
        return scrim.plan_bounds(epsilon=1.0, rows_per_person=1, **options).candidates

    assert candidates(smallest=0.5, largest=2.0) == (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
    assert candidates(smallest=0.7, largest=1.5) == (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
    assert candidates(smallest=1.0, largest=1.0) == (-1.0, 0.0, 1.0)
    assert candidates()[0] == -TOP and candidates()[-1] == TOP and len(candidates()) == 255
    widest = candidates(smallest=TINY, largest=sys.float_info.max)
    assert widest[-1] == sys.float_info.max and widest[-2] == 2.0**1023
    assert [value for value in widest if value > 0][0] == TINY
    assert candidates(dtype=int, largest=5) == (-8, -4, -2, -1, 0, 1, 2, 4, 8)
    assert candidates(dtype=int, largest=1) == (-1, 0, 1)
    integers = candidates(dtype=int)
    assert (integers[0], integers[-2], integers[-1]) == (-(2**63), 2**62, 2**63 - 1)
    unsigned = candidates(dtype="uint64")
    assert (unsigned[0], unsigned[1], unsigned[-2], unsigned[-1]) == (0, 1, 2**63, 2**64 - 1)


# --- values; without noise, so that they are known ---


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([0.3, 5.0, 100.0], (0.25, 128.0)),
        ([-3.0, 3.0], (-4.0, 4.0)),
        ([4.0, 4.0], (4.0, 4.0)),
        ([0.0, -0.0], (0.0, 0.0)),
        ([TINY, -TINY], (-(2.0**-63), 2.0**-63)),
        ([math.inf, 1.0], (1.0, TOP)),
        ([math.inf, math.inf], (TOP, TOP)),
        ([-math.inf, 7.0], (-TOP, 8.0)),
        ([1e300, -1e300], (-TOP, TOP)),
        ([math.nan, 3.0, math.nan], (2.0, 4.0)),
        ([], (-TOP, TOP)),
    ],
)
def test_bounds_are_the_closest_candidates_around_all_rows(rows, expected):
    assert scrim.bounds(rows, **EXACT).value == expected


def test_bounds_of_integers_are_integers():
    for rows, expected in (
        (np.array([-5, 3, 7, 1000]), (-8, 1024)),
        (np.array([0, 0]), (0, 0)),
        (np.array([-(2**63), 2**63 - 1]), (-(2**63), 2**63 - 1)),
        (np.array([3, 2**64 - 1], dtype=np.uint64), (2, 2**64 - 1)),
        (np.array([True, False]), (0, 1)),
        (pa.array([3, None, 4]), (2, 4)),
        (np.array([], dtype=np.int64), (-(2**63), 2**63 - 1)),
    ):
        value = scrim.bounds(rows, **EXACT).value
        assert value == expected
        assert {type(bound) for bound in value} == {int}


def test_an_outlier_is_left_outside():
    rows = [1.0] * 50 + [1e12]
    assert scrim.bounds(rows, **EXACT).value == (1.0, 2.0**40)
    assert scrim.bounds(rows, **{**EXACT, "outside": 1}).value == (1.0, 1.0)


def test_bounds_that_cross_for_want_of_rows_are_the_widest():
    assert scrim.bounds([5.0, 6.0], **{**EXACT, "outside": 2}).value == (-TOP, TOP)


def test_noise_moves_bounds_and_leaves_out_no_more_than_is_said():
    rows = np.random.default_rng(5).lognormal(3, 1, 5000)
    plan = scrim.plan_bounds(epsilon=1.0, rows_per_person=1, confidence=0.9)
    values = [plan.release(rows).value for _ in range(300)]
    assert len(set(values)) > 2
    most = plan.most_outside
    kept = [np.sum(rows > upper) <= most and np.sum(rows < lower) <= most for lower, upper in values]
    assert sum(kept) >= 240  # 300 coins of at least 0.9 fall below it with a probability below 1e-6
    # Three of four land on one of the two candidates on either side of where eight rows are left.
    near = [256.0 <= upper <= 1024.0 for _, upper in values]
    assert sum(near) >= 225


# --- what is told ---


def test_most_rows_outside_is_the_radius_of_all_noise():
    plan = scrim.plan_bounds(epsilon=1.0, rows_per_person=1, smallest=1.0, largest=1.0)
    assert plan.most_outside == 8 + scrim.laplace_radius(plan.scale, 1 - 0.05 / 6)


def test_plans_and_releases_say_what_they_are():
    release = scrim.bounds([1.0, 2.0] * 100, epsilon=1.0, rows_per_person=2)
    told = release.explain()
    assert "at most 16 rows beyond it" in told
    assert "Epsilon 1 is spent" in told
    assert "unless it is the outermost candidate" in told
    assert release.value == release.values
    assert "Private bounds of the rows" in repr(release)
    assert "no data read yet" in repr(release.plan)
    assert set(release.to_dict()) >= {"query", "epsilon", "value", "outside_rows", "most_outside_rows"}
    for shown in (release, release.plan):
        html = shown._repr_html_()
        assert html.count("<svg") == 1 and "nan" not in html


def test_plans_and_releases_are_the_same_after_loading():
    for made in (
        scrim.plan_bounds(epsilon=1 / 3, rows_per_person=2, largest=1e6, outside=3),
        scrim.bounds(np.arange(1000), epsilon=1.0, rows_per_person=1),
    ):
        assert pickle.loads(pickle.dumps(made)) == made


def test_bounds_go_on_to_a_sum():
    rows = np.arange(1000.0)
    found = scrim.bounds(rows, epsilon=1.0, rows_per_person=1)
    total = scrim.sum(rows, found.value, epsilon=1.0, rows_per_person=1)
    assert total.plan.bounds == found.value


# --- refusals ---


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"epsilon": 0}, "epsilon is 0"),
        ({"rows_per_person": 0}, "rows_per_person is 0"),
        ({"outside": -1}, "outside is -1"),
        ({"outside": 1.5}, "outside is 1.5"),
        ({"smallest": 0.0}, "smallest is 0.0"),
        ({"largest": math.inf}, "largest is inf"),
        ({"smallest": 2.0, "largest": 1.0}, "at most the largest"),
        ({"dtype": int, "smallest": 2}, "leave it out"),
        ({"dtype": int, "largest": 2**63}, "from 1 to 9223372036854775807"),
        ({"dtype": int, "largest": 0}, "largest is 0"),
        ({"dtype": str}, "dtype is"),
        ({"confidence": 1.0}, "confidence is 1.0"),
        ({"confidence": math.nextafter(1.0, 0.0)}, "too close to 1"),
    ],
)
def test_what_cannot_be_done_is_refused(changed, text):
    with pytest.raises(scrim.Error) as caught:
        scrim.plan_bounds(**{"epsilon": 1.0, "rows_per_person": 1, **changed})
    assert text in str(caught.value)


def test_rows_per_person_must_be_said():
    with pytest.raises(TypeError, match="rows_per_person"):
        scrim.bounds([1.0], epsilon=1.0)


def test_bounds_of_many_digits_are_shown_as_powers():
    from scrim.analysis.bounds_picture import _shown

    shown = {2**63 - 1: "2^63 - 1", -(2**63): "-2^63", 2.0**63: "2^63", -(2.0**-63): "-2^-63", 2**63 - 3: str(2**63 - 3), 4096: "4096", 0: "0"}
    assert {bound: _shown(bound) for bound in shown} == shown
