"""Releases as bytes, one text for one release, and back: what is read is equal to what was written."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from .._core import BadStateError
from ..tables.canonical import canonical
from ..tables.frame import Frame
from ..tables.planned import Planned
from ..tables.query_plan import QueryPlan
from ..tables.query_release import QueryRelease, frames_of, schema_of

FORMAT = 1
"""Of these bytes. Another one is refused, not guessed at."""

_TYPES: dict[str, type] = {"int": int, "float": float, "str": str, "bool": bool, "date": datetime.date}


def to_bytes(release: QueryRelease) -> bytes:
    """The frames of a release, with the digest of the plan that it is of."""
    frames = [
        {"schema": [list(column) for column in frame.schema], "rows": [[_written(cell) for cell in row] for row in frame.rows]}
        for frame in release.all_frames
    ]
    told = {"scrim_release": FORMAT, "plan": release.plan.digest, "frames": frames}
    return canonical(told).encode("utf-8", "surrogatepass")


def from_bytes(plan: QueryPlan, stored: bytes, head: str | None) -> QueryRelease:
    """What `to_bytes` was given. Anything else is an error: it is never made to fit."""
    told, expected = read_stored(stored, plan.digest).get("frames"), frames_of(plan)
    if not isinstance(told, list) or len(told) != len(expected):
        raise _damaged("it has not as many frames as the plan")
    first, *others = (_frame(plan, statistics, frame) for statistics, frame in zip(expected, told, strict=True))
    return QueryRelease(plan, first.schema, first.rows, tuple(others), ledger=head)


def _frame(plan: QueryPlan, statistics: Sequence[Planned], told: Any) -> Frame:
    schema = schema_of(plan, statistics)
    if not isinstance(told, dict) or told.get("schema") != [list(column) for column in schema]:
        raise _damaged("its columns are not those of the plan")
    rows = told.get("rows")
    if not isinstance(rows, list):
        raise _damaged("it has no rows")
    return Frame(tuple(planned.name for planned in statistics), schema, tuple(_row(row, schema) for row in rows))


def read_stored(stored: bytes, digest: str) -> Mapping[str, Any]:
    """The content of stored bytes, which must be of this plan."""
    try:
        told = json.loads(stored.decode("utf-8", "surrogatepass"))
    except ValueError:
        raise _damaged("it is no JSON") from None
    if not isinstance(told, dict) or told.get("scrim_release") != FORMAT:
        raise _damaged(f"it is not of format {FORMAT}, which this version of Scrim reads")
    if told.get("plan") != digest:
        raise _damaged("it is of another plan")
    return told


def _written(cell: Any) -> Any:
    """JSON has no infinities and no days."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return {"float": repr(cell)}
    return cell


def _row(row: Any, schema: tuple[tuple[str, str], ...]) -> tuple[Any, ...]:
    if not isinstance(row, list) or len(row) != len(schema):
        raise _damaged("a row has not as many cells as there are columns")
    return tuple(_cell(cell, kind) for cell, (_, kind) in zip(row, schema, strict=True))


def _cell(cell: Any, kind: str) -> Any:
    try:
        if isinstance(cell, dict):
            ((name, text),) = cell.items()
            cell = float(text) if name == "float" else datetime.date.fromisoformat(text) if name == "date" else None
    except (ValueError, TypeError):
        cell = None
    if type(cell) is not _TYPES[kind]:
        raise _damaged("a cell is not of the type of its column")
    return cell


def _damaged(why: str) -> BadStateError:
    return BadStateError(
        f"the stored release cannot be used: {why}; nothing was released. It was paid for: restore it from where it was "
        "published, or pay again with release(pay_again=True)"
    )
