"""Histograms as tables: a count for each bin, and a bar."""

from __future__ import annotations

from rich.text import Text

from ..analysis import HistogramPlan, HistogramRelease
from ..analysis.printable import printable
from ..analysis.words import show_amount
from .columns import Column, fitting, lines_of
from .screen import Screen, footer

_BAR_LENGTH = 40


def histogram_lines(outcome: HistogramPlan | HistogramRelease, screen: Screen) -> list[Text]:
    release = outcome if isinstance(outcome, HistogramRelease) else None
    plan = outcome.plan if isinstance(outcome, HistogramRelease) else outcome
    first = [Column("", [printable(label, screen.encoding) for label in plan.bins])]
    bars: list[Column] = []
    if release is not None:
        first.append(Column("rows", [str(value) for value in release.values], True, "bold cyan"))
        bars = [Column("", _bars(release, screen))]
    whose = "The count has" if len(plan.bins) == 1 else f"Each of the {len(plan.bins)} counts has"
    about_noise = f"{whose} noise of scale {show_amount(plan.scale)} of its own."
    return [
        *lines_of(fitting([[*first, *bars], first], screen.room), screen.room),
        Text(""),
        *footer([plan.accuracy_statement(), about_noise], plan, release),
    ]


def _bars(release: HistogramRelease, screen: Screen) -> list[str]:
    """The longest is of the largest count; one of 0 has none."""
    longest = max(1, *release.values)
    return [screen.signs.shades[-1] * round(_BAR_LENGTH * value / longest) for value in release.values]
