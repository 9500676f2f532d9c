"""Bounds of a column in one call, where none are known: `bounds`, and its plan that costs nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .. import _core
from .bounds_candidates import bound_candidates
from .bounds_plan import BoundsPlan, BoundsRelease
from .budget import Budget, best_plan, down, make_budgets, smallest_scale
from .columns import named_number, number_type
from .paying import Location, paying
from .refuse import Argument, confidence_level, refuse, rows_of_a_person, shown, whole
from .remade import remakes

# How many rows are allowed beyond a bound, in scales of the noise. With fewer, noise often carries a search past the
# last row, by many powers of two: docs/decisions/0019.
_SCALES_OUTSIDE = 2
# No threshold needs more rows.
_MOST_OUTSIDE = 2**62


def plan_bounds(
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    outside: int | None = None,
    smallest: float | None = None,
    largest: float | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> BoundsPlan:
    """Cost of private bounds, and how many rows they may leave out, before any data is touched.

    The arguments are those of `bounds`. `dtype` says what the rows are: `float` if left out. A release reads any column
    of numbers as that.

    ```python
    import scrim

    plan = scrim.plan_bounds(epsilon=0.5, rows_per_person=1)
    plan.most_outside
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    carrier = named_number(dtype)
    candidates = bound_candidates(carrier, smallest, largest)
    rows = rows_of_a_person(rows_per_person)
    allowed = None if outside is None else _rows_outside(outside)
    level = confidence_level(confidence)
    return best_plan(
        budgets,
        lambda budget: make_bounds_plan(candidates, budget, rows, allowed, level, carrier),
        lambda plan: plan.most_outside,
    )


def bounds(
    data: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    outside: int | None = None,
    smallest: float | None = None,
    largest: float | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> BoundsRelease:
    """Releases bounds between which nearly all rows of a column of numbers lie: for `sum` or `quantile`, where
    nothing is known from elsewhere.

    A bound is zero or a power of two, of either sign. Where a search finds none, the outermost is released; with too
    few rows to tell, the outermost on both sides.

    - `data`: one column of numbers, as in `quantiles`. Nulls and NaN are left out.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget, half of it for each bound. What is computed with the bounds later costs on top of it.
    - `rows_per_person`: how many rows one person can have at most.
    - `outside`: how many rows may lie beyond each bound; if left out, twice the scale of the noise, which is
      8 * rows_per_person / epsilon for an epsilon. Fewer lead to bounds that noise makes far too wide now and then.
    - `smallest`, `largest`: of the powers of two; public. If left out, 2^-63 and 2^63 for floats, and all that the
      type holds for integers.
    - `confidence`: of the statement about rows that lie outside.
    - `dtype`: `int` for integers from a column of floats, each the nearest one and NaN a null, such as integers that
      pandas made floats because some are missing; `float` for floats from a column of integers. Without it rows are as
      the type of the column, which is then public.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import scrim

    found = scrim.bounds([31.5, 44.0, 52.25] * 50, epsilon=1.0, rows_per_person=1)
    found.value
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_bounds(
        **budget.terms,
        rows_per_person=rows_per_person,
        outside=outside,
        smallest=smallest,
        largest=largest,
        confidence=confidence,
        dtype=number_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


@remakes(BoundsPlan.kind)
def make_bounds_plan(
    candidates: tuple[int, ...] | tuple[float, ...],
    budget: Budget,
    rows_per_person: int,
    outside: int | None,
    confidence: float,
    carrier: str,
) -> BoundsPlan:
    """Arguments that were checked, as a plan."""
    # Both searches have the same noise on threshold and counts: that is half of the budget for each, and no bias.
    scale = smallest_scale(lambda scale: _searches(candidates, carrier, budget, 0, scale), rows_per_person, budget.amount)
    allowed = _default_outside(scale) if outside is None else outside
    measurement = _searches(candidates, carrier, budget, allowed, scale)
    return BoundsPlan(
        candidates,
        measurement,
        measurement.map(rows_per_person),
        scale,
        allowed,
        allowed + _largest_noise(scale, len(candidates), confidence),
        confidence,
        budget,
        rows_per_person,
        (candidates, budget, rows_per_person, outside, confidence, carrier),
    )


def _searches(candidates: tuple[Any, ...], carrier: str, budget: Budget, outside: int, scale: float) -> Any:
    """For the upper bound and for the lower one, in one pass."""
    rows = _core.vector_domain(_core.atom_domain(carrier))
    counts = (
        _core.make_count_beyond(rows, _core.symmetric_distance(), candidates, side) for side in ("above", "below")
    )
    search = _core.then_above_threshold(
        threshold=outside, cross="at_most", positives=1, threshold_scale=scale, score_scale=scale
    )
    searches = [count >> search for count in counts]
    if budget.currency == "rho":
        searches = [_core.make_convert_measure(each, budget.measure) for each in searches]
    return _core.make_composition(searches)


def _default_outside(scale: float) -> int:
    # Some tolerance: a scale that was found by search is a little more than the 4 that it means.
    return min(math.ceil(_SCALES_OUTSIDE * Fraction(scale) - Fraction(1, 2**20)), _MOST_OUTSIDE)


def _largest_noise(scale: float, candidates: int, confidence: float) -> int:
    """Which no noise on a count exceeds, in both searches, with this confidence."""
    each = (1 - Fraction(confidence)) / (2 * candidates)
    of_each = -down(each - 1)  # rounded up: the radius is then at least as large
    if of_each == 1:
        refuse(Argument("confidence"), f" is {shown(confidence)}, too close to 1 to tell; give less, such as 0.999999")
    # Geometric noise of a scale goes no farther than discrete Laplace noise of it, in probability.
    return _core.laplace_radius(scale, of_each)


def _rows_outside(outside: Any) -> int:
    return whole(
        outside, "outside", 0, _MOST_OUTSIDE, "how many rows may lie beyond each bound, at least 0, or leave it out"
    )
