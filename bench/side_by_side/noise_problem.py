"""The problems in which noise is added: to a vector, to a sum of floats, to counts by category."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .problem import Column

LAPLACE, GAUSSIAN = "laplace", "gaussian"


@dataclass(frozen=True)
class NoiseProblem:
    """Add discrete noise to each entry: an integer, or of doubles a multiple of a small step."""

    entries: Column
    law: str  # laplace or gaussian
    scale: float

    @property
    def loss(self) -> float:
        """Epsilon or rho, if one entry may move by 1."""
        return 1 / self.scale if self.law == LAPLACE else 1 / (2 * self.scale**2)

    @property
    def variance(self) -> float:
        """On the steps of a double, as on integers from a few times the step on, that of the continuous law."""
        if self.law == GAUSSIAN:
            return self.scale**2 if self.has_small_steps or self.scale > 4 else self._variance_of_few_integers()
        if self.has_small_steps:
            return 2 * self.scale**2
        ratio = math.exp(-1 / self.scale)
        return 2 * ratio / (1 - ratio) ** 2

    @property
    def has_small_steps(self) -> bool:
        return self.entries.kind == "f64"

    def _variance_of_few_integers(self) -> float:
        weights = {number: math.exp(-(number**2) / (2 * self.scale**2)) for number in range(-100, 101)}
        return sum(number**2 * weight for number, weight in weights.items()) / sum(weights.values())

    @property
    def fourth_moment(self) -> float:
        """At most about this, in terms of the variance: 6 for Laplace noise, 3 for Gaussian noise; where the noise is
        0 most of the time, that of the integers next to it."""
        return max((6 if self.law == LAPLACE else 3) * self.variance**2, 4 * self.variance)


@dataclass(frozen=True)
class SumProblem:
    """What do the rows add up to, each moved between the bounds, with noise for epsilon?"""

    rows: Column
    lower: float
    upper: float
    epsilon: float

    @property
    def scale(self) -> float:
        """One row more moves the sum by the larger bound."""
        return max(abs(self.lower), abs(self.upper)) / self.epsilon

    def exact(self) -> float:
        return self.rows.clamped_total(self.lower, self.upper)


@dataclass(frozen=True)
class CountsProblem:
    """How many rows are 0, 1, ..., categories - 1, each with noise for epsilon?"""

    rows: Column
    categories: int
    epsilon: float

    @property
    def scale(self) -> float:
        return 1 / self.epsilon

    def exact(self) -> list[int]:
        return self.rows.counts_of(self.categories)
