"""Settings of a Spark session that are changed for the length of one question, and put back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .asking import ask_spark

# Spark asks behind each row how many bytes the batch has by now, which takes longer than writing the row. Arrow's batches
# are bounded by their number of rows as well, which is enough where no cell is long.
_BYTES_OF_A_BATCH = "spark.sql.execution.arrow.maxBytesPerBatch"
_ROWS_OF_A_BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"
_MOST_ROWS = 20_000
_UNBOUNDED = str(2**31 - 1)


@contextmanager
def changed(session: Any, settings: Mapping[str, str]) -> Iterator[None]:
    """While these hold."""
    before = ask_spark(lambda: {name: session.conf.get(name, None) for name in settings})
    try:
        ask_spark(lambda: _set(session, settings))
        yield
    finally:
        ask_spark(lambda: _set(session, before))


def _set(session: Any, settings: Mapping[str, str | None]) -> None:
    for name, value in settings.items():
        if value is None:
            session.conf.unset(name)
        else:
            session.conf.set(name, value)


def for_batches_of(session: Any, frame: Any) -> Mapping[str, str]:
    """What Spark need not ask of batches of this frame, by its types alone; states come in short pieces. What somebody has set stays."""
    is_bounded = 0 < int(session.conf.get(_ROWS_OF_A_BATCH)) <= _MOST_ROWS
    is_set = session.conf.get(_BYTES_OF_A_BATCH, None) is not None
    has_short_cells = all(field.dataType.typeName() not in ("string", "varchar", "char") for field in frame.schema.fields)
    return {_BYTES_OF_A_BATCH: _UNBOUNDED} if is_bounded and has_short_cells and not is_set else {}
