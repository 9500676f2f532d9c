"""Plans of private quantiles, which cost nothing, and the releases that are made by them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from .. import _core
from . import pictures
from .accuracy import CarriedAccuracy, carry, exponential_tail, make_accuracy
from .budget import Budget, Priced
from .candidates import Candidates
from .grid_candidates import GridCandidates
from .columns import numeric_carrier
from .person import RowsOfAPerson
from .picture import Picture
from .picture_file import Pictured
from .release import Release
from .remade import Remade, remakes
from .rounding import to_twelve_digits, to_twelve_digits_up
from .words import (
    counted,
    enumerate_words,
    meaning_of_cost,
    quantile_name,
    show_amount,
    show_scales,
    show_value,
)

Item = TypeVar("Item")


@dataclass(frozen=True, repr=False)
class QuantilePart:
    """One of the quantiles of a plan."""

    alpha: Fraction
    scale: float
    """Of the noise, in rows."""
    accuracy: CarriedAccuracy
    rows_inside: int
    """For the minimum and the maximum: how many rows are to lie beyond what is released. Nearer to the
    end noise would carry it beyond all rows. For others 0."""

    @property
    def name(self) -> str:
        """Such as "median"."""
        return quantile_name(self.alpha)

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        inside = {"rows_inside": self.rows_inside} if self.rows_inside else {}
        return {
            "alpha": float(self.alpha),
            "scale_rows": to_twelve_digits(self.scale),
            "accuracy_rows": to_twelve_digits_up(self.accuracy.rows),
            **inside,
        }

    def numbers(self) -> dict[str, Any]:
        """What must be the same after loading, by name."""
        return {
            "scale": self.scale,
            "accuracy": self.accuracy.rows,
            "rows inside": self.rows_inside,
        }

    def __repr__(self) -> str:
        return (
            f"{self.name}: noise of scale {show_amount(self.scale)} (rows), "
            f"{self.accuracy.confidence_shown} within {counted(self.accuracy.rows_shown, 'row')}"
        )


@dataclass(frozen=True, repr=False)
class QuantilePlan(Priced, Pictured, Remade):
    """What private quantiles will cost and how accurate they will be. It has not seen any data."""

    kind = "quantile plan"

    parts: tuple[QuantilePart, ...]
    measurement: _core.Measurement = field(compare=False)  # from a column to positions of candidates, or to steps
    rounds: int
    """In how many rounds the quantiles are selected: in each a row has a part in one selection."""
    candidates: Candidates | GridCandidates
    budget: Budget
    rows_per_person: int
    confidence: float
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def cost(self) -> float:
        """What a release spends, in the currency of the budget."""
        return self.measurement.map(self.rows_per_person)

    @property
    def mechanism(self) -> str:
        """By which values are chosen."""
        return "the exponential mechanism" if isinstance(self.candidates, GridCandidates) else self.budget.mechanism

    @property
    def scale(self) -> float | list[float]:
        """The scale of the noise, in rows; a list where there are several quantiles."""
        return _one_or_list([part.scale for part in self.parts])

    @property
    def accuracy(self) -> CarriedAccuracy | list[CarriedAccuracy]:
        """How far behind the best candidate; a list where there are several quantiles."""
        return _one_or_list([part.accuracy for part in self.parts])

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> QuantileRelease:
        """Reads the column once and releases the quantiles. This spends the budget."""
        plan = self._for_column(numeric_carrier(data))
        return plan._released(plan.measurement.invoke(data, threads=threads, progress=progress))

    def _released(self, found: Any) -> QuantileRelease:
        """What the measurement gave, as a release."""
        return QuantileRelease(self, self._values_of(found))

    def _values_of(self, found: Any) -> tuple[int | float, ...]:
        """What was released, as values in the order in which they were asked for."""
        candidates = self.candidates
        if isinstance(candidates, GridCandidates):
            return tuple(candidates.value_of(int(found)) for _ in self.parts)
        rising = sorted({part.alpha for part in self.parts})
        positions = dict(zip(rising, found, strict=True))
        return tuple(candidates.values[int(positions[part.alpha])] for part in self.parts)

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
        lines = [meaning_of_cost(self, self.rows_per_person)]
        if self.rounds > 1:
            lines.append(
                f"They are chosen in {self.rounds} rounds that share the budget: the middle one first, "
                "then the others among the rows on either side of it. So they never cross."
            )
        scales = show_scales([part.scale for part in self.parts])
        lines.append(
            f"Each value is chosen by {self.mechanism} among {self.candidates.words}, "
            f"with noise of scale {scales} (in rows)."
        )
        lines += self.statements_about_ends()
        lines.append(self.accuracy_statement())
        lines.append(
            "That is relative to the best candidate: rows that lie between two neighbouring "
            "candidates cannot be told apart, and a quantile outside the candidates cannot be reached. "
            "It is in rows, not in units of value: how far apart rows lie is what the data hide."
        )
        if isinstance(self.candidates, GridCandidates):
            lines.append("The candidates are not listed, but all rows are kept in memory until it is chosen.")
        return lines

    def statements_about_ends(self) -> list[str]:
        """What stands for the minimum and the maximum, where they are asked for."""
        return [
            f"For the {part.name} stands the value {'below' if part.alpha == 0 else 'above'} which "
            f"{counted(part.rows_inside, 'row')} lie: nearer to the end, noise would carry it beyond all rows."
            for part in self.parts
            if part.rows_inside
        ]

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
            "further from the ideal ranks than candidates and rows that share a value allow."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "quantile",
            **self._price(),
            "rows_per_person": self.rows_per_person,
            "confidence": self.confidence,
            "mechanism": self.mechanism,
            "rounds": self.rounds,
            "candidates": self.candidates.to_dict(),
            "quantiles": [part.to_dict() for part in self.parts],
        }

    def numbers(self) -> dict[str, Any]:
        numbers = {
            f"{name} of quantile {place}": number
            for place, part in enumerate(self.parts, 1)
            for name, number in part.numbers().items()
        }
        return {"cost": self.cost, "rounds": self.rounds, **numbers}

    def __repr__(self) -> str:
        names = enumerate_words([part.name for part in self.parts])
        return f"plan for the {names} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        scales = show_scales([part.scale for part in self.parts])
        return (
            f"  {verb} {self.price_shown}; noise of scale {scales} (rows); "
            f"{self.candidates.words}\n  {self.accuracy_statement()}"
        )

    def _picture(self) -> Picture:
        return pictures.quantile_picture(self, None)


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
    def accuracy(self) -> CarriedAccuracy | list[CarriedAccuracy]:
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

    def _picture(self) -> Picture:
        return pictures.quantile_picture(self.plan, self.values)


@remakes(QuantilePlan.kind)
def make_quantile_plan(
    alphas: tuple[Fraction, ...],
    candidates: Candidates | GridCandidates,
    budget: Budget,
    rows_per_person: int,
    confidence: float,
) -> QuantilePlan:
    """Arguments that were checked, as a plan."""
    made_from = (alphas, candidates, budget, rows_per_person, confidence)
    if isinstance(candidates, GridCandidates):
        return plan_on_grid(alphas, candidates, budget, RowsOfAPerson(rows_per_person), confidence, made_from)
    return plan_among_candidates(alphas, candidates, budget, RowsOfAPerson(rows_per_person), confidence, made_from)


def plan_among_candidates(
    alphas: tuple[Fraction, ...],
    candidates: Candidates,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    made_from: tuple[Any, ...] = (),
) -> QuantilePlan:
    """The same for a person of any kind, and candidates that are listed."""
    rows = person.start(_core.vector_domain(_core.atom_domain(candidates.carrier)))
    counts = rows >> _core.then_count_among_candidates(candidates.values)
    rising = sorted(set(alphas))
    between = [float(alpha) for alpha in rising if 0 < alpha < 1]

    def select(scale: float, inside: int) -> _core.Measurement:
        return counts >> _core.then_private_quantiles(
            budget.measure,
            alphas=between,
            smallest=inside if rising[0] == 0 else 0,
            largest=inside if rising[-1] == 1 else 0,
            scale=scale,
        )

    # The price does not depend on how many rows inside the ends are, so that can wait for the scale.
    scale = person.smallest_scale(lambda scale: select(scale, 1), budget.amount)
    halvings = _core.quantile_halvings(between, int(rising[0] == 0), int(rising[-1] == 1))
    inside = 1
    found: dict[Fraction, QuantilePart] = {}
    for halving in halvings:
        part = _make_part(halving, rising, found, candidates, budget, scale, confidence)
        found[part.alpha] = part
        inside = max(inside, part.rows_inside)
    parts = tuple(found[alpha] for alpha in alphas)
    rounds = 1 + max(halving.level for halving in halvings)
    return QuantilePlan(
        parts,
        select(scale, inside),
        rounds,
        candidates,
        budget,
        person.rows,
        confidence,
        made_from,
    )


def plan_on_grid(
    alphas: tuple[Fraction, ...],
    candidates: GridCandidates,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    made_from: tuple[Any, ...] = (),
) -> QuantilePlan:
    """One quantile among all points of a grid, by one selection, for a person of any kind."""
    (alpha,) = set(alphas)
    rows = person.start(_core.vector_domain(_core.atom_domain(candidates.carrier)))

    def select(scale: float) -> _core.Measurement:
        return rows >> candidates.then_select(budget.measure, float(alpha), scale)

    scale = person.smallest_scale(select, budget.amount)
    own = make_accuracy(
        exponential_tail,
        candidates=candidates.count,
        # Rounded up, as the measurement does it, or more.
        score_scale=math.nextafter(scale * alpha.denominator, math.inf),
        points_per_row=alpha.denominator,
        confidence=confidence,
    )
    part = QuantilePart(alpha, scale, carry(0, own, []), 0)
    return QuantilePlan(
        (part,) * len(alphas),
        select(scale),
        1,
        candidates,
        budget,
        person.rows,
        confidence,
        made_from,
    )


def _make_part(
    halving: _core.Halving,
    rising: list[Fraction],
    found: dict[Fraction, QuantilePart],
    candidates: Candidates,
    budget: Budget,
    scale: float,
    confidence: float,
) -> QuantilePart:
    """The quantile that this selection finds; `found` are those that are selected before it."""
    alpha = rising[halving.wanted]
    among = Fraction(*halving.alpha)  # what is wanted of the rows in hand
    score_scale = halving.score_scale(scale)
    own = make_accuracy(
        budget.tail,
        candidates=halving.entries(candidates.count),
        score_scale=score_scale,
        points_per_row=among.denominator,
        confidence=confidence,
        statements=len(rising),
    )
    is_end = alpha in (0, 1)
    borders = [] if is_end else [(halving.lower, 1 - among), (halving.upper, among)]
    ends = [(weight, found[rising[i]].accuracy) for i, weight in borders if i is not None]
    return QuantilePart(
        alpha,
        score_scale / among.denominator,
        carry(halving.wanted, own, ends),
        max(1, math.ceil(own.rows)) if is_end else 0,
    )


def _one_or_list(items: list[Item]) -> Item | list[Item]:
    return items[0] if len(items) == 1 else items
