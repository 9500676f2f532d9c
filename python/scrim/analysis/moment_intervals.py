"""Where a mean or a variance lies, given where a count and sums lie. All in exact fractions.

Rows are taken as their distances from the middle of bounds. Proof: moment_intervals.proof.md
"""

from __future__ import annotations

import math
from fractions import Fraction

from .sum_steps import magnitude

Interval = tuple[Fraction, Fraction]

# Of a root, in bits: more than a double has.
_ROOT_BITS = 70


def mean_interval(count: Interval, total: Interval) -> Interval:
    """Of total / count, where the count is at least 1."""
    return min(total[0] / rows for rows in count), max(total[1] / rows for rows in count)


def variance_interval(count: Interval, total: Interval, squares: Interval) -> Interval:
    """Of squares / count - (total / count)^2, where the count is at least 1."""
    shares = [1 / rows for rows in count]
    ends = [end**2 for end in total]
    farthest = max(ends)
    nearest = Fraction(0) if total[0] <= 0 <= total[1] else min(ends)
    # Both are concave in the share, so the least lies at an end; the largest may lie between them.
    low = min(share * squares[0] - share**2 * farthest for share in shares)
    tops = list(shares)
    if nearest > 0:
        tops.append(min(max(squares[1] / (2 * nearest), min(shares)), max(shares)))
    return low, max(share * squares[1] - share**2 * nearest for share in tops)


def mean_error(rows: Fraction, reach: Fraction, count_error: Fraction, total_error: Fraction) -> Fraction | None:
    """How far (total + x) / (rows + y) lies from total / rows at most, where x and y lie within their errors and
    a row is at most `reach`; None where the count may fall below 1."""
    least = rows - count_error
    return None if least < 1 else (total_error + reach * count_error) / least


def variance_error(off_mean: Fraction, off_square: Fraction, reach: Fraction) -> Fraction:
    """How far a variance is off whose mean is off by `off_mean` and whose mean square is by `off_square`."""
    return off_square + off_mean * (2 * reach + off_mean)


def root_down(square: Fraction) -> Fraction:
    """A number close below the root, or 0."""
    return _root(square, 0)


def root_up(square: Fraction) -> Fraction:
    """A number close above the root."""
    return _root(square, 1)


def _root(square: Fraction, up: int) -> Fraction:
    if square <= 0:
        return Fraction(0)
    shift = _ROOT_BITS - magnitude(square) // 2
    scaled = square * Fraction(4) ** shift
    return (math.isqrt(scaled.numerator // scaled.denominator) + up) / Fraction(2) ** shift
