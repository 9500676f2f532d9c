"""What a job that cannot be used is refused with. None of it depends on what rows hold, as long as Spark sorts as it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from .._core import BadStateError, InputError, MisuseError
from .build import this_build
from .rows_of_states import State

JOB = "the job on Spark failed"
PLAN = "Spark could not plan the frame"
"""What is said to have failed."""

_INSTALL = "install the same wheel on the driver and on every worker (docs/spark.md)"

_TEXTS = {
    "order": "rows did not come in the order of persons within part {part}; the frame was laid out otherwise than it was asked "
    "for, and what was paid for is not released",
    "parts": "Spark made more parts than it was asked for: part {part}; nothing of it is released",
    "pieces": "the state of part {part} is not whole: a piece of it is missing; nothing of it is released",
    "twice": "part {part} came twice; nothing of it is released",
}


def refuse_problems(states: Sequence[State]) -> None:
    """Raises if a part has no state."""
    wrong = [state for state in states if state.problem is not None]
    if not wrong:
        return
    for problem in ("missing", "build"):
        workers = sorted({state.worker for state in wrong if state.problem == problem})
        if workers:
            _refuse_workers(problem, workers)
    first = min(wrong, key=lambda state: (state.part, state.problem or ""))
    raise MisuseError(_TEXTS[first.problem or ""].format(part=first.part))


def _refuse_workers(problem: str, workers: Sequence[str]) -> NoReturn:
    listed = "".join(f"\n  {worker}" for worker in workers)
    if problem == "missing":
        raise InputError(f"workers have no Scrim, or one that does not know Spark; {_INSTALL}. They are:{listed}")
    own = this_build()
    raise BadStateError(
        f"workers have another build of Scrim than the driver, and states of two builds do not merge; {_INSTALL}.\n"
        f"  driver: {own.name} in {own.folder}{listed}"
    )


def refuse_without_last() -> NoReturn:
    raise MisuseError("the last part is missing: no task has seen the row that comes last; nothing is released")


def refuse_two_last() -> NoReturn:
    raise MisuseError("two parts say that they are the last; nothing is released")


def refuse_failed(failed: str) -> NoReturn:
    raise InputError(
        f"{failed} (its words are withheld, as they may quote data; Spark's own log has them, on the driver and on the workers)"
    )
