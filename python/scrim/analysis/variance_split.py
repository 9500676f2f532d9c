"""How a variance of a public number of rows divides its budget between the sum and the squares, and how far its center
follows the noisy mean. From public numbers alone.

With e the noise of the mean and rows at m from the middle of the bounds on average, a center at l (m + e) from it leaves a
variance off by (2 l - 1) e^2 - 2 (1 - l) m e, beside the noise of the squares, which grows with the square of the
distance of the farther bound. Among many rows e^2 is nothing, so l is 1 and the squares have nearly all of the
budget; among few, l is nearer to 1/2, at which e^2 drops out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from .budget import Budget

# The shares of the sum that are tried.
_SHARES = tuple(Fraction(5, 8) * Fraction(7, 8) ** i for i in range(50))
# How far the center follows the mean: the shares of the way that are tried.
_FOLLOWED = tuple(Fraction(i, 16) for i in range(8, 17))
# Where the mean may lie: at these distances from the middle, in widths of the bounds, one as likely as another.
_PLACES = tuple((i + 0.5) / 20 for i in range(10))
# Beyond these, budgets and sizes change nothing any more.
_LEAST_STRENGTH, _LARGEST_STRENGTH = Fraction(1, 10**6), Fraction(10**60)


@dataclass(frozen=True)
class VarianceSplit:
    """Public, and chosen before any data is touched."""

    share: Fraction
    """Of the budget that the sum has."""
    followed: Fraction
    """How far the center goes from the middle of the bounds to the noisy mean, from 1/2 to 1."""


def split_variance(budget: Budget, size: int, rows_per_person: int) -> VarianceSplit:
    """The split whose expected squared error is least, if the mean is as likely to lie in one place between the bounds as
    in another."""
    # How many times the width of the bounds is what noise of the whole budget moves the mean by; its square for rho.
    rows = Fraction(2 * size, rows_per_person)
    amount = Fraction(budget.amount)
    strength = rows * amount if budget.currency == "epsilon" else rows**2 * 2 * amount
    bounded = min(max(strength, _LEAST_STRENGTH), _LARGEST_STRENGTH)
    return _best(budget.currency, float(bounded))


@lru_cache(maxsize=256)
def _best(currency: str, strength: float) -> VarianceSplit:
    tried = (VarianceSplit(share, followed) for share in _SHARES for followed in _FOLLOWED)
    return min(tried, key=lambda split: _badness(currency, strength, split))


def _badness(currency: str, strength: float, split: VarianceSplit) -> float:
    """The expected squared error, to a good approximation, in fourth powers of the width of the bounds."""
    share, followed = float(split.share), float(split.followed)
    of_mean, of_squares = (_variance(currency, strength * part) for part in (share, 1 - share))
    # The variance of the square of noise, in squares of its own variance.
    of_square = 5.0 if currency == "epsilon" else 2.0
    farthest = 0.0
    for place in _PLACES:
        reach = 0.5 + followed * min(0.5, math.sqrt(place * place + of_mean))
        farthest += reach * reach * reach * reach / len(_PLACES)
    bend, lean = 2 * followed - 1, 1 - followed
    # A third of the square of half the width is how far the mean is from the middle, squared.
    return of_square * bend * bend * of_mean * of_mean + 4 * lean * lean * of_mean / 12 + farthest * of_squares


def _variance(currency: str, strength: float) -> float:
    """Of noise in widths of the bounds, or in squares of the reach, divided by the number of rows."""
    return 2 / (strength * strength) if currency == "epsilon" else 1 / strength
