"""Counts of rows beyond public candidates."""

import numpy as np
import pytest

import scrim

FLOATS = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
FIVE_INTS = scrim.vector_domain(scrim.atom_domain(int), size=5), scrim.change_one_distance()


def test_rows_are_counted_outward():
    rows = np.array([-np.inf, -1.0, 0.0, 5e-324, 2.0, np.inf])
    candidates = [-1.0, 0.0, 1.0]
    assert list((FLOATS >> scrim.then_count_beyond(candidates, "above"))(rows)) == [4, 3, 2]
    assert list((FLOATS >> scrim.then_count_beyond(candidates, "below"))(rows)) == [4, 2, 1]
    assert list((FLOATS >> scrim.then_count_beyond(candidates, "above"))([])) == [0, 0, 0]


def test_every_edit_moves_counts_one_way():
    for space in (FLOATS, FIVE_INTS):
        counts = space >> scrim.then_count_beyond([0, 10], "below")
        assert counts.map(3) == 3
        assert counts.output_metric == scrim.linf_distance("uint64", monotonic=True)


def test_what_is_no_side_and_no_candidate_is_refused():
    with pytest.raises(scrim.InvalidArgumentError, match='"above" or "below"'):
        FLOATS >> scrim.then_count_beyond([0.0], "left")
    with pytest.raises(scrim.InvalidArgumentError, match="increasing"):
        FLOATS >> scrim.then_count_beyond([1.0, 0.0], "above")
