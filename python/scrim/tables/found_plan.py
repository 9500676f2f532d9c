"""Plans of groups that are found in the data: only those are told that enough are in, with noise; how many, or that alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.budget import Budget, Promise, find_smallest_scale
from ..analysis.refuse import refuse
from .chains import Chains
from .folds import PEOPLE, ROWS, Made
from .found_keys import coins_for_keys, weights_for_keys
from .planned import Planned, PlannedCount, PlannedKeys
from .query import Query
from .query_plan import QueryPlan


@dataclass(frozen=True)
class Found:
    """How groups are told: with the least noise, and the least threshold for it, that the budget buys."""

    make: Callable[[Chains], _core.Measurement]
    scale: float
    threshold: int
    """Of how many rows or persons a group is told half of the time."""
    threshold_alone: int
    """The same of persons who are in no other group."""


def plan_found(
    query: Query, chains: Chains, in_order: Callable[[], Chains], terms: dict[str, float], confidence: float, digest: str
) -> QueryPlan:
    """By the noise that the currency pays for: of epsilon Laplace's, or coins for keys alone; of rho the Gaussian."""
    budget, delta = _budget(terms)
    ((name, statistic),) = query.statistics
    keys_alone = statistic.name == "keys"
    if keys_alone:
        way = weights_for_keys if budget.currency == "rho" else coins_for_keys
        found = Found(*way(chains, budget.amount, delta))
    else:
        found = _counted(chains, PEOPLE if statistic.name == "count_people" else ROWS, budget, delta)
    measurement = found.make(chains)
    loss = measurement.map(chains.d_in)
    made = Made(measurement, float(loss[0]), found.scale, found.threshold_alone, budget)
    planned: type[Planned] = PlannedKeys if keys_alone else PlannedCount
    return QueryPlan(
        query,
        (planned(name, statistic, float(loss[0]), (0,), (made,), confidence),),
        None,
        chains.group_types,
        measurement,
        lambda: found.make(in_order()),
        ((0, 0),),
        chains.kinds,
        float(loss[0]),
        budget,
        confidence,
        digest,
        found.threshold,
        delta if budget.currency == "rho" else None,
    )


def _budget(terms: dict[str, float]) -> tuple[Budget, float]:
    """What may be spent, and with which probability a group may be told that one person alone is in."""
    if "delta" not in terms:
        refuse(
            'keys="found" needs a delta, with which a group may be told that one person alone is in; give plan(epsilon=1, '
            "delta=1e-9), or list public groups with keys=[...]"
        )
    if ("rho" in terms) == ("epsilon" in terms):
        given = "both" if "rho" in terms else "neither"
        refuse(
            f'keys="found" is paid by epsilon and delta, or by rho and delta, and {given} of epsilon and rho was given; give '
            "plan(epsilon=1, delta=1e-9), or plan(rho=0.1, delta=1e-9)"
        )
    delta = terms["delta"]
    if delta >= 1:
        refuse(f"delta is {delta}; give a probability between 0 and 1, such as 1e-9")
    if "rho" in terms:
        return Budget("rho", terms["rho"]), delta
    return Budget("epsilon", terms["epsilon"], Promise(terms["epsilon"], delta)), delta


def _counted(chains: Chains, bounding: Any, budget: Budget, delta: float) -> Found:
    """With noisy counts."""
    counted = chains.bounded(bounding, []).exact >> _core.then_count_by_key()
    change = counted.map(chains.d_in)  # what was done to rows before does not change how many differ
    by_rho = budget.currency == "rho"
    least = _core.least_gaussian_threshold if by_rho else _core.least_laplace_threshold
    then = _core.then_gaussian_threshold if by_rho else _core.then_laplace_threshold

    def measure(scale: float, chains: Chains = chains) -> _core.Measurement:
        exact = chains.bounded(bounding, []).exact >> _core.then_count_by_key()
        return chains.from_table(exact >> then(scale=scale, threshold=least(change, scale, delta)))

    if by_rho:  # sums of the Gaussian take long: the scale first, by what the map charges, then one threshold
        squares = Fraction(_squares(change))
        scale = find_smallest_scale(lambda scale: squares <= 2 * Fraction(budget.amount) * Fraction(scale) ** 2, budget.amount)
    else:
        scale = find_smallest_scale(
            lambda scale: bool(measure(scale).check(chains.d_in, (budget.amount, delta))), budget.amount
        )
    threshold = least(change, scale, delta)
    return Found(lambda chains: measure(scale, chains), scale, threshold, threshold)


def _squares(change: tuple[int, int, int]) -> int:
    """The largest sum of squares by which counts move."""
    _, total, in_each = change
    return total // in_each * in_each**2 + (total % in_each) ** 2
