"""Counts as bars, each with a line that holds the exact one."""

from __future__ import annotations

from collections.abc import Sequence

from .drawing import FAINT, LEFT, MOST_DRAWN, RIGHT, bar, beside_left, beside_right, text_at
from .words import show_value

_STEP = 18


def count_bars(labels: Sequence[str], values: Sequence[int] | None, error: int, top: float) -> tuple[list[str], float]:
    """A bar for each label from the top down, and where they end."""
    shown = min(len(labels), MOST_DRAWN)
    # The longest bar that is shown, and what it may be off, fit. No counts yet: the noise alone does.
    reach = max([*(values or ())[:shown], 0]) + error
    per_row = (RIGHT - LEFT) / max(reach, 1)
    shapes = [
        _bar(label, None if values is None else values[i], error, per_row, top + _STEP * i + 4)
        for i, label in enumerate(labels[:shown])
    ]
    bottom = top + _STEP * shown + 8
    if hidden := len(labels) - shown:
        shapes.append(text_at(LEFT, bottom + 9, f"and {hidden} more", "start"))
        bottom += 16
    return shapes, bottom


def _bar(label: str, value: int | None, error: int, per_row: float, top: float) -> str:
    """A count and the interval that holds the exact one; both are cut off at 0."""
    count = value or 0
    length, low, high = (max(rows, 0) * per_row for rows in (count, count - error, count + error))
    return (
        beside_left(top + 11, label)
        + bar(LEFT, top, length, 14)
        + f'<line x1="{LEFT + low:.1f}" y1="{top + 7:g}" x2="{LEFT + high:.1f}" y2="{top + 7:g}" '
        f'stroke="currentColor" stroke-opacity="{FAINT}"/>'
        + beside_right(top + 11, f"? ± {error}" if value is None else show_value(value))
    )
