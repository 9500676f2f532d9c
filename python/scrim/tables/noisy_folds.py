"""All folds of a query with their noise, in one measurement: what each may cost, and where its release is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .. import _core
from ..analysis.budget import Budget, down, up
from .assemble import Need, needs_of, planned_of
from .chains import Chains
from .folds import Bounding, Fold, Made
from .planned import Planned
from .statistic import Statistic

Named = Sequence[tuple[str, Statistic]]
"""Statistics by their names in a query."""

Weights = dict[Fold, Fraction]
"""Which part of a budget each fold has; they add up to 1."""


@dataclass(frozen=True)
class NoisyFolds:
    """Folds that are measured together."""

    weights: Weights
    made: dict[Fold, Made]
    chains: Chains
    measurement: _core.Measurement
    cost: float
    """By the map of the whole measurement."""

    def again(self, chains: Chains) -> _core.Measurement:
        """The same measurement, of rows that come otherwise or in other groups."""
        return _whole(chains, self.made)

    def place(self, fold: Fold) -> tuple[int, int]:
        """Which bounding it stands behind, and where."""
        behind = _behind(self.made)
        return list(behind).index(fold.bounding), behind[fold.bounding].index(fold)


def make_noisy(chains: Chains, budget: Budget, weights: Weights, confidence: float) -> NoisyFolds:
    """The parts of a budget add up to it, but each sum of the map is rounded up: a few of the last bits may be left out."""
    for bits in range(50, 0, -1):
        amount = Fraction(budget.amount) * (1 - Fraction(1, 2**bits) * (bits < 50))
        noisy = _make(chains, budget.currency, amount, weights, confidence)
        if noisy.cost <= budget.amount:
            break
    return noisy


def _make(chains: Chains, currency: str, amount: Fraction, weights: Weights, confidence: float) -> NoisyFolds:
    bounded = {bounding: chains.bounded(bounding, folds) for bounding, folds in _behind(weights).items()}
    made = {
        fold: fold.make(
            bounded[fold.bounding].person(fold.column),
            Budget(currency, down(amount * weight)),
            confidence,
        )
        for fold, weight in weights.items()
    }
    measurement = _whole(chains, made)
    return NoisyFolds(weights, made, chains, measurement, measurement.map(chains.d_in))


def _whole(chains: Chains, made: dict[Fold, Made]) -> _core.Measurement:
    return chains.whole(
        [(chains.bounded(bounding, folds), [made[fold].measurement for fold in folds]) for bounding, folds in _behind(made).items()]
    )


def _behind(folds: Weights | dict[Fold, Made]) -> dict[Bounding, list[Fold]]:
    """The folds that stand behind each bounding."""
    behind: dict[Bounding, list[Fold]] = {}
    for fold in folds:
        behind.setdefault(fold.bounding, []).append(fold)
    return behind


def needs_of_all(statistics: Named, chains: Chains) -> list[Need]:
    """Of each statistic."""
    return [
        needs_of(name, statistic, None if statistic.column is None else chains.columns[statistic.column])
        for name, statistic in statistics
    ]


def weights_of(statistics: Named, needs: Sequence[Need]) -> Weights:
    """Which part of the budget each fold has: equal ones have what all that need them give."""
    shares = [statistic.share for _, statistic in statistics]
    weights: Weights = {}
    for share, need in zip(shares, needs, strict=True):
        for fold, part in zip(need.folds, need.shares, strict=True):
            weights[fold] = weights.get(fold, Fraction(0)) + share / sum(shares) * part
    return weights


def planned_statistics(
    statistics: Named, needs: Sequence[Need], made: dict[Fold, Made], cost_of: Callable[[Fold], Fraction], confidence: float, first: int = 0
) -> tuple[Planned, ...]:
    """The statistics, from folds with their noise, of which each costs so much: of those that it shares, a statistic spends
    the part that it gave. Folds are numbered from `first` on."""
    folds, weights = list(made), weights_of(statistics, needs)
    whole = sum(statistic.share for _, statistic in statistics)
    planned = []
    for (name, statistic), need in zip(statistics, needs, strict=True):
        own = [
            cost_of(fold) * (statistic.share / whole * part) / weights[fold]
            for fold, part in zip(need.folds, need.shares, strict=True)
        ]
        places = [first + folds.index(fold) for fold in need.folds]
        of_need = [made[fold] for fold in need.folds]
        planned.append(planned_of(name, statistic, need, of_need, places, up(sum(own, Fraction(0))), confidence))
    return tuple(planned)
