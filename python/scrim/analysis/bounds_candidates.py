"""The bounds that a search may give: zero and powers of two of both signs. Never from data."""

from __future__ import annotations

import math
import sys
from typing import Any

from .columns import RANGES
from .refuse import Argument, positive, real, refuse, shown

# Of floats, unless the caller says otherwise: as far as 64-bit integers reach, both ways.
LARGEST = 2.0**63
SMALLEST = 2.0**-63


def bound_candidates(carrier: str, smallest: Any, largest: Any) -> tuple[int, ...] | tuple[float, ...]:
    """Increasing: 0, and the powers of two from the last one up to `smallest` to the first one from
    `largest` on, with both signs. What the type cannot hold is replaced by its end."""
    if carrier == "float64":
        return _floats(smallest, largest)
    if smallest is not None:
        why = "and the rows are integers, of which 1 is the smallest; leave it out"
        refuse(Argument("smallest"), f" is {shown(smallest)}, {why}")
    return _integers(carrier, largest)


def _integers(carrier: str, largest: Any) -> tuple[int, ...]:
    least, most = RANGES[carrier]
    reach = real(most if largest is None else largest, "largest", _advice(carrier))
    if reach != int(reach) or not 1 <= reach <= most:
        refuse(Argument("largest"), f" is {shown(largest)}; give {_advice(carrier)}")
    powers = [2**exponent for exponent in range((int(reach) - 1).bit_length() + 1)]
    values = {0, *powers, *(-power for power in powers)}
    return tuple(sorted({min(max(value, least), most) for value in values}))


def _floats(smallest: Any, largest: Any) -> tuple[float, ...]:
    advice = "a positive float, such as 1e6"
    low = positive(SMALLEST if smallest is None else smallest, "smallest", advice)
    high = positive(LARGEST if largest is None else largest, "largest", advice)
    if low > high:
        refuse(
            *(Argument("smallest"), f" is {low:g} and ", Argument("largest"), f" is {high:g}; "),
            "give a smallest that is at most the largest",
        )
    powers = [_power(exponent) for exponent in range(_exponent_up_to(low), _exponent_from(high) + 1)]
    return tuple(sorted({0.0, *powers, *(-power for power in powers)}))


def _exponent_up_to(value: float) -> int:
    """The largest e with 2^e <= value."""
    return math.frexp(value)[1] - 1


def _exponent_from(value: float) -> int:
    """The least e with 2^e >= value."""
    fraction, exponent = math.frexp(value)
    return exponent - 1 if fraction == 0.5 else exponent


def _power(exponent: int) -> float:
    return sys.float_info.max if exponent > 1023 else math.ldexp(1.0, exponent)


def _advice(carrier: str) -> str:
    return f"an integer from 1 to {RANGES[carrier][1]}"
