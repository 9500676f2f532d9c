"""Executors are killed, tasks are tried again and run twice: the state is the same, one debit is written, one release is made."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import scrim
import spark_moments
from scrim import stats
from scrim.spark import measured
from spark_cluster import executors, kill, wait_for_executors
from table_of_visits import COLUMNS

pytestmark = pytest.mark.spark

RUNS = int(os.environ.get("SCRIM_SPARK_RUNS", "4"))
# Of so many runs what was seen is kept.
RUNS_TO_KEEP = 100
RESULTS = Path(__file__).resolve().parents[2] / "bench" / "results" / "spark-kills.json"


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


def behind(work, *others):
    """What a task does with batches that have passed through others."""

    def work_behind(batches):
        for other in others:
            batches = other(batches)
        yield from work(batches)

    return work_behind


class Jobs:
    """What was merged in each job, as bytes, and whether one runs."""

    def __init__(self):
        self.states = []
        self.forget()

    def forget(self):
        self.have_begun, self.are_over = threading.Event(), threading.Event()


def watched(patch, folder) -> Jobs:
    patch.setenv("XDG_STATE_HOME", str(folder / "state"))
    seen = Jobs()
    gathered, merge_all = measured.MeasuredOnSpark.gathered, measured.merge_all

    def begun(self, progress=None):
        seen.have_begun.set()
        return gathered(self, progress)

    def recorded(measurement, batches, parts):
        seen.are_over.set()
        saved = merge_all(measurement, batches, parts).save()
        seen.states.append(saved)
        return measurement.load(saved)

    patch.setattr(measured.MeasuredOnSpark, "gathered", begun)
    patch.setattr(measured, "merge_all", recorded)
    return seen


@pytest.fixture
def jobs(monkeypatch, tmp_path):
    return watched(monkeypatch, tmp_path)


BY_REGION = {"n": stats.count(), "c": stats.mean("cost"), "p": stats.count_people()}
QUERIES = {
    "persons": ({"person": "patient"}, lambda table: table.per_person(rows=2, groups=1).group_by("region").agg(**BY_REGION)),
    "rows": ({"rows_per_person": 3}, lambda table: table.group_by("region").agg(n=stats.count(), c=stats.mean("cost"))),
    # With so little noise that the same groups are found each time.
    "found": ({"person": "patient"}, lambda table: table.per_person(rows=2, groups=1).group_by("ward", keys="found").agg(c=stats.mean("cost"))),
}
MUCH = 10**6


def release_through_ledger(frame, file, query="persons"):
    """A release, and what it left in the ledger: how many entries of each kind."""
    given, ask = QUERIES[query]
    table = scrim.Table(frame, columns=COLUMNS, **given)
    session = scrim.Session(table, epsilon=2 * MUCH, delta="0.001", ledger=file, label="visits")
    plan = session.plan(ask(table), epsilon=MUCH, **({"delta": "1e-6"} if query == "found" else {}))
    release = plan.release()
    assert session.spent == plan.price
    assert plan.release().rows == release.rows  # free: what is stored
    assert session.spent == plan.price
    return Counter(entry.content["kind"] for entry in scrim.Ledger.open(str(file)).entries())


ONE_RELEASE = {"open": 1, "debit": 1, "release": 1}


def test_tasks_that_are_tried_again_change_nothing(spark, visits_frame, jobs, monkeypatch, tmp_path):
    """Those that read rows, and those that fold them."""
    release_through_ledger(visits_frame, tmp_path / "calm.ledger")
    failing = visits_frame.mapInArrow(failing_at_first(), visits_frame.schema)
    change_work(monkeypatch, "folding", 1, lambda made: behind(made, failing_at_first()))
    assert release_through_ledger(failing, tmp_path / "failing.ledger") == ONE_RELEASE
    assert len(jobs.states) == 2 and jobs.states[0] == jobs.states[1]


# --- executors that are killed at moments that have names ---

MOMENTS = [
    # A query, in how many steps, in which job, at which work, when.
    ("persons", 1, 1, "rows", "sample"),
    ("persons", 1, 1, "rows", "written"),
    ("persons", 1, 1, "folding", "before"),
    ("persons", 1, 1, "folding", "after"),
    ("persons", 2, 1, "folding", "after"),
    ("persons", 2, 1, "merging", "within"),
    ("persons", 2, 1, "merging", "after"),
    ("rows", 1, 1, "folding", "before"),
    ("rows", 1, 1, "folding", "after"),
    ("rows", 2, 1, "merging", "within"),
    ("found", 1, 2, "folding", "before"),
    ("found", 1, 2, "folding", "after"),
    ("found", 2, 2, "merging", "within"),
]


def change_work(patch, name, job, change):
    """What is sent to the tasks of that job, the first or second, is changed: `folding` or `merging`."""
    make, count = getattr(measured, name), 0

    def made(*given):
        nonlocal count
        count += 1
        return change(make(*given)) if count == job else make(*given)

    patch.setattr(measured, name, made)


@pytest.fixture(scope="module")
def calm_states():
    """Of each query, where nothing happens."""
    return {}


@pytest.mark.parametrize(("query", "steps", "job", "work", "moment"), MOMENTS, ids=["-".join(map(str, each)) for each in MOMENTS])
def test_an_executor_that_dies_at_a_moment_changes_nothing(
    spark, visits_frame, jobs, monkeypatch, tmp_path, calm_states, query, steps, job, work, moment
):
    wait_for_executors(spark)
    if query not in calm_states:
        release_through_ledger(visits_frame, tmp_path / "calm.ledger", query)
        calm_states[query], jobs.states = jobs.states, []
    seen = tmp_path / "seen"
    seen.mkdir()
    frame, die = visits_frame, spark_moments.dying(seen)
    if steps == 2:
        monkeypatch.setattr(measured, "_MERGED_AT_ONCE", 1)
    if work == "rows":
        frame = frame.mapInArrow(spark_moments.happening_to_rows(moment, seen, die), frame.schema)
    else:
        change_work(monkeypatch, work, job, lambda made: spark_moments.happening(made, moment, seen, die))
    assert release_through_ledger(frame, tmp_path / "ledger", query) == ONE_RELEASE
    stage, part, attempt, executor = map(int, (seen / "happened").read_text().split())
    assert executor not in executors(spark)
    tried = spark_moments.attempts(seen, stage, part)
    assert attempt in tried and len(tried) > 1
    assert jobs.states == calm_states[query] and len(jobs.states) == (2 if query == "found" else 1)


SLOW_PART = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import pytest
import spark_moments
from spark_cluster import SPECULATION, frame_of, spark_session, two_hosts
from table_of_visits import visit_rows
from test_spark_failures import ONE_RELEASE, change_work, release_through_ledger, watched

folder = Path({folder!r})
seen = folder / "seen"
seen.mkdir()
with two_hosts(folder) as master, spark_session(folder, master, **SPECULATION) as spark, pytest.MonkeyPatch.context() as patch:
    jobs = watched(patch, folder)
    frame = frame_of(spark, visit_rows(), folder / "rows")
    release_through_ledger(frame, folder / "calm.ledger")
    sleep = spark_moments.sleeping(seen, 120)
    change_work(patch, "folding", 1, lambda made: spark_moments.happening(made, "before", seen, sleep))
    assert release_through_ledger(frame, folder / "ledger") == ONE_RELEASE
    stage, part, attempt, _ = map(int, (seen / "happened").read_text().split())
    tried = spark_moments.attempts(seen, stage, part)
    assert attempt in tried and len(tried) == 2 and not (seen / "woke").exists(), (attempt, tried)
    told = spark.sparkContext.statusTracker().getStageInfo(stage)
    assert told.numFailedTasks == 0 and told.currentAttemptId == 0
    assert len(jobs.states) == 2 and jobs.states[0] == jobs.states[1]
    print("the same bytes")
"""


