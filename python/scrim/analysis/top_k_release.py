"""The most frequent categories in one call: `top_k`, and its plan that costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .. import _core
from .accuracy import Accuracy
from .budget import Budget, Priced, best_plan, make_budgets
from .categories import carrier_of, public_categories
from .columns import integer_type
from .declared_rows import measured
from .noise import noise_for
from .paying import Location, paying
from .person import RowsOfAPerson
from .picture import Picture
from .picture_file import Pictured
from .possible import count_intervals, possible_counts
from .refuse import Argument, confidence_level, refuse, rows_of_a_person, shown, whole
from .release import Release
from .remade import Remade, remakes
from .rounding import to_twelve_digits, to_twelve_digits_up
from .top_k_picture import top_k_picture
from .top_k_ways import NoisyCountsAccuracy, Way, better_way
from .words import about_negative, counted, enumerate_words, meaning_of_cost, show_amount

# A release has categories of the type that were given.
Category = TypeVar("Category", str, int)


@dataclass(frozen=True, repr=False)
class TopKPlan(Priced, Pictured, Remade, Generic[Category]):
    """What a private top k will cost and how accurate it will be. It has not seen any data."""

    kind = "top-k plan"

    categories: tuple[Category, ...]
    k: int
    counts: bool
    """Whether the numbers of rows of the chosen categories are released too."""
    way: Way = field(compare=False)
    """How they are found: by noisy counts, or by a selection, whichever is closer to the best; decided from the other
    numbers here, never from data."""
    cost: float
    """What a release spends, in the currency of the budget."""
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def measurement(self) -> _core.Measurement:
        """What is run."""
        return self.way.measurement

    @property
    def scale(self) -> float:
        """Of the noise by which categories are chosen, in rows."""
        return self.way.scale

    @property
    def accuracy(self) -> Accuracy | NoisyCountsAccuracy:
        """How far behind the best choice, at most."""
        return self.way.accuracy

    @property
    def count_error(self) -> int | None:
        """How many rows the counts are off at most, all at once, with the plan's confidence; None without counts."""
        return self.way.count_error if self.counts else None

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> TopKRelease[Category]:
        """Reads the column once and releases the categories. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> TopKRelease[Category]:
        """What the measurement gave, as a release."""
        chosen, counts = self.way.found(found, self.k)
        values = tuple(self.categories[position] for position in chosen)
        return TopKRelease(self, values, tuple(counts) if self.counts and counts is not None else None)

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    def _what(self) -> str:
        counts = ", and how many rows each has" if self.counts else ""
        return f"the {self.k} most frequent of {len(self.categories)} categories, best first{counts}"

    @property
    def mechanism(self) -> str:
        """By what categories are chosen."""
        return noise_for(self.budget).name if self.way.name == "noisy counts" else self.budget.mechanism

    def _explanations(self) -> list[str]:
        chosen = (
            f"The counts of all categories have {self.mechanism} of scale {show_amount(self.scale)} added, and the "
            "largest are chosen."
            if self.way.name == "noisy counts"
            else f"They are chosen one after the other by {self.mechanism}, with noise of scale "
            f"{show_amount(self.scale)} (in rows)."
        )
        lines = [
            meaning_of_cost(self, self.rows_per_person),
            chosen,
            self.accuracy_statement(),
            "Rows in none of the categories are not counted.",
        ]
        statement = self.count_statement()
        if statement is None:
            lines[-1] += " The counts themselves are not released."
        else:
            lines += [statement, self._about_counts()]
        return lines

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in accuracy.proof.md."""
        rows = counted(self.accuracy.rows_shown, "row")
        return (
            f"With {self.accuracy.confidence_shown} confidence no category has "
            f"more than {rows} more than one chosen before it or instead of it."
        )

    def count_statement(self) -> str | None:
        """How far off the counts are, if there are any; true whatever the data are."""
        if self.count_error is None:
            return None
        return (
            f"With {self.accuracy.confidence_shown} confidence all counts at once are at most "
            f"{counted(self.count_error, 'row')} off the exact ones."
        )

    def _about_counts(self) -> str:
        told = "Counts that noise took below 0 are raised to 0; `unclipped` has them as they were."
        if self.way.name == "noisy counts":
            told += " Categories were chosen by these counts, which favours those that noise has raised."
        return told

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "top_k",
            **self._price(),
            "rows_per_person": self.rows_per_person,
            "confidence": self.accuracy.confidence,
            "mechanism": self.mechanism,
            "k": self.k,
            "categories": list(self.categories),
            "scale_rows": to_twelve_digits(self.scale),
            "accuracy_rows": to_twelve_digits_up(self.accuracy.rows),
            **({} if self.count_error is None else {"count_error_rows": self.count_error}),
        }

    def numbers(self) -> dict[str, Any]:
        numbers = {"cost": self.cost, "scale": self.scale, "accuracy": self.accuracy.rows, "way": self.way.name}
        return numbers if self.count_error is None else {**numbers, "error of counts": self.count_error}

    def __repr__(self) -> str:
        return f"plan for {self._what()} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        return (
            f"  {verb} {self.price_shown}; noise of scale "
            f"{show_amount(self.scale)} (rows)\n  {self.accuracy_statement()}"
        )

    def _picture(self) -> Picture:
        return top_k_picture(self, None)


