"""The functions that Spark carries to the workers. They are sent as they are, not by name, so that a worker that has no Scrim,
or an older one, can say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Function = Callable[[Iterator[Any]], Iterator[Any]]


def folding(recipe: bytes, build: str, parts: int) -> Function:
    """For each part, its state."""

    def fold(batches: Iterator[Any]) -> Iterator[Any]:
        import pyspark

        part = pyspark.TaskContext.get().partitionId()  # type: ignore[union-attr]
        try:
            from scrim.spark.archives import forget_archive
            from scrim.spark.fold import fold_part
            from scrim.spark.rows_of_states import to_batches
        except ImportError:
            import socket
            import sys

            import pyarrow as pa

            none = [part, 0, 1, None, [part], None, "missing", f"{socket.gethostname()}: {sys.executable}"]
            number, text = pa.int32(), pa.string()
            kinds = [number, number, number, pa.binary(), pa.list_(number), number, text, text]
            names = ["part", "piece", "pieces", "state", "held", "last", "problem", "worker"]
            yield pa.record_batch([pa.array([cell], kind) for cell, kind in zip(none, kinds)], names=names)
            return
        yield from to_batches(fold_part(batches, recipe, build, part, parts))
        forget_archive(pyspark.__file__)

    return fold


def merging(recipe: bytes) -> Function:
    """For the states of several parts, one of all of them."""

    def merge(batches: Iterator[Any]) -> Iterator[Any]:
        import pyspark

        from scrim.spark.archives import forget_archive
        from scrim.spark.merge import merge_some

        yield from merge_some(batches, recipe)
        forget_archive(pyspark.__file__)

    return merge
