"""Frames that may not be the same when a task is tried again are refused: what was folded would be of no one table."""

from __future__ import annotations

import re
import threading
from typing import Any, NoReturn

from .._core import InvalidArgumentError
from .asking import ask_spark
from .problems import PLAN
from .python_functions import has_nondeterministic_function, has_unseen_function
from .settings import changed

# Functions whose value is not that of a row, and those that depend on the order in which rows come: of equals the first,
# or a sketch, which keeps what came when there was room.
_FUNCTIONS = (
    "rand", "randn", "random", "randstr", "uniform", "uuid", "shuffle", "monotonically_increasing_id", "spark_partition_id",
    "input_file_name", "input_file_block_start", "input_file_block_length", "first", "first_value", "last", "last_value", "any_value",
    "collect_list", "collect_set", "array_agg", "listagg", "string_agg", "mode", "java_method", "reflect", "try_reflect",
    "max_by", "min_by", "percentile_approx", "approx_percentile", "histogram_numeric", r"approx_top_k(?:_accumulate|_combine)?", r"kll_\w+_agg_\w+",
    r"(?:hll|theta)_\w+_agg", "aes_encrypt",
)  # fmt: skip
# Operators of which which rows stay depends on their order, or which number each has.
_OPERATORS = ("Sample", "GlobalLimit", "LocalLimit", "Offset", "Tail", "CollectLimit", "AttachDistributedSequence")
# A column whose name is such a call has its number behind it, rand(5)#3, or its type.
_CALL = re.compile(rf"(?<![\w`.])({'|'.join(_FUNCTIONS)})\((?![^()]*\)(?:#\d|: ))", re.IGNORECASE)
_OPERATOR = re.compile(rf"^[\s:+\-|*()0-9']*({'|'.join(_OPERATORS)})\b", re.MULTILINE)
# Spark leaves out of a plan's text what is beyond some columns or characters, and what somebody wants to be hidden.
_WHOLE_TEXT = {
    "spark.sql.debug.maxToStringFields": str(2**31 - 1),
    "spark.sql.maxPlanStringLength": str(2**31 - 16),
    "spark.sql.redaction.string.regex": "(?!)",
}
_CUT = re.compile(r"\.\.\. \d+ more (?:fields|characters)|Truncated plan of \d+ characters")
# Spark computes rows that the driver holds, and conditions on the values that files are divided by, while it plans; what
# fails then has cost nothing.
_EXCLUDED = "spark.sql.optimizer.excludedRules"
_RULES_THAT_COMPUTE = (
    "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation",
    "org.apache.spark.sql.execution.datasources.PruneFileSourcePartitions",
    "org.apache.spark.sql.execution.OptimizeMetadataOnlyQuery",
    "org.apache.spark.sql.hive.execution.PruneHiveTablePartitions",
)
# So does a reader of files of the second kind, as soon as there is a physical plan, which Spark Connect tells along with
# the others. There frames are resolved by each question, if the server keeps no answer: meanwhile to readers of the first
# kind.
_FIRST_READERS = {
    "spark.sql.sources.useV1SourceList": "avro,csv,json,kafka,orc,parquet,text",
    "spark.connect.session.planCache.enabled": "false",
}
# Each puts back the settings that it found: of two at once one would put back, for good, what the other has set.
_one_at_a_time = threading.Lock()


def refuse_nondeterministic(frame: Any) -> None:
    """By the plan of the frame: no row is read."""
    is_remote = type(frame).__module__.startswith("pyspark.sql.connect")
    session = frame.sparkSession
    # Spark plans by the settings of the frame's session, and writes by those of the one that is active.
    active = (None if is_remote else ask_spark(type(session).getActiveSession, PLAN)) or session
    with _one_at_a_time, changed(session, _while_planning(session)), changed(active, _WHOLE_TEXT):
        text = ask_spark(lambda: frame._explain_string(extended=True) if is_remote else _text(frame), PLAN)
        is_marked = ask_spark(lambda: _is_marked(frame, is_remote), PLAN)
    if _CUT.search(text):
        _refuse("more than Spark tells in its text, and may have chance in it")
    operator = _OPERATOR.search(text)
    if operator is not None:
        _refuse(operator[1])
    call = _CALL.search(text)
    if call is not None:
        _refuse(f"{call[1].lower()}()")
    if is_marked:
        _refuse("a function that is not deterministic")
    if is_remote and ask_spark(lambda: has_unseen_function(_message(frame), text), PLAN):
        _refuse("a function in Python that was registered or is in a view, of which Spark Connect does not tell whether it is deterministic")


def _while_planning(session: Any) -> dict[str, str]:
    before = ask_spark(lambda: session.conf.get(_EXCLUDED, None), PLAN)
    return {**_WHOLE_TEXT, **_FIRST_READERS, _EXCLUDED: ",".join([*([before] if before else []), *_RULES_THAT_COMPUTE])}


def _is_marked(frame: Any, is_remote: bool) -> bool:
    """Whether a function says of itself that it is not deterministic."""
    if is_remote:
        return has_nondeterministic_function(_message(frame))
    return not all(plan.deterministic() for plan in _plans(frame))


def _message(frame: Any) -> Any:
    """What is sent to Spark Connect."""
    return frame._plan.to_proto(frame.sparkSession._client)


def _plans(frame: Any) -> list[Any]:
    """As it was written, and as it is run: some functions are put in on the way."""
    execution = frame._jdf.queryExecution()
    return [execution.analyzed(), execution.optimizedPlan()]


def _text(frame: Any) -> str:
    return "\n".join(plan.toString() for plan in _plans(frame))


def _refuse(what: str) -> NoReturn:
    raise InvalidArgumentError(
        f"the plan of the frame has {what}, so that a task that is tried again may see other rows; write the frame to a file, such "
        'as frame.write.parquet("rows.parquet"), and give spark.read.parquet("rows.parquet")'
    )
