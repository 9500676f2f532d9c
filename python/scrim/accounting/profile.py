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
_LARGEST_EPSILON = 1e300
_FEWEST_DECADES = 3
# How close the curve comes to what it does not fall below, before it counts as flat.
_NEARLY = 1.0625
_POINTS = 145
_MOST_POWERS = 7
# Of ten, and in how many parts each divides well.
_ROUND = {"1": 5, "1.2": 6, "1.5": 5, "2": 4, "2.5": 5, "3": 6, "4": 4, "5": 5, "6": 6, "8": 4}


@dataclass(frozen=True)
class Profile:
    """A curve of (epsilon, delta), falling, within its axes."""

    points: list[tuple[float, float]]
    last_epsilon: float
    """Where the axis ends, a round number."""
    ticks: int
    """In how many parts the axis is divided, so that each is a round number too."""
    top: int
    """The powers of ten between which delta is shown, every so many of them."""
    bottom: int
    step: int


def profile_of(account: Accountant, asked: list[tuple[float, float]]) -> Profile:
    """With room for the pairs that were asked for."""
    inner = account._inner
    highest = inner.delta(0.0)
    top = _power_above(max([highest, *(delta for _, delta in asked)]))
    smallest = min([_SMALL_DELTA, *(delta for _, delta in asked if delta >= _SMALLEST_DELTA)])
    # Below what was added as delta the curve does not fall.
    beside = account.delta_beside_rho
    smallest = max(smallest, min(1.0, _NEARLY * beside))
    bottom = min(math.floor(math.log10(beside or smallest)) - (beside > 0), top - _FEWEST_DECADES)
    vanishes = inner.epsilon(smallest)
    ends = [vanishes if math.isfinite(vanishes) else 0.0, *(1.05 * epsilon for epsilon, _ in asked)]
    end = min(max(ends), _LARGEST_EPSILON)
    last, ticks = _round_above(end) if end > 0 else (1.0, 5)
    points = [(epsilon, inner.delta(epsilon)) for epsilon in _steps_to(min(vanishes, last))]
    if beside > 0:
        points.append((last, points[-1][1]))  # no more than that, and hardly less
    step = -(-(top - bottom) // _MOST_POWERS)
    powers = -(-(top - bottom) // step) * step
    return Profile(points, last, ticks, top, top - powers, step)


def _steps_to(end: float) -> list[float]:
    return sorted({end * step / (_POINTS - 1) for step in range(_POINTS)})


def _power_above(delta: float) -> int:
    return 0 if delta <= 0 else min(0, math.ceil(math.log10(delta)))


def _round_above(number: float) -> tuple[float, int]:
    """The next one that makes a good end of an axis, and the parts that it is divided in."""
    power = math.floor(math.log10(number))
    ends = ((float(f"{end}e{power + more}"), parts) for more in (0, 1) for end, parts in _ROUND.items())
    return next((end, parts) for end, parts in ends if number <= end)
