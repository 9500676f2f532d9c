"""What Spark promises is checked, and what cannot be used is refused with words that say what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pyarrow as pa
import pytest

import scrim
from changing_frames import CHANGING, check_failing_cast, check_failing_folders, refusal
from scrim import stats
from scrim.spark import layout, measured
from spark_cluster import frame_of, package_path
from table_of_visits import COLUMNS

pytestmark = pytest.mark.spark

TESTS = str(Path(__file__).resolve().parent)


def plan_of(frame, **given):
    table = scrim.Table(frame, columns=COLUMNS, **(given or {"person": "patient"}))
    bounded = table.per_person(rows=2, groups=1) if table.person else table
    return bounded.group_by("region").agg(n=stats.count(), c=stats.mean("cost")).plan(epsilon=1)


# --- what Spark promises ---


def test_a_person_in_two_parts_is_refused(spark, visits_frame, monkeypatch):
    """A repartition by hand: rows are sorted within each part, and persons are in several."""
    monkeypatch.setattr(layout, "in_order", lambda rows, ids, parts: rows.repartition(parts).sortWithinPartitions(rows[ids[0]].asc_nulls_last()))
    with pytest.raises(scrim.MisuseError, match="a person was split"):
        plan_of(visits_frame).release()


def test_a_person_in_two_parts_is_refused_in_two_steps(spark, visits_frame, monkeypatch):
    monkeypatch.setattr(layout, "in_order", lambda rows, ids, parts: rows.repartition(parts).sortWithinPartitions(rows[ids[0]].asc_nulls_last()))
    monkeypatch.setattr(measured, "_MERGED_AT_ONCE", 1)
    with pytest.raises(scrim.MisuseError, match="a person was split"):
        plan_of(visits_frame).release()


def test_persons_out_of_order_are_refused(spark, visits_frame, monkeypatch):
    monkeypatch.setattr(layout, "in_order", lambda rows, ids, parts: rows.repartitionByRange(parts, rows[ids[0]].asc_nulls_last()))
    with pytest.raises(scrim.MisuseError, match="rows did not come in the order of persons within part"):
        plan_of(visits_frame).release()


class Changed:
    """A frame of states of which rows are left out or doubled on their way to the driver."""

    def __init__(self, states, change):
        self.states, self.change = states, change

    def toArrow(self):
        return self.change(self.states.toArrow().sort_by("part"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows.slice(1), "parts"),
        (lambda rows: pa.concat_tables([rows.slice(0, 1), rows.slice(2)]), "parts"),
        (lambda rows: rows.slice(0, rows.num_rows - 1), "the last part is missing"),
        (lambda rows: rows.slice(0, 0), "the last part is missing"),
        (lambda rows: pa.concat_tables([rows, rows.slice(1, 1)]), "part 1 came twice"),
        (lambda rows: pa.concat_tables([rows, rows.slice(1, 1).set_column(0, "part", pa.array([99], pa.int32()))]), "part"),
    ],
    ids=["first dropped", "one dropped", "last dropped", "all dropped", "doubled", "doubled under another number"],
)
@pytest.mark.parametrize("given", [{"person": "patient"}, {"rows_per_person": 3}], ids=["person", "rows"])
def test_every_part_comes_once(spark, visits_frame, monkeypatch, change, words, given):
    made = measured.MeasuredOnSpark._states
    monkeypatch.setattr(measured.MeasuredOnSpark, "_states", lambda self, rows, parts: Changed(made(self, rows, parts), change))
    with pytest.raises(scrim.MisuseError, match=words):
        plan_of(visits_frame, **given).release()


@pytest.mark.parametrize(
    "change", [lambda rows: rows.slice(1), lambda rows: pa.concat_tables([rows, rows.slice(1, 1)])], ids=["dropped", "doubled"]
)
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("given", [{"person": "patient"}, {"rows_per_person": 3}], ids=["person", "rows"])
def test_every_merged_state_comes_once(spark, visits_frame, monkeypatch, change, place, given):
    """Of two steps: two merged states, of which either is left out or comes once more."""
    made, merged = measured.MeasuredOnSpark._states, []

    def changed(rows):
        merged.append(rows.num_rows)
        return change(rows.take([place, 1 - place]))

    monkeypatch.setattr(measured, "_MERGED_AT_ONCE", 1)
    monkeypatch.setattr(measured.MeasuredOnSpark, "_states", lambda self, rows, parts: Changed(made(self, rows, parts), changed))
    with pytest.raises(scrim.MisuseError, match="part"):
        plan_of(visits_frame, **given).release()
    assert merged == [2]


def test_a_state_of_another_plan_is_refused(spark, visits_frame):
    with plan_of(visits_frame)._rows() as (one, _):
        state = one.gathered().save()
    with plan_of(visits_frame.where("true"))._rows() as (same, _):
        assert same.measurement.load(state).save() == state
    other = scrim.Table(visits_frame, columns=COLUMNS, person="patient").per_person(rows=3).agg(n=stats.count()).plan(epsilon=1)
    with other._rows() as (another, _), pytest.raises(scrim.BadStateError):
        another.measurement.load(state)


# --- frames ---


@pytest.mark.parametrize(("words", "make"), CHANGING, ids=[f"{words}-{place}" for place, (words, _) in enumerate(CHANGING)])
def test_frames_that_may_change_are_refused_before_anything_is_paid_for(visits_frame, words, make):
    assert words in refusal(make(visits_frame)).partition(", so that")[0]


FIELDS, CHARACTERS = "spark.sql.debug.maxToStringFields", "spark.sql.maxPlanStringLength"


@pytest.mark.parametrize("setting", [{FIELDS: "3"}, {CHARACTERS: "90"}, {CHARACTERS: "0"}, {"spark.sql.redaction.string.regex": "first"}])
@pytest.mark.parametrize("is_other", [False, True], ids=["active", "other"])
def test_a_plan_is_told_whole(spark, setting, is_other):
    """Whatever is set in the frame's session, or in the one that is active; and it is put back."""
    from pyspark.sql import functions

    session = spark.newSession() if is_other else spark
    wide = session.range(10).withColumnRenamed("id", "patient").groupBy("patient")
    wide = wide.agg(*(functions.expr(f"max({i}) as c{i}") for i in range(40)), functions.expr("first(patient) as z"))
    assert type(spark).getActiveSession()._jsparkSession.equals(spark._jsparkSession)
    before = [(each, name, each.conf.get(name, None)) for each in (spark, session) for name in setting]
    for each, name, _ in before:
        each.conf.set(name, setting[name])
    try:
        assert "has first()" in refusal(wide)
        assert all(each.conf.get(name) == setting[name] for each, name, _ in before)
    finally:
        for each, name, value in before:
            each.conf.unset(name) if value is None else each.conf.set(name, value)


