"""The privacy budget: in which currency it is given, how it is split, and what noise it affords."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .. import _core
from .accuracy import Tail, exponential_tail, permute_and_flip_tail
from .refuse import positive, refuse, shown
from .rounding import nearest_float


@dataclass(frozen=True)
class Budget:
    """At most `amount` of `currency`: epsilon (pure) or rho (zero-concentrated)."""

    currency: str
    amount: float

    @property
    def measure(self) -> _core.Measure:
        if self.currency == "epsilon":
            return _core.max_divergence()
        return _core.zero_concentrated_divergence()

    @property
    def mechanism(self) -> str:
        return "permute-and-flip" if self.currency == "epsilon" else "the exponential mechanism"

    @property
    def tail(self) -> Tail:
        return permute_and_flip_tail if self.currency == "epsilon" else exponential_tail

    def split(self, parts: int, shares: Sequence[float | Fraction] | None) -> list[float]:
        """An amount for each part, whose exact sum is at most the budget."""
        weights = [Fraction(share) for share in shares or [1] * parts]
        whole = sum(weights)
        return [down(Fraction(self.amount) * weight / whole) for weight in weights]


class Priced:
    """A plan whose release spends `cost` of the budget."""

    budget: Budget
    if TYPE_CHECKING:

        @property
        def cost(self) -> float: ...

    @property
    def epsilon(self) -> float | None:
        """What a release spends, if the budget is in epsilon."""
        return self.cost if self.budget.currency == "epsilon" else None

    @property
    def rho(self) -> float | None:
        """What a release spends, if the budget is in rho."""
        return self.cost if self.budget.currency == "rho" else None


def make_budget(epsilon: Any, rho: Any) -> Budget:
    if (epsilon is None) == (rho is None):
        given = "neither" if epsilon is None else "both"
        refuse(
            f"{given} of epsilon and rho was given; give one of them, such as epsilon=1.0: "
            "how much may be learned about any one person"
        )
    currency, amount = ("epsilon", epsilon) if rho is None else ("rho", rho)
    advice = "a positive number, such as 1.0"
    return Budget(currency, positive(amount, currency, advice))


def smallest_scale(make: Callable[[float], Any], d_in: int, amount: float) -> float:
    """The smallest scale of noise at which make(scale) costs at most `amount`, decided by its map."""

    def affordable(scale: float) -> bool:
        return bool(make(scale).check(d_in, amount))

    # Grown rather than fixed bounds, so that tiny and huge budgets work too.
    upper = 1.0
    while not affordable(upper):
        upper *= 2.0**16
        if math.isinf(upper):
            refuse(f"no finite noise is enough for a budget of {shown(amount)}; give a larger one")
    lower = upper
    while affordable(lower):
        lower *= 2.0**-16
        if lower == 0.0:
            refuse(
                f"a budget of {shown(amount)} is so large that it would buy no noise at all; "
                "give one that protects, such as 1.0"
            )
    return _core.binary_search(affordable, bounds=(lower, upper))


def down(amount: Fraction) -> float:
    """The largest float that is not above it."""
    nearest = nearest_float(amount)
    return nearest if Fraction(nearest) <= amount else math.nextafter(nearest, -math.inf)
