"""What a loss in one currency is worth in another."""

from __future__ import annotations

from . import _core
from .analysis.refuse import real, refuse, shown


def convert(*, epsilon: float | None = None, rho: float | None = None, delta: float | None = None) -> float:
    """What a privacy loss is worth in the currency that was not given.

        scrim.convert(rho=0.5, delta=1e-6)    # the smallest epsilon, exceeded with probability delta at most
        scrim.convert(rho=0.5, epsilon=4)     # the delta with which that epsilon may be exceeded
        scrim.convert(epsilon=1)              # the rho of everything that loses no more than epsilon

    It is never below the truth: computed with directed rounding, by formulas that are proved. What an
    (epsilon, delta) budget buys is another question, and `rho_within(epsilon, delta)` answers it.
    """
    given = {"epsilon": epsilon, "rho": rho, "delta": delta}
    amounts = {name: _amount(value, name) for name, value in given.items() if value is not None}
    if amounts.keys() == {"rho", "delta"}:
        return _core.epsilon_of_rho(amounts["rho"], amounts["delta"])
    if amounts.keys() == {"rho", "epsilon"}:
        return _core.delta_of_rho(amounts["rho"], amounts["epsilon"])
    if amounts.keys() == {"epsilon"}:
        return _core.rho_of_epsilon(amounts["epsilon"])
    if amounts.keys() == {"epsilon", "delta"}:
        refuse(
            "epsilon and delta were given; for the rho that such a budget buys, ask "
            f"scrim.rho_within({shown(epsilon)}, {shown(delta)})"
        )
    names = " and ".join(amounts) or "nothing"
    refuse(f"{names} was given; give rho and delta (for epsilon), rho and epsilon (for delta), or epsilon (for rho)")


def _amount(value: float, name: str) -> float:
    advice = "a number from 0 to 1, such as 1e-6" if name == "delta" else "a number of at least 0, such as 0.5"
    number = float(real(value, name, advice))
    if number < 0 or (name == "delta" and number > 1):
        refuse(f"{name} is {shown(value)}; give {advice}")
    return number
