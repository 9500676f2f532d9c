"""What a query will cost and how accurate it will be: its plan, which has seen no data."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .. import _core
from ..analysis.budget import Budget, Priced
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..analysis.printable import printable
from ..analysis.rounding import show_cost
from ..analysis.words import counted, enumerate_words, meaning_of_cost, percent
from ..readers import ColumnTable
from ..readers.read_ahead import read_ahead
from .found_keys import FoundKeys
from .joined_keys import keys_of
from .keys import FOUND, Keys
from .planned import Planned, show_scales
from .query import Query
from .sorted_rows import check_sorting, sorted_rows
from .source import check_columns, check_persons, read_columns

if TYPE_CHECKING:
    from .query_release import QueryRelease

_WIDTH = 78
Folder = str | os.PathLike[str]


@dataclass(frozen=True)
class InFoundGroups:
    """What is released of groups once they are found: in a second pass over the table, at a price that does not depend on
    which they are, nor on how many."""

    measure: Callable[[Keys, bool], _core.Measurement]
    """For groups that were found, of rows that come in the order of persons or in any."""
    loss: Any
    """What that costs, with a delta: by the map of such a measurement."""


@dataclass(frozen=True, repr=False)
class QueryPlan(Priced, Pictured):
    """What a query will cost and how accurate it will be. It has not seen any data."""

    query: Query
    statistics: tuple[Planned, ...] = field(compare=False)
    """What is released of each group."""
    keys: Keys | None
    """The groups, where they are public and there are some."""
    group_types: tuple[str, ...]
    """What the columns of groups hold: "int", "str", "bool" or "date"."""
    measurement: _core.Measurement = field(compare=False)
    """From the table to all that is released."""
    make_in_order: Callable[[], _core.Measurement] = field(compare=False)
    """Makes the same for rows that come in the order of persons, of whom one at a time is held in memory."""
    places: tuple[tuple[int, int] | None, ...] = field(compare=False)
    """Of each fold: which bounding it stands behind, and where; None of the count that groups are found by."""
    kinds: dict[str, str] = field(compare=False)
    """What the columns of the table are read as."""
    cost: float
    """What a release spends for each person, in the currency of the budget: by the map of the whole measurement."""
    budget: Budget
    confidence: float
    digest: str
    """SHA-256 of all that the plan follows from: the query, what is declared of the columns it reads, and the budget."""
    found: FoundKeys | None = field(default=None, compare=False)
    """How groups are found, where they are not public."""
    in_found: InFoundGroups | None = field(default=None, compare=False)
    """What is released of these, but for counts that come with them."""
    delta_beside_rho: float | None = None
    """Of groups that are found, where rho pays: with which probability one is told that one person alone is in."""
    terms: dict[str, float] = field(default_factory=dict, compare=False)
    """The amounts that it was made for."""

    @property
    def delta(self) -> float:
        """With which probability what is spent may be exceeded: 0 unless a delta was given and is of use."""
        return super().delta if self.delta_beside_rho is None else self.delta_beside_rho

    @property
    def threshold(self) -> int | None:
        """Of groups that are found by a count: how many rows or persons they must have, with noise, to be told."""
        return None if self.found is None else self.found.threshold

    def release(
        self,
        *,
        sort_in: Folder | None = None,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> QueryRelease:
        """Reads the table once and releases all statistics; twice, where groups are found first. Each call is a release of
        its own and spends the cost anew.

        - `sort_in`: a folder with room for the rows that are used, where persons do not fit in memory: DuckDB sorts them
          there, and of one person at a time the rows are held. It holds rows while they are read, so let it be as safe as
          the data are. The release is the same.
        """
        from .query_release import make_release

        self.query.table._refuse_held()
        self.check_reading(sort_in, threads)
        if self.found is not None:
            return self._release_found(sort_in, threads=threads, progress=progress)
        with self._rows(sort_in, threads) as (measurement, rows):
            return make_release(self, measurement.invoke(rows, threads=threads, progress=progress))

    def check_reading(self, sort_in: Folder | None, threads: int) -> None:
        """Refuses what the table cannot be read with, before anything is paid for."""
        if self.query.table.source.on_spark is not None:
            from ..spark.measured import refuse_reading

            refuse_reading(sort_in, threads)
        if sort_in is not None:
            check_sorting(sort_in, self.query.table.person)

    def check_table(self) -> None:
        """Refuses a table that is another one than when the plan was made, by its schema alone: what cannot be released need not
        be paid for. It is asked again when rows are read, as it may be changed meanwhile."""
        source = self.query.table.source
        if source.on_spark is not None:
            from ..spark.measured import MeasuredOnSpark

            MeasuredOnSpark(self, source.on_spark)  # which is what workers are sent
            return
        with source.opened() as table:
            self._check_persons(table)
            check_columns(table, self.kinds)

    def _check_persons(self, table: ColumnTable) -> None:
        check_persons(table, {name: self.kinds[name] for name in self.query.table.person or ()})

    @contextmanager
    def _rows(self, sort_in: Folder | None = None, threads: int = 1, found: Keys | None = None) -> Iterator[tuple[Any, Any]]:
        """What is measured by what, before the first row is read: a measurement, or what stands for one on a cluster. With
        `found`, what is released of these groups."""
        table = self.query.table.source.on_spark
        if table is not None:
            from ..spark.measured import MeasuredOnSpark

            yield MeasuredOnSpark(self, table, found), table.frame
            return
        with self._opened(sort_in, threads) as rows:
            if found is not None:
                assert self.in_found is not None
                yield self.in_found.measure(found, sort_in is not None), rows
            else:
                yield (self.measurement if sort_in is None else self.make_in_order()), rows

    def _release_found(
        self, sort_in: Folder | None = None, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> QueryRelease:
        """First the groups, then what is released of them, chosen by the first release: so a filter keeps what both cost.
        Whoever calls this has paid for both."""
        from .query_release import make_found_release

        assert self.found is not None
        currency: dict[str, Any] = {self.budget.currency: Fraction(self.budget.amount)}
        paid = _core.Filter(**currency, delta=Fraction(self.delta))
        d_in = self.query.table.rows_per_person or 1
        reading: dict[str, Any] = {"threads": threads, "progress": progress}
        with self._rows(sort_in, threads) as (measurement, rows):
            released = _released(paid, measurement, rows, d_in=d_in, **reading)
        told = dict(released) if self.found.threshold is not None else dict.fromkeys(_listed(released), 0)
        keys = keys_of(self.query.grouped_by, self.group_types, told)
        counts = [told[key] for key in keys.values()]
        if self.in_found is None or not keys:
            return make_found_release(self, list(keys), counts, [])
        with self._rows(sort_in, threads, Keys(self.query.grouped_by, tuple(keys))) as (later, rows):
            of_groups = _released(paid, later, rows, d_in=d_in, **reading)
        return make_found_release(self, list(keys), counts, of_groups)

    @contextmanager
    def _opened(self, sort_in: Folder | None, threads: int) -> Iterator[Any]:
        """For one pass over the table."""
        with self.query.table.source.opened() as table:
            self._check_persons(table)
            stream = read_columns(table, self.kinds)
            if sort_in is None and threads != 1:
                stream = read_ahead(stream)
            if sort_in is None:
                yield stream
                return
            assert self.query.table.person is not None
            with sorted_rows(stream, self.query.table.person, os.fspath(sort_in)) as rows:
                yield rows

    def error_of_all(self) -> float:
        """How far off it is: the logarithm of the product over its statistics, since they are in different units."""
        return sum(_logarithm(planned.error()) for planned in self.statistics)

    @property
    def price_shown(self) -> str:
        """What a release spends, rounded up."""
        if self.found is None:
            return super().price_shown
        return f"{self.budget.currency} {show_cost(self.cost)}, delta {show_cost(self.delta)}"

    def _price(self) -> dict[str, Any]:
        return super()._price() if self.delta_beside_rho is None else {**super()._price(), "delta": self.delta}

    @property
    def rows_per_person(self) -> int:
        """How many rows of a person are used at most, in all groups."""
        if self.query.table.rows_per_person is not None:
            return self.query.table.rows_per_person
        return (self.query.rows or 1) * (self.query.groups or 1)

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([printable(f"This would release {self._what()}."), *self._explanations()])

    def accuracy_statement(self) -> str:
        """True whatever the data are, of each number for itself."""
        if self.statistics[0].statistic.name == "keys":
            return "No number is released."
        return f"No number is off by more than that, with {percent(self.confidence)} confidence for each, from what the rows that are used give."

    def statements_about_groups(self) -> list[str]:
        """What is told of groups, and what is not."""
        if self.found is not None:
            return self._statements_about_found(self.found)
        if self.keys is None:
            return []
        names = enumerate_words(list(self.query.grouped_by))
        return [f"Groups do not divide the budget. Rows whose {names} is none of {counted(len(self.keys), 'group')} are left out."]

    def _statements_about_found(self, found: FoundKeys) -> list[str]:
        if found.threshold is not None:
            told = [f"Groups are told that have {found.threshold} or more {found.what}, with noise"]
        elif found.scale is not None:
            told = ["Groups are told by what persons weigh in them, the less the more groups a person is in, with noise"]
        else:
            told = [f"Groups are told by a coin for each, the likelier the more {found.what} they have"]
        if found.surely is not None:
            most = self.query.groups or self.query.rows or 1
            enough = f"that has {found.surely}"
            if found.surely_alone != found.surely:
                enough = f"with {found.surely_alone} who are in no other, or {found.surely} who are in {most} each,"
            told.append(f"one {enough} is told with {percent(self.confidence)} confidence")
        told.append("how many others there are is not told")
        costs = f"Finding them takes {self.budget.currency} {show_cost(found.cost)} and delta {show_cost(found.delta)}"
        second = [] if self.in_found is None else ["what is released of them is read in a second pass over the table"]
        return ["; ".join(told) + ".", "; ".join([costs, *second]) + "."]

    def public_texts(self) -> list[str]:
        """The longest that cells of statistics can be, where they are texts."""
        plans = [made.plan for planned in self.statistics for made in planned.made]
        names = [name for plan in plans for name in (*getattr(plan, "bins", ()), *(getattr(plan, "categories", None) or ()))]
        return [max(map(str, names), key=len)] if names else []

    def frame_cells(self) -> int:
        """How many cells a release has, where groups are public."""
        from .query_release import frames_of

        groups = 1 if self.keys is None else len(self.keys)
        return groups * sum(
            statistics[0].rows_of_a_group * (len(self.query.grouped_by) + sum(len(planned.columns()) for planned in statistics))
            for statistics in frames_of(self)
        )

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
            told.append(f"{planned.name} = {planned.statistic}: {'; '.join(self._lines(planned))}")
        return [printable(line) for line in (*told, self.accuracy_statement())]

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
        if self.found is not None:
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
            **({} if self.found is None else {"found": self._found_to_dict(self.found)}),
            **({} if self.threshold is None else {"threshold": self.threshold}),
            "statistics": [planned.to_dict() for planned in self.statistics],
            "digest": self.digest,
            "words": self._words(),
        }

    def _words(self) -> dict[str, Any]:
        """How a plan is told to people, for whoever tells it without having the plan."""
        return {
            "what": self._what(),
            "price": self.price_shown,
            "unit": self._unit(),
            "meaning": meaning_of_cost(self, self.query.table.rows_per_person),
            "groups": self.statements_about_groups(),
            "accuracy": self.accuracy_statement(),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "a plan of a query knows its table, and is not pickled; make it again from the query, query.plan(...), where it is "
            "wanted (plans with one digest are the same), or keep what to_dict() tells"
        )

    def _found_to_dict(self, found: FoundKeys) -> dict[str, Any]:
        told = {"by": found.what, self.budget.currency: found.cost, "delta": found.delta}
        return told if found.surely is None else {**told, "surely_from": found.surely}


def _released(paid: _core.Filter, measurement: Any, rows: Any, **reading: Any) -> Any:
    """Paid for by the filter, which runs a measurement itself."""
    if isinstance(measurement, _core.Measurement):
        return paid.release(measurement, rows, **reading)
    return measurement.release(paid, rows, **reading)


def _listed(keys: Any) -> list[Any]:
    """Keys that were told alone: texts are a list, integers an array."""
    return keys.tolist() if hasattr(keys, "tolist") else list(keys)


def _logarithm(error: Fraction) -> float:
    """Of an error, which may be 0."""
    return -math.inf if error == 0 else math.log(error.numerator) - math.log(error.denominator)


def _wrapped(line: str, indent: int) -> str:
    return textwrap.fill(printable(line), _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))
