"""What the program prints: tables for people, JSON for programs."""

from __future__ import annotations

import json
import re
from typing import IO, Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .. import __version__
from ..analysis import QuantilePlan, QuantileRelease, TopKPlan, TopKRelease
from ..analysis.words import counted, show_amount, show_value
from .plot import fading_bar, ruler

RULER_WIDTH = 72
BAR_LENGTH = 18


def as_json(outcome: Any, where: dict[str, Any]) -> str:
    """One JSON object; `released` tells a release from a dry run."""
    released = isinstance(outcome, (QuantileRelease, TopKRelease))
    return json.dumps(
        {"scrim": __version__, "released": released, **where, **outcome.to_dict()},
        ensure_ascii=False,
    )


def show(outcome: Any, title: str, file: IO[str] | None = None) -> None:
    """The outcome as a table with a small picture."""
    console = Console(file=file, highlight=False, soft_wrap=False)
    if isinstance(outcome, (QuantilePlan, QuantileRelease)):
        body = _quantiles(outcome)
    else:
        body = _top_k(outcome)
    with console.capture() as capture:
        console.print(Text(title, style="bold"))
        console.print(Padding(body, (0, 0, 0, 2)))
    # Rich fills every line up to the width of the terminal.
    print(
        re.sub(r" +((?:\x1b\[0m)?)$", r"\1", capture.get(), flags=re.MULTILINE), end="", file=file
    )


def _quantiles(outcome: QuantilePlan | QuantileRelease) -> Group:
    plan = outcome.plan if isinstance(outcome, QuantileRelease) else outcome
    values = outcome.values if isinstance(outcome, QuantileRelease) else None
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    if values is not None:
        table.add_column("value", justify="right", style="bold cyan")
    table.add_column(plan.budget.currency, justify="right")
    table.add_column("noise", justify="right")
    table.add_column(
        f"rank off by at most ({plan.parts[0].accuracy.confidence_shown})", no_wrap=True
    )
    widest = float(max(part.accuracy.rows for part in plan.parts))
    for number, part in enumerate(plan.parts):
        table.add_row(
            part.name,
            *([] if values is None else [show_value(values[number])]),
            show_amount(part.cost),
            show_amount(part.scale),
            _limit(part.accuracy, widest),
        )
    grid = plan.candidates.values
    picture = Text("\n".join(ruler(grid[0], grid[-1], values or (), RULER_WIDTH)), style="dim")
    return Group(table, Text(""), picture, Text(""), *_footer(plan, values is not None))


def _top_k(outcome: TopKPlan | TopKRelease) -> Group:
    plan = outcome.plan if isinstance(outcome, TopKRelease) else outcome
    values = outcome.values if isinstance(outcome, TopKRelease) else None
    parts: list[Any] = []
    if values is not None:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(justify="right")
        table.add_column(style="bold cyan")
        for place, value in enumerate(values, 1):
            table.add_row(f"{place}.", str(value))
        parts += [table, Text("")]
    limits = Table(box=None, padding=(0, 2, 0, 0))
    limits.add_column(plan.budget.currency, justify="right")
    limits.add_column("noise", justify="right")
    limits.add_column(f"behind by at most ({plan.accuracy.confidence_shown})")
    limits.add_row(
        show_amount(plan.cost),
        show_amount(plan.scale),
        _limit(plan.accuracy, float(plan.accuracy.rows)),
    )
    return Group(*parts, limits, Text(""), *_footer(plan, values is not None))


def _limit(accuracy: Any, widest: float) -> Text:
    rows = counted(accuracy.rows_shown, "row")
    return Text.assemble(f"{rows:<10} ", (fading_bar(accuracy, widest, BAR_LENGTH), "cyan"))


def _footer(plan: QuantilePlan | TopKPlan, released: bool) -> list[Text]:
    person = f"a person has at most {counted(plan.rows_per_person, 'row')}"
    currency, cost = plan.budget.currency, show_amount(plan.cost)
    spent = (
        f"Spent {currency} {cost} in all; {person}."
        if released
        else f"Dry run: only the names and types of columns were looked at, and nothing is spent. A "
        f"release would cost {currency} {cost}; {person}."
    )
    choices = (
        f"Chosen among {plan.candidates.words}."
        if isinstance(plan, QuantilePlan)
        else f"Chosen among {len(plan.categories)} categories."
    )
    bars = "Noise is in rows; bars fade with the chance, at worst, of being further off."
    return [Text(choices), Text(plan.accuracy_statement()), Text(bars), Text(spent)]
