"""Means, variances and standard deviations in one call, and their plans that cost nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .. import _core
from .budget import Budget, best_plan, make_budgets
from .centered_plan import make_centered_plan
from .columns import RANGES, named_number, number_type
from .deviations import Deviations, StepSum
from .moment import COUNT, SQUARES, SUM, MomentPart
from .moment_plan import EXAMPLE_ROWS, MomentPlan, MomentRelease
from .noise import add_noise, noise_for
from .paying import Location, paying
from .person import RowsOfAPerson
from .refuse import confidence_level, refuse, rows_of_a_person, shown, whole
from .remade import remakes
from .row_bounds import row_bounds
from .simultaneous import confidence_of_each

# Of the budget. For a mean that is as likely to lie anywhere between the bounds as anywhere else, 1 : 3^(-1/3) is the best
# split under epsilon and 1 : 3^(-1/2) under rho; 3 : 2 is within a hundredth of both. For a variance, where the best
# split depends much on where the mean lies, equal shares are never far off; where the size is public, variance_split.py
# says it.
_SHARES = {"mean": {SUM: 3, COUNT: 2}, "variance": {SUM: 1, SQUARES: 1, COUNT: 1}}
_SHARES["std"] = _SHARES["variance"]
# Integers as functions of rows see them, unsigned ones too.
_INTEGERS = RANGES["int64"]
_LARGEST_FLOAT = Fraction(sys.float_info.max)
_TOO_WIDE = "the bounds are so wide that a noisy sum may be too large for a float; give narrower ones"


def plan_mean(
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> MomentPlan:
    """Cost and accuracy of a private mean, before any data is touched.

    The arguments are those of `mean`. `dtype` says what the rows are: `float` if left out. A release reads any column
    of numbers as that.

    ```python
    import scrim

    plan = scrim.plan_mean((0, 120), epsilon=1.0, rows_per_person=1)
    plan.error(rows=5000)
    ```
    """
    return _plan("mean", bounds, epsilon, delta, rho, rows_per_person, size, confidence, dtype)


def mean(
    data: Any,
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> MomentRelease:
    """Releases the mean of a column of numbers, each moved between bounds.

    - `data`: one column of numbers, as in `quantiles`. Nulls and NaN are left out.
    - `bounds`: (lower, upper); public, not read off the data. Rows beyond them count as the nearer bound, and the
      noise grows with the distance between them.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget, for the sum and the count together.
    - `rows_per_person`: how many rows one person can have at most.
    - `size`: how many rows there are that are numbers, where everyone may know that: then nothing is spent on a
      count. It is not compared with the data; a row that is missing, and yet counted in `size`, counts as the middle
      of the bounds.
    - `confidence`: of the interval around the mean.
    - `dtype`: `int` for integers from a column of floats, each the nearest one and NaN a null, such as integers that
      pandas made floats because some are missing; `float` for floats from a column of integers. Without it rows are as
      the type of the column, which is then public.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import numpy as np
    import scrim

    incomes = np.random.default_rng(1).lognormal(10.4, 0.6, 5000)
    mean = scrim.mean(incomes, bounds=(0, 100_000), epsilon=1.0, rows_per_person=1)
    mean.value, mean.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = _plan(
        "mean",
        bounds,
        **budget.terms,
        rows_per_person=rows_per_person,
        size=size,
        confidence=confidence,
        dtype=number_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


def plan_variance(
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> MomentPlan:
    """Cost and accuracy of a private variance, before any data is touched.

    The arguments are those of `variance`, and `dtype` as in `plan_mean`.

    ```python
    import scrim

    plan = scrim.plan_variance((0, 120), rho=0.5, rows_per_person=1)
    plan.error(rows=5000)
    ```
    """
    return _plan("variance", bounds, epsilon, delta, rho, rows_per_person, size, confidence, dtype)


def variance(
    data: Any,
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> MomentRelease:
    """Releases the variance of a column of numbers, each moved between bounds: the mean of the squared distances from
    the mean, over the rows as they are (divided by their number, not by one less).

    The arguments are those of `mean`; the budget is split equally among the count, the sum and the sum of squares.
    Where `size` is given it must not count rows that are missing. Then the sum is released first, with a small part
    of the budget among many rows, and squares are taken around a center near the mean: the noise on them is the less,
    the nearer the mean is to the middle of the bounds.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).normal(44, 17, 5000)
    variance = scrim.variance(ages, bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    variance.value, variance.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = _plan(
        "variance",
        bounds,
        **budget.terms,
        rows_per_person=rows_per_person,
        size=size,
        confidence=confidence,
        dtype=number_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


def plan_std(
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> MomentPlan:
    """Cost and accuracy of a private standard deviation, before any data is touched.

    The arguments are those of `std`, and `dtype` as in `plan_mean`.

    ```python
    import scrim

    plan = scrim.plan_std((0, 120), epsilon=1.0, rows_per_person=1)
    plan.error(rows=5000)
    ```
    """
    return _plan("std", bounds, epsilon, delta, rho, rows_per_person, size, confidence, dtype)


def std(
    data: Any,
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    size: int | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> MomentRelease:
    """Releases the standard deviation of a column of numbers, each moved between bounds: the root of `variance`,
    which has the same arguments.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).normal(44, 17, 5000)
    spread = scrim.std(ages, bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    spread.value, spread.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = _plan(
        "std",
        bounds,
        **budget.terms,
        rows_per_person=rows_per_person,
        size=size,
        confidence=confidence,
        dtype=number_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


def _plan(
    query: str,
    bounds: Any,
    epsilon: Any,
    delta: Any,
    rho: Any,
    rows_per_person: Any,
    size: Any,
    confidence: Any,
    dtype: Any,
) -> MomentPlan:
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    carrier = named_number(dtype)
    checked = moment_bounds(bounds, carrier)
    if size is not None:
        advice = "how many rows there are, at least 1, or leave it out and they are counted under noise"
        size = whole(size, "size", 1, 2**64 - 1, advice)
    level = confidence_level(confidence)
    return best_plan(
        budgets,
        lambda budget: make_moment_plan(query, checked, budget, rows, size, level, carrier),
        lambda plan: plan.error_among(Fraction(EXAMPLE_ROWS if size is None else size)),
    )


def moment_bounds(bounds: Any, carrier: str) -> tuple[Any, Any]:
    return row_bounds(bounds, carrier, _INTEGERS)


@remakes(MomentPlan.kind)
def make_moment_plan(
    query: str,
    bounds: tuple[Any, Any],
    budget: Budget,
    rows_per_person: int,
    size: int | None,
    confidence: float,
    carrier: str,
) -> MomentPlan:
    """Arguments that were checked, as a plan."""
    person = RowsOfAPerson(rows_per_person)
    rows = Deviations(bounds, carrier, person)
    made_from = (query, bounds, budget, rows_per_person, size, confidence, carrier)
    if query != "mean" and size is not None and rows.reach > 0:
        if rows.reach**2 * _INTEGERS[1] > _LARGEST_FLOAT:
            refuse(_TOO_WIDE)
        return make_centered_plan(query, rows, budget, rows_per_person, size, confidence, made_from)
    shares = moment_shares(query, is_constant=rows.reach == 0, has_size=size is not None)
    amounts = budget.split(len(shares), list(shares.values()))
    level = confidence_of_each(confidence, len(shares))
    made = [
        make_moment_part(name, rows, Budget(budget.currency, amount), person, level)
        for name, amount in zip(shares, amounts, strict=True)
    ]
    return MomentPlan(
        query,
        bounds,
        rows.center,
        rows.reach,
        tuple(part for part, _ in made),
        _core.make_composition([measurement for _, measurement in made]),
        size,
        confidence,
        budget,
        rows_per_person,
        made_from,
    )


def moment_shares(query: str, *, is_constant: bool, has_size: bool) -> dict[str, float]:
    """What is released under noise, and the share of the budget that each part has."""
    if is_constant:
        return {SUM: 1}  # of zeros: the result is known beforehand, and nothing is spent
    return {name: share for name, share in _SHARES[query].items() if not (has_size and name == COUNT)}


def make_moment_part(
    name: str, rows: Deviations, budget: Budget, person: RowsOfAPerson, confidence: float
) -> tuple[MomentPart, _core.Measurement]:
    """A noisy number that a result is computed from, and what measures it."""
    added = moment_sum(name, rows, budget)
    measurement, scale = add_noise(added.exact, budget, person)
    return moment_part(name, added, budget, scale, person.cost(measurement), confidence), measurement


def moment_sum(name: str, rows: Deviations, budget: Budget) -> StepSum:
    """What is added up for a part, in steps that suit the noise that the budget buys."""
    added: StepSum
    if name == COUNT:
        added = rows.count()
    elif name == SUM:
        added = rows.total(budget)
    else:
        added = rows.squares(budget)
    if added.step * _INTEGERS[1] > _LARGEST_FLOAT:
        refuse(_TOO_WIDE)
    return added


def moment_part(
    name: str, added: StepSum, budget: Budget, scale: float, cost: float, confidence: float
) -> MomentPart:
    """A part under noise of this scale, in steps, and how far off it is with this confidence."""
    return MomentPart(
        name,
        cost,
        added.step,
        float(Fraction(scale) * added.step),
        noise_for(budget).radius(scale, confidence) * added.step,
        added.reach,
        added.rounding,
        added.shift,
    )

