"""Releases of queries: with hardly any noise they are what pandas says, from every source and by every group."""

from __future__ import annotations

import datetime
import json

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scrim
from scrim import stats

from table_of_visits import PATIENTS, REGIONS, ROWS_EACH, visit_rows, visit_table

# So large that noise is 0 but for a chance that nobody will see.
EXACT = 1e9
FRAME = visit_rows().to_pandas()


@pytest.fixture(scope="module")
def visits():
    return visit_table()


def released(query, **terms):
    return query.plan(**(terms or {"epsilon": EXACT})).release()


def one(query, **terms):
    return released(query, **terms)["x"]


def test_sums_of_floats_are_floats_whatever_a_step_is_worth():
    table = scrim.Table(pa.table({"who": [1, 2], "x": [0.5, 2.0]}), columns={"x": scrim.number(0, 5e9)}, person="who")
    asked = (stats.sum("x"), stats.sum("x", person_total=(0, 5e9)))
    for statistic in asked:
        plan = table.per_person(rows=1).agg(x=statistic).plan(epsilon=1)
        assert {kind for _, kind in plan.statistics[0].columns()} == {"float"}
        assert {type(cell) for cell in plan.release().rows[0]} == {float}


def test_rows_and_people_are_counted(visits):
    assert one(visits.per_person(rows=3).agg(x=stats.count())) == [PATIENTS * ROWS_EACH]
    assert one(visits.per_person(rows=2).agg(x=stats.count())) == [PATIENTS * 2]
    assert one(visits.agg(x=stats.count_people())) == [PATIENTS]
    assert one(visits.where("age >= 50").agg(x=stats.count_people())) == [FRAME[FRAME.age >= 50].patient.nunique()]


@pytest.mark.parametrize("person", ["patient", "number", ["clinic", "number"], ["patient", "clinic"]], ids=str)
def test_persons_are_told_apart_by_texts_integers_and_several_columns(person):
    table = visit_table(person=person)
    assert one(table.agg(x=stats.count_people())) == [PATIENTS]
    assert one(table.per_person(rows=2).agg(x=stats.count())) == [2 * PATIENTS]


def test_rows_without_a_person_are_left_out():
    rows = pa.table({"id": [1, None, 2, None], "x": [1.0, 2.0, 3.0, 4.0]})
    table = scrim.Table(rows, person="id", columns={"x": scrim.number(0, 10)})
    assert one(table.per_person(rows=5).agg(x=stats.count())) == [2]


def test_numbers_are_those_of_pandas(visits):
    query = visits.per_person(rows=3)
    assert one(query.agg(x=stats.sum("cost"))) == pytest.approx([FRAME.cost.sum()], rel=1e-5)
    assert one(query.agg(x=stats.sum("visits"))) == [FRAME.visits.sum()]
    assert one(query.agg(x=stats.mean("cost"))) == pytest.approx([FRAME.cost.mean()], rel=1e-5)
    assert one(query.agg(x=stats.mean("visits"))) == pytest.approx([FRAME.visits.mean()], rel=1e-5)
    assert one(query.agg(x=stats.mean("extra"))) == pytest.approx([FRAME.extra.mean()], rel=1e-5)
    assert one(query.agg(x=stats.variance("cost"))) == pytest.approx([FRAME.cost.var(ddof=0)], rel=1e-5)
    assert one(query.agg(x=stats.std("cost"))) == pytest.approx([FRAME.cost.std(ddof=0)], rel=1e-5)
    assert one(query.agg(x=stats.median("visits"))) == [int(FRAME.visits.median())]
    assert one(query.agg(x=stats.count_distinct("region"))) == [4]


def test_values_beyond_bounds_count_as_the_nearer_one(visits):
    query = visits.per_person(rows=3)
    assert one(query.agg(x=stats.sum("cost", bounds=(0, 100)))) == pytest.approx([FRAME.cost.clip(0, 100).sum()], rel=1e-5)
    total = FRAME.groupby("patient").cost.sum().clip(0, 900).sum()
    assert one(visits.agg(x=stats.sum("cost", person_total=(0, 900)))) == pytest.approx([total], rel=1e-5)
    total = FRAME.groupby("patient").visits.sum().clip(5, 30).sum()
    assert one(visits.agg(x=stats.sum("visits", person_total=(5, 30)))) == [total]


