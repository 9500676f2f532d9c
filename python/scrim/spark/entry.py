"""The functions that Spark carries to the workers. They are sent as they are, not by name, so that a worker that has no Scrim,
or another one, can say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Function = Callable[[Iterator[Any]], Iterator[Any]]


def folding(recipe: bytes, build: str, parts: int) -> Function:
    """For each part, its state."""

    def fold(batches: Iterator[Any], part: int) -> Iterator[Any]:
        from scrim.spark.fold import fold_part
        from scrim.spark.rows_of_states import to_batches

        yield from to_batches(fold_part(batches, recipe, part, parts))

    return _by_this_build(fold, build)


def merging(recipe: bytes, build: str) -> Function:
    """For the states of several parts, one of all of them."""

    def merge(batches: Iterator[Any], part: int) -> Iterator[Any]:
        from scrim.spark.merge import merge_some

        yield from merge_some(batches, recipe)

    return _by_this_build(merge, build)


def _by_this_build(work: Callable[[Iterator[Any], int], Iterator[Any]], build: str) -> Function:
    """Done by workers that have this build; others say what they have, and read no row. That is told instead of raised: tasks
    that raise are tried again, and what Spark says of them is not what was wrong."""

    def check(batches: Iterator[Any]) -> Iterator[Any]:
        import socket
        import sys

        import pyspark

        part = pyspark.TaskContext.get().partitionId()  # type: ignore[union-attr]
        # What tells builds apart comes first: a worker whose build is older may lack all others.
        try:
            from scrim.spark.build import this_build

            own = this_build()
        except ImportError:
            problem, worker = "missing", sys.executable
        else:
            problem, worker = "build", f"{own.name} in {own.folder}"
            if own.digest == build:
                from scrim.spark.archives import forget_archive

                yield from work(batches, part)
                forget_archive(pyspark.__file__)
                return

        import pyarrow as pa

        none = [part, 0, 1, None, [part], None, problem, f"{socket.gethostname()}: {worker}"]
        number, text = pa.int32(), pa.string()
        kinds = [number, number, number, pa.binary(), pa.list_(number), number, text, text]
        names = ["part", "piece", "pieces", "state", "held", "last", "problem", "worker"]
        yield pa.record_batch([pa.array([cell], kind) for cell, kind in zip(none, kinds)], names=names)

    return check
