"""Grids with steps that read well: properties over many bounds, ordinary and awkward."""

import itertools
import math
import random
import sys
from decimal import Decimal
from fractions import Fraction

import pytest
from scrim.analysis.candidates import make_candidates
from scrim.analysis.grids import Step, sensible_step

LARGEST = sys.float_info.max
MOST = 15_814  # 10 000 * sqrt(2.5) steps, rounded up, and what the two ends add


def increases(values):
    return all(before < after for before, after in itertools.pairwise(values))


@pytest.mark.parametrize(
    ("bounds", "carrier", "words"),
    [
        ((0, 120), "float64", "12001 values from 0 to 120, 0.01 apart"),
        ((0, 1e6), "float64", "10001 values from 0 to 1000000, 100 apart"),
        ((0, 150000), "float64", "7501 values from 0 to 150000, 20 apart"),
        ((0.1, 0.7), "float64", "12001 values from 0.1 to 0.7, 0.00005 apart"),
        ((-50.0, 50.0), "float64", "10001 values from -50 to 50, 0.01 apart"),
        ((-0.0, 1.0), "float64", "10001 values from 0 to 1, 0.0001 apart"),
        ((0.005, 119.997), "float64", "12001 values from 0.005 to 119.997, 0.01 apart, closer at the ends"),
        ((1e300, 2e300), "float64", "10001 values from 1e+300 to 2e+300, 1e+296 apart"),
        ((0, 5e-324), "float64", "2 values from 0 to 5e-324, as close as floats are"),
        ((0, 120), "int64", "every integer from 0 to 120"),
        ((0, 20_000), "int64", "every integer from 0 to 20000"),
        ((0, 20_001), "int64", "10002 integers from 0 to 20001, 2 apart, closer at the ends"),
        ((0, 10**6), "int64", "10001 integers from 0 to 1000000, 100 apart"),
        ((0.0, 1e6), "uint64", "10001 integers from 0 to 1000000, 100 apart"),
        ((0.5, 10.5), "int64", "every integer from 1 to 10"),
    ],
)
def test_what_a_grid_says(bounds, carrier, words):
    assert make_candidates(bounds, None, carrier).words == words


def test_values_are_the_doubles_nearest_to_decimals():
    values = make_candidates((0, 120), None, "float64").values
    assert values == tuple(float(Decimal(i) / 100) for i in range(12_001))
    assert 0.3 in values and 0.1 * 3 not in values


@pytest.mark.parametrize("digit, exponent", [*itertools.product((1, 2, 5), (-3, 0, 4))])
def test_the_step_is_nearest_in_ratio(digit, exponent):
    """Just on either side of where two steps are equally good."""
    step = Step(digit, exponent)
    after = {1: Step(2, exponent), 2: Step(5, exponent), 5: Step(1, exponent + 1)}[digit]
    equal = 10_000 * math.sqrt(step.exact * after.exact)
    assert sensible_step(Fraction(equal * (1 - 1e-9))) == step
    assert sensible_step(Fraction(equal * (1 + 1e-9))) == after


def awkward_floats():
    generator = random.Random(7)
    edges = [0.0, 5e-324, 2.2e-308, 1e-5, 0.05, 1.0, 119.97, 2.0**53, 1e16, 1e22, 1e23, 1e308, LARGEST]
    edges = sorted({sign * edge for edge in edges for sign in (1, -1)})
    yield from itertools.combinations(edges, 2)
    for edge in edges:
        if edge < LARGEST:
            yield edge, math.nextafter(edge, math.inf)
    for _ in range(25):
        exponent = generator.uniform(-320, 308)
        ends = {generator.choice((1, -1)) * generator.random() * 10**exponent for _ in range(2)}
        if len(ends) == 2:
            yield tuple(sorted(ends))
        # Far from zero, so close together that doubles are coarser than a ten-thousandth of the way.
        middle = generator.uniform(1, 2) * 10**exponent
        far = middle * (1 + generator.choice((1e-15, 1e-13, 1e-11, 1e-6)))
        if middle < far:
            yield middle, far


