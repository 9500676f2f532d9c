"""How groups are found in the data: those that have enough are told, by a count with noise and a threshold, or by a coin
for each, where counts are not wanted."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.budget import down, find_smallest_scale
from ..analysis.noise import Noise
from .chains import Chains
from .folds import PEOPLE, Bounding

# More rows than this are not counted up to for a statement of a plan.
_MOST_COUNTED = 1_000_000


@dataclass(frozen=True)
class FoundKeys:
    """A measurement that tells keys, with counts or without."""

    bounding: Bounding
    measurement: _core.Measurement
    again: Callable[[Chains], _core.Measurement]
    """The same, of rows that come otherwise."""
    cost: float
    delta: float
    scale: float | None
    """Of the noise of counts, where there is one."""
    threshold: int | None
    """Which counts reach, with noise; None where coins decide."""
    surely: int | None
    """A group that has so many is told with the plan's confidence."""

    @property
    def what(self) -> str:
        """What is counted."""
        return "people" if self.bounding == PEOPLE else "rows"


def find_with_counts(chains: Chains, bounding: Bounding, epsilon: float, delta: float, confidence: float) -> FoundKeys:
    """With the least noise, and the least threshold for it, that the budget buys."""
    change = _counted(chains, bounding).map(chains.d_in)  # what was done to rows before does not change how many differ

    def measure(scale: float, chains: Chains = chains) -> _core.Measurement:
        threshold = _core.least_laplace_threshold(change, scale, delta)
        return chains.from_table(_counted(chains, bounding) >> _core.then_laplace_threshold(scale=scale, threshold=threshold))

    scale = find_smallest_scale(lambda scale: bool(measure(scale).check(chains.d_in, (epsilon, delta))), epsilon)
    threshold: int = _core.least_laplace_threshold(change, scale, delta)
    surely = threshold + math.ceil(Noise("epsilon").radius(scale, confidence))
    return _found(chains, bounding, lambda chains: measure(scale, chains), scale, threshold, surely)


def find_alone(chains: Chains, bounding: Bounding, epsilon: float, delta: float, confidence: float) -> FoundKeys:
    """As many as privacy allows, and nothing else of them. The coins are for a person who is in a group or not; who has
    several rows in it is hidden by noise."""
    groups, total, in_each = _counted(chains, bounding).map(chains.d_in)
    if in_each > 1:
        return find_with_counts(chains, bounding, epsilon, delta, confidence)
    of_one, delta_of_one = down(Fraction(epsilon) / total), delta / min(total, groups)

    def measure(chains: Chains = chains) -> _core.Measurement:
        return chains.from_table(_counted(chains, bounding) >> _core.then_release_keys(epsilon=of_one, delta=delta_of_one))

    for bits in range(50, 0, -1):  # what was computed may be off by its last bits; the map says what is spent
        if measure().check(chains.d_in, (epsilon, delta)):
            break
        delta_of_one *= 1 - 2.0**-bits
    return _found(chains, bounding, measure, None, None, _surely(of_one, delta_of_one, confidence))


def _counted(chains: Chains, bounding: Bounding) -> Any:
    return chains.bounded(bounding, []).exact >> _core.then_count_by_key()


def _found(
    chains: Chains, bounding: Bounding, make: Callable[[Chains], _core.Measurement], scale: float | None, threshold: int | None, surely: int | None
) -> FoundKeys:
    measurement = make(chains)
    cost, delta = measurement.map(chains.d_in)
    return FoundKeys(bounding, measurement, make, float(cost), float(delta), scale, threshold, surely)


def _surely(epsilon: float, delta: float, confidence: float) -> int | None:
    """How many rows a group has that is told with this probability: each row more lets it rise as far as it may."""
    told, rows = 0.0, 0
    while told < confidence:
        if rows == _MOST_COUNTED:
            return None
        told = min(math.exp(min(epsilon, 700)) * told + delta, 1 - math.exp(-epsilon) * (1 - told - delta), 1.0)
        rows += 1
    return rows
