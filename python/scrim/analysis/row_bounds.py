"""Bounds into which rows are moved before they are added up. Never from data."""

from __future__ import annotations

from typing import Any

from .columns import RANGES
from .refuse import Argument, Words, bounds_are, real, refuse, shown


def row_bounds(bounds: Any, carrier: str) -> tuple[Any, Any]:
    """Two floats, or two integers where rows are integers, the lower one first; they may be equal."""
    public = "public, not read off the data, such as"
    advice = Words(
        f"a pair of numbers (lower, upper), {public} (0, 120)",
        shell=f"the smallest and the largest value with a colon between them, {public} 0:120",
    )
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        refuse(Argument("bounds"), f" is {shown(bounds)}; give ", advice)
    given = Argument("bounds"), " is ", Words(shown(bounds), shell=f"{lower}:{upper}")
    lower, upper = real(lower, "the lower bound", advice), real(upper, "the upper bound", advice)
    if carrier == "float64":
        lower, upper = float(lower), float(upper)
    elif lower != int(lower) or upper != int(upper):
        refuse(*given, ", and the rows are integers; give integers")
    else:
        lower, upper = int(lower), int(upper)
    if lower > upper:
        refuse(*given, "; give ", advice)
    return lower, upper


def bounds_of_values(bounds: Any, carrier: str) -> tuple[Any, Any]:
    """The same where they are to be values of the rows' type."""
    lower, upper = row_bounds(bounds, carrier)
    least, most = RANGES.get(carrier, (lower, upper))
    if lower < least or upper > most:
        refuse(*bounds_are(lower, upper), f", and a column of {carrier} has integers from {least} to {most} only; give bounds within these")
    return lower, upper
