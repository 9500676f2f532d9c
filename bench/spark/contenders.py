"""What is timed: a private query beside what Spark does by itself with the same columns of the same rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import scrim
from scrim import stats
from scrim.spark.layout import number_of_parts
from scrim.tables.query import Query
from scrim.tables.query_plan import QueryPlan

from .data import COLUMNS

STATISTICS = {"n": stats.count(), "m": stats.mean("x")}
MUCH = 10**9
"""An epsilon under which answers are as good as exact."""


@dataclass(frozen=True)
class Contender:
    name: str
    peer: str | None
    """With whose time it is compared."""
    run: Callable[[], object]


PLAIN_SORT = "Spark: select, range partition, sort"
PLAIN_AGGREGATE = "Spark: count and mean by group"
BOUNDED = "Scrim: persons bounded, count and mean by group"
UNBOUNDED = "Scrim: no persons, count and mean by group"


def bounded_query(source: object) -> Query:
    table = scrim.Table(source, person="person", columns=COLUMNS)
    return table.per_person(rows=3, groups=2).group_by("g").agg(**STATISTICS)


def unbounded_query(source: object) -> Query:
    return scrim.Table(source, rows_per_person=1, columns=COLUMNS).group_by("g").agg(**STATISTICS)


def planned(source: object, epsilon: float = 1) -> dict[str, QueryPlan]:
    queries = {BOUNDED: bounded_query(source), UNBOUNDED: unbounded_query(source)}
    return {name: query.plan(epsilon=epsilon) for name, query in queries.items()}


def contenders(frame: Any) -> list[Contender]:
    """In turn, each behind its peer. The frame's readers and writers are asked anew each time, as plans are."""
    parts = number_of_parts(frame)

    def sort() -> object:
        # Each part is read to its end, and nothing is made of it.
        in_order = frame.select("person", "g", "x").repartitionByRange(parts, "person").sortWithinPartitions("person")
        return in_order.write.format("noop").mode("overwrite").save()

    plans = planned(frame)
    return [
        Contender(PLAIN_SORT, None, sort),
        Contender(BOUNDED, PLAIN_SORT, plans[BOUNDED].release),
        Contender(PLAIN_AGGREGATE, None, lambda: aggregate(frame)),
        Contender(UNBOUNDED, PLAIN_AGGREGATE, plans[UNBOUNDED].release),
    ]


def aggregate(frame: Any) -> Any:
    return frame.groupBy("g").agg({"x": "avg", "*": "count"}).toArrow()
