"""What a plan costs in the currency of a session. The core reckons; here it is told what to reckon with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.refuse import Argument, Words, refuse
from .terms import Amounts, Terms, filter_of, parts_of

# No price is above this: what the core would charge is read off a budget that has room for it.
_ROOM = Fraction(2) ** 2000


@dataclass(frozen=True)
class Price:
    """Of one release: what the maps of its measurements say, and what was asked for, which is at least that."""

    losses: tuple[Any, ...]
    """As the maps gave them, under measures that the session's currency can charge: one, or two where groups are found
    before anything is released of them."""
    asked: Terms | None
    """What is charged; None where it has no name in the currency of the session, and the losses themselves are charged."""

    def amounts(self, currency: Terms) -> Amounts:
        """What the core charges for it in this currency."""
        budget = filter_of(Terms(**{name: _ROOM if name != "delta" else 1 - 1 / _ROOM for name in currency.given()}))
        if self.asked is None:
            for loss in self.losses:
                budget.spend(loss)
        else:
            budget.spend(**self.asked.given())
        spent: Amounts = budget.spent
        return spent

    def named(self, currency: Terms) -> dict[str, Fraction]:
        """What a budget of this currency is charged, by name, all at once."""
        if self.asked is not None:
            return self.asked.given()
        return dict(zip(currency.names, parts_of(self.amounts(currency)), strict=True))


def price_of(plan: Any, d_in: int, asked: Terms, currency: Terms) -> Price:
    """The price of a plan that was made for these amounts, for a session whose budget has these names.

    What was asked for is charged, not the last bits of what the search for noise found, so that six times a half are
    three; the map of the measurement is asked whether that covers it.
    """
    measurement = plan.measurement
    promise = plan.budget.promise
    found = getattr(plan, "found", None)
    if currency.delta is None and (found is not None or promise is not None and currency.rho is None):
        refuse(
            Words(
                "the plan needs a delta, and the session was opened without one; open it with delta=, such as "
                f"Session(..., {currency.currency}=..., delta=1e-9)",
                shell="a delta is needed, and the ledger was created without one; give a ledger that was created with --delta",
                toml="the release needs a delta, and the budget has none; give one under [budget], such as delta = 1e-9",
            ),
            ", or leave ",
            Argument("delta"),
            " out",
        )
    if currency.rho is None and plan.budget.currency == "rho" and promise is None:
        whose = Words("session", shell="ledger", toml="budget")
        give = Words("epsilon=, or open the session with rho=", shell="--epsilon", toml="epsilon, or a rho under [budget]")
        refuse(Argument("rho"), " was asked for, and the ", whose, " counts epsilon; give ", give)
    if found is not None:
        later = () if plan.in_found is None else (plan.in_found.loss,)
        return _covered((measurement.map(d_in), *later), asked, (plan.budget.currency, "delta"))
    if currency.rho is not None and plan.budget.currency == "rho":
        # A rho that an epsilon and a delta bought costs that rho; one that was typed costs what was typed.
        return _covered((measurement.map(d_in),), asked if promise is None else None, ("rho",))
    if promise is not None:
        measurement = _core.make_convert_measure(
            measurement, _core.approximate(_core.max_divergence()), delta=promise.delta
        )
        return _covered((measurement.map(d_in),), asked, ("epsilon", "delta"))
    return _covered((measurement.map(d_in),), Terms(epsilon=asked.epsilon), ("epsilon",))


def _covered(losses: tuple[Any, ...], asked: Terms | None, names: tuple[str, ...]) -> Price:
    if asked is None:
        return Price(losses, None)
    given = asked.given()
    covers = _core.Filter(**{name: given[name] for name in names})  # type: ignore[arg-type]
    for loss in losses:
        if not covers.can_spend(loss):
            # Only where a conversion rounds: then what the maps say is what is charged.
            return Price(losses, None)
        covers.spend(loss)
    return Price(losses, asked)
