"""What a private mean, variance or standard deviation will cost and how far off it will be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .. import _core
from . import pictures
from .budget import Budget, down, up
from .declared_rows import measured
from .moment import COUNT, Moment, MomentPart
from .noise import NoisyPlan, noise_for
from .picture import Picture
from .picture_file import Pictured
from .possible import NOT_NEGATIVE, nearest_possible
from .refuse import refuse, shown, whole
from .release import Release
from .remade import Remade
from .rounding import show_at_most, show_cost, show_interval, to_twelve_digits, to_twelve_digits_up
from .words import counted, enumerate_words, meaning_of_cost, percent, show_amount, show_value

# For how many rows a plan tells how far off it is, if it is not asked.
EXAMPLE_ROWS = 10_000

_NAMES = {"mean": "mean", "variance": "variance", "std": "standard deviation"}


@dataclass(frozen=True, repr=False)
class MomentPlan(Moment, NoisyPlan, Pictured, Remade):
    """What a private mean, variance or standard deviation will cost and how accurate it will be. It has not seen any
    data."""

    kind = "plan of a moment"

    query: str
    """"mean", "variance" or "std"."""
    bounds: tuple[int, int] | tuple[float, float]
    """Into which rows are moved."""
    center: Fraction
    """The middle of the bounds."""
    reach: Fraction
    """How far from the middle a row can be."""
    parts: tuple[MomentPart, ...]
    measurement: _core.Measurement = field(compare=False)  # from a column to a number of steps for each part
    size: int | None
    """How many rows there are, where that is public."""
    confidence: float
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    @property
    def cost(self) -> float:
        """What a release spends, in the currency of the budget: the sum over the parts."""
        cost: float = self.measurement.map(self.rows_per_person)
        return cost

    @property
    def scale(self) -> dict[str, float]:
        """The scales of the noise, by the names of the parts."""
        return {part.name: part.scale for part in self.parts}

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> MomentRelease:
        """Reads the column once and releases the result. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> MomentRelease:
        """What the measurement gave, as a release."""
        return MomentRelease(self, tuple(int(number) for number in found))

    def error(self, rows: int | None = None) -> float:
        """How far off the result is at most, with the plan's confidence, if there are this many rows or more that
        are numbers. With a public size that is the number of rows."""
        if self.size is not None:
            if rows is not None:
                refuse(f"rows is {shown(rows)}, and the plan has a public size, {self.size}; leave out rows")
            return up(self.error_among(Fraction(self.size)))
        if rows is None:
            refuse("rows is missing; give a guess of how many rows there are, such as error(rows=5000)")
        least = whole(rows, "rows", 0, 2**64, "a number of rows, such as error(rows=5000)")
        return up(self.error_among(Fraction(least)))

    def parts_of(self, steps: Sequence[int]) -> tuple[MomentPart, ...]:
        """The parts of this release."""
        return self.parts

    def noisy_parts(self, steps: Sequence[int]) -> dict[str, Fraction]:
        """The noisy numbers, by the names of the parts."""
        return {part.name: number * part.step for part, number in zip(self.parts, steps, strict=True)}

    def center_of(self, steps: Sequence[int]) -> Fraction:
        """From which distances of rows were taken for this release."""
        return self.center

    def estimate(self, steps: Sequence[int]) -> float:
        """The result that is computed from the noisy parts."""
        low, high = self.result({name: (n, n) for name, n in self.noisy_parts(steps).items()}, False)
        return float((low + high) / 2)

    def interval(self, steps: Sequence[int]) -> tuple[float, float]:
        """Within which the exact result lies, with the plan's confidence."""
        low, high = self.result({part.name: part.within(n) for part, n in zip(self.parts, steps, strict=True)}, True)
        return down(low), up(high)

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    @property
    def name(self) -> str:
        """Of what is released, such as "standard deviation"."""
        return _NAMES[self.query]

    def _what(self) -> str:
        lower, upper = (show_value(bound) for bound in self.bounds)
        return f"the {self.name} of the rows, each moved between {lower} and {upper}"

    def _explanations(self) -> list[str]:
        return [*self._how(None), self.accuracy_statement()]

    def _how(self, release: MomentRelease | None) -> list[str]:
        told = [
            meaning_of_cost(self, self.rows_per_person),
            f"It is {self._recipe()}; each of these is exact but for {noise_for(self.budget).name}.",
            *self._split(release),
        ]
        if self.size is not None:
            told.append(
                f"That there are {counted(self.size, 'row')} that are numbers is taken to be public: it costs nothing, "
                "and is not compared with the data."
            )
        else:
            told.append("Rows that are null or NaN are left out. A noisy count below 1 is taken as 1.")
        if self.query != "mean":
            told.append("It is that of these rows: divided by their number, not by one less.")
        return told

    def _split(self, release: MomentRelease | None) -> list[str]:
        shares = [f"{self._share(part)} has scale {show_amount(part.scale)}" for part in self.parts]
        return [f"The budget is split: {'; '.join(shares)}."]

    def _share(self, part: MomentPart) -> str:
        return f"{self.budget.currency} {show_cost(part.cost)} for the {part.name}, whose noise"

    def _recipe(self) -> str:
        return {
            "mean": "the middle of the bounds plus the sum of the rows' distances from it, divided by their number",
            "variance": "the mean of the rows' squared distances from the middle of the bounds, less the square of "
            "their mean distance",
            "std": "the root of the variance: the mean of the rows' squared distances from the middle of the bounds, "
            "less the square of their mean distance",
        }[self.query]

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in moment_intervals.proof.md."""
        if self.size is not None:
            return f"With {percent(self.confidence)} confidence it is off by at most {show_at_most(Fraction(self.error()))}."
        return (
            f"With {percent(self.confidence)} confidence it is off by at most {show_at_most(Fraction(self.error(EXAMPLE_ROWS)))} "
            f"if there are {EXAMPLE_ROWS} rows or more; a release tells an interval, whatever their number."
        )

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            **self._terms(),
            "bounds": list(self.bounds),
            **({} if self.size is None else {"size": self.size}),
            "parts": self._told_parts(self.parts),
        }

    def _told_center(self, steps: Sequence[int]) -> dict[str, Any]:
        """What `--json` prints of a center that was released."""
        return {}

    def _told_parts(self, parts: Sequence[MomentPart]) -> list[dict[str, Any]]:
        return [
            {
                "name": part.name,
                self.budget.currency: part.cost,
                "scale": to_twelve_digits(part.scale),
                "error": to_twelve_digits_up(part.error),
            }
            for part in parts
        ]

    def numbers(self) -> dict[str, Any]:
        return {
            f"{name} of the {part.name}": number
            for part in self.parts
            for name, number in (("cost", part.cost), ("scale", part.scale), ("error", part.error))
        }

    def __repr__(self) -> str:
        return f"plan for {self._what()} (no data read yet)\n{self._summary('costs')}\n  {self.accuracy_statement()}"

    def _summary(self, verb: str, parts: Sequence[MomentPart] | None = None) -> str:
        scales = enumerate_words([f"{show_amount(part.scale)} on the {part.name}" for part in parts or self.parts])
        return (
            f"  {verb} {self.price_shown}; {noise_for(self.budget).name} of scale {scales}"
        )

    def _picture(self) -> Picture:
        return pictures.moment_picture(self, None)


@dataclass(frozen=True, repr=False)
class MomentRelease(Release):
    """A released mean, variance or standard deviation: safe to publish, as is everything else in this object."""

    plan: MomentPlan
    values: tuple[int, ...]
    """The noisy parts in steps, from which the result is computed."""

    @property
    def value(self) -> float:
        """The result."""
        return self.plan.estimate(self.values)

    @property
    def interval(self) -> tuple[float, float]:
        """Within which the exact result lies, with the plan's confidence."""
        return self.plan.interval(self.values)

    @property
    def parts(self) -> dict[str, int | float]:
        """The noisy numbers that the result is computed from, by their names; a count is at least 0."""
        return {
            name: nearest_possible(number, NOT_NEGATIVE if name == COUNT else (None, None))
            for name, number in self.unclipped.items()
        }

    @property
    def unclipped(self) -> dict[str, int | float]:
        """The same, each the exact number and noise and nothing else: right on average, and therefore what to add up
        or to average. A count may be below 0."""
        noisy = self.plan.noisy_parts(self.values)
        return {name: int(number) if name == COUNT else float(number) for name, number in noisy.items()}

    @property
    def noise(self) -> tuple[MomentPart, ...]:
        """What each of them cost, and the noise on it."""
        return self.plan.parts_of(self.values)

    @property
    def center(self) -> float:
        """From which distances of rows were taken: the middle of the bounds, or for a variance of a public size a
        value near the mean, which is released too."""
        return float(self.plan.center_of(self.values))

    @property
    def scale(self) -> dict[str, float]:
        """The scales of the noise, by the names of the parts."""
        return {part.name: part.scale for part in self.noise}

    def accuracy_statement(self) -> str:
        """True whatever the data are, if they have a row at all; proved in moment_intervals.proof.md."""
        return (
            f"With {percent(self.plan.confidence)} confidence the exact {self.plan.name} of the rows, so moved, lies "
            f"between {' and '.join(show_interval(*self.interval))}."
        )

    def explain(self) -> str:
        """The release in plain words."""
        return "\n".join([f"{self._headline()}.", *self.plan._how(self), self.accuracy_statement()])

    def _headline(self) -> str:
        return f"{self.plan.name.capitalize()} of the rows: {show_value(self.value)}"

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        told = {**self.plan.to_dict(), "parts": self.plan._told_parts(self.noise)}
        for entry in told["parts"]:
            entry["value"] = self.parts[entry["name"]]
            entry["unclipped"] = self.unclipped[entry["name"]]
        told |= self.plan._told_center(self.values)
        return {**told, "value": self.value, "interval": list(self.interval)}

    def __repr__(self) -> str:
        told = f"{self._headline()}\n{self.plan._summary('spent', self.noise)}\n  {self.accuracy_statement()}"
        return told + self._paid_by()

    def _picture(self) -> Picture:
        return pictures.moment_picture(self.plan, self)
