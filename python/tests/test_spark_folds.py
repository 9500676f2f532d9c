"""What tasks and the driver do on Spark, without Spark: parts are cut here as it cuts them."""

from __future__ import annotations

import functools
import logging
import sys
import threading
import warnings
from types import SimpleNamespace

import pyarrow as pa
import pytest

import scrim
from scrim import stats
from scrim.readers.arrow_columns import name_of
from scrim.spark import fold
from scrim.spark.build import this_build
from scrim.spark.entry import folding, merging
from scrim.spark.fold import fold_part
from scrim.spark.java import java_version
from scrim.spark.merge import merge_all, merge_some
from scrim.spark.recipe import job_of, measured_by, recipe_of
from scrim.spark.rows_of_states import SCHEMA, State, from_batches, to_batches
from scrim.tables.source import read_columns
from table_of_visits import COLUMNS, visit_rows

PARTS = 7
DISTRICTS = {"ward": ["a", "b"], "district": ["east", "west"]}
QUERIES = [
    lambda table: table.group_by("region").agg(n=stats.count(), c=stats.mean("cost")),
    lambda table: table.where(lambda row: row.age >= 18).derive(decade="age // 10").lookup("ward", DISTRICTS, add=["district"])
    .group_by("district", keys=["east", "west"]).agg(v=stats.variance("decade", bounds=(0, 12)), k=stats.top_k("region", 2)),
    lambda table: table.group_by("member").agg(q=stats.quantiles("cost", [0.25, 0.5]), e=stats.mean("extra")),
]


def plan_of(ask=QUERIES[0], budget=None, **given):
    if ask is QUERIES[0] and budget is None and not given:
        return default_plan()
    return new_plan(ask, budget, given)


@functools.cache
def default_plan():
    return new_plan(QUERIES[0], None, {})


def new_plan(ask, budget, given):
    table = scrim.Table(visit_rows(), columns=COLUMNS, **(given or {"person": "patient"}))
    return ask(table.per_person(rows=2, groups=1) if table.person else table).plan(**(budget or {"epsilon": 1}))


def recipe_for(plan, found=None):
    schema = visit_rows().schema
    return recipe_of(plan, {name: name_of(schema.field(name).type) for name in plan.kinds}, found)


