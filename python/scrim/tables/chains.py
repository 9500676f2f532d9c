"""The chains that queries become: from rows of a table to what is measured. The one place that knows the constructors of
tables, persons and groups."""

from __future__ import annotations

import datetime
import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _core
from ..analysis.person import RowsOfAPerson
from ..analysis.refuse import Words, refuse
from .assemble import ColumnType
from .facts import Date, Fact
from .folds import ROWS, Bounding, Fold
from .joined_keys import is_plain, stand_in
from .keys import FOUND, MOST_GROUPS, Keys, in_type_of, refuse_no_keys
from .layout import Layout, public_keys
from .lookup import Lookup

if TYPE_CHECKING:
    from .query import Query

# What names of columns that are made here begin with; with more of it where a column of the query begins so.
_MARK = "#"
# That a cell has at most: doubles hold all integers up to this.
_LARGEST_STEPS = 2**53


class Chains:
    """Of a query whose table has ids of these kinds, and whose rows come in the order of ids or in any. Where groups are
    found, `found` are those that were, which are public from then on; without them these are the chains that find them."""

    def __init__(
        self,
        query: Query,
        layout: Layout,
        id_kinds: Sequence[str],
        seed: int,
        *,
        in_order: bool = False,
        found: Keys | None = None,
    ) -> None:
        self._query = query
        self._again = functools.partial(type(self), query, layout, id_kinds, seed, in_order=in_order)
        self._bounding = {"seed": seed, "in_order": in_order}
        self._persons = list(zip(query.table.person or (), id_kinds, strict=True))
        self._declared = layout.declared or _any_column(query)
        self._mark = _mark_beside([*dict(self._persons), *self._declared, *layout.facts])
        self._made: dict[tuple[Bounding, tuple[str, ...]], Bounded] = {}
        self.kinds = dict(self._persons) | {name: fact.kind for name, fact in self._declared.items()}
        """What the columns of the table are read as, in the order of the domain."""
        self.d_in = query.table.rows_per_person or 1
        """What one person changes about the table."""
        self.are_found = query.keys == FOUND
        """Whether groups are found in the data."""
        self._prefix = self._rows(layout)
        types = {name: (kind, nullable) for name, kind, nullable in _domain(self._prefix).columns}
        self.columns = {name: ColumnType(*types[name], fact) for name, fact in layout.facts.items()}
        """Of the columns that are used, those without missing cells among them known as such."""
        self.keys = public_keys(query, layout) if found is None else found
        if query.keys == FOUND:
            refuse_no_keys(query.grouped_by, self.group_types)
        if self.keys is None and self._joins_keys:
            self._prefix = self._with_joined_keys()
        if self.keys is not None:
            self.keys = in_type_of(self.keys, [self.columns[name].type for name in query.grouped_by])
            self._prefix = self._with_groups(self.keys)

    def _rows(self, layout: Layout) -> Any:
        """Rows with their derived columns, without those that are left out."""
        columns = [(name, fact.type, True) for name, fact in self._declared.items()]
        if self._query.table.person is None:
            chain: Any = _core.table_domain(columns), _core.symmetric_distance()
        else:
            ids = [(name, "int" if kind == "integer" else "str", True) for name, kind in self._persons]
            chain = _core.person_table_domain(ids, columns), _core.person_distance()
        needed = [name for name, fact in layout.declared.items() if not fact.nullable]
        if needed:
            chain = chain >> _core.then_drop_missing(names=needed)
        for step in layout.steps:
            chain = chain >> (_looked_up(step) if isinstance(step, Lookup) else _derived(*step))
        for condition in self._query.conditions:
            chain = chain >> _core.then_filter(condition=condition.core)
        return chain

    def _with_groups(self, keys: Keys) -> Any:
        """Rows with the number of their group; those in none are left out."""
        chain, names, columns = self._prefix, [], {}
        for place, name in enumerate(keys.columns):
            cells = [row[place] for row in keys.rows]
            kind = self.columns[name].type
            if kind in ("bool", "date"):  # keys that are looked up are integers or texts
                if kind == "bool" and self.columns[name].nullable:  # a truth that is missing would count as False
                    chain = chain >> _core.then_drop_missing(names=[name])
                expression, cells = _as_integers(name, kind, cells)
                name = self._own(f"key {name}")
                chain = chain >> _core.then_derive(name=name, expression=expression)
            names.append(name)
            columns[name] = cells
        columns[self.number] = list(range(len(keys)))
        return chain >> _core.then_lookup(keys=names, table=columns, add=[self.number], unmatched="drop")

    def _with_joined_keys(self) -> Any:
        """Rows with a text that tells their key; those on days that are not between what is declared are left out."""
        chain, names = self._prefix, list(self._query.grouped_by)
        for name in names:
            if self.columns[name].type == "date":
                fact = self.columns[name].fact
                ends = (fact.low, fact.high) if isinstance(fact, Date) else (datetime.date.min, datetime.date.max)
                day, (low, high) = _as_integers(name, "date", ends)
                chain = chain >> _core.then_filter(condition=lambda row, day=day, low=low, high=high: (day(row) >= low) & (day(row) <= high))
        return chain >> _core.then_join_cells(names=names, name=self._key)

    def _own(self, name: str) -> str:
        """The name of a column that is made here, which none of the query has."""
        return self._mark + name

    @property
    def number(self) -> str:
        """The column that numbers groups, once they are known."""
        return self._own("group")

    @property
    def _key(self) -> str:
        """The column of keys that tell several cells."""
        return self._own("key")

    @property
    def group_types(self) -> tuple[str, ...]:
        """What the columns that rows are grouped by hold."""
        return tuple(self.columns[name].type for name in self._query.grouped_by)

    @property
    def group(self) -> str | None:
        """The column that tells the group of a row."""
        if not self._query.grouped_by:
            return None
        if self.keys is not None:
            return self.number
        return self._key if self._joins_keys else self._query.grouped_by[0]

    @property
    def _joins_keys(self) -> bool:
        """Whether keys that are found are texts that tell several cells, or one that is no key by itself."""
        return self._query.keys == FOUND and not is_plain(self.group_types)

    def of_found(self, keys: Keys | None = None) -> Chains:
        """The chains for groups that were found; without any, those of one that stands for them: what is released of them
        costs the same, whichever and however many they are."""
        return self._again(found=stand_in(self._query.grouped_by, self.group_types) if keys is None else keys)

    def bounded(self, bounding: Bounding, folds: Sequence[Fold]) -> Bounded:
        """The rows that these folds read, all behind one bounding."""
        values = tuple(sorted({fold.column for fold in folds if fold.column is not None}))
        if (bounding, values) not in self._made:  # here, so that it goes with the plan: chains know the table
            self._made[bounding, values] = self._bounded(bounding, values)
        return self._made[bounding, values]

    def _bounded(self, bounding: Bounding, values: tuple[str, ...]) -> Bounded:
        query, chain = self._query, self._space
        if not values:
            row = self._own("row")
            chain, values = chain >> _core.then_derive(name=row, expression="1"), (row,)
        by_group = {} if self.group is None else {"group": self.group}
        if query.table.person is None:
            then = _core.then_group_rows(values=list(values), **by_group) if by_group else _core.then_select(names=list(values))
            return Bounded(self, chain >> then, self.d_in)
        if by_group and query.groups is None and bounding == ROWS:  # so many rows in all, in whichever groups
            kept = _core.then_bound_contributions(rows=query.rows, values=[self.group, *values], **self._bounding)
            return Bounded(self, chain >> kept >> _core.then_group_rows(values=list(values), **by_group), query.rows or 1)
        groups = {**by_group, "groups": self.groups} if by_group else {}
        if bounding.name == "totals":
            assert bounding.column is not None
            chain = chain >> _core.then_drop_missing(names=[bounding.column])
            value = bounding.column
            if bounding.exponent is not None:
                steps = self._own("steps")
                chain, value = chain >> _in_steps(steps, bounding, self.columns[value].fact), steps
            then = _core.then_person_totals(value=value, bounds=bounding.bounds, **self._bounding, **groups)
            return Bounded(self, chain >> then, groups.get("groups", 1))
        rows = query.rows if bounding == ROWS else 1
        then = _core.then_bound_contributions(rows=rows, values=list(values), **self._bounding, **groups)
        return Bounded(self, chain >> then, (rows or 1) * groups.get("groups", 1))

    def weighed(self, weight: int) -> Any:
        """What persons weigh in the groups that they are in, from where rows are bounded."""
        return self._space >> _core.then_weight_by_key(
            group=self.group, groups=self.groups, weight=weight, **self._bounding
        )

    @property
    def has_persons(self) -> bool:
        """Whether it is known whose a row is."""
        return self._query.table.person is not None

    @property
    def groups(self) -> int:
        """In how many groups a person is at most: in no more than there are rows of theirs, where no other bound is said."""
        return self._query.groups or self._query.rows or 1

    def whole(self, parts: Sequence[tuple[Bounded, Sequence[_core.Measurement]]]) -> _core.Measurement:
        """All folds in one measurement: for each bounding the releases of each group, of a list of folds each."""
        return self.from_table(
            _core.make_composition([bounded.in_every_group(_core.make_composition(list(folds))) for bounded, folds in parts])
        )

    @property
    def _space(self) -> Any:
        """Where rows are bounded: what was done to them before is done once for all folds."""
        return self._prefix if isinstance(self._prefix, tuple) else (self._prefix.output_domain, self._prefix.output_metric)

    def from_table(self, measurement: _core.Measurement) -> _core.Measurement:
        """What is measured there, from the table on."""
        return measurement if isinstance(self._prefix, tuple) else self._prefix >> measurement

    def map_from_table(self, exact: Any) -> Any:
        """What one person changes about what a transformation gives."""
        return (exact if isinstance(self._prefix, tuple) else self._prefix >> exact).map(self.d_in)


