"""Groups that are found and told alone, and found groups that are paid by rho."""

import math

import numpy as np
import pyarrow as pa
import pytest
import scrim
from scrim import stats
from table_of_visits import visit_rows, visit_table


@pytest.fixture(scope="module")
def visits():
    return visit_table()


def in_small_wards(persons=600, together=20):
    """Everybody is in one ward, with so many others, and could have been in more."""
    wards = [f"w{person // together:02}" for person in range(persons)]
    return scrim.Table(pa.table({"id": np.arange(persons), "ward": wards}), person="id", columns={"ward": scrim.text()})


@pytest.mark.parametrize("terms", [{"rho": 50, "delta": 1e-9}, {"epsilon": 50, "delta": 1e-9}])
def test_keys_alone_are_a_frame_of_groups(visits, terms):
    query = visits.per_person(groups=1).group_by("ward", keys="found").agg(wards=stats.keys())
    plan = query.plan(**terms)
    release = plan.release()
    assert release.schema == (("ward", "str"),)
    assert release["ward"] == ["a", "b", "c"]
    assert release.to_pandas().columns.tolist() == ["ward"]
    loss = plan.measurement.map(1)
    assert loss[0] <= 50 and loss[1] <= 1e-9
    assert plan.delta == pytest.approx(1e-9)
    assert release.to_dict()["delta"] == plan.delta
    assert "is told with 95% confidence" in " ".join(repr(plan).split())
    assert "svg" in release.plot()._repr_html_() and plan.explain() and release.explain()


def test_keys_of_integers_are_told(visits):
    release = visits.per_person(groups=3).group_by("visits", keys="found").agg(k="keys()").plan(rho=50, delta=1e-9).release()
    assert release["visits"] == sorted(set(visit_rows()["visits"].to_pylist()))
    assert all(type(key) is int for key in release["visits"])


def test_rows_in_the_order_of_persons_give_the_same(visits, tmp_path):
    plan = visits.per_person(groups=2).group_by("ward", keys="found").agg(k=stats.keys()).plan(rho=50, delta=1e-9)
    assert plan.release(sort_in=tmp_path).rows == plan.release().rows


def test_weights_cost_the_same_whatever_number_of_groups(visits):
    plans = [
        visits.per_person(groups=groups).group_by("ward", keys="found").agg(k=stats.keys()).plan(rho=0.1, delta=1e-9)
        for groups in (1, 9, 100)
    ]
    for plan, groups in zip(plans, (1, 9, 100), strict=True):
        rho, delta = plan.measurement.map(1)
        assert rho <= 0.1 and rho == pytest.approx(0.1, rel=1e-9)
        assert delta <= 1e-9
        (planned,) = plan.statistics
        assert planned.mechanism == "discrete Gaussian noise on weights"
        assert planned.scales["weight"] == pytest.approx(100 * math.sqrt(groups) / math.sqrt(0.2))
    # Of persons who are in no other group hardly more are needed.
    alone = [plan.found.surely_alone for plan in plans]
    assert alone[2] <= alone[0] + 1 < plans[2].found.surely / 5


def test_smaller_groups_are_told_by_weights_than_by_counts():
    query = in_small_wards().per_person(groups=17).group_by("ward", keys="found")
    terms = {"rho": 0.25, "delta": 1e-9}
    by_weights = query.agg(k=stats.keys()).plan(**terms)
    by_counts = query.agg(n=stats.count_people()).plan(**terms)
    assert by_weights.found.surely <= by_counts.found.surely + 1  # of persons who are in 17 wards each
    assert "who are in no other, or" in by_weights.explain()
    assert len(by_weights.release()) == 30  # 20 persons are 7 standard deviations above the threshold, as weights
    assert len(by_counts.release()) <= 5  # as counts, 3 below it


def test_counts_of_found_groups_are_paid_by_rho(visits):
    plan = visits.per_person(rows=3, groups=1).group_by("ward", keys="found").agg(n=stats.count()).plan(rho=0.5, delta=1e-9)
    rho, delta = plan.measurement.map(1)
    assert rho <= 0.5 and rho == pytest.approx(0.5, rel=1e-9)
    assert delta <= 1e-9
    assert plan.price_shown == "rho 0.5, delta 1e-9"
    assert (plan.rho, plan.epsilon, plan.delta) == (plan.cost, None, pytest.approx(1e-9))
    assert plan.statistics[0].mechanism == "discrete Gaussian noise"
    release = plan.release()
    assert release["ward"] == ["a", "b", "c"]
    low, high = release["n_low"], release["n_high"]
    assert all(a <= n <= b for a, n, b in zip(low, release["n"], high, strict=True))


def test_coins_take_rows_without_persons():
    table = visit_table(visit_rows(), rows_per_person=3)
    plan = table.group_by("ward", keys="found").agg(k=stats.keys()).plan(epsilon=6, delta=1e-9)
    assert plan.measurement.check(3, (6, 1e-9))
    assert plan.release()["ward"] == ["a", "b", "c"]
    assert "rows" in plan.statements_about_groups()[0]
    assert plan.found.surely == plan.found.surely_alone
    with pytest.raises(scrim.InvalidArgumentError, match="person="):
        table.group_by("ward", keys="found").agg(k=stats.keys()).plan(rho=1, delta=1e-9)


def test_what_is_refused(visits):
    by = visits.per_person(groups=1)
    query = by.group_by("ward", keys="found").agg(k=stats.keys())
    with pytest.raises(scrim.InvalidArgumentError, match="delta"):
        query.plan(rho=1)
    with pytest.raises(scrim.InvalidArgumentError, match="neither of epsilon and rho"):
        query.plan(delta=1e-9)
    with pytest.raises(scrim.InvalidArgumentError, match="both of epsilon and rho"):
        query.plan(epsilon=1, rho=1, delta=1e-9)
    with pytest.raises(scrim.InvalidArgumentError, match="between 0 and 1"):
        query.plan(rho=1, delta=1)
    with pytest.raises(scrim.InvalidArgumentError, match='keys="found"'):
        by.group_by("region").agg(k=stats.keys())
    with pytest.raises(scrim.InvalidArgumentError, match="give it alone"):
        by.group_by("ward", keys="found").agg(k=stats.keys(), n=stats.count_people())
    with pytest.raises(scrim.InvalidArgumentError, match="no number"):
        query.plan(within={"k": 3}, delta=1e-9)
    with pytest.raises(scrim.InvalidArgumentError, match="per_person"):
        visits.group_by("ward", keys="found").agg(k=stats.keys()).plan(rho=1, delta=1e-9)
