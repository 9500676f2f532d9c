"""On a cluster the same states come out as on one machine, to the byte, whatever becomes of tasks."""

from __future__ import annotations

import datetime

import pyarrow as pa
import pytest

import scrim
from scrim import stats
from scrim.tables.source import read_columns
from spark_cluster import frame_of
from table_of_visits import COLUMNS, visit_rows

pytestmark = pytest.mark.spark

DISTRICTS = {"ward": ["a", "b"], "district": ["east", "west"]}


def on_one_machine(plan, folder) -> bytes:
    """The state of all rows, in the order of persons where there are persons. The meaning of all others."""
    from scrim.tables.sorted_rows import sorted_rows

    measurement = plan.measurement if plan.query.table.person is None else plan.make_in_order()
    run = measurement.start()
    with plan.query.table.source.opened() as table:
        stream = read_columns(table, plan.kinds)
        if plan.query.table.person is None:
            run.update(stream)
        else:
            with sorted_rows(stream, plan.query.table.person, str(folder)) as rows:
                run.update(rows)
    return run.save()


def on_spark(plan) -> bytes:
    with plan._rows() as (measured, _):
        return measured.gathered().save()


def both_plans(rows, frame, ask, budget=None, columns=COLUMNS, **person):
    return [ask(scrim.Table(source, columns=columns, **person)).plan(**(budget or {"epsilon": 1})) for source in (rows, frame)]


QUERIES = {
    "count": lambda table: table.agg(n=stats.count()),
    "by declared group": lambda table: table.where("age >= 18").group_by("region").agg(n=stats.count(), c=stats.mean("cost")),
    "by day and truth": lambda table: table.group_by("member").agg(
        h=stats.histogram("age", range(0, 121, 10)), q=stats.quantiles("cost", [0.25, 0.5]), s=stats.sum("visits")
    ),
    "derived, looked up": lambda table: table.derive(decade="age // 10").lookup("ward", DISTRICTS, add=["district"])
    .group_by("district", keys=["east", "west"])
    .agg(v=stats.variance("decade", bounds=(0, 12)), e=stats.mean("extra"), k=stats.top_k("region", 2), d=stats.count_distinct("region")),
    "whole grid": lambda table: table.agg(q=stats.quantile("visits", 0.5, candidates="all")),
}


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("person", ["patient", "number", ["clinic", "patient"], None])
def test_the_state_is_that_of_one_machine(spark, visits_frame, tmp_path, name, person):
    rows = visit_rows()

    def ask(table):
        bounded = table if person is None else table.per_person(rows=2, groups=1) if name not in ("count", "whole grid") else table.per_person(rows=2)
        return QUERIES[name](bounded)

    given = {"rows_per_person": 3} if person is None else {"person": person}
    here, there = both_plans(rows, visits_frame, ask, **given)
    assert here.digest == there.digest
    assert on_spark(there) == on_one_machine(here, tmp_path)


@pytest.mark.parametrize("parts", ["1", "2", "23"])
def test_the_number_of_parts_does_not_show(spark, visits_frame, tmp_path, parts):
    """With 24 parts states are merged in two steps."""
    before = spark.conf.get("spark.sql.shuffle.partitions")
    spark.conf.set("spark.sql.shuffle.partitions", parts)
    try:
        for given in ({"person": "patient"}, {"rows_per_person": 3}):

            def ask(table, given=given):
                return (table.per_person(rows=2, groups=1) if "person" in given else table).group_by("region").agg(c=stats.mean("cost"))

            here, there = both_plans(visit_rows(), visits_frame, ask, **given)
            assert on_spark(there) == on_one_machine(here, tmp_path)
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", before)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("given", [{"person": "number"}, {"rows_per_person": 3}], ids=["person", "rows"])
def test_small_tables_have_all_parts_too(spark, tmp_path, size, given):
    """Spark makes fewer parts then, or an empty one behind the last row: none is missing, and none is too many."""
    rows = visit_rows().slice(0, size)
    frame = frame_of(spark, rows, tmp_path / "rows", files=1)

    def ask(table):
        return (table.per_person(rows=2) if "person" in given else table).agg(n=stats.count(), c=stats.mean("cost"))

    here, there = both_plans(rows, frame, ask, **given)
    assert on_spark(there) == on_one_machine(here, tmp_path)