@pytest.mark.parametrize("text", ["... 17 more fields", "... 911 more characters", "Truncated plan of 89 characters"])
def test_a_plan_that_is_cut_is_refused(spark, text):
    assert "more than Spark tells" in refusal(spark.range(3).selectExpr("id as patient").where(f"'{text}' < concat(patient, 'x')"))


def test_rows_that_the_driver_holds_are_not_computed_while_a_plan_is_made(spark):
    """What fails would quote a cell, free."""
    rules = "spark.sql.optimizer.excludedRules"
    spark.conf.set(rules, "org.apache.spark.sql.catalyst.optimizer.LimitPushDown")
    try:
        check_failing_cast(spark)
        assert spark.conf.get(rules) == "org.apache.spark.sql.catalyst.optimizer.LimitPushDown"
    finally:
        spark.conf.unset(rules)


def test_values_that_files_are_divided_by_are_not_computed_while_a_plan_is_made(spark, tmp_path):
    rows = spark.range(0, 2, 1, 1).selectExpr("id as patient", "concat('Alice', id) as name")
    rows.write.partitionBy("name").option("path", str(tmp_path / "rows")).saveAsTable("divided")
    try:
        frame = spark.table("divided").where("cast(name as int) > 1")
        with pytest.raises(Exception, match="Alice"):
            frame.select("patient")._jdf.queryExecution().optimizedPlan()
        table = scrim.Table(frame, columns={}, person="patient")
        session = scrim.Session(table, epsilon=1)
        plan = session.plan(table.per_person(rows=1).agg(n=stats.count()), epsilon=1)
        with pytest.raises(scrim.InputError, match="withheld"):
            plan.release()
        assert session.spent == 1
    finally:
        spark.sql("drop table divided")


