"""What a search for bounds will cost and how many rows they may leave out: its plan, and what it releases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .. import _core
from .bounds_picture import bounds_picture
from .budget import Budget, Priced
from .declared_rows import measured
from .picture import Picture
from .picture_file import Pictured
from .release import Release
from .remade import Remade
from .rounding import to_twelve_digits
from .words import counted, meaning_of_cost, percent, show_amount, show_value


@dataclass(frozen=True, repr=False)
class BoundsPlan(Priced, Pictured, Remade):
    """What private bounds will cost and how many rows they may leave out. It has not seen any data."""

    kind = "plan of bounds"

    candidates: tuple[int, ...] | tuple[float, ...]
    """What a bound can be: zero and powers of two, increasing."""
    measurement: _core.Measurement = field(compare=False)  # from a column to two searches
    cost: float
    """What a release spends, in the currency of the budget."""
    scale: float
    """Of the noise, in rows."""
    outside: int
    """How many rows are allowed beyond each bound: the search ends where no more are left, but for noise."""
    most_outside: int
    """How many rows lie beyond each bound at most, with the plan's confidence, unless it is the outermost."""
    confidence: float
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> BoundsRelease:
        """Reads the column once and releases the bounds. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> BoundsRelease:
        """What the measurement gave, as a release."""
        above, below = (self._steps_outward(positions) for positions, _ in found)
        upper, lower = self.candidates[above], self.candidates[len(self.candidates) - 1 - below]
        # Where there are too few rows, both searches end where they begin, and the bounds cross.
        return BoundsRelease(self, (min(lower, upper), max(lower, upper)))

    def _steps_outward(self, positions: Any) -> int:
        """Where a search ended; at the outermost candidate if it found nothing."""
        return int(positions[0]) if len(positions) > 0 else len(self.candidates) - 1

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join(["This would release bounds of the rows, lower and upper.", *self._explanations()])

    def _explanations(self) -> list[str]:
        return [
            meaning_of_cost(self, self.rows_per_person),
            f"Each bound is found by a search of its own, with half of the budget, among {self._candidates_shown()}: "
            f"from the far end outward, the first that has at most {counted(self.outside, 'row')} beyond it, under "
            f"geometric noise of scale {show_amount(self.scale)} (rows).",
            self.accuracy_statement(),
            "The outermost candidate is the answer where a search finds nothing, and both may be where there are hardly "
            "more rows than are allowed outside. Being powers of two, bounds are up to twice as wide as need be, and "
            "now and then noise makes them wider.",
        ]

    def _candidates_shown(self) -> str:
        ends = f"{show_value(self.candidates[0])} to {show_value(self.candidates[-1])}"
        return f"{len(self.candidates)} candidates, zero and powers of two, from {ends}"

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in bounds.proof.md."""
        return (
            f"With {percent(self.confidence)} confidence at most {counted(self.most_outside, 'row')} lie beyond each "
            "bound, unless it is the outermost candidate."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "query": "bounds",
            **self._price(),
            "rows_per_person": self.rows_per_person,
            "confidence": self.confidence,
            "mechanism": "above-threshold",
            "candidates": {
                "count": len(self.candidates),
                "lower": self.candidates[0],
                "upper": self.candidates[-1],
            },
            "scale_rows": to_twelve_digits(self.scale),
            "outside_rows": self.outside,
            "most_outside_rows": self.most_outside,
        }

    def numbers(self) -> dict[str, Any]:
        return {
            "cost": self.cost,
            "scale": self.scale,
            "rows outside": self.outside,
            "most rows outside": self.most_outside,
            "candidates": self.candidates,
        }

    def __repr__(self) -> str:
        return f"plan for bounds of the rows (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        return (
            f"  {verb} {self.price_shown}; noise of scale {show_amount(self.scale)} (rows); "
            f"{self._candidates_shown()}\n  {self.accuracy_statement()}"
        )

    def _picture(self) -> Picture:
        return bounds_picture(self, None)


@dataclass(frozen=True, repr=False)
class BoundsRelease(Release):
    """Released bounds: safe to publish, as is everything else in this object."""

    plan: BoundsPlan
    values: tuple[int | float, ...]

    @property
    def value(self) -> tuple[int | float, int | float]:
        """(lower, upper), as `sum` and `quantile` take them."""
        lower, upper = self.values
        return lower, upper

    @property
    def scale(self) -> float:
        """The scale of the noise, in rows."""
        return self.plan.scale

    def _headline(self) -> str:
        lower, upper = (show_value(value) for value in self.values)
        return f"Private bounds of the rows: {lower} to {upper}"

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {**self.plan.to_dict(), "value": list(self.values)}

    def _picture(self) -> Picture:
        return bounds_picture(self.plan, self.value)
