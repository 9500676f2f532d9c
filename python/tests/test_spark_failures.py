"""Executors are killed, tasks are tried again and run twice: the state is the same, one debit is written, one release is made."""

from __future__ import annotations

import os
import random
import threading
import time

import pytest

import scrim
from scrim import stats
from scrim.spark import measured
from spark_cluster import executors, kill, kill_one
from table_of_visits import COLUMNS

pytestmark = pytest.mark.spark

RUNS = int(os.environ.get("SCRIM_SPARK_RUNS", "4"))


def failing_at_first():
    """Every task fails once, after some rows. Made here, so that it is sent to workers as it is, not by its name."""

    def fail_at_first(batches):
        from pyspark import TaskContext

        for batch in batches:
            yield batch
            if TaskContext.get().attemptNumber() == 0:
                raise RuntimeError("this attempt fails")

    return fail_at_first


def slowed_down():
    def slowly(batches):
        import time

        for batch in batches:
            time.sleep(0.3)
            yield batch

    return slowly


def query_of(table):
    return table.per_person(rows=2, groups=1).group_by("region").agg(n=stats.count(), c=stats.mean("cost"), p=stats.count_people())


@pytest.fixture
def states(monkeypatch, tmp_path):
    """What was merged in each release, as bytes."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    seen = []
    merge_all = measured.merge_all

    def recorded(measurement, batches, parts):
        saved = merge_all(measurement, batches, parts).save()
        seen.append(saved)
        return measurement.load(saved)

    monkeypatch.setattr(measured, "merge_all", recorded)
    return seen


def release_through_ledger(frame, file):
    """A release, and what it left in the ledger."""
    table = scrim.Table(frame, columns=COLUMNS, person="patient")
    session = scrim.Session(table, epsilon=1, ledger=file, label="visits")
    plan = session.plan(query_of(table), epsilon="0.5")
    release = plan.release()
    assert session.spent == plan.price
    assert plan.release().rows == release.rows  # free: what is stored
    assert session.spent == plan.price
    return release, session.head


def wait_for_executors(spark):
    until = time.monotonic() + 240
    while len(executors(spark)) < 2 and time.monotonic() < until:
        time.sleep(0.2)
    assert len(executors(spark)) == 2


def test_tasks_that_are_tried_again_change_nothing(spark, visits_frame, states, tmp_path):
    release_through_ledger(visits_frame, tmp_path / "calm.ledger")
    failing = visits_frame.mapInArrow(failing_at_first(), visits_frame.schema)
    _, head = release_through_ledger(failing, tmp_path / "failing.ledger")
    assert head.startswith("3:")  # opened, one debit, one release
    assert len(states) == 2 and states[0] == states[1]


def test_killed_executors_change_nothing(spark, visits_frame, states, tmp_path):
    slow = visits_frame.mapInArrow(slowed_down(), visits_frame.schema)
    began = time.monotonic()
    release_through_ledger(slow, tmp_path / "calm.ledger")
    took = time.monotonic() - began
    draw = random.Random(17)
    killed = 0
    for run in range(RUNS):
        wait_for_executors(spark)
        done, kills = threading.Event(), []

        def kill(done=done, kills=kills):
            if not done.wait(draw.uniform(0.1, 0.8) * took):
                kills.append(kill_one(spark))

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            _, head = release_through_ledger(slow, tmp_path / f"{run}.ledger")
        finally:
            done.set()
            killer.join()
        killed += sum(kills)
        assert head.startswith("3:")
    assert len(states) == RUNS + 1 and len(set(states)) == 1
    assert killed >= RUNS / 2


def test_noise_in_a_task_is_drawn_twice(spark, tmp_path):
    """The control: counts get their noise in tasks, and are kept; an executor dies, and its groups are drawn once more."""
    from pyspark import StorageLevel

    def noisy(batches):
        import random

        import pyarrow as pa

        draw = random.SystemRandom()
        for batch in batches:
            counts = [count + round(draw.expovariate(0.01)) - round(draw.expovariate(0.01)) for count in batch.column(1).to_pylist()]
            yield pa.record_batch([batch.column(0), pa.array(counts, pa.int64())], names=["g", "n"])

    wait_for_executors(spark)
    groups = 400
    released = spark.range(0, 20 * groups, 1, 8).selectExpr(f"id % {groups} as g").groupBy("g").count().repartition(8, "g")
    released = released.mapInArrow(noisy, "g long, n long").persist(StorageLevel.MEMORY_ONLY)
    first = {row.g: row.n for row in released.collect()}
    twice = 0
    for process in executors(spark):  # one of them may hold none of it
        kill(process)
        wait_for_executors(spark)
        second = {row.g: row.n for row in released.collect()}
        twice = sum(first[group] != second[group] for group in first)
        if twice:
            break
    released.unpersist()
    assert len(first) == groups and twice > 0
    wait_for_executors(spark)
