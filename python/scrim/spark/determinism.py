"""Frames that may not be the same when a task is tried again are refused: what was folded would be of no one table."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from .._core import InvalidArgumentError
from .settings import changed

# Functions whose value is not that of a row, and those that depend on the order in which rows come.
_FUNCTIONS = (
    "rand", "randn", "random", "randstr", "uniform", "uuid", "shuffle", "monotonically_increasing_id", "spark_partition_id",
    "input_file_name", "input_file_block_start", "input_file_block_length", "first", "first_value", "last", "last_value", "any_value",
    "collect_list", "collect_set", "array_agg", "listagg", "string_agg", "mode", "java_method", "reflect", "try_reflect",
)  # fmt: skip
# Operators of which which rows stay depends on their order.
_OPERATORS = ("Sample", "GlobalLimit", "LocalLimit", "Offset", "Tail", "CollectLimit")
# A column whose name is such a call has its number behind it, rand(5)#3, or its type.
_CALL = re.compile(rf"(?<![\w`.])({'|'.join(_FUNCTIONS)})\((?![^()]*\)(?:#\d|: ))", re.IGNORECASE)
_OPERATOR = re.compile(rf"^[\s:+\-|*()0-9']*({'|'.join(_OPERATORS)})\b", re.MULTILINE)
# Spark leaves out of a plan's text what is beyond some columns.
_WHOLE_TEXT = {"spark.sql.debug.maxToStringFields": str(2**31 - 1)}


def refuse_nondeterministic(frame: Any) -> None:
    """By the plan of the frame: no row is read."""
    is_remote = type(frame).__module__.startswith("pyspark.sql.connect")
    with changed(frame.sparkSession, _WHOLE_TEXT):
        text = frame._explain_string(extended=True) if is_remote else _text(frame)
    operator = _OPERATOR.search(text)
    if operator is not None:
        _refuse(operator[1])
    call = _CALL.search(text)
    if call is not None:
        _refuse(f"{call[1].lower()}()")
    if is_remote:
        is_marked = _has_nondeterministic_function(frame._plan.to_proto(frame.sparkSession._client))
    else:
        is_marked = not all(plan.deterministic() for plan in _plans(frame))
    if is_marked:
        _refuse("a function that is not deterministic")


def _plans(frame: Any) -> list[Any]:
    """As it was written, and as it is run: some functions are put in on the way."""
    execution = frame._jdf.queryExecution()
    return [execution.analyzed(), execution.optimizedPlan()]


def _text(frame: Any) -> str:
    return "\n".join(plan.toString() for plan in _plans(frame))


def _has_nondeterministic_function(message: Any) -> bool:
    """Whether a message of Spark Connect has one, at any depth."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if hasattr(value, "ListFields"):
            several = [value]
        else:  # a map, or a list
            several = list(value.values() if hasattr(value, "values") else value)
        for each in several:
            if hasattr(each, "ListFields") and (_is_nondeterministic(each) or _has_nondeterministic_function(each)):
                return True
    return False


def _is_nondeterministic(message: Any) -> bool:
    names = message.DESCRIPTOR.fields_by_name
    return "deterministic" in names and not message.deterministic


def _refuse(what: str) -> NoReturn:
    raise InvalidArgumentError(
        f"the plan of the frame has {what}, so that a task that is tried again may see other rows; write the frame to a file, such "
        'as frame.write.parquet("rows.parquet"), and give spark.read.parquet("rows.parquet")'
    )
