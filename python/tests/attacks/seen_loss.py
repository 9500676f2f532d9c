"""How much privacy two tables are seen to lose: from releases of each, or from exact answers and the scale of the noise."""

from __future__ import annotations

import math
from collections.abc import Sequence

# That a frequency is further from its probability than is allowed for: each end, one time in a million.
CHANCE = 1e-6


def sampled_loss(currency: str, high: Sequence[float], low: Sequence[float], threshold: float) -> float:
    """What releases of one table and of its neighbour lose at least, judged by how often each is at least `threshold`.

    Of epsilon by the ratio of the two probabilities; of rho by the Kullback-Leibler divergence of the two truths, which is
    at most rho, as that of releases is. More than is lost it says one time in 500 000.
    """
    p = _lower_end(sum(release >= threshold for release in high), len(high))
    q = _upper_end(sum(release >= threshold for release in low), len(low))
    if p <= q:
        return 0.0
    return math.log(p / q) if currency == "epsilon" else _divergence(p, q)


def noise_loss(currency: str, one: Sequence[float], two: Sequence[float], scale: float) -> float:
    """What Laplace (epsilon) or Gaussian noise (rho) of a scale loses between two lists of exact answers."""
    moved = [abs(a - b) for a, b in zip(one, two, strict=True)]
    if not any(moved):
        return 0.0
    if scale == 0:
        return math.inf
    return sum(moved) / scale if currency == "epsilon" else sum(move**2 for move in moved) / (2 * scale**2)


def charged(currency: str, cost: float, persons: int) -> float:
    """What is charged for so many persons, by the cost of one."""
    return cost * (persons if currency == "epsilon" else persons**2)


def _divergence(p: float, q: float) -> float:
    """Of Kullback and Leibler, of truths that hold with these probabilities."""
    terms = ((p, q), (1 - p, 1 - q))
    return sum(a * math.log(a / b) if b > 0 else math.inf for a, b in terms if a > 0)


def _lower_end(hits: int, count: int) -> float:
    """Below which the probability is, after so many hits, only by CHANCE (Chernoff)."""
    frequency, most = hits / count, math.log(1 / CHANCE) / count
    lower, upper = 0.0, frequency
    for _ in range(60):
        middle = (lower + upper) / 2
        lower, upper = (middle, upper) if _divergence(frequency, middle) > most else (lower, middle)
    return lower


def _upper_end(hits: int, count: int) -> float:
    return 1 - _lower_end(count - hits, count)