@pytest.mark.slow
def test_floats_increase_stay_in_bounds_and_are_multiples():
    for lower, upper in awkward_floats():
        candidates = make_candidates((lower, upper), None, "float64")
        values = candidates.values
        assert (values[0], values[-1]) == (lower, upper)
        assert increases(values) and 2 <= len(values) <= MOST
        assert all(type(value) is float for value in values)
        written = Fraction(repr(upper)) - Fraction(repr(lower))
        step = sensible_step(written)
        assert 1 / math.sqrt(2.501) < written / step.exact / 10_000 < math.sqrt(2.501)
        for value in values[1:-1:503]:  # some, as exact numbers are slow
            assert float(round(Fraction(value) / step.exact) * step.exact) == value
        if "as close" not in candidates.words:
            assert len(values) >= math.floor(written / step.exact)
            inner = list(itertools.pairwise(values[1:-1]))
            gaps = [Fraction(after) - Fraction(before) for before, after in inner[::53]]
            resolution = Fraction(math.ulp(max(abs(lower), abs(upper))))
            assert all(abs(gap - step.exact) <= resolution for gap in gaps)


ENDS = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}


def awkward_integers(carrier):
    generator = random.Random(8)
    least, most = ENDS[carrier]
    edges = [0, 1, 7, 20_000, 20_001, 20_002, 10**7, 2**53 - 1, 2**53 + 1, most - 20_001, most - 1, most]
    edges = sorted({edge for edge in edges + [-edge for edge in edges] + [least] if least <= edge})
    yield from itertools.combinations(edges, 2)
    for _ in range(40):
        width = 10 ** generator.uniform(0, 18)
        lower = max(least, int(generator.uniform(-1, 1) * width))
        yield lower, lower + 1 + int(width)


@pytest.mark.parametrize("carrier", ENDS)
def test_integers_increase_stay_in_bounds_and_are_multiples(carrier):
    for lower, upper in awkward_integers(carrier):
        values = make_candidates((lower, upper), None, carrier).values
        assert (values[0], values[-1]) == (lower, upper)
        assert increases(values) and all(type(value) is int for value in values)
        if upper - lower <= 20_000:
            assert len(values) == upper - lower + 1
        else:
            step = int(sensible_step(Fraction(upper - lower)).exact)
            assert step >= 2 and 6324 <= len(values) <= MOST
            assert all(value % step == 0 for value in values[1:-1])
            assert values[2] - values[1] == step


@pytest.mark.parametrize("count", [None, 2, 700])
def test_integers_for_floats_are_floats(count):
    extreme = [(-(10**308), 10**308), (2**53 + 1, 2**53 + 101), (2**60 - 1, 2**60 + 1)]
    for lower, upper in itertools.chain(awkward_integers("int64"), extreme):
        nearest = float(lower)
        if max(nearest, math.nextafter(nearest, math.inf) if nearest < lower else nearest) > upper:
            continue  # no float between them; refused, as another test shows
        candidates = make_candidates((lower, upper), count, "float64", integers=True)
        values = candidates.values
        assert increases(values) and lower <= values[0] and values[-1] <= upper
        assert all(type(value) is int and int(float(value)) == value for value in values)
        assert len(values) <= max(20_001, count or 0)
        if -(2**53) <= lower and upper <= 2**53:
            assert values == make_candidates((lower, upper), count, "int64").values


def test_bounds_that_are_no_doubles_are_not_left():
    for lower, upper in [(2**53 + 1, 2**60 + 1), (-(2**60) - 1, -(2**53) - 1), (0, 2**64 - 1)]:
        values = make_candidates((lower, upper), None, "float64").values
        assert lower <= values[0] < lower + 2**10 and upper - 2**12 < values[-1] <= upper
        assert increases(values)


@pytest.mark.parametrize("count", [2, 3, 1001, 4321])
@pytest.mark.parametrize("carrier, integers", [("float64", False), ("int64", False), ("float64", True)])
def test_a_given_number_is_kept_to(count, carrier, integers):
    candidates = make_candidates((0, 10**6 + 1), count, carrier, integers)
    assert len(candidates) == count
    gaps = [after - before for before, after in itertools.pairwise(candidates.values)]
    assert max(gaps) - min(gaps) <= (1e-9 * 10**6 if not integers and carrier == "float64" else 1)
