"""Numbers as they are given, exactly, and as the doubles that are computed with: rounded to the side on which more is
lost."""

from __future__ import annotations

import math
import numbers
import sys
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from .._loss import Loss
from ..analysis.refuse import Argument, Said, refuse, shown

Amount = float | Fraction | Decimal | str
"""A number, or a decimal text such as "0.1", which is one tenth exactly."""

# Beyond these powers of ten no double can be close, and the digits of an exact number may fill the memory.
_MOST_DIGITS = 400


def exact(value: Any, name: str, advice: Said) -> Fraction:
    """A finite number as what it is, whatever its type."""
    wrong = Argument(name), f" is {shown(value)}; give ", advice
    if isinstance(value, str):
        try:
            value = Decimal(value.strip())
        except InvalidOperation:
            refuse(*wrong)
    if isinstance(value, Decimal):
        if not value.is_finite() or (value != 0 and abs(value.adjusted()) > _MOST_DIGITS):
            refuse(*wrong)
        return Fraction(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        refuse(*wrong)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    double = float(value)  # of NumPy's floats too
    if not math.isfinite(double):
        refuse(*wrong)
    return Fraction(double)


def at_least_zero(value: Any, name: str, advice: Said) -> Fraction:
    number = exact(value, name, advice)
    if number < 0:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return number


def above_zero(value: Any, name: str, advice: Said) -> Fraction:
    number = exact(value, name, advice)
    if number <= 0:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return number


def probability(value: Any, name: str, advice: Said) -> Fraction:
    number = at_least_zero(value, name, advice)
    if number > 1:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return number


def asked(value: Any, number: Fraction) -> float:
    """What is asked about, rounded down: `number` is what `value` is. A float is taken as it was typed, 1e-5 for 10^-5,
    which is what a Filter charges for it; what a map or a conversion said is exact."""
    is_typed = not isinstance(value, Loss | numbers.Rational | Decimal | str)
    return finite_below(Fraction(str(value)) if is_typed else number)


def finite_below(number: Fraction) -> float:
    """The largest double that is not above it: of a number that is asked about infinity would be another question."""
    return min(rounded_down(number), sys.float_info.max)


def rounded_up(number: Fraction) -> float:
    """For what is lost."""
    return 0.0 - rounded_down(-number)


def rounded_down(number: Fraction) -> float:
    """For noise, and for what may be lost."""
    try:
        nearest = float(number)
    except OverflowError:  # which the check that follows refuses
        return math.inf if number > 0 else -math.inf
    return nearest if Fraction(nearest) <= number else math.nextafter(nearest, -math.inf)
