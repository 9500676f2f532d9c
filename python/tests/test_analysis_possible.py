"""What noise made impossible is moved back for those who read it, and kept for those who compute with it."""

from __future__ import annotations

import copy
import math
import pickle
import re
from itertools import product

import numpy as np
import pytest
import scrim
from scrim.analysis.possible import count_intervals, nearest_possible, possible_counts, possible_part

ONE = {"epsilon": 1.0, "rows_per_person": 1}

COUNT = scrim.plan_count(**ONE)
OCCUR = scrim.plan_count_distinct(["a", "b", "c"], **ONE)
HISTOGRAM = scrim.plan_histogram(edges=[0, 1, 2, 3], **ONE)
TOP = scrim.plan_top_k(["a", "b", "c"], 2, counts=True, **ONE)


# --- the rule ---


@pytest.mark.parametrize("ends", [(None, None), (0, None), (None, 0), (0, 3), (0, 0)])
def test_it_comes_closer_and_intervals_hold_what_they_held(ends):
    numbers = range(-5, 9)
    least, most = (limit if end is None else end for end, limit in zip(ends, (-5, 8), strict=True))
    for exact, noisy, error in product(range(least, most + 1), numbers, range(5)):
        shown = nearest_possible(noisy, ends)
        assert least <= shown <= most and abs(shown - exact) <= abs(noisy - exact)
        assert shown == noisy or not least <= noisy <= most
        low, high = possible_part((noisy - error, noisy + error), ends)
        assert low <= shown <= high
        assert low <= exact <= high or not noisy - error <= exact <= noisy + error


def test_counts_are_raised_one_by_one():
    assert possible_counts((-3, 0, 5)) == (0, 0, 5)
    assert count_intervals((-9, -3, 0, 5), 4) == ((0, 0), (0, 1), (0, 4), (1, 9))


# --- releases ---


def test_a_count_is_not_negative():
    release = scrim.NumberRelease(COUNT, -2)
    assert (release.value, release.values, release.unclipped) == (0, (0,), -2)
    assert release.interval == (0, 1)  # at most 3 off
    assert scrim.NumberRelease(COUNT, -100).interval == (0, 0)
    assert scrim.NumberRelease(COUNT, 2).interval == (0, 5)
    assert scrim.NumberRelease(COUNT, 7).interval == (4, 10)


def test_a_sum_is_what_its_bounds_allow():
    def release(bounds, unclipped, dtype=float):
        return scrim.NumberRelease(scrim.plan_sum(bounds, **ONE, dtype=dtype), unclipped)

    assert (release((0, 7), -2.5).value, release((0, 7), -2.5).unclipped) == (0.0, -2.5)
    assert type(release((0, 7), -2.5).value) is float and type(release((0, 7), -2, int).value) is int
    assert release((0.5, 7), -2.5).interval[0] == 0.0 and release((0.5, 7), -1e3).interval == (0.0, 0.0)
    assert release((-7, -0.5), 2.5).value == 0.0 and release((-7, 0), 2.5).interval[1] == 0.0
    assert release((-7, 0), -2.5).value == -2.5
    for unclipped in (-2.5, 2.5):
        free = release((-1, 7), unclipped)
        assert free.value == unclipped and free.interval[0] < unclipped < free.interval[1]


def test_no_more_categories_occur_than_there_are():
    assert [scrim.DistinctRelease(OCCUR, n).value for n in (-1, 0, 2, 3, 4)] == [0, 0, 2, 3, 3]
    assert scrim.DistinctRelease(OCCUR, 5).interval == (2, 3)
    assert scrim.DistinctRelease(OCCUR, 50).interval == (3, 3)


def test_counts_in_bins_are_not_negative():
    release = scrim.HistogramRelease(HISTOGRAM, (-2, 0, 9))
    assert (release.values, release.unclipped) == ((0, 0, 9), (-2, 0, 9))
    error = HISTOGRAM.error
    assert release.intervals == ((0, error - 2), (0, error), (9 - error, 9 + error))


def test_counts_of_the_most_frequent_are_not_negative():
    release = scrim.TopKRelease(TOP, ("a", "b"), (9, -1))
    assert (release.counts, release.unclipped) == ((9, 0), (9, -1))
    assert release.intervals[1] == (0, TOP.count_error - 1)
    without = scrim.TopKRelease(scrim.plan_top_k(["a", "b", "c"], 1, **ONE), ("a",))
    assert without.counts is without.unclipped is without.intervals is None


def test_the_count_of_a_mean_is_not_negative():
    plan = scrim.plan_mean((0, 8), **ONE, dtype=int)
    names = [part.name for part in plan.parts]
    release = scrim.MomentRelease(plan, tuple(-3 for _ in names))
    assert release.parts["count"] == 0 and release.unclipped["count"] == -3
    assert release.parts["sum"] == release.unclipped["sum"] < 0  # of distances: it may be
    told = {part["name"]: part for part in release.to_dict()["parts"]}
    assert (told["count"]["value"], told["count"]["unclipped"]) == (0, -3)


