"""Private quantiles in one call: `quantile`, `quantiles`, and the plans that cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal

from .budget import best_plan, make_budgets
from .candidates import Candidates, make_candidates
from .columns import named_number, numeric_carrier
from .grid_candidates import ALL, GridCandidates, make_grid_candidates
from .paying import Location, paying
from .quantile_plan import QuantilePlan, QuantileRelease, make_quantile_plan
from .refuse import Argument, at_most, confidence_level, real, refuse, rows_of_a_person, shown

LARGEST_DENOMINATOR = 10_000
MOST_QUANTILES = 1000


def plan_quantiles(
    alphas: Sequence[float | Fraction],
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> QuantilePlan:
    """Cost and accuracy of several private quantiles, before any data is touched.

    The arguments are those of `quantiles`. `dtype` says what the answers are: with `int` they are
    integers, and a release takes columns of integers and of floats alike. "int64" and "uint64" name the
    type of the column to come, if it is to be no other.

    ```python
    import scrim

    plan = scrim.plan_quantiles([0.25, 0.5, 0.75], bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    print(plan.explain())
    ```
    """
    carrier = named_number(dtype)
    return _plan(
        alphas,
        bounds=bounds,
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        carrier=carrier,
        integers=dtype is int,
    )


def plan_quantile(
    alpha: float | Fraction = 0.5,
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> QuantilePlan:
    """Cost and accuracy of one private quantile, before any data is touched.

    The arguments are those of `quantile`, and `dtype` as in `plan_quantiles`.

    ```python
    import scrim

    plan = scrim.plan_quantile(0.5, bounds=(0, 120), epsilon=0.5, rows_per_person=1)
    assert plan.epsilon <= 0.5
    ```
    """
    return plan_quantiles(
        [alpha],
        bounds=bounds,
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        dtype=dtype,
    )


def quantiles(
    data: Any,
    alphas: Sequence[float | Fraction],
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> QuantileRelease:
    """Releases several quantiles of a column, reading it once.

    - `data`: one column: a NumPy array, a list, a pandas or Polars series, an Arrow array or stream, a
      DuckDB relation. Nulls and NaN are left out.
    - `alphas`: which quantiles: 0.5 is the median, 0 the minimum, 1 the maximum. The values never cross. For the
      minimum and the maximum stand values some rows inside, as `explain()` says: nearer to an end, noise would carry
      them beyond all rows.
    - `bounds`: the smallest and the largest answer; choose them without looking at the data.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget for all of them together. Seven of them cost no more noise than four would
      one by one: a row has a part in the choice of three.
    - `rows_per_person`: how many rows one person can have at most.
    - `candidates`: a list of answers to choose from, or how many there are to be between the bounds; a million at most.
      Without it there are about ten thousand, in steps that read well: 0, 0.01, 0.02 and so on. With "all",
      for one quantile that is neither the minimum nor the maximum, they are every integer between the bounds,
      or of floats every multiple of a power of two so small that there are billions. They are not listed, but
      all rows are kept in memory.
    - `confidence`: of the accuracy statement, for all quantiles at once.
    - `dtype`: `int` for integer answers from a column of floats, such as integers that pandas made floats
      because some are missing; `float` for fractions from a column of integers. Without it the answers
      are as the type of the column.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).integers(18, 90, 5000)
    quartiles = scrim.quantiles(ages, [0.25, 0.5, 0.75], bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    quartiles.values
    ```
    """
    carrier = numeric_carrier(data)
    asked = None if dtype is None else named_number(dtype)
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = _plan(
        alphas,
        bounds=bounds,
        **budget.terms,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        carrier="float64" if asked == "float64" else carrier,
        integers=asked is not None and asked != "float64",
    )
    return budget.release(plan, data, threads=threads, progress=progress)


def quantile(
    data: Any,
    alpha: float | Fraction = 0.5,
    *,
    bounds: tuple[float, float] | None = None,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> QuantileRelease:
    """Releases one quantile of a column: the median, unless `alpha` says otherwise.

    The other arguments are those of `quantiles`.

    ```python
    import numpy as np
    import scrim

    ages = np.random.default_rng(1).integers(18, 90, 5000)
    median = scrim.quantile(ages, alpha=0.5, bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    print(median.value, median.epsilon)
    print(median.explain())
    ```
    """
    return quantiles(
        data,
        [alpha],
        bounds=bounds,
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        rows_per_person=rows_per_person,
        candidates=candidates,
        confidence=confidence,
        dtype=dtype,
        threads=threads,
        progress=progress,
        ledger=ledger,
        name=name,
    )


def _plan(
    alphas: Any,
    *,
    bounds: Any,
    epsilon: Any,
    delta: Any,
    rho: Any,
    rows_per_person: Any,
    candidates: Any,
    confidence: Any,
    carrier: str,
    integers: bool,
) -> QuantilePlan:
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    confidence = confidence_level(confidence)
    fractions = tuple(exact_alphas(alphas))
    if isinstance(candidates, str) and candidates == ALL:
        check_for_grid(fractions)
        grid: Candidates | GridCandidates = make_grid_candidates(bounds, carrier, integers)
    else:
        grid = make_candidates(bounds, candidates, carrier, integers)
    return best_plan(
        budgets,
        lambda budget: make_quantile_plan(fractions, grid, budget, rows, confidence),
        lambda plan: max(part.accuracy.rows for part in plan.parts),
    )


def check_for_grid(fractions: tuple[Fraction, ...]) -> None:
    if len(set(fractions)) > 1:
        refuse(
            Argument("candidates"),
            f" is {ALL!r} and there are {len(set(fractions))} quantiles; ask for each by itself, with a part "
            "of the budget, or give how many candidates there are to be: then they share it and never cross",
        )
    if fractions[0] in (0, 1):
        name = "minimum" if fractions[0] == 0 else "maximum"
        refuse(
            Argument("candidates"),
            f" is {ALL!r} and the {name} is asked for, which no noise finds: every point beyond all rows is "
            "as good; give how many candidates there are to be",
        )


def exact_alphas(alphas: Any) -> list[Fraction]:
    advice = "a list of quantiles, such as [0.25, 0.5, 0.75]"
    try:
        given = at_most(MOST_QUANTILES, alphas, "alphas", advice)
    except TypeError:
        refuse(Argument("alphas"), f" is {shown(alphas)}; give {advice}")
    if not given:
        refuse("the list of quantiles is empty; give at least one, such as [0.5]")
    return [_fraction(alpha) for alpha in given]


def _fraction(alpha: Any) -> Fraction:
    advice = "a quantile between 0 and 1, such as 0.5 for the median"
    exact = alpha if isinstance(alpha, Fraction) else Fraction(real(alpha, "alpha", advice))
    if not 0 <= exact <= 1:
        refuse(Argument("alpha"), f" is {alpha}; give {advice}")
    return exact.limit_denominator(LARGEST_DENOMINATOR)
