"""Charts as shapes: bars, marks, bands and curves, alone or as small panels on one scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.count_bars import count_bars
from ..analysis.drawing import (
    ACCENT,
    GAP,
    HALF,
    MOST_DRAWN,
    WIDE,
    Measures,
    bar,
    base_line,
    beside_left,
    beside_right,
    cut,
    span_line,
    stroke,
    text_at,
)
from ..analysis.shown_numbers import shown_value
from ..analysis.words import counted, show_value
from .frame_chart import Chart, Panel, Point, Shape, drawn_count

_STEP = 18
_TITLE = 18
_BETWEEN = 14
_CURVE = 130
# A point of a curve is marked where this many have room.
_MOST_MARKED = 60

Drawn = tuple[list[str], float]
"""Shapes, and the height they take."""


@dataclass(frozen=True)
class Scale:
    """Numbers between these lie along a plot."""

    first: float
    last: float

    def share(self, value: Any) -> float:
        """How far along, from 0 to 1."""
        half = self.last / 2 - self.first / 2  # halves: the difference of two large doubles overflows
        return min(1.0, max(0.0, (value / 2 - self.first / 2) / half)) if half > 0 else 0.5

    def across(self, value: Any, measures: Measures) -> float:
        return measures.left + (measures.right - measures.left) * self.share(value)


def draw_chart(chart: Chart, measures: Measures = WIDE) -> Drawn:
    """All panels: side by side in a wide picture, one below the other in a narrow one."""
    if len(chart.panels) == 1 and not chart.panels[0].title:
        return _draw_panel(chart, chart.panels[0], measures, 4)
    of_each = HALF if measures == WIDE else measures
    columns = max(1, int(measures.width // of_each.width))
    panels = [_titled(chart, panel, of_each) for panel in chart.panels]
    shapes: list[str] = []
    top = 0.0
    for first in range(0, len(panels), columns):
        beside = panels[first : first + columns]
        for column, (drawn, _) in enumerate(beside):
            left = column * (measures.width - of_each.width) / max(1, columns - 1)
            shapes.append(f'<g transform="translate({left:g} {top:g})">{"".join(drawn)}</g>')
        top += max(height for _, height in beside) + _BETWEEN
    if chart.left_out:
        shapes.append(text_at(GAP, top + 6, f"and {counted(chart.left_out, 'panel')} more", "start"))
        top += _STEP
    return shapes, top


def _titled(chart: Chart, panel: Panel, measures: Measures) -> Drawn:
    title = text_at(measures.left, 13, cut(panel.title, measures.width - measures.left, bold=True), "start", bold=True)
    shapes, height = _draw_panel(chart, panel, measures, _TITLE)
    return [title, *shapes], height


def _draw_panel(chart: Chart, panel: Panel, measures: Measures, top: float) -> Drawn:
    points = panel.points
    if chart.shape is Shape.NAMES:
        return _names(points, measures, top)
    if chart.is_series:
        return _curve(chart, points, measures, top)
    if chart.is_overview:
        ordered = sorted(points, key=lambda point: point.values[len(point.values) // 2])
        return _curve(chart, ordered, measures, top)
    if chart.shape is Shape.BARS:
        return _bars(chart, points, measures, top)
    if chart.shape is Shape.BANDS:
        return _rows(chart, points, measures, top, _band)
    return _rows(chart, points, measures, top, _mark)


def _bars(chart: Chart, points: Sequence[Point], measures: Measures, top: float) -> Drawn:
    counts = [(drawn_count(point), point.ends or (drawn_count(point),) * 2) for point in points]
    reach = math.ceil(scale_of(chart).last)
    return count_bars(
        [point.label for point in points], counts, 0, top, unit=chart.unit, reach=reach, measures=measures
    )


def _rows(
    chart: Chart, points: Sequence[Point], measures: Measures, top: float, draw: Callable[[Point, Scale, Measures, float, int | None], str]
) -> Drawn:
    """A line for each point, and the scale below them."""
    scale = scale_of(chart)
    shapes = []
    for point in points:
        shapes.append(beside_left(top + 11, point.label, measures))
        shapes.append(draw(point, scale, measures, top, chart.decimals))
        top += _STEP
    shapes.append(base_line(top + 4, measures))
    shapes.append(text_at(measures.left, top + 17, shown_value(scale.first, chart.decimals), "start"))
    shapes.append(text_at(measures.right, top + 17, shown_value(scale.last, chart.decimals), "end"))
    return shapes, top + 24


def _mark(point: Point, scale: Scale, measures: Measures, top: float, decimals: int | None) -> str:
    (value,) = point.values
    low, high = (value, value) if point.ends is None else point.ends
    ends = span_line(scale.across(low, measures), scale.across(high, measures), top + 7)
    mark = stroke(scale.across(value, measures), top + 1, top + 13, 3, 1.0)
    return ends + mark + beside_right(top + 11, shown_value(value, decimals), measures)


def _band(point: Point, scale: Scale, measures: Measures, top: float, decimals: int | None) -> str:
    """From the lowest quantile to the highest, with strokes at all."""
    places = [scale.across(value, measures) for value in point.values]
    middle = point.values[len(point.values) // 2]
    widths = [3 if value == middle else 1 for value in point.values]
    strokes = "".join(stroke(place, top + 1, top + 13, width, 1.0) for place, width in zip(places, widths, strict=True))
    number = beside_right(top + 11, shown_value(middle, decimals), measures)
    return bar(min(places), top + 2, max(places) - min(places), 10) + strokes + number


def _names(points: Sequence[Point], measures: Measures, top: float) -> Drawn:
    """What was chosen, best first."""
    shown = points[:MOST_DRAWN]
    room = measures.width - 2 * GAP
    lines = [text_at(GAP, top + 12 + _STEP * i, cut(_named(point), room), "start") for i, point in enumerate(shown)]
    height = top + _STEP * len(shown) + 4
    if hidden := len(points) - len(shown):
        lines.append(text_at(GAP, height + 9, f"and {hidden} more", "start"))
        height += 16
    return lines, height


def _named(point: Point) -> str:
    if not point.values:
        return point.label
    value = show_value(point.values[0])
    return point.label if point.label.endswith(value) else f"{point.label}: {value}"


def _curve(chart: Chart, points: Sequence[Point], measures: Measures, top: float) -> Drawn:
    """Points from the left to the right, along time or from the least to the largest, and the area of their intervals."""
    scale = scale_of(chart)
    left, right = measures.left * 0.7, measures.width - GAP * 2
    top, bottom = top + 6, top + 6 + _CURVE
    points = points[:: chart.stride]
    along = [0 if point.day is None else point.day.toordinal() for point in points] if chart.is_series else list(range(len(points)))
    times = Scale(along[0], along[-1])

    def x(place: int) -> str:
        return f"{left + (right - left) * times.share(place):.1f}"

    def y(value: Any) -> str:
        return f"{bottom - (bottom - top) * scale.share(value):.1f}"

    def line(values: Sequence[Any]) -> str:
        return "L".join(f"{x(place)} {y(value)}" for place, value in zip(along, values, strict=True))

    shapes = [span_line(left, right, bottom), span_line(left, left + 4, top)]
    areas = [point.ends if point.ends is not None else (min(point.values), max(point.values)) for point in points]
    edge = [f"{x(place)} {y(low)}" for place, (low, _) in zip(along, areas, strict=True)]
    shapes.append(f'<path d="M{line([high for _, high in areas])}L{"L".join(reversed(edge))}Z" fill="{ACCENT}" fill-opacity=".25"/>')
    middles = [drawn_count(point) if chart.shape is Shape.BARS else point.values[len(point.values) // 2] for point in points]
    shapes.append(f'<path d="M{line(middles)}" fill="none" stroke="{ACCENT}" stroke-width="2" stroke-linejoin="round"/>')
    if len(points) <= _MOST_MARKED:
        shapes += [f'<circle cx="{x(place)}" cy="{y(value)}" r="2.5" fill="{ACCENT}"/>' for place, value in zip(along, middles, strict=True)]
    room = left - GAP
    shapes.append(text_at(left - GAP, top + 4, shown_value(scale.last, chart.decimals), "end", room=room))
    shapes.append(text_at(left - GAP, bottom + 4, shown_value(scale.first, chart.decimals), "end", room=room))
    first, last = (points[0].label, points[-1].label) if chart.is_series else ("least", "largest")
    half = (right - left) / 2 - GAP
    shapes.append(text_at(left, bottom + 15, cut(first, half), "start"))
    shapes.append(text_at(right, bottom + 15, cut(last, half), "end"))
    return shapes, bottom + 24


def scale_of(chart: Chart) -> Scale:
    """For all panels: from 0 where there are counts, and from the least end to the largest otherwise."""
    numbers = [number for point in chart.points for number in (*point.values, *(point.ends or ()))]
    finite = [number for number in numbers if math.isfinite(number)]
    if chart.shape is Shape.BARS:
        return Scale(0, max([1, *finite]))
    return Scale(min(finite, default=0), max(finite, default=0))
