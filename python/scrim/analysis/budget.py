"""The privacy budget: in which currency it is given, how it is split, and what noise it affords."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from .. import _core
from .accuracy import Tail, exponential_tail, permute_and_flip_tail
from .refuse import positive, refuse, shown
from .rounding import nearest_float, show_cost

# How far off a guess of a scale may be to be of use, as a share of it: some rounding in a map.
_NEAR = 2.0**-44

Plan = TypeVar("Plan")


@dataclass(frozen=True)
class Promise:
    """That epsilon is not exceeded, but with probability delta at most."""

    epsilon: float
    delta: float


@dataclass(frozen=True)
class Budget:
    """At most `amount` of `currency`: epsilon (pure) or rho (zero-concentrated)."""

    currency: str
    amount: float
    promise: Promise | None = None
    """What was asked for, where rho was bought with it."""

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
        """What a release spends, if the budget is in epsilon; what is promised, if it is in epsilon and delta."""
        if self.budget.promise is not None:
            return self.budget.promise.epsilon
        return self.cost if self.budget.currency == "epsilon" else None

    @property
    def delta(self) -> float:
        """With which probability epsilon may be exceeded: 0 unless a delta was given and is of use."""
        return 0.0 if self.budget.promise is None else self.budget.promise.delta

    @property
    def rho(self) -> float | None:
        """What a release spends, if the budget is in rho."""
        return self.cost if self.budget.currency == "rho" else None

    @property
    def price_shown(self) -> str:
        """What a release spends, rounded up."""
        price = f"{self.budget.currency} {show_cost(self.cost)}"
        promise = self.budget.promise
        if promise is None:
            return price
        return f"{price} (epsilon {show_cost(promise.epsilon)}, delta {show_cost(promise.delta)})"

    def _price(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        price = {self.budget.currency: self.cost, "budget": self.budget.amount}
        promise = self.budget.promise
        return price if promise is None else {"epsilon": promise.epsilon, "delta": promise.delta, **price}


def make_budgets(epsilon: Any, rho: Any, delta: Any = None) -> list[Budget]:
    """What may be spent, in each currency in which it can be: epsilon and delta buy either epsilon alone, or a rho."""
    if delta is None:
        return [make_budget(epsilon, rho)]
    advice = "a probability between 0 and 1, such as 1e-6: how likely epsilon may be exceeded"
    if rho is not None:
        refuse(f"delta is {shown(delta)} beside rho, which needs none; give epsilon and delta, or rho")
    pure = make_budget(epsilon, None)
    number = positive(delta, "delta", advice)
    if number >= 1:
        refuse(f"delta is {shown(delta)}; give {advice}")
    bought = _core.rho_within(pure.amount, number)
    return [pure] if bought == 0 else [pure, Budget("rho", bought, Promise(pure.amount, number))]


def best_plan(budgets: Sequence[Budget], make: Callable[[Budget], Plan], error: Callable[[Plan], Any]) -> Plan:
    """The plan that is off by least. Plans have seen no data, so that which is best tells nothing about them."""
    if len(budgets) == 1:
        return make(budgets[0])
    return min((make(budget) for budget in budgets), key=error)


def make_budget(epsilon: Any, rho: Any) -> Budget:
    if (epsilon is None) == (rho is None):
        given = "neither of epsilon and rho was" if epsilon is None else "both of epsilon and rho were"
        refuse(
            f"{given} given; give one of them, such as epsilon=1.0: "
            "how much may be learned about any one person"
        )
    currency, amount = ("epsilon", epsilon) if rho is None else ("rho", rho)
    advice = "a positive number, such as 1.0"
    return Budget(currency, positive(amount, currency, advice))


def smallest_scale(make: Callable[[float], Any], d_in: int, amount: float) -> float:
    """The smallest scale of noise at which make(scale) costs at most `amount`, decided by its map."""
    return find_smallest_scale(lambda scale: bool(make(scale).check(d_in, amount)), amount)


def find_smallest_scale(affordable: Callable[[float], bool], amount: Any, guess: float | None = None) -> float:
    """The smallest scale of noise that is affordable; `amount` is what there is to spend, for errors.

    It is the same whatever is guessed: a guess that is near spares most of the tries.
    """
    if guess is not None:
        lower, upper = guess * (1 - _NEAR), guess * (1 + _NEAR)
        if 0 < lower < upper < math.inf and affordable(upper) and not affordable(lower):
            return _core.binary_search(affordable, bounds=(lower, upper))
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


def up(amount: Fraction) -> float:
    """The smallest float that is not below it."""
    nearest = nearest_float(amount)
    return nearest if Fraction(nearest) >= amount else math.nextafter(nearest, math.inf)
