"""How groups are found in the data: those that have enough are told, by a count with noise and a threshold; where counts
are not wanted, by a coin for each, or by what persons weigh in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.budget import down, find_smallest_scale
from ..analysis.noise import Noise
from ..analysis.refuse import Argument, refuse
from .chains import Chains
from .folds import PEOPLE, Bounding
from .layout import NEEDS_PERSON

# More rows than this are not counted up to for a statement of a plan.
_MOST_COUNTED = 1_000_000
# So many times the root of the number of groups a person weighs: shares that are whole numbers lose 1 percent at most.
_FINE = 100
_LARGEST_WEIGHT = 2**16


@dataclass(frozen=True)
class FoundKeys:
    """A measurement that tells keys, with counts or without."""

    bounding: Bounding
    measurement: _core.Measurement
    again: Callable[[Chains], _core.Measurement]
    """The same, of rows that come otherwise."""
    cost: float
    """In the currency of the budget."""
    delta: float
    scale: float | None
    """Of the noise of counts or weights; None where coins decide."""
    threshold: int | None
    """Which counts reach, with noise; None where there are none."""
    surely: int | None
    """A group that has so many is told with the plan's confidence: of those who are in as many groups as they may be."""
    surely_alone: int | None
    """The same of persons who are in no other group."""

    @property
    def what(self) -> str:
        """What is counted."""
        return "people" if self.bounding == PEOPLE else "rows"


def find_with_counts(
    chains: Chains, bounding: Bounding, currency: str, amount: float, delta: float, confidence: float
) -> FoundKeys:
    """With the least noise, and the least threshold for it, that the budget buys."""
    change = _counted(chains, bounding).map(chains.d_in)  # what was done to rows before does not change how many differ
    by_rho = currency == "rho"
    least = _core.least_gaussian_threshold if by_rho else _core.least_laplace_threshold
    then = _core.then_gaussian_threshold if by_rho else _core.then_laplace_threshold

    def measure(scale: float, chains: Chains = chains) -> _core.Measurement:
        return chains.from_table(_counted(chains, bounding) >> then(scale=scale, threshold=least(change, scale, delta)))

    if by_rho:  # sums of the Gaussian take long: the scale first, by what the map charges, then one threshold
        scale = _gaussian_scale(_squares(change), amount)
    else:
        scale = find_smallest_scale(lambda scale: bool(measure(scale).check(chains.d_in, (amount, delta))), amount)
    threshold: int = least(change, scale, delta)
    surely = threshold + math.ceil(Noise(currency).radius(scale, confidence))
    return _found(chains, bounding, lambda chains: measure(scale, chains), scale, threshold, surely)


def find_by_weights(chains: Chains, rho: float, delta: float, confidence: float) -> FoundKeys:
    """A person in t groups weighs W / sqrt(t) in each, and those are told whose weight reaches a threshold, with Gaussian
    noise: who is in few groups counts for more than with the same noise on counts."""
    if not chains.has_persons:
        instead = Argument("epsilon"), " and ", Argument("delta"), " instead"
        refuse("keys() with rho weighs what persons are in, which needs ", NEEDS_PERSON, "; give ", *instead)
    weight = min(_LARGEST_WEIGHT, _FINE * (math.isqrt(chains.groups - 1) + 1))
    scale = _gaussian_scale(weight**2, rho)
    threshold = _core.least_weight_threshold(chains.weighed(weight).output_metric, chains.d_in, scale, delta)

    def measure(chains: Chains) -> _core.Measurement:
        return chains.from_table(chains.weighed(weight) >> _core.then_release_weighted_keys(scale=scale, threshold=threshold))

    share = math.isqrt(weight**2 // chains.groups)
    surely = threshold + math.ceil(Noise("rho").radius(scale, confidence))
    return _found(chains, PEOPLE, measure, scale, None, -(-surely // share), -(-surely // weight))


def find_alone(chains: Chains, bounding: Bounding, epsilon: float, delta: float, confidence: float) -> FoundKeys:
    """As many as privacy allows, and nothing else of them. The coins are for a person who is in a group or not; who has
    several rows in it is hidden by noise."""
    groups, total, in_each = _counted(chains, bounding).map(chains.d_in)
    if in_each > 1:
        return find_with_counts(chains, bounding, "epsilon", epsilon, delta, confidence)
    of_one, delta_of_one = down(Fraction(epsilon) / total), delta / min(total, groups)

    def measure(chains: Chains = chains) -> _core.Measurement:
        return chains.from_table(_counted(chains, bounding) >> _core.then_release_keys(epsilon=of_one, delta=delta_of_one))

    for bits in range(50, 0, -1):  # what was computed may be off by its last bits; the map says what is spent
        if measure().check(chains.d_in, (epsilon, delta)):
            break
        delta_of_one *= 1 - 2.0**-bits
    return _found(chains, bounding, measure, None, None, _surely(of_one, delta_of_one, confidence))


def _gaussian_scale(squares: int, rho: float) -> float:
    """The least that rho pays for, where all that one person moves has this sum of squares."""
    return find_smallest_scale(lambda scale: squares <= 2 * Fraction(rho) * Fraction(scale) ** 2, rho)


def _squares(change: tuple[int, int, int]) -> int:
    """The largest sum of squares by which counts move."""
    _, total, in_each = change
    return total // in_each * in_each**2 + (total % in_each) ** 2


def _counted(chains: Chains, bounding: Bounding) -> Any:
    return chains.bounded(bounding, []).exact >> _core.then_count_by_key()


def _found(
    chains: Chains,
    bounding: Bounding,
    make: Callable[[Chains], _core.Measurement],
    scale: float | None,
    threshold: int | None,
    surely: int | None,
    surely_alone: int | None = None,
) -> FoundKeys:
    measurement = make(chains)
    cost, delta = measurement.map(chains.d_in)
    alone = surely if surely_alone is None else surely_alone
    return FoundKeys(bounding, measurement, make, cost, delta, scale, threshold, surely, alone)


def _surely(epsilon: float, delta: float, confidence: float) -> int | None:
    """How many rows a group has that is told with this probability: each row more lets it rise as far as it may."""
    told, rows = 0.0, 0
    while told < confidence:
        if rows == _MOST_COUNTED:
            return None
        told = min(math.exp(min(epsilon, 700)) * told + delta, 1 - math.exp(-epsilon) * (1 - told - delta), 1.0)
        rows += 1
    return rows
