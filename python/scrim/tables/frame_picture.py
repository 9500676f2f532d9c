"""A statistic of a release by group, as a picture: a bar or a mark for each row, and the interval around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..analysis.drawing import GAP, LEFT, WIDE, WIDTH, Measures, beside_left, text_at
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..analysis.words import percent
from .frame_chart import chart_of, chart_words
from .frame_drawing import draw_chart
from .frame_facts import FrameFacts, StatisticFacts, read_fields

if TYPE_CHECKING:
    from .query_plan import QueryPlan
    from .query_release import QueryRelease

_STEP = 18


def plan_picture(plan: QueryPlan) -> Picture:
    """What each statistic will be off by, in words: there is nothing to draw yet."""
    shapes, top = [], 4.0
    for planned in plan.statistics:
        shapes.append(beside_left(top + 11, planned.name))
        shapes.append(text_at(LEFT, top + 11, "; ".join(planned.accuracy()), "start", room=WIDTH - LEFT - GAP))
        top += _STEP
    cost = f"{plan.price_shown} for each person; {plan._unit()}"
    caption = f"How far off each is, with {percent(plan.confidence)} confidence. Computed without the data."
    return Picture(f"Plan for {plan._what()}: no data read yet", cost, "".join(shapes), top + 4, caption)


def statistic_pictures(facts: FrameFacts, statistic: StatisticFacts, each: Sequence[Measures] = (WIDE,)) -> list[Picture]:
    """Of one statistic of a release, in each of these measures: notebooks, files and reports all have this one."""
    facts = facts.of(statistic)
    chart = chart_of(facts, statistic)
    title = f"Private {statistic.name}: {statistic.text}"
    cost = f"{facts.words['price']} for each person; {facts.words['unit']}"
    caption = chart_words(facts, statistic, chart)
    drawn = [draw_chart(chart, measures) if facts.rows else _nothing(measures) for measures in each]
    return [
        Picture(title, cost, "".join(shapes), height, caption, measures.width)
        for (shapes, height), measures in zip(drawn, each, strict=True)
    ]


def _nothing(measures: Measures) -> tuple[list[str], float]:
    return [text_at(GAP, 16, "No group has enough to be told.", "start", room=measures.width - 2 * GAP)], 26


@dataclass(frozen=True, repr=False)
class Plot(Pictured):
    """Of one statistic: shown in notebooks, written by `save_plot`, and made into a figure of Matplotlib by `to_figure`."""

    release: QueryRelease
    statistic: str

    def __repr__(self) -> str:
        return f"picture of {self.statistic}; save_plot('file.svg') writes it"

    def to_figure(self) -> Any:
        """The same as a `matplotlib.figure.Figure`, for who wants to change how it looks: its axes are in `figure.axes`, and
        `figure.savefig` writes it. Needs `pip install "scrim[matplotlib]"`."""
        from .frame_figure import statistic_figure

        facts = self._facts()
        return statistic_figure(facts, facts.statistic(self.statistic))

    def _picture(self) -> Picture:
        facts = self._facts()
        (picture,) = statistic_pictures(facts, facts.statistic(self.statistic))
        return picture

    def _facts(self) -> FrameFacts:
        return read_fields(self.release.to_dict(), "the release")
