"""What plans cost, as a Filter is charged for it: no less than the maps of their measurements say."""

from fractions import Fraction

import pytest
import scrim
from scrim import stats
from table_of_visits import visit_table

CATEGORIES = ["a", "b", "c"]
PLANS = {
    "count": scrim.plan_count,
    "sum": lambda **terms: scrim.plan_sum((0, 100), **terms),
    "mean": lambda **terms: scrim.plan_mean((0, 100), **terms),
    "mean of a public size": lambda **terms: scrim.plan_mean((0.0, 7 / 5), size=1000, **terms),
    "variance": lambda **terms: scrim.plan_variance((0, 100), **terms),
    "std": lambda **terms: scrim.plan_std((0, 100), **terms),
    "histogram": lambda **terms: scrim.plan_histogram(edges=[0, 10, 20], **terms),
    "count_distinct": lambda **terms: scrim.plan_count_distinct(CATEGORIES, **terms),
    "quantile": lambda **terms: scrim.plan_quantile(0.5, bounds=(0, 100), **terms),
    "quantiles": lambda **terms: scrim.plan_quantiles([0.1, 0.5, 0.9], bounds=(0, 100), **terms),
    "bounds": scrim.plan_bounds,
    "top_k": lambda **terms: scrim.plan_top_k(CATEGORIES, 2, **terms),
    "top_k with counts": lambda **terms: scrim.plan_top_k(CATEGORIES, 2, counts=True, **terms),
}
# Some of these doubles are above their shortest decimals, and so are many of the losses that they buy.
AMOUNTS = [0.1, 0.3, 0.7, 1 / 3, 7 / 5, 2.3]


def charged(currency, **given):
    budget = scrim.Filter(**{currency: 100}, delta="0.1")
    budget.spend(**given)
    return budget.spent


@pytest.mark.parametrize("currency", ["epsilon", "rho"])
@pytest.mark.parametrize("name", PLANS)
def test_the_cost_of_a_plan_is_charged_as_what_its_map_says(name, currency):
    for amount in AMOUNTS:
        plan = PLANS[name](**{currency: amount}, rows_per_person=1)
        assert type(plan.cost) is scrim.Loss and plan.cost.measure == plan.measurement.output_measure
        assert charged(currency, **{currency: plan.cost})[0] == Fraction(float(plan.measurement.map(1)))
        assert charged(currency, **{currency: getattr(plan, currency)})[0] == Fraction(float(plan.cost))


STATISTICS = [stats.count(), stats.mean("cost"), stats.median("age"), stats.top_k("region", 2)]
OF_FOUND = [{"n": stats.count_people()}, {"n": stats.count(), "m": stats.mean("cost")}, {"k": stats.keys()}]


@pytest.mark.parametrize("currency", ["epsilon", "rho"])
@pytest.mark.parametrize("statistic", STATISTICS, ids=str)
def test_the_cost_of_a_query_is_charged_as_what_its_map_says(statistic, currency):
    query = visit_table().per_person(rows=3).agg(x=statistic)
    for amount in AMOUNTS:
        plan = query.plan(**{currency: amount})
        assert type(plan.cost) is scrim.Loss
        assert charged(currency, **{currency: plan.cost})[0] == Fraction(float(plan.measurement.map(1)))


@pytest.mark.parametrize("statistics", OF_FOUND, ids=lambda named: " ".join(map(str, named.values())))
@pytest.mark.parametrize("currency", ["epsilon", "rho"])
@pytest.mark.parametrize("delta", [1e-5, 3e-7])
def test_finding_groups_is_charged_with_what_is_released_of_them(statistics, currency, delta):
    query = visit_table().per_person(rows=3, groups=1).group_by("ward", keys="found").agg(**statistics)
    for amount in AMOUNTS[:3]:
        plan = query.plan(**{currency: amount}, delta=delta)
        maps = [plan.measurement.map(1), *([] if plan.in_found is None else [plan.in_found.loss])]
        losses, deltas = (sum(Fraction(float(pair[place])) for pair in maps) for place in (0, 1))
        cost, beside = charged(currency, **{currency: plan.cost}, delta=plan.delta)
        assert losses <= cost <= losses * (1 + Fraction(1, 2**50))
        assert deltas <= beside == Fraction(float(plan.delta))


def test_an_epsilon_and_a_delta_are_worth_the_rho_that_was_bought_as_they_are_typed():
    for delta in (1e-5, 1e-6, 3e-7):  # of which the double of the first is above its decimal
        many = [i / 128 for i in range(1, 128)]
        plan = scrim.plan_quantiles(many, bounds=(0, 100), epsilon=0.1, delta=delta, rows_per_person=1)
        epsilon, within = charged("epsilon", epsilon=plan.epsilon, delta=plan.delta)
        assert (epsilon, within) == (Fraction(1, 10), Fraction(repr(delta)))
        assert plan.delta == 0 or plan.budget.amount <= scrim.rho_within(epsilon, within)
