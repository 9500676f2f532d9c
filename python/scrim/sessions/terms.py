"""Amounts of a budget as they are given and as they are shown: exact, whatever type they come in."""

from __future__ import annotations

import decimal
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .. import _core
from .._amounts import EpsilonDelta, RhoDelta
from ..accounting.amounts import Amount, above_zero
from ..analysis.refuse import Argument, neither_or_both, refuse, shown

Amounts = Fraction | EpsilonDelta | RhoDelta
"""What a filter has spent, or has left."""

_ADVICE = {
    "epsilon": "a positive number, such as 3",
    "rho": "a positive number, such as 0.5",
    "delta": "a probability between 0 and 1, such as 1e-9",
}
# Beyond this many digits an amount is rounded where it is shown: prices up, what is left down.
_DIGITS = 12


@dataclass(frozen=True)
class Terms:
    """Amounts by name: of a budget, or of what one plan was given of it."""

    epsilon: Fraction | None = None
    delta: Fraction | None = None
    rho: Fraction | None = None

    @property
    def currency(self) -> str:
        """What is added up: "epsilon" or "rho"."""
        return "epsilon" if self.rho is None else "rho"

    @property
    def names(self) -> tuple[str, ...]:
        """Of what a budget of this currency counts: the loss, and the delta where there is one."""
        return (self.currency,) if self.delta is None else (self.currency, "delta")

    def given(self) -> dict[str, Fraction]:
        """Those that are there."""
        named = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        return {name: amount for name, amount in named.items() if amount is not None}

    def part(self, share: Fraction) -> Terms:
        """So much of all of them."""
        return Terms(**{name: amount * share for name, amount in self.given().items()})

    def __str__(self) -> str:
        return ", ".join(f"{name} {show_amount(amount)}" for name, amount in self.given().items())


def typed(value: Amount, name: str, advice: str) -> Fraction:
    """A positive number as it was typed: a float of 0.1 is a tenth, which no float is."""
    above_zero(value, name, advice)
    return above_zero(repr(float(value)) if isinstance(value, float) else value, name, advice)


def terms_of(epsilon: Any, delta: Any, rho: Any) -> Terms:
    """Amounts as arguments give them."""
    named = (("epsilon", epsilon), ("delta", delta), ("rho", rho))
    given = {name: typed(value, name, _ADVICE[name]) for name, value in named if value is not None}
    if given.get("delta", 0) >= 1:
        refuse(Argument("delta"), f" is {shown(delta)}; give {_ADVICE['delta']}")
    return Terms(**given)


def budget_terms(epsilon: Any, delta: Any, rho: Any) -> Terms:
    """A whole budget, in one currency."""
    if (epsilon is None) == (rho is None):
        three, half = Argument("epsilon", "3"), Argument("rho", "0.5")
        advice = "what may be spent in all, such as ", three, ", or ", three, " and ", Argument("delta", "1e-9"), ", or ", half
        refuse(*neither_or_both("epsilon", "rho", both=rho is not None), *advice)
    return terms_of(epsilon, delta, rho)


def parts_of(amounts: Amounts) -> tuple[Fraction, ...]:
    """The loss, and the delta where there is one."""
    return tuple(amounts) if isinstance(amounts, tuple) else (amounts,)


def how_often(left: Amounts, price: Amounts) -> int | None:
    """How many times a price can be paid; None if it is nothing."""
    times = [int(has // costs) for has, costs in zip(parts_of(left), parts_of(price), strict=True) if costs > 0]
    return min(times) if times else None


def show_amount(amount: Fraction, *, up: bool = True) -> str:
    """As a decimal, to some digits; rounded to the side that promises less."""
    text = _to_digits(amount, _DIGITS, decimal.ROUND_HALF_EVEN)
    if Fraction(text) == amount:
        return text
    return _to_digits(amount, 4, decimal.ROUND_CEILING if up else decimal.ROUND_FLOOR)


def _to_digits(amount: Fraction, digits: int, rounding: str) -> str:
    """As people type a number of this size; of any size, beyond all floats too."""
    context = decimal.Context(prec=digits, rounding=rounding, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
    number = context.divide(Decimal(amount.numerator), Decimal(amount.denominator)).normalize(context)
    exponent = number.adjusted() if number else 0
    if -5 < exponent < digits:
        return f"{number:f}"
    return f"{number.scaleb(-exponent, context):f}e{exponent:+d}"


def show_amounts(amounts: Amounts, currency: str, *, up: bool = True) -> str:
    """With their names: "epsilon 0.5, delta 1e-9"; a delta of nothing is left out where it is a price."""
    parts = parts_of(amounts)
    shown_parts = [f"{currency} {show_amount(parts[0], up=up)}"]
    if len(parts) > 1 and not (up and parts[1] == 0):
        shown_parts.append(f"delta {show_amount(parts[1], up=up)}")
    return ", ".join(shown_parts)


def filter_of(terms: Terms) -> _core.Filter:
    """The budget, as what counts it."""
    return _core.Filter(**terms.given())
