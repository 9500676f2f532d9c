"""The steps in which rows are added up, so that sums are exact. From public numbers alone."""

from __future__ import annotations

from fractions import Fraction

from .budget import Budget

# How far a step lies below the noise of one row, or below a row itself where that is larger. A row then has at most
# 2^33 steps, so that the sums of a billion rows fit 64 bits; and a million rows that are all rounded the same way move
# the sum by less than a thousandth of the noise.
_STEP_BITS = 32
# What the core takes, for rows and for their squares.
_LARGEST_EXPONENT = 2044
_LARGEST_SQUARE_EXPONENT = 3066


def step_exponent(largest: Fraction, budget: Budget, rows_per_person: int) -> int:
    """A step is 2 to this power, for rows of at most `largest` in absolute value."""
    return _between(_step_exponent(largest, budget, rows_per_person), _LARGEST_EXPONENT)


def square_step_exponent(largest: Fraction, budget: Budget, rows_per_person: int) -> int:
    """The same for squares of rows."""
    return _between(_step_exponent(largest, budget, rows_per_person), _LARGEST_SQUARE_EXPONENT)


def _step_exponent(largest: Fraction, budget: Budget, rows_per_person: int) -> int:
    if largest == 0:
        return 0
    # The square of the scale of the noise, which is a root where rho pays for it; a factor of two does not matter.
    amount = Fraction(budget.amount)
    square = rows_per_person**2 / (amount**2 if budget.currency == "epsilon" else 2 * amount)
    below_noise = magnitude(largest**2 * max(Fraction(1), square)) // 2 - _STEP_BITS
    # But not beyond the largest row, which would be none: a sum of nothing has no noise, and no error.
    return min(below_noise, magnitude(largest) - 1)


def _between(exponent: int, largest: int) -> int:
    return min(max(exponent, -largest), largest)


def magnitude(number: Fraction) -> int:
    """The power of two next to a positive number, or the next but one."""
    return number.numerator.bit_length() - number.denominator.bit_length()
