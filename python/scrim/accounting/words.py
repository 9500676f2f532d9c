"""How an account says things: amounts as people type them, and losses rounded up."""

from __future__ import annotations

import decimal
import math

from ..analysis.rounding import plain_power, show_cost, show_exactly, to_twelve_digits


def show_given(number: int | float) -> str:
    """An amount that was given, to all its digits: 1e-6 rather than 1e-06. A decimal that was rounded in its last bit
    does not look like it."""
    if isinstance(number, int):
        return f"{number:,}"
    short = to_twelve_digits(number)
    is_rounded = short in (math.nextafter(number, -math.inf), math.nextafter(number, math.inf))
    return plain_power(show_exactly(short if is_rounded else float(number)))


def show_loss(loss: float) -> str:
    """To four digits, rounded up; to ten where it is hardly above four."""
    return show_cost(loss)


def show_allowance(allowance: float) -> str:
    """What may be lost, to four digits, rounded down."""
    downwards = decimal.Context(prec=4, rounding=decimal.ROUND_FLOOR)
    return plain_power(f"{float(downwards.create_decimal(repr(float(allowance)))):.4g}")


def show_epsilon_at(epsilon: float, delta: float) -> str:
    """An epsilon that was found for a delta, of which there may be none."""
    if epsilon == float("inf"):
        return f"no epsilon at delta {show_given(delta)}"
    return f"epsilon {show_loss(epsilon)} at delta {show_given(delta)}"


def show_delta_at(delta: float, epsilon: float) -> str:
    """A delta that was found for an epsilon."""
    return f"delta {show_loss(delta)} at epsilon {show_given(epsilon)}"


def show_answer(asked: tuple[str, float], answer: float) -> str:
    """What was found for an epsilon or a delta, whichever was given."""
    kind, given = asked
    return show_delta_at(answer, given) if kind == "epsilon" else show_epsilon_at(answer, given)
