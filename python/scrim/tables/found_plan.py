"""Plans of counts by groups that are found in the data: only those are told that have enough, with noise."""

from __future__ import annotations

from collections.abc import Callable

from .. import _core
from ..analysis.budget import Budget, Promise, find_smallest_scale
from ..analysis.refuse import refuse
from .chains import Chains
from .folds import PEOPLE, ROWS, Made
from .planned import PlannedCount
from .query import Query
from .query_plan import QueryPlan


def plan_found(
    query: Query, chains: Chains, in_order: Callable[[], Chains], terms: dict[str, float], confidence: float, digest: str
) -> QueryPlan:
    """With the least noise, and the least threshold for it, that the budget buys."""
    if "delta" not in terms:
        refuse(
            'keys="found" needs a delta, with which a group may be told that one person alone is in; give plan(epsilon=1, '
            "delta=1e-9), or list public groups with keys=[...]"
        )
    if "rho" in terms or "epsilon" not in terms:
        refuse('keys="found" is paid by epsilon and delta; give plan(epsilon=1, delta=1e-9)')
    epsilon, delta = terms["epsilon"], terms["delta"]
    if delta >= 1:
        refuse(f"delta is {delta}; give a probability between 0 and 1, such as 1e-9")
    ((name, statistic),) = query.statistics
    bounding = PEOPLE if statistic.name == "count_people" else ROWS
    counted = chains.bounded(bounding, []).exact >> _core.then_count_by_key()
    change = counted.map(chains.d_in)  # what was done to rows before does not change how many differ

    def measure(scale: float, chains: Chains = chains) -> _core.Measurement:
        threshold = _core.least_laplace_threshold(change, scale, delta)
        exact = chains.bounded(bounding, []).exact >> _core.then_count_by_key()
        return chains.from_table(exact >> _core.then_laplace_threshold(scale=scale, threshold=threshold))

    scale = find_smallest_scale(lambda scale: bool(measure(scale).check(chains.d_in, (epsilon, delta))), epsilon)
    measurement = measure(scale)
    loss = measurement.map(chains.d_in)
    budget = Budget("epsilon", epsilon, Promise(epsilon, delta))
    made = Made(measurement, float(loss[0]), scale, None, budget)
    return QueryPlan(
        query,
        (PlannedCount(name, statistic, float(loss[0]), (0,), (made,), confidence),),
        None,
        chains.group_types,
        measurement,
        lambda: measure(scale, in_order()),
        ((0, 0),),
        chains.kinds,
        float(loss[0]),
        budget,
        confidence,
        digest,
        _core.least_laplace_threshold(change, scale, delta),
    )
