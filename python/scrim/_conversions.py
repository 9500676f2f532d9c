"""What a loss in one currency is worth in another."""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from . import _core
from ._loss import Loss, LossWithDelta
from .accounting.amounts import Amount, asked, at_least_zero, probability, rounded_up
from .analysis.refuse import Argument, refuse, shown

_LOSS = "a number of at least 0, such as 0.5"


@overload
def convert(
    loss: Loss | None = None,
    /,
    *,
    epsilon: Amount | None = None,
    rho: Amount | None = None,
    delta: Amount | None = None,
    delta_beside_rho: Amount | None = None,
) -> Loss: ...


@overload
def convert(
    loss: LossWithDelta, /, *, epsilon: Amount | None = None, delta: Amount | None = None
) -> Loss | LossWithDelta: ...


def convert(
    loss: Loss | LossWithDelta | None = None,
    /,
    *,
    epsilon: Amount | None = None,
    rho: Amount | None = None,
    delta: Amount | None = None,
    delta_beside_rho: Amount | None = None,
) -> Loss | LossWithDelta:
    """What a privacy loss is worth in the currency that was not given.

        scrim.convert(rho=0.5, delta=1e-6)    # the smallest epsilon, exceeded with probability delta at most
        scrim.convert(rho=0.5, epsilon=4)     # the delta with which that epsilon may be exceeded
        scrim.convert(epsilon=1)              # the rho of everything that loses no more than epsilon

    A rho that holds but for a probability has that beside it: `convert(rho=0.5, delta_beside_rho=1e-9, delta=1e-6)`.
    What a map says can be given as it is, since its measure says what it counts: `convert(measurement.map(1),
    delta=1e-6)` where it is a rho, or a rho and a delta; alone where it is an epsilon, for its rho, or an epsilon and a
    delta, for that rho and the delta.

    It is never below the truth: computed with directed rounding, by formulas that are proved. Amounts are numbers,
    Fractions, Decimals or decimal texts, and those that no float is are rounded to the safe side; floats that are asked
    about are taken as typed, 1e-5 for 10^-5, which is what a `Filter` charges for them. What an (epsilon, delta) budget
    buys is another question, and `rho_within(epsilon, delta)` answers it.
    """
    if loss is not None:
        if rho is not None or delta_beside_rho is not None:
            refuse("a loss of a map was given, and rho or delta_beside_rho beside it; give the loss alone, or these")
        return _of_map(loss, epsilon, delta)
    given = {"epsilon": epsilon, "rho": rho, "delta": delta, "delta_beside_rho": delta_beside_rho}
    names = {name for name, value in given.items() if value is not None}
    if rho is not None and len(names - {"delta_beside_rho"}) == 2:
        own = Fraction(0)
        if delta_beside_rho is not None:
            own = probability(delta_beside_rho, "delta_beside_rho", "a number from 0 to 1, such as 1e-9")
        return _of_rho(rounded_up(at_least_zero(rho, "rho", _LOSS)), rounded_up(own), epsilon, delta)
    if names == {"epsilon"}:
        return _core.rho_of_epsilon(rounded_up(at_least_zero(epsilon, "epsilon", _LOSS)))
    if names == {"epsilon", "delta"}:
        refuse(
            "epsilon and delta were given; for the rho that such a budget buys, ask "
            f"scrim.rho_within({shown(epsilon)}, {shown(delta)}); what loses that much loses the rho "
            f"scrim.convert(epsilon={shown(epsilon)}), but for the same delta"
        )
    told = [piece for name in given if name in names for piece in (" and ", Argument(name))][1:] or ["nothing"]
    were = "were" if len(names) > 1 else "was"
    refuse(*told, f" {were} given; give rho and delta (for epsilon), rho and epsilon (for delta), or epsilon (for rho)")


def _of_rho(rho: float, own: float, epsilon: Amount | None, delta: Amount | None) -> Loss:
    """Of a rho that holds but for a mass, at an epsilon or a delta."""
    if delta is not None:
        most = asked(delta, probability(delta, "delta", "a number from 0 to 1, such as 1e-6"))
        return _core.epsilon_of_rho(rho, most, own)
    return _core.delta_of_rho(rho, asked(epsilon, at_least_zero(epsilon, "epsilon", _LOSS)), own)


def _of_map(loss: Loss | LossWithDelta, epsilon: Amount | None, delta: Amount | None) -> Loss | LossWithDelta:
    """Of what a map said."""
    if not isinstance(loss, Loss | LossWithDelta):
        refuse(f"{shown(loss)} is no epsilon or rho of a map; give one, or name what it counts, such as rho=0.5")
    has_delta = isinstance(loss, LossWithDelta)
    pure, concentrated = _core.max_divergence(), _core.zero_concentrated_divergence()
    if loss.measure == (_core.approximate(concentrated) if has_delta else concentrated):
        if (epsilon is None) == (delta is None):
            refuse("the loss is a rho; give delta beside it (for epsilon), or epsilon (for delta)")
        rho, own = loss if isinstance(loss, LossWithDelta) else (loss, 0.0)
        return _of_rho(float(rho), float(own), epsilon, delta)
    if epsilon is not None or delta is not None:
        refuse("the loss is no rho, and epsilon or delta was given beside it; give it alone, for its rho")
    if isinstance(loss, LossWithDelta):
        return LossWithDelta(_core.rho_of_epsilon(loss.loss), loss.delta, _core.approximate(concentrated))
    if loss.measure == pure:
        return _core.rho_of_epsilon(loss)
    if loss.measure == _core.range_divergence():
        return _core.rho_of_range(loss)
    refuse(f"one of a pair was given, under {loss.measure!r}; give the pair as the map gave it, or name what it counts")
