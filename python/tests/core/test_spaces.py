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
    scrim.vector_domain(scrim.atom_domain(float), nullable=True),
    scrim.vector_domain(scrim.atom_domain(float), nullable=False),
    scrim.vector_domain(scrim.atom_domain(float), impute=0.1),
    scrim.vector_domain(scrim.atom_domain(float), impute=float("-inf")),
    scrim.vector_domain(scrim.atom_domain(float), size=7, impute=0.1),
    scrim.vector_domain(scrim.atom_domain(float, nan=True), impute=float("nan")),
    scrim.vector_domain(scrim.atom_domain(int), impute=-(2**63)),
    scrim.vector_domain(scrim.atom_domain("uint64"), impute=2**64 - 1),
    scrim.vector_domain(scrim.atom_domain(bool), impute=True),
    scrim.vector_domain(scrim.atom_domain(bool), impute=False),
    scrim.vector_domain(scrim.atom_domain(str), impute=""),
    scrim.vector_domain(scrim.atom_domain(str), impute="nan"),
    scrim.vector_domain(scrim.atom_domain(str), size=7, impute="\"it's\"\\\n\0 ü \U0001f600"),
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
    for make in (
        lambda zero: scrim.atom_domain(float, bounds=(zero, 1.0)),
        lambda zero: scrim.vector_domain(scrim.atom_domain(float), impute=zero),
    ):
        assert make(0.0) == make(-0.0)
        assert hash(make(0.0)) == hash(make(-0.0))


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


# --- what a domain says of nulls --------------------------------------------------------------------

FLOATS = scrim.atom_domain(float, bounds=(0, 100))


@pytest.mark.parametrize(
    "size, stated, nullable, impute, text",
    [
        (None, {}, True, None, ""),
        (None, {"nullable": None, "impute": None}, True, None, ""),
        (None, {"nullable": True}, True, None, ", nullable=True"),
        (None, {"nullable": False}, False, None, ", nullable=False"),
        (None, {"impute": 5}, True, 5.0, ", impute=5.0"),
        (None, {"nullable": True, "impute": np.float32(0.5)}, True, 0.5, ", impute=0.5"),
        (3, {}, False, None, ", size=3"),
        (3, {"nullable": False}, False, None, ", size=3"),
        (3, {"impute": 5}, True, 5.0, ", size=3, impute=5.0"),
        (3, {"nullable": True, "impute": 5}, True, 5.0, ", size=3, impute=5.0"),
    ],
)
def test_nulls_are_settled_by_the_domain(size, stated, nullable, impute, text):
    domain = scrim.vector_domain(FLOATS, size, **stated)
    assert (domain.nullable, domain.impute, type(domain.impute)) == (nullable, impute, type(impute))
    assert repr(domain) == f"vector_domain({FLOATS!r}{text})"
    assert eval(repr(domain), vars(scrim)) == domain
    # It is a part of the domain, beside what it was before.
    assert (domain.bounds, domain.size, domain.carrier, domain.is_vector) == ((0.0, 100.0), size, "float64", True)


def test_what_is_imputed_is_of_the_carrier():
    for element, given, impute in [(int, np.int8(-3), -3), ("uint64", 2**64 - 1, 2**64 - 1), (bool, True, 1), (str, "a", "a")]:
        domain = scrim.vector_domain(scrim.atom_domain(element), impute=given)
        assert domain.impute == impute and type(domain.impute) is type(impute)


def test_a_single_value_is_never_null():
    assert FLOATS.nullable is False and FLOATS.impute is None


SIZE_AND_DROP = (
    r"vector_domain: nullable=True drops rows that are null, which would show in the size, and size=7 says that it is "
    r"public; give a value that replaces nulls \(impute=\.\.\.\), or no size"
)


@pytest.mark.parametrize(
    "element, arguments, error, words",
    [
        (FLOATS, {"size": 7, "nullable": True}, scrim.InvalidArgumentError, SIZE_AND_DROP),
        (scrim.atom_domain(str), {"size": 7, "nullable": True}, scrim.InvalidArgumentError, SIZE_AND_DROP),
        (FLOATS, {"nullable": False, "impute": 5}, scrim.InvalidArgumentError, "nullable=False .* impute=5 .* one of the two"),
        (FLOATS, {"size": 7, "nullable": False, "impute": 5}, scrim.InvalidArgumentError, "one of the two"),
        (FLOATS, {"impute": 101}, scrim.InvalidArgumentError, "impute is 101, which is no element of VectorDomain"),
        (FLOATS, {"impute": float("nan")}, scrim.InvalidArgumentError, "impute is nan, which is no element"),
        (FLOATS, {"size": 7, "impute": -0.1}, scrim.InvalidArgumentError, "impute is -0.1, which is no element of .*size=7"),
        (scrim.atom_domain(bool), {"impute": 2}, scrim.InvalidArgumentError, "impute is 2, which is no element"),
        (scrim.atom_domain(str), {"impute": "\ud800"}, scrim.InvalidArgumentError, "surrogate"),
        (scrim.atom_domain(int), {"impute": 0.5}, scrim.Error, "0.5 is not a value of type int64"),
        (scrim.atom_domain(int), {"impute": 2**63}, scrim.Error, "9223372036854775808"),
        (scrim.atom_domain("uint64"), {"impute": -1}, scrim.Error, "-1 is not a value of type uint64"),
        (scrim.atom_domain(float), {"impute": 2**53 + 1}, scrim.Error, "9007199254740993"),
        (scrim.atom_domain(float), {"impute": 2**64}, scrim.OverflowError, "impute is 18446744073709551616"),
        (FLOATS, {"impute": "a"}, TypeError, "impute must be a number, not str"),
        (scrim.atom_domain(str), {"impute": 1}, TypeError, "impute must be a text, not int"),
        (FLOATS, {"nullable": "yes"}, TypeError, "nullable: str"),
    ],
)
def test_what_cannot_be_done_with_nulls_is_refused(element, arguments, error, words):
    with pytest.raises(error, match=words):
        scrim.vector_domain(element, **arguments)


def test_nulls_are_spoken_of_by_name():
    with pytest.raises(TypeError):
        scrim.vector_domain(FLOATS, 3, False)


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
        (lambda: scrim.atom_domain(3), TypeError),
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
