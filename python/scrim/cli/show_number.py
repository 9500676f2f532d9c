"""Counts, sums, means and the like as tables: the number, its noise, and within what the exact one lies."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..analysis import MomentPlan, MomentRelease, NumberPlan, NumberRelease
from ..analysis.moment import COUNT
from ..analysis.rounding import nearest_float, show_at_most, show_cost, show_interval
from ..analysis.words import percent, show_amount, show_value
from .columns import Column, fitting, lines_of
from .plot import ruler
from .screen import LONGEST_RULER, Screen, footer


def number_lines(outcome: NumberPlan | NumberRelease, screen: Screen) -> list[Text]:
    """A count or a sum."""
    release = outcome if isinstance(outcome, NumberRelease) else None
    plan = outcome.plan if isinstance(outcome, NumberRelease) else outcome
    columns = _Columns(
        names=[plan.query],
        values=None if release is None else [show_value(release.value)],
        costs=[show_cost(plan.cost)],
        noise=[show_amount(plan.scale)],
        limits=[plan.error_shown],
    )
    return [
        *columns.lines(plan.budget.currency, f"off by at most ({percent(plan.confidence)})", screen),
        Text(""),
        *footer([outcome.accuracy_statement()], plan, release),
    ]


def moment_lines(outcome: MomentPlan | MomentRelease, screen: Screen) -> list[Text]:
    """A mean, a variance or a standard deviation, and below it the parts that it is computed from."""
    release = outcome if isinstance(outcome, MomentRelease) else None
    plan = outcome.plan if isinstance(outcome, MomentRelease) else outcome
    parts = plan.parts if release is None else release.noise
    errors = [f"off by {show_at_most(part.error)}" for part in parts]
    values = None
    if release is not None:
        values = [show_value(release.value), *map(show_value, release.parts.values())]
    columns = _Columns(
        names=[plan.query, *(f"  {part.name}" for part in parts)],
        values=values,
        costs=[show_cost(plan.cost), *(show_cost(part.cost) for part in parts)],
        noise=["", *(show_amount(part.scale) for part in parts)],
        limits=["" if release is None else " to ".join(show_interval(*release.interval)), *errors],
    )
    first, last = map(nearest_float, plan.ends())
    picture = ruler(
        first,
        last,
        () if release is None else (release.value,),
        min(LONGEST_RULER, screen.room),
        screen.signs,
        None if release is None else release.interval,
    )
    return [
        *columns.lines(plan.budget.currency, f"within ({percent(plan.confidence)})", screen),
        Text(""),
        *(Text(line, "dim") for line in picture),
        Text(""),
        *footer([outcome.accuracy_statement(), *_about_parts(plan)], plan, release),
    ]


def _about_parts(plan: MomentPlan) -> list[str]:
    """Why a sum of rows that are all positive can be negative."""
    names = [part.name for part in plan.parts if part.name != COUNT]
    middle = show_value(nearest_float(plan.center))
    about = f"{' and '.join(names).capitalize()}: of the rows' distances from {middle}, the middle of the bounds"
    shifts = [show_value(nearest_float(part.shift)) for part in plan.parts if part.shift]
    return [f"{about}{f'; {shifts[0]} is taken off each square' if shifts else ''}."] if names else []


class _Columns:
    """Of a table of numbers. What is left out where there is little room stands in the lines below it, or in the
    JSON."""

    def __init__(
        self,
        *,
        names: Sequence[str],
        values: Sequence[str] | None,
        costs: Sequence[str],
        noise: Sequence[str],
        limits: Sequence[str],
    ) -> None:
        self._first = [Column("", names)]
        if values is not None:
            self._first.append(Column("value", values, True, "bold cyan"))
        self._costs, self._noise, self._limits = costs, noise, limits

    def lines(self, currency: str, limit: str, screen: Screen) -> list[Text]:
        costs = Column(currency, self._costs, True)
        noise = Column("noise", self._noise, True)
        limits = Column(limit, self._limits, True)
        layouts = [
            [*self._first, costs, noise, limits],
            [*self._first, costs, limits],
            [*self._first, limits],
            self._first,
        ]
        return lines_of(fitting(layouts, screen.room), screen.room)
