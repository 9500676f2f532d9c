"""What is asked of Spark. An error of it may quote rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .._core import InputError
from .._data import ask_aloud
from .problems import JOB, refuse_failed

Answer = TypeVar("Answer")


def ask_spark(question: Callable[[], Answer], failed: str = JOB) -> Answer:
    """What Spark says. An error of it is dropped for one that says what failed, and nothing else."""
    try:
        return ask_aloud(question)
    except InputError:
        pass
    refuse_failed(failed)
