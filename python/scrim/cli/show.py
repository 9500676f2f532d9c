"""What the program shows: tables for people, JSON for programs. Both are made in memory."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from .. import __version__
from ..analysis import QuantilePlan, QuantileRelease, TopKPlan, TopKRelease
from ..analysis.rounding import show_cost
from ..analysis.words import counted, show_amount, show_value
from .columns import Column, fitting, lines_of
from .plot import Signs, fading_bar, ruler, signs_of
from .printable import printable

_LONGEST_RULER = 72
_BAR_LENGTH = 18
_INDENT = 2
_NARROWEST = 20


@dataclass(frozen=True)
class Screen:
    """Where a table is shown."""

    width: int
    encoding: str
    is_terminal: bool

    @property
    def room(self) -> int:
        return max(_NARROWEST, self.width) - _INDENT

    @property
    def signs(self) -> Signs:
        return signs_of(self.encoding)


def as_fields(outcome: Any, where: dict[str, Any]) -> dict[str, Any]:
    """What `--json` prints; `released` tells a release from a dry run."""
    released = isinstance(outcome, (QuantileRelease, TopKRelease))
    return {"scrim": __version__, "released": released, **where, **outcome.to_dict()}


def as_table(outcome: Any, title: str, screen: Screen) -> bytes:
    """The outcome as a table with a small picture."""
    if isinstance(outcome, (QuantilePlan, QuantileRelease)):
        body = _quantiles(outcome, screen)
    else:
        body = _top_k(outcome, screen)
    console = Console(
        file=io.StringIO(),
        force_terminal=screen.is_terminal or None,
        width=screen.room + _INDENT,
        height=25,  # without it Rich takes a dumb terminal for one of 80 columns
        highlight=False,
    )
    with console.capture() as capture:
        for line in Text(printable(title, screen.encoding), "bold").wrap(console, screen.room + _INDENT):
            line.rstrip()
            console.print(line, soft_wrap=True)
        for line in body:
            # Rich may wrap what is prose; a line of a table or picture is whole as it is.
            pieces = line.wrap(console, screen.room) if line.no_wrap is False else [line]
            for piece in pieces:
                piece.rstrip()
                console.print(Text(" " * _INDENT).append_text(piece) if piece else piece, soft_wrap=True)
    return capture.get().encode(screen.encoding, "backslashreplace")


def _quantiles(outcome: QuantilePlan | QuantileRelease, screen: Screen) -> list[Text]:
    plan = outcome.plan if isinstance(outcome, QuantileRelease) else outcome
    values = outcome.values if isinstance(outcome, QuantileRelease) else None
    parts = plan.parts
    confidence = parts[0].accuracy.confidence_shown
    names = [Column("", [part.name for part in parts])]
    if values is not None:
        names.append(Column("value", [show_value(value) for value in values], True, "bold cyan"))
    noise = Column("noise", [show_amount(part.scale) for part in parts], True)
    limits = _limits(
        [part.accuracy for part in parts],
        [f"rank off by at most ({confidence})", f"rank off by\nat most ({confidence})"],
        screen.signs,
    )
    chosen = fitting(_layouts(names, noise, limits), screen.room)
    grid = plan.candidates.values
    width = min(_LONGEST_RULER, screen.room)
    picture = ruler(grid[0], grid[-1], values or (), width, screen.signs)
    return [
        *lines_of(chosen, screen.room),
        Text(""),
        *(Text(line, "dim") for line in picture),
        Text(""),
        *_footer(plan, values is not None, noise in chosen, limits[0] in chosen),
    ]


def _top_k(outcome: TopKPlan[Any] | TopKRelease[Any], screen: Screen) -> list[Text]:
    plan = outcome.plan if isinstance(outcome, TopKRelease) else outcome
    values = outcome.values if isinstance(outcome, TopKRelease) else None
    lines: list[Text] = []
    if values is not None:
        places = [f"{place}." for place in range(1, len(values) + 1)]
        shown = [printable(str(value), screen.encoding) for value in values]
        columns = [Column("", places, True), Column("", shown, False, "bold cyan")]
        lines = [*lines_of(columns, screen.room), Text("")]
    confidence = plan.accuracy.confidence_shown
    noise = Column("noise", [show_amount(plan.scale)], True)
    limits = _limits(
        [plan.accuracy],
        [f"behind by at most ({confidence})", f"behind by\nat most ({confidence})"],
        screen.signs,
    )
    chosen = fitting(_layouts([], noise, limits), screen.room)
    return [
        *lines,
        *lines_of(chosen, screen.room),
        Text(""),
        *_footer(plan, values is not None, noise in chosen, limits[0] in chosen),
    ]


def _limits(accuracies: list[Any], headings: list[str], signs: Signs) -> list[Column]:
    """With bars, without, and with a heading in two lines."""
    widest = float(max(accuracy.rows for accuracy in accuracies))
    rows = [counted(accuracy.rows_shown, "row") for accuracy in accuracies]
    bars = [fading_bar(accuracy, widest, _BAR_LENGTH, signs) for accuracy in accuracies]
    with_bars = [f"{text:<10} {bar}" for text, bar in zip(rows, bars, strict=True)]
    return [Column(headings[0], with_bars), Column(headings[0], rows), Column(headings[1], rows)]


def _layouts(
    first: list[Column], noise: Column, limits: list[Column]
) -> list[list[Column]]:
    """From the widest to the narrowest. What is left out stands in the lines below, or in the JSON."""
    bars, rows, wrapped = limits
    layouts = [
        [*first, noise, bars],
        [*first, noise, rows],
        [*first, noise, wrapped],
        [*first, wrapped],
    ]
    return [*layouts, first] if first else layouts


def _footer(
    plan: QuantilePlan | TopKPlan[Any], released: bool, has_noise: bool, has_bars: bool
) -> list[Text]:
    person = f"a person has at most {counted(plan.rows_per_person, 'row')}"
    currency, cost = plan.budget.currency, show_cost(plan.cost)
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
    lines = [choices, plan.accuracy_statement()]
    if has_bars:
        lines.append("Noise is in rows; bars fade with the chance, at worst, of being further off.")
    elif has_noise:
        lines.append("Noise is in rows.")
    return [Text(line, no_wrap=False) for line in [*lines, spent]]
