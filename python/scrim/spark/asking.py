"""What is asked of Spark. An error of it may quote rows."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from .._core import InputError
from .._data import ask_aloud
from .problems import JOB, refuse_failed

Answer = TypeVar("Answer")

# Of PySpark, in this process: its errors write their words to these as soon as they are made.
_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")
_is_asking: ContextVar[bool] = ContextVar("is_asking", default=False)


def ask_spark(question: Callable[[], Answer], failed: str = JOB) -> Answer:
    """What Spark says. An error of it is dropped for one that says what failed, and nothing else."""
    _silence()
    before = _is_asking.set(True)
    try:
        return ask_aloud(question)
    except InputError:
        pass
    finally:
        _is_asking.reset(before)
    refuse_failed(failed)


def _silence() -> None:
    """What PySpark writes of errors while this asks it; not what it writes of those that others ask for."""
    try:
        from pyspark.logger import PySparkLogger
    except ModuleNotFoundError:  # then there is none of it that could write
        return
    for name in _LOGGERS:
        logger = PySparkLogger.getLogger(name)
        if _is_of_others not in logger.filters:
            logger.addFilter(_is_of_others)


def _is_of_others(record: logging.LogRecord) -> bool:
    return not _is_asking.get()
