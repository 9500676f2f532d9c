"""Cells without a type as what they are asked for: numbers and integers are parsed in C++, dates and truths come by way
of their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .batches import BatchStream, converted

_PARSED = ("number", "integer", "text")


def typed_cells(kinds: dict[str, str], cells: Callable[[dict[str, str]], BatchStream]) -> BatchStream:
    """Columns by name, and what each is read as; `cells` reads what C++ parses."""
    stream = cells({name: kind if kind in _PARSED else "text" for name, kind in kinds.items()})
    if all(kind in _PARSED for kind in kinds.values()):
        return stream
    from .arrow_columns import as_kind

    wanted = list(kinds.values())
    return converted(
        list(kinds),
        stream.schema,
        stream.batches,
        lambda place, array: array if wanted[place] in _PARSED else as_kind(array, wanted[place]),
    )
