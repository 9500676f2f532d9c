"""The ways to find the most frequent categories, of which a plan takes the better one, by public numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from .. import _core
from .accuracy import Accuracy, InRows, make_accuracy
from .budget import Budget
from .categories import in_type_of
from .noise import Noise, add_noise, noise_for
from .person import RowsOfAPerson
from .simultaneous import confidence_of_each


@dataclass(frozen=True)
class NoisyCountsAccuracy(InRows):
    """With probability `confidence` at least, whatever the data, the noise on all counts at once is so small that no
    category has more than `rows` rows more than one that was chosen before it or instead of it."""

    confidence: float
    rows: Fraction
    noise: Noise
    scale: float
    categories: int

    def chance_beyond(self, rows: float | Fraction) -> float:
        if rows < 0:
            return 1.0
        # Two counts are misjudged by that much only if the noise on one of them is more than half of it.
        missed = self.noise.tail(self.scale, int(Fraction(rows) / 2))
        return min(1.0, 1.0 - (1.0 - missed) ** self.categories)


@dataclass(frozen=True)
class Way:
    """How categories are found, and what that gives."""

    name: Literal["selection", "noisy counts", "selection and noisy counts"]
    measurement: _core.Measurement
    accuracy: Accuracy | NoisyCountsAccuracy
    scale: float
    """Of the noise by which categories are chosen, in rows."""
    count_scale: float | None
    """Of the noise on counts, if there are counts."""
    count_error: int | None
    """How far off all counts are at most, with the plan's confidence."""

    def found(self, released: Any, k: int) -> tuple[list[int], list[int] | None]:
        """The positions of the chosen categories, best first, and their noisy counts, if there are any."""
        if self.name == "selection":
            return [int(position) for position in released], None
        if self.name == "noisy counts":
            counts: Sequence[int] = [int(count) for count in released]
            chosen = sorted(range(len(counts)), key=lambda i: (-counts[i], i))[:k]
        else:
            counts = [int(count) for count in released[1]]
            chosen = [int(position) for position in released[0]]
        return chosen, [counts[i] for i in chosen]


def better_way(
    categories: tuple[Any, ...],
    k: int,
    wants_counts: bool,
    budget: Budget,
    person: RowsOfAPerson,
    confidence: float,
    carrier: str,
) -> Way:
    """The one whose choices are closer to the best; with counts, the one for which this and how far off they are add up
    to less. Without counts a selection has the whole budget; with them it shares it with noisy counts, which by
    themselves serve for both."""
    rows = person.start(_core.vector_domain(_core.atom_domain(carrier)))
    public = in_type_of(carrier, categories)
    by_counts = _by_noisy_counts(rows, public, budget, person, confidence)
    if not wants_counts:
        selection = _by_selection(rows, public, k, budget, person, confidence)
        return min(selection, by_counts, key=lambda way: way.accuracy.rows)
    half = Budget(budget.currency, budget.split(2, None)[0])
    selection = _by_selection(rows, public, k, half, person, confidence)
    counts = _by_noisy_counts(rows, public, half, person, confidence)
    by_both = Way(
        "selection and noisy counts",
        _core.make_composition([selection.measurement, counts.measurement]),
        selection.accuracy,
        selection.scale,
        counts.scale,
        counts.count_error,
    )
    return min(by_counts, by_both, key=lambda way: way.accuracy.rows + (way.count_error or 0))


def _by_selection(
    rows: Any, public: Any, k: int, budget: Budget, person: RowsOfAPerson, confidence: float
) -> Way:
    counts = rows >> _core.then_count_by_categories(public)

    def select(scale: float) -> _core.Measurement:
        return counts >> _core.then_report_noisy_top_k(budget.measure, k=k, scale=scale, optimize="max")

    scale = person.smallest_scale(select, budget.amount)
    accuracy = make_accuracy(budget.tail, candidates=len(public), k=k, score_scale=scale, confidence=confidence)
    return Way("selection", select(scale), accuracy, scale, None, None)


def _by_noisy_counts(
    rows: Any, public: Any, budget: Budget, person: RowsOfAPerson, confidence: float
) -> Way:
    noise = noise_for(budget)
    exact = rows >> _core.then_count_by_categories(public, noise.metric_of_counts)
    measurement, scale = add_noise(exact, budget, person)
    error = noise.radius(scale, confidence_of_each(confidence, len(public)))
    accuracy = NoisyCountsAccuracy(confidence, Fraction(2 * error), noise, scale, len(public))
    return Way("noisy counts", measurement, accuracy, scale, scale, error)
