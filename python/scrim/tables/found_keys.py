"""Groups that are found and told without their counts: by what persons weigh in them, or by a coin for each."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from .. import _core
from ..analysis.budget import down, find_smallest_scale
from ..analysis.refuse import refuse
from .chains import Chains
from .folds import PEOPLE

# So many times the root of the number of groups a person weighs: shares that are whole numbers lose 1 percent at most.
_FINE = 100
_LARGEST_WEIGHT = 2**16

Way = tuple[Callable[[Chains], _core.Measurement], float, int, int]
"""How keys are told, the scale of the noise, and how many persons a group needs to be told half of the time: of those who
are in as many groups as they may be, and of those who are in no other."""


def weights_for_keys(chains: Chains, rho: float, delta: float) -> Way:
    """A person in t groups weighs W / sqrt(t) in each, and those are told whose weight reaches a threshold, with Gaussian
    noise: who is in few groups counts for more than with the same noise on counts."""
    if not chains.has_persons:
        refuse(
            "keys() with rho weighs what persons are in, which needs person= where the table is made: rows_per_person tells "
            "nobody apart; give epsilon and delta instead"
        )
    weight = min(_LARGEST_WEIGHT, _FINE * (math.isqrt(chains.groups - 1) + 1))
    scale = find_smallest_scale(lambda scale: weight**2 <= 2 * Fraction(rho) * Fraction(scale) ** 2, rho)
    threshold = _core.least_weight_threshold(chains.weighed(weight).output_metric, chains.d_in, scale, delta)

    def make(chains: Chains) -> _core.Measurement:
        return chains.from_table(chains.weighed(weight) >> _core.then_release_weighted_keys(scale=scale, threshold=threshold))

    share = math.isqrt(weight**2 // chains.groups)
    return make, scale, -(-threshold // share), -(-threshold // weight)


def coins_for_keys(chains: Chains, epsilon: float, delta: float) -> Way:
    """Each is told with a probability that rises with its count: the largest that epsilon and delta allow."""
    counted = chains.bounded(PEOPLE, []).exact >> _core.then_count_by_key()
    _, total, in_each = counted.map(chains.d_in)
    each = down(Fraction(epsilon) / total)
    # Of one count that moves by one, so that all of a person's come to delta.
    of_a_group = -math.expm1(math.log1p(-delta) / -(-total // in_each))
    chance = of_a_group / sum(math.exp(min(700.0, step * each)) for step in range(in_each))

    def make(chains: Chains) -> _core.Measurement:
        counted = chains.bounded(PEOPLE, []).exact >> _core.then_count_by_key()
        return chains.from_table(counted >> _core.then_release_keys(epsilon=each, delta=chance))

    while not make(chains).check(chains.d_in, (epsilon, delta)):  # these were rounded to nearest
        chance *= 1 - 2.0**-40
    half_told = _half_told(each, chance)
    return make, 0.0, half_told, half_told


def _half_told(epsilon: float, delta: float) -> int:
    """The least count of which half are told, about: the rule of make_release_keys, in floats."""
    told, count = 0.0, 0
    growth = math.exp(min(700.0, epsilon))
    while told < 0.5:
        told = min(growth * told + delta, 1 - (1 - told - delta) / growth, 1.0)
        count += 1
    return count
