"""Which plans must be paid for before the first row is read: those whose reading, or whose state, can fail on data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..readers.input_files import STANDARD_INPUT
from ..readers.schema import ColumnTable, find_column
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
        or not reads_calmly(plan.query.table.source, plan.kinds)
    )


def reads_calmly(source: Source, columns: Iterable[str]) -> bool:
    """Arrow tables in memory, and files whose reader says that nothing in a row of these columns can stop it. An engine that
    computes what it hands over (a relation, a view in a database, a lazy frame, a stream) may be stopped by any row."""
    import pyarrow as pa

    if isinstance(source.given, (pa.Table, pa.RecordBatch)):
        return True
    if not isinstance(source.given, (str, ColumnTable)) or source.sql is not None:
        return False
    with source.opened() as table:
        return table.reads_calmly(find_column(table, name) for name in columns)


def _has_grids(plan: QueryPlan) -> bool:
    """Quantiles among all integers of a range keep all rows in memory."""
    return any(planned.statistic.option("candidates") == "all" for planned in plan.statistics)


def name_of(source: Any) -> str | None:
    """What data is called where nobody said: the base name of a file, or of a pattern, whose files are not those of any of
    them alone."""
    given = source.given
    if isinstance(given, ColumnTable):
        given = given.name if given.files and given.files[0] != STANDARD_INPUT else ""
    if not isinstance(given, str) or given in ("", "-"):
        return None
    return given.replace("\\", "/").rstrip("/").rpartition("/")[2] or None
