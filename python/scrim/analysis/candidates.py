"""The values that a release may give: from bounds, or as listed. Never from data."""

from __future__ import annotations

import itertools
import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .refuse import real, refuse, shown, whole

# 1001 rather than 1000: the steps are a thousandth of the way, so the values read well.
DEFAULT_COUNT = 1001
LARGEST_COUNT = 10_000_000


@dataclass(frozen=True)
class Candidates:
    """Strictly increasing values, with the carrier type of the domain they are for."""

    values: Sequence[Any]
    carrier: str  # "float64", "int64" or "uint64"
    words: str  # "1001 values from 0 to 120, 0.12 apart"

    def __len__(self) -> int:
        return len(self.values)


def make_candidates(bounds: Any, candidates: Any, carrier: str) -> Candidates:
    """Candidates for data of the given carrier type."""
    if isinstance(candidates, numbers.Integral) and not isinstance(candidates, bool):
        lower, upper = check_bounds(bounds)
        count = whole(
            candidates,
            "candidates",
            2,
            LARGEST_COUNT,
            f"a number of candidates from 2 to {LARGEST_COUNT}, or a list of them",
        )
        if carrier == "float64":
            return _even_grid(lower, upper, count)
        return _integer_grid(lower, upper, count, carrier)
    return _listed(bounds, candidates, carrier)


def check_bounds(bounds: Any) -> tuple[int | float, int | float]:
    advice = "the smallest and the largest answer you expect, such as bounds=(0, 120)"
    if bounds is None:
        refuse(f"bounds are missing; give {advice}. Do not look them up in the data")
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        refuse(f"bounds is {shown(bounds)}; give {advice}")
    lower = real(lower, "the lower bound", "a finite number")
    upper = real(upper, "the upper bound", "a finite number")
    if not lower < upper:
        refuse(f"bounds are ({lower}, {upper}); the lower bound must be below the upper one")
    return lower, upper


def _even_grid(lower: float, upper: float, count: int) -> Candidates:
    last = count - 1
    # One rounding for integer bounds, hence 44.04 and not 44.04000000000001; weights that add up to
    # one at most, hence no overflow.
    if isinstance(lower, int) and isinstance(upper, int):
        grid = [(lower * (last - i) + upper * i) / last for i in range(count)]
    else:
        grid = [lower * ((last - i) / last) + upper * (i / last) for i in range(count)]
    values = sorted(set(grid))
    step = (upper - lower) / last
    spacing = f", {step:.4g} apart" if math.isfinite(step) else ""
    words = f"{len(values)} values from {lower:g} to {upper:g}{spacing}"
    return Candidates(values, "float64", words)


def _integer_grid(lower: float, upper: float, count: int, carrier: str) -> Candidates:
    first, final = math.ceil(lower), math.floor(upper)
    if first > final:
        refuse(
            f"bounds are ({lower}, {upper}), between which there is no integer, and the data are "
            "integers; give wider bounds"
        )
    if final - first < count:
        values = list(range(first, final + 1))
        return Candidates(values, carrier, f"every integer from {first} to {final}")
    last = count - 1
    values = [first + ((final - first) * i + last // 2) // last for i in range(count)]
    step = (final - first) / last
    words = f"{len(values)} integers from {first} to {final}, about {step:.4g} apart"
    return Candidates(values, carrier, words)


def _listed(bounds: Any, candidates: Any, carrier: str) -> Candidates:
    if bounds is not None:
        refuse("both bounds and a list of candidates were given; leave out bounds")
    try:
        given = list(candidates)
    except TypeError:
        refuse(
            f"candidates is {shown(candidates)}; give how many, such as 1000, or a list of numbers"
        )
    values = [real(value, "a candidate", "finite numbers, increasing") for value in given]
    if not values:
        refuse("the list of candidates is empty; give at least one, better some hundred")
    for before, after in itertools.pairwise(values):
        if not before < after:
            refuse(f"candidate {after} comes after {before}; list them increasing, each once")
    if not all(isinstance(value, int) for value in values):
        carrier = "float64"  # integers of the data are compared with fractions as doubles
    words = f"{len(values)} listed values from {values[0]:g} to {values[-1]:g}"
    return Candidates(values, carrier, words)
