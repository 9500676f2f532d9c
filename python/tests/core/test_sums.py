"""Counts and sums of rows: exact, in any order, and charged by what one row can do."""

import numpy as np
import pyarrow as pa
import pytest

import scrim

FLOATS = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
INTS = scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance()
TEXTS = scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance()
TEN_INTS = scrim.vector_domain(scrim.atom_domain(int), size=10), scrim.change_one_distance()


def test_rows_of_every_kind_are_counted():
    assert (FLOATS >> scrim.then_count())(np.arange(5000.0)) == 5000
    assert (INTS >> scrim.then_count())([]) == 0
    assert (TEXTS >> scrim.then_count())(["a", "b", "a"]) == 3
    assert (FLOATS >> scrim.then_count()).map(3) == 3


def test_a_null_is_counted_only_where_the_domain_has_nulls():
    column = pa.array([1.0, None, 2.0])
    assert (FLOATS >> scrim.then_count())(column) == 2
    options = scrim.vector_domain(scrim.option_domain(scrim.atom_domain(float))), scrim.symmetric_distance()
    assert (options >> scrim.then_count())(column) == 3
    assert (options >> scrim.then_drop_null() >> scrim.then_count())(column) == 2


def test_a_public_number_of_rows_costs_nothing():
    count = TEN_INTS >> scrim.then_count()
    assert count(list(range(10))) == 10
    assert count.map(7) == 0


def test_integers_are_added_up():
    total = INTS >> scrim.then_clamp((-3, 120)) >> scrim.then_sum()
    assert total([-5, 30, 1000]) == 147
    assert total.map(2) == 240
    assert (TEN_INTS >> scrim.then_clamp((-3, 120)) >> scrim.then_sum()).map(2) == 246
    assert total(np.full(10**6, 7, dtype=np.int8)) == 7 * 10**6


def test_what_cannot_be_added_up_is_refused():
    with pytest.raises(scrim.InvalidArgumentError, match="clamp first"):
        INTS >> scrim.then_sum()
    with pytest.raises(scrim.InvalidArgumentError, match="2\\^62"):
        INTS >> scrim.then_clamp((0, 2**62)) >> scrim.then_sum()
    with pytest.raises(scrim.InvalidArgumentError, match="10 rows"):
        TEN_INTS >> scrim.then_clamp((0, 2**61)) >> scrim.then_sum()
    with pytest.raises(scrim.MismatchError, match="then_quantise"):
        FLOATS >> scrim.then_clamp((0.0, 1.0)) >> scrim.then_sum()


@pytest.mark.parametrize("exponent", [-10, -45, 0, 3])
def test_floats_are_added_up_on_a_grid(exponent):
    upper = int(100 / 2.0**exponent)
    total = FLOATS >> scrim.then_quantise(exponent, (0, upper)) >> scrim.then_sum()
    rows = np.random.default_rng(4).normal(50, 30, 2_001)
    steps = np.clip(np.rint(rows / 2.0**exponent), 0, upper)
    assert total(rows) == sum(map(int, steps))
    assert total(rows) == total(rows[::-1].copy()) == total(rows, threads=2)
    assert total.map(1) == upper
    assert total([float("nan"), float("-inf"), float("inf")]) == upper


def test_squares_are_added_up_on_a_grid():
    total = FLOATS >> scrim.then_quantise_square(center=50.0, exponent=-4, upper=2500 * 16) >> scrim.then_sum()
    rows = np.random.default_rng(4).normal(50, 30, 2_001)
    steps = np.minimum(np.rint((rows - 50) ** 2 * 16), 2500 * 16)
    assert total(rows) == sum(map(int, steps))
    assert total([float("nan")]) == 0


