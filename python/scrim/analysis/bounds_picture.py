"""A small picture of bounds among their candidates."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .drawing import LEFT, RIGHT, bar, base_line, beside_left, beside_right, stroke, text_at
from .picture import Picture, make_picture
from .words import counted, percent, show_value

if TYPE_CHECKING:
    from .bounds_plan import BoundsPlan

# In characters.
_LONG = 9


def bounds_picture(plan: BoundsPlan, value: tuple[Any, Any] | None) -> Picture:
    """The candidates side by side, each as far from the next, and what lies between the bounds."""
    candidates, line = plan.candidates, 30

    def place(bound: Any) -> float:
        return LEFT + (RIGHT - LEFT) * candidates.index(bound) / (len(candidates) - 1)

    shapes = [
        base_line(line),
        beside_left(line + 4, _shown(candidates[0])),
        beside_right(line + 4, _shown(candidates[-1])),
        text_at(place(0), line + 18, "0", "middle"),
    ]
    if value is None:
        title = "Plan for bounds of the rows: no data read yet"
    else:
        lower, upper = value
        title = f"Private bounds of the rows: {show_value(lower)} to {show_value(upper)}"
        start, end = place(lower), place(upper)
        shapes += [
            bar(start, line - 5, end - start, 10),
            stroke(start, line - 8, line + 8, 2, 1.0),
            stroke(end, line - 8, line + 8, 2, 1.0),
            text_at((start + end) / 2, line - 12, f"{_shown(lower)} to {_shown(upper)}", "middle", bold=True),
        ]
    caption = (
        f"The candidates, zero and powers of two, stand in equal steps. With {percent(plan.confidence)} confidence "
        f"at most {counted(plan.most_outside, 'row')} lie beyond each bound, unless it is the outermost; computed without "
        "the data."
    )
    return make_picture(title, plan, shapes, line + 24, caption)


def _shown(bound: Any) -> str:
    """A power of two as such, where its digits would take much room; and the largest integer, which is one less."""
    size = abs(Fraction(bound))
    shown = show_value(bound)
    if size == 0 or len(shown) < _LONG or 1 not in (size.numerator, size.denominator):
        return shown
    sign = "-" if bound < 0 else ""
    power = size.numerator.bit_length() - size.denominator.bit_length()
    if size == Fraction(2) ** power:
        return f"{sign}2^{power}"
    return f"2^{power + 1} - 1" if not sign and size == 2 ** (power + 1) - 1 else shown
