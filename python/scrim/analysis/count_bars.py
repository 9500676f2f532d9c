"""Counts as bars, each with a line that holds the exact one."""

from __future__ import annotations

from collections.abc import Sequence

from .drawing import MOST_DRAWN, WIDE, Measures, bar, beside_left, beside_right, span_line, text_at
from .words import show_number

_STEP = 18
_HEADING = 13


Shown = tuple[int, tuple[int, int]]
"""A count, and the interval that holds the exact one."""


def count_bars(
    labels: Sequence[str],
    counts: Sequence[Shown] | None,
    error: int,
    top: float,
    *,
    unit: str = "rows",
    reach: int | None = None,
    measures: Measures = WIDE,
) -> tuple[list[str], float]:
    """A bar for each label from the top down, and where they end; the numbers beside them have a heading. `reach` is the
    longest that a bar may become, where several pictures share a scale."""
    heading = beside_right(top + 11, unit, measures)
    top += _HEADING
    shown = min(len(labels), MOST_DRAWN)
    # The longest bar that is shown, and what it may be off, fit. No counts yet: the noise alone does.
    if reach is None:
        reach = max([high for _, (_, high) in (counts or ())[:shown]], default=error)
    per_row = (measures.right - measures.left) / max(reach, 1)
    shapes = [heading]
    shapes += [
        _bar(label, None if counts is None else counts[i], error, per_row, top + _STEP * i + 4, measures)
        for i, label in enumerate(labels[:shown])
    ]
    bottom = top + _STEP * shown + 8
    if hidden := len(labels) - shown:
        shapes.append(text_at(measures.left, bottom + 9, f"and {hidden} more", "start"))
        bottom += 16
    return shapes, bottom


def _bar(label: str, shown: Shown | None, error: int, per_row: float, top: float, measures: Measures) -> str:
    """A count and the interval that holds the exact one."""
    count, (least, most) = (0, (0, error)) if shown is None else shown
    length, low, high = (rows * per_row for rows in (count, least, most))
    return (
        beside_left(top + 11, label, measures)
        + bar(measures.left, top, length, 14)
        + span_line(measures.left + low, measures.left + high, top + 7)
        + beside_right(top + 11, f"? ± {error}" if shown is None else show_number(count), measures)
    )