def laid_out(plan, parts=PARTS, cut_persons=False):
    """Batches of each part: ranges of persons in order and a row that is nobody's, or any rows and a mark."""
    rows = visit_rows().select(list(plan.kinds))
    persons = list(plan.query.table.person or ())
    if not persons:
        marked = rows.append_column("last", pa.array([False] * rows.num_rows))
        end = pa.table({field.name: pa.array([True if field.name == "last" else None], field.type) for field in marked.schema})
        cuts = [marked.slice(i * 300, 300) for i in range(4)]
        return [cut.combine_chunks().to_batches() for cut in (*cuts, end)]
    rows = rows.sort_by([(name, "ascending") for name in persons])
    ids = rows.column(persons[0])
    size = -(-rows.num_rows // (parts - 2)) + (1 if cut_persons else 0)
    cuts, begin = [], 0
    while begin < rows.num_rows:
        end = min(begin + size, rows.num_rows)
        while not cut_persons and end < rows.num_rows and ids[end].as_py() == ids[end - 1].as_py():
            end += 1
        cuts.append(rows.slice(begin, end - begin))
        begin = end
    nobody = pa.table({field.name: pa.array([None], field.type) for field in rows.schema})
    return [cut.combine_chunks().to_batches(100) for cut in (*cuts, nobody)]


def states_of(plan, batches, parts=PARTS):
    recipe = recipe_for(plan)
    return [fold_part(each, recipe, part, parts) for part, each in enumerate(batches)]


def rows_of(states):
    return [batch for state in states for batch in to_batches(state)]


def on_one_machine(plan):
    measurement = measured_by(plan, None)
    run = measurement.start()
    with plan.query.table.source.opened() as table:
        rows = pa.table(read_columns(table, plan.kinds))
    persons = [(name, "ascending") for name in plan.query.table.person or ()]
    run.update(rows.sort_by(persons) if persons else rows)
    return run.save()


@pytest.mark.parametrize("ask", QUERIES)
@pytest.mark.parametrize("given", [{"person": "patient"}, {"person": "number"}, {"person": ["clinic", "patient"]}, {"rows_per_person": 3}])
def test_parts_merge_to_the_state_of_one_machine(ask, given):
    plan = plan_of(ask, **given)
    states = states_of(plan, laid_out(plan))
    assert merge_all(measured_by(plan, None), rows_of(states), PARTS).save() == on_one_machine(plan)


def test_two_steps_are_one():
    plan = plan_of()
    rows, recipe = rows_of(states_of(plan, laid_out(plan))), recipe_for(plan)
    first = [*merge_some(rows[:3], recipe), *merge_some(rows[3:], recipe), *merge_some([], recipe)]
    assert len(first) == 2
    assert merge_all(measured_by(plan, None), first, PARTS).save() == on_one_machine(plan)


def test_attempts_agree():
    plan = plan_of()
    assert states_of(plan, laid_out(plan)) == states_of(plan, laid_out(plan))


def test_an_empty_part_behind_the_last_row_is_no_matter():
    plan = plan_of()
    states = states_of(plan, [*laid_out(plan), []])
    assert merge_all(measured_by(plan, None), rows_of(states), PARTS).save() == on_one_machine(plan)


@pytest.mark.parametrize("dropped", range(6))
def test_a_part_that_is_missing_is_an_error(dropped):
    plan = plan_of()
    states = states_of(plan, laid_out(plan))
    assert len(states) == 6
    with pytest.raises(scrim.MisuseError, match="part"):
        merge_all(measured_by(plan, None), rows_of(states[:dropped] + states[dropped + 1 :]), PARTS).finish()


@pytest.mark.parametrize("in_two_steps", [False, True])
def test_a_part_that_comes_twice_is_an_error(in_two_steps):
    plan = plan_of()
    states = states_of(plan, laid_out(plan))
    doubled = State((6,), states[1].saved, None)
    rows = rows_of([*states, doubled])
    if in_two_steps:
        rows = list(merge_some(rows, recipe_for(plan)))
    with pytest.raises(scrim.MisuseError, match="counted twice"):
        merge_all(measured_by(plan, None), rows, PARTS)


@pytest.mark.parametrize("in_two_steps", [False, True])
def test_a_person_in_two_parts_is_an_error(in_two_steps):
    plan = plan_of()
    rows = rows_of(states_of(plan, laid_out(plan, cut_persons=True)))
    if in_two_steps:
        rows = list(merge_some(rows, recipe_for(plan)))
    with pytest.raises(scrim.MisuseError, match="a person was split"):
        merge_all(measured_by(plan, None), rows, PARTS)


def test_persons_out_of_order_are_told():
    plan = plan_of()
    batches = laid_out(plan)
    batches[0] = [batch.take(pa.array(range(batch.num_rows))[::-1]) for batch in batches[0]]
    states = states_of(plan, batches)
    assert [state.problem for state in states] == ["order", *[None] * 5]
    with pytest.raises(scrim.MisuseError, match="within part 0"):
        merge_all(measured_by(plan, None), rows_of(states), PARTS)


def test_only_rows_out_of_order_are_told_as_such(monkeypatch):
    def update(rows):
        raise scrim.MisuseError("this run was finished")

    run = SimpleNamespace(update=update)
    job = SimpleNamespace(measurement=SimpleNamespace(start=lambda part, parts: run), kinds={}, persons=0)
    monkeypatch.setattr(fold, "job_of", lambda recipe: job)
    monkeypatch.setattr(fold._Rows, "stream", lambda self: None)
    with pytest.raises(scrim.MisuseError, match="this run was finished"):
        fold_part(laid_out(plan_of())[0], b"", 0, PARTS)


@pytest.fixture
def on_a_worker(monkeypatch):
    """As much of PySpark as a task asks."""
    task = SimpleNamespace(partitionId=lambda: 3)
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(TaskContext=SimpleNamespace(get=lambda: task), __file__="pyspark.zip"))


def unread_rows():
    raise AssertionError("a row was read")
    yield


STEPS = {"fold": lambda recipe, build: folding(recipe, build, PARTS), "merge": merging}


@pytest.mark.parametrize("step", STEPS)
def test_another_build_reads_no_row(on_a_worker, step):
    batches = list(STEPS[step](b"no recipe", "0" * 16)(unread_rows()))
    assert [(state.held, state.saved, state.problem) for state in from_batches(batches)] == [((3,), None, "build")]
    assert batches[0].schema == SCHEMA
    with pytest.raises(scrim.BadStateError) as refused:
        merge_all(measured_by(plan_of(), None), batches, PARTS)
    assert str(refused.value).count(this_build().folder) == 2


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("lacking", [["scrim", "scrim.spark", "scrim.spark.build"], ["scrim.spark.build"]], ids=["all", "spark"])
def test_a_worker_without_scrim_says_so(on_a_worker, monkeypatch, step, lacking):
    for module in lacking:
        monkeypatch.setitem(sys.modules, module, None)
    batches = list(STEPS[step](b"no recipe", this_build().digest)(unread_rows()))
    monkeypatch.undo()
    with pytest.raises(scrim.InputError, match="workers have no Scrim, or one that does not know Spark") as refused:
        merge_all(measured_by(plan_of(), None), batches, PARTS)
    assert sys.executable in str(refused.value)


