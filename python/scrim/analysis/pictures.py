"""Small pictures of plans and releases. Nothing in them depends on data but the released
values themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .count_bars import count_bars
from .drawing import (
    ACCENT,
    FAINT,
    GAP,
    LEFT,
    MOST_DRAWN,
    RIGHT,
    bar,
    base_line,
    beside_left,
    beside_right,
    stroke,
    text_at,
    text_width,
)
from .picture import Picture, make_picture
from .rounding import show_at_most
from .words import counted, percent, show_value

if TYPE_CHECKING:
    from .accuracy import InRows
    from .histogram_plan import HistogramPlan, HistogramRelease
    from .moment_plan import MomentPlan, MomentRelease
    from .number_plan import NumberPlan, NumberRelease
    from .quantile_plan import QuantilePlan

SLICES = 40
MOST_TICKS = 151


def quantile_picture(plan: QuantilePlan, values: Sequence[Any] | None) -> Picture:
    axis, height = _candidate_axis(plan, None if values is None else values[:MOST_DRAWN])
    # Another scale than the one above it, so it says so and has its own zero.
    middle = (LEFT + RIGHT) / 2
    height += 14
    shapes = [axis, text_at(middle, height - 2, "rank, in rows off the ideal one", "middle")]
    zero = height
    widest = max(part.accuracy.rows for part in plan.parts)
    for part in plan.parts[:MOST_DRAWN]:
        shapes.append(band(part.name, part.accuracy, float(widest), height))
        height += 22
    shapes.append(
        f'<line x1="{middle:g}" y1="{zero + 1:g}" x2="{middle:g}" y2="{height - 3:g}" '
        'stroke="currentColor" stroke-dasharray="2 2"/>'
    )
    if hidden := len(plan.parts[MOST_DRAWN:]):
        shapes.append(text_at(LEFT, height + 9, f"and {hidden} more", "start"))
        height += 16
    names = ", ".join(part.name for part in plan.parts)
    title = (
        f"Plan for the {names}: no data read yet"
        if values is None
        else "Private "
        + ", ".join(
            f"{part.name} {show_value(value)}"
            for part, value in zip(plan.parts, values, strict=True)
        )
    )
    top = "the candidates" if values is None else "the candidates and what was released"
    caption = (
        f"Above: {top}. Below: how many rows the rank can be off the ideal one, beyond the best "
        f"candidate's; stronger colour is likelier in the worst case, the brackets hold with "
        f"{plan.parts[0].accuracy.confidence_shown} confidence. "
        "Computed without the data."
    )
    return make_picture(title, plan, shapes, height + 4, caption)


def number_picture(plan: NumberPlan, release: NumberRelease | None) -> Picture:
    """The number in the middle, and how far off it may be on both sides."""
    height, half = 44, (RIGHT - LEFT) / 2
    middle = LEFT + half
    reach = half / 1.3
    label = "?" if release is None else show_value(release.value)
    below, above = (plan.error, plan.error) if release is None else release._off()
    left, right = (reach * float(off / plan.error) if plan.error else 0.0 for off in (below, above))
    shapes = [
        bar(middle - left, 24, left + right, 10),
        stroke(middle, 20, 38, 2, 1.0),
        text_at(middle, 15, label, "middle", bold=True),
        text_at(middle - left - GAP, 33, f"− {show_at_most(below)}", "end"),
        text_at(middle + right + GAP, 33, f"+ {show_at_most(above)}", "start"),
    ]
    title = (
        f"Plan for {plan._what()}: no data read yet"
        if release is None
        else f"Private {plan.query}: {label}"
    )
    caption = (
        f"The bar holds the exact {plan.query} with {percent(plan.confidence)} confidence. "
        f"That it is at most {plan.error_shown} off was computed without the data."
    )
    return make_picture(title, plan, shapes, height, caption)


def moment_picture(plan: MomentPlan, release: MomentRelease | None) -> Picture:
    """Where the result lies among all that it can be, and how far off it may be."""
    first, last = (float(end) for end in plan.ends())
    line, height = 34, 46
    shapes = [
        base_line(line),
        beside_left(line + 4, show_value(first)),
        beside_right(line + 4, show_value(last)),
    ]
    if release is None:
        title = f"Plan for {plan._what()}: no data read yet"
        caption = f"The line is all that the {plan.name} can be. {plan.accuracy_statement()}"
    else:
        low, value, high = (_place(n, first, last) for n in (release.interval[0], release.value, release.interval[1]))
        shapes += [
            # At least so wide that it can be seen.
            bar(low - 0.5, line - 5, high - low + 1, 10),
            stroke(value, line - 14, line + 4, 2, 1.0),
            text_at(value, line - 18, show_value(release.value), "middle", bold=True),
        ]
        title = f"Private {plan.name}: {show_value(release.value)}"
        caption = (
            f"The line is all that the {plan.name} can be; the bar holds the exact one with "
            f"{percent(plan.confidence)} confidence."
        )
    return make_picture(title, plan, shapes, height, caption)


def histogram_picture(plan: HistogramPlan, release: HistogramRelease | None) -> Picture:
    """A bar for each bin, and how far off it may be."""
    counts = None if release is None else list(zip(release.values, release.intervals, strict=True))
    shapes, height = count_bars(plan.bins, counts, plan.error, 0)
    title = (
        f"Plan for {plan._what()}: no data read yet"
        if release is None
        else f"Private histogram: {plan._what()}"
    )
    lines = "How far off counts may be" if release is None else "The thin lines hold the exact counts"
    caption = (
        f"{lines}, all at once with {percent(plan.confidence)} confidence. That they are at most "
        f"{counted(plan.error, 'row')} off was computed without the data."
    )
    return make_picture(title, plan, shapes, height, caption)


def _candidate_axis(plan: QuantilePlan, values: Sequence[Any] | None) -> tuple[str, float]:
    """A ruler of the candidates with the released values on it; returns the height it takes."""
    candidates = plan.candidates
    first, last = float(candidates.lowest), float(candidates.highest)

    def place(value: float) -> float:
        return _place(value, first, last)

    places = [place(float(value)) for value in values or ()]
    levels = _label_levels(places, [show_value(value) for value in values or ()])
    top = 8 + 13 * (max(levels) + 1) if levels else 0
    line = top + 10
    parts = [base_line(line)]
    ticks = candidates.few(MOST_TICKS)
    if ticks is not None:
        parts += [
            f'<line x1="{place(float(c)):.1f}" y1="{line}" x2="{place(float(c)):.1f}" '
            f'y2="{line + 4}" stroke="currentColor" stroke-opacity="{FAINT}"/>'
            for c in ticks
        ]
    else:  # too many to tell apart
        parts.append(
            f'<rect x="{LEFT}" y="{line}" width="{RIGHT - LEFT}" height="4" opacity="{FAINT}"/>'
        )
    parts.append(beside_left(line + 4, show_value(candidates.lowest)))
    parts.append(beside_right(line + 4, show_value(candidates.highest)))
    for value, x, level in zip(values or (), places, levels, strict=True):
        foot = top - 13 * level
        parts.append(stroke(x, foot, top, 1, 0.35))  # faint, as it may pass behind other labels
        parts.append(stroke(x, top, line + 4, 2, 1.0))
        parts.append(text_at(x, foot - 3, show_value(value), "middle", bold=True))
    return "".join(parts), line + 12


def _place(value: float, first: float, last: float) -> float:
    """Of a value on a line from first to last."""
    span = last / 2 - first / 2  # halves: the difference of two large doubles overflows
    share = (value / 2 - first / 2) / span if span > 0 else 0.5
    return LEFT + (RIGHT - LEFT) * share


def _label_levels(places: list[float], labels: list[str]) -> list[int]:
    """How high each label stands, so that none covers another."""
    ends: list[float] = []  # where the last label of each level ends
    levels = [0] * len(places)
    for i in sorted(range(len(places)), key=lambda i: places[i]):
        half = text_width(labels[i], bold=True) / 2 + 3
        for level in range(len(ends) + 1):
            if level == len(ends):
                ends.append(-1e9)
            if places[i] - half >= ends[level]:
                ends[level] = places[i] + half
                levels[i] = level
                break
    return levels


def band(name: str, accuracy: InRows, widest: float, top: float, one_sided: bool = False) -> str:
    """How far off, in rows, as a bar that fades with the chance of being further off."""
    reach = 1.3 * max(widest, 1.0)
    middle = LEFT if one_sided else (LEFT + RIGHT) / 2
    per_row = (RIGHT - middle) / reach
    step = reach / SLICES
    parts = [beside_left(top + 13, name)]
    for i in range(SLICES):
        chance = accuracy.chance_beyond(i * step) if i else 1.0
        if chance < 0.004:
            break
        # Edges shared to the digit, so that no seams show between the slices.
        near, far = (round(place * step * per_row, 1) for place in (i, i + 1))
        for x in [middle + near] + ([] if one_sided else [middle - far]):
            parts.append(
                f'<rect x="{x:.1f}" y="{top + 3:g}" width="{far - near:.1f}" height="13" fill="{ACCENT}" '
                f'fill-opacity="{0.08 + 0.92 * chance:.2f}" shape-rendering="crispEdges"/>'
            )
    rows = float(accuracy.rows) * per_row
    for x, turn in [(middle + rows, -3)] + ([] if one_sided else [(middle - rows, 3)]):
        parts.append(
            f'<path d="M{x + turn:.1f} {top + 1:g}H{x:.1f}V{top + 18:g}H{x + turn:.1f}" fill="none" '
            'stroke="currentColor"/>'
        )
    sign = "" if one_sided else "± "
    parts.append(
        beside_right(top + 13, f"{sign}{counted(accuracy.rows_shown, 'row')}")
    )
    return "".join(parts)
