"""How a frame is laid out for the tasks: the used columns; where persons are bounded, each person in one part, in order.

Spark decides how many parts it makes: a range partition has fewer than were asked for where there are few persons, and that
depends on data. So one row is added that is nobody's and comes last. In the part that has it rows end: a part before it that
did not come is missing, and one behind it is empty, whether Spark made it or not.
"""

from __future__ import annotations

from typing import Any

from ..tables.source import find_columns
from .table import SparkTable

_SETTING = "spark.sql.shuffle.partitions"
_BYTEWISE = "UTF8_BINARY"


def number_of_parts(frame: Any) -> int:
    """As many as the session has for shuffles, and one more for the row that comes last."""
    return int(frame.sparkSession.conf.get(_SETTING)) + 1


def laid_out(table: SparkTable, kinds: dict[str, str], persons: int, parts: int) -> Any:
    """A frame of these columns, of which the first tell whose a row is. Its last row has nothing in those; where there are
    none, a column behind all others tells it."""
    names = find_columns(table, kinds)
    chosen = [f"{_cell(name, table.fields[name], place < persons)} as c{place}" for place, name in enumerate(names)]
    nothing = [f"cast(null as {_plain(table.fields[name], place < persons)}) as c{place}" for place, name in enumerate(names)]
    marks = [] if persons else ["last"]
    rows = table.frame.selectExpr(*chosen, *(f"false as {mark}" for mark in marks))
    end = table.frame.sparkSession.range(0, 1, 1, 1).selectExpr(*nothing, *(f"true as {mark}" for mark in marks))
    if not persons:
        return rows.coalesce(parts - 1).union(end)
    ids = [f"c{place}" for place in range(persons)]
    return in_order(rows.where(" and ".join(f"{name} is not null" for name in ids)).union(end), ids, parts)


def in_order(rows: Any, ids: list[str], parts: int) -> Any:
    """Each person in one part, in the order of ids: integers by value, texts byte by byte."""
    rising = [rows[name].asc_nulls_last() for name in ids]
    return rows.repartitionByRange(parts, *rising).sortWithinPartitions(*rising)


def _cell(name: str, kind: Any, is_id: bool) -> str:
    quoted = "`" + name.replace("`", "``") + "`"
    return f"collate({quoted}, '{_BYTEWISE}')" if is_id and _is_collated(kind) else quoted


def _plain(kind: Any, is_id: bool) -> str:
    return "string" if is_id and _is_collated(kind) else str(kind.simpleString())


def _is_collated(kind: Any) -> bool:
    """Whether texts of this type are ordered otherwise than byte by byte."""
    return getattr(kind, "collation", _BYTEWISE) != _BYTEWISE
