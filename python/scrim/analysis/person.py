"""What one person can change about the rows of a column, and where chains over these rows begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import _core
from .budget import find_smallest_scale


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

    def smallest_scale(self, make: Callable[[float], _core.Measurement], amount: Any) -> float:
        """The smallest scale of noise at which make(scale) costs at most `amount`, decided by its map."""
        return find_smallest_scale(lambda scale: self.affords(make(scale), amount), amount)
