"""Searches for the first scores that reach a threshold."""

import numpy as np
import pytest

import scrim

SCORES = scrim.vector_domain(scrim.atom_domain(int)), scrim.linf_distance(int)
COUNTS = scrim.vector_domain(scrim.atom_domain(int)), scrim.linf_distance(int, monotonic=True)


def search(space=SCORES, **changed):
    options = dict(threshold=10, cross="at_least", positives=1, threshold_scale=2.0, score_scale=4.0)
    return space >> scrim.then_above_threshold(**{**options, **changed})


def test_without_noise_the_first_that_reach_it_are_found_with_their_gaps():
    exact = search(positives=2, threshold_scale=0.0, score_scale=0.0)
    positions, gaps = exact([3, 10, 9, 17, 50])
    assert list(positions) == [1, 3]
    assert list(gaps) == [0, 7]
    positions, gaps = search(cross="at_most", threshold_scale=0.0, score_scale=0.0)([30, 11, 4])
    assert list(positions) == [2]
    assert list(gaps) == [6]
    assert [list(part) for part in exact([])] == [[], []]
    assert exact.map(1) == np.inf


def test_the_number_of_scores_does_not_cost():
    assert search().map(1) == 1 / 2 + 2 / 4
    assert search(COUNTS).map(1) == 1 / 2 + 1 / 4
    assert search(positives=3).map(2) == 2 / 2 + 3 * 4 / 4
    assert search().output_measure == scrim.max_divergence()


def test_noise_decides_where_scores_are_close():
    found = {len(search()([8])[0]) for _ in range(200)}
    assert found == {0, 1}  # one of them alone: less than once in 10^9
    assert list(search()([-1000, 10**6])[0]) == [1]


def test_what_is_no_search_is_refused():
    with pytest.raises(scrim.InvalidArgumentError, match="threshold_scale.*-1"):
        search(threshold_scale=-1.0)
    with pytest.raises(scrim.InvalidArgumentError, match="positives is 0"):
        search(positives=0)
    with pytest.raises(scrim.InvalidArgumentError, match="at_least.*at_most"):
        search(cross="above")
    floats = scrim.vector_domain(scrim.atom_domain(float)), scrim.linf_distance(float)
    with pytest.raises(scrim.MismatchError, match="vectors of integers"):
        search(floats)
    with pytest.raises(TypeError):
        SCORES >> scrim.then_above_threshold(threshold=1, positives=1, threshold_scale=1.0, score_scale=1.0)