def test_groups_come_in_the_order_of_their_keys(visits):
    query = visits.per_person(rows=3, groups=1).group_by("region")
    found = released(query.agg(n=stats.count(), cost=stats.mean("cost"), m=stats.median("visits")))
    expected = FRAME.groupby("region").agg(n=("cost", "size"), cost=("cost", "mean"), m=("visits", "median")).loc[REGIONS]
    assert found["region"] == REGIONS
    assert found["n"] == expected.n.tolist()
    assert found["cost"] == pytest.approx(expected.cost.tolist(), rel=1e-5)
    assert np.abs(np.array(found["m"]) - expected.m).max() <= 0.5


def test_several_columns_are_grouped_by_each_combination(visits):
    found = released(visits.per_person(rows=3, groups=3).group_by("region", "member").agg(n=stats.count()))
    expected = FRAME.groupby(["region", "member"]).size()
    assert list(zip(found["region"], found["member"], strict=True)) == [(r, m) for r in REGIONS for m in (False, True)]
    assert found["n"] == [expected[key] for key in zip(found["region"], found["member"], strict=True)]


def test_keys_are_public_lists_and_tables_and_other_rows_are_left_out(visits):
    by = visits.per_person(rows=3, groups=1)
    found = released(by.group_by("ward", keys=["c", "nowhere"]).agg(n=stats.count()))
    assert found.columns["n"] == [(FRAME.ward == "c").sum(), 0]
    table = pd.DataFrame({"region": ["W", "N"], "ward": ["a", "b"]})
    found = released(by.group_by("region", "ward", keys=table).agg(n=stats.count()))
    expected = FRAME.groupby(["region", "ward"]).size()
    assert found["n"] == [expected["W", "a"], expected["N", "b"]]


def test_dates_truths_and_integers_make_groups(visits):
    by = visits.per_person(rows=3, groups=3)
    days = [datetime.date(2026, 1, 1), datetime.date(2026, 6, 1)]
    found = released(by.group_by("day", keys=days).agg(n=stats.count()))
    assert found["n"] == [(FRAME.day == day).sum() for day in days]
    assert found["day"] == days
    found = released(by.group_by("visits").agg(n=stats.count()))
    assert found["n"] == [(FRAME.visits == number).sum() for number in range(21)]
    months = released(by.derive(month="month(day)").group_by("month", keys=range(1, 13)).agg(total=stats.sum("cost")))
    expected = FRAME.groupby(pd.to_datetime(FRAME.day).dt.month).cost.sum()
    assert months["total"] == pytest.approx(expected.tolist(), rel=1e-5)


@pytest.mark.parametrize("by", ["member", "other"])
@pytest.mark.parametrize("who", [{"person": "id"}, {"rows_per_person": 1}], ids=str)
def test_rows_without_a_truth_are_in_no_group(by, who):
    rows = pa.table({"id": range(9), "member": [True] * 2 + [False] * 3 + [None] * 4})
    table = scrim.Table(rows, columns={"member": scrim.boolean(nullable=True)}, **who)
    query = table.derive(other="member")
    query = query.per_person(rows=1, groups=1) if "person" in who else query
    release = released(query.group_by(by, keys=[False, True]).agg(x=stats.count()))
    assert release[by] == [False, True]
    assert release["x"] == [3, 2]


def test_parts_of_dates_are_known_without_a_list(visits):
    by = visits.per_person(rows=3, groups=3)
    days = pd.to_datetime(FRAME.day).dt
    for part, values, exact in (
        ("month(day)", range(1, 13), days.month),
        ("day.day()", range(1, 32), days.day),
        ("weekday(day)", range(7), days.day_of_week),
        (lambda row: row.day.year(), [2026], days.year),
    ):
        release = released(by.derive(part=part).group_by("part").agg(n=stats.count()))
        assert release["part"] == list(values)
        assert release["n"] == [(exact == value).sum() for value in values]
    months = visits.per_person(rows=3).derive(month="month(day)")
    assert one(months.agg(x=stats.mean("month"))) == pytest.approx([days.month.mean()], rel=1e-4)
    with pytest.raises(scrim.InvalidArgumentError, match="nothing is declared"):
        by.derive(twice="month(day) * 2").group_by("twice").agg(n=stats.count())


