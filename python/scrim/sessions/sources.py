"""Which plans must be paid for before the first row is read: those whose reading, or whose state, can fail on data."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ..readers.schema import ColumnTable
from ..tables.keys import FOUND
from ..tables.query_plan import QueryPlan
from ..tables.source import Source


def is_paid_first(plan: QueryPlan, sort_in: object | None) -> bool:
    """Whether a release may fail because of what rows hold. Then it is paid for first: a failure that cost nothing would
    be a question that is free."""
    has_persons = plan.query.table.person is not None  # all in memory, or sorted on a disk that may be full
    return (
        has_persons
        or sort_in is not None
        or plan.query.keys == FOUND
        or _has_grids(plan)
        or not reads_calmly(plan.query.table.source)
    )


def reads_calmly(source: Source) -> bool:
    """Files that are read cell by cell in C++, and Arrow tables in memory: nothing in a row can stop them. An engine that
    computes what it hands over (a relation, a view in a database, a lazy frame, a stream) may be stopped by any row."""
    if isinstance(source.given, (pa.Table, pa.RecordBatch)):
        return True
    if isinstance(source.given, ColumnTable):
        return is_calm_file(source.given)
    if not isinstance(source.given, str) or source.sql is not None:
        return False
    with source.opened() as table:
        return is_calm_file(table)


def is_calm_file(table: ColumnTable) -> bool:
    """Whether a file that was opened is read cell by cell."""
    return type(table).__name__ in ("CsvTable", "ParquetTable", "JsonTable")


def _has_grids(plan: QueryPlan) -> bool:
    """Quantiles among all integers of a range keep all rows in memory."""
    return any(planned.statistic.option("candidates") == "all" for planned in plan.statistics)


def name_of(source: Any) -> str | None:
    """What data is called where nobody said: the base name of a file."""
    given = source.given
    if isinstance(given, ColumnTable):
        given = given.files[0] if given.files else ""
    if not isinstance(given, str) or given in ("", "-"):
        return None
    return given.replace("\\", "/").rstrip("/").rpartition("/")[2] or None
