"""Groups that are found in the data: of several columns, with every statistic, and at a price known beforehand."""

from __future__ import annotations

import dataclasses
import datetime
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
import scrim
from scrim import stats
from scrim.tables.keys import Keys

from table_of_visits import COLUMNS, visit_rows, visit_table

# So large that noise is 0 but for a chance that nobody will see; so small a delta that two people suffice.
EXACT = {"epsilon": 1e6, "delta": 1e-9}
FRAME = visit_rows().to_pandas()


@pytest.fixture(scope="module")
def visits():
    return visit_table()


def test_keys_of_two_columns_and_several_statistics(visits):
    query = visits.per_person(rows=3, groups=1).group_by("ward", "region", keys="found")
    release = query.agg(n=stats.count(), people=stats.count_people(), cost=stats.mean("cost"), m=stats.quantile("visits", 0.5)).plan(**EXACT).release()
    groups = FRAME.groupby(["ward", "region"])
    assert list(zip(release["ward"], release["region"], strict=True)) == sorted(groups.groups)
    assert release["n"] == groups.size().tolist()
    assert release["people"] == groups.patient.nunique().tolist()
    assert release["cost"] == pytest.approx(groups.cost.mean().tolist(), rel=1e-4)
    assert [name for name, _ in release.schema][:3] == ["ward", "region", "n"]


def test_keys_of_every_kind_are_told_as_they_are():
    cells = [
        ("a,b", 3, True, datetime.date(2026, 2, 3)),
        ("a", 3, True, datetime.date(2026, 2, 3)),
        ("b\\", -4, False, datetime.date(2026, 12, 31)),
        ("\\,", 2**62, False, datetime.date(2026, 1, 1)),
        ("", 0, True, datetime.date(2026, 1, 1)),
    ]
    rows = pa.table(
        {
            "id": list(range(20 * len(cells))),
            **{name: [row[place] for row in cells] * 20 for place, name in enumerate(["t", "n", "b", "d"])},
            "x": [float(number % 5) for number in range(20 * len(cells))],
        }
    )
    columns = {
        "t": scrim.text(),
        "n": scrim.integer(-(2**63), 2**63 - 1),
        "b": scrim.boolean(),
        "d": scrim.date("2026-01-01", "2026-12-31"),
        "x": scrim.number(0, 5),
    }
    table = scrim.Table(rows, person="id", columns=columns)
    grouped = table.per_person(rows=1, groups=1).group_by("t", "n", "b", "d", keys="found")
    counted = grouped.agg(k=stats.count()).plan(**EXACT).release()
    assert counted.rows == tuple((*row, 20, 20, 20) for row in sorted(cells))
    added = grouped.agg(s=stats.sum("x")).plan(**EXACT).release()
    assert [row[:4] for row in added.rows] == sorted(cells)
    assert added["s"] == pytest.approx([20.0 * cells.index(row) for row in sorted(cells)], abs=0.01)
    for name in ("b", "d", "n", "t"):
        alone = table.per_person(rows=1, groups=1).group_by(name, keys="found").agg(k=stats.count()).plan(**EXACT).release()
        assert alone[name] == sorted({row["tnbd".index(name)] for row in cells})


def test_days_that_are_not_declared_are_in_no_group():
    far = pa.array([20_000_000, 10, 20_000_000, 10] * 20, pa.int32()).cast(pa.date32())
    rows = pa.table({"id": list(range(80)), "d": far})
    table = scrim.Table(rows, person="id", columns={"d": scrim.date("1970-01-01", "1970-12-31")})
    query = table.per_person(rows=1, groups=1).group_by("d", keys="found").agg(n=stats.count())
    assert query.plan(**EXACT).release().rows == ((datetime.date(1970, 1, 11), 40, 40, 40),)


def test_rows_that_miss_a_key_are_in_no_group():
    rows = pa.table({"id": list(range(90)), "a": ["x", None, "x"] * 30, "b": [1, 1, None] * 30})
    table = scrim.Table(rows, person="id", columns={"a": scrim.text(nullable=True), "b": scrim.integer(0, 9, nullable=True)})
    query = table.per_person(rows=1, groups=1).group_by("a", "b", keys="found").agg(n=stats.count())
    assert query.plan(**EXACT).release().rows == (("x", 1, 30, 30, 30),)


def test_rows_without_a_truth_are_in_no_group_of_either_pass():
    rows = pa.table({"id": range(90), "b": [True] * 20 + [False] * 30 + [None] * 40, "x": [1.0] * 90})
    table = scrim.Table(rows, person="id", columns={"b": scrim.boolean(nullable=True), "x": scrim.number(0, 1)})
    query = table.per_person(rows=1, groups=1).group_by("b", keys="found").agg(n=stats.count_people(), x=stats.sum("x"))
    release = query.plan(**EXACT).release()
    assert release["b"] == [False, True] and release["n"] == [30, 20]
    assert release["x"] == pytest.approx([30, 20], rel=1e-4)


