"""What the driver does on Spark, without Spark: what it asks of plans and settings, and what it tells of errors."""

from __future__ import annotations

import logging
import threading
import warnings
from types import SimpleNamespace

import pytest

import scrim
from scrim.spark.java import java_version


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
