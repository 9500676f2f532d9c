"""Streams of record batches, from whatever makes batches one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


class BatchStream:
    """Arrow data of which each reader gets a stream of its own, from the beginning."""

    def __init__(
        self,
        schema: Any,
        start: Callable[[], Iterator[Any]],
        *,
        on_any_thread: bool = False,
        start_on_threads: Callable[[], Iterator[Any]] | None = None,
    ) -> None:
        self.schema = schema
        self.on_any_thread = on_any_thread
        """Whether another thread than that which opened the source may make the batches."""
        self._start = start
        self._start_on_threads = start_on_threads or start

    def batches(self, *, on_threads: bool = False) -> Iterator[Any]:
        """From the beginning; each made on several threads, where that is asked for and the source can."""
        return self._start_on_threads() if on_threads else self._start()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        import pyarrow as pa

        reader = pa.RecordBatchReader.from_batches(self.schema, self._start())
        return reader.__arrow_c_stream__(requested_schema)


def cell_schema(columns: list[tuple[str, str]]) -> Any:
    """The schema of the batches that the C++ readers make: (name, what it is read as)."""
    import pyarrow as pa

    types = {"number": pa.float64(), "integer": pa.int64(), "text": pa.large_string()}
    return pa.schema([(name, types[kind]) for name, kind in columns])


def converted(
    names: list[str],
    source: Any,
    start: Callable[[], Iterator[Any]],
    convert: Callable[[int, Any], Any],
    *,
    on_any_thread: bool = False,
    start_on_threads: Callable[[], Iterator[Any]] | None = None,
) -> BatchStream:
    """The batches of a source, of which `convert` changes the column at each place. Its schema is what becomes of no rows."""
    import pyarrow as pa

    schema = pa.schema(
        [(name, convert(place, pa.nulls(0, source.field(place).type)).type) for place, name in enumerate(names)]
    )

    def batches(made: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        for batch in made():
            yield pa.record_batch([convert(place, batch.column(place)) for place in range(len(names))], schema=schema)

    return BatchStream(
        schema,
        lambda: batches(start),
        on_any_thread=on_any_thread,
        start_on_threads=lambda: batches(start_on_threads or start),
    )


def renamed(names: list[str], stream: BatchStream) -> BatchStream:
    """The same columns under other names."""
    import pyarrow as pa

    schema = pa.schema([stream.schema.field(place).with_name(name) for place, name in enumerate(names)])

    def batches(on_threads: bool) -> Iterator[Any]:
        for batch in stream.batches(on_threads=on_threads):
            yield pa.record_batch(batch.columns, schema=schema)

    return BatchStream(
        schema, lambda: batches(False), on_any_thread=stream.on_any_thread, start_on_threads=lambda: batches(True)
    )
