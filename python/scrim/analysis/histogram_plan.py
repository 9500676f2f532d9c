"""What a histogram will cost and how far off its counts will be, and the histogram itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .. import _core
from . import pictures
from .budget import Budget
from .declared_rows import measured
from .noise import NoisyPlan, noise_for
from .picture import Picture
from .picture_file import Pictured
from .possible import count_intervals, possible_counts
from .release import Release
from .remade import Remade
from .rounding import to_twelve_digits
from .words import about_negative, counted, meaning_of_cost, percent, show_amount, show_value

# Of the counts that are written out; all are in `values`.
_MOST_LISTED = 60


@dataclass(frozen=True, repr=False)
class HistogramPlan(NoisyPlan, Pictured, Remade):
    """What a private histogram will cost and how accurate it will be. It has not seen any data."""

    kind = "histogram plan"
    query = "histogram"

    edges: tuple[int, ...] | tuple[float, ...] | None
    """Between which rows are counted, if they are numbers."""
    categories: tuple[str, ...] | tuple[int, ...] | None
    """In which rows are counted otherwise."""
    other_rows: bool
    """Whether rows in none of these bins are counted too."""
    measurement: _core.Measurement = field(compare=False)  # from a column to a count for each bin
    cost: float
    """What a release spends, in the currency of the budget."""
    scale: float
    """Of the noise on each count, in rows."""
    error: int
    """How many rows any of the counts is off at most, with the plan's confidence."""
    confidence: float
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def bins(self) -> tuple[str, ...]:
        """What each count is of, in words."""
        if self.categories is not None:
            return (*(str(category) for category in self.categories), *(["other rows"] * self.other_rows))
        shown = [show_value(edge) for edge in self.edges or ()]
        last = len(shown) - 2
        between = [f"[{shown[i]}, {shown[i + 1]}{']' if i == last else ')'}" for i in range(last + 1)]
        return (f"below {shown[0]}", *between, f"above {shown[-1]}") if self.other_rows else tuple(between)

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> HistogramRelease:
        """Reads the column once and releases the counts. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> HistogramRelease:
        """What the measurement gave, as a release."""
        return HistogramRelease(self, tuple(int(count) for count in found))

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    def _what(self) -> str:
        if self.categories is None:
            return f"the numbers of rows in {counted(len(self.bins), 'bin')}"
        rest = ", and in none of them" if self.other_rows else ""
        noun = "category" if len(self.categories) == 1 else "categories"
        return f"the numbers of rows in {len(self.categories)} {noun}{rest}"

    def _explanations(self) -> list[str]:
        left_out = "Rows that are null are left out" + (", and so is NaN" if self.edges is not None else "")
        beyond = "outside the edges" if self.edges is not None else "in none of the categories"
        return [
            meaning_of_cost(self, self.rows_per_person),
            f"They are the exact counts, each with {noise_for(self.budget).name} of scale "
            f"{show_amount(self.scale)} added.",
            self.accuracy_statement(),
            f"{left_out}. Rows {beyond} are {'counted in bins of their own' if self.other_rows else 'not counted'}. "
            "Counts that noise took below 0 are raised to 0. To add up counts, or average releases, use `unclipped`, "
            "which are right on average.",
        ]

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in noise_tails.proof.md and simultaneous.proof.md."""
        return (
            f"With {percent(self.confidence)} confidence all counts at once are at most "
            f"{counted(self.error, 'row')} off the exact ones."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            **self._terms(),
            **({"edges": list(self.edges)} if self.edges is not None else {}),
            **({"categories": list(self.categories)} if self.categories is not None else {}),
            "other_rows": self.other_rows,
            "bins": list(self.bins),
            "scale_rows": to_twelve_digits(self.scale),
            "error_rows": self.error,
        }

    def numbers(self) -> dict[str, Any]:
        return {"cost": self.cost, "scale": self.scale, "error": self.error}

    def __repr__(self) -> str:
        return f"plan for {self._what()} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        return (
            f"  {verb} {self.price_shown}; {noise_for(self.budget).name} of "
            f"scale {show_amount(self.scale)} (rows)\n  {self.accuracy_statement()}"
        )

    def _picture(self) -> Picture:
        return pictures.histogram_picture(self, None)


@dataclass(frozen=True, repr=False)
class HistogramRelease(Release):
    """Released counts, one for each bin: safe to publish, as is everything else in this object."""

    plan: HistogramPlan
    unclipped: tuple[int, ...]
    """The exact counts and noise, nothing else: right on average, and therefore what to add up or to average. One may
    be below 0."""

    @property
    def values(self) -> tuple[int, ...]:
        """The released counts, at least 0: closer to the exact ones, by possible.proof.md."""
        return possible_counts(self.unclipped)

    @property
    def bins(self) -> tuple[str, ...]:
        """What each count is of, in words."""
        return self.plan.bins

    @property
    def intervals(self) -> tuple[tuple[int, int], ...]:
        """Within which the exact counts lie, all at once, with the plan's confidence."""
        return count_intervals(self.unclipped, self.plan.error)

    @property
    def scale(self) -> float:
        """The scale of the noise on each count, in rows."""
        return self.plan.scale

    def clipping_statement(self) -> str | None:
        """What noise made impossible and was moved back, if anything was."""
        return about_negative(self.unclipped)

    def _headline(self) -> str:
        listed = list(zip(self.bins, self.values, strict=True))
        width = max(len(label) for label, _ in listed[:_MOST_LISTED])
        digits = max(len(str(value)) for _, value in listed[:_MOST_LISTED])
        lines = [f"  {label:<{width}}  {value:>{digits}}" for label, value in listed[:_MOST_LISTED]]
        if hidden := len(listed) - len(lines):
            lines.append(f"  and {hidden} more, in values")
        return "\n".join([f"Numbers of rows, ± {self.plan.error}:", *lines])

    def explain(self) -> str:
        """The release in plain words."""
        return "\n".join([self._headline(), *self.plan._explanations()])

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            **self.plan.to_dict(),
            "values": list(self.values),
            "unclipped": list(self.unclipped),
            "intervals": [list(interval) for interval in self.intervals],
        }

    def _picture(self) -> Picture:
        return pictures.histogram_picture(self.plan, self)
