"""Releases as bytes, one text for one release, and back: what is read is equal to what was written."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping
from typing import Any

from .._core import BadStateError
from ..tables.canonical import canonical
from ..tables.query_plan import QueryPlan
from ..tables.query_release import QueryRelease, schema_of

FORMAT = 1
"""Of these bytes. Another one is refused, not guessed at."""

_TYPES: dict[str, type] = {"int": int, "float": float, "str": str, "bool": bool, "date": datetime.date}


def to_bytes(release: QueryRelease) -> bytes:
    """The frame of a release, with the digest of the plan that it is of."""
    rows = [[_written(cell) for cell in row] for row in release.rows]
    schema = [list(column) for column in release.schema]
    told = {"scrim_release": FORMAT, "plan": release.plan.digest, "schema": schema, "rows": rows}
    return canonical(told).encode("utf-8", "surrogatepass")


def from_bytes(plan: QueryPlan, stored: bytes, head: str | None) -> QueryRelease:
    """What `to_bytes` was given. Anything else is an error: it is never made to fit."""
    told = read_stored(stored, plan.digest)
    schema = schema_of(plan)
    if told.get("schema") != [list(column) for column in schema]:
        raise _damaged("its columns are not those of the plan")
    rows = told.get("rows")
    if not isinstance(rows, list):
        raise _damaged("it has no rows")
    return QueryRelease(plan, schema, tuple(_row(row, schema) for row in rows), ledger=head)


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
