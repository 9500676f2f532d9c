"""A statistic of a release by group, as a picture: a bar or a mark for each row, and the interval around it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..analysis.count_bars import count_bars
from ..analysis.drawing import FAINT, GAP, LEFT, MOST_DRAWN, RIGHT, WIDTH, base_line, beside_left, beside_right, stroke, text_at
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..analysis.possible import possible_counts
from ..analysis.words import percent, show_value

if TYPE_CHECKING:
    from .query_plan import QueryPlan
    from .query_release import QueryRelease

_STEP = 18
_COUNTS = ("count", "count_people", "histogram")


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


@dataclass(frozen=True, repr=False)
class Plot(Pictured):
    """Of one statistic: shown in notebooks, and written by `save_plot`."""

    release: QueryRelease
    statistic: str

    def __repr__(self) -> str:
        return f"picture of {self.statistic}; save_plot('file.svg') writes it"

    def _picture(self) -> Picture:
        plan = self.release.plan
        (planned,) = [each for each in plan.statistics if each.name == self.statistic]
        names = [name for name, _ in planned.columns()]
        place = names.index(self.statistic) if self.statistic in names else 0
        labels = self._labels()
        if not names:
            shapes, height = self._names(labels)
        elif planned.statistic.name in _COUNTS:
            shapes, height = self._bars(labels, int(planned.error()))
        else:
            shapes, height = self._marks(labels, names[place])
        interval = f" Lines hold the exact numbers with {percent(plan.confidence)} confidence, each for itself." if self._ends() else ""
        cost = f"{plan.price_shown} for each person; {plan._unit()}"
        return Picture(f"Private {planned.name}: {planned.statistic}", cost, "".join(shapes), height, f"One line for each group.{interval}")

    def _labels(self) -> list[str]:
        frame = self.release.frames[self.statistic]
        by = [*self.release.plan.query.grouped_by, *(name for name in ("bin", "rank") if name in dict(frame.schema))]
        if not by:
            return [self.statistic]
        return [", ".join(show_value(cell) for cell in row) for row in zip(*(frame[name] for name in by), strict=True)]

    def _ends(self) -> list[tuple[Any, Any]] | None:
        low, high = f"{self.statistic}_low", f"{self.statistic}_high"
        frame = self.release.frames[self.statistic]
        if low not in dict(frame.schema):
            return None
        return list(zip(frame[low], frame[high], strict=True))

    def _bars(self, labels: list[str], error: int) -> tuple[list[str], float]:
        counts = possible_counts(self.release.frames[self.statistic][self.statistic])
        return count_bars(labels, list(zip(counts, self._ends() or [], strict=True)), error, 4)

    def _names(self, labels: list[str]) -> tuple[list[str], float]:
        """Of groups that are told alone."""
        drawn = labels[:MOST_DRAWN]
        if hidden := len(labels) - len(drawn):
            drawn.append(f"and {hidden} more")
        return [text_at(LEFT, 16 + _STEP * i, label, "start") for i, label in enumerate(drawn)], 16 + _STEP * len(drawn)

    def _marks(self, labels: list[str], column: str) -> tuple[list[str], float]:
        values = self.release.frames[self.statistic][column]
        ends = self._ends() or [(value, value) for value in values]
        drawn = list(zip(labels, values, ends, strict=True))[:MOST_DRAWN]
        if not drawn or isinstance(values[0], str):
            lines = [text_at(LEFT, 16 + _STEP * i, f"{label}: {show_value(value)}", "start") for i, (label, value, _) in enumerate(drawn)]
            return lines, 16 + _STEP * len(drawn)
        first = min(min(value, low) for _, value, (low, _) in drawn)
        last = max(max(value, high) for _, value, (_, high) in drawn)
        span = Fraction(last) - Fraction(first)

        def place(value: float) -> float:
            return LEFT + (RIGHT - LEFT) * (float((Fraction(value) - Fraction(first)) / span) if span else 0.5)

        shapes, top = [], 4.0
        for label, value, (low, high) in drawn:
            shapes.append(beside_left(top + 11, label))
            shapes.append(
                f'<line x1="{place(low):.1f}" y1="{top + 7:g}" x2="{place(high):.1f}" y2="{top + 7:g}" '
                f'stroke="currentColor" stroke-opacity="{FAINT}"/>'
            )
            shapes.append(stroke(place(value), top + 1, top + 13, 3, 1.0))
            shapes.append(beside_right(top + 11, f"{value:.6g}"))
            top += _STEP
        shapes.append(base_line(top + 4))
        shapes.append(text_at(LEFT, top + 16, f"{first:.6g}", "start"))
        shapes.append(text_at(RIGHT - GAP, top + 16, f"{last:.6g}", "end"))
        if hidden := len(values) - len(drawn):
            shapes.append(text_at(LEFT, top + 30, f"and {hidden} more", "start"))
            top += 14
        return shapes, top + 22
