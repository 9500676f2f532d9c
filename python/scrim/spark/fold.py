"""What a task does on a worker: folds the rows of its part into a saved state. It draws nothing, and writes nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow.compute as pc

from .._core import MisuseError
from ..readers.arrow_columns import as_kind
from ..readers.batches import BatchStream, converted
from .build import this_build
from .recipe import Job, job_of
from .rows_of_states import State

_OUT_OF_ORDER = "rows did not come in the order of persons"
"""How the core's refusal begins."""


def this_worker() -> str:
    """Who says something about a part: the machine, which build it has, and where."""
    build = this_build()
    return f"{socket.gethostname()}: {build.name} in {build.folder}"


def fold_part(batches: Iterable[Any], recipe: bytes, part: int, parts: int) -> State:
    """The state of one part. What is wrong with the layout is told instead of raised: tasks that raise are tried again, and
    what Spark says of them is not what was wrong."""
    if part >= parts:
        return State((part,), None, None, "parts", this_worker())
    job = job_of(recipe)
    rows = _Rows(batches, job)
    run = job.measurement.start(part=part, parts=parts)
    try:
        if not rows.are_none:
            run.update(rows.stream())
    except MisuseError as error:  # by the core
        if not str(error).startswith(_OUT_OF_ORDER):
            raise
        return State((part,), None, None, "order", this_worker())
    return State((part,), run.save(), part if rows.has_last else None, None, this_worker())


class _Rows:
    """The rows of a part, as they would be read from a file."""

    def __init__(self, batches: Iterable[Any], job: Job) -> None:
        self.has_last = False
        self._batches = iter(batches)
        self._first = next(self._batches, None)
        self._job = job
        self._names = list(job.kinds)
        self._kinds = list(job.kinds.values())

    @property
    def are_none(self) -> bool:
        """Spark gives no batch of an empty part."""
        return self._first is None

    def stream(self) -> BatchStream:
        assert self._first is not None
        made = converted(
            self._names, self._first.schema, lambda: self._rows(self._first), lambda place, cells: as_kind(cells, self._kinds[place])
        )
        if not self._job.persons:
            return made
        return BatchStream(made.schema, lambda: map(self._with_persons, made.batches()))

    def _rows(self, first: Any) -> Iterator[Any]:
        """Without the row that comes last of all."""
        while first is not None:
            yield self._without_last(first)
            first = next(self._batches, None)

    def _without_last(self, batch: Any) -> Any:
        marks = batch.column(0).is_valid() if self._job.persons else pc.invert(batch.column(len(self._names)))
        if pc.all(marks, min_count=0).as_py():
            return batch
        self.has_last = True
        return batch.filter(marks)

    def _with_persons(self, batch: Any) -> Any:
        """Rows of which an id cannot be read are nobody's."""
        for place in range(self._job.persons):
            if batch.column(place).null_count:
                batch = batch.filter(batch.column(place).is_valid())
        return batch
