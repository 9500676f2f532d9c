"""Released numbers as tables and pictures show them: to a hundredth of their noise interval, whose ends are rounded away from it."""

from __future__ import annotations

import decimal
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from .words import show_number, show_value

_MOST_DECIMALS = 12
_FINER = 100


def decimals_of(intervals: Sequence[tuple[float, float]]) -> int:
    """How many digits after the point say something: those of a hundredth of the narrowest interval."""
    widths = [high - low for low, high in intervals if math.isfinite(high - low) and high > low]
    if not widths:
        return _MOST_DECIMALS // 2
    return min(_MOST_DECIMALS, max(0, math.ceil(-math.log10(min(widths) / _FINER))))


def shown_value(value: Any, decimals: int | None) -> str:
    """A cell: to so many digits after the point if it is a float and they are known."""
    if isinstance(value, float) and decimals is not None and math.isfinite(value):
        return _apart(_quantised(value, decimals, decimal.ROUND_HALF_EVEN))
    return show_number(value, 7) if isinstance(value, (int, float)) and not isinstance(value, bool) else show_value(value)


def shown_interval(low: Any, high: Any, decimals: int | None) -> str:
    """Both ends, so rounded that what is shown holds."""
    if isinstance(low, int) and isinstance(high, int):
        return f"{show_number(low)} to {show_number(high)}"
    digits = _MOST_DECIMALS // 2 if decimals is None else decimals
    ends = [(low, decimal.ROUND_FLOOR), (high, decimal.ROUND_CEILING)]
    return " to ".join(_apart(_quantised(end, digits, way)) if math.isfinite(end) else str(end) for end, way in ends)


def _quantised(value: float, decimals: int, way: str) -> Decimal:
    context = decimal.Context(prec=400, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
    return Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding=way, context=context)


def _apart(number: Decimal) -> str:
    """Its thousands apart where they are many, as `show_number` has them."""
    whole, point, rest = f"{number:f}".partition(".")
    digits = whole.lstrip("-")
    sign = "-" if whole.startswith("-") and (number != 0) else ""
    return f"{sign}{int(digits):,}{point}{rest}" if len(digits) > 4 else f"{sign}{digits}{point}{rest}"
