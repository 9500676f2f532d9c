"""A look-up in a public table: columns that follow from others, row by row."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.refuse import Argument, refuse, shown
from .public_table import PublicTable, make_public_table


@dataclass(frozen=True)
class Lookup:
    """Of each row its key is looked up, and the added columns are those of the row that is found; null where none is."""

    keys: tuple[str, ...]
    added: tuple[str, ...]
    table: PublicTable
    """With the columns of the keys and those that are added, in this order; no two rows have one key."""

    def to_json(self) -> dict[str, Any]:
        return {"keys": list(self.keys), "add": list(self.added), "table": self.table.digest}

    def __str__(self) -> str:
        keys = self.keys[0] if len(self.keys) == 1 else list(self.keys)
        return f"lookup({keys!r}, a table of {self.table.rows} rows, add={list(self.added)!r})"


def make_lookup(column: Any, table: Any, add: Any) -> Lookup:
    """Arguments of `Query.lookup`."""
    keys = _names(column, "the column to look up", '"zip"')
    added = _names(add, "add", '["district"]')
    if both := set(keys) & set(added):
        refuse(Argument("add"), f" names {sorted(both)[0]!r}, which is looked up; give other columns of the table")
    whose = "the table to look up in"
    chosen = make_public_table(table, whose).select([*keys, *added], whose)
    _check_types(chosen, keys, added, whose)
    seen: set[tuple[Any, ...]] = set()
    for key in zip(*(chosen[name] for name in keys), strict=True):
        if None in key:
            refuse(f"{whose} has a row whose {' and '.join(keys)} is missing; leave it out")
        if key in seen:
            refuse(f"{whose} has {shown(key[0] if len(key) == 1 else key)} twice in {' and '.join(keys)}; give each key once")
        for name in added:
            if chosen[name][len(seen)] is None:
                refuse(
                    f"{whose} has no value in {name!r} for {shown(key[0] if len(key) == 1 else key)}; give one, or leave the row "
                    "out: rows whose key is not in the table have nothing in what is added"
                )
        seen.add(key)
    return Lookup(keys, added, chosen)


def _check_types(table: PublicTable, keys: Sequence[str], added: Sequence[str], whose: str) -> None:
    for name in keys:
        if any(isinstance(cell, (bool, float, datetime.date)) for cell in table[name]):
            refuse(f"{whose} has keys in {name!r} that are neither integers nor texts; give some of these")
    for name in added:
        if any(isinstance(cell, datetime.date) for cell in table[name]):
            refuse(f"{whose} has dates in {name!r}, which cannot be added; give numbers, texts or truths, such as the year")


def _names(given: Any, what: str, example: str) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Sequence) else ()
    if not names or not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        refuse(f"{what} is {shown(given)}; give names of columns, each once, such as {example}")
    return names
