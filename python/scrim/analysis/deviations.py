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
from .sum_steps import magnitude, step_exponent

# Arithmetic on doubles, a few operations for each row, goes astray by less than this share of the largest result.
_ROUNDING = Fraction(1, 2**50)
# Distances beyond 2 to this power, or all within its inverse, are brought close to 1, so that no square overflows or
# vanishes.
_MAGNITUDE_TO_SQUARE = 400
# By which power of two they are multiplied at most; its inverse is a double, too.
_LARGEST_SCALING = 1000


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


class Deviations:
    """Of rows moved between bounds. A row that is null is left out; one that is NaN counts nowhere."""

    def __init__(self, bounds: tuple[Any, Any], carrier: str) -> None:
        self.bounds = bounds
        self._is_float = carrier == "float64"
        self._rows = _core.vector_domain(
            _core.atom_domain(carrier, nan=True) if self._is_float else _core.atom_domain(carrier)
        )
        lower, upper = map(Fraction, bounds)
        middle = (lower + upper) / 2
        self.center = Fraction(float(middle)) if self._is_float else middle
        self.reach = max(upper - self.center, self.center - lower)
        """The largest distance from the center."""
        self._factor = _scaling(self.reach)
        self._unit = 1 / Fraction(self._factor)

    def count(self) -> StepSum:
        """How many rows there are that are numbers."""
        one = Fraction(1)
        if not self._is_float:
            return StepSum(_core.make_count(self._rows, _core.symmetric_distance()), one, one, Fraction(0))
        # No NaN equals itself.
        return StepSum(self._each(lambda row: row == row) >> _core.then_sum(), one, one, Fraction(0))

    def total(self, budget: Budget, rows_per_person: int) -> StepSum:
        """The sum of distances, in steps that suit the noise that the budget buys."""
        largest = self.reach / self._unit
        exponent = step_exponent(largest, budget, rows_per_person)
        step = Fraction(2) ** exponent
        low, high = (round((Fraction(bound) - self.center) / self._unit / step) for bound in self.bounds)
        exact = self._each(self._distance) >> _core.then_quantise(exponent, (low, high)) >> _core.then_sum()
        rounding = step / 2 + _ROUNDING * largest
        return StepSum(exact, step * self._unit, self.reach, rounding * self._unit)

    def steps(self, bits: int) -> RowSteps:
        """The distances themselves, of which the largest has fewer than 2^(bits + 1) steps.

        Precondition: bits is at most 48, so that rounding of doubles comes to less than half a step.
        """
        largest = self.reach / self._unit
        exponent = magnitude(largest) - bits
        step = Fraction(2) ** exponent
        ends = [(Fraction(bound) - self.center) / self._unit / step for bound in self.bounds]
        low, high = math.floor(ends[0]), math.ceil(ends[1])
        # Rows beyond a bound are moved to it first: only what is no number lies below the least step.
        exact = _core.make_row_by_row(
            self._rows,
            _core.symmetric_distance(),
            lambda row: self._distance(row.clip(*self.bounds)),
            otherwise=-math.inf,
        ) >> _core.then_quantise(exponent, (low - 1, high))
        rounding = step / 2 + _ROUNDING * largest
        return RowSteps(exact, step * self._unit, (low, high), rounding * self._unit)

    def squares(self, budget: Budget, rows_per_person: int) -> StepSum:
        """The sum of squared distances, from each of which half of the largest is taken: then a row moves it by
        half as much."""
        unit = self._unit**2
        largest = self.reach**2 / unit
        exponent = step_exponent(largest / 2, budget, rows_per_person)
        step = Fraction(2) ** exponent
        half = round(largest / (2 * step))  # in steps, so that integers stay exact

        # Steps are bounded on both sides; a square is so for rows beyond either bound if both are equally far.
        is_even = sum(map(Fraction, self.bounds)) == 2 * self.center

        def deviation(row: Any) -> Any:
            distance = self._distance(row if is_even else row.clip(*self.bounds))
            return distance * distance - float(half * step)

        ends = (-half, round(largest / step) - half)
        exact = self._each(deviation) >> _core.then_quantise(exponent, ends) >> _core.then_sum()
        reach = max(half * step, largest - half * step)
        rounding = step / 2 + _ROUNDING * largest
        return StepSum(exact, step * unit, reach * unit, rounding * unit, half * step * unit)

    def _distance(self, row: Any) -> Any:
        """From the center, in units. Of a row beyond a bound it is the bound's, or further."""
        if self._is_float:
            distance = row - float(self.center)
        else:  # the center is an integer, or halfway between two
            below = math.floor(self.center)
            distance = (row - below) * 1.0 - float(self.center - below)
        return distance if self._factor == 1 else distance * self._factor

    def _each(self, function: Any) -> Any:
        return _core.make_row_by_row(self._rows, _core.symmetric_distance(), function, otherwise=0)


def _scaling(reach: Fraction) -> float:
    power = magnitude(reach) if reach else 0
    if abs(power) <= _MAGNITUDE_TO_SQUARE:
        return 1.0
    return 2.0 ** min(max(-power, -_LARGEST_SCALING), _LARGEST_SCALING)
