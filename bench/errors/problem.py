"""Rows, and all that is public about them."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

BINS = 20
CANDIDATES = 1001
"""Evenly spaced, for peers that need a list and have no default."""


@dataclass(frozen=True, eq=False)  # compared, and hashed, as the one object that it is
class Problem:
    shape: str
    words: str
    """What the rows are like, for people."""
    rows: tuple[float, ...]
    bounds: tuple[float, float]
    step: float = 0.01
    """Between the candidates that Scrim takes by itself within these bounds."""

    @property
    def middle(self) -> float:
        return (self.bounds[0] + self.bounds[1]) / 2

    @cached_property
    def ordered(self) -> list[float]:
        return sorted(self.rows)

    @cached_property
    def edges(self) -> list[float]:
        """Of the bins of the histogram; a bin has its lower edge, and the last one its upper edge too."""
        return _evenly(self.bounds, BINS + 1)

    @cached_property
    def candidates(self) -> list[float]:
        """Among which a quantile is chosen, by who needs a list."""
        return _evenly(self.bounds, CANDIDATES)

    @cached_property
    def fine_candidates(self) -> list[float]:
        """As many as Scrim takes by itself, for peers too: the better of both lists counts."""
        return _evenly(self.bounds, round((self.bounds[1] - self.bounds[0]) / self.step) + 1)

    @cached_property
    def bins(self) -> list[int]:
        """In which bin each row is; these are the categories of which the most frequent are sought."""
        return [_bin_of(row, self.edges) for row in self.rows]

    @cached_property
    def counts(self) -> list[int]:
        counts = [0] * BINS
        for number in self.bins:
            counts[number] += 1
        return counts


def digest_of(problems: Sequence[Problem]) -> str:
    """Equal for parties that were given the same rows, which may have been made in different environments."""
    digest = hashlib.sha256()
    for problem in problems:
        digest.update(struct.pack(f"<{len(problem.rows)}d", *problem.rows))
        digest.update(struct.pack("<2d", *problem.bounds))
    return digest.hexdigest()[:16]


def _evenly(bounds: tuple[float, float], number: int) -> list[float]:
    lower, upper = bounds
    return [lower + (upper - lower) * i / (number - 1) for i in range(number)]


def _bin_of(row: float, edges: Sequence[float]) -> int:
    below = sum(edge <= row for edge in edges)
    return min(below, len(edges) - 1) - 1
