"""The problems that every contender is given: rows and candidates, or scores."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MAX_DIVERGENCE = "max_divergence"
ZERO_CONCENTRATED = "zero_concentrated_divergence"


@dataclass(frozen=True)
class Column:
    """Numbers in memory and the same bytes in a file: an array of NumPy, or of the standard library."""

    path: Path
    kind: str  # f64, i64 or u64
    values: Any = field(repr=False)

    @staticmethod
    def write(path: Path, kind: str, values: Any) -> Column:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(values.tobytes())
        return Column(path, kind, values)

    def __len__(self) -> int:
        return len(self.values)

    def total(self) -> float:
        if isinstance(self.values, array):
            return math.fsum(self.values)
        return float(self.values.sum())

    def clamped_total(self, lower: float, upper: float) -> float:
        if isinstance(self.values, array):
            return math.fsum(min(max(x, lower), upper) for x in self.values)
        return float(self.values.clip(lower, upper).sum())

    def counts_of(self, categories: int) -> list[int]:
        """How many of the numbers are 0, 1, ..., categories - 1."""
        found = Counter(self.values.tolist())
        return [found[category] for category in range(categories)]

    def counts_around(self, value: float) -> tuple[int, int]:
        """How many of the numbers lie below `value`, and how many above."""
        if isinstance(self.values, array):
            return sum(x < value for x in self.values), sum(x > value for x in self.values)
        return int((self.values < value).sum()), int((self.values > value).sum())


@dataclass(frozen=True)
class QuantileProblem:
    """Which of the candidates is the num/den-quantile of the rows, with 0 < num < den? The scale is in rows."""

    rows: Column
    candidates: Column
    num: int = 1
    den: int = 2
    scale: float = 1.0

    @property
    def loss(self) -> float:
        """Epsilon of one release: a row moves a score by at most max(num, den - num), two scores by twice that."""
        return 2 * max(self.num, self.den - self.num) / (self.den * self.scale)

    def score(self, value: float) -> int:
        below, above = self.rows.counts_around(value)
        return abs((self.den - self.num) * below - self.num * above)


@dataclass(frozen=True)
class SelectionProblem:
    """Which k of the scores are best?"""

    scores: Column
    k: int
    scale: float
    optimize: str  # max or min
    measure: str

    @property
    def loss(self) -> float:
        """Epsilon or rho of one release, if any score may move by 1 either way."""
        epsilon = 2 / self.scale
        return self.k * epsilon if self.measure == MAX_DIVERGENCE else self.k * epsilon**2 / 8

    @property
    def least_loss(self) -> float:
        """The same, of which less cannot be said: what a range of epsilon is worth as rho."""
        if self.measure == MAX_DIVERGENCE:
            return self.loss
        ratio = (2 / self.scale) / math.expm1(2 / self.scale)
        return self.k * (ratio - 1 - math.log(ratio))

    @staticmethod
    def scale_for(loss: float, k: int, measure: str) -> float:
        """The scale at which a selection of k costs `loss`."""
        return 2 * k / loss if measure == MAX_DIVERGENCE else 2 * math.sqrt(k / (8 * loss))