def test_rows_are_added_up_around_a_center():
    total = FLOATS >> scrim.then_quantise(-4, (-800, 800), center=50) >> scrim.then_sum()
    rows = np.random.default_rng(4).normal(50, 30, 2_001)
    assert total(rows) == sum(map(int, np.clip(np.rint((rows - 50.0) * 16), -800, 800)))
    assert total([float("nan"), 51.0]) == 16
    assert total.map(1) == 800
    told = FLOATS >> scrim.then_quantise(-4, (-800, 800), center=50.0, nan=-801) >> scrim.then_sum()
    assert told([float("nan"), 51.0]) == 16 - 801
    assert told.map(1) == 801
    with pytest.raises(scrim.InvalidArgumentError, match="finite"):
        FLOATS >> scrim.then_quantise(0, (0, 1), center=float("inf"))
    with pytest.raises(scrim.Error, match="0.5"):
        FLOATS >> scrim.then_quantise(0, (0, 1), nan=0.5)
    with pytest.raises(TypeError, match="center must be a number"):
        FLOATS >> scrim.then_quantise(0, (0, 1), center="0")


def test_squares_are_added_up_less_an_offset_and_between_bounds():
    rows = [float("nan"), 1.0, -2.0, -9.0, 5.0, float("inf")]
    squares = FLOATS >> scrim.then_quantise_square(1.0, 0, 16, offset=8)
    assert list(squares(rows)) == [0, -8, 1, 8, 8, 8]
    assert (squares >> scrim.then_sum()).map(1) == 8
    moved = FLOATS >> scrim.then_quantise_square(1.0, 0, 16, offset=8, rows=(-2, 5))
    assert list(moved(rows)) == [0, -8, 1, 1, 8, 8]
    with pytest.raises(scrim.InvalidArgumentError, match="offset is 17"):
        FLOATS >> scrim.then_quantise_square(1.0, 0, 16, offset=17)
    with pytest.raises(scrim.InvalidArgumentError, match="lower bound 5"):
        FLOATS >> scrim.then_quantise_square(1.0, 0, 16, rows=(5, -2))
    with pytest.raises(TypeError, match="rows"):
        FLOATS >> scrim.then_quantise_square(1.0, 0, 16, rows=5)


def test_rows_that_are_numbers_are_counted():
    with_nan = scrim.vector_domain(scrim.atom_domain(float, nan=True)), scrim.symmetric_distance()
    count = with_nan >> scrim.then_count_numbers()
    rows = np.where(np.arange(5000) % 3 == 0, np.nan, np.inf)
    assert count(rows) == 5000 - 1667
    assert count(pa.array([1.0, None, float("nan"), 2.0])) == 2
    assert count.map(3) == 3
    of_ten = scrim.vector_domain(scrim.atom_domain(float, nan=True), size=10), scrim.change_one_distance()
    assert (of_ten >> scrim.then_count_numbers()).map(3) == 3
    with pytest.raises(scrim.MismatchError, match="then_count"):
        INTS >> scrim.then_count_numbers()


def test_grids_are_given_by_integers():
    with pytest.raises(TypeError, match="exponent must be an integer, not float"):
        scrim.then_quantise(-1.0, (0, 1))
    with pytest.raises(scrim.Error, match="0.5"):
        FLOATS >> scrim.then_quantise(-1, (0.5, 1))
    with pytest.raises(scrim.InvalidArgumentError, match="from -2044 to 2044"):
        FLOATS >> scrim.then_quantise(2045, (0, 1))
    with pytest.raises(scrim.InvalidArgumentError, match="upper bound -1"):
        FLOATS >> scrim.then_quantise_square(0.0, 0, -1)
    with pytest.raises(scrim.MismatchError, match="does not take"):
        INTS >> scrim.then_quantise(0, (0, 1))


def test_sums_are_saved_and_merged():
    total = FLOATS >> scrim.then_quantise(-10, (0, 1 << 20)) >> scrim.then_sum()
    there, here = total.start(part=0, parts=2), total.start(part=1, parts=2)
    there.update(np.array([1.5, 2.0]))
    here.update(np.array([3.25]))
    here.merge(total.load(there.save()))
    assert here.finish() * 2.0**-10 == 6.75
