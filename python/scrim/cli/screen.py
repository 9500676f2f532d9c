"""Where a table is shown, and what stands below every table."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ..analysis.release import Release
from ..analysis.words import counted
from .plot import Signs, signs_of

INDENT = 2
LONGEST_RULER = 72
_NARROWEST = 20


@dataclass(frozen=True)
class Screen:
    """Where a table is shown."""

    width: int
    encoding: str
    is_terminal: bool

    @property
    def room(self) -> int:
        return max(_NARROWEST, self.width) - INDENT

    @property
    def times(self) -> str:
        """The sign of multiplication, where the encoding has it."""
        return "×" if "×".encode(self.encoding, "ignore") else "x"

    @property
    def signs(self) -> Signs:
        return signs_of(self.encoding)


def this_screen() -> Screen:
    """Where standard output goes."""
    width = shutil.get_terminal_size().columns
    return Screen(width, sys.stdout.encoding or "utf-8", sys.stdout.isatty())


def footer(statements: Sequence[str], plan: Any, release: Release | None) -> list[Text]:
    """What is stated, what was moved back to what it can be, and then what it costs."""
    person = f"a person has at most {counted(plan.rows_per_person, 'row')}"
    spent = (
        f"Spent {plan.price_shown} in all; {person}."
        if release is not None
        else f"Dry run: only the names and types of columns were looked at, and nothing is spent. A "
        f"release would cost {plan.price_shown}; {person}."
    )
    clipped = [] if release is None or (told := release.clipping_statement()) is None else [told]
    clipped = [line.replace("`unclipped`", "`unclipped`, with --json,") for line in clipped]
    return [Text(line, no_wrap=False) for line in [*statements, *clipped, spent]]
