"""Domains, metrics and measures: what they say of themselves, and when they are equal."""

import itertools

import numpy as np
import pytest

import scrim

SPACES = [
    scrim.atom_domain(float),
    scrim.atom_domain(float, nan=True),
    scrim.atom_domain(float, bounds=(0.5, 100.0)),
    scrim.atom_domain(float, bounds=(float("-inf"), 1e300)),
    scrim.atom_domain(int),
    scrim.atom_domain(int, bounds=(-(2**63), 2**63 - 1)),
    scrim.atom_domain("uint64", bounds=(0, 2**64 - 1)),
    scrim.atom_domain(str),
    scrim.atom_domain(bool),
    scrim.vector_domain(scrim.atom_domain(float)),
    scrim.vector_domain(scrim.atom_domain(float), size=7),
    scrim.vector_domain(scrim.atom_domain(str), size=0),
    scrim.option_domain(scrim.atom_domain(float, bounds=(-1e-300, 0.1))),
    scrim.vector_domain(scrim.option_domain(scrim.atom_domain(str))),
    scrim.vector_domain(scrim.option_domain(scrim.atom_domain("uint64")), size=7),
    scrim.symmetric_distance(),
    scrim.insert_delete_distance(),
    scrim.change_one_distance(),
    scrim.hamming_distance(),
    scrim.absolute_distance(float),
    scrim.absolute_distance("uint64"),
    scrim.l1_distance(float),
    scrim.l2_distance(float),
    scrim.linf_distance(float),
    scrim.linf_distance(float, monotonic=True),
    scrim.range_distance("uint64"),
    scrim.discrete_distance(),
    scrim.max_divergence(),
    scrim.range_divergence(),
    scrim.zero_concentrated_divergence(),
]


@pytest.mark.parametrize("space", SPACES, ids=repr)
def test_the_repr_makes_the_same_again(space):
    again = eval(repr(space), vars(scrim))
    assert again == space
    assert hash(again) == hash(space)


def test_only_the_same_are_equal():
    for space in SPACES:
        assert space == space
    for a, b in itertools.combinations(SPACES, 2):
        assert a != b
    assert scrim.symmetric_distance() != "symmetric_distance()"


def test_both_zeros_are_one():
    zeros = [scrim.atom_domain(float, bounds=(zero, 1.0)) for zero in (0.0, -0.0)]
    assert zeros[0] == zeros[1]
    assert hash(zeros[0]) == hash(zeros[1])


@pytest.mark.parametrize(
    "name, carrier",
    [
        (float, "float64"),
        (int, "int64"),
        (str, "str"),
        (bool, "int64"),
        ("float32", "float64"),
        ("int8", "int64"),
        ("uint8", "uint64"),
        (np.float32, "float64"),
        (np.float64, "float64"),
        (np.uint16, "uint64"),
        (np.dtype("int32"), "int64"),
    ],
)
def test_types_and_their_carriers(name, carrier):
    assert scrim.atom_domain(name).carrier == carrier


def test_what_a_domain_tells():
    domain = scrim.vector_domain(scrim.atom_domain(int, bounds=(0, 10)), size=100)
    assert (domain.bounds, domain.size, domain.nan, domain.is_vector) == ((0, 10), 100, False, True)
    assert scrim.atom_domain(bool).bounds == (0, 1)
    assert scrim.atom_domain(float).bounds is None
    assert scrim.vector_domain(scrim.atom_domain(float)).size is None
    assert not scrim.atom_domain(float).is_vector
    assert scrim.atom_domain(float, nan=True).nan
    assert scrim.max_divergence().parameter == scrim.range_divergence().parameter == "epsilon"
    assert scrim.zero_concentrated_divergence().parameter == "rho"
    assert scrim.hamming_distance().is_on_datasets
    assert not scrim.l1_distance(float).is_on_datasets
    assert scrim.option_domain(scrim.atom_domain(str)).nullable
    assert not domain.nullable and not scrim.atom_domain(str).nullable


@pytest.mark.parametrize("given", ["object", 3, "complex128", "no type", complex, "datetime64[s]"])
def test_what_is_no_type_of_numbers_or_texts_is_refused(given):
    with pytest.raises(scrim.InvalidArgumentError, match="no domain of .*; give float, int, str, bool"):
        scrim.atom_domain(given)


@pytest.mark.parametrize(
    "make, error",
    [
        (lambda: scrim.atom_domain(float, bounds=(1.0, 0.0)), scrim.InvalidArgumentError),
        (lambda: scrim.atom_domain(float, bounds=(float("nan"), 0.0)), scrim.InvalidArgumentError),
        (lambda: scrim.atom_domain(int, bounds=(0, 2**64)), scrim.OverflowError),
        (lambda: scrim.atom_domain(int, bounds=(0.5, 1)), scrim.Error),
        (lambda: scrim.atom_domain(str, bounds=(0, 1)), scrim.InvalidArgumentError),
        (lambda: scrim.atom_domain(int, nan=True), scrim.InvalidArgumentError),
        (lambda: scrim.atom_domain("complex128"), scrim.InvalidArgumentError),
        (lambda: scrim.atom_domain(float, bounds=(1.0,)), TypeError),
        (lambda: scrim.atom_domain(float, bounds=("a", "b")), TypeError),
        (lambda: scrim.atom_domain(None), TypeError),
        (lambda: scrim.vector_domain(scrim.vector_domain(scrim.atom_domain(int))), scrim.InvalidArgumentError),
        (lambda: scrim.vector_domain(scrim.atom_domain(int), size=-1), scrim.InvalidArgumentError),
        (lambda: scrim.vector_domain(scrim.atom_domain(int), size=1.5), TypeError),
        (lambda: scrim.vector_domain(float), TypeError),
        (lambda: scrim.linf_distance(str), scrim.InvalidArgumentError),
    ],
)
def test_what_is_no_space_is_refused(make, error):
    with pytest.raises(error):
        make()