@pytest.mark.parametrize("step", STEPS)
def test_an_older_build_that_lacks_modules_is_another_one(on_a_worker, monkeypatch, step):
    for module in ("archives", "fold", "merge", "rows_of_states"):
        monkeypatch.setitem(sys.modules, f"scrim.spark.{module}", None)
    batches = list(STEPS[step](b"no recipe", "0" * 16)(unread_rows()))
    assert batches[0].column("problem").to_pylist() == ["build"]


def test_both_steps_are_done_by_the_same_build(on_a_worker):
    plan = plan_of()
    recipe, build = recipe_for(plan), this_build().digest
    folded = list(folding(recipe, build, PARTS)(iter(laid_out(plan)[3])))
    assert [state.held for state in from_batches(folded)] == [(3,)]
    assert [state.held for state in from_batches(merging(recipe, build)(iter(folded)))] == [(3,)]


def test_more_parts_than_were_asked_for_are_an_error():
    plan = plan_of()
    assert fold_part([], recipe_for(plan), PARTS, PARTS).problem == "parts"


def test_large_states_are_cut_and_put_together():
    saved = bytes(range(256)) * 5
    rows = pa.Table.from_batches(to_batches(State((3,), saved, None), piece_bytes=100))
    batches = [rows.slice(place, 1) for place in range(rows.num_rows)]
    assert len(batches) == 13
    assert [state.saved for state in from_batches(reversed(batches))] == [saved]
    assert [state.problem for state in from_batches(batches[1:])] == ["pieces"]
    assert [state.problem for state in from_batches([*batches, batches[0]])] == ["twice"]
    large = bytes(3000)
    assert [state.saved for state in from_batches(to_batches(State((3,), large, None), piece_bytes=1))] == [large]


@pytest.mark.parametrize("budget", [{"epsilon": 1}, {"rho": 0.1}, {"epsilon": 1, "delta": 1e-6}, {"within": {"n": 20}}])
def test_a_plan_is_made_again_from_its_recipe(budget):
    plan = plan_of(budget=budget)
    assert job_of(recipe_for(plan)).kinds == plan.kinds  # which compares digests


def test_java_is_named_where_it_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(scrim.InputError, match="apt-get install openjdk-17-jre-headless"):
        java_version()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(scrim.InputError, match="no java in PATH"):
        java_version()


class FakePlan:
    """As much of a frame of Spark as its check looks at: the text of its plan, and what Spark says of it."""

    def __init__(self, text, deterministic=True):
        self.text, self.is_deterministic, self.settings = text, deterministic, {}
        self.sparkSession = self.conf = self._jdf = self
        self.queryExecution = self.analyzed = self.optimizedPlan = lambda: self

    @staticmethod
    def getActiveSession():
        return None

    def get(self, name, default=None):
        return self.settings.get(name, default)

    def set(self, name, value):
        self.settings[name] = value

    def unset(self, name):
        del self.settings[name]

    def toString(self):
        assert "ConvertToLocalRelation" in self.settings["spark.sql.optimizer.excludedRules"]
        return self.text

    def deterministic(self):
        return self.is_deterministic


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Project [id#0L, rand(5) AS r#1]\n+- Range (0, 5)", "rand()"),
        ("Filter (rand(5) < 0.5)\n+- Range (0, 5)", "rand()"),
        ("Project [uuid(Some(3)) AS u#1]\n+- Range (0, 5)", "uuid()"),
        ("Project [SPARK_PARTITION_ID() AS n#4]\n+- Range (0, 5)", "spark_partition_id()"),
        ("Aggregate [id#0L], [id#0L, first(x#1L, false) AS x#6L]\n+- Range (0, 5)", "first()"),
        ("Project [id#0L]\n+- Sample 0.0, 0.5, false, 7\n   +- Range (0, 5)", "Sample"),
        ("GlobalLimit 5\n+- LocalLimit 5\n   +- Range (0, 5)", "GlobalLimit"),
        ("Project [i#2L]\n+- AttachDistributedSequence[i#2L, id#0L] Index: i#2L\n   +- Range (0, 5)", "AttachDistributedSequence"),
        ("Aggregate [max_by(x#1L, y#2L) AS z#6L]\n+- Range (0, 5)", "max_by()"),
        ("Aggregate [kll_sketch_agg_bigint(x#1L, None, 0, 0) AS z#6]\n+- Range (0, 5)", "kll_sketch_agg_bigint()"),
        ("Project [a#1, b#2, ... 17 more fields]\n+- Range (0, 5)", "more than Spark tells in its text, and may have chance in it"),
        ("Project [a#1, b#2, (c... 911 more characters", "more than Spark tells in its text, and may have chance in it"),
        ("Truncated plan of 89 characters", "more than Spark tells in its text, and may have chance in it"),
    ],
)
def test_plans_with_chance_are_refused(text, words):
    from scrim.spark.determinism import refuse_nondeterministic

    with pytest.raises(scrim.InvalidArgumentError) as refused:
        refuse_nondeterministic(FakePlan(text))
    assert f"the plan of the frame has {words}, so that" in str(refused.value)


