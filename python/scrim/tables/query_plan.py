"""What a query will cost and how accurate it will be: its plan, which has seen no data."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import _core
from ..analysis.budget import Budget, Priced
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..analysis.printable import printable
from ..analysis.refuse import refuse
from ..analysis.rounding import show_cost
from ..analysis.words import counted, enumerate_words, meaning_of_cost, percent
from ..readers.read_ahead import read_ahead
from .keys import FOUND, Keys
from .planned import Planned, show_scales
from .query import Query
from .source import read_columns

if TYPE_CHECKING:
    from .query_release import QueryRelease

_WIDTH = 78


@dataclass(frozen=True, repr=False)
class QueryPlan(Priced, Pictured):
    """What a query will cost and how accurate it will be. It has not seen any data."""

    query: Query
    statistics: tuple[Planned, ...]
    """What is released of each group."""
    keys: Keys | None
    """The groups, where they are public and there are some."""
    group_types: tuple[str, ...]
    """What the columns of groups hold: "int", "str", "bool" or "date"."""
    measurement: _core.Measurement = field(compare=False)
    """From the table to all that is released."""
    make_in_order: Callable[[], _core.Measurement] = field(compare=False)
    """Makes the same for rows that come in the order of persons, of whom one at a time is held in memory."""
    places: tuple[tuple[int, int], ...] = field(compare=False)
    """Of each fold: which bounding it stands behind, and where."""
    kinds: dict[str, str] = field(compare=False)
    """What the columns of the table are read as."""
    cost: float
    """What a release spends for each person, in the currency of the budget: by the map of the whole measurement."""
    budget: Budget
    confidence: float
    digest: str
    """SHA-256 of all that the plan follows from: the query, what is declared of the columns it reads, and the budget."""
    threshold: int | None = None
    """Of groups that are found: how many rows or persons they must have, with noise, to be told."""

    def release(
        self,
        *,
        sort_in: str | os.PathLike[str] | None = None,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> QueryRelease:
        """Reads the table once and releases all statistics. Each call is a release of its own and spends the cost anew.

        - `sort_in`: a folder with room for the rows that are used, where persons do not fit in memory: DuckDB sorts them
          there, and of one person at a time the rows are held. It holds rows while they are read, so let it be as safe as
          the data are. The release is the same.
        """
        from .query_release import make_release

        with self.query.table.source.opened() as table:
            stream = read_columns(table, self.kinds)
            if sort_in is None and threads != 1:
                stream = read_ahead(stream)
            if sort_in is None:
                return make_release(self, self.measurement.invoke(stream, threads=threads, progress=progress))
            if self.query.table.person is None:
                refuse("sort_in sorts rows by person, and the table has none; leave it out")
            from .sorted_rows import sorted_rows

            with sorted_rows(stream, self.query.table.person, os.fspath(sort_in)) as rows:
                return make_release(self, self.make_in_order().invoke(rows, threads=threads, progress=progress))

    @property
    def price_shown(self) -> str:
        """What a release spends, rounded up."""
        if self.threshold is None:
            return super().price_shown
        return f"epsilon {show_cost(self.cost)}, delta {show_cost(self.delta)}"

    @property
    def rows_per_person(self) -> int:
        """How many rows of a person are used at most, in all groups."""
        if self.query.table.rows_per_person is not None:
            return self.query.table.rows_per_person
        return (self.query.rows or 1) * (self.query.groups or 1)

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    def accuracy_statement(self) -> str:
        """True whatever the data are, of each number for itself."""
        return f"No number is off by more than that, with {percent(self.confidence)} confidence for each, from what the rows that are used give."

    def statements_about_groups(self) -> list[str]:
        """What is told of groups, and what is not."""
        if self.threshold is not None:
            return [
                f"Groups are told that have {self.threshold} or more, with noise; how many others there are is not told."
            ]
        if self.keys is None:
            return []
        names = enumerate_words(list(self.query.grouped_by))
        return [f"Groups do not divide the budget. Rows whose {names} is none of {counted(len(self.keys), 'group')} are left out."]

    def public_texts(self) -> list[str]:
        """The longest that cells of statistics can be, where they are texts."""
        plans = [made.plan for planned in self.statistics for made in planned.made]
        names = [name for plan in plans for name in (*getattr(plan, "bins", ()), *(getattr(plan, "categories", None) or ()))]
        return [max(map(str, names), key=len)] if names else []

    def frame_cells(self) -> int:
        """How many cells a release has, where groups are public."""
        columns = len(self.query.grouped_by) + sum(len(planned.columns()) for planned in self.statistics)
        return columns * max(planned.rows_of_a_group for planned in self.statistics) * (1 if self.keys is None else len(self.keys))

    def _picture(self) -> Picture:
        from .frame_picture import plan_picture

        return plan_picture(self)

    def _what(self) -> str:
        names = enumerate_words([planned.name for planned in self.statistics])
        if not self.query.grouped_by:
            return names
        by = enumerate_words(list(self.query.grouped_by))
        groups = "groups that are found" if self.query.keys == FOUND else counted(len(self.keys or ()), "group")
        return f"{names} by {by} ({groups})"

    def _unit(self) -> str:
        """What is used of a person."""
        query = self.query
        if query.table.rows_per_person is not None:
            return f"a person has at most {counted(query.table.rows_per_person, 'row')}"
        if query.rows is None and query.groups is None:
            return "each person counts once"
        rows = [] if query.rows is None else [counted(query.rows, "row")]
        each = "in each of " if rows and query.groups != 1 else "in " if rows else ""
        groups = [] if query.groups is None else [f"{each}{counted(query.groups, 'group')}"]
        used = " ".join([*rows, *groups])
        return f"of a person at most {used} {'is' if used.startswith('1 ') else 'are'} used"

    def _explanations(self) -> list[str]:
        told = [meaning_of_cost(self, self.query.table.rows_per_person), *self.statements_about_groups()]
        for planned in self.statistics:
            told += [f"{planned.name} = {planned.statistic}: {line}" for line in self._lines(planned)]
        return [*told, self.accuracy_statement()]

    def _lines(self, planned: Planned) -> list[str]:
        shared = [
            other.name for other in self.statistics if other is not planned and set(other.folds) & set(planned.folds)
        ]
        costs = f"{self.budget.currency} {show_cost(planned.cost)}"
        scale = f"{planned.mechanism} of scale {show_scales(planned)}"
        beside = [f"shares noise with {enumerate_words(shared)}"] if shared else []
        return ["; ".join([costs, scale, *beside]), ", ".join(planned.accuracy()) + f" ({percent(self.confidence)})"]

    def _summary(self, verb: str) -> str:
        return _wrapped(f"{verb} {self.price_shown} for each person; {self._unit()}", 2)

    def __repr__(self) -> str:
        lines = [_wrapped(f"plan for {self._what()} (no data read yet)", 0), self._summary("costs")]
        if self.threshold is not None:
            lines += [_wrapped(line, 2) for line in self.statements_about_groups()]
        for planned in self.statistics:
            lines.append(_wrapped(f"{planned.name} = {planned.statistic}", 2))
            lines += [_wrapped(line, 4) for line in self._lines(planned)]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        query = self.query
        return {
            "query": "query",
            **self._price(),
            **({} if query.table.person is None else {"person": list(query.table.person)}),
            **({} if query.table.rows_per_person is None else {"rows_per_person": query.table.rows_per_person}),
            **({} if query.rows is None else {"rows": query.rows}),
            **({} if query.groups is None else {"groups": query.groups}),
            "confidence": self.confidence,
            "where": [each.text for each in query.conditions],
            "group_by": list(query.grouped_by),
            **({} if self.keys is None else {"keys": len(self.keys)}),
            **({} if self.threshold is None else {"threshold": self.threshold}),
            "statistics": [planned.to_dict() for planned in self.statistics],
            "digest": self.digest,
        }


def _wrapped(line: str, indent: int) -> str:
    return textwrap.fill(printable(line), _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))
