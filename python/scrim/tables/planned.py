"""Statistics of a query as they will be released: what each costs, how far off it is, and its cells in a release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..analysis.accuracy import show_rows
from ..analysis.budget import Budget, up
from ..analysis.mean_of_steps import MeanOfSteps
from ..analysis.moment import COUNT
from ..analysis.moment_plan import MomentPlan
from ..analysis.moment_release import moment_part
from ..analysis.noise import noise_for
from ..analysis.number_plan import NumberPlan, NumberRelease
from ..analysis.possible import count_intervals
from ..analysis.refuse import refuse
from ..analysis.rounding import show_at_most
from ..analysis.simultaneous import confidence_of_each
from ..analysis.words import counted, show_amount
from .folds import Made
from .statistic import Statistic

SIZES = (1000, 10_000)
"""For groups of how many rows a plan tells how far off a mean is."""

_DIGITS = 3
"""Of how far off something is that depends on how many rows there are."""

Cells = tuple[Any, ...]


@dataclass(frozen=True)
class Planned:
    """A statistic with its noise. A release of it is computed from releases of its folds."""

    name: str
    statistic: Statistic
    cost: float
    """Its share of what is spent, rounded up."""
    folds: tuple[int, ...]
    """The places of what it is computed from, among all folds of the query."""
    made: tuple[Made, ...]
    """These folds."""
    confidence: float

    @property
    def budget(self) -> Budget:
        return self.made[0].budget

    @property
    def mechanism(self) -> str:
        """By what it is protected."""
        return noise_for(self.budget).name

    @property
    def scales(self) -> dict[str, float]:
        """Of the noise, in the unit of what it is added to."""
        raise NotImplementedError

    def error(self, rows: int | None = None) -> Fraction:
        """How far off it is at most, with the plan's confidence; of some statistics among this many rows or more."""
        raise NotImplementedError

    @property
    def depends_on_rows(self) -> bool:
        """Whether how far off it is depends on how many rows there are."""
        return False

    def accuracy(self) -> list[str]:
        """How far off it is at most, in words."""
        if not self.depends_on_rows:
            return [f"± {show_at_most(self.error())}"]
        return [f"± {show_at_most(self.error(rows), _DIGITS)} among {rows} rows" for rows in SIZES]

    @property
    def rows_of_a_group(self) -> int:
        """How many rows a group has in a release."""
        return 1

    def columns(self) -> list[tuple[str, str]]:
        """The names and types of its columns in a release."""
        raise NotImplementedError

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        """Its cells in the rows of one group, from what its folds released."""
        raise NotImplementedError

    def rows_of_groups(self, released: Sequence[Sequence[Any]]) -> list[list[Cells]]:
        """The same of each group."""
        return [self.rows(of_group) for of_group in released]

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            "name": self.name,
            "statistic": str(self.statistic),
            **({} if self.statistic.column is None else {"column": self.statistic.column}),
            "cost": self.cost,
            "mechanism": self.mechanism,
            "scales": self.scales,
            "accuracy": self.accuracy(),
            "columns": [name for name, _ in self.columns()],
            **self._errors(),
        }

    def _errors(self) -> dict[str, Any]:
        """How far off it is, for `to_dict`."""
        if self.depends_on_rows:
            return {"errors": {str(rows): up(self.error(rows)) for rows in SIZES}}
        return {"error": up(self.error())}


@dataclass(frozen=True)
class PlannedCount(Planned):
    """A number of rows or of persons. It stays as noise made it, below 0 too."""

    @property
    def scales(self) -> dict[str, float]:
        return {"count": self.made[0].scale}

    def error(self, rows: int | None = None) -> Fraction:
        return Fraction(noise_for(self.budget).radius(self.made[0].scale, self.confidence))

    def columns(self) -> list[tuple[str, str]]:
        return [(self.name, "int"), (f"{self.name}_low", "int"), (f"{self.name}_high", "int")]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        count = int(released[0])
        ((low, high),) = count_intervals([count], int(self.error()))
        return [(count, low, high)]


