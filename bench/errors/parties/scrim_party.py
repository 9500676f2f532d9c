"""Scrim as an analyst calls it. Plans are made once: they see no data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import scrim

from ..party import Party, Release, Way
from ..problem import BINS, Problem
from ..questions import EPSILON, QUARTILES, TOP

ONE_ROW: dict[str, Any] = {"epsilon": EPSILON, "rows_per_person": 1}
# Where the size is public a person's row is not added or removed but replaced: one row less and one more.
REPLACED_ROW: dict[str, Any] = {"epsilon": EPSILON, "rows_per_person": 2}

Planner = Callable[..., Any]


class ScrimParty(Party):
    version = scrim.__version__

    def __init__(self) -> None:
        self.ways = {
            "count": _count,
            "sum": lambda p: _one(scrim.plan_sum(p.bounds, **ONE_ROW), p),
            "histogram": lambda p: _several(scrim.plan_histogram(edges=p.edges, **ONE_ROW), p),
            "top_k": _top_k,
            "median": median_way(),
            "quartiles": _quartiles,
        }
        for name, plan in (("mean", scrim.plan_mean), ("variance", scrim.plan_variance), ("std", scrim.plan_std)):
            self.ways[name] = _unsized(plan)
            self.ways[f"{name}_sized"] = _sized(plan)


def make() -> Party:
    return ScrimParty()


def median_way(**options: Any) -> Way:
    return lambda p: _one(scrim.plan_quantile(0.5, bounds=p.bounds, **options, **ONE_ROW), p)


def _quartiles(problem: Problem) -> Release:
    """With no more said than must be."""
    plan = scrim.plan_quantiles(QUARTILES, bounds=problem.bounds, **ONE_ROW)
    if plan.candidates.count != len(problem.fine_candidates):
        raise ValueError(f"{problem.shape}: the peers would be given another list of candidates than Scrim takes")
    return _several(plan, problem)


def _one(plan: Any, problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: plan.release(rows).value


def _several(plan: Any, problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: plan.release(rows).values


def _unsized(plan: Planner) -> Way:
    return lambda p: _one(plan(p.bounds, **ONE_ROW), p)


def _sized(plan: Planner) -> Way:
    return lambda p: _one(plan(p.bounds, size=len(p.rows), **REPLACED_ROW), p)


def _count(problem: Problem) -> Release:
    rows = numpy.array([row for row in problem.rows if row >= problem.middle])
    plan = scrim.plan_count(**ONE_ROW)
    return lambda: plan.release(rows).value


def _top_k(problem: Problem) -> Release:
    plan = scrim.plan_top_k(range(BINS), TOP, **ONE_ROW)
    bins = numpy.array(problem.bins)
    return lambda: plan.release(bins).values
