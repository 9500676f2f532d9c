"""What a plan costs in the currency of a session. The core reckons; here it is told what to reckon with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from ..accounting.amounts import rounded_down
from ..analysis.refuse import refuse
from .terms import Amounts, Terms, filter_of

# No price is above this: what the core would charge is read off a budget that has room for it.
_ROOM = Fraction(2) ** 2000


@dataclass(frozen=True)
class Price:
    """Of one release: what the map of its measurement says, and what was asked for, which is at least that."""

    loss: Any
    """As the map gave it, under a measure that the session's currency can charge."""
    asked: Terms | None
    """What is charged; None where it has no name in the currency of the session, and the loss itself is charged."""

    def spend(self, budget: _core.Filter) -> None:
        """Pays from a filter, or raises BudgetError and changes nothing."""
        if self.asked is None:
            budget.spend(self.loss)
        else:
            budget.spend(None, **self.asked.given())

    def check(self, budget: _core.Filter) -> None:
        """Raises as `spend` would, and spends nothing."""
        given = {} if self.asked is None else self.asked.given()
        if not budget.can_spend(None if given else self.loss, **given):
            self.spend(budget)  # which raises, and says why

    def amounts(self, currency: Terms) -> Amounts:
        """What the core charges for it in this currency."""
        budget = filter_of(Terms(**{name: _ROOM if name != "delta" else 1 - 1 / _ROOM for name in currency.given()}))
        self.spend(budget)
        spent: Amounts = budget.spent
        return spent


def price_of(plan: Any, d_in: int, asked: Terms, currency: Terms) -> Price:
    """The price of a plan that was made for these amounts, for a session whose budget has these names.

    What was asked for is charged, not the last bits of what the search for noise found, so that six times a half are
    three; the map of the measurement is asked whether that covers it.
    """
    measurement = plan.measurement
    promise = plan.budget.promise
    is_found = getattr(plan, "threshold", None) is not None
    if currency.delta is None and (is_found or promise is not None and currency.rho is None):
        refuse(
            "the plan needs a delta, and the session was opened without one; open it with delta=, such as "
            f"Session(..., {currency.currency}=..., delta=1e-9), or leave delta out"
        )
    if currency.rho is None and plan.budget.currency == "rho" and promise is None:
        refuse("rho was asked for, and the session counts epsilon; give epsilon=, or open the session with rho=")
    if currency.rho is not None and plan.budget.currency == "rho":
        # A rho that an epsilon and a delta bought costs that rho; one that was typed costs what was typed.
        charged = asked if promise is None else None
        return _covered(measurement, d_in, charged, ("rho",))
    if promise is not None and not is_found:
        measurement = _core.make_convert_measure(
            measurement, _core.approximate(_core.max_divergence()), delta=promise.delta
        )
        return _covered(measurement, d_in, asked, ("epsilon", "delta"))
    if is_found:
        return _covered(measurement, d_in, asked, ("epsilon", "delta"))
    return _covered(measurement, d_in, Terms(epsilon=asked.epsilon), ("epsilon",))


def _covered(measurement: Any, d_in: int, asked: Terms | None, names: tuple[str, ...]) -> Price:
    loss = measurement.map(d_in)
    if asked is None:
        return Price(loss, None)
    given = asked.given()
    limits = tuple(rounded_down(given[name]) for name in names)
    if not measurement.check(d_in, limits[0] if len(limits) == 1 else limits):
        # Only where a conversion rounds: then the map's own loss is what is charged.
        return Price(loss, None)
    return Price(loss, asked)
