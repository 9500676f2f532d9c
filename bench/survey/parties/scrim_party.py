"""Scrim's queries over tables."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import pyarrow.csv

import scrim
from scrim import stats

from ..party import Ask, Party
from ..questions import AGE_CANDIDATES, ALPHA, COST_CANDIDATES, EDGES, EPSILON, TOP
from ..survey import AGES, COSTS, MONTHS, REGIONS, ROWS_OF_A_PERSON, WARDS

COLUMNS = {
    "age": scrim.integer(*AGES),
    "cost": scrim.number(*COSTS),
    "month": scrim.integer(MONTHS[0], MONTHS[-1]),
    "region": scrim.category(*REGIONS),
    "ward": scrim.category(*WARDS),
}


class ScrimParty(Party):
    version = version("scrim")

    def ways(self, file: str) -> dict[str, Ask]:
        visits = scrim.Table(pyarrow.csv.read_csv(file), person="id", columns=COLUMNS)
        rows = visits.per_person(rows=ROWS_OF_A_PERSON)

        def ask(query: Any, answer: Any) -> Ask:
            plan = query.plan(epsilon=EPSILON)
            return lambda: answer(plan.release())

        def by(name: str) -> Any:
            return lambda release: {str(key): x for key, x in zip(release[name], release["x"], strict=True)}

        return {
            "people": ask(visits.agg(x=stats.count_people()), lambda release: release["x"][0]),
            "mean": ask(rows.agg(x=stats.mean("cost")), lambda release: release["x"][0]),
            "median": ask(rows.group_by("region").agg(x=stats.median("age", candidates=AGE_CANDIDATES)), by("region")),
            "histogram": ask(rows.agg(x=stats.histogram("age", EDGES)), lambda release: release["x"]),
            "top": ask(
                rows.agg(x=stats.top_k("ward", TOP, counts=True)),
                lambda release: list(zip(release["x"], release["x_count"], strict=True)),
            ),
            "p90": ask(rows.group_by("region").agg(x=stats.quantile("cost", ALPHA, candidates=COST_CANDIDATES)), by("region")),
            "totals": ask(rows.group_by("month").agg(x=stats.sum("cost")), by("month")),
        }


def make() -> Party:
    return ScrimParty()
