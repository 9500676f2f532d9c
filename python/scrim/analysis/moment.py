"""A mean, variance or standard deviation from noisy parts: what it comes to, where it lies, how far off it can be.

Proof: moment_intervals.proof.md
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .moment_intervals import (
    Interval,
    mean_error,
    mean_interval,
    root_down,
    root_up,
    variance_error,
    variance_interval,
)
from .possible import possible_part

COUNT, SUM, SQUARES = "count", "sum", "squares"


@dataclass(frozen=True)
class MomentPart:
    """One of the noisy numbers that the result is computed from."""

    name: str
    """"count", "sum" (of distances from the middle of the bounds) or "squares" (of these distances)."""
    cost: float
    """What it spends of the budget."""
    step: Fraction
    """What one step of its measurement is worth."""
    scale: float
    """Of its noise."""
    error: Fraction
    """How far off the noise takes it at most, with the confidence that all parts have together."""
    reach: Fraction
    """The largest that a row adds to it, in absolute value."""
    rounding: Fraction
    """How far off what a row adds to it can be for being a number of steps."""
    shift: Fraction
    """What is taken off each row so that it lies around 0."""

    def within(self, steps: int) -> Interval:
        """Where the exact number lies, given the noisy one."""
        return steps * self.step - self.error, steps * self.step + self.error


class Moment:
    """"mean", "variance" or "std" of rows that are moved between bounds."""

    query: str
    bounds: tuple[int, int] | tuple[float, float]
    center: Fraction
    """From which distances of rows are taken: the middle of the bounds, as nearly as rows can have it."""
    reach: Fraction
    """How far from the center a row can be."""
    parts: tuple[MomentPart, ...]
    size: int | None

    def error_among(self, rows: Fraction) -> Fraction:
        """How far off the result is at most, with the confidence of the parts, among this many rows or more."""
        parts = {part.name: part for part in self.parts}
        count_error = parts[COUNT].error if COUNT in parts else Fraction(0)

        def off(name: str) -> Fraction | None:
            part = parts[name]
            mean = mean_error(rows, part.reach + part.rounding, count_error, part.error)
            return None if mean is None else mean + part.rounding

        off_mean = off(SUM)
        low, high = self.ends()
        if off_mean is None:
            return high - low
        if self.query == "mean":
            return min(off_mean, high - low)
        off_square = off(SQUARES) if SQUARES in parts else Fraction(0)
        assert off_square is not None  # the count is the same
        off_variance = variance_error(off_mean, off_square, self.reach)
        return min(off_variance if self.query == "variance" else root_up(off_variance), high - low)

    def ends(self) -> Interval:
        """Between which the result lies, whatever the rows."""
        lower, upper = map(Fraction, self.bounds)
        if self.query == "mean":
            return lower, upper
        half = (upper - lower) / 2
        return Fraction(0), half**2 if self.query == "variance" else half

    def result(self, parts: dict[str, Interval], with_rounding: bool) -> Interval:
        """Where the result lies if the parts lie there."""
        rounding = {part.name: part.rounding if with_rounding else Fraction(0) for part in self.parts}
        # A result of no rows is none, so there is one row at least. Where all rows are moved to one value, their
        # number does not matter, and is no part.
        default = Fraction(self.size or 1)
        low, high = (max(Fraction(1), rows) for rows in parts.get(COUNT, (default, default)))
        if self.query == "mean":
            found = _shifted(mean_interval((low, high), parts[SUM]), self.center, rounding[SUM])
        else:
            squares = parts.get(SQUARES, (Fraction(0), Fraction(0)))
            shift = next((part.shift for part in self.parts if part.name == SQUARES), Fraction(0))
            off = variance_error(rounding[SUM], rounding.get(SQUARES, Fraction(0)), self.reach)
            found = _shifted(variance_interval((low, high), parts[SUM], squares), shift, off)
        if self.query == "std":
            found = root_down(found[0]), root_up(found[1])
        return possible_part(found, self.ends())


def _shifted(interval: Interval, by: Fraction, rounding: Fraction) -> Interval:
    return interval[0] + by - rounding, interval[1] + by + rounding
