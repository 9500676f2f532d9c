"""What one person can change about the rows of a column, and where chains over these rows begin."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import _core
from .budget import find_smallest_scale

# To a whole power of a scale: maps round.
_CLOSE = 2.0**-20


@dataclass(frozen=True)
class RowsOfAPerson:
    """A person who has at most so many rows, in a column that is all there is."""

    rows: int

    def start(self, domain: _core.Domain) -> Any:
        """What chains over a column of this domain begin with: a space, or a transformation."""
        return domain, _core.symmetric_distance()

    def cost(self, measurement: _core.Measurement) -> Any:
        """What a release by a measurement that begins there spends."""
        return measurement.map(self.rows)

    def affords(self, measurement: _core.Measurement, amount: Any) -> bool:
        """Whether that is at most this amount."""
        return bool(measurement.check(self.rows, amount))

    def moves(self, exact: Any) -> bool:
        """Whether a person can change what this transformation gives, which begins there."""
        return exact.map(self.rows) != 0

    def smallest_scale(
        self, make: Callable[[float], _core.Measurement], amount: Any, most: float = sys.float_info.max
    ) -> float:
        """The smallest scale of noise at which make(scale) costs at most `amount`, decided by its map."""
        guess = _guess(self.cost(make(1.0)), self.cost(make(2.0)), amount)
        return find_smallest_scale(lambda scale: self.affords(make(scale), amount), amount, guess, most)


def _guess(cost_of_one: Any, cost_of_two: Any, amount: Any) -> float | None:
    """The scale that `amount` buys, by the costs of scales 1 and 2: of most noise it falls as the scale grows, or as its
    square."""
    if not all(isinstance(each, float) and 0 < each < math.inf for each in (cost_of_one, cost_of_two, amount)):
        return None
    power = math.log2(cost_of_one / cost_of_two)
    if min(abs(power - 1), abs(power - 2)) > _CLOSE:
        return None
    return float((cost_of_one / amount) ** (1 / round(power)))
