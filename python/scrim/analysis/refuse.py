"""Checks of arguments. Arguments are public, so a message may quote them; it says what was given, what
is accepted and what to do."""

from __future__ import annotations

import itertools
import math
import numbers
from typing import Any, NoReturn

from .._core import InvalidArgumentError


MOST_NUMBERS = 1_000_000
"""Of a list that is public: edges, candidates. A plan holds all of them, and a range says more of them in a few letters
than there is memory."""


def refuse(message: str) -> NoReturn:
    raise InvalidArgumentError(message)


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
        refuse(f"{name} is {shown(given)}, which are more than {most}; give {advice}, {most} at most")
    return items


def real(value: Any, name: str, advice: str) -> int | float:
    """A finite number as a Python int or float."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        refuse(f"{name} is {shown(value)}; give {advice}")
    try:
        is_finite = math.isfinite(value)
    except OverflowError:  # an integer so large that even its digits may not be wanted
        refuse(f"{name} is an integer that no float can hold; give {advice}")
    if not is_finite:
        refuse(f"{name} is {shown(value)}; give {advice}")
    return int(value) if isinstance(value, numbers.Integral) else float(value)


def positive(value: Any, name: str, advice: str) -> float:
    number = real(value, name, advice)
    if number <= 0:
        refuse(f"{name} is {shown(value)}; give {advice}")
    return float(number)


def whole(value: Any, name: str, least: int, most: int, advice: str) -> int:
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not is_whole or not least <= int(value) <= most:
        refuse(f"{name} is {shown(value)}; give {advice}")
    return int(value)


def confidence_level(value: Any) -> float:
    advice = "a probability between 0 and 1, such as 0.95"
    number = real(value, "confidence", advice)
    if not 0 < number < 1:
        refuse(f"confidence is {shown(value)}; give {advice}")
    return float(number)


def rows_of_a_person(value: Any) -> int:
    return whole(
        value,
        "rows_per_person",
        1,
        2**32 - 1,
        "the largest number of rows that one person can have in the data, at least 1",
    )
