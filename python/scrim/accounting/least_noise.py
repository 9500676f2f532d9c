"""The least noise with which releases stay within a target, by the tight account of `Accountant`."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..analysis.refuse import refuse, shown, whole
from .amounts import Amount, above_zero, asked, exact, probability, rounded_up

_RATE = "the probability with which a person is in a sample, above 0, such as 0.01"


def gaussian_sigma_within(
    *, epsilon: Amount, delta: Amount, sensitivity: int = 1, times: int = 1, rate: Amount = 1
) -> float:
    """The least sigma of discrete Gaussian noise with which releases stay within (epsilon, delta) together.

        scrim.gaussian_sigma_within(epsilon=1, delta=1e-6, times=100)

    There are `times` releases, of an integer each that one person changes by at most `sensitivity`. The sigma was
    tried: the account of these releases is within the target. One that is smaller by 1/65536 of itself is not, as far
    as the account can tell. Many releases take some seconds; from samples at a rate (as in
    `Accountant.add_gaussian`) up to half a minute.
    """
    wanted = _target(epsilon, delta, sensitivity, times, rate, "above 0 and below 1, such as 1e-6")
    if wanted[1] <= 0:
        refuse(f"delta is {shown(delta)}, and no Gaussian noise is enough for that; give one above 0, such as 1e-6")
    sigma: float = _core._accounting.least_gaussian_sigma(*wanted)
    return sigma


def laplace_scale_within(
    *, epsilon: Amount, delta: Amount = 0, sensitivity: int = 1, times: int = 1, rate: Amount = 1
) -> float:
    """The least scale of discrete Laplace noise with which releases stay within (epsilon, delta) together.

        scrim.laplace_scale_within(epsilon=1, delta=1e-6, times=10)

    Likewise; without a delta it is the scale at which epsilons add up to the target.
    """
    wanted = _target(epsilon, delta, sensitivity, times, rate, "from 0 to below 1, such as 1e-6")
    scale: float = _core._accounting.least_laplace_scale(*wanted)
    return scale


def _target(
    epsilon: Any, delta: Any, sensitivity: Any, times: Any, rate: Any, deltas: str
) -> tuple[float, float, int, int, float]:
    """As typed, and rounded down, which asks for no less noise."""
    most = exact(delta, "delta", f"a number {deltas}")
    if not 0 <= most < 1:
        refuse(f"delta is {shown(delta)}; give a number {deltas}")
    return (
        asked(epsilon, above_zero(epsilon, "epsilon", "a positive number, such as 1")),
        asked(delta, most),
        whole(sensitivity, "sensitivity", 1, 2**60, "by how many steps one person changes the number, at least 1"),
        whole(times, "times", 1, 2**32, "how many such releases there are, at least 1"),
        rounded_up(above_zero(probability(rate, "rate", _RATE), "rate", _RATE)),
    )
