"""Means of many groups from noisy counts and sums, in integers: the same as a `Moment` gives in fractions.

Proof: moment_intervals.proof.md
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .moment import COUNT, SUM, Moment


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
        self._sum_terms = _Terms([total.step, total.error, moment.center, total.rounding, *map(Fraction, moment.bounds)])

    def cells(self, groups: Iterable[Sequence[int]]) -> list[tuple[float, float, float]]:
        """Of each group the mean, and the interval that the exact one lies in. Nothing is called for each of them but what
        computes: there may be many."""
        cells = []
        count_place = None if self._count is None else self._count[0]
        sum_place = self._sum_place
        count_step, count_error, one = self._count_terms.numerators
        over, scale = self._sum_terms.denominator, self._count_terms.denominator
        step, error, center, rounding, lower, upper = self._sum_terms.numerators
        step, error = step * scale, error * scale
        below, above = center - rounding, center + rounding
        for steps in groups:
            count = count_step if count_place is None else steps[count_place] * count_step
            fewest, most = count - count_error, count + count_error
            fewest = fewest if fewest > one else one
            most = most if most > one else one
            middle = count if count > one else one
            total = steps[sum_place] * step
            # A negative sum is least, and a positive one largest, among the fewest rows.
            low, high = total - error, total + error
            rows_of_low, rows_of_high = fewest if low < 0 else most, most if high < 0 else fewest
            # total / rows + center, moved between the bounds: all over the denominators and the rows.
            mean = total + center * middle
            mean = mean if mean > lower * middle else lower * middle
            mean = mean if mean < upper * middle else upper * middle
            low += below * rows_of_low
            low = low if low > lower * rows_of_low else lower * rows_of_low
            low = low if low < upper * rows_of_low else upper * rows_of_low
            high += above * rows_of_high
            high = high if high > lower * rows_of_high else lower * rows_of_high
            high = high if high < upper * rows_of_high else upper * rows_of_high
            cells.append((mean / (over * middle), _down(low, over * rows_of_low), _up(high, over * rows_of_high)))
        return cells


class _Terms:
    """Numbers over their least common denominator."""

    def __init__(self, numbers: Sequence[Fraction]) -> None:
        self.denominator = math.lcm(*(number.denominator for number in numbers))
        self.numerators = [int(number * self.denominator) for number in numbers]


def _down(number: int, over: int) -> float:
    """The largest float that is not above number / over."""
    nearest = number / over
    numerator, denominator = nearest.as_integer_ratio()
    return nearest if numerator * over <= number * denominator else math.nextafter(nearest, -math.inf)


def _up(number: int, over: int) -> float:
    """The smallest float that is not below number / over."""
    nearest = number / over
    numerator, denominator = nearest.as_integer_ratio()
    return nearest if numerator * over >= number * denominator else math.nextafter(nearest, math.inf)
