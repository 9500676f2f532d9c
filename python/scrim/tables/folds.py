"""The noisy folds that statistics are computed from. Equal folds of a query are made once, and share what all of them may
cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .. import _core
from ..analysis.budget import Budget
from ..analysis.candidates import Candidates
from ..analysis.deviations import Deviations, StepSum
from ..analysis.distinct_release import plan_distinct
from ..analysis.histogram_release import plan_bins
from ..analysis.moment import COUNT
from ..analysis.moment_release import moment_sum
from ..analysis.noise import add_noise
from ..analysis.number_release import plan_number
from ..analysis.person import RowsOfAPerson
from ..analysis.grid_candidates import GridCandidates
from ..analysis.quantile_plan import plan_among_candidates, plan_on_grid
from ..analysis.refuse import refuse
from ..analysis.sum_steps import magnitude
from ..analysis.top_k_release import plan_most_frequent

# So far lies a step of totals below their bounds.
_STEP_BITS = 32
# Bounds of totals of floats: a step, one divided by it, and 2^53 of them are floats, with room for noise.
_LEAST_BOUND, _MOST_BOUND = 1e-290, 1e290


@dataclass(frozen=True)
class Bounding:
    """How rows of a person are bounded before a fold reads them."""

    name: str
    """"rows" as `per_person` says, "people" to one row, or "totals" of a column."""
    column: str | None = None
    """Whose totals they are."""
    bounds: tuple[int, int] | None = None
    """Of totals, in steps."""
    exponent: int | None = None
    """Of totals of floats, which are added up in steps of 2 to this power; None where cells are integers."""

    @property
    def step(self) -> Fraction:
        return Fraction(2) ** (self.exponent or 0)


ROWS, PEOPLE = Bounding("rows"), Bounding("people")


@dataclass(frozen=True)
class Fold:
    """One of them: equal ones measure the same. `make` makes it for a person, a budget and a confidence."""

    bounding: Bounding
    identity: tuple[Any, ...]
    column: str | None
    """That it reads."""
    make: Callable[[RowsOfAPerson, Budget, float], Made] = field(compare=False)


@dataclass(frozen=True)
class Made:
    """A fold with its noise."""

    measurement: _core.Measurement
    cost: float
    """By the map of all that is done to the table before it, and in all groups."""
    scale: float
    plan: Any
    """What says what it releases and how far off that is: a plan of `analysis`, or of sums the `StepSum`."""
    budget: Budget


def count_fold(column: str | None, bounding: Bounding = ROWS) -> Fold:
    """How many rows there are; with a column, that have a value in it."""

    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        exact = person.start(_core.vector_domain(_core.atom_domain("int64"))) >> _core.then_count()
        return _sum(StepSum(exact, Fraction(1), Fraction(1), Fraction(0)), person, budget)

    return Fold(bounding, (COUNT, column), column, make)


def moment_fold(part: str, column: str, bounds: tuple[Any, Any], carrier: str) -> Fold:
    """What the distances of rows from the middle of bounds add up to, or their squares."""

    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        return _sum(moment_sum(part, Deviations(bounds, carrier, person), budget), person, budget)

    return Fold(ROWS, (part, column, bounds), column, make)


def _sum(added: StepSum, person: RowsOfAPerson, budget: Budget) -> Made:
    measurement, scale = add_noise(added.exact, budget, person)
    return Made(measurement, person.cost(measurement), scale, added, budget)


def total_fold(column: str, bounds: tuple[Any, Any], carrier: str) -> Fold:
    """What rows add up to."""

    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        return _planned(plan_number("sum", bounds, budget, person, confidence, carrier))

    return Fold(ROWS, ("total", column, bounds), column, make)


def person_total_fold(column: str, bounds: tuple[Any, Any], carrier: str) -> Fold:
    """What persons add up to, each moved between the bounds."""
    exponent = None
    if carrier == "float64":
        larger = max(abs(Fraction(bound)) for bound in bounds) or Fraction(1)
        if not _LEAST_BOUND <= larger <= _MOST_BOUND:
            refuse(
                f"person_total of {column} is ({bounds[0]:g}, {bounds[1]:g}); give bounds of which the larger is between "
                f"{_LEAST_BOUND:g} and {_MOST_BOUND:g}, or derive the column in other units"
            )
        exponent = magnitude(larger) - _STEP_BITS
    step = Fraction(2) ** (exponent or 0)
    low, high = (round(Fraction(bound) / step) for bound in bounds)
    bounding = Bounding("totals", column, (low, high), exponent)

    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        plan = plan_number("sum", (low, high), budget, person, confidence, "int64")
        return _planned(replace(plan, bounds=bounds, step=step, scale=float(plan.scale * step), error=plan.error * step))

    return Fold(bounding, ("person total",), None, make)


def distinct_fold(column: str, values: tuple[Any, ...], carrier: str) -> Fold:
    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        return _planned(plan_distinct(values, budget, person, confidence, carrier))

    return Fold(ROWS, ("distinct", column, values), column, make)


def bins_fold(
    column: str, edges: tuple[Any, ...] | None, values: tuple[Any, ...] | None, other_rows: bool, carrier: str
) -> Fold:
    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        return _planned(plan_bins(edges, values, other_rows, budget, person, confidence, carrier))

    return Fold(ROWS, ("bins", column, edges, values, other_rows), column, make)


def quantiles_fold(column: str, alphas: tuple[Fraction, ...], candidates: Candidates | GridCandidates) -> Fold:
    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        if isinstance(candidates, GridCandidates):
            plan = plan_on_grid(alphas, candidates, budget, person, confidence)
        else:
            plan = plan_among_candidates(alphas, candidates, budget, person, confidence)
        return Made(plan.measurement, person.cost(plan.measurement), plan.parts[0].scale, plan, budget)

    return Fold(ROWS, ("quantiles", column, alphas, candidates), column, make)


def top_k_fold(column: str, values: tuple[Any, ...], k: int, counts: bool, carrier: str) -> Fold:
    def make(person: RowsOfAPerson, budget: Budget, confidence: float) -> Made:
        return _planned(plan_most_frequent(values, k, counts, budget, person, confidence, carrier))

    return Fold(ROWS, ("top_k", column, values, k, counts), column, make)


def _planned(plan: Any) -> Made:
    return Made(plan.measurement, plan.cost, plan.scale, plan, plan.budget)
