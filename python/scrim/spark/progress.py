"""How far a job is, by Spark's own stages."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

Progress = Callable[[int], None]
_SECONDS = 0.5


class Tasks(int):
    """How many tasks are done; `of` how many that are known by now. Spark adds stages on the way."""

    of: int

    def __new__(cls, done: int, of: int) -> Tasks:
        tasks = super().__new__(cls, done)
        tasks.of = of
        return tasks

    def __repr__(self) -> str:
        return f"{int(self)} of {self.of} tasks"

    __str__ = __repr__


@contextmanager
def reported(session: Any, progress: Progress | None) -> Iterator[None]:
    """While the job runs, `progress` is called with `Tasks`."""
    if progress is None:
        yield
        return
    watched = _connect if type(session).__module__.startswith("pyspark.sql.connect") else _classic
    with watched(session, _on_change(progress)):
        yield


def _on_change(progress: Progress) -> Progress:
    """The same, called where there is something new, and no more once it has failed: what a release says on the way is not
    worth the release, which is paid for."""
    last = ""
    has_failed = False

    def tell(tasks: int) -> None:
        nonlocal last, has_failed
        if has_failed or str(tasks) == last:
            return
        last = str(tasks)
        try:
            progress(tasks)
        except Exception as error:
            has_failed = True
            with suppress(Warning):  # where warnings are errors
                warnings.warn(f"progress raised {error!r} and is told no more; the job goes on", RuntimeWarning, stacklevel=1)

    return tell


@contextmanager
def _connect(session: Any, progress: Progress) -> Iterator[None]:
    def handler(stages: Any, inflight_tasks: int, operation_id: Any, done: bool) -> None:
        each = list(stages or ())
        progress(Tasks(sum(stage.num_completed_tasks for stage in each), sum(stage.num_tasks for stage in each)))

    session.registerProgressHandler(handler)
    try:
        yield
    finally:
        session.removeProgressHandler(handler)


@contextmanager
def _classic(session: Any, progress: Progress) -> Iterator[None]:
    context = session.sparkContext
    tracker = context.statusTracker()
    tag = f"scrim-{uuid4().hex}"
    is_over = threading.Event()

    def tell() -> None:
        jobs = [tracker.getJobInfo(job) for job in context._jsc.sc().statusTracker().getJobIdsForTag(tag)]
        stages = [tracker.getStageInfo(stage) for job in jobs if job is not None for stage in job.stageIds]
        known = [stage for stage in stages if stage is not None]
        if known:
            progress(Tasks(sum(stage.numCompletedTasks for stage in known), sum(stage.numTasks for stage in known)))

    def watch() -> None:
        while not is_over.wait(_SECONDS):
            tell()

    context.addJobTag(tag)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
        with suppress(Exception):  # Spark may be gone
            tell()
        context.removeJobTag(tag)
