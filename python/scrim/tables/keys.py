"""The groups of a query: public ones, or those that are found in the data."""

from __future__ import annotations

import datetime
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.refuse import Argument, Words, refuse, shown
from .expressions import deriving
from .facts import Fact, Value, as_date
from .public_table import make_public_table, own_cell

FOUND = "found"
"""What asks for keys that are found in the data."""

MOST_GROUPS = 10_000_000


@dataclass(frozen=True)
class Keys:
    """A value for each column of a group, of every group: public, in the order of the release."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def to_json(self) -> list[list[Value]]:
        return [list(row) for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)


_LIST_THEM = Words(
    'list them with keys=[...], or have them found in the data with keys="found", for which plan needs a delta',
    shell="list them, such as --by region=N,E, or have them found in the data with --found and --delta",
    toml='list them with keys = [...], or have them found in the data with keys = "found", for which the release needs a delta',
)

Given = None | str | Keys
"""As a query has it: nothing where declared values are meant, FOUND, or a list."""


def make_keys(columns: tuple[str, ...], keys: Any) -> Given:
    """The argument `keys` of `group_by`."""
    if keys is None:
        return None
    if isinstance(keys, str):
        if keys == FOUND:
            return FOUND
        refuse(Argument("keys"), f' is {shown(keys)}; give a list of public values, a public table, or "found"')
    if isinstance(keys, (set, frozenset)):  # the same again would be another plan, and paid for again
        refuse(Argument("keys"), f" is {shown(keys)}, a set, which has no order that lasts; give a list, such as sorted(keys)")
    is_column = hasattr(keys, "to_list")  # of pandas or Polars
    if isinstance(keys, Mapping) or (hasattr(keys, "__arrow_c_stream__") or hasattr(keys, "columns")) and not is_column:
        whose = "keys"
        table = make_public_table(keys, whose).select(columns, whose)
        rows = list(zip(*(table[name] for name in columns), strict=True))
    else:
        rows = _listed(columns, keys)
    if not rows:
        refuse(Argument("keys"), " is empty; give at least one group")
    _check_cells(rows)
    for row in _twice(rows):
        refuse(Argument("keys"), f" has {shown(row[0] if len(row) == 1 else row)} twice; give each group once")
    return Keys(columns, tuple(rows))


def _check_cells(rows: Sequence[tuple[Any, ...]]) -> None:
    if {type(cell) for row in rows for cell in row} <= {str, int, bool, datetime.date}:  # of all at once: there may be many
        return
    for cell in itertools.chain.from_iterable(rows):
        if cell is None:
            refuse(Argument("keys"), " has a value that is missing; rows without one are in no group")
        if not isinstance(cell, (str, int, float, datetime.date)) or isinstance(cell, float) and math.isinf(cell):
            refuse(Argument("keys"), f" has {shown(cell)}; give texts, integers, truths or dates")


def declared_keys(columns: tuple[str, ...], facts: Mapping[str, Fact | None]) -> Keys:
    """The product of all that the columns can be."""
    values = []
    for name in columns:
        fact = facts[name]
        possible = None if fact is None else fact.values()
        if possible is None:
            refuse(Argument("group_by"), f" has {name!r}, {_of_what(fact)}, so that its values are not public; ", _LIST_THEM)
        values.append(possible)
    size = 1
    for possible in values:
        size *= len(possible)
    if size > MOST_GROUPS:
        listed = Words(" with keys=[...]", shell=", such as --by region=N,E", toml=" with keys = [...]")
        refuse(Argument("group_by"), f" has {size} groups, and {MOST_GROUPS} is the most; list those that are wanted", listed)
    return Keys(columns, tuple(itertools.product(*values)))


def in_type_of(keys: Keys, types: Sequence[str]) -> Keys:
    """The same keys as cells of these types are compared with them: "int", "str", "bool" or "date"."""
    rows: Sequence[tuple[Value, ...]] = keys.rows
    # Asked of all at once: there may be many.
    if any({type(row[place]) for row in rows} - {_PLAIN.get(kind)} for place, kind in enumerate(types)):
        rows = [
            tuple(_cell(cell, kind, name) for cell, kind, name in zip(row, types, keys.columns, strict=True)) for row in rows
        ]
    for row in _twice(rows):
        refuse(Argument("keys"), f" has {shown(row[0] if len(row) == 1 else row)} twice; give each group once")
    return Keys(keys.columns, tuple(rows))


def refuse_no_keys(columns: Sequence[str], types: Sequence[str]) -> None:
    """No two floats are alike, and hardly two times."""
    for name, kind in zip(columns, types, strict=True):
        if kind == "float":
            advice = "group by integers, texts, truths or dates, such as bin(...) of it"
            refuse(Argument("group_by"), f" has {name!r}, which holds floats; {advice}")
        if kind == "time":
            part = deriving("h", f"hour({name})")
            refuse(Argument("group_by"), f" has {name!r}, which holds times; group by a part of it, such as ", part)


def _cell(cell: Any, kind: str, name: str) -> Any:
    if kind == "date":
        return as_date(cell, f"a key of {name}")
    if kind == "bool" and cell in (0, 1) and not isinstance(cell, float):
        return bool(cell)
    if kind == "int" and isinstance(cell, int):
        return int(cell)
    if kind == "str" and isinstance(cell, str):
        return cell
    refuse_no_keys([name], [kind])
    refuse(Argument("keys"), f" has {shown(cell)} for {name}, which holds {_NAMES[kind]}; give {_NAMES[kind]}")


_PLAIN = {"int": int, "str": str, "bool": bool}
"""As what a cell is compared."""
_NAMES = {"int": "integers", "str": "texts", "bool": "truths", "date": "dates"}


def _of_what(fact: Fact | None) -> str:
    if fact is None:
        return "a derived column of which nothing is declared"
    kind = {"number": "numbers", "integer": "integers with too wide a range", "text": "texts", "date": "too many days"}
    return f"a column of {kind.get(fact.kind, fact.kind)}"


def _listed(columns: tuple[str, ...], keys: Any) -> list[tuple[Any, ...]]:
    try:
        given = [own_cell(each) for each in keys]
    except TypeError:
        refuse(Argument("keys"), f' is {shown(keys)}; give a list of public values, a public table, or "found"')
    if len(columns) == 1:
        return [(each[0] if isinstance(each, (tuple, list)) and len(each) == 1 else each,) for each in given]
    for each in given:
        if not isinstance(each, (tuple, list)) or len(each) != len(columns):
            row = Words("a tuple", toml="a list")
            refuse(Argument("keys"), f" has {shown(each)}; give ", row, f" with a value for each of {', '.join(columns)}")
    return [tuple(each) for each in given]


def _twice(rows: Sequence[tuple[Any, ...]]) -> Sequence[tuple[Any, ...]]:
    if len(set(rows)) == len(rows):  # of whatever types
        return []
    seen: set[tuple[Any, ...]] = set()
    for row in rows:
        key = tuple((type(cell).__name__, cell) for cell in row)
        if key in seen:
            return [row]
        seen.add(key)
    return []
