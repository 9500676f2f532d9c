"""The exact laws of selections from few scores, to which frequencies are compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

# The probability of each outcome: the indices that are selected, or the value that is released.
Law = dict[tuple[float, ...], float]


def gaps_of(scores: Sequence[float], scale: float, optimize: str) -> list[float]:
    best = max(scores) if optimize == "max" else min(scores)
    return [abs(best - score) / scale for score in scores]


def permute_and_flip(gaps: Sequence[float]) -> list[float]:
    """Every candidate flips a coin, heads with probability exp(-gap); a uniform choice among the heads."""
    heads = [math.exp(-(gap - min(gaps))) for gap in gaps]
    law = []
    for chosen, probability in enumerate(heads):
        others = [1.0]  # others[h]: the probability that h of the other candidates show heads
        for index, head in enumerate(heads):
            if index != chosen:
                longer = [0.0] * (len(others) + 1)
                for count, mass in enumerate(others):
                    longer[count] += mass * (1 - head)
                    longer[count + 1] += mass * head
                others = longer
        law.append(probability * sum(mass / (1 + count) for count, mass in enumerate(others)))
    return law


def exponential_mechanism(gaps: Sequence[float]) -> list[float]:
    weights = [math.exp(-(gap - min(gaps))) for gap in gaps]
    return [weight / sum(weights) for weight in weights]


def peeled(one: Callable[[Sequence[float]], list[float]], gaps: Sequence[float], k: int) -> Law:
    """The law of k selections, one after the other, each among those not selected before it.

    For the exponential mechanism this is also the law of the k largest scores under Gumbel noise.
    """
    law: Law = {(): 1.0}
    for _ in range(k):
        longer: Law = {}
        for selected, mass in law.items():
            rest = [index for index in range(len(gaps)) if index not in selected]
            for index, probability in zip(rest, one([gaps[index] for index in rest]), strict=True):
                longer[(*selected, index)] = mass * probability
        law = longer
    return law


def distance_allowed(outcomes: int, releases: int, error: float = 1e-9) -> float:
    """What the L1 distance between a law and its frequencies exceeds with probability at most `error`.

    The bound of Bretagnolle, Huber and Carol: P(distance >= d) <= 2^outcomes * exp(-releases * d^2 / 2).
    """
    return math.sqrt(2 * (outcomes * math.log(2) - math.log(error)) / releases)
