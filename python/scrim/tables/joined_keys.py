"""Keys that are found: of one column of integers or texts as they are, else as texts that tell the cells of each column
(`make_join_cells`), which are read here. Released, so that reading them is postprocessing."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from typing import Any

from .facts import EPOCH, Value
from .keys import Keys

_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CELL = re.compile(r"(?:[^,\\]|\\.)*", re.DOTALL)


def is_plain(types: Sequence[str]) -> bool:
    """Whether a column by itself is a key that can be counted."""
    return len(types) == 1 and types[0] in ("int", "str")


def keys_of(columns: tuple[str, ...], types: Sequence[str], released: Iterable[Any]) -> dict[tuple[Value, ...], Any]:
    """What was released, by the cells of each key, in the order of keys."""
    if is_plain(types):
        return {(key,): key for key in sorted(released)}
    return dict(sorted((_cells(types, text), text) for text in released))


def stand_in(columns: tuple[str, ...], types: Sequence[str]) -> Keys:
    """One key that stands for those that are not known yet."""
    cells = {"int": 0, "str": "", "bool": False, "date": EPOCH}
    return Keys(columns, (tuple(cells[kind] for kind in types),))


def _cells(types: Sequence[str], text: str) -> tuple[Value, ...]:
    cells, place = [], 0
    for kind in types:
        cell = _CELL.match(text, place)
        assert cell is not None  # it matches nothing, too
        cells.append(_value(kind, _ESCAPED.sub(r"\1", cell[0])))
        place = cell.end() + 1
    return tuple(cells)


def _value(kind: str, text: str) -> Value:
    if kind == "str":
        return text
    number = int(text)
    if kind == "date":
        return EPOCH + datetime.timedelta(number)
    return bool(number) if kind == "bool" else number
