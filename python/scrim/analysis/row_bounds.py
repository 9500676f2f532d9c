"""Bounds into which rows are moved before they are added up. Never from data."""

from __future__ import annotations

from typing import Any

from .refuse import real, refuse, shown


def row_bounds(bounds: Any, carrier: str) -> tuple[Any, Any]:
    """Two floats, or two integers where rows are integers, the lower one first; they may be equal."""
    advice = "a pair of numbers (lower, upper), public, not read off the data, such as (0, 120)"
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        refuse(f"bounds is {shown(bounds)}; give {advice}")
    lower, upper = real(lower, "the lower bound", advice), real(upper, "the upper bound", advice)
    if carrier == "float64":
        lower, upper = float(lower), float(upper)
    elif lower != int(lower) or upper != int(upper):
        refuse(f"bounds is {shown(bounds)}, and the rows are integers; give integers")
    else:
        lower, upper = int(lower), int(upper)
    if lower > upper:
        refuse(f"bounds is {shown(bounds)}; give {advice}")
    return lower, upper
