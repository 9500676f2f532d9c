"""Means of many groups from noisy counts and sums, in integers: the same as a `Moment` gives in fractions.

Proof: moment_intervals.proof.md
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from .moment import COUNT, SUM, Moment

# Of a mean, over one denominator that is positive.
_Ratio = tuple[int, int]


class MeanOfSteps:
    """Of a moment that is a mean. All that does not depend on the release is brought to one denominator here, once."""

    def __init__(self, moment: Moment) -> None:
        parts = {part.name: (place, part) for place, part in enumerate(moment.parts)}
        self._count = parts.get(COUNT)
        self._sum_place, total = parts[SUM]
        rows = Fraction(moment.size or 1)
        if self._count is None:
            self._count_terms = _Terms([rows, Fraction(0), Fraction(1)])
        else:
            self._count_terms = _Terms([self._count[1].step, self._count[1].error, Fraction(1)])
        lower, upper = map(Fraction, moment.bounds)
        self._sum_terms = _Terms([total.step, total.error, moment.center, total.rounding, lower, upper])
        self._lower, self._upper = self._sum_terms.numerators[-2:]

    def cells(self, steps: Sequence[int]) -> tuple[float, float, float]:
        """The mean, and the interval that the exact one lies in."""
        step, error, one = self._count_terms.numerators
        count = step if self._count is None else steps[self._count[0]] * step
        fewest, most = count - error, count + error
        # Compared here: a call takes longer, and there may be many groups.
        fewest = fewest if fewest > one else one
        most = most if most > one else one
        middle = count if count > one else one
        step, error, center, rounding, _, _ = self._sum_terms.numerators
        total = steps[self._sum_place] * step
        low, high = total - error, total + error
        # A negative sum is least, and a positive one largest, among the fewest rows.
        least = self._ratio(low, fewest if low < 0 else most, center - rounding)
        largest = self._ratio(high, most if high < 0 else fewest, center + rounding)
        number, over = self._ratio(total, middle, center)
        return number / over, _down(least), -_down((-largest[0], largest[1]))

    def _ratio(self, total: int, rows: int, shift: int) -> _Ratio:
        """total / rows + shift, moved between the bounds."""
        number = total * self._count_terms.denominator + shift * rows
        lower, upper = self._lower * rows, self._upper * rows
        number = number if number > lower else lower
        return number if number < upper else upper, self._sum_terms.denominator * rows


class _Terms:
    """Numbers over their least common denominator."""

    def __init__(self, numbers: Sequence[Fraction]) -> None:
        self.denominator = math.lcm(*(number.denominator for number in numbers))
        self.numerators = [int(number * self.denominator) for number in numbers]


def _down(ratio: _Ratio) -> float:
    """The largest float that is not above it."""
    number, over = ratio
    nearest = number / over
    numerator, denominator = nearest.as_integer_ratio()
    return nearest if numerator * over <= number * denominator else math.nextafter(nearest, -math.inf)
