"""Grids between bounds: with steps that read well, or of a given size. From arguments alone."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from .rounding import show_exactly

# A step is worth a ten-thousandth of the way. Candidates further apart than the rows are make an error of their own,
# which no budget mends; ten times as many take hardly longer, as rows are still counted within the processor's cache.
STEPS = 10_000
# Up to twice as many integers are all taken: 0 to 20 000 without the odd ones would surprise.
MOST_INTEGERS = 2 * STEPS + 1
# Where steps are finer than the type of the rows, all that the type has is taken.
CLOSEST = "as close as floats are"


class Step(NamedTuple):
    """digit * 10**exponent, where the digit is 1, 2 or 5."""

    digit: int
    exponent: int

    @property
    def exact(self) -> Fraction:
        return self.digit * Fraction(10) ** self.exponent

    def __str__(self) -> str:
        if -6 <= self.exponent <= 15:
            return f"{Decimal(self.digit).scaleb(self.exponent):f}"
        return f"{self.digit}e{self.exponent:+d}"

    def counts_between(self, lower: Fraction, upper: Fraction) -> range:
        """How many steps from zero the multiples are that lie between the bounds, these included."""
        return range(math.ceil(lower / self.exact), math.floor(upper / self.exact) + 1)


def sensible_step(span: Fraction, least_exponent: int | None = None) -> Step:
    """The step for which the number of steps in the span is nearest, in ratio, to ten thousand.

    There are no ties: a ratio halfway between two steps would be irrational.
    """
    wanted = span / STEPS
    # Right to one decimal place up or down; the search covers more.
    magnitude = len(str(wanted.numerator)) - len(str(wanted.denominator))
    steps = [
        Step(digit, exponent)
        for exponent in range(magnitude - 2, magnitude + 3)
        if least_exponent is None or exponent >= least_exponent
        for digit in (1, 2, 5)
    ]
    return min(steps, key=lambda step: max(step.exact / wanted, wanted / step.exact))


def sensible_floats(lower: float, upper: float) -> tuple[list[float], str]:
    """Multiples of a sensible step, each the double nearest to the decimal, and both bounds."""
    # As written: the double 0.7 is a little less than seven tenths, and yet a multiple of 0.1.
    first, final = Fraction(repr(lower)), Fraction(repr(upper))
    step = sensible_step(final - first)
    counts = step.counts_between(first, final)
    # Python divides integers with one rounding, hence 0.3 and not 0.30000000000000004. Rounding keeps
    # order, so nothing leaves the bounds; what falls together is taken once.
    above, below = step.exact.as_integer_ratio()
    inner = {count * above / below for count in counts}
    values = sorted({lower, *inner, upper})
    if len(inner) < len(counts):
        spacing = CLOSEST
    else:
        spacing = _spacing(step, {lower, upper} <= inner)
    ends = f"from {show_exactly(lower)} to {show_exactly(upper)}"
    return values, f"{len(values)} values {ends}, {spacing}"


def sensible_integers(first: int, final: int) -> tuple[list[int], str]:
    """Every integer where there are few, else multiples of a sensible step, and both ends."""
    if final - first < MOST_INTEGERS:
        return list(range(first, final + 1)), f"every integer from {first} to {final}"
    step = sensible_step(Fraction(final - first), least_exponent=0)
    size = int(step.exact)
    inner = {count * size for count in step.counts_between(Fraction(first), Fraction(final))}
    values = sorted({first, *inner, final})
    spacing = _spacing(step, {first, final} <= inner)
    return values, f"{len(values)} integers from {first} to {final}, {spacing}"


def even_floats(lower: int | float, upper: int | float, count: int) -> tuple[list[float], str]:
    """As many as were asked for, evenly spaced."""
    last = count - 1
    # One rounding for integer bounds, hence 44.04 and not 44.04000000000001; weights that add up to
    # one at most, hence no overflow.
    if isinstance(lower, int) and isinstance(upper, int):
        grid = [(lower * (last - i) + upper * i) / last for i in range(count)]
    else:
        grid = [lower * ((last - i) / last) + upper * (i / last) for i in range(count)]
    values = sorted(set(grid))
    ends = f"from {show_exactly(lower)} to {show_exactly(upper)}"
    return values, f"{len(values)} values {ends}{_about(upper - lower, last, '')}"


def even_integers(first: int, final: int, count: int) -> tuple[list[int], str]:
    """As many as were asked for, as evenly spaced as integers can be; or all, if there are fewer."""
    if final - first < count:
        return list(range(first, final + 1)), f"every integer from {first} to {final}"
    last = count - 1
    values = [first + ((final - first) * i + last // 2) // last for i in range(count)]
    ends = f"from {first} to {final}"
    return values, f"{len(values)} integers {ends}{_about(final - first, last, 'about ')}"


def _spacing(step: Step, with_both_ends: bool) -> str:
    return f"{step} apart" if with_both_ends else f"{step} apart, closer at the ends"


def _about(span: int | float, steps: int, about: str) -> str:
    try:
        step = span / steps
    except OverflowError:
        step = math.inf
    return f", {about}{step:.4g} apart" if math.isfinite(step) else ""
