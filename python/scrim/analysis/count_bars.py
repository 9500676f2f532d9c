"""Counts as bars, each with a line that holds the exact one."""

from __future__ import annotations

from collections.abc import Sequence

from .drawing import FAINT, LEFT, MOST_DRAWN, RIGHT, bar, beside_left, beside_right, text_at
from .words import show_value

_STEP = 18
_HEADING = 13


Shown = tuple[int, tuple[int, int]]
"""A count, and the interval that holds the exact one."""


def count_bars(labels: Sequence[str], counts: Sequence[Shown] | None, error: int, top: float) -> tuple[list[str], float]:
    """A bar for each label from the top down, and where they end; the numbers beside them have a heading."""
    heading = beside_right(top + 11, "rows")
    top += _HEADING
    shown = min(len(labels), MOST_DRAWN)
    # The longest bar that is shown, and what it may be off, fit. No counts yet: the noise alone does.
    reach = max([high for _, (_, high) in (counts or ())[:shown]], default=error)
    per_row = (RIGHT - LEFT) / max(reach, 1)
    shapes = [heading]
    shapes += [
        _bar(label, None if counts is None else counts[i], error, per_row, top + _STEP * i + 4)
        for i, label in enumerate(labels[:shown])
    ]
    bottom = top + _STEP * shown + 8
    if hidden := len(labels) - shown:
        shapes.append(text_at(LEFT, bottom + 9, f"and {hidden} more", "start"))
        bottom += 16
    return shapes, bottom


def _bar(label: str, shown: Shown | None, error: int, per_row: float, top: float) -> str:
    """A count and the interval that holds the exact one."""
    count, (least, most) = (0, (0, error)) if shown is None else shown
    length, low, high = (rows * per_row for rows in (count, least, most))
    return (
        beside_left(top + 11, label)
        + bar(LEFT, top, length, 14)
        + f'<line x1="{LEFT + low:.1f}" y1="{top + 7:g}" x2="{LEFT + high:.1f}" y2="{top + 7:g}" '
        f'stroke="currentColor" stroke-opacity="{FAINT}"/>'
        + beside_right(top + 11, f"? ± {error}" if shown is None else show_value(count))
    )
