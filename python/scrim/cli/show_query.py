"""Queries as tables: of a plan what each statistic costs and how far off it is, of a release its frame."""

from __future__ import annotations

from rich.text import Text

from ..analysis.printable import printable
from ..analysis.rounding import show_cost
from ..analysis.words import percent
from ..tables import QueryPlan, QueryRelease
from ..tables.planned import show_scales
from ..tables.frame import Frame, show_cell
from .columns import Column, fitting, lines_of
from .query_pictures import query_pictures
from .screen import Screen


def query_lines(outcome: QueryPlan | QueryRelease, screen: Screen) -> list[Text]:
    if isinstance(outcome, QueryRelease):
        plan = outcome.plan
        shown = [line for frame in outcome.all_frames for line in _frame_lines(plan, frame, screen)]
        shown += query_pictures(outcome, screen)
        spent = f"Spent {plan.price_shown} in all, for each person; {plan._unit()}."
    else:
        plan, shown = outcome, []
        spent = (
            "Dry run: only the names and types of columns were looked at, and nothing is spent. A release would cost "
            f"{plan.price_shown} for each person; {plan._unit()}."
        )
    statements = [plan.accuracy_statement(), *plan.statements_about_groups(), spent]
    lines = [Text(printable(line, screen.encoding), no_wrap=False) for line in statements]
    return [*shown, *_plan_lines(plan, screen), Text(""), *lines]


def _frame_lines(plan: QueryPlan, frame: Frame, screen: Screen) -> list[Text]:
    """As many of its columns as there is room for: first the ends of intervals are left out."""
    released = {name for planned in plan.statistics for name, _ in planned.columns()}
    columns = {
        name: Column(
            printable(name, screen.encoding),
            [printable(show_cell(cell), screen.encoding) for cell in frame[name]],
            kind not in ("str",),
            "bold cyan" if name in released and not name.endswith(("_low", "_high")) else "",
        )
        for name, kind in frame.schema
    }
    without_ends = [column for name, column in columns.items() if not name.endswith(("_low", "_high"))]
    if not frame.rows:
        return [Text("No group has enough to be told."), Text("")]
    return [*lines_of(fitting([list(columns.values()), without_ends], screen.room), screen.room), Text("")]


def _plan_lines(plan: QueryPlan, screen: Screen) -> list[Text]:
    names = Column("", [printable(planned.name, screen.encoding) for planned in plan.statistics])
    what = Column("", [printable(str(planned.statistic), screen.encoding) for planned in plan.statistics])
    costs = Column(plan.budget.currency, [show_cost(planned.cost) for planned in plan.statistics], True)
    noise = Column("noise", [show_scales(planned) for planned in plan.statistics], True)
    off = Column(f"off by at most ({percent(plan.confidence)})", ["; ".join(planned.accuracy()) for planned in plan.statistics])
    brief = Column(off.heading, [planned.accuracy()[0] for planned in plan.statistics])
    layouts = [[names, what, costs, noise, off], [names, what, costs, noise, brief], [names, costs, noise, brief], [names, costs, brief]]
    return lines_of(fitting(layouts, screen.room), screen.room)
