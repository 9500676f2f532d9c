"""Numbers as they are shown: to the digits that mean something, and never to anyone's harm."""

from __future__ import annotations

import decimal
import math
import re
import sys
from decimal import Decimal
from fractions import Fraction

# A scale is found by search, to the last bit at which the map still says yes; 5.000000000000001 means
# 5. Doubles carry between 15 and 17 digits, and 12 leave room for a thousand such last bits. What is
# run, and what `map` says of it, keeps all of them.
DIGITS = 12

_nearest = decimal.Context(prec=DIGITS, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
_wide = decimal.Context(prec=40, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)

_LARGEST = Fraction(sys.float_info.max)

# By what part of itself a cost is above a number of four digits that it would be taken for.
_HARDLY = Decimal("1e-6")


def nearest_float(number: Fraction) -> float:
    """The nearest finite one, however large the number is."""
    return float(min(max(number, -_LARGEST), _LARGEST))


def to_twelve_digits(number: float) -> float:
    """For scales of noise, which promise nothing by themselves: the cost does."""
    return float(_nearest.create_decimal(number))


def to_twelve_digits_up(number: Fraction) -> float:
    """For upper bounds, such as an accuracy: what is shown must hold."""
    upwards = decimal.Context(prec=DIGITS, rounding=decimal.ROUND_CEILING)
    return float(upwards.divide(Decimal(number.numerator), Decimal(number.denominator)))


def show_cost(cost: float) -> str:
    """A cost to four digits, rounded up, so that it never looks smaller than it is: read as a float, what is shown is
    at least the cost.

    One that is hardly above a number of four digits is told by ten: 0.30000000000000004 as 0.3000000001, where 0.3001
    would look like another number.
    """
    if math.isinf(cost):
        return "inf"
    exact = Decimal(repr(float(cost)))  # the shortest that is this float: 0.1 is shown as 0.1
    digits = 10 if 0 < exact - _down(exact, 4) < _HARDLY * exact else 4
    return plain_power(f"{float(_up(exact, digits)):.{digits}g}")


def plain_power(number: str) -> str:
    """As people type powers of ten: 1e-6, which Python writes 1e-06."""
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", number)


def show_at_most(bound: Fraction, digits: int = 6) -> str:
    """An upper bound to so many digits, rounded up, and written out where that is not too long."""
    upwards = decimal.Context(prec=digits, rounding=decimal.ROUND_CEILING)
    shown = upwards.divide(Decimal(bound.numerator), Decimal(bound.denominator))
    if shown == 0 or -6 < shown.adjusted() < 15:
        return f"{shown.normalize():f}"
    return f"{shown.normalize():g}"


def show_factor(cost: float) -> str:
    """exp(cost), rounded up: to three digits, or to two digits beyond 1 where it is close to 1."""
    if cost >= 700:
        return "inf"
    factor = _wide.exp(Decimal(cost))
    excess = _wide.subtract(factor, Decimal(1))
    if excess >= Decimal("0.1"):
        shown = float(_up(factor, 3))
        return f"{shown:.0f}" if 1000 <= shown < 1e6 else f"{shown:.3g}"
    # No more than nine places: a factor of 1.000000001 says what there is to say.
    return f"{1 + _up(max(excess, Decimal('1e-9')), 2):f}"


def show_interval(low: float, high: float) -> tuple[str, str]:
    """Both ends to seven digits, rounded away from each other, so that what is shown holds."""
    downwards = decimal.Context(prec=7, rounding=decimal.ROUND_FLOOR)
    return f"{float(downwards.create_decimal(low)):.7g}", f"{float(_up(Decimal(high), 7)):.7g}"


def show_exactly(number: int | float) -> str:
    """An argument as it was given: the shortest text that means the same double."""
    if isinstance(number, int) or not math.isfinite(number):
        return str(number)
    return repr(number).removesuffix(".0")


def _up(number: Decimal, digits: int) -> Decimal:
    return decimal.Context(prec=digits, rounding=decimal.ROUND_CEILING).create_decimal(number)


def _down(number: Decimal, digits: int) -> Decimal:
    return decimal.Context(prec=digits, rounding=decimal.ROUND_FLOOR).create_decimal(number)