def test_groups_of_one_person_are_not_told():
    rows = pa.table({"id": list(range(300)), "g": ["all"] * 250 + [f"only {n}" for n in range(50)], "x": [1.0] * 300})
    table = scrim.Table(rows, person="id", columns={"g": scrim.text(), "x": scrim.number(0, 2)})
    grouped = table.per_person(rows=1, groups=1).group_by("g", keys="found")
    for query in (grouped.agg(x=stats.mean("x")), grouped.agg(n=stats.count(), x=stats.mean("x"))):
        release = query.plan(epsilon=1, delta=1e-9).release()
        assert release["g"] == ["all"]
        assert "only" not in repr(release) + release.to_csv() + str(release.to_dict())


def test_no_group_may_be_found(visits):
    query = visits.where("cost < 0").per_person(rows=3, groups=1).group_by("ward", "day", keys="found")
    release = query.agg(c=stats.mean("cost"), h=stats.histogram("region")).plan(epsilon=1, delta=1e-9).release()
    assert len(release) == 0 and release.frames["h"].rows == ()
    assert release.frames["h"].to_arrow().schema.names == ["ward", "day", "bin", "h", "h_low", "h_high"]


@pytest.mark.parametrize(("rows", "groups"), [(3, 1), (1, 4), (3, 4), (7, None), (2, 200)])
@pytest.mark.parametrize("epsilon", [0.1, 1, 7 / 5])
def test_both_parts_are_priced_beforehand_whatever_is_found(visits, rows, groups, epsilon):
    limits = {"rows": rows} if groups is None else {"rows": rows, "groups": groups}
    query = visits.per_person(**limits).group_by("ward", "day", keys="found")
    plan = query.agg(cost=stats.mean("cost"), m=stats.median("age"), n=stats.count_people(share=2)).plan(epsilon=epsilon, delta=1e-9)
    assert Fraction(plan.found.cost) + Fraction(float(plan.in_found.loss[0])) <= Fraction(plan.budget.amount)
    assert Fraction(plan.found.delta) + Fraction(float(plan.in_found.loss[1])) <= Fraction(plan.delta)
    assert plan.cost == pytest.approx(epsilon, rel=1e-9)
    assert plan.found.cost == pytest.approx(epsilon / 2)
    for number in (1, 2, 3, 5, 300):
        keys = tuple((f"w{each}", datetime.date(2026, 1, 1)) for each in range(number))
        later = plan.in_found.measure(Keys(("ward", "day"), keys), False)
        assert tuple(map(float, later.map(1))) == plan.in_found.loss


def test_a_second_part_that_costs_more_than_was_planned_is_refused(visits):
    query = visits.per_person(rows=3, groups=1).group_by("ward", keys="found").agg(c=stats.mean("cost"))
    plan, dearer = query.plan(epsilon=100, delta=1e-9), query.plan(epsilon=150, delta=1e-9)
    swapped = dataclasses.replace(plan, in_found=dearer.in_found)
    with pytest.raises(scrim.BudgetError):
        swapped.release()


def test_shares_say_what_finding_keys_has(visits):
    grouped = visits.per_person(rows=3, groups=1)
    terms = {"epsilon": 1, "delta": 1e-9}

    def found(share=None, **statistics):
        return grouped.group_by("ward", keys="found", share=share).agg(**statistics).plan(**terms).found.cost

    assert found(c=stats.mean("cost")) == pytest.approx(1 / 2)
    assert found(3, c=stats.mean("cost")) == pytest.approx(3 / 4)
    assert found(c=stats.mean("cost", share=3)) == pytest.approx(1 / 4)
    assert found(n=stats.count(), c=stats.mean("cost", share=3)) == pytest.approx(1 / 4)
    assert found(2, n=stats.count(), c=stats.mean("cost", share=3)) == pytest.approx(1 / 2)
    assert found(n=stats.count()) == pytest.approx(1)
    plan = grouped.group_by("ward", keys="found", share=1).agg(n=stats.count(), c=stats.mean("cost")).plan(**terms)
    assert [each.cost for each in plan.statistics] == pytest.approx([1 / 3, 1 / 3])
    with pytest.raises(scrim.InvalidArgumentError, match="public keys cost nothing"):
        grouped.group_by("region", share=2)
    with pytest.raises(scrim.InvalidArgumentError, match="above 0"):
        grouped.group_by("ward", keys="found", share=0)