def test_types_arrive_as_from_files(spark, tmp_path):
    """Nulls, NaN, infinities, decimals, days and times, of a Parquet file that both read."""
    import decimal

    nothing = float("nan")
    size = 60
    table = pa.table(
        {
            "person": pa.array([None if i % 11 == 0 else i // 3 for i in range(size)], pa.int32()),
            "double": pa.array([None if i % 7 == 0 else nothing if i % 5 == 0 else float("inf") if i % 13 == 0 else i / 3 for i in range(size)]),
            "single": pa.array([None if i % 4 == 0 else i / 7 for i in range(size)], pa.float32()),
            "tiny": pa.array([i % 100 - 50 for i in range(size)], pa.int8()),
            "long": pa.array([(-1) ** i * (2**63 - 1 - i) for i in range(size)], pa.int64()),
            "decimal": pa.array([decimal.Decimal(i * 441) / 10 for i in range(size)], pa.decimal128(12, 1)),
            "day": pa.array([None if i % 9 == 0 else datetime.date(2026, 1, 1 + i % 28) for i in range(size)]),
            "zoned": pa.array([datetime.datetime(2026, 1, 1 + i % 28, i % 24, 30) for i in range(size)], pa.timestamp("us", "UTC")),
            "local": pa.array([datetime.datetime(2026, 1, 1 + i % 28, i % 24, 30) for i in range(size)], pa.timestamp("us")),
            "truth": pa.array([None if i % 6 == 0 else i % 2 == 0 for i in range(size)]),
            "text": pa.array([None if i % 10 == 0 else ["ä", "b", "", "3.5"][i % 4] for i in range(size)]),
            "coded": pa.array([["x", "y"][i % 2] for i in range(size)]).dictionary_encode(),
        }
    )
    columns = {
        **{name: scrim.number(-100, 100, nullable=True) for name in ("double", "single", "tiny", "long", "decimal")},
        "day": scrim.date("2026-01-01", "2026-01-31", nullable=True),
        "zoned": scrim.date("2026-01-01", "2026-01-31"),
        "local": scrim.date("2026-01-01", "2026-01-31"),
        "truth": scrim.boolean(nullable=True),
        "text": scrim.category("ä", "b", "", nullable=True),
        "coded": scrim.category("x", "y"),
    }
    frame = frame_of(spark, table, tmp_path / "rows")
    files = str(tmp_path / "rows" / "part-*.parquet")

    def numbers(asked):
        return asked.per_person(rows=2).agg(
            **{name: stats.quantile(name, 0.5, candidates=50) for name in ("double", "single", "tiny", "long", "decimal")},
            t=stats.count_distinct("text"),
        )

    def days(name):
        return lambda asked: asked.per_person(rows=2).derive(d=f"{name}.day()").agg(h=stats.histogram("d", range(0, 33)))

    asked = [numbers, days("day"), days("zoned"), days("local")]
    asked += [lambda asked, name=name: asked.per_person(rows=2, groups=1).group_by(name).agg(n=stats.count()) for name in ("truth", "text", "coded")]
    for ask in asked:
        here, there = both_plans(files, frame, ask, columns=columns, person="person")
        assert on_spark(there) == on_one_machine(here, tmp_path)
    before = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", "Pacific/Auckland")
    try:
        here, there = both_plans(files, spark.read.parquet(str(tmp_path / "rows")), days("zoned"), columns=columns, person="person")
        assert on_spark(there) == on_one_machine(here, tmp_path)
    finally:
        spark.conf.set("spark.sql.session.timeZone", before)


def test_ids_are_ordered_byte_by_byte(spark, tmp_path):
    """Whatever order a collation has, and whatever engines think of case and accents."""
    ids = ["b", "B", "a", "A", "ä", "z", "Z", "\U0001f600", "é", "é", ""]
    rows = pa.table({"who": ids * 3, "x": [float(i) for i in range(len(ids) * 3)]})
    frame = frame_of(spark, rows, tmp_path / "rows")
    columns = {"x": scrim.number(0, 50)}

    def ask(table):
        return table.per_person(rows=1).agg(m=stats.mean("x"))

    for given in (frame, frame.selectExpr("collate(who, 'UTF8_LCASE') as who", "x")):
        here, there = both_plans(rows, given, ask, columns=columns, person="who")
        assert on_spark(there) == on_one_machine(here, tmp_path)
