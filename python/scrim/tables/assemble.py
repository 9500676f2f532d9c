"""From statistics to folds and back: which folds a statistic needs, with which part of its budget, and what it is once
they have their noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..analysis.candidates import Candidates, make_candidates
from ..analysis.columns import RANGES
from ..analysis.deviations import middle_of
from ..analysis.grid_candidates import ALL, GridCandidates, make_grid_candidates
from ..analysis.histogram_release import public_edges
from ..analysis.moment import COUNT
from ..analysis.moment_release import moment_bounds, moment_shares
from ..analysis.refuse import in_64_bits, refuse
from ..analysis.row_bounds import row_bounds
from .facts import Fact
from .folds import (
    PEOPLE,
    Fold,
    Made,
    bins_fold,
    count_fold,
    distinct_fold,
    moment_fold,
    person_total_fold,
    quantiles_fold,
    top_k_fold,
    total_fold,
)
from .planned import (
    Planned,
    PlannedCount,
    PlannedHistogram,
    PlannedMoment,
    PlannedNumber,
    PlannedQuantiles,
    PlannedTopK,
    plan_moment,
)
from .statistic import Statistic

_CARRIERS = {"float": "float64", "int": "int64", "bool": "int64", "str": "str"}


@dataclass(frozen=True)
class ColumnType:
    """What a column that a statistic reads holds, once rows with missing cells are left out where that was declared."""

    type: str
    nullable: bool
    fact: Fact | None

    @property
    def carrier(self) -> str:
        return _CARRIERS[self.type]


@dataclass(frozen=True)
class Need:
    """What a statistic needs: folds, and which part of its budget each has."""

    folds: tuple[Fold, ...]
    shares: tuple[Fraction, ...]
    parts: tuple[str, ...] = ()
    """Of a moment."""
    bounds: tuple[Any, Any] | None = None
    carrier: str = ""
    candidates: Candidates | GridCandidates | None = None


def needs_of(name: str, statistic: Statistic, column: ColumnType | None) -> Need:
    """Refuses what cannot be asked of the column."""
    kind = statistic.name
    if kind == "count":
        return _one(count_fold(None))
    if kind == "count_people":
        return _one(count_fold(None, PEOPLE))
    assert column is not None and statistic.column is not None  # by scrim.stats
    if column.type in ("date", "time"):
        refuse(f"{name} is {statistic}, and {statistic.column} holds {column.type}s; derive a number of it")
    if kind in ("count_distinct", "top_k"):
        values = tuple((column.fact and column.fact.values()) or ())
        if kind == "count_distinct":
            return _one(distinct_fold(statistic.column, values, column.carrier))
        k = statistic.option("k")
        if k > len(values):
            refuse(f"{name} is {statistic}, and {statistic.column} can be {len(values)} values only; give a k of at most that")
        return _one(top_k_fold(statistic.column, values, k, statistic.option("counts", False), column.carrier))
    if kind == "histogram":
        return _histogram(statistic, column)
    if column.carrier == "str":
        refuse(f"{name} is {statistic}, and {statistic.column} holds texts; it needs numbers")
    if kind == "sum":
        return _total(statistic, column)
    if kind in ("quantile", "quantiles"):
        return _quantiles(statistic, column)
    return _moment(statistic, column)


def planned_of(name: str, statistic: Statistic, need: Need, made: Sequence[Made], places: Sequence[int], cost: float, confidence: float) -> Planned:
    """The statistic, from its folds with their noise."""
    common = (name, statistic, cost, tuple(places), tuple(made), confidence)
    if statistic.name in ("count", "count_people"):
        return PlannedCount(*common)
    if statistic.name == "histogram":
        return PlannedHistogram(*common)
    if statistic.name == "top_k":
        return PlannedTopK(*common)
    if need.candidates is not None:
        return PlannedQuantiles(*common, isinstance(need.candidates.lowest, int))
    if need.bounds is not None and need.parts:
        plan = plan_moment(statistic.name, need.bounds, need.parts, made, *middle_of(need.bounds, need.carrier), confidence)
        return PlannedMoment(*common, plan)
    return PlannedNumber(*common)


def _one(fold: Fold) -> Need:
    return Need((fold,), (Fraction(1),))


def _bounds_of(statistic: Statistic, column: ColumnType) -> Any:
    """Those that were given, or those that are declared."""
    given = statistic.option("bounds")
    return given if given is not None or column.fact is None else column.fact.bounds


def _histogram(statistic: Statistic, column: ColumnType) -> Need:
    assert statistic.column is not None
    edges, other_rows = statistic.option("edges"), statistic.option("other_rows", False)
    if edges is not None:
        return _one(bins_fold(statistic.column, public_edges(edges, column.carrier), None, other_rows, column.carrier))
    values = tuple((column.fact and column.fact.values()) or ())
    return _one(bins_fold(statistic.column, None, values, other_rows, column.carrier))


def _total(statistic: Statistic, column: ColumnType) -> Need:
    assert statistic.column is not None
    total = statistic.option("person_total")
    if total is None:
        bounds = row_bounds(_bounds_of(statistic, column), column.carrier, RANGES.get(column.carrier))
        return _one(total_fold(statistic.column, bounds, column.carrier))
    bounds = row_bounds(total, column.carrier)
    in_64_bits(list(bounds), "person_total")
    return _one(person_total_fold(statistic.column, bounds, column.carrier))


def _quantiles(statistic: Statistic, column: ColumnType) -> Need:
    assert statistic.column is not None
    alphas = statistic.option("alphas") or (statistic.option("alpha"),)
    given = statistic.option("candidates")
    candidates: Candidates | GridCandidates
    if given == ALL:
        candidates = make_grid_candidates(_bounds_of(statistic, column), column.carrier)
    elif isinstance(given, tuple):
        candidates = make_candidates(None, list(given), column.carrier)
    else:
        candidates = make_candidates(_bounds_of(statistic, column), given, column.carrier)
    fold = quantiles_fold(statistic.column, alphas, candidates)
    return Need((fold,), (Fraction(1),), candidates=candidates)


def _moment(statistic: Statistic, column: ColumnType) -> Need:
    assert statistic.column is not None
    bounds = moment_bounds(_bounds_of(statistic, column), column.carrier)
    shares = moment_shares(statistic.name, is_constant=bounds[0] == bounds[1], has_size=False)
    weights = [Fraction(share) for share in shares.values()]
    folds = tuple(
        count_fold(statistic.column if column.nullable else None)
        if part == COUNT
        else moment_fold(part, statistic.column, bounds, column.carrier)
        for part in shares
    )
    return Need(folds, tuple(weight / sum(weights) for weight in weights), tuple(shares), bounds, column.carrier)