@dataclass(frozen=True)
class Bounded:
    """Rows that a person has a bounded part of, by group if there are groups."""

    chains: Chains
    exact: Any  # a transformation, from where rows are bounded
    rows: int
    """That a person has at most, in all groups; of steps that suit the noise, so that it need not be exact."""

    def whole(self, measurement: _core.Measurement) -> _core.Measurement:
        """A measurement of the rows of one group, in every group and from the table on."""
        return self.chains.from_table(self.in_every_group(measurement))

    def in_every_group(self, measurement: _core.Measurement) -> _core.Measurement:
        return self.exact >> self._by_key(measurement)

    def _by_key(self, measurement: _core.Measurement) -> _core.Measurement:
        if self.chains.keys is None:
            return measurement
        return _core.make_parallel(measurement, keys=self._groups, group=self.chains.number)

    @functools.cached_property
    def _groups(self) -> int:
        """How many there are. Of those that were found at least as many as a person can be in, further ones without rows:
        what a release costs does not depend on how many were found."""
        keys = len(self.chains.keys or ())
        if not self.chains.are_found:
            return keys
        groups: int = self._change[0]
        return max(keys, min(groups, MOST_GROUPS))

    @functools.cached_property
    def _change(self) -> Any:
        """What one person changes about these rows."""
        return self.chains.map_from_table(self.exact)

    def affords(self, measurement: _core.Measurement, amount: Any) -> bool:
        """Whether a measurement of the rows of one group, in every group and from the table on, costs at most this.

        As whole(measurement).check would say: a chain loses what its end does at what its beginning comes to. That is
        the same whatever the noise, and many scales are tried.
        """
        return bool(self._by_key(measurement).check(self._change, amount))

    def person(self, column: str | None) -> PersonInTable:
        return PersonInTable(self.rows, self, column)