def test_settings_are_put_back_where_several_threads_plan():
    """One that found what another has set would put that back, for good."""
    from scrim.spark.determinism import refuse_nondeterministic

    first, second = threading.Event(), threading.Event()

    class Slow(FakePlan):
        def toString(self):
            first.set()
            second.wait(1)  # the other has begun by then, where it can
            return self.text

    frame = Slow("Range (0, 5)")
    frame.settings["spark.sql.redaction.string.regex"] = "secret"
    before = dict(frame.settings)
    threads = [threading.Thread(target=refuse_nondeterministic, args=(frame,)) for _ in range(2)]
    threads[0].start()
    assert first.wait(60)
    threads[1].start()
    threads[0].join()
    second.set()
    threads[1].join()
    assert frame.settings == before


def test_plans_are_asked_and_names_are_no_calls():
    from scrim.spark.determinism import refuse_nondeterministic

    refuse_nondeterministic(FakePlan("Relation [first_name#1, rand(5)#2, SampleSize#3, brand(x)#4] parquet"))
    with pytest.raises(scrim.InvalidArgumentError, match="not deterministic"):
        refuse_nondeterministic(FakePlan("Project [<lambda>()#2 AS n#3]\n+- Range (0, 5)", deterministic=False))


class FakeSettings:
    """Those of a session, and a frame that has it."""

    def __init__(self, types, **given):
        self.given, self.conf, self.sparkSession = {name.replace("__", "."): value for name, value in given.items()}, self, self
        self.schema = SimpleNamespace(fields=[SimpleNamespace(dataType=SimpleNamespace(typeName=lambda kind=kind: kind)) for kind in types])

    def get(self, name, *default):
        return self.given.get(name, default[0] if default else "10000")

    def set(self, name, value):
        self.given[name] = value

    def unset(self, name):
        del self.given[name]


BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"


@pytest.mark.parametrize(
    ("types", "given", "is_unbounded"),
    [
        (["long", "double", "date"], {}, True),
        (["long", "string"], {}, False),
        (["long"], {"spark__sql__execution__arrow__maxRecordsPerBatch": "0"}, False),
        (["long"], {"spark__sql__execution__arrow__maxRecordsPerBatch": "1000000"}, False),
        (["long"], {"spark__sql__execution__arrow__maxBytesPerBatch": "1000"}, False),
    ],
)
def test_bytes_of_batches_are_counted_where_cells_may_be_long(types, given, is_unbounded):
    from scrim.spark.settings import changed, for_batches_of

    session = FakeSettings(types, **given)
    before = dict(session.given)
    with changed(session, for_batches_of(session, session)):
        assert (session.given.get(BYTES) == str(2**31 - 1)) == is_unbounded
    assert session.given == before


def test_what_a_setting_cannot_be_is_said_without_words_of_spark():
    from scrim.spark.settings import changed

    class Quoting(FakeSettings):
        def set(self, name, value):
            if value == "2":
                raise ValueError("the value 'Alice'")
            super().set(name, value)

    with pytest.raises(scrim.InputError) as refused, changed(Quoting([], a="1"), {"a": "2"}):
        pass
    assert "withheld" in str(refused.value) and refused.value.__cause__ is None