def test_shares_lie_between_0_and_1():
    shares = scrim.estimate_shares(["a"] * 9 + ["b"], ["a", "b", "c"], epsilon=0.5)
    assert shares.estimates["a"] == 1.0 < shares.unclipped["a"]
    assert shares.estimates["c"] == 0.0 > shares.unclipped["c"]
    assert math.fsum(shares.unclipped.values()) == pytest.approx(1)


# --- the real mechanism ---


@pytest.mark.parametrize("budget", [{"epsilon": 0.5}, {"rho": 0.125}])
def test_unclipped_counts_are_right_on_average_and_intervals_hold(budget):
    plan = scrim.plan_histogram(edges=range(51), **budget, rows_per_person=1, confidence=0.8)
    rows = np.array([0.5] * 40)
    releases = [plan.release(rows) for _ in range(200)]
    empty = 49 * len(releases)
    spread = math.sqrt(2) * plan.scale / math.sqrt(empty)
    unclipped = sum(sum(release.unclipped[1:]) for release in releases) / empty
    raised = sum(sum(release.values[1:]) for release in releases) / empty
    assert abs(unclipped) < 6 * spread
    assert raised > 0.3 * plan.scale  # which is why sums are not taken of these
    # All at once: 0.8 or a little more, six standard deviations below.
    exact = [40] + [0] * 49
    held = sum(
        all(low <= true <= high for (low, high), true in zip(release.intervals, exact, strict=True))
        for release in releases
    )
    assert held >= 200 * 0.8 - 6 * math.sqrt(200 * 0.16)
    for release in releases:
        pairs = zip(release.values, release.unclipped, strict=True)
        assert all(value == max(count, 0) for value, count in pairs)


# --- what is told ---

CLIPPED = {
    "count": scrim.NumberRelease(COUNT, -2),
    "sum": scrim.NumberRelease(scrim.plan_sum((0, 7), **ONE, dtype=int), -20),
    "number of categories": scrim.DistinctRelease(OCCUR, 5),
    "histogram": scrim.HistogramRelease(HISTOGRAM, (-2, -1, 9)),
    "top k": scrim.TopKRelease(TOP, ("a", "b"), (9, -1)),
}
POSSIBLE = {
    "count": scrim.NumberRelease(COUNT, 2),
    "number of categories": scrim.DistinctRelease(OCCUR, 3),
    "histogram": scrim.HistogramRelease(HISTOGRAM, (0, 1, 9)),
    "top k": scrim.TopKRelease(TOP, ("a", "b"), (9, 1)),
}


@pytest.mark.parametrize("release", CLIPPED.values(), ids=CLIPPED)
def test_both_numbers_are_told(release):
    told = release.to_dict()
    shown = told["counts"] if "counts" in told else told.get("values", told.get("value"))
    before = told["unclipped"]
    assert before != shown
    assert before == (list(release.unclipped) if isinstance(before, list) else release.unclipped)
    assert release.clipping_statement() in repr(release)
    assert "`unclipped`" in release.explain() and "`unclipped`" in release.plan.explain()


@pytest.mark.parametrize("release", POSSIBLE.values(), ids=POSSIBLE)
def test_nothing_is_said_where_nothing_was_moved(release):
    assert release.clipping_statement() is None and "shown" not in repr(release)


def test_statements_say_what_was_moved():
    assert CLIPPED["count"].clipping_statement() == "With noise it was -2, which cannot be; 0 is shown."
    assert "5, which cannot be; 3 is" in CLIPPED["number of categories"].clipping_statement()
    assert "2 counts below 0" in CLIPPED["histogram"].clipping_statement()
    assert "1 count below 0" in CLIPPED["top k"].clipping_statement()
    assert "above 3 is lowered to 3" in OCCUR.explain()
    assert "unclipped" not in scrim.plan_sum((-1, 1), **ONE).explain()


@pytest.mark.parametrize("release", CLIPPED.values(), ids=CLIPPED)
def test_pictures_show_what_is_possible(release):
    html = release._repr_html_()
    assert not re.search(r">-\d", html) and 'width="-' not in html
    assert not re.search(r'x[12]?="-', html)


def test_a_bar_ends_where_the_interval_does():
    def bar(unclipped):
        html = scrim.NumberRelease(COUNT, unclipped)._repr_html_()
        return float(re.search(r'<rect x="[\d.]+" y="24" width="([\d.]+)"', html)[1])

    whole = bar(100)
    assert bar(2) == pytest.approx(5 / 6 * whole, abs=0.2)
    assert bar(-2) == pytest.approx(1 / 6 * whole, abs=0.2)
    assert bar(-100) == 0


@pytest.mark.parametrize("release", CLIPPED.values(), ids=CLIPPED)
def test_nothing_is_lost_in_a_copy(release):
    for same in (pickle.loads(pickle.dumps(release)), copy.deepcopy(release)):
        assert same == release and same.to_dict() == release.to_dict() and repr(same) == repr(release)