@pytest.mark.parametrize("holds", [dict, pd.DataFrame, pa.table, pl.DataFrame])
def test_truths_that_are_looked_up_are_truths(visits, holds):
    wards = holds({"ward": ["a", "b"], "urban": [True, False]})
    query = visits.per_person(rows=3, groups=1).lookup("ward", wards, add="urban")
    there = {ward: int((FRAME.ward == ward).sum()) for ward in "abc"}
    release = released(query.group_by("urban").agg(n=stats.count()))
    assert release.schema[0] == ("urban", "bool")
    assert (release["urban"], release["n"]) == ([False, True], [there["b"], there["a"]])
    found = released(query.group_by("urban", keys="found").agg(n=stats.count(), m=stats.sum("cost")), epsilon=1e6, delta=1e-9)
    assert (found["urban"], found["n"]) == ([False, True], [there["b"], there["a"]])
    assert found["m"] == pytest.approx([FRAME[FRAME.ward == ward].cost.sum() for ward in "ba"], rel=1e-4)
    plain = visits.per_person(rows=3).lookup("ward", wards, add="urban").agg(x=stats.count())
    assert one(plain.where("urban")) == [there["a"]]
    assert one(plain.where("is_missing(urban)")) == [there["c"]]


def test_keys_are_columns_of_pandas_and_polars(visits):
    by = visits.per_person(rows=3, groups=1)
    for keys in (pd.Series(["a", "b"]), pl.Series(["a", "b"]), np.array(["a", "b"])):
        assert by.group_by("ward", keys=keys).agg(n=stats.count()) == by.group_by("ward", keys=["a", "b"]).agg(n=stats.count())


def test_people_and_rows_and_totals_are_released_together(visits):
    query = visits.per_person(rows=3, groups=1).group_by("region")
    found = released(
        query.agg(n=stats.count(), people=stats.count_people(), total=stats.sum("visits", person_total=(0, 10)))
    )
    people = FRAME.groupby("region").patient.nunique().loc[REGIONS]
    totals = FRAME.groupby(["region", "patient"]).visits.sum().clip(0, 10).groupby("region").sum().loc[REGIONS]
    assert found["people"] == people.tolist()
    assert found["n"] == (people * ROWS_EACH).tolist()
    assert found["total"] == totals.tolist()


def test_conditions_derived_columns_and_lookups_are_computed_before_rows_are_bounded(visits):
    wards = {"ward": ["a", "b"], "floor": [1, 2], "name": ["ground", "first"]}
    query = visits.lookup("ward", wards, add=["floor", "name"]).derive(half="cost / 2", is_old="age >= 60")
    found = released(query.where("is_old").per_person(rows=3, groups=1).group_by("name").agg(m=stats.mean("half", bounds=(0, 500))))
    old = FRAME[FRAME.age >= 60]
    assert found["name"] == ["ground", "first"]
    expected = [old[old.ward == ward].cost.mean() / 2 for ward in "ab"]
    assert found["m"] == pytest.approx(expected, rel=1e-5)
    # Of each person one row is kept among those for which the condition holds.
    kept = FRAME[FRAME.cost >= 500].patient.nunique()
    assert one(visits.where("cost >= 500").per_person(rows=1).agg(x=stats.count())) == [kept]


def test_functions_of_a_row_are_called_once(visits):
    calls = []

    def traced(name, expression):
        def function(row):
            calls.append(name)
            return expression(row)

        return function

    query = visits.where(traced("where", lambda row: row.age >= 18)).derive(half=traced("derive", lambda row: row.cost / 2))
    assert calls == ["where", "derive"]
    plan = query.per_person(rows=3).agg(n=stats.count(), m=stats.mean("half", bounds=(0, 500))).plan(epsilon=1)
    plan.release()
    plan.release()
    assert plan.digest and repr(plan) and query == query.where("age >= 18")  # which says the same
    assert calls == ["where", "derive"]


