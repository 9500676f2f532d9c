"""Plans for groups that are found in the data: first these, then what is released of them.

Which groups there are is a release, paid by a part of the budget that was fixed beforehand. From then on they are public,
and the other statistics are released in each of them, in a second pass. What that costs does not depend on the first
release, so that both are priced before anything is read; a filter pays for one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .. import _core
from .._loss import Loss
from ..analysis.budget import Budget, Promise, down, make_budgets, up
from ..analysis.refuse import Argument, Words, neither_or_both, refuse
from .chains import Chains
from .folds import PEOPLE, ROWS, Fold, Made
from .found_keys import FoundKeys, find_alone, find_by_weights, find_with_counts
from .keys import Keys
from .noisy_folds import Named, NoisyFolds, make_noisy, needs_of_all, planned_statistics, weights_of
from .planned import Planned, PlannedCount, PlannedKeys
from .query import Query
from .query_plan import InFoundGroups, QueryPlan

_FOUND = Words('keys="found"', toml='keys = "found"')
_LISTED = Words("keys=[...]", shell="--by, such as --by ward=a,b", toml="keys = [...]")
_EPSILON_AND_DELTA = Words("plan(epsilon=1, delta=1e-9)", toml="epsilon = 1 and delta = 1e-9")
_RHO_AND_DELTA = Words("plan(rho=0.1, delta=1e-9)", toml="rho = 0.1 and delta = 1e-9")


def plan_found(
    query: Query, chains: Chains, in_order: Callable[[], Chains], terms: dict[str, float], confidence: float, digest: str
) -> QueryPlan:
    """The plan that is off by least, of those that the budget buys."""
    budget, delta = _budget(terms)
    parts = _Parts.of(query)
    planning = _Planning(query, chains, in_order, budget, delta, confidence, digest, parts)
    if not parts.others:
        return planning.plan(budget.amount, delta, None)
    if query.table.source.is_read_once:
        refuse(
            f"{parts.others[0][0]} is released of groups once these are found, in a second pass over the table, and a stream "
            "is read once; give a file or a frame, or release the groups with a count by itself and list them with ",
            _LISTED,
        )
    # Of the budget exactly what the shares say; of delta all for keys, or half of it where noise is bought with the other.
    for_keys = down(Fraction(budget.amount) * parts.weight)
    for_others = down(Fraction(budget.amount) - Fraction(for_keys))
    plain = planning.plan(for_keys, delta, Budget(budget.currency, for_others))
    if budget.currency == "rho":
        return plain
    bought = [each for each in make_budgets(for_others, None, delta / 2) if each.currency == "rho"]
    return min([plain, *(planning.plan(for_keys, delta / 2, each) for each in bought)], key=QueryPlan.error_of_all)


def _budget(terms: dict[str, float]) -> tuple[Budget, float]:
    """What may be spent, and with which probability a group may be told that one person alone is in."""
    if "delta" not in terms:
        refuse(
            *(_FOUND, " needs a delta, with which a group may be told that one person alone is in; give "),
            *(_EPSILON_AND_DELTA, ", or list public groups with ", _LISTED),
        )
    if ("rho" in terms) == ("epsilon" in terms):
        given = neither_or_both("epsilon", "rho", both="rho" in terms)
        paid = _FOUND, " is paid by epsilon and delta, or by rho and delta, and "
        refuse(*paid, *given, _EPSILON_AND_DELTA, ", or ", _RHO_AND_DELTA)
    if terms["delta"] >= 1:
        refuse(Argument("delta"), f" is {terms['delta']}; give a probability between 0 and 1, such as 1e-9")
    # Maps are held against these doubles, of which the shortest decimal may be less: as losses they are spent exactly.
    of_all = _core.approximate(_core.max_divergence() if "epsilon" in terms else _core.zero_concentrated_divergence())
    delta = Loss(terms["delta"], of_all)
    if "rho" in terms:
        return Budget("rho", terms["rho"]), delta
    return Budget("epsilon", terms["epsilon"], Promise(Loss(terms["epsilon"], of_all), delta)), delta


@dataclass(frozen=True)
class _Parts:
    """Which statistics find the groups, and which are released of them."""

    by: Named
    """Counts that are released with the groups."""
    others: Named
    weight: Fraction
    """Of the budget, for finding groups."""
    own: Fraction
    """Of that, what is for groups alone."""

    @staticmethod
    def of(query: Query) -> _Parts:
        # Of persons rather than of rows, of which one person has several.
        kinds = [kind for kind in ("count_people", "count") if any(each.name == kind for _, each in query.statistics)]
        by = tuple(each for each in query.statistics if each[1].name in kinds[:1])
        others = tuple(each for each in query.statistics if each not in by and each[1].name != "keys")
        alone = query.key_share if query.key_share is not None else Fraction(0 if by else 1)
        of_keys = sum((each.share for _, each in by), alone)
        whole = sum((each.share for _, each in others), of_keys)
        return _Parts(by, others, of_keys / whole, alone / of_keys)


@dataclass(frozen=True)
class _Planning:
    query: Query
    chains: Chains
    in_order: Callable[[], Chains]
    budget: Budget
    """Of all that is released."""
    delta: float
    confidence: float
    digest: str
    parts: _Parts

    def plan(self, amount: float, delta: float, budget: Budget | None) -> QueryPlan:
        """With so much for finding groups, and a budget for what is released of them."""
        found = self._find(amount, delta)
        planned = dict([*self._counts(found), *self._keys_alone(found)])
        first, later = len(self.parts.by[:1]), None
        noisy = None
        cost = Fraction(found.cost)
        if budget is not None:
            noisy, later = self._later(budget)
            cost += Fraction(float(later.loss[0]))
            planned.update(self._others(noisy, Fraction(float(later.loss[0])), first))
        return QueryPlan(
            self.query,
            tuple(planned[name] for name, _ in self.query.statistics),
            None,
            self.chains.group_types,
            found.measurement,
            lambda: found.again(self.in_order()),
            (None,) * first + (() if noisy is None else tuple(noisy.place(fold) for fold in noisy.made)),
            self.chains.kinds,
            Loss(up(cost), found.measurement.output_measure),
            self.budget,
            self.confidence,
            self.digest,
            found,
            later,
            self.delta if self.budget.currency == "rho" else None,
        )

    def _find(self, amount: float, delta: float) -> FoundKeys:
        """By the noise that the currency pays for: of epsilon Laplace's, or coins for keys alone; of rho the Gaussian."""
        currency = self.budget.currency
        if self.parts.by:
            bounding = PEOPLE if self.parts.by[0][1].name == "count_people" else ROWS
            return find_with_counts(self.chains, bounding, currency, amount, delta, self.confidence)
        if currency == "rho":
            return find_by_weights(self.chains, amount, delta, self.confidence)
        bounding = ROWS if self.query.table.person is None else PEOPLE
        return find_alone(self.chains, bounding, amount, delta, self.confidence)

    def _keys_alone(self, found: FoundKeys) -> list[tuple[str, Planned]]:
        """What keys() has of its own: its name and what it costs."""
        made = Made(found.measurement, found.cost, found.scale or 0.0, None, Budget(self.budget.currency, found.cost))
        return [
            (name, PlannedKeys(name, statistic, found.cost, (), (made,), self.confidence))
            for name, statistic in self.query.statistics
            if statistic.name == "keys"
        ]

    def _counts(self, found: FoundKeys) -> list[tuple[str, Planned]]:
        budget = Budget(self.budget.currency, found.cost)
        shares = sum(statistic.share for _, statistic in self.parts.by)
        return [
            (
                name,
                PlannedCount(
                    name,
                    statistic,
                    up(Fraction(found.cost) * (1 - self.parts.own) * statistic.share / shares),
                    (0,),
                    (Made(found.measurement, found.cost, found.scale or 0.0, None, budget),),
                    self.confidence,
                ),
            )
            for name, statistic in self.parts.by
        ]

    def _later(self, budget: Budget) -> tuple[NoisyFolds, InFoundGroups]:
        """What is released of groups, priced for any that may be found, in the currency of the budget and delta."""
        needs = needs_of_all(self.parts.others, self.chains)
        weights = weights_of(self.parts.others, needs)
        noisy = make_noisy(self.chains.of_found(), budget, weights, self.confidence)
        promise = budget.promise
        delta = None if promise is None else promise.delta
        by_rho = self.budget.currency == "rho"
        measure_of_all = _core.zero_concentrated_divergence() if by_rho else _core.max_divergence()

        def restated(measurement: _core.Measurement) -> _core.Measurement:
            return _core.make_convert_measure(measurement, _core.approximate(measure_of_all), delta=delta)

        def measure(keys: Keys, in_order: bool) -> _core.Measurement:
            chains = self.in_order() if in_order else self.chains
            return restated(noisy.again(chains.of_found(keys)))

        if promise is not None:  # what a rho is worth is rounded up: a few of its last bits may be left out
            for bits in range(50, 0, -1):
                if restated(noisy.measurement).check(self.chains.d_in, (promise.epsilon, promise.delta)):
                    break
                less = down(Fraction(budget.amount) * (1 - Fraction(1, 2**bits)))
                noisy = make_noisy(self.chains.of_found(), Budget("rho", less), weights, self.confidence)
        return noisy, InFoundGroups(measure, restated(noisy.measurement).map(self.chains.d_in))

    def _others(self, noisy: NoisyFolds, epsilon: Fraction, first: int) -> list[tuple[str, Planned]]:
        needs = needs_of_all(self.parts.others, self.chains)
        # By what each spends in the currency of its noise.
        all_spend = sum(Fraction(made.cost) for made in noisy.made.values())

        def cost_of(fold: Fold) -> Fraction:
            return epsilon * Fraction(noisy.made[fold].cost) / all_spend if all_spend else Fraction(0)

        planned = planned_statistics(self.parts.others, needs, noisy.made, cost_of, self.confidence, first)
        return [(each.name, each) for each in planned]