def test_folders_are_not_computed_with_while_a_plan_is_made_whatever_reads_them(spark, tmp_path):
    check_failing_folders(spark, str(tmp_path / "divided"))


def test_what_was_written_down_is_taken(spark, visits_frame, tmp_path):
    visits_frame.sample(0.5).write.parquet(str(tmp_path / "sample"))
    assert len(plan_of(spark.read.parquet(str(tmp_path / "sample"))).release()) == 4
    assert len(plan_of(visits_frame.sample(0.5).localCheckpoint()).release()) == 4


@pytest.mark.parametrize(
    ("expression", "fact", "words"),
    [
        ("array(1)", scrim.number(0, 1), "cannot be read as numbers"),
        ("struct(1 as a)", scrim.text(), "cannot be read as texts"),
        ("map('a', 1)", scrim.number(0, 1), "cannot be read as numbers"),
        ("cast('a' as binary)", scrim.text(), "cannot be read as texts"),
        ("interval 1 day", scrim.number(0, 1), "cannot be read as numbers"),
        ("parse_json('1')", scrim.number(0, 1), "cannot be read as numbers"),
        ("cast(1 as timestamp)", scrim.number(0, 1), "cannot be read as numbers"),
        ("cast(1 as double)", scrim.text(), "cannot be read as texts"),
        ("null", scrim.number(0, 1), "holds VOID, which cannot be read as numbers"),
    ],
)
def test_types_are_refused_before_the_job(spark, expression, fact, words):
    frame = spark.range(3).selectExpr("id as who", f"{expression} as x")
    with pytest.raises(scrim.InputError, match=words):
        scrim.Table(frame, columns={"x": fact}, person="who").where("not x.is_missing()").per_person(rows=1).agg(n=stats.count()).plan(epsilon=1)


@pytest.mark.parametrize("kind", ["double", "decimal(20,0)", "boolean", "date", "timestamp", "binary"])
def test_ids_are_integers_or_texts(spark, kind):
    frame = spark.range(3).selectExpr(f"cast(null as {kind}) as who")
    with pytest.raises(scrim.InputError, match="persons are told apart by integers or texts"):
        scrim.Table(frame, columns={}, person="who").per_person(rows=1).agg(n=stats.count()).plan(epsilon=1)


def test_what_is_for_one_machine_is_refused_before_anything_is_paid_for(visits_frame, tmp_path):
    table = scrim.Table(visits_frame, columns=COLUMNS, person="patient")
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.per_person(rows=1).agg(n=stats.count()), epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="threads is 2"):
        plan.release(threads=2)
    with pytest.raises(scrim.InvalidArgumentError, match="sort_in was given"):
        plan.release(sort_in=tmp_path)
    assert session.spent == 0


def test_what_is_no_frame_is_refused(spark, visits_frame):
    for source, words in ((visits_frame["age"], "a Column of PySpark"), (visits_frame.groupBy("age"), "a GroupedData"), (spark, "a SparkSession")):
        with pytest.raises(scrim.InvalidArgumentError, match=words):
            plan_of(source)
    stream = spark.readStream.format("rate").load().selectExpr("value as patient")
    with pytest.raises(scrim.InvalidArgumentError, match="never end"):
        scrim.Table(stream, columns={}, person="patient").per_person(rows=1).agg(n=stats.count()).plan(epsilon=1)