def test_a_missing_cell_leaves_out_its_row_unless_the_column_is_nullable():
    rows = pa.table({"id": [1, 2, 3, 4], "a": [1.0, None, float("nan"), 4.0], "b": ["x", None, "y", "z"]})
    strict = scrim.Table(rows, person="id", columns={"a": scrim.number(0, 10), "b": scrim.text()})
    loose = scrim.Table(rows, person="id", columns={"a": scrim.number(0, 10, nullable=True), "b": scrim.text(nullable=True)})
    counted = {"n": stats.count(), "m": stats.mean("a")}
    assert released(strict.per_person(rows=1).agg(**counted))["n"] == [2]
    assert released(loose.per_person(rows=1).agg(**counted))["n"] == [4]
    assert released(loose.per_person(rows=1).agg(**counted))["m"] == pytest.approx([2.5], rel=1e-5)
    # A column that is not used leaves out nothing.
    assert one(strict.per_person(rows=1).agg(x=stats.count())) == [4]
    assert one(loose.where("is_missing(a)").per_person(rows=1).agg(x=stats.count())) == [2]


def test_histograms_have_a_row_for_each_bin(visits):
    edges = [0, 20, 50, 120]
    found = released(visits.per_person(rows=3).agg(h=stats.histogram("age", edges)))
    assert [name for name, _ in found.schema] == ["bin", "h", "h_low", "h_high"]
    assert found["h"] == np.histogram(FRAME.age, edges)[0].tolist()
    assert found["bin"] == ["[0, 20)", "[20, 50)", "[50, 120]"]
    by = released(visits.per_person(rows=3, groups=3).group_by("member").agg(h=stats.histogram("region")))
    expected = FRAME.groupby(["member", "region"]).size()
    assert by["h"] == [expected[key] for key in zip(by["member"], by["bin"], strict=True)]


def test_the_most_frequent_have_a_row_for_each_rank(visits):
    found = released(visits.per_person(rows=3).agg(t=stats.top_k("region", 3, counts=True)))
    expected = FRAME.region.value_counts()
    assert [name for name, _ in found.schema] == ["rank", "t", "t_count", "t_count_low", "t_count_high"]
    assert found["t_count"] == expected.tolist()[:3]
    assert [expected[region] for region in found["t"]] == expected.tolist()[:3]
    assert found["rank"] == [1, 2, 3]


def test_quantiles_have_a_column_each(visits):
    found = released(visits.per_person(rows=3).agg(q=stats.quantiles("age", [0.25, 0.5, 0.75])))
    assert [name for name, _ in found.schema] == ["q_p25", "q_p50", "q_p75"]
    expected = FRAME.age.quantile([0.25, 0.5, 0.75])
    assert np.abs(np.array([found[name][0] for name, _ in found.schema]) - expected).max() <= 1


def test_found_groups_are_those_that_enough_people_are_in(visits):
    query = visits.per_person(groups=1).group_by("ward", keys="found").agg(n=stats.count_people())
    found = released(query, epsilon=100, delta=1e-9)
    expected = FRAME.groupby("ward").patient.nunique()
    assert found["ward"] == ["a", "b", "c"]
    assert found["n"] == expected.tolist()
    rare = released(visits.where("age == 99").per_person(groups=1).group_by("ward", keys="found").agg(n="count_people()"), epsilon=0.1, delta=1e-12)
    assert len(rare) == 0
    assert rare.to_arrow().schema.names == ["ward", "n", "n_low", "n_high"]


def test_without_ids_all_rows_are_used():
    table = visit_table(rows_per_person=3)
    assert one(table.agg(x=stats.count())) == [PATIENTS * ROWS_EACH]
    found = released(table.group_by("region").agg(n=stats.count(), cost=stats.mean("cost")))
    assert found["n"] == FRAME.groupby("region").size().loc[REGIONS].tolist()


def sources(folder):
    rows = visit_rows()
    pq.write_table(rows, folder / "visits.parquet")
    FRAME.to_csv(folder / "visits.csv", index=False)
    FRAME.to_json(folder / "visits.jsonl", orient="records", lines=True, date_format="iso")
    with duckdb.connect(str(folder / "visits.duckdb")) as connection:
        connection.register("rows", rows)
        connection.execute("create table visits as select * from rows")
    yield from (folder / f"visits.{ending}" for ending in ("parquet", "csv", "duckdb"))
    yield str(folder / "visits.jsonl")
    yield from (rows, rows.to_batches(), rows.to_reader(), FRAME, pl.from_arrow(rows), duckdb.from_arrow(rows))


