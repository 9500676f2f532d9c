"""Keys that persons are in: weighed, and released where they weigh enough."""

import pyarrow as pa
import pytest

import scrim

COLUMNS = [("ward", "str", True), ("floor", "int", True)]
VISITS = scrim.person_table_domain([("id", "int", True)], COLUMNS), scrim.person_distance()
ROWS = pa.table(
    {
        "id": [1, 1, 2, 2, 3, None, 4],
        "ward": ["a", "a", "a", "b", "b", "b", None],
        "floor": [0, 0, 1, 2, 2, 2, 7],
    }
)


def test_a_person_in_two_keys_weighs_less_in_each():
    weights = VISITS >> scrim.then_weight_by_key(group="ward", weight=100, groups=2)
    assert weights.output_metric == scrim.person_weight_distance(weight=100, groups=2)
    assert repr(weights.output_metric) == "person_weight_distance(weight=100, groups=2)"
    assert weights.map(3) == 3
    assert list(weights(ROWS).items()) == [("a", 170), ("b", 170)]
    in_order = VISITS >> scrim.then_weight_by_key("ward", 100, groups=2, in_order=True)
    assert in_order(ROWS.sort_by("id")) == {"a": 170, "b": 170}
    assert (VISITS >> scrim.then_weight_by_key("floor", 100, groups=2))(ROWS) == {0: 100, 1: 70, 2: 170, 7: 100}


def test_a_release_costs_rho_and_delta_whatever_number_of_keys():
    for groups in (1, 25):
        weights = VISITS >> scrim.then_weight_by_key(group="ward", weight=500, groups=groups)
        threshold = scrim.least_weight_threshold(weights.output_metric, 1, 1000.0, 1e-9)
        assert scrim.weight_threshold_delta(weights.output_metric, 1, 1000.0, threshold) <= 1e-9
        assert scrim.weight_threshold_delta(weights.output_metric, 1, 1000.0, threshold - 1) > 1e-9
        release = weights >> scrim.then_release_weighted_keys(scale=1000.0, threshold=threshold)
        assert release.output_measure == scrim.approximate(scrim.zero_concentrated_divergence())
        rho, delta = release.map(1)
        assert rho == 0.125
        assert delta <= 1e-9
        assert release.map(2)[0] == 0.5
        assert release.check(1, (0.125, 1e-9))


def test_what_reaches_the_threshold_is_told():
    weights = VISITS >> scrim.then_weight_by_key(group="ward", weight=100, groups=1)
    release = weights >> scrim.then_release_weighted_keys(scale=0.0, threshold=200)
    many = pa.table({"id": [1, 2, 3], "ward": ["b", "b", "a"], "floor": [0, 0, 0]})
    assert release(many) == ["b"]
    assert (weights >> scrim.then_release_weighted_keys(scale=0.0, threshold=201))(many) == []


def test_what_is_refused():
    metric = scrim.person_weight_distance(weight=10, groups=4)
    with pytest.raises(scrim.InvalidArgumentError, match="10 shared out among 101"):
        VISITS >> scrim.then_weight_by_key(group="ward", weight=10, groups=101)
    with pytest.raises(scrim.InvalidArgumentError, match="from 1 to 65536"):
        scrim.person_weight_distance(weight=0, groups=1)
    with pytest.raises(scrim.MismatchError, match="tables of persons"):
        scrim.make_weight_by_key(scrim.table_domain(COLUMNS), scrim.symmetric_distance(), "ward", 10)
    with pytest.raises(scrim.MismatchError, match="person_weight_distance"):
        scrim.make_release_weighted_keys(scrim.keyed_counts_domain(str), scrim.keyed_distance(), 1.0, 5)
    with pytest.raises(scrim.MismatchError, match="says nothing of weights"):
        scrim.least_weight_threshold(scrim.keyed_distance(), 1, 1.0, 1e-9)
    with pytest.raises(scrim.InvalidArgumentError, match="delta is"):
        scrim.least_weight_threshold(metric, 1, 1.0, 1.0)
    # Weights are no counts, and have no price as such.
    with pytest.raises(scrim.MismatchError, match="does not take"):
        scrim.make_gaussian_threshold(scrim.keyed_counts_domain(str), metric, 1.0, 5)