@dataclass(frozen=True, repr=False)
class TopKRelease(Release, Generic[Category]):
    """Released categories, best first: safe to publish, as is everything else in this object."""

    plan: TopKPlan[Category]
    values: tuple[Category, ...]
    unclipped: tuple[int, ...] | None = None
    """The exact counts and noise, nothing else, if they were asked for. One may be below 0."""

    @property
    def counts(self) -> tuple[int, ...] | None:
        """How many rows each has, with noise and at least 0, if that was asked for. Not always falling: what is chosen
        first need not have the largest noisy count."""
        return None if self.unclipped is None else possible_counts(self.unclipped)

    @property
    def intervals(self) -> tuple[tuple[int, int], ...] | None:
        """Within which the exact counts lie, all at once, with the plan's confidence."""
        error = self.plan.count_error
        return None if self.unclipped is None or error is None else count_intervals(self.unclipped, error)

    @property
    def scale(self) -> float:
        """The scale of the noise, in rows."""
        return self.plan.scale

    @property
    def accuracy(self) -> Accuracy | NoisyCountsAccuracy:
        """How far behind the best choice, at most."""
        return self.plan.accuracy

    def clipping_statement(self) -> str | None:
        """What noise made impossible and was moved back, if anything was."""
        return about_negative(self.unclipped or ())

    def _headline(self) -> str:
        named = [str(value) for value in self.values]
        if self.counts is not None:
            named = [f"{name} ({count})" for name, count in zip(named, self.counts, strict=True)]
        return f"Most frequent, best first: {enumerate_words(named)}"

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        told = {**self.plan.to_dict(), "values": list(self.values)}
        if self.unclipped is not None and self.counts is not None and self.intervals is not None:
            told |= {
                "counts": list(self.counts),
                "unclipped": list(self.unclipped),
                "intervals": [list(ends) for ends in self.intervals],
            }
        return told

    def _picture(self) -> Picture:
        return top_k_picture(self.plan, self)


def plan_top_k(
    categories: Iterable[Category],
    k: int,
    *,
    counts: bool = False,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    rows_per_person: int,
    confidence: float = 0.95,
    dtype: type | str | None = None,
) -> TopKPlan[Category]:
    """Cost and accuracy of a private top k, before any data is touched.

    The arguments are those of `top_k`. `dtype` is needed only for unsigned 64-bit data: "uint64".

    ```python
    import scrim

    plan = scrim.plan_top_k(["red", "green", "blue"], k=1, epsilon=1.0, rows_per_person=1)
    plan.accuracy.rows
    ```
    """
    budgets = make_budgets(epsilon, rho, delta)
    rows = rows_of_a_person(rows_per_person)
    confidence = confidence_level(confidence)
    public: tuple[Category, ...] = public_categories(categories)
    k = whole(k, "k", 1, len(public), f"a number from 1 to {len(public)}, the number of categories")
    carrier = carrier_of(public, dtype)
    if not isinstance(counts, bool):
        refuse(Argument("counts"), f" is {shown(counts)}; give True or False")
    return best_plan(
        budgets,
        lambda budget: make_top_k_plan(public, k, counts, budget, rows, confidence, carrier),
        lambda plan: plan.accuracy.rows + (plan.count_error or 0),
    )


@remakes(TopKPlan.kind)
def make_top_k_plan(
    categories: tuple[Category, ...],
    k: int,
    counts: bool,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    carrier: str,
) -> TopKPlan[Category]:
    """Arguments that were checked, as a plan."""
    made_from = (categories, k, counts, budget, rows_per_person, confidence, carrier)
    return plan_most_frequent(categories, k, counts, budget, RowsOfAPerson(rows_per_person), confidence, carrier, made_from)


def plan_most_frequent(
    categories: tuple[Category, ...],
    k: int,
    counts: bool,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    carrier: str,
    made_from: tuple[Any, ...] = (),
) -> TopKPlan[Category]:
    """The same for a person of any kind."""
    way = better_way(categories, k, counts, budget, person, confidence, carrier)
    return TopKPlan(categories, k, counts, way, person.cost(way.measurement), budget, person.rows, made_from)


def top_k(
    data: Any,
    categories: Iterable[Category],
    k: int,
    *,
    counts: bool = False,
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
) -> TopKRelease[Category]:
    """Releases the k most frequent categories of a column, best first.

    - `data`: one column of texts or integers, as in `quantiles`. Nulls are left out.
    - `categories`: the categories that can be released: a public list, not one read off the data.
    - `counts`: whether their numbers of rows are to be released too, with noise.
    - `epsilon`, `epsilon` and `delta`, or `rho`: the budget for all of it together.
    - `rows_per_person`: how many rows one person can have at most.
    - `confidence`: of the accuracy statement, for all k at once.
    - `dtype`: `int` or "uint64", which integers from 2^63 on need. Without it rows are read as integers of the kind of
      the column; of a column of floats each is the nearest integer.
    - `ledger`, `name`: a ledger that pays, and what the column is called there, such as "age". The same asked twice is free;
      what does not fit is refused before anything is read.

    ```python
    import scrim

    visits = ["Arden"] * 60 + ["Corvale"] * 30 + ["Dunmere"] * 5
    top = scrim.top_k(visits, categories=["Arden", "Birchwick", "Corvale", "Dunmere"], k=2, epsilon=1.0, rows_per_person=1)
    top.values
    ```
    """
    budget = paying(ledger, name, epsilon, delta, rho)
    plan = plan_top_k(
        categories,
        k,
        counts=counts,
        **budget.terms,
        rows_per_person=rows_per_person,
        confidence=confidence,
        dtype=integer_type(data, dtype),
    )
    return budget.release(plan, data, threads=threads, progress=progress)