@dataclass(frozen=True)
class PlannedKeys(Planned):
    """Which groups are found, and nothing else of them: no column of its own."""

    @property
    def mechanism(self) -> str:
        return "a coin for each group" if self.made[0].scale == 0 else f"{super().mechanism} on weights"

    @property
    def scales(self) -> dict[str, float]:
        return {"weight": self.made[0].scale} if self.made[0].scale else {}

    def error(self, rows: int | None = None) -> Fraction:
        refuse(f"{self.name} is {self.statistic}, which is no number, so that it is not off by any; leave it out of within")

    def accuracy(self) -> list[str]:
        return ["no number"]

    def columns(self) -> list[tuple[str, str]]:
        return []

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        return [()]

    def _errors(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class PlannedNumber(Planned):
    """A sum, or a number of values that occur."""

    @property
    def _plan(self) -> NumberPlan:
        plan: NumberPlan = self.made[0].plan
        return plan

    @property
    def scales(self) -> dict[str, float]:
        return {self.statistic.name: self._plan.scale}

    def error(self, rows: int | None = None) -> Fraction:
        return self._plan.error

    def columns(self) -> list[tuple[str, str]]:
        kind = "int" if self._plan.is_integer else "float"
        return [(self.name, kind), (f"{self.name}_low", kind), (f"{self.name}_high", kind)]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        release = NumberRelease(self._plan, self._plan._in_units(int(released[0])))
        return [(release.unclipped, *release.interval)]


@dataclass(frozen=True)
class PlannedMoment(Planned):
    """A mean, variance or standard deviation."""

    plan: MomentPlan

    @property
    def scales(self) -> dict[str, float]:
        return self.plan.scale

    @property
    def depends_on_rows(self) -> bool:
        return any(part.name == COUNT for part in self.plan.parts)

    def error(self, rows: int | None = None) -> Fraction:
        return self.plan.error_among(Fraction(SIZES[0] if rows is None else rows))

    def columns(self) -> list[tuple[str, str]]:
        return [(self.name, "float"), (f"{self.name}_low", "float"), (f"{self.name}_high", "float")]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        steps = [int(number) for number in released]
        return [(self.plan.estimate(steps), *self.plan.interval(steps))]

    def rows_of_groups(self, released: Sequence[Sequence[Any]]) -> list[list[Cells]]:
        if self.plan.query != "mean":
            return super().rows_of_groups(released)
        means = MeanOfSteps(self.plan).cells([int(number) for number in of_group] for of_group in released)
        return [[cells] for cells in means]


def plan_moment(
    query: str, bounds: tuple[Any, Any], parts: Sequence[str], made: Sequence[Made], center: Fraction, reach: Fraction, confidence: float
) -> MomentPlan:
    """A moment that is computed from these parts."""
    level = confidence_of_each(confidence, len(parts))
    noisy = tuple(
        moment_part(name, each.plan, each.budget, each.scale, each.cost, level) for name, each in zip(parts, made, strict=True)
    )
    # Its releases are computed from those of folds, so that it measures nothing by itself.
    return MomentPlan(query, bounds, center, reach, noisy, None, None, confidence, made[0].budget, 1, ())  # type: ignore[arg-type]


@dataclass(frozen=True)
class PlannedQuantiles(Planned):
    """One quantile or several; how far off their ranks are is known, in rows."""

    is_integer: bool

    @property
    def mechanism(self) -> str:
        mechanism: str = self.made[0].plan.mechanism
        return mechanism

    @property
    def scales(self) -> dict[str, float]:
        return {part.name: part.scale for part in self.made[0].plan.parts}

    def error(self, rows: int | None = None) -> Fraction:
        """In rows: of the rank."""
        return max(part.accuracy.rows for part in self.made[0].plan.parts)

    def accuracy(self) -> list[str]:
        return [f"rank ± {counted(show_rows(self.error()), 'row')}"]

    def columns(self) -> list[tuple[str, str]]:
        kind = "int" if self.is_integer else "float"
        if self.statistic.name == "quantile":
            return [(self.name, kind)]
        return [(f"{self.name}_p{_percent(alpha)}", kind) for alpha in self.statistic.option("alphas")]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        values = self.made[0].plan._values_of(released[0])
        return [tuple(int(value) if self.is_integer else float(value) for value in values)]


def _percent(alpha: Fraction) -> str:
    return f"{float(100 * alpha):.6g}"


@dataclass(frozen=True)
class PlannedHistogram(Planned):
    """A count for each bin; each is a row."""

    @property
    def scales(self) -> dict[str, float]:
        return {"count": self.made[0].scale}

    def error(self, rows: int | None = None) -> Fraction:
        return Fraction(self.made[0].plan.error)

    @property
    def rows_of_a_group(self) -> int:
        return len(self.made[0].plan.bins)

    def accuracy(self) -> list[str]:
        return [f"± {self.made[0].plan.error}, all bins at once"]

    def columns(self) -> list[tuple[str, str]]:
        return [("bin", "str"), (self.name, "int"), (f"{self.name}_low", "int"), (f"{self.name}_high", "int")]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        plan = self.made[0].plan
        counts = [int(count) for count in released[0]]
        intervals = count_intervals(counts, plan.error)
        return [(label, count, *ends) for label, count, ends in zip(plan.bins, counts, intervals, strict=True)]


@dataclass(frozen=True)
class PlannedTopK(Planned):
    """The most frequent values; each is a row."""

    @property
    def mechanism(self) -> str:
        mechanism: str = self.made[0].plan.mechanism
        return mechanism

    @property
    def scales(self) -> dict[str, float]:
        return {"choice": self.made[0].scale}

    def error(self, rows: int | None = None) -> Fraction:
        plan = self.made[0].plan
        return Fraction(plan.accuracy.rows + (plan.count_error or 0))

    @property
    def rows_of_a_group(self) -> int:
        k: int = self.made[0].plan.k
        return k

    def accuracy(self) -> list[str]:
        plan = self.made[0].plan
        counts = [] if plan.count_error is None else [f"counts ± {plan.count_error}"]
        return [f"behind by {counted(plan.accuracy.rows_shown, 'row')}", *counts]

    def columns(self) -> list[tuple[str, str]]:
        kind = "str" if isinstance(self.made[0].plan.categories[0], str) else "int"
        counts = [(f"{self.name}_count{end}", "int") for end in ("", "_low", "_high")]
        return [("rank", "int"), (self.name, kind), *(counts if self.made[0].plan.counts else [])]

    def rows(self, released: Sequence[Any]) -> list[Cells]:
        plan = self.made[0].plan
        chosen, counts = plan.way.found(released[0], plan.k)
        values = [plan.categories[position] for position in chosen]
        if plan.count_error is None or counts is None:
            return [(rank, value) for rank, value in enumerate(values, 1)]
        told = zip(values, counts, count_intervals(counts, plan.count_error), strict=True)
        return [(rank, value, count, *ends) for rank, (value, count, ends) in enumerate(told, 1)]


def show_scales(planned: Planned) -> str:
    """The scales of the noise, to four digits."""
    return ", ".join(show_amount(scale) for scale in planned.scales.values())
