"""What is timed. Each takes the file and gives a mean for each group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import duckdb
import scrim
from scrim import stats

from .data import Size

HIGHEST = 5000
ROWS_KEPT = 4
THREADS = 2
WINDOW = "DuckDB, bounded by a window"
BOUNDED = "Scrim, persons bounded"

Means = dict[int, float]


@dataclass(frozen=True)
class Contender:
    name: str
    is_private: bool
    run: Callable[[Path, Size], Means]


def _duckdb(sql: str) -> Means:
    with duckdb.connect(config={"threads": THREADS}) as connection:
        return dict(connection.execute(sql).fetchall())


def plain(path: Path, size: Size) -> Means:
    return _duckdb(f"select region, avg(cost) from read_parquet('{path}') group by region")


def clipped(path: Path, size: Size) -> Means:
    return _duckdb(f"select region, avg(least(greatest(cost, 0), {HIGHEST})) from read_parquet('{path}') group by region")


def bounded_by_window(path: Path, size: Size) -> Means:
    """The same bounding in SQL: of each person the four least rows by a hash."""
    return _duckdb(
        f"select region, avg(cost) from (select region, cost, row_number() over (partition by person order by "
        f"hash(region, cost)) as place from read_parquet('{path}')) where place <= {ROWS_KEPT} group by region"
    )


def _columns(size: Size) -> dict[str, object]:
    return {"region": scrim.integer(0, size.groups - 1), "cost": scrim.number(0, HIGHEST)}


def _released(table: scrim.Table, size: Size) -> Means:
    query = table.group_by("region", keys=list(range(size.groups))).agg(cost=stats.mean("cost"))
    release = query.plan(epsilon=1).release(threads=THREADS)
    return dict(zip(release["region"], release["cost"], strict=True))


def private(path: Path, size: Size) -> Means:
    return _released(scrim.Table(path, rows_per_person=1, columns=_columns(size)), size)


def private_by_person(path: Path, size: Size) -> Means:
    table = scrim.Table(path, person="person", columns=_columns(size))
    return _released(table.per_person(rows=ROWS_KEPT), size)


CONTENDERS = (
    Contender("DuckDB, group by", False, plain),
    Contender("DuckDB, clipped", False, clipped),
    Contender("Scrim, rows", True, private),
    Contender(WINDOW, False, bounded_by_window),
    Contender(BOUNDED, True, private_by_person),
)
