"""The noise that a budget buys for a number: discrete Laplace for epsilon, discrete Gaussian for rho."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .. import _core
from .budget import Budget, Priced
from .person import RowsOfAPerson


@dataclass(frozen=True)
class Noise:
    """Noise on integers, by the currency that pays for it."""

    currency: str

    @property
    def name(self) -> str:
        return "discrete Laplace noise" if self.currency == "epsilon" else "discrete Gaussian noise"

    @property
    def metric_of_counts(self) -> Literal["l1_distance", "l2_distance"]:
        """In which distance several counts must be stable for it to be added to them."""
        return "l1_distance" if self.currency == "epsilon" else "l2_distance"

    @property
    def largest_scale(self) -> float:
        """At larger ones noise drowns every integer of 64 bits, and none is drawn."""
        return 2.0**62 if self.currency == "epsilon" else 2.0**52

    def then(self, scale: float) -> Any:
        """Adds it to what comes before."""
        if self.currency == "epsilon":
            return _core.then_laplace(scale=scale)
        return _core.then_gaussian(scale=scale)

    def tail(self, scale: float, distance: int) -> float:
        """An upper bound on the probability that it is further from 0 than this."""
        if self.currency == "epsilon":
            return _core.laplace_tail(scale, distance)
        return _core.gaussian_tail(scale, distance)

    def radius(self, scale: float, confidence: float) -> int:
        """Within which it stays with this confidence."""
        if self.currency == "epsilon":
            return _core.laplace_radius(scale, confidence)
        return _core.gaussian_radius(scale, confidence)


def noise_for(budget: Budget) -> Noise:
    return Noise(budget.currency)


class NoisyPlan(Priced):
    """A plan whose release is a number with noise, or is computed from some."""

    query: str
    confidence: float
    rows_per_person: int

    def _terms(self) -> dict[str, Any]:
        """What `--json` prints of every such plan."""
        return {
            "query": self.query,
            **self._price(),
            "rows_per_person": self.rows_per_person,
            "confidence": self.confidence,
            "mechanism": noise_for(self.budget).name,
        }


def add_noise(exact: Any, budget: Budget, person: RowsOfAPerson) -> tuple[_core.Measurement, float]:
    """An exact number with as little noise as the budget asks for, and the scale of it."""
    noise = noise_for(budget)
    if not person.moves(exact):  # what no row can move needs none
        return exact >> noise.then(0.0), 0.0
    scale = person.smallest_scale(lambda scale: exact >> noise.then(scale), budget.amount, noise.largest_scale)
    return exact >> noise.then(scale), scale
