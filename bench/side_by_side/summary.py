"""Medians, spread and ratios."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    least: float
    first_quartile: float
    median: float
    third_quartile: float


def spread(samples: Sequence[float | None]) -> Spread:
    """Of the samples that were taken; there must be one."""
    taken = [sample for sample in samples if sample is not None]
    if len(taken) == 1:
        return Spread(taken[0], taken[0], taken[0], taken[0])
    first, median, third = statistics.quantiles(taken, n=4, method="inclusive")
    return Spread(min(taken), first, median, third)


def ratio(over: Sequence[float | None], under: Sequence[float | None]) -> float | None:
    """The median of the ratios within a round, over the rounds in which both took part; None if there is none.

    Within a round, because whatever slows the machine down for some seconds slows down both.
    """
    ratios = [a / b for a, b in zip(over, under, strict=True) if a is not None and b is not None]
    return statistics.median(ratios) if ratios else None
