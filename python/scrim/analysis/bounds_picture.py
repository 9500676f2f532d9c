"""A small picture of bounds among their candidates, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .pictures import ACCENT, FAINT, LEFT, RIGHT, _card, _stroke, _text
from .words import percent, counted, show_value

if TYPE_CHECKING:
    from .bounds_plan import BoundsPlan


def bounds_html(plan: BoundsPlan, value: tuple[Any, Any] | None) -> str:
    """The candidates side by side, each as far from the next, and what lies between the bounds."""
    candidates, line = plan.candidates, 30

    def place(bound: Any) -> float:
        return LEFT + (RIGHT - LEFT) * candidates.index(bound) / (len(candidates) - 1)

    shapes = [
        f'<line x1="{LEFT}" y1="{line}" x2="{RIGHT}" y2="{line}" stroke="currentColor" stroke-opacity="{FAINT}"/>',
        _text(LEFT - 6, line + 4, show_value(candidates[0]), "end"),
        _text(RIGHT + 6, line + 4, show_value(candidates[-1]), "start"),
        _text(place(0), line + 18, "0", "middle"),
    ]
    if value is None:
        title = "Plan for bounds of the rows: no data read yet"
    else:
        lower, upper = value
        title = f"Private bounds of the rows: {show_value(lower)} to {show_value(upper)}"
        start, end = place(lower), place(upper)
        shapes += [
            f'<rect x="{start:.1f}" y="{line - 5}" width="{end - start:.1f}" height="10" fill="{ACCENT}" '
            'fill-opacity=".35"/>',
            _stroke(start, line - 8, line + 8, 2, 1.0),
            _stroke(end, line - 8, line + 8, 2, 1.0),
        ]
    caption = (
        f"The candidates, zero and powers of two, stand in equal steps. With {percent(plan.confidence)} confidence "
        f"at most {counted(plan.most_outside, 'row')} lie beyond each bound, unless it is the outermost; computed without "
        "the data."
    )
    return _card(title, plan, shapes, line + 24, caption)
