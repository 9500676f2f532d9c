"""Plans of private quantiles, which cost nothing, and the releases that are made by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from .. import _core
from . import pictures
from .accuracy import Accuracy, make_accuracy
from .budget import Budget, Priced, smallest_scale
from .candidates import Candidates
from .columns import numeric_carrier
from .release import Release
from .remade import Remade, remakes
from .rounding import show_cost, to_twelve_digits, to_twelve_digits_up
from .words import (
    counted,
    enumerate_words,
    meaning_of_cost,
    quantile_name,
    show_amount,
    show_value,
)

Item = TypeVar("Item")


@dataclass(frozen=True, repr=False)
class QuantilePart(Remade):
    """One of the quantiles of a plan."""

    kind = "part of a quantile plan"

    alpha: Fraction
    measurement: _core.Measurement = field(compare=False)  # from a column to the index of a candidate
    cost: float
    scale: float
    """Of the noise, in rows."""
    accuracy: Accuracy
    budget: Budget
    """Its share."""
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def name(self) -> str:
        """Such as "median"."""
        return quantile_name(self.alpha)

    def to_dict(self, currency: str) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "alpha": float(self.alpha),
            currency: self.cost,
            "scale_rows": to_twelve_digits(self.scale),
            "accuracy_rows": to_twelve_digits_up(self.accuracy.rows),
        }

    def numbers(self) -> dict[str, Any]:
        return {"cost": self.cost, "scale": self.scale, "accuracy": self.accuracy.rows}

    def __repr__(self) -> str:
        return (
            f"{self.name}: {self.budget.currency} {show_cost(self.cost)}, noise of scale "
            f"{show_amount(self.scale)} (rows), {self.accuracy.confidence_shown} within "
            f"{counted(self.accuracy.rows_shown, 'row')}"
        )


@dataclass(frozen=True, repr=False)
class QuantilePlan(Priced, Remade):
    """What private quantiles will cost and how accurate they will be. It has not seen any data."""

    kind = "quantile plan"

    parts: tuple[QuantilePart, ...]
    measurement: _core.Measurement = field(compare=False)  # all parts, which share what they count
    candidates: Candidates
    budget: Budget
    rows_per_person: int
    confidence: float
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def cost(self) -> float:
        """What a release spends, in the currency of the budget: the sum over the quantiles."""
        return self.measurement.map(self.rows_per_person)

    @property
    def scale(self) -> float | list[float]:
        """The scale of the noise, in rows; a list where there are several quantiles."""
        return _one_or_list([part.scale for part in self.parts])

    @property
    def accuracy(self) -> Accuracy | list[Accuracy]:
        """How far behind the best candidate; a list where there are several quantiles."""
        return _one_or_list([part.accuracy for part in self.parts])

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> QuantileRelease:
        """Reads the column once and releases the quantiles. This spends the budget."""
        plan = self._for_column(numeric_carrier(data))
        best = plan.measurement.invoke(data, threads=threads, progress=progress)
        values = tuple(plan.candidates.values[int(index[0])] for index in best)
        return QuantileRelease(plan, values)

    def _for_column(self, carrier: str) -> QuantilePlan:
        """The same plan for a column of this type, which is known only now. It is made anew rather than
        altered, so that its costs are those of the measurements that are run."""
        candidates = self.candidates.read_as(carrier)
        if candidates.carrier == self.candidates.carrier:
            return self
        alphas, _, *rest = self.made_from
        return make_quantile_plan(alphas, candidates, *rest)

    def explain(self) -> str:
        """The plan in plain words."""
        names = enumerate_words([part.name for part in self.parts])
        return "\n".join([f"This would release the {names}.", *self._explanations()])

    def _explanations(self) -> list[str]:
        lines = [meaning_of_cost(self.budget.currency, self.cost, self.rows_per_person)]
        if len(self.parts) > 1:
            amounts = enumerate_words([show_cost(part.cost) for part in self.parts])
            lines.append(f"The budget is split among the quantiles: {amounts}.")
        scales = enumerate_words([show_amount(part.scale) for part in self.parts])
        lines.append(
            f"Each value is chosen by {self.budget.mechanism} among {self.candidates.words}, "
            f"with noise of scale {scales} (in rows)."
        )
        lines.append(self.accuracy_statement())
        lines.append(
            "That is relative to the best candidate: rows that lie between two neighbouring "
            "candidates cannot be told apart, and a quantile outside the candidates cannot be reached. "
            "It is in rows, not in units of value: how far apart rows lie is what the data hide."
        )
        return lines

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in accuracy.proof.md."""
        confidence = self.parts[0].accuracy.confidence_shown
        if len(self.parts) == 1:
            part = self.parts[0]
            rows = counted(part.accuracy.rows_shown, "row")
            return (
                f"With {confidence} confidence its rank is at most {rows} further from the ideal "
                "rank than the best candidate's."
            )
        rows = enumerate_words([part.accuracy.rows_shown for part in self.parts])
        return (
            f"With {confidence} confidence, for all at once, their ranks are at most {rows} rows "
            "further from the ideal ranks than the best candidates'."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "quantile",
            self.budget.currency: self.cost,
            "budget": self.budget.amount,
            "rows_per_person": self.rows_per_person,
            "confidence": self.confidence,
            "mechanism": self.budget.mechanism,
            "candidates": {
                "count": len(self.candidates),
                "lower": self.candidates.values[0],
                "upper": self.candidates.values[-1],
            },
            "quantiles": [part.to_dict(self.budget.currency) for part in self.parts],
        }

    def numbers(self) -> dict[str, Any]:
        return {
            f"{name} of quantile {place}": number
            for place, part in enumerate(self.parts, 1)
            for name, number in part.numbers().items()
        }

    def __repr__(self) -> str:
        names = enumerate_words([part.name for part in self.parts])
        return f"plan for the {names} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        scales = enumerate_words([show_amount(part.scale) for part in self.parts])
        return (
            f"  {verb} {self.budget.currency} {show_cost(self.cost)}; noise of scale {scales} (rows); "
            f"{self.candidates.words}\n  {self.accuracy_statement()}"
        )

    def _repr_html_(self) -> str:
        return pictures.quantile_html(self, None)


