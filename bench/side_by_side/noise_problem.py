"""The problems in which noise is added: to a vector, to a sum of floats, to counts by category."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .problem import Column

LAPLACE, GAUSSIAN = "laplace", "gaussian"


@dataclass(frozen=True)
class NoiseProblem:
    """Add integer noise to each entry."""

    entries: Column
    law: str  # laplace or gaussian
    scale: float

    @property
    def loss(self) -> float:
        """Epsilon or rho, if one entry may move by 1."""
        return 1 / self.scale if self.law == LAPLACE else 1 / (2 * self.scale**2)

    @property
    def variance(self) -> float:
        """Of a Gaussian on the integers it is that of the continuous one, as far as can be measured."""
        if self.law == GAUSSIAN:
            return self.scale**2
        ratio = math.exp(-1 / self.scale)
        return 2 * ratio / (1 - ratio) ** 2

    @property
    def fourth_moment(self) -> float:
        """About what it is, in terms of the variance: 6 for Laplace noise, 3 for Gaussian noise."""
        return (6 if self.law == LAPLACE else 3) * self.variance**2


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
