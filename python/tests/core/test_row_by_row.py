"""Functions of a row: what is computed is what Python computes, and Python never sees a row."""

import math
from fractions import Fraction

import numpy as np
import pytest

import scrim

MOST, LEAST = 2**63 - 1, -(2**63)
FLOATS = [0.0, 1.0, -1.0, 0.1, 0.3, 1.5, 2.5, -2.5, 7.0, -7.0, 1e-300, 1e300, -1e300, 5e-324, 2.0**53 + 2, 1e6 + 1 / 3]
INTS = [0, 1, -1, 2, 3, 10, -10, 97, -97, 2**31, -(2**31), 2**52 + 1]


def space(kind=float, metric=None, **options):
    return scrim.vector_domain(scrim.atom_domain(kind), **options), metric or scrim.symmetric_distance()


def rows_of(function, rows, kind=float, **options):
    """What the transformation makes of the rows."""
    data = rows if kind is str else np.array(rows, dtype=kind)
    return (space(kind) >> scrim.then_row_by_row(function, **options))(data).tolist()


def same(computed, expected):
    """Equal to the bit; Python's integers have no largest."""
    if isinstance(expected, int):
        expected = min(max(expected, LEAST), MOST)
    return type(computed) is type(expected) and computed == expected and math.copysign(1, computed) == math.copysign(1, expected)


ON_FLOATS = [
    lambda x: x + 1,
    lambda x: x - 0.1,
    lambda x: 3 - x,
    lambda x: x * 0.3,
    lambda x: x / 3,
    lambda x: x // 3,
    lambda x: x % 3,
    lambda x: x // 0.1,
    lambda x: x % 0.1,
    lambda x: x // -0.7,
    lambda x: x % -0.7,
    lambda x: -x + 2.0,
    lambda x: abs(x),
    lambda x: +x,
    lambda x: (x - 32) * 5 / 9,
    lambda x: math.floor(x / 1e200),
    lambda x: math.ceil(x / 1e200),
    lambda x: round(x / 1e200),
    lambda x: round(x % 4),
]


@pytest.mark.parametrize("function", ON_FLOATS)
def test_floats_are_computed_as_python_computes(function):
    expected = [function(x) for x in FLOATS]
    computed = rows_of(function, FLOATS, otherwise=-77)
    assert all(map(same, computed, expected)), list(zip(FLOATS, computed, expected))


ON_INTS = [
    lambda x: x + 1,
    lambda x: 5 - x,
    lambda x: x * 7,
    lambda x: x / 7,
    lambda x: x // 10,
    lambda x: x % 10,
    lambda x: x // -3,
    lambda x: x % -3,
    lambda x: -x,
    lambda x: abs(x),
    lambda x: x * 0.1,
    lambda x: x + 0.5,
    lambda x: x // 2.5,
    lambda x: x % 2.5,
    lambda x: math.floor(x),
    lambda x: math.floor(x / 4),
    lambda x: round(x / 4),
    lambda x: (x > 2) + (x > 5) * 2,
]


@pytest.mark.parametrize("function", ON_INTS)
def test_integers_are_computed_as_python_computes(function):
    expected = [function(x) for x in INTS]
    computed = rows_of(function, INTS, int)
    assert all(map(same, computed, expected)), list(zip(INTS, computed, expected))


CONDITIONS = [
    lambda x: x < 2,
    lambda x: x <= 2,
    lambda x: x > 2,
    lambda x: x >= 2,
    lambda x: 2 < x,
    lambda x: 2 >= x,
    lambda x: x == 2,
    lambda x: x != 2,
    lambda x: 2 == x,
    lambda x: x < 2.5,
    lambda x: (x > 0) & (x < 5),
    lambda x: (x < 0) | (x > 5),
    lambda x: (x > 0) == (x < 5),
    lambda x: x == x,
]


@pytest.mark.parametrize("function", CONDITIONS)
@pytest.mark.parametrize("kind, rows", [(float, FLOATS), (int, INTS), ("uint64", [0, 1, 2, 3, 2**63])])
def test_conditions_are_zero_and_one(function, kind, rows):
    assert rows_of(function, rows, kind) == [int(function(x)) for x in rows]


def test_conditions_turn_round():
    assert rows_of(lambda x: ~(x < 2), [1, 2, 3], int) == [0, 1, 1]
    assert rows_of(lambda x: True & (x < 2), [1, 2], int) == [1, 0]
    assert rows_of(lambda x: (x < 2) | False, [1, 2], int) == [1, 0]


