"""An account as a table: what was added, and what was asked."""

from __future__ import annotations

import math

from rich.text import Text

from ..accounting import Accountant
from ..accounting.added import told
from ..accounting.words import show_given, show_loss
from .columns import Column, lines_of
from .screen import Screen


def account_lines(account: Accountant, screen: Screen) -> list[Text]:
    added = [told(release, times, screen.times) for release, times in account._added.items()]
    epsilons, deltas = zip(*(_pair(*asked) for asked in account._asked.items()), strict=True)
    answers = [Column("epsilon", epsilons, True, "bold cyan"), Column("delta", deltas, True, "bold cyan")]
    return [
        *(Text(line, no_wrap=False) for line in added),
        Text(""),
        *lines_of(answers, screen.room),
        Text(""),
        Text(f"Under zero-concentrated privacy that is {account._as_rho()}.", no_wrap=False),
        Text(
            "No number is below the truth, whatever the data, for a list of releases that is fixed beforehand. Nothing "
            "was read or released.",
            no_wrap=False,
        ),
    ]


def _pair(asked: tuple[str, float], answer: float) -> tuple[str, str]:
    """What was given exactly, and what was found rounded up."""
    kind, given = asked
    if kind == "epsilon":
        return show_given(given), show_loss(answer)
    return "none" if math.isinf(answer) else show_loss(answer), show_given(given)