def test_a_part_that_is_slow_is_folded_twice_and_changes_nothing(tmp_path):
    """Speculation: the first attempt sleeps, nothing fails, and another one is taken."""
    code = textwrap.dedent(SLOW_PART).format(tests=str(Path(__file__).resolve().parent), folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0 and done.stdout.splitlines() == ["the same bytes"], done.stdout + done.stderr


# --- and at any moment ---


def test_killed_executors_change_nothing(spark, visits_frame, jobs, monkeypatch, tmp_path):
    """Each run that counts has a kill that came while its job ran, of either executor; in every second one tasks fail once as
    well. Where none came, the run is drawn again."""
    folding = measured.folding
    calm, failing = [slowed_down()], [slowed_down(), failing_at_first()]

    def release(others, name):
        """Tasks that read rows, and those that fold them, are slow, and fail."""
        frame = visits_frame
        for other in others:
            frame = frame.mapInArrow(other, frame.schema)
        monkeypatch.setattr(measured, "folding", lambda *given: behind(folding(*given), *others))
        return release_through_ledger(frame, tmp_path / f"{name}.ledger")

    wait_for_executors(spark)
    took = []
    for number, others in enumerate([calm, calm, failing]):  # the first, on executors that are new, tells nothing
        began = time.monotonic()
        release(others, f"calm-{number}")
        took.append(time.monotonic() - began)
    draw = random.Random(17)
    began, drawn, kills, entries = time.monotonic(), 0, 0, Counter()
    for run in range(RUNS):
        for again in range(10):
            wait_for_executors(spark)
            jobs.forget()
            hits = []
            after = draw.uniform(0.02, 0.9) * took[1 + run % 2]
            chosen = draw.choice(executors(spark))

            def kill_in_job(after=after, chosen=chosen, hits=hits):
                jobs.have_begun.wait(60)
                if not jobs.are_over.wait(after) and kill(chosen) and not jobs.are_over.is_set():
                    hits.append(chosen)

            killer = threading.Thread(target=kill_in_job)
            killer.start()
            try:
                left = release((calm, failing)[run % 2], f"{run}-{again}")
            finally:
                killer.join()
            drawn += 1
            assert left == ONE_RELEASE
            if hits:
                break
        assert hits, f"run {run}: in {drawn} no kill came while the job ran"
        kills += len(hits)
        entries += left
    assert len(jobs.states) == drawn + 3 and len(set(jobs.states)) == 1
    assert kills == entries["debit"] == entries["release"] == RUNS
    if RUNS >= RUNS_TO_KEEP:
        told = {
            "runs": RUNS,
            "of these with tasks that fail once": RUNS // 2,
            "kills while the job ran": kills,
            "runs drawn again, as no kill came": drawn - RUNS,
            "distinct states": len(set(jobs.states)),
            "debits": entries["debit"],
            "releases": entries["release"],
            "seconds": round(time.monotonic() - began),
        }
        RESULTS.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


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
        assert kill(process)
        wait_for_executors(spark)
        second = {row.g: row.n for row in released.collect()}
        twice = sum(first[group] != second[group] for group in first)
        if twice:
            break
    released.unpersist()
    assert len(first) == groups and twice > 0
    wait_for_executors(spark)
