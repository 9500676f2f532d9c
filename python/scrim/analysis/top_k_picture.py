"""A small picture of the most frequent categories: as chips, or as bars where their counts were released."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .count_bars import count_bars
from .drawing import ACCENT, FAINT, MOST_DRAWN, WIDTH, cut, text_at, text_width
from .picture import Picture, make_picture
from .pictures import band
from .words import counted

if TYPE_CHECKING:
    from .top_k_release import TopKPlan, TopKRelease

_MOST_CHIPS = 40
_LONGEST_CHIP = 200


def top_k_picture(plan: TopKPlan[Any], release: TopKRelease[Any] | None) -> Picture:
    values = () if release is None else release.values
    rest = [str(category) for category in plan.categories if category not in values]
    shapes: list[str] = []
    height = 0.0
    if release is not None and release.counts is not None and release.intervals is not None:
        labels = [f"{place}. {value}" for place, value in enumerate(values, 1)]
        shapes, height = count_bars(
            labels, list(zip(release.counts, release.intervals, strict=True)), plan.count_error or 0, 0
        )
        chips, height = _chips([], rest, height)
    else:
        chips, height = _chips([str(value) for value in values], rest, height)
    shapes = [*shapes, *chips, band("rows behind", plan.accuracy, float(plan.accuracy.rows), height, True)]
    title = (
        f"Plan for the {plan.k} most frequent of {len(plan.categories)} categories: no data read yet"
        if release is None
        # More of them than are drawn say no more.
        else f"Private top {plan.k}: " + ", ".join(str(value) for value in values[:MOST_DRAWN])
    )
    return make_picture(title, plan, shapes, height + 26, _caption(plan, release))


def _caption(plan: TopKPlan[Any], release: TopKRelease[Any] | None) -> str:
    confidence = plan.accuracy.confidence_shown
    if release is None:
        top = "the categories"
    elif release.counts is None:
        top = "the categories, the chosen ones numbered"
    else:
        top = f"the chosen ones with their counts, thin lines holding the exact ones, all at once with {confidence} confidence"
    counts, origin = "", "Computed without the data."
    if release is not None and release.counts is not None:
        origin = "How far off counts may be, and where the bracket stands, was computed without the data."
    if release is None and plan.count_error is not None:
        counts = f" Counts will be at most {counted(plan.count_error, 'row')} off, all at once with {confidence} confidence."
    return (
        f"Above: {top}. Below: how many rows more a category can have than one that was chosen before "
        f"or instead of it; stronger colour is likelier in the worst case, the bracket holds with "
        f"{confidence} confidence.{counts} {origin}"
    )


def _chips(chosen: Sequence[str], rest: Sequence[str], top: float) -> tuple[list[str], float]:
    """The categories, chosen ones first and numbered; returns where they end."""
    labels = [(f"{i}. {name}", True) for i, name in enumerate(chosen, 1)] + [(name, False) for name in rest]
    if not labels:
        return [], top
    most = max(_MOST_CHIPS, min(len(chosen), MOST_DRAWN))
    if (hidden := len(labels) - most) > 0:
        labels = [*labels[:most], (f"and {hidden} more", False)]
    parts, x, y = [], 2.0, top + 6
    for name, is_chosen in labels:
        text = cut(name, _LONGEST_CHIP)
        width = text_width(text) + 14
        if x + width > WIDTH - 2 and x > 2:
            x, y = 2.0, y + 22
        look = (
            f'fill="{ACCENT}" fill-opacity=".2" stroke="{ACCENT}"'
            if is_chosen
            else f'fill="none" stroke="currentColor" stroke-opacity="{FAINT}"'
        )
        parts.append(
            f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="18" rx="9" {look}/>'
            + text_at(x + width / 2, y + 13, text, "middle")
        )
        x += width + 5
    return parts, y + 26
