"""Means and variances by their definition, in fractions: what private ones are held against."""

from __future__ import annotations

import math
from fractions import Fraction

UGLY_BOUNDS = [
    (0, 1),
    (-3, 120),
    (0.1, 1e6 + 1 / 3),
    (1e16, 1e16 + 6),
    (-1e140, 1e140),
    (-1e-310, 1e-310),
    (-5e-324, 5e-324),
    (0.0, 5e-324),
    (0.1, 0.7),
    (7 / 5, math.nextafter(7 / 5, 2)),
]


def moments(rows, bounds):
    """By the definition, in fractions."""
    lower, upper = map(Fraction, bounds)
    kept = [
        upper if row == math.inf else lower if row == -math.inf else min(max(Fraction(row), lower), upper)
        for row in rows
        if row is not None and not math.isnan(row)
    ]
    mean = sum(kept) / Fraction(len(kept))
    variance = sum((row - mean) ** 2 for row in kept) / len(kept)
    return {"mean": mean, "variance": variance}


def holds(release, exact):
    """Whether the exact result lies in the interval."""
    low, high = map(Fraction, release.interval)
    if release.plan.query == "std":
        return low**2 <= exact["variance"] <= high**2
    return low <= exact[release.plan.query] <= high