@pytest.mark.parametrize("name", ["sqrt", "log", "exp"])
def test_transcendental_functions(name):
    rows = [0.5, 1.0, 2.0, 700.0]
    expected = [getattr(math, name)(x) for x in rows]
    assert rows_of(lambda x: getattr(x, name)(), rows, otherwise=-1) == expected
    assert rows_of(lambda x: getattr(np, name)(x), rows, otherwise=-1) == expected  # NumPy asks for the method


def test_choices():
    assert rows_of(lambda x: scrim.where(x > 2, 1, 0), [1, 2, 3], int) == [0, 0, 1]
    assert rows_of(lambda x: scrim.where(x > 2, x, 0.5), [1, 2, 3], int) == [0.5, 0.5, 3.0]
    assert rows_of(lambda x: scrim.where(x > 2, x, -x), [1.0, 3.0]) == [-1.0, 3.0]
    assert rows_of(lambda x: x.clip(2, 4), [1, 2, 3, 4, 5], int) == [2, 2, 3, 4, 4]
    assert rows_of(lambda x: x.clip(0.0, 1.0), [-math.inf, 0.25, math.inf]) == [0.0, 0.25, 1.0]


def test_membership():
    assert rows_of(lambda x: x.is_in([5, 1]), [1, 2, 5], int) == [1, 0, 1]
    assert rows_of(lambda x: x.is_in(np.array([5, 1])), [1, 2, 5], int) == [1, 0, 1]
    assert rows_of(lambda x: x.is_in({0.5, 1}), [1.0, 2.0, 0.5]) == [1, 0, 1]
    assert rows_of(lambda x: x.is_in([]), [1.0, 2.0]) == [0, 0]
    assert rows_of(lambda x: x.is_in(["Zürich", "Bern"]), ["Bern", "Basel", "Zürich"], str) == [1, 0, 1]


def test_nan_is_no_member():
    for values in ([1.0, math.nan], [math.nan], np.array([math.nan])):
        with pytest.raises(scrim.InvalidArgumentError, match="is_in is given NaN, which nothing is equal to; leave it out"):
            rows_of(lambda x, values=values: x.is_in(values), [1.0, 2.0])


def test_texts_are_compared():
    assert rows_of(lambda x: x == "Bern", ["Bern", "Basel"], str) == [1, 0]
    assert rows_of(lambda x: x != "Bern", ["Bern", "Basel"], str) == [0, 1]
    assert rows_of(lambda x: scrim.where(x == "a", 1.5, 2.5), ["a", "b"], str) == [1.5, 2.5]


def test_integers_stay_within_64_bits():
    assert rows_of(lambda x: x + 1, [MOST, LEAST], int) == [MOST, LEAST + 1]
    assert rows_of(lambda x: x * x, [MOST, LEAST, 3], int) == [MOST, MOST, 9]
    assert rows_of(lambda x: -x, [LEAST], int) == [MOST]
    assert rows_of(math.floor, [1e300, -1e300]) == [MOST, LEAST]
    assert rows_of(lambda x: x, [2**64 - 1, 7], "uint64") == [MOST, 7]