def test_every_source_gives_the_same_release(tmp_path):
    first = None
    for source in sources(tmp_path):
        table = visit_table(source, person="patient")
        query = table.where("age >= 18").per_person(rows=2, groups=1).group_by("region")
        # One plan keeps the same rows, wherever they come from and in whichever order.
        found = released(query.agg(n=stats.count(), cost=stats.mean("cost"), total=stats.sum("visits")))
        expected = FRAME[FRAME.age >= 18].groupby("region").patient.nunique().loc[REGIONS] * 2
        assert found["n"] == expected.tolist(), type(source)
        first = first or found
        assert found["total"] == first["total"], type(source)
        assert found["cost"] == pytest.approx(first["cost"], abs=0.0005), type(source)


def test_rows_alone_bound_what_a_person_has_in_all_groups():
    query = visit_table(person="patient").per_person(rows=2).group_by("region")
    found = released(query.agg(n=stats.count(), p=stats.count_people()))
    of_each = FRAME.dropna(subset=["patient", "region"]).groupby("patient").size()
    assert sum(found["n"]) == of_each.clip(upper=2).sum()
    assert sum(found["p"]) <= 2 * len(of_each)
    # Two rows in all, in one group or in two: as if a person had two rows and nobody told them apart.
    alone = query.agg(n=stats.count()).plan(epsilon=1)
    unbounded = visit_table(rows_per_person=2).group_by("region").agg(n=stats.count()).plan(epsilon=1)
    assert alone.statistics[0].made[0].scale == unbounded.statistics[0].made[0].scale


@pytest.mark.parametrize("person", ["patient", "number", ["clinic", "number"]], ids=str)
def test_rows_that_are_sorted_on_disk_give_the_same_release(tmp_path, person):
    table = visit_table(person=person)
    query = table.where("age >= 18").per_person(rows=2, groups=1).group_by("region")
    plan = query.agg(n=stats.count(), p=stats.count_people(), t=stats.sum("visits"), s=stats.sum("cost", person_total=(0, 900))).plan(epsilon=EXACT)
    once, again = plan.release(), plan.release(sort_in=tmp_path)
    assert (once["n"], once["p"], once["t"]) == (again["n"], again["p"], again["t"])
    assert once["s"] == pytest.approx(again["s"], rel=1e-6)
    assert list(tmp_path.iterdir()) == []
    found = table.per_person(rows=2, groups=1).group_by("ward", keys="found").agg(n=stats.count()).plan(epsilon=1e4, delta=1e-9)
    assert found.release(sort_in=tmp_path)["n"] == found.release()["n"]


def test_rows_are_sorted_only_where_there_are_persons(tmp_path):
    plan = visit_table(rows_per_person=3).agg(x=stats.count()).plan(epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="by person"):
        plan.release(sort_in=tmp_path)
    plan = visit_table().per_person(rows=3).agg(x=stats.count()).plan(epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="no folder"):
        plan.release(sort_in=tmp_path / "absent")


def test_a_stream_is_released_once():
    query = visit_table(visit_rows().to_reader(), person="patient").agg(x=stats.count_people())
    plan = query.plan(epsilon=EXACT)
    assert plan.release()["x"] == [PATIENTS]
    with pytest.raises(scrim.InputError, match="can be read once"):
        plan.release()


def test_threads_read_the_same(visits):
    plan = visits.per_person(rows=2, groups=1).group_by("region").agg(n=stats.count(), m=stats.mean("cost")).plan(epsilon=EXACT)
    assert plan.release(threads=2)["n"] == plan.release()["n"]


def test_a_plan_releases_anew_with_each_call(visits):
    plan = visits.per_person(rows=3).agg(x=stats.sum("cost")).plan(epsilon=0.01)
    assert len({plan.release()["x"][0] for _ in range(5)}) > 1


