"""Plans of queries: what they cost is what the map of the whole measurement says, and never above the budget."""

from __future__ import annotations

from fractions import Fraction

import pyarrow as pa
import pytest
import scrim
from scrim import stats

from table_of_visits import COLUMNS, PATIENTS, visit_table

BY_REGION = {"rows": 3, "groups": 2}
EVERY = {
    "count": stats.count(),
    "count_people": stats.count_people(),
    "count_distinct": stats.count_distinct("region"),
    "sum": stats.sum("cost"),
    "sum of integers": stats.sum("visits"),
    "person_total": stats.sum("cost", person_total=(0, 2000)),
    "person_total of integers": stats.sum("visits", person_total=(0, 30)),
    "mean": stats.mean("cost"),
    "mean of integers": stats.mean("visits"),
    "mean with gaps": stats.mean("extra"),
    "variance": stats.variance("cost"),
    "std": stats.std("cost"),
    "quantile": stats.quantile("cost", 0.9),
    "median of integers": stats.median("visits"),
    "quantiles": stats.quantiles("cost", [0.25, 0.5, 0.75]),
    "listed candidates": stats.quantile("visits", candidates=[0, 2.5, 10]),
    "histogram": stats.histogram("age", range(0, 121, 20)),
    "histogram of values": stats.histogram("region", other_rows=True),
    "top_k": stats.top_k("region", 2),
    "top_k with counts": stats.top_k("region", 2, counts=True),
}
BUDGETS = [{"epsilon": 0.5}, {"rho": 0.1}, {"epsilon": 0.7, "delta": 1e-6}]


@pytest.fixture(scope="module")
def visits():
    return visit_table()


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
@pytest.mark.parametrize("name", EVERY)
def test_every_statistic_spends_all_of_its_budget_and_no_more(visits, name, budget):
    for query in (visits.per_person(rows=3), visits.per_person(**BY_REGION).group_by("region")):
        plan = query.agg(x=EVERY[name]).plan(**budget)
        assert plan.cost == plan.measurement.map(1)
        assert 0.99 * plan.budget.amount < plan.cost <= plan.budget.amount
        if plan.budget.promise is None:
            assert Fraction(plan.cost) <= Fraction(str(budget[plan.budget.currency]))


def test_shares_weigh_costs(visits):
    query = visits.per_person(rows=1).agg(a=stats.sum("cost"), b=stats.sum("age", share=3))
    first, second = query.plan(epsilon=1).statistics
    assert first.cost == pytest.approx(0.25)
    assert second.cost == pytest.approx(0.75)


def test_a_mean_shares_the_count_that_is_asked_for_anyway(visits):
    alone = visits.per_person(rows=1).agg(n=stats.count()).plan(epsilon=0.5)
    both = visits.per_person(rows=1).agg(n=stats.count(), m=stats.mean("cost")).plan(epsilon=1)
    count, mean = both.statistics
    assert set(count.folds) < set(mean.folds)
    # It has the budget of both: a half of the whole, and two fifths of the other half.
    assert count.scales["count"] == pytest.approx(alone.statistics[0].scales["count"] * 0.5 / 0.7)
    assert count.cost + mean.cost == pytest.approx(both.cost)
    assert "shares noise with cost" in repr(visits.per_person(rows=1).agg(n="count()", cost="mean(cost)").plan(epsilon=1))


def test_a_column_with_gaps_is_counted_by_itself(visits):
    count, mean = visits.per_person(rows=1).agg(n=stats.count(), m=stats.mean("extra")).plan(epsilon=1).statistics
    assert not set(count.folds) & set(mean.folds)


def test_groups_do_not_divide_the_budget_but_what_a_person_has_counts(visits):
    def scale(query):
        return query.agg(n=stats.count()).plan(epsilon=1).statistics[0].scales["count"]

    assert scale(visits.per_person(rows=3)) == pytest.approx(3)
    assert scale(visits.per_person(rows=3, groups=1).group_by("region")) == pytest.approx(3)
    assert scale(visits.per_person(rows=3, groups=2).group_by("region")) == pytest.approx(6)
    # More groups than there are cannot be changed.
    assert scale(visits.per_person(rows=3, groups=9).group_by("region")) == pytest.approx(12)


def test_people_are_counted_at_one_row_each(visits):
    def scale(query):
        return query.agg(n=stats.count_people()).plan(epsilon=1).statistics[0].scales["count"]

    assert scale(visits.per_person(rows=3)) == pytest.approx(1)
    assert scale(visits.per_person(groups=2).group_by("region")) == pytest.approx(2)
    assert scale(visits) == pytest.approx(1)


