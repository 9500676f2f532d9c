"""A statistic of a release as a figure of Matplotlib: the facts that every other picture draws, on axes that can be changed."""

from __future__ import annotations

import importlib
import math
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from ..analysis.drawing import ACCENT
from ..analysis.printable import printable
from ..analysis.refuse import refuse
from .frame_chart import Chart, Panel, Point, Shape, chart_of, chart_words, drawn_count
from .frame_drawing import scale_of
from .frame_facts import FrameFacts, StatisticFacts

_WIDTH, _COLUMNS = 7.0, 2
_TEXT_WIDTH, _LONGEST_NAME = 90, 32
_LINE, _LEAST_HEIGHT, _SERIES_HEIGHT = 0.25, 1.2, 2.4
# Names are names, though they have dollars in them: what stands between two of those would be set as mathematics.
_AS_TEXT = {"parse_math": False}


def statistic_figure(facts: FrameFacts, statistic: StatisticFacts) -> Any:
    """A figure of its own, with an axes for each panel, on one scale."""
    facts = facts.of(statistic)
    chart = chart_of(facts, statistic)
    if chart.shape is Shape.NAMES or not chart.points:
        refuse(f"{statistic.name} is {statistic.text}, and there is nothing to draw but names; take release[{statistic.name!r}]")
    columns = min(_COLUMNS, len(chart.panels))
    rows = -(-len(chart.panels) // columns)
    is_curve = chart.is_series or chart.is_overview
    longest = max(len(panel.points) for panel in chart.panels)
    height = _SERIES_HEIGHT if is_curve else _LEAST_HEIGHT + _LINE * longest
    figure = _figure_class()(figsize=(_WIDTH, rows * height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=not is_curve, sharey=is_curve).flatten()
    for axes in grid[len(chart.panels) :]:
        axes.remove()
    for axes, panel in zip(grid, chart.panels, strict=False):
        (_draw_curve if is_curve else _draw_rows)(axes, chart, panel)
        axes.set_title(_name(panel.title), loc="left", **_AS_TEXT)
    figure.suptitle(_wrapped(f"{statistic.name}: {statistic.text}"), **_AS_TEXT)
    figure.supxlabel(_wrapped(chart_words(facts, statistic, chart)), fontsize="small", **_AS_TEXT)
    return figure


def _draw_rows(axes: Any, chart: Chart, panel: Panel) -> None:
    """A line for each point, the first at the top."""
    points = panel.points
    places = range(len(points))
    middles = _middles(chart, points)
    if chart.shape is Shape.BARS:
        axes.barh(places, middles, color=ACCENT, alpha=0.35)
        axes.set_xlabel(chart.unit)
        axes.set_xlim(0, scale_of(chart).last * 1.02)
    if chart.shape is Shape.BANDS:
        lows = [min(point.values) for point in points]
        axes.barh(places, [max(point.values) - low for point, low in zip(points, lows, strict=True)], left=lows, color=ACCENT, alpha=0.35)
    if chart.shape is not Shape.BARS:
        axes.plot(middles, places, "|", color=ACCENT, markersize=12, markeredgewidth=2.5)
    for place, point in zip(places, points, strict=True):
        if point.ends is not None and all(map(math.isfinite, point.ends)):
            axes.hlines(place, *point.ends, color="black", linewidth=1)
    axes.set_yticks(places, labels=[_name(point.label) for point in points], **_AS_TEXT)
    axes.invert_yaxis()


def _draw_curve(axes: Any, chart: Chart, panel: Panel) -> None:
    """Along time, or from the least to the largest; the area is that of the intervals."""
    ordered = sorted(panel.points, key=_middle(chart)) if chart.is_overview else panel.points
    points = ordered[:: chart.stride]
    along = [point.day for point in points] if chart.is_series else range(len(points))
    middles = _middles(chart, points)
    areas = [point.ends if point.ends is not None else (min(point.values), max(point.values)) for point in points]
    axes.fill_between(along, [low for low, _ in areas], [high for _, high in areas], color=ACCENT, alpha=0.25, linewidth=0)
    axes.plot(along, middles, color=ACCENT)
    if chart.shape is Shape.BARS:
        axes.set_ylabel(chart.unit)
        axes.set_ylim(bottom=0)
    if chart.is_series:
        axes.tick_params(axis="x", rotation=30)
    else:
        axes.set_xticks([0, len(points) - 1], labels=["least", "largest"])


def _middles(chart: Chart, points: Sequence[Point]) -> list[Any]:
    return list(map(_middle(chart), points))


def _middle(chart: Chart) -> Callable[[Point], Any]:
    """What stands for a point: a count that can be, or the middle one of its values."""
    return drawn_count if chart.shape is Shape.BARS else lambda point: point.values[len(point.values) // 2]


def _name(text: str) -> str:
    """Printable, and cut where it would leave no room for numbers."""
    text = printable(text)
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(printable(text), _TEXT_WIDTH))


def _figure_class() -> Any:
    """Without pyplot, which keeps every figure and chooses a window."""
    try:
        return importlib.import_module("matplotlib.figure").Figure
    except ModuleNotFoundError:
        refuse('a figure needs matplotlib, which is not installed; run: pip install "scrim[matplotlib]", or take save_plot("file.svg")')
