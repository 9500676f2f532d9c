"""The steps in which rows are added up, so that sums are exact. From public numbers alone."""

from __future__ import annotations

from fractions import Fraction

from .budget import Budget

# How far a step lies below the noise of one row, or below a row itself where that is larger. A row then has at most
# 2^33 steps, so that the sums of a billion rows fit 64 bits; and a million rows that are all rounded the same way move
# the sum by less than a thousandth of the noise.
_STEP_BITS = 32
_LARGEST_EXPONENT = 1022


def step_exponent(largest: Fraction, budget: Budget, rows_per_person: int) -> int:
    """A step is 2 to this power, for rows of at most `largest` in absolute value."""
    if largest == 0:
        return 0
    # The square of the scale of the noise, which is a root where rho pays for it; a factor of two does not matter.
    amount = Fraction(budget.amount)
    square = rows_per_person**2 / (amount**2 if budget.currency == "epsilon" else 2 * amount)
    exponent = magnitude(largest**2 * max(Fraction(1), square)) // 2 - _STEP_BITS
    return min(max(exponent, -_LARGEST_EXPONENT), _LARGEST_EXPONENT)


def magnitude(number: Fraction) -> int:
    """The power of two next to a positive number, or the next but one."""
    return number.numerator.bit_length() - number.denominator.bit_length()
