"""Statements about several numbers that hold for all of them at once."""

from __future__ import annotations

import decimal
import math
from decimal import Decimal

from .refuse import Argument, refuse, shown

# Rounded down: a power must not come out larger than it is. The doubles that anyone is confident at have 56 digits or
# fewer, so that one number keeps its confidence.
_down = decimal.Context(prec=100, rounding=decimal.ROUND_FLOOR)


def confidence_of_each(confidence: float, parts: int) -> float:
    """The confidence with which each of so many numbers, whose noise is independent, must be right for all of them to
    be right with this one: its root of order `parts`, rounded up. Proved in simultaneous.proof.md."""
    each: float = confidence ** (1 / parts)
    while each < 1 and _power_down(each, parts) < Decimal(confidence):
        each = math.nextafter(each, math.inf)
    if each >= 1:
        refuse(
            Argument("confidence"),
            f" is {shown(confidence)} for {parts} numbers at once, and no double below 1 is enough for each; give a lower one",
        )
    return each


def _power_down(base: float, exponent: int) -> Decimal:
    """A number that is at most base ** exponent, by squaring."""
    power, square = Decimal(1), Decimal(base)
    while exponent:
        if exponent & 1:
            power = _down.multiply(power, square)
        square = _down.multiply(square, square)
        exponent >>= 1
    return power
