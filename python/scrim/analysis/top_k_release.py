"""The most frequent categories in one call: `top_k`, and its plan that costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .. import _core
from . import pictures
from .accuracy import Accuracy, make_accuracy
from .budget import Budget, Priced, make_budget, smallest_scale
from .categories import in_type_of, public_categories
from .columns import numeric_carrier
from .refuse import confidence_level, rows_of_a_person, whole
from .release import Release
from .remade import Remade, remakes
from .rounding import show_cost, to_twelve_digits, to_twelve_digits_up
from .words import counted, enumerate_words, meaning_of_cost, show_amount

# A release has categories of the type that were given.
Category = TypeVar("Category", str, int)


@dataclass(frozen=True, repr=False)
class TopKPlan(Priced, Remade, Generic[Category]):
    """What a private top k will cost and how accurate it will be. It has not seen any data."""

    kind = "top-k plan"

    categories: tuple[Category, ...]
    k: int
    measurement: _core.Measurement = field(compare=False)  # from a column to k indices of categories
    cost: float
    """What a release spends, in the currency of the budget."""
    scale: float
    """Of the noise, in rows."""
    accuracy: Accuracy
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> TopKRelease[Category]:
        """Reads the column once and releases the categories. This spends the budget."""
        best = self.measurement.invoke(data, threads=threads, progress=progress)
        return TopKRelease(self, tuple(self.categories[int(index)] for index in best))

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    def _what(self) -> str:
        return f"the {self.k} most frequent of {len(self.categories)} categories, best first"

    def _explanations(self) -> list[str]:
        return [
            meaning_of_cost(self.budget.currency, self.cost, self.rows_per_person),
            f"They are chosen one after the other by {self.budget.mechanism}, with noise of scale "
            f"{show_amount(self.scale)} (in rows).",
            self.accuracy_statement(),
            "Rows in none of the categories are not counted. The counts themselves are not released.",
        ]

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in accuracy.proof.md."""
        rows = counted(self.accuracy.rows_shown, "row")
        return (
            f"With {self.accuracy.confidence_shown} confidence no category has "
            f"more than {rows} more than one chosen before it or instead of it."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "top_k",
            self.budget.currency: self.cost,
            "budget": self.budget.amount,
            "rows_per_person": self.rows_per_person,
            "confidence": self.accuracy.confidence,
            "mechanism": self.budget.mechanism,
            "k": self.k,
            "categories": list(self.categories),
            "scale_rows": to_twelve_digits(self.scale),
            "accuracy_rows": to_twelve_digits_up(self.accuracy.rows),
        }

    def numbers(self) -> dict[str, Any]:
        return {"cost": self.cost, "scale": self.scale, "accuracy": self.accuracy.rows}

    def __repr__(self) -> str:
        return f"plan for {self._what()} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        return (
            f"  {verb} {self.budget.currency} {show_cost(self.cost)}; noise of scale "
            f"{show_amount(self.scale)} (rows)\n  {self.accuracy_statement()}"
        )

    def _repr_html_(self) -> str:
        return pictures.top_k_html(self, None)


@dataclass(frozen=True, repr=False)
class TopKRelease(Release, Generic[Category]):
    """Released categories, best first: safe to publish, as is everything else in this object."""

    plan: TopKPlan[Category]
    values: tuple[Category, ...]

    @property
    def scale(self) -> float:
        """The scale of the noise, in rows."""
        return self.plan.scale

    @property
    def accuracy(self) -> Accuracy:
        """How far behind the best choice, at most."""
        return self.plan.accuracy

    def _headline(self) -> str:
        return (
            f"Most frequent, best first: {enumerate_words([str(value) for value in self.values])}"
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {**self.plan.to_dict(), "values": list(self.values)}

    def _repr_html_(self) -> str:
        return pictures.top_k_html(self.plan, self.values)


def plan_top_k(
    categories: Iterable[Category],
    k: int,
    *,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: Any = None,
) -> TopKPlan[Category]:
    """Cost and accuracy of a private top k, before any data is touched.

    The arguments are those of `top_k`. `dtype` is needed only for unsigned 64-bit data: "uint64".

    ```python
    import scrim

    plan = scrim.plan_top_k(["red", "green", "blue"], k=1, epsilon=1.0, rows_per_person=1)
    plan.accuracy.rows
    ```
    """
    budget = make_budget(epsilon, rho)
    rows = rows_of_a_person(rows_per_person)
    confidence = confidence_level(confidence)
    public: tuple[Category, ...] = public_categories(categories)
    k = whole(k, "k", 1, len(public), f"a number from 1 to {len(public)}, the number of categories")
    carrier = "str" if isinstance(public[0], str) else (dtype or "int64")
    return make_top_k_plan(public, k, budget, rows, confidence, carrier)


@remakes(TopKPlan.kind)
def make_top_k_plan(
    categories: tuple[Category, ...],
    k: int,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    carrier: str,
) -> TopKPlan[Category]:
    """Arguments that were checked, as a plan."""
    counts = _core.make_count_by_categories(
        _core.vector_domain(_core.atom_domain(carrier)),
        _core.symmetric_distance(),
        in_type_of(carrier, categories),
    )

    def select(scale: float) -> _core.Measurement:
        return counts >> _core.then_report_noisy_top_k(
            budget.measure, k=k, scale=scale, optimize="max"
        )

    scale = smallest_scale(select, rows_per_person, budget.amount)
    accuracy = make_accuracy(
        budget.tail, candidates=len(categories), k=k, score_scale=scale, confidence=confidence
    )
    measurement = select(scale)
    cost = measurement.map(rows_per_person)
    made_from = (categories, k, budget, rows_per_person, confidence, carrier)
    return TopKPlan(
        categories, k, measurement, cost, scale, accuracy, budget, rows_per_person, made_from
    )


def top_k(
    data: Any,
    categories: Iterable[Category],
    k: int,
    *,
    epsilon: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> TopKRelease[Category]:
    """Releases the k most frequent categories of a column, best first.

    - `data`: one column of texts or integers, as in `quantiles`. Nulls are left out.
    - `categories`: the categories that can be released: a public list, not one read off the data.
    - `epsilon` or `rho`: the budget for all k together.
    - `rows_per_person`: how many rows one person can have at most.
    - `confidence`: of the accuracy statement, for all k at once.

    ```python
    import scrim

    visits = ["Arden"] * 60 + ["Corvale"] * 30 + ["Dunmere"] * 5
    top = scrim.top_k(visits, categories=["Arden", "Birchwick", "Corvale", "Dunmere"], k=2, epsilon=1.0, rows_per_person=1)
    top.values
    ```
    """
    plan = plan_top_k(
        categories,
        k,
        epsilon=epsilon,
        rho=rho,
        rows_per_person=rows_per_person,
        confidence=confidence,
        dtype="uint64" if numeric_carrier(data) == "uint64" else None,
    )
    return plan.release(data, threads=threads, progress=progress)