def test_columns_that_differ_by_case_are_none(spark):
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        frame = spark.range(3).selectExpr("id as who", "id as x", "id as X")
    finally:
        spark.conf.set("spark.sql.caseSensitive", "false")
    with pytest.raises(scrim.InputError, match="several columns that are called 'x', which nothing tells apart"):
        scrim.Table(frame, columns={"x": scrim.number(0, 1)}, person="who").per_person(rows=1).agg(m=stats.mean("x")).plan(epsilon=1)


def test_names_may_be_any(spark, tmp_path):
    frame = frame_of(spark, pa.table({"who ` is": [1, 2, 2], "a.b c": [1.0, 2.0, 3.0]}), tmp_path / "rows", files=1)
    table = scrim.Table(frame, columns={"a.b c": scrim.number(0, 4)}, person="who ` is")
    assert abs(table.per_person(rows=2).agg(m=stats.sum("a.b c")).plan(epsilon=10**6).release()["m"][0] - 6) < 0.1


def test_words_of_spark_about_rows_are_withheld_and_paid_for(spark, visits_frame):
    """A cast that fails quotes the cell; Spark's errors are no way to ask a question free."""
    table = scrim.Table(visits_frame.selectExpr("patient", "cast(patient as int) as cost"), columns={"cost": scrim.number(0, 9)}, person="patient")
    session = scrim.Session(table, epsilon=1)
    with pytest.raises(scrim.InputError) as refused:
        session.plan(table.per_person(rows=1).agg(m=stats.mean("cost")), epsilon=1).release()
    assert "withheld" in str(refused.value) and refused.value.__context__ is None and refused.value.__cause__ is None
    assert session.spent == 1


# --- workers ---

DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import scrim
from scrim import stats
from scrim.spark import entry, measured
from spark_cluster import spark_session
{before}
with spark_session(Path({folder!r}), python_path={path!r}) as spark:
    table = scrim.Table(spark.range(9).selectExpr("id as who", "id as x"), columns={{"x": scrim.number(0, 9)}}, person="who")
    try:
        table.per_person(rows=1).agg(m=stats.mean("x")).plan(epsilon=1).release()
    except scrim.Error as error:
        print(type(error).__name__, error)
"""


def driven(folder, path, before=""):
    code = textwrap.dedent(DRIVER).format(tests=TESTS, folder=str(folder), path=str(path), before=before)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


IN_TWO_STEPS = "measured._MERGED_AT_ONCE = 1"


@pytest.mark.parametrize("does_only_merge", [False, True], ids=["folding", "merging"])
def test_workers_with_another_build_are_named(tmp_path, does_only_merge):
    """Also where those that fold have the driver's build, and those that merge have not: here the fold asks for theirs."""
    other = tmp_path / "other"
    shutil.copytree(Path(package_path()) / "scrim", other / "scrim", ignore=shutil.ignore_patterns("__pycache__"))
    (other / "scrim" / "stats.py").open("a").write("# another build\n")
    from scrim.spark.build import this_build

    before = ""
    if does_only_merge:
        asked = [sys.executable, "-c", "from scrim.spark.build import this_build; print(this_build().digest)"]
        environment = {**os.environ, "PYTHONPATH": str(other)}
        theirs = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment).stdout.strip()
        assert theirs != this_build().digest
        before = f"{IN_TWO_STEPS}\nmeasured.folding = lambda recipe, build, parts: entry.folding(recipe, {theirs!r}, parts)"
    said = driven(tmp_path, other, before)

    assert said.startswith("BadStateError workers have another build of Scrim than the driver")
    assert f"driver: {this_build().name} in {this_build().folder}" in said
    assert f"in {other / 'scrim'}" in said and said.count(this_build().digest) == 1


@pytest.mark.parametrize("before", ["", IN_TWO_STEPS], ids=["one step", "two steps"])
def test_workers_without_scrim_are_named(tmp_path, before):
    hidden = tmp_path / "hidden" / "scrim"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError\n")
    said = driven(tmp_path, hidden.parent, before)
    assert said.startswith("InputError workers have no Scrim") and sys.executable in said