def test_queries_with_other_shares_of_keys_are_others(visits):
    queries = [visits.group_by("ward", keys="found", share=share) for share in (None, 1, 2)]
    assert len(set(queries)) == len({query.digest for query in queries}) == 3
    assert "share=2" in repr(queries[2])


def test_many_groups_of_a_person_are_cheaper_with_gaussian_noise(visits):
    query = visits.per_person(rows=1, groups=100).group_by("day", keys="found").agg(c=stats.sum("cost"))
    plan = query.plan(epsilon=1, delta=1e-6)
    assert plan.statistics[0].mechanism == "discrete Gaussian noise"
    assert Fraction(plan.found.delta) + Fraction(float(plan.in_found.loss[1])) <= Fraction(1e-6)
    assert plan.to_dict()["found"]["by"] == "people"
    few = visits.per_person(rows=1, groups=1).group_by("day", keys="found").agg(c=stats.sum("cost"))
    assert few.plan(epsilon=1, delta=1e-6).statistics[0].mechanism == "discrete Laplace noise"


def test_a_group_that_is_large_enough_is_told():
    """The size that the plan states: with its confidence, and hardly ever far below."""
    table = scrim.Table(pa.table({"id": [0], "g": ["a"], "x": [1.0]}), person="id", columns={"g": scrim.text(), "x": scrim.number(0, 1)})
    plans = [
        table.per_person(rows=1, groups=1).group_by("g", keys="found").agg(**asked).plan(epsilon=1, delta=1e-6)
        for asked in ({"x": stats.mean("x")}, {"n": stats.count(), "x": stats.mean("x")})
    ]
    draw = np.random.default_rng(5)
    for plan in plans:
        size = plan.found.surely
        assert f"one that has {size} is told with 95% confidence" in " ".join(repr(plan).split())
        # 60 groups of that size, and 60 of a third of it.
        names = [f"large {n}" for n in range(60) for _ in range(size)] + [f"small {n}" for n in range(60) for _ in range(size // 3)]
        rows = pa.table({"id": draw.permutation(len(names)), "g": names, "x": [1.0] * len(names)})
        asked = scrim.Table(rows, person="id", columns=table.columns).per_person(rows=1, groups=1).group_by("g", keys="found")
        told = asked.agg(**dict(plan.query.statistics)).plan(epsilon=1, delta=1e-6).release()["g"]
        large = sum(name.startswith("large") for name in told)
        assert large >= 45  # of 60, each with 95%: fewer have a probability below 1e-7
        assert len(told) - large <= 5


def test_persons_in_order_give_the_same(visits, tmp_path):
    query = visits.per_person(rows=2, groups=1).group_by("ward", "member", keys="found")
    plan = query.agg(n=stats.count(), c=stats.sum("cost"), people=stats.count_people()).plan(**EXACT)
    sorted_on_disk, in_memory = plan.release(sort_in=tmp_path), plan.release()
    assert [sorted_on_disk[name] for name in ("ward", "member", "n", "people")] == [in_memory[name] for name in ("ward", "member", "n", "people")]
    assert sorted_on_disk["c"] == pytest.approx(in_memory["c"], abs=0.1)


def test_without_persons(visits):
    table = scrim.Table(visit_rows(), rows_per_person=3, columns=COLUMNS)
    release = table.group_by("ward", "region", keys="found").agg(c=stats.mean("cost")).plan(**EXACT).release()
    assert release["c"] == pytest.approx(FRAME.groupby(["ward", "region"]).cost.mean().tolist(), rel=1e-4)


def test_a_stream_is_read_once(visits):
    def asked(rows):
        table = scrim.Table(rows, person="patient", columns=COLUMNS)
        return table.per_person(rows=3, groups=1).group_by("ward", keys="found")

    reader = visit_rows().to_reader
    with pytest.raises(scrim.InvalidArgumentError, match="second pass.*a stream is read once"):
        asked(reader()).agg(c=stats.mean("cost")).plan(**EXACT)
    assert asked(reader()).agg(n=stats.count()).plan(**EXACT).release()["ward"] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("terms", "word"),
    [({"epsilon": 1}, "needs a delta"), ({"rho": 1}, "needs a delta"), ({"epsilon": 1, "delta": 2}, "between 0 and 1")],
)
def test_budgets_that_do_not_pay_for_keys_are_refused(visits, terms, word):
    query = visits.per_person(rows=3, groups=1).group_by("ward", keys="found").agg(c=stats.mean("cost"))
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        query.plan(**terms)


def test_floats_are_no_keys(visits):
    query = visits.per_person(rows=3, groups=1).group_by("ward", "age", keys="found").agg(n=stats.count())
    with pytest.raises(scrim.InvalidArgumentError, match="holds floats"):
        query.plan(**EXACT)
