"""What the program shows: tables for people, JSON for programs. Both are made in memory."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from .. import Accountant, __version__
from ..analysis import BoundsPlan, DistinctPlan, HistogramPlan, MomentPlan, NumberPlan, QuantilePlan, TopKPlan
from ..analysis.centered_plan import CenteredPlan
from ..analysis.printable import printable
from ..analysis.release import Release
from ..tables import QueryPlan
from .printable import in_plain_signs
from .screen import INDENT, Screen
from .show_account import account_lines
from .show_bounds import bounds_lines
from .show_histogram import histogram_lines
from .show_number import moment_lines, number_lines
from .show_query import query_lines
from .show_selection import quantile_lines, top_k_lines

# How a plan is shown, and what is released by it.
_LINES: dict[type, Callable[[Any, Screen], list[Text]]] = {
    Accountant: account_lines,
    BoundsPlan: bounds_lines,
    CenteredPlan: moment_lines,
    DistinctPlan: number_lines,
    HistogramPlan: histogram_lines,
    MomentPlan: moment_lines,
    NumberPlan: number_lines,
    QuantilePlan: quantile_lines,
    QueryPlan: query_lines,
    TopKPlan: top_k_lines,
}


def as_fields(outcome: Any, where: dict[str, Any]) -> dict[str, Any]:
    """What `--json` prints; `released` tells a release from a dry run."""
    head = getattr(outcome, "ledger", None)
    paid = {} if head is None else {"ledger": head}
    return {"scrim": __version__, "released": isinstance(outcome, Release), **where, **outcome.to_dict(), **paid}


def as_csv(outcome: Any, screen: Screen) -> bytes:
    """For a program as it is. A terminal would obey what stands in it, and groups that are found are named by the data."""
    text: str = outcome.to_csv()
    if screen.is_terminal:
        text = "\n".join(map(printable, text.split("\n")))
    return text.encode(screen.encoding, "backslashreplace")


def as_table(outcome: Any, title: str, screen: Screen) -> bytes:
    """The outcome as a table with a small picture."""
    plan = outcome.plan if isinstance(outcome, Release) else outcome
    head = getattr(outcome, "ledger", None)
    paid = [] if head is None else [Text(f"ledger {head}")]
    return as_text(title, screen, [*_LINES[type(plan)](outcome, screen), *paid])


def as_text(title: str, screen: Screen, body: Sequence[Text] = ()) -> bytes:
    """A title, and lines below it."""
    console = Console(
        file=io.StringIO(),
        force_terminal=screen.is_terminal or None,
        width=screen.room + INDENT,
        height=25,  # without it Rich takes a dumb terminal for one of 80 columns
        highlight=False,
    )
    with console.capture() as capture:
        for line in Text(printable(title, screen.encoding), "bold").wrap(console, screen.room + INDENT):
            line.rstrip()
            console.print(line, soft_wrap=True)
        for line in body:
            # Rich may wrap what is prose; a line of a table or picture is whole as it is.
            pieces = line.wrap(console, screen.room) if line.no_wrap is False else [line]
            for piece in pieces:
                piece.rstrip()
                console.print(Text(" " * INDENT).append_text(piece) if piece else piece, soft_wrap=True)
    return in_plain_signs(capture.get(), screen.encoding).encode(screen.encoding, "backslashreplace")