def test_intervals_hold_what_they_say(visits):
    plan = visits.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count(), m=stats.mean("cost")).plan(epsilon=0.5)
    counts, means = FRAME.groupby("region").size().loc[REGIONS], FRAME.groupby("region").cost.mean().loc[REGIONS]
    missed = {"n": 0, "m": 0}
    for _ in range(60):
        found = plan.release()
        for name, exact in (("n", counts), ("m", means)):
            ends = zip(found[f"{name}_low"], found[f"{name}_high"], exact, strict=True)
            missed[name] += sum(not low <= value <= high for low, high, value in ends)
    # 240 of each, of which 12 are expected at most; 30 has a chance below one in a million.
    assert max(missed.values()) < 30


def test_counts_stay_below_zero_as_noise_made_them():
    rows = pa.table({"id": [1], "region": ["N"]})
    table = scrim.Table(rows, person="id", columns={"region": scrim.category("N", *map(str, range(300)))})
    found = released(table.per_person(rows=1, groups=1).group_by("region").agg(n=stats.count()), epsilon=0.1)
    assert min(found["n"]) < 0 <= min(found["n_low"])


def test_a_release_is_a_frame(visits):
    found = released(visits.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count(), cost=stats.mean("cost")))
    names = ["region", "n", "n_low", "n_high", "cost", "cost_low", "cost_high"]
    assert pa.table(found).schema.names == names
    assert found.to_arrow().equals(pa.table(found))
    assert list(found.to_pandas().columns) == names
    assert found.to_polars()["n"].to_list() == found["n"]
    assert json.loads(json.dumps(found.to_dict()))["columns"]["n"] == found["n"]
    assert found.to_csv().splitlines()[0] == ",".join(names)
    assert len(found) == 4
    assert duckdb.from_arrow(found.to_arrow()).count("n").fetchall() == [(4,)]
    printed = repr(found)
    assert "spent epsilon" in printed and "region" in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert "<table>" in found._repr_html_()
    with pytest.raises(scrim.InvalidArgumentError, match="there are region, n"):
        found["x"]


def test_releases_are_drawn(visits, tmp_path):
    found = released(visits.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count(), cost=stats.mean("cost")))
    found.save_plot(tmp_path / "n.svg")
    found.plot("cost").save_plot(tmp_path / "cost.svg")
    assert "Private cost: mean(cost)" in (tmp_path / "cost.svg").read_text()
    assert "<svg" in found.plot("n")._repr_html_()
    with pytest.raises(scrim.InvalidArgumentError, match="one of n, cost"):
        found.plot("x")
    top = released(visits.per_person(rows=3).agg(t=stats.top_k("region", 2)))
    top.save_plot(tmp_path / "top.svg")
    released(visits.per_person(rows=3).agg(h=stats.histogram("region"))).save_plot(tmp_path / "h.svg")
    visits.per_person(rows=3).agg(n="count()").plan(epsilon=1).save_plot(tmp_path / "plan.svg")


def test_an_empty_table_is_released_like_any_other():
    rows = visit_rows().slice(0, 0)
    query = visit_table(rows, person="patient").per_person(rows=1, groups=1).group_by("region")
    found = released(query.agg(n=stats.count(), m=stats.mean("cost"), q=stats.median("age")))
    assert found["n"] == [0, 0, 0, 0]


def test_columns_may_have_the_names_that_others_would_have_inside():
    cells = {"#group": [1, 2, 2], "group": [True, True, False], "#key group": [1.0, 2.0, 4.0]}
    cells |= {"##steps": [0, 0, 1], "#key": [5, 5, 6]}
    rows = pa.table({"#row": range(60), **{name: column * 20 for name, column in cells.items()}})
    columns = {
        "#group": scrim.integer(1, 2),
        "group": scrim.boolean(),
        "#key group": scrim.number(0, 8),
        "##steps": scrim.integer(0, 1),
        "#key": scrim.integer(5, 6),
    }
    table = scrim.Table(rows, columns=columns, person="#row")
    assert one(table.agg(x=stats.count_people())) == [60]
    query = table.per_person(rows=1, groups=1).agg(x=stats.count(), total=stats.sum("#key group", person_total=(0, 8)))
    release = released(query.group_by("group", "#group", "##steps"))
    groups = zip(release["group"], release["#group"], release["##steps"], strict=True)
    there = {(True, 1, 0): (20, 20), (True, 2, 0): (20, 40), (False, 2, 1): (20, 80)}
    for group, number, total in zip(groups, release["x"], release["total"], strict=True):
        assert (number, total) == pytest.approx(there.get(group, (0, 0)), abs=1e-3)
    found = query.group_by("group", "#key", "#group", keys="found")
    assert len(released(found, epsilon=1e6, delta=1e-9)) == 3


