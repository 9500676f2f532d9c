"""Checks of arguments. Arguments are public, so a message may quote them; it says what was given, what
is accepted and what to do."""

from __future__ import annotations

import itertools
import math
import numbers
from typing import Any

from .._refusal import Argument as Argument
from .._refusal import Said as Said
from .._refusal import Words as Words
from .._refusal import refuse as refuse

MOST_NUMBERS = 1_000_000
"""Of a list that is public: edges, candidates. A plan holds all of them, and a range says more of them in a few letters
than there is memory."""


def bounds_are(lower: Any, upper: Any) -> tuple[Said, ...]:
    """How a sentence about them begins: on the command line there is a colon between them."""
    return Argument("bounds"), Words(f" are ({lower}, {upper})", shell=f" is {lower}:{upper}")


def neither_or_both(first: str, second: str, *, both: bool) -> tuple[Said, ...]:
    """How a sentence begins about two arguments of which one is to be given."""
    how, were = ("both", "were") if both else ("neither", "was")
    return f"{how} of ", Argument(first), " and ", Argument(second), f" {were} given; give "


def shown(value: Any) -> str:
    """A value in a message, cut short."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of more digits than Python writes, or lists in lists in lists
        return f"a value of type {type(value).__name__} that is too long to be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def at_most(most: int, given: Any, name: str, advice: str) -> list[Any]:
    """What is in a list, which is not read on behind so many; a TypeError if it is none."""
    items = list(itertools.islice(given, most + 1))
    if len(items) > most:
        refuse(Argument(name), f" is {shown(given)}, which are more than {most}; give {advice}, {most} at most")
    return items


def real(value: Any, name: str, advice: Said) -> int | float:
    """A finite number as a Python int or float."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    try:
        is_finite = math.isfinite(value)
    except OverflowError:  # an integer so large that even its digits may not be wanted
        refuse(Argument(name), " is an integer that no float can hold; give ", advice)
    if not is_finite:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return int(value) if isinstance(value, numbers.Integral) else float(value)


def in_64_bits(values: list[int | float], name: str) -> list[int | float]:
    """The same numbers, if those that are integers are such of a column."""
    for value in values:
        if isinstance(value, int) and not -(2**63) <= value < 2**64:
            refuse(Argument(name), f" has {value}, which does not fit 64 bits; give a float or a smaller number")
    return values


def positive(value: Any, name: str, advice: str) -> float:
    number = real(value, name, advice)
    if number <= 0:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return float(number)


def whole(value: Any, name: str, least: int, most: int, advice: str) -> int:
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not is_whole or not least <= int(value) <= most:
        refuse(Argument(name), f" is {shown(value)}; give ", advice)
    return int(value)


def confidence_level(value: Any) -> float:
    advice = "a probability between 0 and 1, such as 0.95"
    number = real(value, "confidence", advice)
    if not 0 < number < 1:
        refuse(Argument("confidence"), f" is {shown(value)}; give {advice}")
    return float(number)


def rows_of_a_person(value: Any) -> int:
    return whole(
        value,
        "rows_per_person",
        1,
        2**32 - 1,
        "the largest number of rows that one person can have in the data, at least 1",
    )
