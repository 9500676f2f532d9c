"""Counts of rows in bins, and noise on them."""

import math

import numpy as np
import pytest
import scrim

TEXTS = (scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance())
CHANGED = (scrim.vector_domain(scrim.atom_domain(str), size=4), scrim.change_one_distance())
ROWS = ["b", "a", "c", "b"]


@pytest.mark.parametrize(
    "name, metric, carrier, per_change",
    [
        ("linf_distance", scrim.linf_distance("uint64", monotonic=True), "uint64", 1),
        ("l1_distance", scrim.l1_distance("uint64"), "int64", 2),
        ("l2_distance", scrim.l2_distance(float), "int64", math.sqrt(2)),
    ],
)
def test_counts_take_the_metric_that_is_chosen(name, metric, carrier, per_change):
    counts = scrim.make_count_by_categories(*TEXTS, ["a", "b"], name)
    assert counts.output_metric == metric
    assert counts.output_domain == scrim.vector_domain(scrim.atom_domain(carrier), size=2)
    assert counts.map(3) == 3
    assert counts.invoke(ROWS).tolist() == [1, 2]
    assert scrim.make_count_by_categories(*CHANGED, ["a", "b"], output_metric=name).map(1) == per_change


def test_other_rows_are_a_last_bin_if_asked_for():
    counts = scrim.make_count_by_categories(*TEXTS, ["a", "b"], other_rows="counted")
    assert counts.invoke(ROWS).tolist() == [1, 2, 1]
    assert counts.output_domain == scrim.vector_domain(scrim.atom_domain("uint64"), size=3)


def test_choices_that_are_left_out_are_the_first():
    signature = scrim.make_count_by_categories.__nb_signature__[0][0]
    assert "output_metric: typing.Literal['linf_distance', 'l1_distance', 'l2_distance'] = 'linf_distance'" in (
        signature.replace('"', "'")
    )
    assert "other_rows: typing.Literal['left_out', 'counted'] = 'left_out')" in signature.replace('"', "'")


@pytest.mark.parametrize(
    "given, error, words",
    [
        ({"output_metric": "l3_distance"}, scrim.InvalidArgumentError, '"l1_distance"'),
        ({"output_metric": None}, TypeError, "output_metric must be"),
        ({"other_rows": True}, TypeError, "other_rows must be"),
    ],
)
def test_refuses_other_choices(given, error, words):
    with pytest.raises(error, match=words):
        scrim.then_count_by_categories(["a"], **given)


@pytest.mark.parametrize(
    "metric, noise, loss",
    [("l1_distance", scrim.then_laplace, 3 / 10), ("l2_distance", scrim.then_gaussian, 9 / 200)],
)
def test_noise_is_added_to_counts(metric, noise, loss):
    counts = scrim.make_count_by_categories(*TEXTS, ["a", "b"], metric)
    assert (counts >> noise(scale=10.0)).map(3) == pytest.approx(loss)
    released = (counts >> noise(scale=0.0)).invoke(ROWS)
    assert released.tolist() == [1, 2]
    assert released.dtype == np.int64
    # Noise on an empty bin is as often below 0 as above.
    many = scrim.make_count_by_categories(*TEXTS, [str(i) for i in range(400)], metric) >> noise(scale=10.0)
    released = many.invoke([])
    assert 100 < (released < 0).sum() < 300


NUMBERS = (scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance())


def test_histograms_have_bins_between_edges():
    rows = [-math.inf, -1.0, 0.0, 0.5, 1.0, 2.0, 2.5, math.inf]
    bins = scrim.make_count_by_edges(*NUMBERS, [0, 1, 2])
    assert bins.invoke(rows).tolist() == [2, 2]
    with_others = scrim.make_count_by_edges(*NUMBERS, [0, 1, 2], "l1_distance", "counted")
    assert with_others.invoke(rows).tolist() == [2, 2, 2, 2]
    assert with_others.invoke([math.nan]).tolist() == [0, 0, 0, 0]
    assert with_others.output_metric == scrim.l1_distance("uint64")
    assert np.histogram([0.0, 0.5, 1.0, 2.0], [0, 1, 2])[0].tolist() == [2, 2]  # the same convention


@pytest.mark.parametrize(
    "edges, error, words",
    [
        ([], scrim.InvalidArgumentError, "at least two"),
        ([1], scrim.InvalidArgumentError, "at least two"),
        ([2, 1], scrim.InvalidArgumentError, "edges must be strictly increasing"),
        ([0, math.nan], scrim.InvalidArgumentError, "edge 1 is NaN"),
        ("12", TypeError, "edges must be a sequence"),
    ],
)
def test_refuses_edges_that_make_no_bins(edges, error, words):
    with pytest.raises(error, match=words):
        scrim.make_count_by_edges(*NUMBERS, edges)


def test_edges_have_the_type_of_the_rows():
    integers = (scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance())
    assert scrim.make_count_by_edges(*integers, [0, 2**53 + 1]).invoke([0, 2**53 + 1, 2**53 + 2]).tolist() == [2]
    with pytest.raises(scrim.Error):
        scrim.make_count_by_edges(*integers, [0, 0.5])
    with pytest.raises(scrim.MismatchError, match="vectors of numbers"):
        scrim.make_count_by_edges(*TEXTS, [0, 1])


def test_distinct_categories_are_counted_once():
    distinct = scrim.make_count_distinct(*TEXTS, ["a", "b", "z"])
    assert distinct.invoke(ROWS) == 2
    assert distinct.invoke([]) == 0
    assert (distinct.map(1), distinct.map(100)) == (1, 3)
    assert scrim.make_count_distinct(*CHANGED, ["a", "b", "z"]).map(1) == 1
    assert (distinct >> scrim.then_laplace(scale=2.0)).map(1) == 0.5
    with pytest.raises(scrim.MismatchError, match="make_count_distinct: the categories are numbers"):
        scrim.make_count_distinct(*TEXTS, [1])
    with pytest.raises(scrim.InvalidArgumentError, match="make_count_distinct: there are no categories"):
        scrim.make_count_distinct(*TEXTS, [])