def test_names_of_statistics_and_columns_are_printed_as_text():
    """In every text that a terminal is sent: a study, which gives the names, may be another's."""
    name = "n\x1b[2J\r\nq \u202e"
    table = scrim.Table(pa.table({name: [1.0]}), rows_per_person=1, columns={name: scrim.number(0, 1)})
    query = table.derive(**{f"d{name}": f"row[{name!r}] + 1"}).agg(**{name: stats.sum(name), f"m{name}": stats.sum(f"d{name}", bounds=(0, 2))})
    plan = query.plan(epsilon=1)
    session = scrim.Session(table, epsilon=1).plan(query, epsilon=1)
    release = session.release()
    for shown in (repr(query), repr(plan), plan.explain(), repr(session), session.explain(), repr(release), release.explain()):
        assert "\\x1b[2J" in shown
        assert all(character.isprintable() for character in shown.replace("\n", ""))
        assert not any(line.startswith("q ") for line in shown.split("\n"))


def test_hostile_names_are_shown_as_text():
    rows = pa.table({"id": [1], "<b>\x1b[31m": ["a"]})
    table = scrim.Table(rows, person="id", columns={"<b>\x1b[31m": scrim.category("a", "<script>\x1b")})
    found = released(table.per_person(rows=1, groups=1).group_by("<b>\x1b[31m").agg(n="count()"))
    for shown in (repr(found), found._repr_html_(), found.plot()._repr_html_()):
        assert "\x1b" not in shown
    assert "<script>" not in found._repr_html_()


def test_every_point_between_bounds_can_be_a_quantile(visits, tmp_path):
    query = visits.per_person(rows=3, groups=1).group_by("region")
    plan = query.agg(x=stats.quantile("cost", 0.9, candidates="all"), v="median(visits, candidates=all)", n=stats.count()).plan(epsilon=EXACT)
    release = plan.release()
    by_region = FRAME.groupby("region")
    assert release["x"] == pytest.approx(by_region.cost.quantile(0.9, interpolation="nearest").loc[REGIONS].tolist(), abs=20)
    assert release["v"] == pytest.approx(by_region.visits.median().loc[REGIONS].tolist(), abs=1)
    assert all(isinstance(value, int) for value in release["v"])
    assert release["n"] == by_region.size().loc[REGIONS].tolist()
    assert [name for name, _ in release.schema] == ["region", "x", "v", "n", "n_low", "n_high"]  # no interval: see scrim.stats
    in_order = plan.release(sort_in=tmp_path)
    assert in_order["v"] == release["v"]
    assert plan.statistics[0].mechanism == "the exponential mechanism"


def test_of_all_points_one_quantile_is_chosen():
    with pytest.raises(scrim.InvalidArgumentError, match="ask for each by itself"):
        stats.quantiles("cost", [0.1, 0.9], candidates="all")
    with pytest.raises(scrim.InvalidArgumentError, match="the minimum is asked for"):
        stats.quantile("cost", 0, candidates="all")
    with pytest.raises(scrim.InvalidArgumentError, match="how many, such as 1000, a list of numbers, or 'all'"):
        stats.median("cost", candidates="most")


@pytest.mark.parametrize("make", [lambda rows: rows, pa.Table.to_pandas, pl.from_arrow], ids=["arrow", "pandas", "polars"])
def test_unsigned_integers_are_ids_and_numbers(make):
    """Ids stay exact beyond the range of int64, and numbers are moved between their bounds, each by itself."""
    most = 2**64 - 1
    rows = pa.table({"id": pa.array([1, most, most, most - 1], pa.uint64()), "x": pa.array([1, 5, most, 2**63], pa.uint64())})
    table = scrim.Table(make(rows), person="id", columns={"x": scrim.integer(0, 10)})
    release = released(table.per_person(rows=2).agg(x=stats.sum("x"), n=stats.count(), people=stats.count_people()))
    assert (release["x"], release["n"], release["people"]) == ([26], [4], [3])
