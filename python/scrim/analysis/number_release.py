"""Counts and sums in one call: `count`, `sum`, and their plans that cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .. import _core
from .budget import Budget, best_plan, make_budgets
from .columns import RANGES, column_carrier, named_carrier, named_number, number_type
from .noise import add_noise, noise_for
from .number_plan import NumberPlan, NumberRelease
from .paying import Location, paying
from .person import RowsOfAPerson
from .refuse import confidence_level, rows_of_a_person
from .remade import remakes
from .row_bounds import row_bounds
from .sum_steps import step_exponent


def plan_count(
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> NumberPlan:
    """Cost and accuracy of a private count, before any data is touched.

    The arguments are those of `count`.

    ```python
    import scrim

    plan = scrim.plan_count(epsilon=0.5, rows_per_person=1)
    plan.error
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    level, carrier = confidence_level(confidence), named_carrier(dtype)
    return best_plan(
        budgets,
        lambda budget: make_number_plan("count", None, budget, rows, level, carrier),
        lambda plan: plan.error,
    )


def count(
    data: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> NumberRelease:
    """Releases the number of rows of a column, nulls included.

    - `data`: one column, as in `quantiles`, of numbers or of texts.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget.
    - `rows_per_person`: how many rows one person can have at most.
    - `confidence`: of the interval around the number.
    - `dtype`: what rows are read as, `float`, `int`, `str` or "uint64", if not as the type of the column. The number is
      the same.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import scrim

    people = scrim.count([31, 44, 44, 52], epsilon=1.0, rows_per_person=1)
    people.value, people.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_count(
        **budget.terms,
        rows_per_person=rows_per_person,
        confidence=confidence,
        dtype=column_carrier(data) if dtype is None else dtype,
    )
    return budget.release(plan, data, threads=threads, progress=progress)


def plan_sum(
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str = float,
) -> NumberPlan:
    """Cost and accuracy of a private sum, before any data is touched.

    The arguments are those of `sum`. `dtype` says what the rows are: `float` if left out. A release reads any column
    of numbers as that.

    ```python
    import scrim

    plan = scrim.plan_sum((0, 120), epsilon=1.0, rows_per_person=1)
    plan.error
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    carrier = named_number(dtype)
    checked = row_bounds(bounds, carrier, RANGES.get(carrier))
    level = confidence_level(confidence)
    return best_plan(
        budgets,
        lambda budget: make_number_plan("sum", checked, budget, rows, level, carrier),
        lambda plan: plan.error,
    )


def sum(  # noqa: A001 - named after what it releases
    data: Any,
    bounds: tuple[float, float],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Location | None = None,
    name: str | None = None,
) -> NumberRelease:
    """Releases the sum of a column of numbers, each moved between bounds.

    - `data`: one column of numbers, as in `quantiles`. Nulls are left out; a NaN counts as 0, or as the bound that is
      closest to it.
    - `bounds`: (lower, upper); public, not read off the data. Rows beyond them count as the nearer bound, and the
      noise grows with the larger of the two in absolute value.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget.
    - `rows_per_person`: how many rows one person can have at most.
    - `confidence`: of the interval around the sum.
    - `dtype`: `int` for integers from a column of floats, each the nearest one and NaN a null, such as integers that
      pandas made floats because some are missing; `float` for floats from a column of integers. Without it rows are as
      the type of the column, which is then public.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import scrim

    total = scrim.sum([31.5, 44.0, 52.25], bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    total.value, total.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_sum(
        bounds,
        **budget.terms,
        rows_per_person=rows_per_person,
        confidence=confidence,
        dtype=number_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


@remakes(NumberPlan.kind)
def make_number_plan(
    query: str,
    bounds: tuple[Any, Any] | None,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    carrier: str,
) -> NumberPlan:
    """Arguments that were checked, as a plan."""
    made_from = (query, bounds, budget, rows_per_person, confidence, carrier)
    return plan_number(query, bounds, budget, RowsOfAPerson(rows_per_person), confidence, carrier, made_from)


def plan_number(
    query: str,
    bounds: tuple[Any, Any] | None,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    carrier: str,
    made_from: tuple[Any, ...] = (),
) -> NumberPlan:
    """The same for a person of any kind."""
    exponent = 0
    if bounds is None:
        exact = _counting(carrier, person)
    elif carrier == "float64":
        largest = max(abs(Fraction(bound)) for bound in bounds)
        exponent = step_exponent(largest, budget, person.rows)
        exact = _adding_floats(bounds, exponent, person)
    else:
        exact = _adding_integers(bounds, carrier, person)

    measurement, scale = add_noise(exact, budget, person)
    step = Fraction(2) ** exponent
    return NumberPlan(
        query,
        bounds,
        measurement,
        step,
        person.cost(measurement),
        float(scale * step),
        noise_for(budget).radius(scale, confidence) * step,
        confidence,
        budget,
        person.rows,
        made_from,
    )


def _counting(carrier: str, person: RowsOfAPerson) -> Any:
    rows = _core.vector_domain(_core.option_domain(_core.atom_domain(carrier)))
    return person.start(rows) >> _core.then_count()


def _adding_integers(bounds: tuple[int, int], carrier: str, person: RowsOfAPerson) -> Any:
    rows = _core.vector_domain(_core.atom_domain(carrier))
    return person.start(rows) >> _core.then_clamp(bounds) >> _core.then_sum()


def _adding_floats(bounds: tuple[float, float], exponent: int, person: RowsOfAPerson) -> Any:
    rows = _core.vector_domain(_core.atom_domain("float64"))
    low, high = (round(Fraction(bound) / Fraction(2) ** exponent) for bound in bounds)
    return person.start(rows) >> _core.then_quantise(exponent, (low, high)) >> _core.then_sum()
