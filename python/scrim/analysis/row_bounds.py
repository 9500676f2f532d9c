"""Bounds into which rows are moved before they are added up. Never from data."""

from __future__ import annotations

from typing import Any

from .refuse import Argument, Words, real, refuse, shown


def row_bounds(bounds: Any, carrier: str, ends: tuple[int, int] | None = None) -> tuple[Any, Any]:
    """Two floats, or two integers where rows are integers, the lower one first; they may be equal. `ends` are those that
    bounds of integers must lie between."""
    public = "public, not read off the data, such as"
    advice = Words(
        f"a pair of numbers (lower, upper), {public} (0, 120)",
        shell=f"the smallest and the largest value with a colon between them, {public} 0:120",
    )
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        refuse(Argument("bounds"), f" is {shown(bounds)}; give ", advice)
    lower, upper = real(lower, "the lower bound", advice), real(upper, "the upper bound", advice)
    given = Argument("bounds"), " is ", Words(shown(bounds), shell=f"{lower}:{upper}")
    if carrier == "float64":
        lower, upper = float(lower), float(upper)
    elif lower != int(lower) or upper != int(upper):
        refuse(*given, ", and the rows are integers; give integers")
    else:
        lower, upper = int(lower), int(upper)
    if lower > upper:
        refuse(*given, "; give ", advice)
    if carrier != "float64" and ends is not None and not (ends[0] <= lower and upper <= ends[1]):
        refuse(*given, f", and rows of {carrier} need bounds from {ends[0]} to {ends[1]}")
    return lower, upper
