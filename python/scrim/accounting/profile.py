"""Where the profile of an account is worth drawing: delta over epsilon, from epsilon 0 to where delta has vanished."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .accountant import Accountant

# Below it few people ask; a delta that was asked for is shown however small it is.
_SMALL_DELTA = 1e-12
_SMALLEST_DELTA = 1e-300
_FEWEST_DECADES = 3
# How close the curve comes to what it does not fall below, before it counts as flat.
_NEARLY = 1.0625
POINTS = 145


@dataclass(frozen=True)
class Profile:
    """A curve of (epsilon, delta), falling, within its axes."""

    points: list[tuple[float, float]]
    last_epsilon: float
    """Where the axis ends, a round number."""
    top: int
    """The powers of ten between which delta is shown."""
    bottom: int


def profile_of(account: Accountant, asked: list[tuple[float, float]]) -> Profile:
    """With room for the pairs that were asked for."""
    inner = account._inner
    highest = inner.delta(0.0)
    top = _power_above(highest)
    smallest = min([_SMALL_DELTA, *(delta for _, delta in asked if delta >= _SMALLEST_DELTA)])
    # Below what was added as delta the curve does not fall.
    beside = account.delta_beside_rho
    smallest = max(smallest, min(1.0, _NEARLY * beside))
    bottom = min(math.floor(math.log10(beside or smallest)) - (beside > 0), top - _FEWEST_DECADES)
    vanishes = inner.epsilon(smallest)
    end = max([vanishes if math.isfinite(vanishes) else 0.0, *(1.05 * epsilon for epsilon, _ in asked)])
    last = _round_above(end) if end > 0 else 1.0
    points = [(epsilon, inner.delta(epsilon)) for epsilon in _steps_to(min(vanishes, last))]
    if beside > 0:
        points.append((last, points[-1][1]))  # no more than that, and hardly less
    return Profile(points, last, top, bottom)


def _steps_to(end: float) -> list[float]:
    return sorted({end * step / (POINTS - 1) for step in range(POINTS)})


def _power_above(delta: float) -> int:
    return 0 if delta <= 0 else min(0, math.ceil(math.log10(delta)))


def _round_above(number: float) -> float:
    """The next one that makes a good end of an axis."""
    power = math.floor(math.log10(number))
    ends = (float(f"{factor}e{power + more}") for more in (0, 1) for factor in (1, 2, 3, 4, 5, 6, 8))
    return next(end for end in ends if number <= end)
