"""What a loss in one currency is worth in another."""

from __future__ import annotations

from fractions import Fraction

from . import _core
from .accounting.amounts import Amount, at_least_zero, probability, rounded_down, rounded_up
from .analysis.refuse import refuse, shown


def convert(*, epsilon: Amount | None = None, rho: Amount | None = None, delta: Amount | None = None) -> float:
    """What a privacy loss is worth in the currency that was not given.

        scrim.convert(rho=0.5, delta=1e-6)    # the smallest epsilon, exceeded with probability delta at most
        scrim.convert(rho=0.5, epsilon=4)     # the delta with which that epsilon may be exceeded
        scrim.convert(epsilon=1)              # the rho of everything that loses no more than epsilon

    It is never below the truth: computed with directed rounding, by formulas that are proved. Amounts are numbers,
    Fractions, Decimals or decimal texts, and those that no float is are rounded to the safe side. What an
    (epsilon, delta) budget buys is another question, and `rho_within(epsilon, delta)` answers it.
    """
    given = {"epsilon": epsilon, "rho": rho, "delta": delta}
    amounts = {name: _amount(value, name) for name, value in given.items() if value is not None}
    if amounts.keys() == {"rho", "delta"}:
        return _core.epsilon_of_rho(rounded_up(amounts["rho"]), rounded_down(amounts["delta"]))
    if amounts.keys() == {"rho", "epsilon"}:
        return _core.delta_of_rho(rounded_up(amounts["rho"]), rounded_down(amounts["epsilon"]))
    if amounts.keys() == {"epsilon"}:
        return _core.rho_of_epsilon(rounded_up(amounts["epsilon"]))
    if amounts.keys() == {"epsilon", "delta"}:
        refuse(
            "epsilon and delta were given; for the rho that such a budget buys, ask "
            f"scrim.rho_within({shown(epsilon)}, {shown(delta)})"
        )
    names = " and ".join(amounts) or "nothing"
    refuse(f"{names} was given; give rho and delta (for epsilon), rho and epsilon (for delta), or epsilon (for rho)")


def _amount(value: Amount, name: str) -> Fraction:
    if name == "delta":
        return probability(value, name, "a number from 0 to 1, such as 1e-6")
    return at_least_zero(value, name, "a number of at least 0, such as 0.5")
