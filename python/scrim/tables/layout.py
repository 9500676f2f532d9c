"""What a query reads, and in which order its columns can be computed: checked against what the table declares."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from .._core import _field
from .._expression_text import compared_with
from ..analysis.refuse import Argument, Said, Words, refuse
from .expressions import Expression, deriving
from .facts import Date, Fact, Integer, Time
from .keys import FOUND, Keys, declared_keys, refuse_no_keys
from .lookup import Lookup
from .statistic import Statistic

if TYPE_CHECKING:
    from .query import Query

Step = Lookup | tuple[str, Expression]
"""A look-up, or a derived column."""

AGG = Words("agg", shell="--stat", toml="stats")
"""The argument of which each statistic is one, by its name."""
NEEDS_PERSON = Words(
    "person= where the table is made: rows_per_person tells nobody apart",
    shell="--person: --rows-per-person tells nobody apart",
    toml="person under [data]: rows_per_person tells nobody apart",
)
_DECLARE_NUMBERS = Words(
    "declare scrim.number(low, high)",
    shell="give --bounds, such as --bounds cost=0:5000",
    toml="declare { number = [low, high] }",
)
_DECLARE_CATEGORIES = Words(
    "declare scrim.category(...)",
    shell="give --categories, such as --categories city=Arden,Birchwick",
    toml="declare { category = [...] }",
)
_NEEDS_NUMBERS = ("sum", "mean", "variance", "std", "quantile", "quantiles")
_NEEDS_VALUES = ("count_distinct", "top_k")
# What parts of dates and times can be, whatever the data.
_PARTS = {"month": (1, 12), "day": (1, 31), "weekday": (0, 6), "hour": (0, 23), "minute": (0, 59)}


@dataclass(frozen=True)
class Layout:
    """Of a query over its table."""

    declared: dict[str, Fact]
    """The columns of the table that are read, in the order in which they are declared."""
    steps: tuple[Step, ...]
    """In which order columns are added, so that each has what it reads."""
    facts: dict[str, Fact | None]
    """Of all columns that are used; None of derived ones of which nothing is known."""


def lay_out(query: Query) -> Layout:
    """Refuses what the table does not have, or what cannot be asked of a column."""
    sources = _Sources(query)
    for condition in query.conditions:
        sources.use(condition.fields, Argument("where"), condition.text)
    sources.use(query.grouped_by, Argument("group_by"))
    for name, statistic in query.statistics:
        sources.use([] if statistic.column is None else [statistic.column], name)
    facts = sources.facts
    for name, statistic in query.statistics:
        _check_statistic(name, statistic, None if statistic.column is None else facts[statistic.column])
    times = [name for name in query.grouped_by if isinstance(facts[name], Time)]
    refuse_no_keys(times, ["time"] * len(times))
    if query.grouped_by and query.keys is None:
        declared_keys(query.grouped_by, facts)
    _check_together(query)
    declared = {name: fact for name, fact in query.table.columns.items() if name in facts}
    return Layout(declared, tuple(sources.steps), facts)


def public_keys(query: Query, layout: Layout) -> Keys | None:
    """The groups of a query that has public ones."""
    if not query.grouped_by or query.keys == FOUND:
        return None
    return query.keys if isinstance(query.keys, Keys) else declared_keys(query.grouped_by, layout.facts)


class _Sources:
    """Where columns come from."""

    def __init__(self, query: Query) -> None:
        self.facts: dict[str, Fact | None] = {}
        self.steps: list[Step] = []
        self._query = query
        self._derived = dict(query.derived)
        self._looked_up = {name: lookup for lookup in query.lookups for name in lookup.added}
        self._open: list[str] = []

    def use(self, names: Iterable[str], where: Said, text: str | None = None) -> None:
        """`text` is that of the expression that they stand in."""
        for name in names:
            self._use(name, where, text)

    def _use(self, name: str, where: Said, text: str | None) -> None:
        if name in self.facts:
            return
        if name in self._open:
            refuse(Argument("derive"), f" computes {name!r} from itself, by way of {', '.join(self._open)}; break the circle")
        self._open.append(name)
        if name in self._query.table.columns:
            self.facts[name] = self._query.table.columns[name]
        elif name in self._derived:
            self.use(self._derived[name].fields, name, self._derived[name].text)
            self.facts[name] = fact_of_part(self._derived[name], self.facts)
            self.steps.append((name, self._derived[name]))
        elif name in self._looked_up:
            lookup = self._looked_up[name]
            self.use(lookup.keys, "lookup")
            self.facts.update({added: lookup.table.fact(added) for added in lookup.added})
            self.steps.append(lookup)
        else:
            self._refuse(name, where, text)
        self._open.pop()

    def _refuse(self, name: str, where: Said, text: str | None) -> None:
        if name in (self._query.table.person or ()):
            refuse(where, f" has {name!r}, which tells whose a row is and cannot be read; count_people() counts persons")
        known = [*self._query.table.columns, *self._looked_up, *self._derived]
        close = get_close_matches(name, known, n=1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        for other in compared_with(text, name) if text is not None else ():
            fact = self._query.table.columns.get(other)
            if fact is not None and fact.type == "str":
                guess += f"a text is written in quotes, {_field(other)!r} == {name!r}. "
                break
        refuse(
            where,
            f" has {name!r}, which is not declared; {guess}Declared are {', '.join(known) or 'no columns'}; add others ",
            Words(
                f"where the table is made, such as columns={{{name!r}: scrim.number(0, 100)}}",
                toml=f"under [columns], such as {name} = {{ number = [0, 100] }}",
            ),
        )


def fact_of_part(expression: Expression, facts: Mapping[str, Fact | None]) -> Fact | None:
    """What everyone knows of a column that is a part of a date or a time, such as its month; None of any other."""
    if len(expression.fields) != 1:
        return None
    fact = facts[expression.fields[0]]
    parts = dict(_PARTS)
    if isinstance(fact, Date) and (fact.low, fact.high) != (datetime.date.min, datetime.date.max):  # these say nothing
        parts["year"] = fact.low.year, fact.high.year
    field = _field(expression.fields[0])
    for part, (low, high) in parts.items():
        if expression.text == repr(getattr(field, part)()):
            return Integer(True, low, high)
    return None


def _check_statistic(name: str, statistic: Statistic, fact: Fact | None) -> None:
    column = statistic.column
    if fact is not None and fact.kind in ("date", "time") and column is not None:
        month = deriving("m", f"month({column})")
        refuse(f"{name} is {statistic}, and {column} holds {fact.kind}s; derive a number of it, such as ", month)
    if needs_bounds(statistic):
        if fact is None:
            refuse(f"{name} is {statistic}, and {column} is derived; give its bounds, such as {statistic.name}('{column}', bounds=(0, 100))")
        if fact.bounds is None:
            refuse(f"{name} is {statistic}, and {column} is ", fact.said(), "; it needs numbers: ", _DECLARE_NUMBERS)
    if statistic.name in _NEEDS_NUMBERS and fact is not None and fact.type == "str":
        refuse(f"{name} is {statistic}, and {column} is ", fact.said(), "; it needs numbers")
    by_values = statistic.name in _NEEDS_VALUES or statistic.name == "histogram" and statistic.option("edges") is None
    if by_values and (fact is None or fact.values() is None):
        edges = ", or give edges" if statistic.name == "histogram" else ""
        refuse(f"{name} is {statistic}, and what {column} can be is not public; ", _DECLARE_CATEGORIES, edges)
    if statistic.option("edges") is not None and fact is not None and fact.type == "str":
        refuse(f"{name} is {statistic}, and {column} is ", fact.said(), "; edges are for numbers: leave them out")


def needs_bounds(statistic: Statistic) -> bool:
    """Whether its column must say between which it lies."""
    given = any(statistic.option(name) is not None for name in ("bounds", "person_total"))
    return statistic.name in _NEEDS_NUMBERS and not given and not isinstance(statistic.option("candidates"), tuple)


def _check_together(query: Query) -> None:
    """What statistics and groups can stand beside each other."""
    for name, statistic in query.statistics:
        if name in query.grouped_by:
            refuse(AGG, f" has {name!r}, which ", Argument("group_by"), " has too; give the statistic another name")
        if (place := statistic.row_column) is not None and place in (name, *query.grouped_by):
            what: list[Said] = ["the name of the statistic"] if place == name else ["what ", Argument("group_by"), " has"]
            told = f"{name} is {statistic}, whose rows are told apart by a column {place!r}, and that is "
            refuse(told, *what, "; name it otherwise")
        if statistic.name == "keys" and (query.keys != FOUND or len(query.statistics) > 1):
            refuse(
                f"{name} is {statistic}, which tells groups that are found, and nothing else of them; give it alone, with ",
                Words('group_by("ward", keys="found")', shell="--by ward --found", toml='group_by = "ward" and keys = "found"'),
                ": other statistics come with their groups",
            )
    if query.table.person is None:
        for name, statistic in query.statistics:
            if statistic.name == "count_people" or statistic.option("person_total") is not None:
                refuse(f"{name} is {statistic}, which needs ", NEEDS_PERSON)
