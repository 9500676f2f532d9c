"""Rows as their distances from the middle of bounds, added up: what means and variances are made of.

A row can move a sum of such distances by half the width of the bounds only, wherever these lie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from .budget import Budget
from .person import RowsOfAPerson
from .sum_steps import magnitude, square_step_exponent, step_exponent

# Arithmetic on doubles, a few operations for each row, goes astray by less than this share of the largest result.
_ROUNDING = Fraction(1, 2**50)


@dataclass(frozen=True)
class StepSum:
    """A sum of what rows become, in steps."""

    exact: Any  # a transformation from rows to a number of steps
    step: Fraction
    """What one step is worth."""
    reach: Fraction
    """The largest that a row becomes, in absolute value."""
    rounding: Fraction
    """How far, at most, the steps of a row are off what it should become."""
    shift: Fraction = Fraction(0)
    """What was taken off each row so that it lies around 0."""


@dataclass(frozen=True)
class RowSteps:
    """What rows become, each a number of steps."""

    exact: Any  # a transformation from rows to steps; a row that is NaN becomes one below the bounds
    step: Fraction
    """What one step is worth."""
    bounds: tuple[int, int]
    """Between which the steps of rows lie."""
    rounding: Fraction
    """How far, at most, the steps of a row are off what it should become."""


def middle_of(bounds: tuple[Any, Any], carrier: str) -> tuple[Fraction, Fraction]:
    """The middle of bounds, as nearly as rows of the carrier can have it, and how far from it a row can be."""
    lower, upper = map(Fraction, bounds)
    middle = (lower + upper) / 2
    center = Fraction(float(middle)) if carrier == "float64" else middle
    return center, max(upper - center, center - lower)


class Deviations:
    """Of rows moved between bounds. A row that is null is left out; one that is NaN counts nowhere."""

    def __init__(self, bounds: tuple[Any, Any], carrier: str, person: RowsOfAPerson) -> None:
        self.bounds = bounds
        self._is_float = carrier == "float64"
        self._person = person
        self._rows = person.start(
            _core.vector_domain(
                _core.atom_domain(carrier, nan=True) if self._is_float else _core.atom_domain(carrier)
            )
        )
        self.center, self.reach = middle_of(bounds, carrier)
        """From which distances are taken, and the largest of them."""

    def count(self) -> StepSum:
        """How many rows there are that are numbers."""
        count = _core.then_count_numbers() if self._is_float else _core.then_count()
        return StepSum(self._rows >> count, Fraction(1), Fraction(1), Fraction(0))

    def total(self, budget: Budget) -> StepSum:
        """The sum of distances, in steps that suit the noise that the budget buys."""
        exponent = step_exponent(self.reach, budget, self._person.rows)
        step = Fraction(2) ** exponent
        rows, center = self._floats()
        exact = rows >> _core.then_quantise(exponent, self._ends(step), center=center) >> _core.then_sum()
        return StepSum(exact, step, self.reach, step / 2 + _ROUNDING * self.reach)

    def steps(self, bits: int) -> RowSteps:
        """The distances themselves, of which the largest has at most 2^(bits + 1) steps.

        Precondition: bits is at most 60, so that the core takes the steps.
        """
        exponent = magnitude(self.reach) - bits
        step = Fraction(2) ** exponent
        low, high = self._ends(step)
        rows, center = self._floats()
        exact = rows >> _core.then_quantise(exponent, (low, high), center=center, nan=low - 1)
        return RowSteps(exact, step, (low, high), step / 2 + _ROUNDING * self.reach)

    def squares(self, budget: Budget) -> StepSum:
        """The sum of squared distances, from each of which half of the largest is taken: then a row moves it by
        half as much."""
        largest = self.reach**2
        exponent = square_step_exponent(largest / 2, budget, self._person.rows)
        step = Fraction(2) ** exponent
        half, upper = round(largest / (2 * step)), round(largest / step)
        rows, center = self._floats()
        # Steps are bounded: that is enough for rows beyond either bound if both are equally far.
        is_even = sum(map(Fraction, self.bounds)) == 2 * self.center
        squares = _core.then_quantise_square(
            center, exponent, upper, offset=half, rows=None if is_even else self.bounds
        )
        reach = max(half * step, largest - half * step)
        rounding = step / 2 + _ROUNDING * largest
        return StepSum(rows >> squares >> _core.then_sum(), step, reach, rounding, half * step)

    def _ends(self, step: Fraction) -> tuple[int, int]:
        """The bounds in steps."""
        low, high = (round((Fraction(bound) - self.center) / step) for bound in self.bounds)
        return low, high

    def _floats(self) -> tuple[Any, float]:
        """Rows as floats, as a transformation or a space, and the center among these."""
        if self._is_float:
            return self._rows, float(self.center)
        below = math.floor(self.center)  # the center is an integer, or halfway between two
        floats = self._rows >> _core.then_row_by_row(lambda row: (row - below) * 1.0)
        return floats, float(self.center - below)
