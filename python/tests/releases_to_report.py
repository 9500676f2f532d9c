"""Releases of every shape, as their public fields: what reports are tested on."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pyarrow as pa
import scrim
from scrim import stats
from scrim.report.save import saved_fields

from table_of_visits import visit_table

EVIL = [
    "<script>document.title='run'</script>",
    "\"><img src=x onerror=document.title='run'>",
    "' onmouseover='x' \"quoted\" & &amp; {{ 7 * 7 }} {% raw %}",
    "\u202eright to left\u202c \u2066isolated",
    "a\x00b\x1b[31m\nnew line\u2028",
    "שלום עולם مرحبا بالعالم",
    "very" * 120,
    "| a | b | **bold** [link](http://example.org) `code` # $x$",
    "</style></title></svg></table>",
]
EVIL_COLUMN = "<b>cost & 'more'</b> | \u202e"


def _fields(query: Any, **budget: Any) -> dict[str, Any]:
    return saved_fields(query.plan(**(budget or {"epsilon": 1})).release())


@cache
def shapes() -> dict[str, dict[str, Any]]:
    """By what is special about them."""
    visits = visit_table().where("age >= 18")
    grouped = visits.per_person(rows=3, groups=1)
    weeks = [datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(0, 365, 7)]
    three = [(region, day) for region in ("N", "E", "S") for day in weeks[:20]]
    return {
        "by group": _fields(
            grouped.group_by("region").agg(
                n=stats.count(), cost=stats.mean("cost", share=3), age=stats.quantiles("age", [0.25, 0.5, 0.75])
            ),
            epsilon=2,
        ),
        "one group": _fields(visits.per_person(rows=3).agg(n=stats.count(), m=stats.mean("cost"), s=stats.std("cost")), rho=0.1),
        "histogram": _fields(visits.per_person(rows=3).agg(h=stats.histogram("age", range(0, 121, 10)))),
        "histograms": _fields(grouped.group_by("region").agg(h=stats.histogram("age", range(0, 121, 20)))),
        "days": _fields(visits.per_person(rows=1, groups=1).group_by("day", keys=weeks).agg(n=stats.count(), t=stats.sum("cost"))),
        "days by region": _fields(grouped.group_by("region", "day", keys=three).agg(n=stats.count())),
        "found": _fields(grouped.group_by("ward", keys="found").agg(n=stats.count_people()), epsilon=2, delta=1e-6),
        "none found": _fields(
            grouped.where("age >= 119").group_by("ward", keys="found").agg(n=stats.count_people()), epsilon=0.1, delta=1e-9
        ),
        "top": _fields(grouped.group_by("region").agg(t=stats.top_k("region", 2))),
        "top with counts": _fields(visits.per_person(rows=3).agg(t=stats.top_k("region", 2, counts=True))),
        "two columns": _fields(grouped.group_by("region", "member").agg(n=stats.count(), d=stats.count_distinct("region"))),
        "epsilon and delta": _fields(grouped.group_by("region").agg(t=stats.sum("visits")), epsilon=0.5, delta=1e-6),
        "below zero": _fields(
            visits.per_person(rows=1, groups=1).group_by("visits", keys=range(20)).agg(n=stats.count()), epsilon=0.01
        ),
    }


@cache
def many_days() -> dict[str, Any]:
    """Each day of a year, in four panels."""
    days = [(region, datetime.date(2026, 1, 1) + datetime.timedelta(day)) for region in ("N", "E", "S", "W") for day in range(365)]
    return _fields(visit_table().per_person(rows=1, groups=1).group_by("region", "day", keys=days).agg(n=stats.count()))


@cache
def hostile() -> dict[str, Any]:
    """Names that would do harm where they are taken for more than text."""
    rows = pa.table({"id": range(90), EVIL_COLUMN: [float(i) for i in range(90)], "kind": [EVIL[i % len(EVIL)] for i in range(90)]})
    columns = {EVIL_COLUMN: scrim.number(0, 100), "kind": scrim.category(*EVIL)}
    table = scrim.Table(rows, person="id", columns=columns)
    query = table.per_person(rows=1, groups=1).group_by("kind").agg(
        **{'<i>n</i>" onload="x': stats.count(), "m|*x*": stats.mean(EVIL_COLUMN), "q" * 200: stats.median(EVIL_COLUMN)}
    )
    return {**_fields(query), "file": "/data/<script>alert(1)</script>/<u>file</u>.csv"}


@cache
def thousand() -> dict[str, Any]:
    """A thousand groups with several statistics."""
    rows = pa.table({"id": range(5000), "group": [f"group {i % 1000:04}" for i in range(5000)], "x": [float(i % 100) for i in range(5000)]})
    columns = {"x": scrim.number(0, 100), "group": scrim.category(*(f"group {i:04}" for i in range(1000)))}
    table = scrim.Table(rows, person="id", columns=columns).per_person(rows=1, groups=1).group_by("group")
    return _fields(
        table.agg(n=stats.count(), m=stats.mean("x"), t=stats.sum("x"), q=stats.quantiles("x", [0.25, 0.5, 0.75], candidates=11)), epsilon=3
    )


@cache
def thousand_histograms() -> dict[str, Any]:
    """The same, with ten rows a group."""
    rows = pa.table({"id": range(5000), "group": [i % 1000 for i in range(5000)], "x": [float(i % 100) for i in range(5000)]})
    columns = {"x": scrim.number(0, 100), "group": scrim.integer(0, 999)}
    table = scrim.Table(rows, person="id", columns=columns).per_person(rows=1, groups=1).group_by("group")
    return _fields(table.agg(h=stats.histogram("x", range(0, 101, 10))))