@pytest.mark.parametrize(
    "function, rows, kind, expected",
    [
        (lambda x: 1 / x, [2.0, 0.0, -0.0], float, [0.5, math.inf, math.inf]),
        (lambda x: x / x, [2.0, 0.0, math.inf], float, [1.0, 9.0, 9.0]),
        (lambda x: x - x, [2.0, math.inf], float, [0.0, 9.0]),
        (lambda x: x.log(), [1.0, -1.0, 0.0], float, [0.0, 9.0, -math.inf]),
        (lambda x: x.sqrt(), [4.0, -4.0], float, [2.0, 9.0]),
        (lambda x: math.floor(x.log()), [1.0, -1.0], float, [0, 9]),
        (lambda x: 12 // x, [5, 0], int, [2, 9]),
        (lambda x: 12 % x, [5, 0], int, [2, 9]),
        (lambda x: 12 % x + 1, [5, 0], int, [3, 9]),
    ],
)
def test_rows_without_a_value_become_what_is_said(function, rows, kind, expected):
    assert rows_of(function, rows, kind, otherwise=9) == expected


@pytest.mark.parametrize("function", [lambda x: x / x, lambda x: x - x, lambda x: x.log(), lambda x: 1 // x])
def test_where_there_may_be_no_value_another_is_asked_for(function):
    with pytest.raises(scrim.InvalidArgumentError, match=r"may have no value.*otherwise="):
        scrim.make_row_by_row(*space(), function)


@pytest.mark.parametrize("function", [lambda x: (x - 32) / 1.8, lambda x: x * 1e3 + 1, lambda x: 1 / x, abs, math.floor])
def test_where_there_is_always_a_value_none_is(function):
    scrim.make_row_by_row(*space(), function)


def test_nan_rows_have_no_value():
    nan_space = scrim.vector_domain(scrim.atom_domain(float, nan=True)), scrim.symmetric_distance()
    with pytest.raises(scrim.InvalidArgumentError, match="otherwise="):
        scrim.make_row_by_row(*nan_space, lambda x: x)
    known = scrim.make_row_by_row(*nan_space, lambda x: x, otherwise=0)
    assert known(np.array([1.0, math.nan])).tolist() == [1.0, 0.0]
    assert known.output_domain == scrim.vector_domain(scrim.atom_domain(float))


def test_what_stands_for_no_value_is_of_the_type():
    with pytest.raises(scrim.Error):
        scrim.make_row_by_row(*space(int), lambda x: 1 // x, otherwise=0.5)
    with pytest.raises(scrim.InvalidArgumentError, match="NaN"):
        scrim.make_row_by_row(*space(), lambda x: x.log(), otherwise=math.nan)
    with pytest.raises(TypeError, match="otherwise must be a number"):
        scrim.make_row_by_row(*space(), lambda x: x.log(), otherwise="0")


def test_constants():
    assert rows_of(lambda x: 3, [1.0, 2.0]) == [3, 3]
    assert rows_of(lambda x: 2.5, ["a"], str) == [2.5]
    assert rows_of(lambda x: x * np.float64(0.5) + np.int64(1), [3], int) == [2.5]
    assert rows_of(lambda x: np.float64(0.5) * x, [3], int) == [1.5]
    assert rows_of(lambda x: np.int64(2) * x, [3], int) == [6]
    assert rows_of(lambda x: x * Fraction(1, 2), [3], int) == [1.5]


@pytest.mark.parametrize("kind", [float, int, "uint64", str])
def test_the_map_is_that_of_rows(kind):
    for metric in (scrim.symmetric_distance(), scrim.insert_delete_distance()):
        function = scrim.make_row_by_row(*space(kind, metric), lambda x: x == ("a" if kind is str else 1))
        assert [function.map(d) for d in (0, 1, 7)] == [0, 1, 7]
        assert function.output_metric == metric
        assert function.output_domain == scrim.vector_domain(scrim.atom_domain(bool))
    for metric in (scrim.change_one_distance(), scrim.hamming_distance()):
        function = scrim.make_row_by_row(*space(kind, metric, size=3), lambda x: x == ("a" if kind is str else 1))
        assert function.map(2) == 2
        assert function.output_domain == scrim.vector_domain(scrim.atom_domain(bool), size=3)


def test_chains_with_what_comes_before_and_after():
    bands = (
        space(float)
        >> scrim.then_clamp((0.0, 99.0))
        >> scrim.then_row_by_row(lambda age: math.floor(age / 10))
        >> scrim.then_row_by_row(lambda band: scrim.where(band < 2, 0, band))
        >> scrim.then_count_by_categories([0, 2, 9])
    )
    assert bands([-5.0, 12.0, 25.0, 29.0, 200.0]).tolist() == [2, 2, 1]
    assert bands.map(1) == 1
    best = bands >> scrim.then_report_noisy_top_k(scrim.max_divergence(), k=1, scale=0.0, optimize="max")
    assert best([25.0, 26.0]).tolist() == [1]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_streams_and_threads(threads):
    rows = np.arange(100_001, dtype=np.int64)
    counts = space(int) >> scrim.then_row_by_row(lambda x: x % 3) >> scrim.then_count_by_categories([0, 1, 2])
    assert counts(rows, threads=threads).tolist() == np.bincount(rows % 3).tolist()


def test_saved_runs_know_their_function():
    def chain(divisor):
        return space(int) >> scrim.then_row_by_row(lambda x: x // divisor) >> scrim.then_count_by_categories([0, 1])

    run = chain(10).start()
    run.update([1, 12, 13])
    saved = run.save()
    assert chain(10).load(saved).finish().tolist() == [1, 2]
    with pytest.raises(scrim.Error):
        chain(11).load(saved)


def test_the_function_is_called_once_and_sees_no_row():
    seen = []

    def function(row):
        seen.append(row)
        return row + 1

    step = scrim.then_row_by_row(function)
    assert [repr(row) for row in seen] == ["row"]
    plus_one = space() >> step
    plus_one(np.array([1.0, 2.0]))
    assert len(seen) == 1 and isinstance(seen[0], scrim.RowExpression)


def test_what_a_function_raises_is_raised_at_construction():
    with pytest.raises(ZeroDivisionError):
        scrim.then_row_by_row(lambda x: x + 1 // 0)


@pytest.mark.parametrize(
    "function, hint",
    [
        (lambda x: 1 if x > 2 else 0, r"scrim\.where"),
        (lambda x: max(x, 0), "clip"),
        (lambda x: x > 1 and x < 3, "& | ~"),
        (lambda x: 1 < x < 3, "& | ~"),
        (lambda x: x in [1, 2], "is_in"),
        (lambda x: int(x), r"math\.floor"),
        (lambda x: float(x), "symbol"),
        (lambda x: math.log(x), r"x\.log"),
    ],
)
def test_what_needs_a_value_says_what_to_write(function, hint):
    with pytest.raises(TypeError, match=hint):
        scrim.then_row_by_row(function)


@pytest.mark.parametrize(
    "function, message",
    [
        (3, "function must be a function of the row, not int"),
        (lambda x: None, "what the function of a row gives must be .*, not NoneType"),
        (lambda x: [x], "not list"),
        (lambda x: x + None, "unsupported operand"),
        (lambda x: None < x, "not supported between"),
        (lambda x: x**2, "unsupported operand"),
        (lambda x: round(x, 2), "incompatible function arguments|takes"),
        (lambda x: x.is_in("ab"), "is_in takes a sequence"),
        (lambda x: x.is_in([None]), "is_in takes a sequence"),
        (lambda x: x.clip(None, 1), "lower must be"),
        (lambda x: scrim.where(x > 1, [1], 2), "then must be"),
        (lambda x: {x: 1}, "unhashable"),
    ],
)
def test_what_is_no_function_of_a_row_is_refused(function, message):
    with pytest.raises(TypeError, match=message):
        scrim.then_row_by_row(function)


@pytest.mark.parametrize(
    "kind, function, message",
    [
        (str, lambda x: x, "gives texts"),
        (str, lambda x: x + 1, r"\(row \+ 1\).*only compared"),
        (str, lambda x: x < "b", "only compared"),
        (str, lambda x: x == 1, "do not compare"),
        (float, lambda x: x == "a", "do not compare"),
        (float, lambda x: x & (x > 1), "take conditions"),
        (float, lambda x: ~x, "take conditions"),
        (int, lambda x: scrim.where(x, 1, 2), "takes a condition first"),
    ],
)
def test_what_does_not_go_together_is_refused_when_the_rows_are_known(kind, function, message):
    step = scrim.then_row_by_row(function)
    with pytest.raises(scrim.MismatchError, match=message):
        space(kind) >> step


def test_aggregates_have_no_rows():
    with pytest.raises(scrim.MismatchError, match="make_row_by_row does not take"):
        scrim.make_row_by_row(scrim.vector_domain(scrim.atom_domain(float)), scrim.linf_distance(float), abs)


def test_expressions_do_not_grow_without_end():
    def doubled(x):
        for _ in range(50):
            x = x + x
        return x

    with pytest.raises(scrim.InvalidArgumentError, match="more than 1000 operations"):
        scrim.then_row_by_row(doubled)


def test_constants_fit():
    with pytest.raises(scrim.OverflowError):
        scrim.then_row_by_row(lambda x: x + 2**64)
    with pytest.raises(scrim.OverflowError):
        scrim.then_row_by_row(lambda x: x + 2**63)
    with pytest.raises(scrim.MismatchError, match="NaN"):
        space() >> scrim.then_row_by_row(lambda x: x + math.nan)


def test_constants_of_numpy_are_those_of_python():
    assert rows_of(lambda x: (x > 1) & np.bool_(True), [1, 2], int) == [0, 1]
    assert rows_of(lambda x: np.bool_(True) & (x > 1), [1, 2], int) == [0, 1]
    assert rows_of(lambda x: x + np.array(2), [1, 2], int) == [3, 4]
    with pytest.raises(ValueError, match="size 1"):
        scrim.then_row_by_row(lambda x: x + np.array([1, 2]))


@pytest.mark.parametrize("function", [lambda x: x == "\ud800", lambda x: x.is_in(["a", "\ud800"])])
def test_constants_are_texts_of_unicode(function):
    with pytest.raises(scrim.InvalidArgumentError, match="a surrogate stands alone"):
        scrim.then_row_by_row(function)


def test_expressions_read_as_they_are_written():
    shown = []
    scrim.then_row_by_row(lambda x: shown.append(scrim.where(x > 3, -x, x / 2.0 + 1)) or x)
    assert repr(shown[0]) == "where((3 < row), -(row), ((row / 2.0) + 1))"
