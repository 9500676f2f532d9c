"""Private histograms: what they cost, what they count, how far off they are, what they refuse."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
import scrim

NO_NOISE = {"epsilon": 1e6, "rows_per_person": 1}
ONE = {"epsilon": 1.0, "rows_per_person": 1}


# --- cost ---


@pytest.mark.parametrize("rows_per_person", [1, 3])
@pytest.mark.parametrize("budget", [{"epsilon": 1.0}, {"epsilon": 7 / 5}, {"rho": 0.1}, {"epsilon": 1e-6}])
@pytest.mark.parametrize(
    "bins", [{"edges": [0, 1.5, 1e6 + 1 / 3]}, {"categories": ["a", ""]}, {"categories": [1], "other_rows": True}]
)
def test_the_whole_budget_is_spent_and_no_more(bins, budget, rows_per_person):
    plan = scrim.plan_histogram(**bins, **budget, rows_per_person=rows_per_person)
    (amount,) = budget.values()
    assert amount * (1 - 1e-9) <= plan.cost <= amount
    assert plan.measurement.map(rows_per_person) == plan.cost
    assert (plan.epsilon, plan.rho) == ((plan.cost, None) if "epsilon" in budget else (None, plan.cost))


def test_the_noise_does_not_grow_with_the_bins():
    for bins in ({"edges": [0, 1]}, {"edges": range(1000)}, {"categories": list("abc")}):
        assert scrim.plan_histogram(**bins, epsilon=0.5, rows_per_person=3).scale == 6.0
        assert scrim.plan_histogram(**bins, rho=0.5, rows_per_person=3).scale == pytest.approx(3.0)


# --- values ---


@pytest.mark.parametrize(
    "data",
    [
        [-1.0, 0.0, 0.5, 1.0, 2.0, 7.0, math.nan],
        np.array([-1.0, 0.0, 0.5, 1.0, 2.0, 7.0], dtype=np.float32),
        pa.array([-1.0, 0.0, 0.5, None, 1.0, 2.0, 7.0]),
        pa.table({"x": [-1.0, 0.0, 0.5, 1.0, 2.0, 7.0]}),
    ],
)
def test_without_noise_numbers_are_counted_between_edges(data):
    release = scrim.histogram(data, edges=[0, 1, 2], **NO_NOISE)
    assert release.values == (2, 2)
    assert release.bins == ("[0, 1)", "[1, 2]")
    release = scrim.histogram(data, edges=[0, 1, 2], other_rows=True, **NO_NOISE)
    assert release.values == (1, 2, 2, 1)
    assert release.bins == ("below 0", "[0, 1)", "[1, 2]", "above 2")


def test_without_noise_integers_are_counted_between_integers():
    rows = np.array([2**53, 2**53 + 1, 2**53 + 2])
    assert scrim.histogram(rows, edges=[0, 2**53 + 1, 2**53 + 2], **NO_NOISE).values == (1, 2)
    unsigned = np.array([0, 2**64 - 1], dtype=np.uint64)
    assert scrim.histogram(unsigned, edges=[1, 2**64 - 1], **NO_NOISE).values == (1,)
    # Edges that numpy made as floats are integers all the same.
    assert scrim.histogram(rows, edges=np.linspace(0, 10, 3), other_rows=True, **NO_NOISE).values == (0, 0, 0, 3)


@pytest.mark.parametrize(
    "data, categories, values",
    [
        (["b", "a", "b", "z"], ["a", "b", "c"], (1, 2, 0)),
        (pa.array(["b", None, "a", "b"]).dictionary_encode(), ["a", "b"], (1, 2)),
        (np.array([3, 1, 3], dtype=np.int8), [3, 4], (2, 0)),
        (np.array([3, 1, 3], dtype=np.uint64), np.array([3, 4]), (2, 0)),
        ([3, 1, 3], [3, 4], (2, 0)),
        (np.array([True, False, True]), [True, False], (2, 1)),
        ([], ["a"], (0,)),
    ],
)
def test_without_noise_rows_are_counted_by_category(data, categories, values):
    release = scrim.histogram(data, categories=categories, **NO_NOISE)
    assert release.values == values
    assert all(type(value) is int for value in release.values)
    with_others = scrim.histogram(data, categories=categories, other_rows=True, **NO_NOISE)
    assert with_others.values[:-1] == values
    assert with_others.bins[-1] == "other rows"


# --- accuracy ---


@pytest.mark.parametrize("budget", [{"epsilon": 0.2}, {"rho": 0.02}])
def test_all_intervals_hold_the_exact_counts_as_often_as_is_said(budget):
    plan = scrim.plan_histogram(
        categories=[str(i) for i in range(20)], **budget, rows_per_person=1, confidence=0.8
    )
    data = pa.array([str(i) for i in range(20)] * 3)
    held = 0
    for _ in range(400):
        held += all(low <= 3 <= high for low, high in plan.release(data).intervals)
    # 0.8 or a little more: six standard deviations below and what one row less would give above.
    assert 400 * 0.8 - 6 * math.sqrt(400 * 0.16) <= held <= 390


def test_the_error_is_that_of_each_bin_at_a_higher_confidence():
    plan = scrim.plan_histogram(edges=range(11), epsilon=0.5, rows_per_person=1, confidence=0.9)
    outside = Fraction(scrim.laplace_tail(plan.scale, plan.error))
    assert (1 - outside) ** 10 >= Fraction(0.9)
    less = Fraction(scrim.laplace_tail(plan.scale, plan.error - 1))
    assert (1 - less) ** 10 < Fraction(0.9)
    one = scrim.plan_histogram(edges=[0, 1], epsilon=0.5, rows_per_person=1, confidence=0.9)
    assert one.error == scrim.plan_count(epsilon=0.5, rows_per_person=1, confidence=0.9).error


def test_intervals_lie_around_the_values():
    release = scrim.histogram([1.0] * 500, edges=[0, 1, 2, 3], **ONE)
    error = release.plan.error
    low, high = release.intervals[1]
    assert (low, high) == (release.values[1] - error, release.values[1] + error)
    for (low, high), value in zip(release.intervals, release.values, strict=True):
        assert 0 <= low <= value <= high <= value + error


# --- what is told ---


def test_it_says_what_it_did():
    release = scrim.histogram(["a"], categories=["a", "b"], **ONE)
    text = release.explain()
    for words in ("Numbers of rows", "discrete Laplace noise", "all counts at once", "none of the categories are not"):
        assert words in text
    plan = scrim.plan_histogram(edges=[0.5, 1], other_rows=True, rho=0.1, rows_per_person=2)
    for words in ("3 bins", "discrete Gaussian noise", "NaN", "outside the edges are counted in bins of their own"):
        assert words in plan.explain()
    assert "no data read yet" in repr(plan)
    assert "1 bin " in repr(scrim.plan_histogram(edges=[0, 1], **ONE))
    assert "1 category, and in none of them" in repr(
        scrim.plan_histogram(categories=["a"], other_rows=True, **ONE)
    )
    told = release.to_dict()
    assert told["values"] == list(release.values) and told["bins"] == ["a", "b"]
    assert told["epsilon"] == release.epsilon and told["error_rows"] == release.plan.error
    assert "categories" not in plan.to_dict() and plan.to_dict()["edges"] == [0.5, 1.0]


def test_counts_stand_below_each_other():
    release = scrim.HistogramRelease(scrim.plan_histogram(categories=["a", "bcd"], **ONE), (7, 1234))
    assert repr(release).splitlines()[1:3] == ["  a       7", "  bcd  1234"]


def test_it_lists_no_more_bins_than_can_be_read():
    release = scrim.histogram([1.0], edges=range(1001), **ONE)
    assert "and 940 more" in repr(release) and repr(release).count("\n") < 70
    assert "more" not in repr(scrim.histogram([1.0], edges=range(61), **ONE))


@pytest.mark.parametrize("bins", [{"edges": range(5)}, {"categories": ["<b>", "x" * 40]}, {"edges": range(500)}])
def test_its_picture_shows_public_things_and_values_only(bins):
    plan = scrim.plan_histogram(**bins, **ONE)
    release = scrim.HistogramRelease(plan, tuple(range(-2, len(plan.bins) - 2)))
    for html in (plan._repr_html_(), release._repr_html_()):
        assert html.count("<svg") == 1 and "nan" not in html and "<b>x" not in html
        assert "<b></text>" not in html
        assert html.count("<rect") == min(len(plan.bins), 60)
        assert ("more</text>" in html) == (len(plan.bins) > 60)
        assert 'width="-' not in html


@pytest.mark.parametrize(
    "make",
    [
        lambda: scrim.plan_histogram(edges=[0.1, 1 / 3, 7], epsilon=1 / 3, rows_per_person=2),
        lambda: scrim.plan_histogram(edges=np.arange(3), rho=0.1, rows_per_person=1, dtype="uint64"),
        lambda: scrim.plan_histogram(categories=["a", "b"], other_rows=True, **ONE),
        lambda: scrim.histogram([1, 2], categories=np.array([1, 2]), **ONE),
    ],
)
def test_it_is_the_same_after_loading(make):
    made = make()
    loaded = pickle.loads(pickle.dumps(made))
    assert loaded == made
    assert repr(loaded) == repr(made) and loaded.to_dict() == made.to_dict()


# --- refusals ---


@pytest.mark.parametrize(
    "given, words",
    [
        ({}, "neither of edges and categories"),
        ({"edges": [0, 1], "categories": ["a"]}, "both of edges and categories"),
        ({"edges": [0]}, "at least two"),
        ({"edges": []}, "at least two"),
        ({"edges": [1, 0]}, "strictly increasing"),
        ({"edges": "01"}, "edges is the text '01'"),
        ({"edges": 5}, "edges is 5"),
        ({"edges": range(10**6 + 1)}, "more than 1000000"),
        ({"edges": [0, math.inf]}, "an edge is inf"),
        ({"edges": [0, math.nan]}, "an edge is nan"),
        ({"edges": [0, "1"]}, "an edge is '1'"),
        ({"edges": [0, 0.5], "dtype": int}, "the rows are integers; give integers"),
        ({"categories": []}, "empty"),
        ({"categories": ["a", 1]}, "a list of texts or a list of integers"),
        ({"categories": ["a", "a"]}, "both"),
        ({"categories": ["a"], "other_rows": 1}, "other_rows is 1"),
        ({"edges": [0, 1], "epsilon": None}, "neither of epsilon and rho"),
        ({"edges": [0, 1], "rho": 1.0}, "both of epsilon and rho"),
        ({"edges": [0, 1], "rows_per_person": 0}, "rows_per_person is 0"),
        ({"edges": [0, 1], "confidence": 1}, "confidence is 1"),
        ({"edges": [0, 1], "dtype": "str"}, "dtype is 'str'"),
    ],
)
def test_refuses(given, words):
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        scrim.plan_histogram(**{**ONE, **given})


def test_the_rows_of_a_person_are_asked_for():
    with pytest.raises(TypeError):
        scrim.histogram([1.0], edges=[0, 1], epsilon=1.0)


def test_texts_are_no_numbers():
    with pytest.raises(scrim.Error):
        scrim.histogram(pa.array(["a"]), edges=[0, 1], **ONE)
