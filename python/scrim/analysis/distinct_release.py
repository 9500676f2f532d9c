"""How many categories occur at all, in one call: `count_distinct`, and its plan that costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from .budget import Budget, best_plan, make_budgets
from .categories import carrier_of, in_type_of, public_categories
from .columns import integer_type
from .declared_rows import measured
from .noise import add_noise, noise_for
from .number_plan import NumberPlan, NumberRelease
from .paying import Location, paying
from .person import RowsOfAPerson
from .possible import Ends
from .refuse import confidence_level, rows_of_a_person
from .remade import remakes
from .words import show_value


@dataclass(frozen=True, repr=False)
class DistinctPlan(NumberPlan):
    """What a private number of categories will cost and how accurate it will be. It has not seen any data."""

    kind = "plan of a number of categories"

    categories: tuple[str, ...] | tuple[int, ...]
    """Of which it is counted how many occur."""

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> DistinctRelease:
        """Reads the column once and releases the number. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> DistinctRelease:
        return DistinctRelease(self, int(found))

    def ends(self) -> Ends:
        """Between which the exact number lies, whatever the rows."""
        return 0, len(self.categories)

    def _what(self) -> str:
        return f"how many of {len(self.categories)} categories occur"

    def _explanations(self) -> list[str]:
        return [
            *super()._explanations(),
            "Rows in none of the categories are not counted, nor are those that are null.",
        ]

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {**super().to_dict(), "query": "count_distinct", "categories": list(self.categories)}


@dataclass(frozen=True, repr=False)
class DistinctRelease(NumberRelease):
    """A released number of categories: safe to publish, as is everything else in this object."""

    plan: DistinctPlan

    def _headline(self) -> str:
        return f"Number of categories that occur: {show_value(self.value)} ± {self.plan.error_shown}"


def plan_count_distinct(
    categories: Iterable[str] | Iterable[int],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str | None = None,
) -> DistinctPlan:
    """Cost and accuracy of a private number of categories, before any data is touched.

    The arguments are those of `count_distinct`. `dtype` is needed only for unsigned 64-bit data: "uint64".

    ```python
    import scrim

    plan = scrim.plan_count_distinct(["red", "green", "blue"], epsilon=1.0, rows_per_person=1)
    plan.error
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    public = public_categories(categories)
    carrier = carrier_of(public, dtype)
    level = confidence_level(confidence)
    return best_plan(
        budgets, lambda budget: make_distinct_plan(public, budget, rows, level, carrier), lambda plan: plan.error
    )


def count_distinct(
    data: Any,
    categories: Iterable[str] | Iterable[int],
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
) -> DistinctRelease:
    """Releases how many of some public categories occur in a column at all.

    - `data`: one column of texts or integers, as in `quantiles`. Nulls are left out.
    - `categories`: those that can occur: a public list, not one read off the data.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget.
    - `rows_per_person`: how many rows one person can have at most. More than there are categories cost nothing more.
    - `confidence`: of the interval around the number.
    - `dtype`: `int` or "uint64", which integers from 2^63 on need. Without it rows are read as integers of the kind of
      the column; of a column of floats each is the nearest integer.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import scrim

    visits = ["Arden"] * 60 + ["Corvale"] * 30
    towns = scrim.count_distinct(visits, ["Arden", "Birchwick", "Corvale"], epsilon=1.0, rows_per_person=1)
    towns.value, towns.interval
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_count_distinct(
        categories,
        **budget.terms,
        rows_per_person=rows_per_person,
        confidence=confidence,
        dtype=integer_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)


@remakes(DistinctPlan.kind)
def make_distinct_plan(
    categories: tuple[Any, ...],
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    carrier: str,
) -> DistinctPlan:
    """Arguments that were checked, as a plan."""
    made_from = (categories, budget, rows_per_person, confidence, carrier)
    return plan_distinct(categories, budget, RowsOfAPerson(rows_per_person), confidence, carrier, made_from)


def plan_distinct(
    categories: tuple[Any, ...],
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    carrier: str,
    made_from: tuple[Any, ...] = (),
) -> DistinctPlan:
    """The same for a person of any kind."""
    rows = person.start(_core.vector_domain(_core.atom_domain(carrier)))
    measurement, scale = add_noise(rows >> _core.then_count_distinct(in_type_of(carrier, categories)), budget, person)
    return DistinctPlan(
        query="number of categories",
        bounds=None,
        measurement=measurement,
        step=Fraction(1),
        cost=person.cost(measurement),
        scale=scale,
        error=Fraction(noise_for(budget).radius(scale, confidence)),
        confidence=confidence,
        budget=budget,
        rows_per_person=person.rows,
        made_from=made_from,
        categories=categories,
    )