@pytest.mark.parametrize("bound", [5e-324, 1e-291, 2.0**1003, 1.7e308])
def test_totals_of_floats_beyond_what_steps_can_hold_are_refused(visits, bound):
    for bounds in ((0, bound), (-bound, 0)):
        with pytest.raises(scrim.InvalidArgumentError, match="person_total of cost is .* between 1e-290 and 1e[+]290"):
            visits.agg(x=stats.sum("cost", person_total=bounds)).plan(epsilon=1)


@pytest.mark.parametrize("bound", [1e-290, 1e290])
def test_totals_of_floats_are_noisy_at_both_ends(visits, bound):
    release = visits.agg(x=stats.sum("cost", person_total=(0, bound))).plan(epsilon=1e6).release()
    assert release["x"] == pytest.approx([bound * PATIENTS if bound < 1 else 0], abs=bound)


def test_person_totals_cost_what_a_person_can_add(visits):
    plan = visits.agg(x=stats.sum("cost", person_total=(0, 2000))).plan(epsilon=1)
    assert plan.statistics[0].scales["sum"] == pytest.approx(2000, rel=1e-6)


def test_without_ids_rows_are_believed():
    table = visit_table(rows_per_person=2)
    plan = table.agg(n=stats.count()).plan(epsilon=1)
    assert plan.statistics[0].scales["count"] == pytest.approx(2)
    assert plan.cost == plan.measurement.map(2)
    grouped = table.group_by("region").agg(n=stats.count()).plan(epsilon=1)
    assert grouped.statistics[0].scales["count"] == pytest.approx(2)


def test_a_plan_prints_within_eighty_columns(visits):
    query = visits.where("age >= 18").per_person(**BY_REGION).group_by("region")
    plan = query.agg(n=stats.count(), people=stats.count_people(), cost=stats.mean("cost", share=3)).plan(epsilon=0.5)
    printed = repr(plan)
    assert max(map(len, printed.splitlines())) <= 80
    for text in ("n, people and cost by region (4 groups)", "costs epsilon 0.5", "3 rows in each of 2 groups", "among 1000 rows"):
        assert text in " ".join(printed.split())
    assert "scale" in printed and "95%" in printed
    told = plan.explain().splitlines()
    assert "factor of at most" in told[1] and told[1].startswith("Epsilon 0.5 is spent")
    of_people = [line for line in told if line.startswith("people = count_people(): ")]
    assert len(of_people) == 1 and "of scale" in of_people[0] and of_people[0].endswith("(95%)")


def test_a_plan_tells_its_numbers(visits):
    plan = visits.per_person(rows=3).agg(n=stats.count(), cost=stats.mean("cost")).plan(rho=0.1)
    told = plan.to_dict()
    assert told["rho"] == plan.cost
    assert told["person"] == ["patient"]
    assert [each["name"] for each in told["statistics"]] == ["n", "cost"]
    assert told["statistics"][0]["error"] == plan.statistics[0].error()
    assert set(told["statistics"][1]["errors"]) == {"1000", "10000"}
    assert "discrete Gaussian" in told["statistics"][0]["mechanism"]


def test_a_plan_is_off_by_less_with_a_larger_budget_and_more_rows(visits):
    query = visits.per_person(rows=3).agg(cost=stats.mean("cost"))
    little, much = query.plan(epsilon=0.1).statistics[0], query.plan(epsilon=1).statistics[0]
    assert much.error(1000) < little.error(1000)
    assert little.error(10_000) < little.error(1000)


def test_the_price_of_an_accuracy_is_the_least(visits):
    query = visits.per_person(rows=2).agg(n=stats.count(), cost=stats.mean("cost"))
    plan = query.plan(within={"n": 20})
    assert plan.statistics[0].error() <= 20
    assert query.plan(epsilon=0.97 * plan.epsilon).statistics[0].error() > 20
    both = query.plan(within={"n": 20, "cost": (30, 1000)})
    assert both.statistics[1].error(1000) <= 30
    assert both.cost >= plan.cost


@pytest.mark.parametrize(
    ("terms", "word"),
    [
        ({}, "neither of epsilon and rho"),
        ({"epsilon": 1, "rho": 1}, "both of epsilon and rho"),
        ({"epsilon": 0}, "positive"),
        ({"epsilon": -1}, "positive"),
        ({"epsilon": "one"}, "positive"),
        ({"epsilon": 1, "delta": 2}, "probability"),
        ({"rho": 1, "delta": 1e-6}, "needs none"),
        ({"epsilon": 1, "confidence": 1}, "confidence"),
        ({"epsilon": 1, "within": {"n": 3}}, "within was given beside a budget"),
        ({"within": {"m": 3}}, "it has n, cost"),
        ({"within": {}}, "a dict"),
        ({"within": {"cost": 3}}, "depends on the number of rows"),
        ({"within": {"n": 0}}, "within of n"),
        ({"within": {"n": (3, 0)}}, "a dict"),
    ],
)
def test_bad_terms_are_refused(visits, terms, word):
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        visits.per_person(rows=1).agg(n="count()", cost="mean(cost)").plan(**terms)


