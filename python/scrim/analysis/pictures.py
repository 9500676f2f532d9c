"""Small pictures of plans and releases, for notebooks. Nothing in them depends on data but the released
values themselves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .rounding import show_cost
from .words import counted, percent, show_value

if TYPE_CHECKING:
    from .accuracy import Accuracy
    from .histogram_plan import HistogramPlan
    from .moment_plan import MomentPlan, MomentRelease
    from .number_plan import NumberPlan
    from .quantile_plan import QuantilePlan
    from .top_k_release import TopKPlan

WIDTH = 520
LEFT, RIGHT = 120, 420  # of the plots; labels stand on both sides
# The page may be white or dark. Text has the colour of the page's text, so only shapes have this one: it
# stands out against both, which no colour of text could (that needs more contrast than shapes do).
ACCENT = "#3b8ac4"
# Of lines and outlines in the colour of the text: fainter than text, but plain on any page.
FAINT = 0.6
SLICES = 40
MOST_TICKS = 151
MOST_CHIPS = 40
MOST_BARS = 60


def quantile_html(plan: QuantilePlan, values: Sequence[Any] | None) -> str:
    axis, height = _candidate_axis(plan, values)
    # Another scale than the one above it, so it says so and has its own zero.
    middle = (LEFT + RIGHT) / 2
    height += 14
    shapes = [axis, _text(middle, height - 2, "rank, in rows off the ideal one", "middle")]
    zero = height
    widest = max(part.accuracy.rows for part in plan.parts)
    for part in plan.parts:
        shapes.append(_band(part.name, part.accuracy, float(widest), height))
        height += 22
    shapes.append(
        f'<line x1="{middle:g}" y1="{zero + 1:g}" x2="{middle:g}" y2="{height - 3:g}" '
        'stroke="currentColor" stroke-dasharray="2 2"/>'
    )
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
    return _card(title, plan, shapes, height + 4, caption)


def number_html(plan: NumberPlan, value: Any | None) -> str:
    """The number in the middle, and how far off it may be on both sides."""
    height, half = 44, (RIGHT - LEFT) / 2
    middle = LEFT + half
    reach = half / 1.3
    label = "?" if value is None else show_value(value)
    shapes = [
        f'<rect x="{middle - reach:.1f}" y="24" width="{2 * reach:.1f}" height="10" fill="{ACCENT}" '
        f'fill-opacity=".35"/>',
        _stroke(middle, 20, 38, 2, 1.0),
        _text(middle, 15, label, "middle", bold=True),
        _text(middle - reach - 6, 33, f"− {plan.error_shown}", "end"),
        _text(middle + reach + 6, 33, f"+ {plan.error_shown}", "start"),
    ]
    title = (
        f"Plan for {plan._what()}: no data read yet"
        if value is None
        else f"Private {plan.query}: {label}"
    )
    caption = (
        f"The bar holds the exact {plan.query} with {percent(plan.confidence)} confidence. "
        "How long it is was computed without the data."
    )
    return _card(title, plan, shapes, height, caption)


def moment_html(plan: MomentPlan, release: MomentRelease | None) -> str:
    """Where the result lies among all that it can be, and how far off it may be."""
    first, last = (float(end) for end in plan.ends())
    line, height = 34, 46
    shapes = [
        f'<line x1="{LEFT}" y1="{line}" x2="{RIGHT}" y2="{line}" stroke="currentColor" stroke-opacity="{FAINT}"/>',
        _text(LEFT - 6, line + 4, show_value(first), "end"),
        _text(RIGHT + 6, line + 4, show_value(last), "start"),
    ]
    if release is None:
        title = f"Plan for {plan._what()}: no data read yet"
        caption = f"The line is all that the {plan.name} can be."
    else:
        low, value, high = (_place(n, first, last) for n in (release.interval[0], release.value, release.interval[1]))
        shapes += [
            # At least so wide that it can be seen.
            f'<rect x="{low - 0.5:.1f}" y="{line - 5}" width="{high - low + 1:.1f}" height="10" fill="{ACCENT}" '
            'fill-opacity=".35"/>',
            _stroke(value, line - 14, line + 4, 2, 1.0),
            _text(value, line - 18, show_value(release.value), "middle", bold=True),
        ]
        title = f"Private {plan.name}: {show_value(release.value)}"
        caption = (
            f"The line is all that the {plan.name} can be; the bar holds the exact one with "
            f"{percent(plan.confidence)} confidence."
        )
    return _card(title, plan, shapes, height, caption)


def histogram_html(plan: HistogramPlan, values: Sequence[int] | None) -> str:
    """A bar for each bin, and how far off it may be."""
    shown = min(len(plan.bins), MOST_BARS)
    # The longest bar that is shown, and what it may be off, fit. No counts yet: the noise alone does.
    reach = max([*(values or ())[:shown], 0]) + plan.error
    per_row = (RIGHT - LEFT) / max(reach, 1)
    shapes = []
    for i, label in enumerate(plan.bins[:shown]):
        shapes.append(_bar(label, None if values is None else values[i], plan.error, per_row, 18 * i + 4))
    height = 18 * shown + 8
    if hidden := len(plan.bins) - shown:
        shapes.append(_text(LEFT, height + 9, f"and {hidden} more", "start"))
        height += 16
    title = (
        f"Plan for {plan._what()}: no data read yet"
        if values is None
        else f"Private histogram: {plan._what()}"
    )
    lines = "How far off a count may be" if values is None else "The thin lines hold the exact counts"
    caption = (
        f"{lines}, all at once with {percent(plan.confidence)} confidence. "
        "How long they are was computed without the data."
    )
    return _card(title, plan, shapes, height, caption)


def _bar(label: str, value: int | None, error: int, per_row: float, top: float) -> str:
    """A count and the interval that holds the exact one; both are cut off at 0."""
    count = value or 0
    length, low, high = (max(rows, 0) * per_row for rows in (count, count - error, count + error))
    cut = label if len(label) <= 18 else label[:17] + "…"
    return (
        _text(LEFT - 6, top + 11, cut, "end")
        + f'<rect x="{LEFT}" y="{top:g}" width="{length:.1f}" height="14" fill="{ACCENT}" fill-opacity=".35"/>'
        + f'<line x1="{LEFT + low:.1f}" y1="{top + 7:g}" x2="{LEFT + high:.1f}" y2="{top + 7:g}" '
        f'stroke="currentColor" stroke-opacity="{FAINT}"/>'
        + _text(RIGHT + 6, top + 11, f"? ± {error}" if value is None else show_value(value), "start")
    )


def top_k_html(plan: TopKPlan[Any], values: Sequence[Any] | None) -> str:
    chips, height = _chips(plan, values)
    shapes = [*chips, _band("rows behind", plan.accuracy, float(plan.accuracy.rows), height, True)]
    title = (
        f"Plan for the {plan.k} most frequent of {len(plan.categories)} categories: no data read yet"
        if values is None
        else f"Private top {plan.k}: " + ", ".join(str(value) for value in values)
    )
    top = "the categories" if values is None else "the categories, the chosen ones numbered"
    caption = (
        f"Above: {top}. Below: how many rows more a category can have than one that was chosen before "
        f"or instead of it; stronger colour is likelier in the worst case, the bracket holds with "
        f"{plan.accuracy.confidence_shown} confidence. Computed without the data."
    )
    return _card(title, plan, shapes, height + 26, caption)


def _card(title: str, plan: Any, shapes: list[str], height: float, caption: str) -> str:
    cost = (
        f"{plan.budget.currency} {show_cost(plan.cost)} for each person of at most "
        f"{counted(plan.rows_per_person, 'row')}"
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
        f'viewBox="0 0 {WIDTH} {height:g}" font-family="sans-serif" font-size="11" '
        f'fill="currentColor" role="img" aria-label="{escape(title, quote=True)}">'
        f"{''.join(shapes)}</svg>"
    )
    return (
        f'<div style="max-width:{WIDTH}px;font-family:sans-serif">'
        f"<div><b>{escape(title)}</b></div>"
        f'<div style="font-size:12px">{escape(cost)}</div>{svg}'
        f'<div style="font-size:11px;opacity:.75">{escape(caption)}</div></div>'
    )


def _candidate_axis(plan: QuantilePlan, values: Sequence[Any] | None) -> tuple[str, float]:
    """A ruler of the candidates with the released values on it; returns the height it takes."""
    candidates = plan.candidates.values
    first, last = float(candidates[0]), float(candidates[-1])

    def place(value: float) -> float:
        return _place(value, first, last)

    places = [place(float(value)) for value in values or ()]
    levels = _label_levels(places, [show_value(value) for value in values or ()])
    top = 8 + 13 * (max(levels) + 1) if levels else 0
    line = top + 10
    parts = [
        f'<line x1="{LEFT}" y1="{line}" x2="{RIGHT}" y2="{line}" stroke="currentColor" '
        f'stroke-opacity="{FAINT}"/>'
    ]
    if len(candidates) <= MOST_TICKS:
        parts += [
            f'<line x1="{place(float(c)):.1f}" y1="{line}" x2="{place(float(c)):.1f}" '
            f'y2="{line + 4}" stroke="currentColor" stroke-opacity="{FAINT}"/>'
            for c in candidates
        ]
    else:  # too many to tell apart
        parts.append(
            f'<rect x="{LEFT}" y="{line}" width="{RIGHT - LEFT}" height="4" opacity="{FAINT}"/>'
        )
    parts.append(_text(LEFT - 6, line + 4, show_value(candidates[0]), "end"))
    parts.append(_text(RIGHT + 6, line + 4, show_value(candidates[-1]), "start"))
    for value, x, level in zip(values or (), places, levels, strict=True):
        foot = top - 13 * level
        parts.append(_stroke(x, foot, top, 1, 0.35))  # faint, as it may pass behind other labels
        parts.append(_stroke(x, top, line + 4, 2, 1.0))
        parts.append(_text(x, foot - 3, show_value(value), "middle", bold=True))
    return "".join(parts), line + 12


def _place(value: float, first: float, last: float) -> float:
    """Of a value on a line from first to last."""
    span = last / 2 - first / 2  # halves: the difference of two large doubles overflows
    share = (value / 2 - first / 2) / span if span > 0 else 0.5
    return LEFT + (RIGHT - LEFT) * share


def _stroke(x: float, upper: float, lower: float, width: int, opacity: float) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{upper:g}" x2="{x:.1f}" y2="{lower:g}" stroke="{ACCENT}" '
        f'stroke-width="{width}" stroke-opacity="{opacity:g}"/>'
    )


def _label_levels(places: list[float], labels: list[str]) -> list[int]:
    """How high each label stands, so that none covers another."""
    ends: list[float] = []  # where the last label of each level ends
    levels = [0] * len(places)
    for i in sorted(range(len(places)), key=lambda i: places[i]):
        half = 3.8 * len(labels[i]) + 3  # of bold digits
        for level in range(len(ends) + 1):
            if level == len(ends):
                ends.append(-1e9)
            if places[i] - half >= ends[level]:
                ends[level] = places[i] + half
                levels[i] = level
                break
    return levels


def _band(name: str, accuracy: Accuracy, widest: float, top: float, one_sided: bool = False) -> str:
    """How far off, in rows, as a bar that fades with the chance of being further off."""
    reach = 1.3 * max(widest, 1.0)
    middle = LEFT if one_sided else (LEFT + RIGHT) / 2
    per_row = (RIGHT - middle) / reach
    step = reach / SLICES
    parts = [_text(LEFT - 6, top + 13, name, "end")]
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
        _text(RIGHT + 6, top + 13, f"{sign}{counted(accuracy.rows_shown, 'row')}", "start")
    )
    return "".join(parts)


def _chips(plan: TopKPlan[Any], values: Sequence[Any] | None) -> tuple[list[str], float]:
    """The categories, chosen ones first; returns the height they take."""
    chosen = list(values or ())
    rest = [category for category in plan.categories if category not in chosen]
    labels = [(f"{i}. {value}", True) for i, value in enumerate(chosen, 1)]
    labels += [(str(category), False) for category in rest]
    hidden = len(labels) - max(MOST_CHIPS, len(chosen))
    if hidden > 0:
        labels = [*labels[:-hidden], (f"and {hidden} more", False)]
    parts, x, y = [], 2.0, 6.0
    for text, is_chosen in labels:
        cut = text if len(text) <= 30 else text[:29] + "…"
        width = 6.6 * len(cut) + 14
        if x + width > WIDTH - 2 and x > 2:
            x, y = 2.0, y + 22
        look = (
            f'fill="{ACCENT}" fill-opacity=".2" stroke="{ACCENT}"'
            if is_chosen
            else f'fill="none" stroke="currentColor" stroke-opacity="{FAINT}"'
        )
        parts.append(
            f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="18" rx="9" {look}/>'
            + _text(x + width / 2, y + 13, cut, "middle")
        )
        x += width + 5
    return parts, y + 26


def _text(x: float, y: float, text: str, anchor: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:g}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