@dataclass(frozen=True)
class PersonInTable(RowsOfAPerson):
    """A person in a table, by all that is done to it, in every group: what a statistic of one column of it costs."""

    bounded: Bounded
    column: str | None

    def start(self, domain: _core.Domain) -> Any:
        """A column of the rows of one group, without missing cells; any column where whole rows are counted."""
        columns = self.bounded.exact.output_domain.columns
        name, kind, nullable = next(each for each in columns if self.column in (None, each[0]))
        table = _core.table_domain(columns), _core.symmetric_distance()
        chain = table >> _core.then_select_column(name=name)
        if self.column is None:  # whole rows, whatever they miss
            return chain
        chain = chain >> _core.then_drop_null() if nullable else chain
        is_cast = domain.carrier == "float64" and kind != "float"
        return chain >> _core.then_row_by_row(lambda row: row * 1.0) if is_cast else chain

    def cost(self, measurement: _core.Measurement) -> Any:
        return self.bounded.whole(measurement).map(self.bounded.chains.d_in)

    def affords(self, measurement: _core.Measurement, amount: Any) -> bool:
        return self.bounded.affords(measurement, amount)

    def moves(self, exact: Any) -> bool:
        return bool(exact.map(1) != 0)


def _mark_beside(names: Iterable[str]) -> str:
    """What no name begins with."""
    mark = _MARK
    while any(name.startswith(mark) for name in names):
        mark += _MARK
    return mark


def _any_column(query: Query) -> dict[str, Fact]:
    """What rows are counted by where nothing of them is used, and no id either."""
    if query.table.person is not None:
        return {}
    for name, fact in query.table.columns.items():
        return {name: fact}
    example = Words("columns={'age': scrim.text()}", toml="age = { text = true }")
    refuse("the table declares no column, so that there is none to count; declare one, such as ", example)


def _domain(chain: Any) -> _core.Domain:
    """What comes out of a chain, which may be a space."""
    return chain[0] if isinstance(chain, tuple) else chain.output_domain


def _derived(name: str, expression: Any) -> Any:
    return _core.then_derive(name=name, expression=expression.core)


def _looked_up(lookup: Lookup) -> Any:
    table = {name: list(cells) for name, cells in lookup.table.columns}
    return _core.then_lookup(keys=list(lookup.keys), table=table, add=list(lookup.added))


def _in_steps(name: str, bounding: Bounding, fact: Fact | None) -> Any:
    """A column of floats as integers, each moved between what is declared, and in steps that integers can hold."""
    column, per_unit = bounding.column, float(1 / bounding.step)
    declared = (-math.inf, math.inf) if fact is None or fact.bounds is None else fact.bounds
    most = float(_LARGEST_STEPS * bounding.step)
    low, high = max(declared[0], -most), min(declared[1], most)
    return _core.then_derive(name=name, expression=lambda row: round(row[column].clip(low, high) * per_unit))


def _as_integers(name: str, kind: str, cells: Sequence[Any]) -> tuple[Any, list[int]]:
    """An expression that gives an integer for each cell, and what it gives for these."""
    if kind == "bool":
        return lambda row: _core.where(row[name], 1, 0), [int(cell) for cell in cells]
    return (
        lambda row: (row[name].year() * 100 + row[name].month()) * 100 + row[name].day(),
        [(cell.year * 100 + cell.month) * 100 + cell.day for cell in cells],
    )
