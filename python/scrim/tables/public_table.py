"""Tables that everyone may know: what rows are looked up in, and lists of groups."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..analysis.refuse import refuse, shown
from .canonical import digest_of
from .facts import Boolean, Category, Date, Fact, Integer, Number, Text, Value

_ADVICE = "a dict of lists, or a table of pandas, Polars or Arrow"
_LEAST, _MOST = -(2**63), 2**63 - 1
_KINDS: tuple[type, ...] = (bool, int, float, str, datetime.date)


@dataclass(frozen=True)
class PublicTable:
    """Columns of equal length, of which none has cells of two types."""

    columns: tuple[tuple[str, tuple[Value | None, ...]], ...]
    digest: str = field(repr=False)

    def __getitem__(self, name: str) -> tuple[Value | None, ...]:
        return dict(self.columns)[name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    @property
    def rows(self) -> int:
        return len(self.columns[0][1])

    def select(self, names: Sequence[str], whose: str) -> PublicTable:
        """These columns alone, which it must have."""
        for name in names:
            if name not in self.names:
                refuse(f"{whose} has no column {name!r}; its columns are {', '.join(self.names)}")
        return make_public_table({name: self[name] for name in names}, whose)

    def fact(self, name: str) -> Fact:
        """What is known of cells that are looked up in a column of it: they may be missing, where nothing is found."""
        cells = [cell for cell in self[name] if cell is not None]
        kind = type(cells[0]) if cells else str
        if kind is bool:
            return Boolean(True)
        if kind is float:
            return Number(True, min(cells), max(cells))  # type: ignore[type-var, arg-type]
        if kind is datetime.date:
            return Date(True, min(cells), max(cells))  # type: ignore[type-var, arg-type]
        if not cells:
            return Text(True)
        distinct = tuple(dict.fromkeys(cells))
        if kind is int:
            return Integer(True, min(distinct), max(distinct))  # type: ignore[type-var, arg-type]
        return Category(True, distinct)  # type: ignore[arg-type]


def make_public_table(table: Any, whose: str) -> PublicTable:
    """From whatever holds columns; `whose` is what it is called in errors. It is public, and errors may quote it."""
    if isinstance(table, PublicTable):
        return table
    columns = {str(name): tuple(map(_cell, cells)) for name, cells in _columns(table, whose).items()}
    if not columns:
        refuse(f"{whose} has no columns; give {_ADVICE}")
    if len({len(cells) for cells in columns.values()}) > 1:
        refuse(f"{whose} has columns of different lengths; give {_ADVICE}")
    checked = tuple((name, _of_one_type(cells, name, whose)) for name, cells in columns.items())
    return PublicTable(checked, digest_of({name: list(cells) for name, cells in checked}))


def _columns(table: Any, whose: str) -> Mapping[str, Sequence[Any]]:
    if isinstance(table, Mapping):
        if any(isinstance(cells, (str, bytes)) or not hasattr(cells, "__iter__") for cells in table.values()):
            refuse(f"{whose} is {shown(table)}; give {_ADVICE}")
        return {name: list(cells) for name, cells in table.items()}
    if type(table).__module__.partition(".")[0] == "pandas":
        return {name: list(table[name].astype(object)) for name in table.columns}
    if hasattr(table, "__arrow_c_stream__"):
        import pyarrow as pa

        columns: Mapping[str, Sequence[Any]] = pa.table(table).to_pydict()
        return columns
    refuse(f"{whose} is {shown(table)}; give {_ADVICE}")


def own_cell(cell: Any) -> Any:
    """A cell as Python's own value, None where it is missing: NumPy and pandas have others."""
    if type(cell).__name__ in ("NAType", "NaTType"):
        return None
    cell = cell.item() if hasattr(cell, "item") else cell
    return None if isinstance(cell, float) and math.isnan(cell) else cell


def _cell(cell: Any) -> Any:
    cell = own_cell(cell)
    if hasattr(cell, "to_pydatetime"):
        cell = cell.to_pydatetime()
    return cell.date() if isinstance(cell, datetime.datetime) else cell


def _of_one_type(cells: Sequence[Any], name: str, whose: str) -> tuple[Any, ...]:
    """Integers among floats are floats."""
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds == {int, float}:
        cells, kinds = [None if cell is None else float(cell) for cell in cells], {float}
    if len(kinds) > 1 or not kinds <= set(_KINDS):
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        refuse(f"{whose} has {names} in the column {name!r}; give numbers, texts, truths or dates, of one type in a column")
    for cell in cells:
        if isinstance(cell, float) and math.isinf(cell):
            refuse(f"{whose} has {cell} in the column {name!r}; give finite numbers")
        if type(cell) is int and not _LEAST <= cell <= _MOST:
            refuse(f"{whose} has {cell} in the column {name!r}, which does not fit 64 bits; give smaller integers, or texts")
    return tuple(cells)