@pytest.mark.spark
def test_types_that_users_define_are_no_texts():
    """Of which a cell cannot be asked for in SQL, so that a job that is paid for would fail."""
    from pyspark.sql.types import StringType, UserDefinedType

    from scrim.readers.schema import COLUMN_KINDS, reads_as
    from scrim.spark.table import type_name

    class Name(UserDefinedType):
        sqlType = classmethod(lambda cls: StringType())

    assert not any(reads_as(type_name(Name()), kind) for kind in COLUMN_KINDS)
    assert reads_as(type_name(StringType()), "text")


@pytest.mark.spark
def test_words_of_spark_are_not_written_by_its_loggers_either():
    from pyspark.logger import PySparkLogger

    from scrim.spark.asking import ask_spark

    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logger, written = PySparkLogger.getLogger(name), []
        handler = logging.Handler()
        handler.emit = lambda record, written=written: written.append(record.getMessage())
        logger.addHandler(handler)

        def failing(logger=logger):
            logger.error("the value 'Alice'")
            raise ValueError

        try:
            with pytest.raises(scrim.InputError, match="withheld"):
                ask_spark(failing)
            logger.error("what somebody else has asked")
        finally:
            logger.removeHandler(handler)
        assert written == ["what somebody else has asked"]


def test_progress_that_raises_is_told_no_more():
    from scrim.spark.progress import Tasks, _on_change

    told = []

    def progress(tasks):
        told.append(tasks)
        raise ZeroDivisionError

    tell = _on_change(progress)
    with pytest.warns(RuntimeWarning, match="progress raised ZeroDivisionError"):
        tell(Tasks(1, 2))
    tell(Tasks(2, 2))
    assert told == [1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _on_change(progress)(Tasks(1, 2))


CALLS = [
    ("BatchEvalPython [f(id#3L)#5, <lambda>(upper(a#1))#8], [pythonUDF0#6, pythonUDF1#7]", {"f", "<lambda>"}, False),
    ("BatchEvalPython [f(id#3L)#5, chance()#8], [pythonUDF0#6, pythonUDF1#7]", {"f"}, True),
    ("ArrowEvalPython [f(chance()#4)#5L], [pythonUDF0#6L], 101", {"f"}, True),
    ("BatchEvalPython [f(id#3L, :))#5], [pythonUDF0#6]", {"f"}, True),
    ("+- *(2) BatchEvalPython [chance()#5], [pythonUDF0#6]", set(), True),
    ("FlatMapGroupsInArrow [id#81L], f(id#81L)#83, [upper(a)#84L]", {"f"}, False),
    ("MapInArrow f(id#81L)#83, [id#84L]", set(), True),
    ("+- !ArrowAggregatePython [k#3L], [f(id#50L)#51], [k#3L AS upper(k)#48L, f(id#50L)#51#52 AS m#49], 202", {"f"}, False),
    ("Project [InArrow(x)#1, EvalPython#2 AS chance()#3]\n+- Relation [a#1] parquet", set(), False),
]


@pytest.mark.parametrize(("text", "sent", "is_unseen"), CALLS)
def test_functions_that_were_not_sent_are_told_by_their_names(monkeypatch, text, sent, is_unseen):
    from scrim.spark import python_functions

    monkeypatch.setattr(python_functions, "_functions_in", lambda message: [SimpleNamespace(function_name=name) for name in sent])
    assert python_functions.has_unseen_function(None, text) == is_unseen


def test_settings_are_put_back_after_an_error():
    from scrim.spark.settings import changed

    session = FakeSettings([], a="1")
    with pytest.raises(ValueError), changed(session, {"a": "2", "b": "3"}):
        assert session.given == {"a": "2", "b": "3"}
        raise ValueError
    assert session.given == {"a": "1"}


def test_an_archive_is_forgotten_and_found_again(tmp_path, monkeypatch):
    import importlib
    import sys
    import zipfile

    from scrim.spark.archives import forget_archive

    for name in ("one", "other"):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for module in ("__init__", "first", "second"):
                archive.writestr(f"archived_{name}/{module}.py", "")
        monkeypatch.syspath_prepend(str(tmp_path / f"{name}.zip"))
        importlib.import_module(f"archived_{name}.first")

    def known(name):
        return [path for path in sys.path_importer_cache if str(tmp_path / f"{name}.zip") in path]

    assert known("one") and known("other")
    forget_archive(sys.modules["archived_one"].__file__)
    assert not known("one") and known("other")
    importlib.import_module("archived_one.second")
    for module in [each for each in sys.modules if each.startswith("archived_")]:
        monkeypatch.delitem(sys.modules, module)
