"""A root mean square error, and how far off it can be itself, for being measured a limited number of times."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Summary:
    rms: float
    standard_error: float
    """Of `rms`, by the spread of the squares; rms is their root, so half as far off relative to itself."""
    median: float
    repetitions: int


def summary_of(squares: Sequence[float]) -> Summary:
    """Of squared errors, two or more."""
    rms = math.sqrt(statistics.fmean(squares))
    off = statistics.stdev(squares) / math.sqrt(len(squares))
    standard_error = off / (2 * rms) if rms > 0 else 0.0
    return Summary(rms, standard_error, math.sqrt(statistics.median(squares)), len(squares))
