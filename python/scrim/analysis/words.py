"""How plans and releases say things, in one place so that they say them alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .rounding import show_cost, show_factor

if TYPE_CHECKING:
    from .budget import Priced

# A number of more digits has its thousands apart.
_DIGITS_TOGETHER = 4

_NAMED = {
    Fraction(0): "minimum",
    Fraction(1, 4): "first quartile",
    Fraction(1, 2): "median",
    Fraction(3, 4): "third quartile",
    Fraction(1): "maximum",
}


def quantile_name(alpha: Fraction) -> str:
    if alpha in _NAMED:
        return _NAMED[alpha]
    percent = alpha * 100
    if percent.denominator == 1:
        return f"{ordinal(percent.numerator)} percentile"
    if 10_000 % alpha.denominator == 0:  # 99.9th; one says "point nine-th", whatever the digit
        return f"{float(percent):g}th percentile"
    return f"{alpha if alpha.denominator <= 100 else f'{float(alpha):.6g}'}-quantile"


def ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def counted(number: int | str, noun: str) -> str:
    return f"{number} {noun}" + ("" if str(number) == "1" else "s")


def about_negative(counts: Sequence[int]) -> str | None:
    """How many of them noise took below 0, if any."""
    below = sum(count < 0 for count in counts)
    if below == 0:
        return None
    before = "it was" if below == 1 else "they were"
    return f"Noise took {counted(below, 'count')} below 0, shown as 0; `unclipped` has what {before}."


def enumerate_words(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def show_scales(scales: Sequence[float]) -> str:
    """Of the noise on several numbers: once where they are the same."""
    shown = [show_amount(scale) for scale in scales]
    return shown[0] if len(set(shown)) == 1 else enumerate_words(shown)


def show_value(value: Any) -> str:
    """A released value: integers in full, floats to ten digits, texts as they are."""
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def show_number(value: int | float, digits: int = 6) -> str:
    """A released number as people read it: integers in full, floats to some digits, thousands apart where they are many."""
    shown = f"{value:.{digits}g}" if isinstance(value, float) else str(value)
    whole, point, rest = shown.partition(".")
    is_long = "e" not in shown and len(whole.lstrip("-")) > _DIGITS_TOGETHER and whole.lstrip("-").isdigit()
    return f"{int(whole):,}{point}{rest}" if is_long else shown


def show_amount(amount: float) -> str:
    """A scale of noise, to four digits and written out where that is not too long; a cost is rounded up, see
    `show_cost`."""
    shown = f"{amount:.4g}"
    return f"{float(shown):.0f}" if 1e4 <= amount < 1e15 else shown


def percent(confidence: float) -> str:
    """A confidence as a percentage, to twelve digits."""
    return f"{100 * confidence:.12g}%"


def meaning_of_cost(plan: Priced, rows_per_person: int | None) -> str:
    """What is spent for each person; of whom nobody knows how many rows they have, all of these."""
    person = "one person, with all of their rows," if rows_per_person is None else f"one person (at most {counted(rows_per_person, 'row')} of the data)"
    cost, promise = plan.cost, plan.budget.promise
    if promise is not None:
        return (
            f"{plan.price_shown.capitalize()} is spent for each person: taking {person} out of the data, or putting one in, "
            f"changes the probability of what you see by a factor of at most {show_factor(promise.epsilon)}, but for "
            f"outcomes of probability {show_cost(promise.delta)}, whatever else is known."
        )
    if plan.budget.currency == "rho":
        return (
            f"Rho {show_cost(cost)} of zero-concentrated privacy is spent for each person: what can be "
            f"learned about {person} from this release is bounded by it, whatever else is known."
        )
    weak = " That is weak: above 10, epsilon promises little." if cost > 10 else ""
    return (
        f"Epsilon {show_cost(cost)} is spent for each person: taking {person} out of the data, or "
        f"putting one in, changes the probability of what you see by a factor of at most "
        f"{show_factor(cost)}, whatever else is known.{weak}"
    )
