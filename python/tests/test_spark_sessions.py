"""Queries and sessions over frames of Spark, as over any table."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import scrim
from changing_frames import CHANGING
from scrim import stats
from table_of_visits import COLUMNS, visit_rows

pytestmark = pytest.mark.spark

TESTS = str(Path(__file__).resolve().parent)
MUCH = 10**6


def test_a_release_is_that_of_one_machine(spark, visits_frame):
    """With so little noise that both are exact, rounded."""

    def released(source):
        table = scrim.Table(source, columns=COLUMNS, person="patient")
        query = table.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count(), s=stats.sum("cost"), t=stats.sum("cost", person_total=(0, 3000)))
        release = query.plan(epsilon=MUCH).release()
        return release["region"], release["n"], [round(each) for each in release["s"]], [round(each) for each in release["t"]]

    assert released(visits_frame) == released(visit_rows())


def test_groups_are_found_in_two_passes(spark, visits_frame):
    def released(source, **person):
        table = scrim.Table(source, columns=COLUMNS, **person)
        bounded = table.per_person(rows=3, groups=1) if person else table
        release = bounded.group_by("ward", keys="found").agg(n=stats.count(), m=stats.sum("visits")).plan(epsilon=MUCH, delta=1e-6).release()
        return release["ward"], release["n"], [round(each) for each in release["m"]]

    assert released(visits_frame, person="patient") == released(visit_rows(), person="patient")


def test_keys_alone_are_found_with_rho(spark, visits_frame):
    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    release = table.per_person(groups=1).group_by("ward", keys="found").agg(k=stats.keys()).plan(rho=10, delta=1e-6).release()
    assert release["ward"] == ["a", "b", "c"]


def test_a_session_pays_once(spark, visits_frame, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    session = scrim.Session(table, epsilon=1, delta=1e-6, ledger=tmp_path / "ledger", label="visits")
    plan = session.plan(table.per_person(rows=2, groups=1).group_by("ward", keys="found").agg(n=stats.count(), c=stats.mean("cost")), epsilon="0.5", delta="1e-7")
    release = plan.release()
    spent = session.spent
    assert plan.release().rows == release.rows and session.spent == spent
    assert session.head.startswith("3:")
    with pytest.raises(scrim.MisuseError, match="held by a session"):
        plan.plan.release()
    with pytest.raises(scrim.InvalidArgumentError, match="label"):
        scrim.Session(scrim.Table(visits_frame, columns=COLUMNS, person="patient"), epsilon=1, ledger=tmp_path / "other")


def test_what_cannot_be_sent_to_workers_is_not_paid_for(spark, visits_frame, monkeypatch):
    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.per_person(rows=2).agg(n=stats.count()), epsilon="0.5")
    monkeypatch.setattr("scrim.tables.query.Query.to_json", lambda query: {"made": id(query)})
    with pytest.raises(scrim.MisuseError, match="has no text that means the same on a worker"):
        plan.release()
    assert session.spent == 0


def test_progress_is_that_of_stages(spark, visits_frame):
    told = []
    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    table.per_person(rows=2).agg(n=stats.count()).plan(epsilon=1).release(progress=told.append)
    assert told and told[-1].of >= told[-1] > 0 and "tasks" in str(told[-1])


def test_progress_that_raises_does_not_cost_the_release(spark, visits_frame):
    def progress(tasks):
        raise ZeroDivisionError

    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    with pytest.warns(RuntimeWarning, match="progress raised ZeroDivisionError"):
        release = table.per_person(rows=2).agg(n=stats.count()).plan(epsilon=1).release(progress=progress)
    assert len(release) == 1


def test_a_table_shows_itself(visits_frame):
    assert repr(scrim.Table(visits_frame, columns={}, person="patient")) == "table of a DataFrame, person='patient'"


CONNECT = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import scrim
from scrim import stats
from spark_cluster import SETTINGS, frame_of, prepare, settings_in
from table_of_visits import COLUMNS, visit_rows
from test_spark_states import on_one_machine, on_spark, both_plans

folder = Path({folder!r})
prepare(folder)
from pyspark.sql import SparkSession
builder = SparkSession.builder.remote("local-cluster[2,1,900]")
for name, value in settings_in(folder, SETTINGS).items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
assert type(spark).__module__.startswith("pyspark.sql.connect"), type(spark)
frame = frame_of(spark, visit_rows(), folder / "rows")

def ask(table):
    bounded = table.per_person(rows=2, groups=1) if table.person else table
    return bounded.group_by("region").agg(n=stats.count(), c=stats.mean("cost"))

for given in ({{"person": "patient"}}, {{"rows_per_person": 3}}):
    here, there = both_plans(visit_rows(), frame, ask, **given)
    assert on_spark(there) == on_one_machine(here, folder)
print("same bytes")

table = scrim.Table(frame, columns=COLUMNS, person="patient")
session = scrim.Session(table, epsilon=1, delta=1e-6)
plan = session.plan(table.per_person(rows=1, groups=1).group_by("ward", keys="found").agg(n=stats.count(), m=stats.mean("cost")), epsilon="0.5", delta="1e-7")
told = []
release = plan.release(progress=told.append)
assert plan.release().rows == release.rows
assert told and told[-1].of >= told[-1] > 0, told
print("session", session.spent[0])

import changing_frames
print("refused", changing_frames.check_changing_frames(frame))
changing_frames.check_failing_cast(spark)
changing_frames.check_failing_folders(spark, str(folder / "divided"))

from pyspark.sql import functions
chance = functions.udf(lambda: 1, "int").asNondeterministic()
twice = functions.udf(lambda number: 2 * number, "double")
named = spark.udf.register("twice", twice)
spark.udf.register("chance", chance)
by_name = frame.selectExpr("patient", "chance() as number")
by_name.createOrReplaceTempView("view")
for each in (by_name, spark.table("view"), by_name.withColumn("other", twice("number")), frame.withColumn("other", twice(functions.expr("chance()")))):
    assert "registered or is in a view" in changing_frames.refusal(each), each
    assert "registered or is in a view" in changing_frames.refusal(each.where("number > 0" if "number" in each.columns else "other > 0"))
kept = frame.withColumn("twice", twice(twice("cost"))).withColumn("again", named("twice")).where("again > 1")
assert changing_frames.refusal(kept) == ""
assert changing_frames.refusal(kept.mapInArrow(lambda batches: batches, kept.schema)) == ""
print("told apart")
spark.stop()
"""


def test_spark_connect_does_the_same(tmp_path):
    code = textwrap.dedent(CONNECT).format(tests=TESTS, folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines == ["same bytes", "session 1/2", f"refused {len(CHANGING)}", "told apart"]
