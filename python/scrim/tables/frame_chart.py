"""What is to be drawn of one statistic: points with their intervals, in one panel or several, whatever they are drawn on."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..analysis.drawing import MOST_DRAWN
from ..analysis.possible import possible_counts
from ..analysis.shown_numbers import decimals_of
from ..analysis.words import counted, ordinal, percent, show_value
from .frame_facts import FrameFacts, StatisticFacts

# Beyond these a picture says less than the table beside it.
MOST_PANELS = 12
MOST_POINTS_IN_PANELS = 120
# Of curves, in all panels.
MOST_POINTS = 1000
# Fewer days are bars or marks like any other groups.
_FEWEST_DAYS = 3
_COUNTS = ("count", "count_people", "histogram")


class Shape(Enum):
    """How points are drawn."""

    BARS = "bars"  # counts, from 0
    MARKS = "marks"
    BANDS = "bands"  # several quantiles of one group
    NAMES = "names"  # what was chosen, which is no number


@dataclass(frozen=True)
class Point:
    """What was released of one group."""

    label: str
    values: tuple[Any, ...]
    """One, but of quantiles."""
    ends: tuple[Any, Any] | None
    """Of the noise interval."""
    day: datetime.date | None = None
    """Where groups are days."""


@dataclass(frozen=True)
class Panel:
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Chart:
    """Of one statistic."""

    shape: Shape
    panels: tuple[Panel, ...]
    unit: str
    """What counts are of."""
    is_series: bool
    """Whether points are days, to be drawn along time."""
    decimals: int | None
    """How many digits after the point say something; None of numbers without an interval."""
    left_out: int = 0
    """Panels for which there is no room; the groups are all in the release."""

    @property
    def is_overview(self) -> bool:
        """Whether there are too many points for a line each: then they are a curve, from the least to the largest."""
        return not self.is_series and self.shape is not Shape.NAMES and any(len(panel.points) > MOST_DRAWN for panel in self.panels)

    @property
    def stride(self) -> int:
        """Of the points of a curve, every how manieth is drawn: a picture has room for so many in all."""
        longest = max((len(panel.points) for panel in self.panels), default=0)
        return max(1, -(-longest * len(self.panels) // MOST_POINTS))

    @property
    def points(self) -> list[Point]:
        return [point for panel in self.panels for point in panel.points]


def chart_of(facts: FrameFacts, statistic: StatisticFacts) -> Chart:
    """How a statistic of a release is best drawn. It follows from what was released, and nothing else."""
    shape = _shape(statistic)
    counts = f"{statistic.name}_count"
    column = counts if counts in statistic.columns else next(iter(statistic.values), statistic.name)
    values = _values(facts, statistic, shape, column)
    ends = statistic.ends(column)
    intervals: Sequence[Any] = [None] * facts.rows if ends is None else list(zip(*(facts.columns[end] for end in ends), strict=True))
    is_series = statistic.inner is None and shape is not Shape.NAMES and _day_column(facts) is not None
    days = facts.columns[_day_column(facts) or ""] if is_series else [None] * facts.rows
    titles, labels = _names(facts, statistic, is_series)
    panels: dict[str, list[Point]] = {}
    for title, label, value, interval, day in zip(titles, labels, values, intervals, days, strict=True):
        panels.setdefault(title, []).append(Point(label, value, interval, day))
    drawn = [Panel(title, tuple(points)) for title, points in panels.items()]
    if is_series:
        drawn = [Panel(each.title, tuple(sorted(each.points, key=lambda point: point.day or datetime.date.min))) for each in drawn]
    longest = max((len(panel.points) for panel in drawn), default=1)
    most = MOST_PANELS if is_series else max(1, min(MOST_PANELS, MOST_POINTS_IN_PANELS // longest))
    unit = "people" if statistic.kind == "count_people" else "rows"
    decimals = decimals_of([each for each in intervals if each is not None]) if ends is not None else None
    return Chart(shape, tuple(drawn[:most]), unit, is_series, decimals, max(0, len(drawn) - most))


def interval_words(facts: FrameFacts, statistic: StatisticFacts, chart: Chart) -> str:
    """What the thin lines or the pale area hold, or that there are none."""
    if not statistic.values:
        return "The groups that were found, and nothing else of them."
    if not any(statistic.ends(column) for column in statistic.values):
        return f"How far off: {', '.join(statistic.accuracy)} ({percent(facts.confidence)} confidence)."
    together = "all bins of a group at once" if statistic.kind == "histogram" else "each for itself"
    what = "The pale area holds" if chart.is_series or chart.is_overview else "Thin lines hold"
    return f"{what} the exact numbers with {percent(facts.confidence)} confidence, {together}."


def chart_words(facts: FrameFacts, statistic: StatisticFacts, chart: Chart) -> str:
    """What is drawn, in words that go with the picture."""
    parts = []
    if chart.is_series:
        parts.append("One point for each day, in the order of time.")
    elif chart.is_overview:
        parts.append("All groups, from the least to the largest; the table says which is which.")
    elif chart.shape is Shape.BANDS:
        parts.append("Bars reach from the lowest to the highest of the quantiles; strokes are those between, and the number is the middle one.")
    if chart.stride > 1:
        parts.append(f"Every {ordinal(chart.stride)} point is drawn.")
    if len(chart.panels) > 1:
        parts.append("All panels share one scale.")
    if chart.left_out:
        parts.append(f"Of {counted(len(chart.panels) + chart.left_out, 'panel')} the first {len(chart.panels)} are drawn; the table has all groups.")
    if chart.shape is Shape.BARS and any(value < 0 for point in chart.points for value in point.values):
        parts.append("Counts that noise took below 0 are drawn as 0.")
    return " ".join([*parts, interval_words(facts, statistic, chart)])


def drawn_count(point: Point) -> int:
    """Of a bar: there is none below 0."""
    (count,) = possible_counts(point.values)
    return count


def _shape(statistic: StatisticFacts) -> Shape:
    if statistic.kind in _COUNTS:
        return Shape.BARS
    if not statistic.values:  # groups that are told, and nothing else of them
        return Shape.NAMES
    if statistic.kind == "top_k":
        return Shape.BARS if f"{statistic.name}_count" in statistic.columns else Shape.NAMES
    return Shape.BANDS if len(statistic.values) > 1 else Shape.MARKS


def _values(facts: FrameFacts, statistic: StatisticFacts, shape: Shape, column: str) -> list[tuple[Any, ...]]:
    if not statistic.values:
        return [()] * facts.rows
    if shape is Shape.BANDS:
        return list(zip(*(facts.columns[name] for name in statistic.values), strict=True))
    return [(cell,) for cell in facts.columns[column]]


def _names(facts: FrameFacts, statistic: StatisticFacts, is_series: bool) -> tuple[list[str], list[str]]:
    """Of each row: the title of the panel it is in, and its label there."""
    groups, inner = list(facts.group_by), statistic.inner
    if is_series:
        by_title, by_label = [name for name in groups if name != _day_column(facts)], [str(_day_column(facts))]
    elif inner is not None:
        of_top_k = [statistic.name] if statistic.kind == "top_k" else []
        by_title, by_label = groups, [inner, *of_top_k]
    elif len(groups) > 1 and _different(facts, groups[:-1]) <= MOST_PANELS:
        by_title, by_label = groups[:-1], groups[-1:]
    else:
        by_title, by_label = [], groups
    between = ". " if inner == "rank" else ", "
    labels = _texts(facts, by_label, between) if by_label else [statistic.name] * facts.rows
    return _texts(facts, by_title, ", "), labels


def _texts(facts: FrameFacts, names: list[str], between: str) -> list[str]:
    if not names:
        return [""] * facts.rows
    return [between.join(map(show_value, cells)) for cells in zip(*(facts.columns[name] for name in names), strict=True)]


def _day_column(facts: FrameFacts) -> str | None:
    """The column along which time runs, if there is one and enough days."""
    for name in facts.group_by:
        if facts.types[name] == "date" and len(set(facts.columns[name])) >= _FEWEST_DAYS:
            return name
    return None


def _different(facts: FrameFacts, names: list[str]) -> int:
    return len(set(_texts(facts, names, "\0")))
