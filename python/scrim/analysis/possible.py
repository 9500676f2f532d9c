"""What is known of a number without the data: noise may take it beyond that, and what is shown is moved back.

Proof: possible.proof.md
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", int, float, Fraction)
End = TypeVar("End", int, Fraction)
Ends = tuple[int | None, int | None]
"""Between which an exact number lies, whatever the rows; None where nothing is known."""

NOT_NEGATIVE: Ends = (0, None)
"""Of every count of rows."""


def nearest_possible(number: Number, ends: tuple[End | None, End | None]) -> Number | End:
    """What a number is moved to that may lie beyond the ends."""
    least, most = ends
    if least is not None and number < least:
        return least
    return most if most is not None and number > most else number


def possible_part(
    interval: tuple[Number, Number], ends: tuple[End | None, End | None]
) -> tuple[Number | End, Number | End]:
    """Of an interval; where all of it lies beyond an end, that end."""
    low, high = interval
    return nearest_possible(low, ends), nearest_possible(high, ends)


def possible_counts(counts: Sequence[int]) -> tuple[int, ...]:
    """Noisy counts of rows as they are shown."""
    return tuple(nearest_possible(count, NOT_NEGATIVE) for count in counts)


def count_intervals(counts: Sequence[int], error: int) -> tuple[tuple[int, int], ...]:
    """Around noisy counts of rows that are off by at most the error."""
    return tuple(possible_part((count - error, count + error), NOT_NEGATIVE) for count in counts)
