"""A private variance or standard deviation of a public number of rows: squares around a center that is found first.

Proof: moment_intervals.proof.md
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import _core
from .budget import Budget, down, smallest_scale, up
from .deviations import Deviations, RowSteps
from .moment import SQUARES, SUM, MomentPart
from .moment_intervals import Interval, root_down, root_up, variance_interval
from .moment_plan import MomentPlan, MomentRelease
from .noise import noise_for
from .possible import nearest_possible, possible_part
from .rounding import show_at_most
from .simultaneous import confidence_of_each
from .sum_steps import magnitude
from .variance_split import split_variance
from .words import percent, show_amount, show_value

# A row has at most 2 to this power, plus one, steps from the middle: squares of them are added up exactly (the core takes
# rows below 2^31), and among a billion rows their rounding is below the noise.
_ROW_BITS = 29
# What a row moves the squares by has about so many bits.
_SQUARE_BITS = 33
# Beyond this many bits noise may not fit.
_NOISE_BITS = 44
# A sum of all rows stays below 2 to this power.
_SUM_BITS = 61


@dataclass(frozen=True)
class CenteredSteps:
    """The public numbers of the measurement, and of its noise: all in steps."""

    step: Fraction
    """What one step of a row is worth."""
    bounds: tuple[int, int]
    rounding: Fraction
    """How far, at most, the steps of a row are off the row. Not in steps."""
    divisor: int
    shift: int
    """Squares are released in steps of 2 to this power."""
    sum_scale: float
    squares_scale: float
    """In rows."""
    sum_error: int
    """Within which the noise on the sum stays."""
    confidence: float
    """With which it does, and with which that on the squares stays within its own."""
    budget: Budget

    def largest_square(self, center: int) -> int:
        low, high = self.bounds
        return max(high - center, center - low) ** 2

    def offset(self, center: int) -> int:
        """What is taken off each square."""
        return self.largest_square(center) // 2

    def noise_scale(self, largest_square: int) -> float:
        """Of the noise on the squares; the core computes the same."""
        per_row = -(-((largest_square + 1) // 2) // (1 << self.shift))
        return up(Fraction(self.squares_scale) * per_row)

    def squares_error(self, largest_square: int) -> int:
        """Within which that noise stays."""
        return noise_for(self.budget).radius(self.noise_scale(largest_square), self.confidence)

    @property
    def square_step(self) -> Fraction:
        """What one step of the squares is worth."""
        return self.step**2 * (1 << self.shift)


@dataclass(frozen=True, repr=False)
class CenteredPlan(MomentPlan):
    """The plan of a variance or a standard deviation of a public number of rows.

    A noisy sum is released first; a center that follows from it; and the sum of squared distances from this center, under
    noise that is the less, the nearer the center is to the middle of the bounds.
    """

    steps: CenteredSteps

    @property
    def rows(self) -> int:
        assert self.size is not None  # made for a public size only
        return self.size

    @property
    def followed(self) -> Fraction:
        """How far the center goes from the middle of the bounds to the noisy mean."""
        return Fraction(self.rows, self.steps.divisor)

    def parts_of(self, steps: Sequence[int]) -> tuple[MomentPart, ...]:
        total, squares = self.parts
        return total, _squares_part(self.steps, squares.cost, self.steps.largest_square(steps[1]))

    def noisy_parts(self, steps: Sequence[int]) -> dict[str, Fraction]:
        return {SUM: steps[0] * self.steps.step, SQUARES: steps[2] * self.steps.square_step}

    def center_of(self, steps: Sequence[int]) -> Fraction:
        return self.center + steps[1] * self.steps.step

    def estimate(self, steps: Sequence[int]) -> float:
        """What squares around the center come to, less what the noisy mean is off it, and less what that is too little or
        too much on average."""
        total, center, squares = steps
        off_center = nearest_possible(Fraction(total, self.rows), self._row_ends()) - center
        # They were rounded down.
        around = (squares * (1 << self.steps.shift) + Fraction((1 << self.steps.shift) - 1, 2)) / self.rows
        found = around + self.steps.offset(center) - off_center**2 - self._bias()
        variance = nearest_possible(found * self.steps.step**2, self._variance_interval(steps))
        return float(variance if self.query == "variance" else (root_down(variance) + root_up(variance)) / 2)

    def interval(self, steps: Sequence[int]) -> tuple[float, float]:
        low, high = self._variance_interval(steps)
        if self.query == "std":
            low, high = root_down(low), root_up(high)
        low, high = possible_part((low, high), self.ends())
        return down(low), up(high)

    def _variance_interval(self, steps: Sequence[int]) -> Interval:
        total, center, squares = steps
        error = self.steps.sum_error
        mean = possible_part(
            (Fraction(total - error, self.rows), Fraction(total + error, self.rows)), self._row_ends()
        )
        off_center = (mean[0] - center) * self.rows, (mean[1] - center) * self.rows
        squares_error = self.steps.squares_error(self.steps.largest_square(center))
        offset = self.steps.offset(center) * self.rows
        around = tuple(
            Fraction((squares + end) * (1 << self.steps.shift) + offset) for end in (-squares_error, squares_error + 1)
        )
        rows = Fraction(self.rows)
        low, high = variance_interval((rows, rows), off_center, (around[0], around[1]))
        square = self.steps.step**2
        off = self._off_by_rounding()
        half = (Fraction(self.bounds[1]) - Fraction(self.bounds[0])) / 2
        return possible_part((low * square - off, high * square + off), (Fraction(0), half**2))

    def error_among(self, rows: Fraction) -> Fraction:
        """How far off the result is at most, with the plan's confidence, wherever the mean lies."""
        return self._error_where(None)

    def error_in_the_middle(self) -> float:
        """How far off the result is at most, with the plan's confidence, if the mean lies in the middle of the bounds."""
        return up(self._error_where(Fraction(0)))

    def _error_where(self, place: Fraction | None) -> Fraction:
        """For a mean at this many steps from the middle, or for any."""
        low, high = self.steps.bounds
        off_mean = Fraction(self.steps.sum_error, self.rows)
        half = Fraction(max(high, -low))
        farthest, largest_square = half, (high - low) ** 2
        if place is not None:
            # The mean of steps is off that of rows by their rounding.
            noisy_mean = place + self.steps.rounding / self.steps.step + off_mean
            farthest = min(half, noisy_mean)
            largest_square = min(largest_square, math.ceil((half + self.followed * noisy_mean + 1) ** 2))
        squares = Fraction((self.steps.squares_error(largest_square) + 1) * (1 << self.steps.shift), self.rows)
        off_center = (1 - self.followed) * farthest + 1
        bias = self._bias()
        off = squares + max(bias, off_mean**2 - bias) + 2 * off_mean * off_center
        off_variance = off * self.steps.step**2 + self._off_by_rounding()
        first, last = self.ends()
        return min(off_variance if self.query == "variance" else root_up(off_variance), last - first)

    def _bias(self) -> Fraction:
        """By how much the noise of the mean raises what is found on average, in squares of steps."""
        times = 2 if self.budget.currency == "epsilon" else 1
        of_mean = times * Fraction(self.steps.sum_scale) ** 2 / self.rows**2
        low, high = self.steps.bounds
        # No center is so far off that more than this is expected.
        return (2 * self.followed - 1) * min(of_mean, Fraction((high - low) ** 2, 3))

    def _off_by_rounding(self) -> Fraction:
        """How far the variance of the steps is off that of the rows."""
        return self.steps.rounding * (2 * self.reach + self.steps.rounding)

    def _row_ends(self) -> Interval:
        return Fraction(self.steps.bounds[0]), Fraction(self.steps.bounds[1])

    def _recipe(self) -> str:
        recipe = (
            "the mean of the rows' squared distances from a center, less the square of what the center is off their mean; "
            "the sum is released first, and the center follows from it"
        )
        return recipe if self.query == "variance" else f"the root of the variance: {recipe}"

    def _split(self, release: MomentRelease | None) -> list[str]:
        total, squares = self.parts if release is None else release.noise
        nearest = _squares_part(self.steps, squares.cost, self.steps.largest_square(0))
        if release is None:
            scale = (
                f"scale {show_amount(nearest.scale)} to {show_amount(squares.scale)}, the less the nearer the center is "
                "to the middle of the bounds"
            )
        else:
            scale = f"scale {show_amount(squares.scale)} around the center {show_value(release.center)}"
        sum_scale = f"scale {show_amount(total.scale)}"
        return [f"The budget is split: {self._share(total)} has {sum_scale}; {self._share(squares)} has {scale}."]

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in moment_intervals.proof.md."""
        anywhere, middle = self.error(), self.error_in_the_middle()
        statement = f"With {percent(self.confidence)} confidence it is off by at most {show_at_most(Fraction(anywhere))}"
        if middle >= anywhere:
            return f"{statement}."
        return (
            f"{statement} wherever the mean lies, and by at most {show_at_most(Fraction(middle))} if it lies in the "
            "middle of the bounds; a release tells an interval."
        )

    def _told_center(self, steps: Sequence[int]) -> dict[str, Any]:
        return {"center": float(self.center_of(steps))}

    def numbers(self) -> dict[str, Any]:
        return {**super().numbers(), "divisor of the sum": self.steps.divisor, "shift of the squares": self.steps.shift}


def make_centered_plan(
    query: str,
    rows: Deviations,
    budget: Budget,
    rows_per_person: int,
    size: int,
    confidence: float,
    made_from: tuple[Any, ...],
) -> CenteredPlan:
    """For bounds that are not equal."""
    split = split_variance(budget, size, rows_per_person)
    sum_amount, squares_amount = budget.split(2, [split.share, 1 - split.share])
    squares_scale, squares_cost = _scale_in_rows(Budget(budget.currency, squares_amount), rows_per_person)
    in_rows = _rough_scale(Budget(budget.currency, sum_amount), rows_per_person)
    row_bits = _bits(_ROW_BITS, in_rows, size)
    stepped = rows.steps(row_bits)
    low, high = stepped.bounds
    most = ((high - low) ** 2 + 1) // 2
    shift = max(0, most.bit_length() - _bits(_SQUARE_BITS, Fraction(squares_scale), size))
    divisor = max(size, min(round(size / split.followed), 2 * size, 2**64 - 1))

    def measure(scale: float) -> _core.Measurement:
        measurement: _core.Measurement = stepped.exact >> _core.then_private_variance(
            budget.measure,
            bounds=stepped.bounds,
            divisor=divisor,
            shift=shift,
            sum_scale=scale,
            squares_scale=squares_scale,
        )
        return measurement

    sum_scale = smallest_scale(measure, rows_per_person, budget.amount)
    measurement = measure(sum_scale)
    steps = _centered_steps(stepped, budget, divisor, shift, (sum_scale, squares_scale), confidence)
    total = MomentPart(
        SUM,
        down(Fraction(measurement.map(rows_per_person)) - Fraction(squares_cost)),
        stepped.step,
        float(Fraction(sum_scale) * stepped.step),
        steps.sum_error * stepped.step,
        rows.reach,
        stepped.rounding,
        Fraction(0),
    )
    squares = _squares_part(steps, squares_cost, steps.largest_square(low))
    return CenteredPlan(
        query,
        rows.bounds,
        rows.center,
        rows.reach,
        (total, squares),
        measurement,
        size,
        confidence,
        budget,
        rows_per_person,
        made_from,
        steps,
    )


def _centered_steps(
    rows: RowSteps, budget: Budget, divisor: int, shift: int, scales: tuple[float, float], confidence: float
) -> CenteredSteps:
    level = confidence_of_each(confidence, 2)
    error = noise_for(budget).radius(scales[0], level)
    return CenteredSteps(rows.step, rows.bounds, rows.rounding, divisor, shift, *scales, error, level, budget)


def _squares_part(steps: CenteredSteps, cost: float, largest_square: int) -> MomentPart:
    unit = steps.square_step
    return MomentPart(
        SQUARES,
        cost,
        unit,
        float(Fraction(steps.noise_scale(largest_square)) * unit),
        (steps.squares_error(largest_square) + 1) * unit,
        largest_square * steps.step**2 / 2,
        Fraction(0),
        Fraction(0),
    )


def _scale_in_rows(budget: Budget, rows_per_person: int) -> tuple[float, float]:
    """Of noise on what a row moves by 1 at most, and what that costs."""
    rows = _core.make_count(_core.vector_domain(_core.atom_domain("int64")), _core.symmetric_distance())
    noise = noise_for(budget)
    scale = smallest_scale(lambda scale: rows >> noise.then(scale), rows_per_person, budget.amount)
    return scale, (rows >> noise.then(scale)).map(rows_per_person)


def _rough_scale(budget: Budget, rows_per_person: int) -> Fraction:
    """The same, to a factor of two or so."""
    amount = Fraction(budget.amount)
    square = rows_per_person**2 / (amount**2 if budget.currency == "epsilon" else 2 * amount)
    return Fraction(2) ** (magnitude(square) // 2)


def _bits(most: int, scale: Fraction, size: int) -> int:
    """How many a row has, so that neither its noise nor the sum of all rows is too large."""
    noise = max(0, magnitude(scale)) if scale else 0
    return max(1, min(most, _NOISE_BITS - noise, _SUM_BITS - size.bit_length()))
