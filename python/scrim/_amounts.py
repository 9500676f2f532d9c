"""What a filter with a delta has spent, or has left: both amounts, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction


class EpsilonDelta(NamedTuple):
    """Of a filter under (epsilon, delta)."""

    epsilon: Fraction
    delta: Fraction


class RhoDelta(NamedTuple):
    """Of a filter under (rho, delta)."""

    rho: Fraction
    delta: Fraction
