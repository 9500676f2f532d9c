"""Pictures of a query's release in text: what notebooks, files and reports draw, with the signs of a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ..analysis.printable import printable
from ..analysis.shown_numbers import shown_value
from ..tables import QueryRelease
from ..tables.frame_chart import Chart, Point, Shape, chart_of, chart_words, drawn_count
from ..tables.frame_drawing import Scale, scale_of
from ..tables.frame_facts import FrameFacts, StatisticFacts, read_fields
from .columns import Column, lines_of
from .plot import Signs
from .screen import LONGEST_RULER, Screen

# A picture with more lines would push the numbers off the screen; --plot draws it.
_MOST_POINTS = 24
_SHORTEST = 16
_LONGEST_LABEL = 24


def query_pictures(release: QueryRelease, screen: Screen) -> list[Text]:
    """One below the other; none where there are too many points or too little room, or nothing is a number."""
    facts = read_fields(release.to_dict(), "the release")
    lines: list[Text] = []
    for statistic in facts.statistics:
        lines += _picture(facts.of(statistic), statistic, screen)
    return lines


def _picture(facts: FrameFacts, statistic: StatisticFacts, screen: Screen) -> list[Text]:
    chart = chart_of(facts, statistic)
    points = chart.points
    if chart.shape is Shape.NAMES or len(chart.panels) != 1 or not 1 < len(points) <= _MOST_POINTS:
        return []
    labels = Column("", [printable(point.label, screen.encoding) for point in points])
    numbers = Column("", [_number(chart, point) for point in points], True)
    room = min(LONGEST_RULER, screen.room - labels.width - numbers.width - 4)
    if labels.width > _LONGEST_LABEL or room < _SHORTEST:
        return []
    scale = scale_of(chart)
    drawn = Column("", [_line(chart.shape, point, scale, room, screen.signs).ljust(room) for point in points])
    beside = printable(statistic.name, screen.encoding)
    return [
        Text(f"{beside}, {chart.unit}" if chart.shape is Shape.BARS else beside, "bold"),
        *lines_of([labels, drawn, numbers], screen.room),
        *([] if chart.shape is Shape.BARS else _ends(scale, chart, labels.width + 2, room)),
        Text(chart_words(facts, statistic, chart), "dim", no_wrap=False),
        Text(""),
    ]


def _line(shape: Shape, point: Point, scale: Scale, room: int, signs: Signs) -> str:
    """From the left: a bar with its interval, a mark in its interval, or a band with its middle."""

    def place(value: Any) -> int:
        return round(scale.share(value) * (room - 1)) if math.isfinite(value) else 0

    cells = [" "] * room
    if shape is Shape.BANDS:
        _fill(cells, place(min(point.values)), place(max(point.values)), signs.shades[1])
        cells[place(point.values[len(point.values) // 2])] = signs.mark
        return "".join(cells)
    value = drawn_count(point) if shape is Shape.BARS else point.values[0]
    low, high = (value, value) if point.ends is None else point.ends
    if shape is Shape.BARS:
        _fill(cells, 0, place(value) - (value == 0), signs.shades[-1])
        _fill(cells, place(value) + 1, place(high), signs.line)
        _fill(cells, place(max(0, low)), place(value) - 1, signs.shades[-2])
        return "".join(cells)
    _fill(cells, place(low), place(high), signs.line)
    cells[place(value)] = signs.mark
    return "".join(cells)


def _fill(cells: list[str], first: int, last: int, sign: str) -> None:
    for place in range(max(0, first), min(len(cells), last + 1)):
        cells[place] = sign


def _number(chart: Chart, point: Point) -> str:
    value = drawn_count(point) if chart.shape is Shape.BARS else point.values[len(point.values) // 2]
    return shown_value(value, chart.decimals)


def _ends(scale: Scale, chart: Chart, indent: int, room: int) -> Sequence[Text]:
    first, last = (shown_value(end, chart.decimals) for end in (scale.first, scale.last))
    return [Text(" " * indent + first + last.rjust(room - len(first)))] if len(first) + len(last) < room else []
