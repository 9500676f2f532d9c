"""Geometric noise: what it is called elsewhere, and releases within public bounds."""

from __future__ import annotations

import numpy as np
import pytest

import scrim

INTEGER = (scrim.atom_domain(int), scrim.absolute_distance(int))
INTEGERS = (scrim.vector_domain(scrim.atom_domain(int)), scrim.l1_distance(int))


def test_it_costs_what_laplace_noise_costs():
    for scale in (7 / 5, 10.0, 1e6 + 1 / 3):
        for measure in (scrim.max_divergence(), scrim.zero_concentrated_divergence()):
            costs = [
                scrim.make_laplace(*INTEGERS, scale, measure).map(3),
                scrim.make_geometric(*INTEGERS, scale, output_measure=measure).map(3),
                scrim.make_geometric(*INTEGERS, scale, (0, 5), measure).map(3),
            ]
            assert costs == [costs[0]] * 3
    assert scrim.make_geometric(*INTEGER, scale=10.0).map(1) == 0.1


def test_a_count_lies_between_nobody_and_all():
    rows = (scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance())
    count = rows >> scrim.then_count() >> scrim.then_geometric(1e6 + 1 / 3, bounds=(0, 20))
    released = [count([1.5] * 10) for _ in range(200)]
    assert set(released) >= {0, 20}  # half of them each
    assert all(isinstance(each, int) and 0 <= each <= 20 for each in released)


def test_every_entry_lies_within_bounds():
    noisy = scrim.make_geometric(*INTEGERS, scale=10.0, bounds=(-1, 3))(np.zeros(5000, dtype=np.int64))
    assert noisy.dtype == np.int64 and set(noisy.tolist()) == {-1, 0, 1, 2, 3}
    exact = scrim.make_geometric(*INTEGERS, scale=0.0, bounds=(-1, 3))
    assert exact(np.array([-(2**63), -1, 2, 2**63 - 1])).tolist() == [-1, -1, 2, 3]


@pytest.mark.parametrize(
    "terms, words",
    [
        ({"scale": -1.0}, "make_geometric: scale is -1"),
        ({"scale": 1.0, "bounds": (3, 2)}, "make_geometric: lower bound 3 is above upper bound 2"),
        ({"scale": 1.0, "bounds": (0.5, 2)}, "0.5"),
        ({"scale": 1.0, "bounds": (0, 2**63)}, "9223372036854775808"),
        ({"scale": 1.0, "bounds": 3}, "bounds must be a pair"),
    ],
)
def test_what_is_refused_is_named(terms, words):
    with pytest.raises(scrim.Error, match=words):
        scrim.make_geometric(*INTEGER, **terms)


def test_floats_are_sent_to_laplace():
    with pytest.raises(scrim.MismatchError, match="make_laplace takes floats"):
        scrim.make_geometric(scrim.atom_domain(float), scrim.absolute_distance(float), scale=1.0)
