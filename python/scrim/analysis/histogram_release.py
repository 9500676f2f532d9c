"""Histograms in one call: `histogram`, and its plan that costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from .. import _core
from .budget import Budget, best_plan, make_budgets
from .categories import carrier_of, in_type_of, public_categories
from .columns import named_number, number_type
from .histogram_plan import HistogramPlan, HistogramRelease
from .noise import add_noise, noise_for
from .paying import Location, paying
from .person import RowsOfAPerson
from .refuse import (
    MOST_NUMBERS,
    Argument,
    at_most,
    confidence_level,
    in_64_bits,
    neither_or_both,
    real,
    refuse,
    rows_of_a_person,
    shown,
)
from .remade import remakes
from .simultaneous import confidence_of_each


def plan_histogram(
    *,
    edges: Iterable[float] | None = None,
    categories: Iterable[str] | Iterable[int] | None = None,
    other_rows: bool = False,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str | None = None,
) -> HistogramPlan:
    """Cost and accuracy of a private histogram, before any data is touched.

    The arguments are those of `histogram`. `dtype` says what rows that are numbers are: `float` between edges and `int`
    in categories if left out. A release reads any column of numbers as that.

    ```python
    import scrim

    plan = scrim.plan_histogram(edges=range(0, 121, 10), epsilon=1.0, rows_per_person=1)
    plan.error
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    confidence = confidence_level(confidence)
    if not isinstance(other_rows, bool):
        refuse(Argument("other_rows"), f" is {shown(other_rows)}; give True or False")
    if (edges is None) == (categories is None):
        given = neither_or_both("edges", "categories", both=edges is not None)
        refuse(*given, "edges=[...] to count numbers between them, or categories=[...] to count texts or integers")
    if categories is not None:
        public = public_categories(categories)
        carrier = carrier_of(public, dtype)
        bins: tuple[Any, Any] = (None, public)
    else:
        carrier = named_number("float64" if dtype is None else dtype)
        bins = (public_edges(edges, carrier), None)
    return best_plan(
        budgets,
        lambda budget: make_histogram_plan(*bins, other_rows, budget, rows, confidence, carrier),
        lambda plan: plan.error,
    )


def histogram(
    data: Any,
    *,
    edges: Iterable[float] | None = None,
    categories: Iterable[str] | Iterable[int] | None = None,
    other_rows: bool = False,
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
) -> HistogramRelease:
    """Releases how many rows of a column are in each of some public bins.

    - `data`: one column, as in `quantiles`. Nulls are left out.
    - `edges`: for numbers, the edges of the bins, increasing, a million at most. A bin has its lower edge, and the last one its upper
      edge too, as in `numpy.histogram`. A NaN is in no bin.
    - `categories`: for texts or integers, the values that are counted.
    - `other_rows`: whether rows in none of these bins are counted in bins of their own: those below and above the
      edges, or those in no category.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget for all counts together.
    - `rows_per_person`: how many rows one person can have at most.
    - `confidence`: of the intervals around the counts, for all of them at once.
    - `dtype`: `int` for integers from a column of floats, each the nearest one and NaN a null, such as integers that
      pandas made floats because some are missing; `float` for floats from a column of integers. Without it rows are as
      the type of the column, which is then public; in categories that are integers, they are integers.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    Edges and categories are public: choose them without looking at the data.

    ```python
    import scrim

    ages = scrim.histogram([31.0, 44.5, 44.0, 72.0], edges=[0, 18, 65, 120], epsilon=1.0, rows_per_person=1)
    ages.bins, ages.values, ages.intervals
    ```
    """
    declared = number_type(data, dtype)
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_histogram(
        edges=edges,
        categories=categories,
        other_rows=other_rows,
        **budget.terms,
        rows_per_person=rows_per_person,
        confidence=confidence,
        # Rows that declare no type are read as what they are counted by.
        dtype=declared if edges is not None or dtype is not None or declared == "uint64" else None,
    )
    return budget.release(plan, data, threads=threads, progress=progress)


@remakes(HistogramPlan.kind)
def make_histogram_plan(
    edges: tuple[Any, ...] | None,
    categories: tuple[Any, ...] | None,
    other_rows: bool,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    carrier: str,
) -> HistogramPlan:
    """Arguments that were checked, as a plan."""
    made_from = (edges, categories, other_rows, budget, rows_per_person, confidence, carrier)
    return plan_bins(edges, categories, other_rows, budget, RowsOfAPerson(rows_per_person), confidence, carrier, made_from)


def plan_bins(
    edges: tuple[Any, ...] | None,
    categories: tuple[Any, ...] | None,
    other_rows: bool,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    carrier: str,
    made_from: tuple[Any, ...] = (),
) -> HistogramPlan:
    """The same for a person of any kind."""
    noise = noise_for(budget)
    rows = person.start(_core.vector_domain(_core.atom_domain(carrier)))
    others: Literal["counted", "left_out"] = "counted" if other_rows else "left_out"
    if edges is not None:
        exact = rows >> _core.then_count_by_edges(list(edges), noise.metric_of_counts, others)
        bins = len(edges) + (1 if other_rows else -1)
    else:
        public = in_type_of(carrier, categories or ())
        exact = rows >> _core.then_count_by_categories(public, noise.metric_of_counts, others)
        bins = len(public) + other_rows
    measurement, scale = add_noise(exact, budget, person)
    return HistogramPlan(
        edges,
        categories,
        other_rows,
        measurement,
        person.cost(measurement),
        scale,
        noise.radius(scale, confidence_of_each(confidence, bins)),
        confidence,
        budget,
        person.rows,
        made_from,
    )


def public_edges(edges: Any, carrier: str) -> tuple[Any, ...]:
    advice = "two or more increasing numbers that do not come from the data, such as [0, 18, 65, 120]"
    if isinstance(edges, (str, bytes)):
        refuse(Argument("edges"), f" is the text {shown(edges)}; give {advice}")
    try:
        given = [real(edge, "an edge", advice) for edge in at_most(MOST_NUMBERS, edges, "edges", advice)]
    except TypeError:
        refuse(Argument("edges"), f" is {shown(edges)}; give {advice}")
    if carrier == "float64":
        return tuple(float(edge) for edge in given)
    if any(edge != int(edge) for edge in given):
        refuse(Argument("edges"), f" is {shown(edges)}, and the rows are integers; give integers")
    return tuple(int(edge) for edge in in_64_bits(given, "edges"))