@dataclass(frozen=True, repr=False)
class QuantileRelease(Release):
    """Released quantiles: safe to publish, as is everything else in this object."""

    plan: QuantilePlan
    values: tuple[int | float, ...]

    @property
    def value(self) -> int | float:
        """The released value, where there is one quantile."""
        if len(self.values) != 1:
            raise AttributeError("there are several quantiles; use .values")
        return self.values[0]

    @property
    def scale(self) -> float | list[float]:
        """The scale of the noise, in rows."""
        return self.plan.scale

    @property
    def accuracy(self) -> Accuracy | list[Accuracy]:
        """How far behind the best candidate, at most."""
        return self.plan.accuracy

    def _headline(self) -> str:
        pairs = zip(self.plan.parts, self.values, strict=True)
        facts = [f"{part.name} {show_value(value)}" for part, value in pairs]
        return f"private {enumerate_words(facts)}".capitalize()

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        plan = self.plan.to_dict()
        for entry, value in zip(plan["quantiles"], self.values, strict=True):
            entry["value"] = value
        return plan

    def _repr_html_(self) -> str:
        return pictures.quantile_html(self.plan, self.values)


@remakes(QuantilePart.kind)
def make_quantile_part(
    alpha: Fraction,
    candidates: Candidates,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
    statements: int,
) -> QuantilePart:
    """One quantile for at most this budget; `statements` quantiles are accurate at once."""
    scores = _core.make_quantile_score_candidates(
        _core.vector_domain(_core.atom_domain(candidates.carrier)),
        _core.symmetric_distance(),
        candidates.values,
        alpha,
    )

    def select(score_scale: float) -> _core.Measurement:
        return scores >> _core.then_report_noisy_top_k(
            budget.measure, k=1, scale=score_scale, optimize="min"
        )

    score_scale = smallest_scale(select, rows_per_person, budget.amount)
    measurement = select(score_scale)
    accuracy = make_accuracy(
        budget.tail,
        candidates=len(candidates),
        score_scale=score_scale,
        points_per_row=alpha.denominator,
        confidence=confidence,
        statements=statements,
    )
    cost = measurement.map(rows_per_person)
    scale = score_scale / alpha.denominator
    made_from = (alpha, candidates, budget, rows_per_person, confidence, statements)
    return QuantilePart(alpha, measurement, cost, scale, accuracy, budget, made_from)


@remakes(QuantilePlan.kind)
def make_quantile_plan(
    alphas: tuple[Fraction, ...],
    candidates: Candidates,
    budget: Budget,
    shares: tuple[float, ...] | None,
    rows_per_person: int,
    confidence: float,
) -> QuantilePlan:
    """Arguments that were checked, as a plan."""
    amounts = budget.split(len(alphas), shares)
    parts = tuple(
        make_quantile_part(
            alpha,
            candidates,
            Budget(budget.currency, amount),
            rows_per_person,
            confidence,
            len(alphas),
        )
        for alpha, amount in zip(alphas, amounts, strict=True)
    )
    made_from = (alphas, candidates, budget, shares, rows_per_person, confidence)
    measurement = _core.make_composition([part.measurement for part in parts])
    return QuantilePlan(
        parts, measurement, candidates, budget, rows_per_person, confidence, made_from
    )


def _one_or_list(items: list[Item]) -> Item | list[Item]:
    return items[0] if len(items) == 1 else items