def test_a_budget_is_exact(visits):
    for typed in (0.1, "0.1", Fraction(1, 10)):
        plan = visits.per_person(rows=1).agg(n="count()").plan(epsilon=typed)
        assert Fraction(plan.cost) <= Fraction(1, 10)
        assert plan.cost == pytest.approx(0.1)


def test_columns_that_the_table_has_not_are_refused_by_its_schema():
    table = scrim.Table(pa.table({"id": [1], "age": [[3]]}), person="id", columns={"age": scrim.number(0, 1), "x": scrim.text()})
    with pytest.raises(scrim.InputError, match="holds LIST"):
        table.per_person(rows=1).agg(n="mean(age)").plan(epsilon=1)
    with pytest.raises(scrim.InputError, match="no column 'x'"):
        table.per_person(rows=1).where("x == 'a'").agg(n="count()").plan(epsilon=1)
    floats = scrim.Table(pa.table({"id": [1.5]}), person="id", columns={})
    with pytest.raises(scrim.InputError, match="told apart"):
        floats.per_person(rows=1).agg(n="count()").plan(epsilon=1)


def test_a_digest_is_of_what_the_plan_follows_from(visits):
    query = visits.per_person(rows=1).agg(n="mean(cost)")
    assert query.plan(epsilon=1).digest == query.plan(epsilon=1.0).digest
    assert query.plan(epsilon=1).digest != query.plan(epsilon=2).digest
    wider = scrim.Table(visits.source.given, person="patient", columns={**COLUMNS, "cost": scrim.number(0, 2000)})
    assert wider.per_person(rows=1).agg(n="mean(cost)") == query
    assert wider.per_person(rows=1).agg(n="mean(cost)").plan(epsilon=1).digest != query.plan(epsilon=1).digest


def test_found_groups_need_a_delta(visits):
    query = visits.per_person(rows=3, groups=1).group_by("ward", keys="found").agg(n=stats.count())
    with pytest.raises(scrim.InvalidArgumentError, match="delta"):
        query.plan(epsilon=1)
    plan = query.plan(epsilon=1, delta=1e-9)
    assert (plan.cost, plan.delta) == pytest.approx((1, 1e-9))
    loss = plan.measurement.map(1)
    assert loss[0] <= 1 and loss[1] <= 1e-9
    assert plan.threshold > 20
    assert "how many others there are is not told" in " ".join(repr(plan).split())
    people = visits.per_person(groups=1).group_by("ward", keys="found").agg(n=stats.count_people())
    assert people.plan(epsilon=1, delta=1e-9).threshold < plan.threshold


@pytest.mark.parametrize(
    ("by", "statistics"),
    [
        (None, {"n": stats.count(), "n_low": stats.mean("cost")}),
        (None, {"n_high": stats.quantile("cost", 0.5), "n": stats.count()}),
        (None, {"q": stats.quantiles("cost", [0.25, 0.5]), "q_p50": stats.count()}),
        ("region", {"n": stats.count(), "n_low": stats.count_people()}),
    ],
)
def test_two_columns_of_one_name_are_refused(by, statistics):
    """Only one of them would be in what is saved."""
    query = visit_table().per_person(rows=3, groups=1).group_by(by) if by else visit_table().per_person(rows=3)
    with pytest.raises(scrim.InvalidArgumentError, match="which has a column .* in a release, and .* too; give one of them another name"):
        query.agg(**statistics).plan(epsilon=1)


def test_a_column_by_the_name_of_a_group_is_refused():
    query = visit_table().per_person(rows=3, groups=1).derive(n_low="region").group_by("n_low", keys=["N"])
    with pytest.raises(scrim.InvalidArgumentError, match="and group_by has 'n_low' too"):
        query.agg(n=stats.count()).plan(epsilon=1)


def test_frames_of_their_own_may_have_columns_of_one_name():
    ages = stats.histogram("age", [0, 60, 120])
    release = visit_table().per_person(rows=3).agg(h=ages, h_low=ages, n=stats.count()).plan(epsilon=1).release()
    assert [len({name for name, _ in frame.schema}) for frame in release.all_frames] == [3, 4, 4]
