"""Streams of record batches, from whatever makes batches one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


class BatchStream:
    """Arrow data of which each reader gets a stream of its own, from the beginning."""

    def __init__(self, schema: Any, start: Callable[[], Iterator[Any]]) -> None:
        self.schema = schema
        self._start = start

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        import pyarrow as pa

        reader = pa.RecordBatchReader.from_batches(self.schema, self._start())
        return reader.__arrow_c_stream__(requested_schema)


def cell_schema(columns: list[tuple[str, str]]) -> Any:
    """The schema of the batches that the C++ readers make: (name, what it is read as)."""
    import pyarrow as pa

    types = {"number": pa.float64(), "integer": pa.int64(), "text": pa.large_string()}
    return pa.schema([(name, types[kind]) for name, kind in columns])
