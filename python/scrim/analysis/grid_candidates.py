"""Every point of a grid between bounds as a candidate, without a list of them. From arguments alone."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .. import _core
from .candidates import check_bounds
from .refuse import Argument, bounds_are, refuse
from .remade import Remade, remakes
from .rounding import show_exactly
from .sum_steps import magnitude
from .words import show_amount

ALL = "all"
"""What asks for it."""

# Between the bounds there are 2^31 to 2^33 steps of floats. Finer than noise can tell most rows apart; and still so few
# that a value which many rows share is found: it must be ahead of all other points together, by the logarithm of their
# number in scales of the noise.
_STEP_BITS = 32
_LARGEST_EXPONENT = 1022
_DIGITS = sys.float_info.mant_dig
_LEAST, _MOST = -(2**63), 2**63 - 1
_FEW_DIGITS = 15


@dataclass(frozen=True)
class GridCandidates(Remade):
    """All multiples of a step from `first` to `last`, counted in steps."""

    kind = "grid of candidates"

    first: int
    last: int
    exponent: int | None
    """A step is 2 to this power where rows are floats; rows of integers have steps of 1."""
    carrier: str
    """Of the rows: "float64" or "int64"."""
    integers: bool
    """Whether integer answers were asked for, whatever type the column has."""
    words: str
    """Such as "every integer from 0 to 120"."""
    made_from: tuple[Any, ...] = field(repr=False, compare=False)

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def lowest(self) -> int | float:
        return self.value_of(self.first)

    @property
    def highest(self) -> int | float:
        return self.value_of(self.last)

    @property
    def step(self) -> int | float:
        return self.value_of(1)

    def value_of(self, steps: int) -> int | float:
        """Exact: steps of floats have no more digits than floats."""
        if self.integers or self.exponent is None:
            return steps
        return math.ldexp(steps, self.exponent)

    def few(self, most: int) -> list[int | float] | None:
        """All of them, if there are at most so many."""
        if self.count > most:
            return None
        return [self.value_of(steps) for steps in range(self.first, self.last + 1)]

    def read_as(self, carrier: str) -> GridCandidates:
        """The same values for a column of another type, where integers were asked for whatever its type; else these
        candidates, and the reader says what is wrong."""
        bounds, own, integers = self.made_from
        if not integers or carrier in (own, "uint64"):
            return self
        return make_grid_candidates(bounds, carrier, integers)

    def then_select(self, measure: _core.Measure, alpha: float, scale: float) -> Any:
        """Releases a number of steps, of a column of the carrier."""
        return _core.then_grid_quantile(
            measure,
            bounds=(self.first, self.last),
            alpha=alpha,
            scale=scale,
            exponent=self.exponent,
        )

    def to_dict(self) -> dict[str, Any]:
        return {"count": self.count, "lower": self.lowest, "upper": self.highest, "step": self.step}

    def numbers(self) -> dict[str, Any]:
        return {"first step": self.first, "last step": self.last, "exponent": self.exponent}


@remakes(GridCandidates.kind)
def make_grid_candidates(bounds: Any, carrier: str, integers: bool = False) -> GridCandidates:
    lower, upper = check_bounds(bounds)
    if carrier == "uint64":
        refuse(
            Argument("candidates"),
            f" is {ALL!r}, which columns of uint64 have not; give how many candidates there are to be, or "
            "bring the column to int64 or float64",
        )
    exponent = None if carrier == "int64" else 0 if integers else _exponent(lower, upper)
    step = Fraction(2) ** (exponent or 0)
    first, last = math.ceil(Fraction(lower) / step), math.floor(Fraction(upper) / step)
    if exponent is None or integers:
        words = _words_of_integers(lower, upper, first, last, carrier)
    else:
        ends = f"from {show_exactly(lower)} to {show_exactly(upper)}"
        words = f"all multiples of {_power(exponent)} {ends}, {last - first + 1} of them"
    return GridCandidates(first, last, exponent, carrier, integers, words, ((lower, upper), carrier, integers))


def _exponent(lower: int | float, upper: int | float) -> int:
    """The finest step that leaves 2^33 of them between the bounds at most, and whose multiples are floats."""
    largest = max(abs(Fraction(lower)), abs(Fraction(upper)))
    exponent = max(magnitude(Fraction(upper) - Fraction(lower)) - _STEP_BITS, magnitude(largest) + 1 - _DIGITS)
    exponent = min(max(exponent, -_LARGEST_EXPONENT), _LARGEST_EXPONENT)
    if Fraction(2) ** exponent > Fraction(upper) - Fraction(lower):
        refuse(*bounds_are(lower, upper), ", too close to tell apart as floats; give wider ones")
    return exponent


def _words_of_integers(lower: int | float, upper: int | float, first: int, last: int, carrier: str) -> str:
    if first > last:
        refuse(
            *bounds_are(lower, upper),
            ", between which there is no integer, and the answers are to be integers; give wider bounds",
        )
    # Beyond 2^53 not every integer is a float, so a row and the candidate next to it would be told apart by rounding.
    least, most = (_LEAST, _MOST - 1) if carrier == "int64" else (-(2**_DIGITS), 2**_DIGITS)
    if first < least or last > most:
        refuse(
            *bounds_are(lower, upper),
            f", and all integers of a column of {carrier} are candidates only from {least} to {most}; give bounds within these",
        )
    return f"every integer from {first} to {last}"


def _power(exponent: int) -> str:
    value = math.ldexp(1.0, exponent)
    return show_exactly(value) if -4 <= exponent <= _FEW_DIGITS else f"2^{exponent} (about {show_amount(value)})"
