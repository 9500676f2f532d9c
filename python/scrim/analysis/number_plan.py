"""What a noisy number will cost and how far off it will be: the plan of a count or a sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .. import _core
from . import pictures
from .budget import Budget, down, up
from .declared_rows import measured
from .noise import NoisyPlan, noise_for
from .picture import Picture
from .picture_file import Pictured
from .possible import NOT_NEGATIVE, Ends, nearest_possible, possible_part
from .release import Release
from .remade import Remade
from .rounding import nearest_float, show_at_most, to_twelve_digits, to_twelve_digits_up
from .words import meaning_of_cost, percent, show_amount, show_value


@dataclass(frozen=True, repr=False)
class NumberPlan(NoisyPlan, Pictured, Remade):
    """What a private count or sum will cost and how accurate it will be. It has not seen any data."""

    kind = "plan of a number"

    query: str
    """"count" or "sum"."""
    bounds: tuple[int, int] | tuple[float, float] | None
    """Into which rows are moved before they are added up."""
    measurement: _core.Measurement = field(compare=False)  # from a column to a number of steps
    step: Fraction
    """What one step of the measurement is worth: 1, or a power of two where rows are floats."""
    cost: float
    """What a release spends, in the currency of the budget."""
    scale: float
    """Of the noise, in the unit of the number."""
    error: Fraction
    """How far off the noise takes the number at most, with the plan's confidence."""
    confidence: float
    budget: Budget
    rows_per_person: int
    made_from: tuple[Any, ...] = field(compare=False)

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> NumberRelease:
        """Reads the column once and releases the number. This spends the budget."""
        return self._released(measured(self.measurement, data, threads=threads, progress=progress))

    def _released(self, found: Any) -> NumberRelease:
        """What the measurement gave, as a release."""
        return NumberRelease(self, self._in_units(int(found)))

    @property
    def is_integer(self) -> bool:
        """Whether what is released is one: a sum of floats is a float, whatever a step is worth."""
        return self.bounds is None or isinstance(self.bounds[0], int)

    def _in_units(self, steps: int) -> int | float:
        return steps if self.is_integer else nearest_float(steps * self.step)

    def ends(self) -> Ends:
        """Between which the exact number lies, whatever the rows; None where that is not known."""
        if self.bounds is None:
            return NOT_NEGATIVE
        lower, upper = self.bounds
        return 0 if lower >= 0 else None, 0 if upper <= 0 else None

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([f"This would release {self._what()}.", *self._explanations()])

    def _what(self) -> str:
        if self.bounds is None:
            return "the number of rows"
        lower, upper = (show_value(bound) for bound in self.bounds)
        return f"the sum of the rows, each moved between {lower} and {upper}"

    def _explanations(self) -> list[str]:
        told = [
            meaning_of_cost(self, self.rows_per_person),
            f"It is the exact {self.query} with {noise_for(self.budget).name} of scale "
            f"{show_amount(self.scale)} added.",
            self.accuracy_statement(),
        ]
        if self.bounds is not None:
            lower, upper = (show_value(bound) for bound in self.bounds)
            rounded = (
                "" if self.is_integer else f" and rounded to multiples of {show_amount(float(self.step))}"
            )
            told.append(f"Rows are moved between {lower} and {upper}{rounded} first.")
        if self.query == "count":
            told.append("Rows that are null are counted.")
        return [*told, *self._about_ends()]

    def _about_ends(self) -> list[str]:
        least, most = self.ends()
        moves = [] if least is None else [f"what noise takes below {least} is raised to {least}"]
        moves += [] if most is None else [f"what noise takes above {most} is lowered to {most}"]
        if not moves:
            return []
        told = ", and ".join(moves).capitalize()
        return [f"{told}. To add up or average releases use `unclipped`, which is right on average."]

    def accuracy_statement(self) -> str:
        """True whatever the data are; proved in noise_tails.proof.md."""
        return (
            f"With {percent(self.confidence)} confidence it is at most {self.error_shown} off the "
            f"exact {self.query}."
        )

    @property
    def error_shown(self) -> str:
        """`error`, rounded up."""
        return show_at_most(self.error)

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            **self._terms(),
            **({} if self.bounds is None else {"bounds": list(self.bounds), "step": float(self.step)}),
            "scale": to_twelve_digits(self.scale),
            "error": to_twelve_digits_up(self.error),
        }

    def numbers(self) -> dict[str, Any]:
        return {"cost": self.cost, "scale": self.scale, "error": self.error}

    def __repr__(self) -> str:
        return f"plan for {self._what()} (no data read yet)\n{self._summary('costs')}"

    def _summary(self, verb: str) -> str:
        return (
            f"  {verb} {self.price_shown}; {noise_for(self.budget).name} of "
            f"scale {show_amount(self.scale)}\n  {self.accuracy_statement()}"
        )

    def _picture(self) -> Picture:
        return pictures.number_picture(self, None)


@dataclass(frozen=True, repr=False)
class NumberRelease(Release):
    """A released number: safe to publish, as is everything else in this object."""

    plan: NumberPlan
    unclipped: int | float
    """The exact number and noise, nothing else: right on average, and therefore what to add up or to average. It may
    be what no such number can be, such as a count below 0."""

    @property
    def value(self) -> int | float:
        """The released number, moved to what it can be: closer to the exact one, by possible.proof.md."""
        value = nearest_possible(self.unclipped, self.plan.ends())
        return value if self.plan.is_integer else float(value)

    @property
    def values(self) -> tuple[int | float, ...]:
        """The released number alone."""
        return (self.value,)

    @property
    def interval(self) -> tuple[int | float, int | float]:
        """Within which the exact number lies, with the plan's confidence."""
        low, high = self._ends()
        return (int(low), int(high)) if self.plan.is_integer else (down(low), up(high))

    def _ends(self) -> tuple[Fraction, Fraction]:
        middle, error = Fraction(self.unclipped), self.plan.error
        low, high = possible_part((middle - error, middle + error), self.plan.ends())
        return Fraction(low), Fraction(high)

    def _off(self) -> tuple[Fraction, Fraction]:
        """How far the exact number may lie below the released one, and above it."""
        low, high = self._ends()
        return Fraction(self.value) - low, high - Fraction(self.value)

    @property
    def scale(self) -> float:
        """The scale of the noise, in the unit of the number."""
        return self.plan.scale

    def clipping_statement(self) -> str | None:
        """What noise made impossible and was moved back, if anything was."""
        if self.value == self.unclipped:
            return None
        return f"With noise it was {show_value(self.unclipped)}, which cannot be; {show_value(self.value)} is shown."

    def _headline(self) -> str:
        what = "Number of rows" if self.plan.query == "count" else "Sum of the rows"
        return f"{what}: {show_value(self.value)} ± {self.plan.error_shown}"

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints: numbers and texts only."""
        return {
            **self.plan.to_dict(),
            "value": self.value,
            "unclipped": self.unclipped,
            "interval": list(self.interval),
        }

    def _picture(self) -> Picture:
        return pictures.number_picture(self.plan, self)
