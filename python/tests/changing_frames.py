"""Frames of Spark that a task may see otherwise when it is tried again, by what they are refused for; and such as are fine. Only
planned, never run; for classic Spark and Connect."""

from __future__ import annotations

import logging

import scrim
from scrim import stats

AGGREGATES = {
    "first": "first(cost)",
    "last": "last(cost)",
    "any_value": "any_value(cost)",
    "collect_list": "size(collect_list(cost))",
    "collect_set": "array_min(collect_set(cost))",
    "listagg": "listagg(ward)",
    "mode": "mode(cost)",
    "max_by": "max_by(cost, age)",
    "min_by": "min_by(cost, age)",
    "percentile_approx": "percentile_approx(cost, 0.5)",
    "approx_percentile": "approx_percentile(cost, 0.5)",
    "histogram_numeric": "size(histogram_numeric(cost, 3))",
    "approx_top_k": "size(approx_top_k(ward))",
    "approx_top_k_accumulate": "approx_top_k_estimate(approx_top_k_accumulate(ward))[0].count",
    "kll_sketch_agg_bigint": "kll_sketch_get_n_bigint(kll_sketch_agg_bigint(visits))",
    "kll_sketch_agg_double": "kll_sketch_get_quantile_double(kll_sketch_agg_double(cost), 0.5)",
    "hll_sketch_agg": "hll_sketch_estimate(hll_sketch_agg(ward))",
    "theta_sketch_agg": "theta_sketch_estimate(theta_sketch_agg(ward))",
}
CELLS = {
    "rand": "rand()",
    "randn": "randn(3)",
    "random": "random()",
    "uniform": "uniform(0, 5)",
    "randstr": "randstr(5)",
    "uuid": "uuid()",
    "shuffle": "shuffle(array(age, cost))[0]",
    "input_file_name": "input_file_name()",
    "input_file_block_start": "input_file_block_start()",
    "monotonically_increasing_id": "monotonically_increasing_id()",
    "spark_partition_id": "spark_partition_id()",
    "aes_encrypt": "aes_encrypt(ward, 'abcdefghijklmnop')",
    "reflect": "reflect('java.util.UUID', 'randomUUID')",
}
ROWS = {
    "Sample": lambda frame: frame.sample(0.5),
    "Sample ": lambda frame: frame.randomSplit([0.5, 0.5], 3)[0],
    "rand": lambda frame: frame.sampleBy("clinic", {0: 0.5, 1: 0.1}, 3),
    "GlobalLimit": lambda frame: frame.limit(100),
    "Offset": lambda frame: frame.offset(100),
    "first": lambda frame: frame.dropDuplicates(["patient"]),
    "AttachDistributedSequence": lambda frame: frame.withColumn("age", _number_of_row()),
}
CHANGING = [
    *((name, lambda frame, text=text: frame.groupBy("patient").agg(_expression(frame, text))) for name, text in AGGREGATES.items()),
    *((name, lambda frame, text=text: frame.selectExpr("patient", f"{text} as age")) for name, text in CELLS.items()),
    *((name.strip(), make) for name, make in ROWS.items()),
    ("not deterministic", lambda frame: frame.withColumn("age", _chance(frame)())),
    # The last of many columns, in a text that somebody has bounded.
    ("first", lambda frame: frame.groupBy("patient").agg(*_expressions(frame, *(f"max({i})" for i in range(40)), "first(age)"))),
]


def _functions(frame):
    from pyspark.sql import functions
    from pyspark.sql.connect import functions as functions_of_connect

    return functions_of_connect if type(frame).__module__.startswith("pyspark.sql.connect") else functions


def _expression(frame, text):
    return _functions(frame).expr(text)


def _expressions(frame, *texts):
    return [_expression(frame, text) for text in texts]


def _chance(frame):
    return _functions(frame).udf(lambda: 1, "int").asNondeterministic()


def _number_of_row():
    """What frames of pandas on Spark have as their index."""
    from pyspark.sql.internal import InternalFunction

    return InternalFunction.distributed_sequence_id()


def refusal(frame) -> str:
    """What a plan of a count is refused with, or nothing."""
    session = scrim.Session(scrim.Table(frame, columns={}, person="patient"), epsilon=1)
    try:
        session.plan(session.table.per_person(rows=1).agg(n=stats.count()), epsilon=1)
    except scrim.InvalidArgumentError as error:
        assert "write.parquet" in str(error) and session.spent == 0
        return str(error)
    return ""


def check_changing_frames(frame) -> int:
    """Each is refused for what it has. How many there are."""
    for words, make in CHANGING:
        said = refusal(make(frame))
        assert words in said.partition(", so that")[0], (words, said)
    return len(CHANGING)


def failing_cast(spark):
    """Rows that the driver holds, of which Spark computes what it is asked for while it plans. Whichever fails first quotes one name."""
    import pyarrow as pa

    frame = spark.createDataFrame(pa.table({"name": ["Alice", "Alice"], "patient": [1, 2]}))
    return frame.selectExpr("patient", "cast(name as int) as cost")


def check_failing_cast(spark) -> None:
    """It costs what a release costs, and says nothing."""
    check_failing(failing_cast(spark))


def check_failing_folders(spark, folder) -> None:
    """Nor does a condition on the values that files are divided by, whichever of Spark's readers reads them."""
    rows = spark.range(0, 2, 1, 1).selectExpr("id as patient", "id as cost", "concat('Alice', id) as name")
    rows.write.partitionBy("name").parquet(folder)
    readers = "spark.sql.sources.useV1SourceList"
    before = spark.conf.get(readers)
    for listed in (before, ""):
        spark.conf.set(readers, listed)
        check_failing(spark.read.parquet(folder).where("cast(name as int) > 1"))
        assert spark.conf.get(readers) == listed
    spark.conf.set(readers, before)


def check_failing(frame) -> None:
    """It is paid for, and nobody is told why it failed but who has asked Spark."""
    from pyspark.logger import PySparkLogger

    logger, written = PySparkLogger.getLogger("SQLQueryContextLogger"), []
    handler = logging.Handler()
    handler.emit = lambda record: written.append(record.getMessage())
    logger.addHandler(handler)
    try:
        table = scrim.Table(frame, columns={"cost": scrim.number(0, 9)}, person="patient")
        session = scrim.Session(table, epsilon=1)
        plan = session.plan(table.per_person(rows=1).agg(m=stats.mean("cost")), epsilon=1)
        assert session.spent == 0
        try:
            plan.release()
        except scrim.InputError as error:
            assert "withheld" in str(error) and "Alice" not in str(error) and error.__context__ is None and error.__cause__ is None
        else:
            raise AssertionError("a release came of it")
        assert session.spent == 1 and not written
        try:
            frame.collect()
        except Exception:
            assert any("Alice" in text for text in written)
        else:
            raise AssertionError("nothing failed")
    finally:
        logger.removeHandler(handler)
