"""The seven questions, the truth about them, and how far off an answer is."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .survey import MONTHS, REGIONS, Visit

EPSILON = 1.0
EDGES = (0, 20, 40, 60, 80, 100, 120)
TOP = 5
ALPHA = 0.9
COST_CANDIDATES = tuple(tenths / 10 for tenths in range(50_001))
AGE_CANDIDATES = tuple(range(0, 121))


@dataclass(frozen=True)
class Question:
    key: str
    title: str
    units: tuple[str, ...]
    """What errors are in; of some questions there are two."""
    off: Callable[[Sequence[Visit]], Callable[[Any], tuple[float, ...]]]
    """From the survey to what tells how far off an answer is."""


def all_questions() -> list[Question]:
    return [
        Question("people", "people", ("persons",), _people),
        Question("mean", "mean cost", ("cost",), _mean),
        Question("median", "median age by region", ("years", "rows of rank"), lambda v: _quantiles(v, "age", 0.5)),
        Question("histogram", "histogram of ages", ("rows",), _histogram),
        Question("top", "five wards with most visits, and counts", ("rows", "wards missed"), _top),
        Question("p90", "90th percentile of cost by region", ("cost", "rows of rank"), lambda v: _quantiles(v, "cost", ALPHA)),
        Question("totals", "total cost of each month", ("cost",), _totals),
    ]


def _mean_of(errors: list[float]) -> float:
    return sum(errors) / len(errors)


def _people(visits: Sequence[Visit]) -> Callable[[Any], tuple[float, ...]]:
    truth = len({visit.id for visit in visits})
    return lambda answer: (abs(answer - truth),)


def _mean(visits: Sequence[Visit]) -> Callable[[Any], tuple[float, ...]]:
    truth = _mean_of([visit.cost for visit in visits])
    return lambda answer: (abs(answer - truth),)


def _histogram(visits: Sequence[Visit]) -> Callable[[Any], tuple[float, ...]]:
    truth = [0] * (len(EDGES) - 1)
    for visit in visits:
        truth[min(bisect.bisect_right(EDGES, visit.age) - 1, len(truth) - 1)] += 1
    return lambda answer: (_mean_of([abs(told - count) for told, count in zip(answer, truth, strict=True)]),)


def _top(visits: Sequence[Visit]) -> Callable[[Any], tuple[float, ...]]:
    counts = Counter(visit.ward for visit in visits)
    best = {ward for ward, _ in counts.most_common(TOP)}

    def off(answer: Any) -> tuple[float, ...]:
        errors = [abs(told - counts[ward]) for ward, told in answer]
        return _mean_of(errors), float(len(best - {ward for ward, _ in answer}))

    return off


def _quantiles(visits: Sequence[Visit], column: str, alpha: float) -> Callable[[Any], tuple[float, ...]]:
    by_region: dict[str, list[float]] = defaultdict(list)
    for visit in visits:
        by_region[visit.region].append(getattr(visit, column))
    ordered = {region: sorted(values) for region, values in by_region.items()}

    def off(answer: Any) -> tuple[float, ...]:
        values, ranks = [], []
        for region in REGIONS:
            rows, told = ordered[region], answer[region]
            wanted = alpha * len(rows)
            values.append(abs(told - rows[min(int(wanted), len(rows) - 1)]))
            below, up_to = bisect.bisect_left(rows, told), bisect.bisect_right(rows, told)
            ranks.append(max(below - wanted, wanted - up_to, 0.0))
        return _mean_of(values), _mean_of(ranks)

    return off


def _totals(visits: Sequence[Visit]) -> Callable[[Any], tuple[float, ...]]:
    totals: Counter[int] = Counter()
    for visit in visits:
        totals[visit.month] += visit.cost  # type: ignore[assignment]
    return lambda answer: (_mean_of([abs(answer[str(month)] - totals[month]) for month in MONTHS]),)
