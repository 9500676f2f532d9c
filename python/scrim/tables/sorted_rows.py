"""Rows in the order of persons, sorted on disk by DuckDB. That they are in order is not believed: the core checks it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from ..analysis.refuse import Argument, refuse, shown
from ..readers.batches import BatchStream
from ..readers.sql_text import quoted

# Beyond this it sorts on disk.
_MEMORY = "256MB"
_BATCH_ROWS = 1 << 16


def check_sorting(folder: Any, persons: Sequence[str] | None) -> None:
    """Refuses what cannot be: before anything is paid for, too."""
    if persons is None:
        refuse(Argument("sort_in"), " sorts rows by person, and the table has none; leave it out")
    if not isinstance(folder, (str, os.PathLike)) or not os.path.isdir(folder):
        refuse(Argument("sort_in"), f" is {shown(folder)}, which is no folder; give one that has room for the rows")
    if find_spec("duckdb") is None:
        refuse(Argument("sort_in"), ' needs DuckDB, which is not installed; run: pip install "scrim[files]"')


@contextmanager
def sorted_rows(stream: BatchStream, persons: Sequence[str], folder: str) -> Iterator[BatchStream]:
    """The same rows, those without a person left out; what was written to the folder is removed in the end."""
    import duckdb

    from ..readers.duckdb_table import SETTINGS

    with tempfile.TemporaryDirectory(prefix="scrim-", dir=folder) as own:
        connection = duckdb.connect(config={**SETTINGS, "temp_directory": own, "memory_limit": _MEMORY, "threads": "2"})
        try:
            connection.execute("set enable_progress_bar = false")
            connection.register("rows", stream)
            ids = [quoted(name) for name in persons]
            present = " and ".join(f"{name} is not null" for name in ids)
            columns = ", ".join(quoted(name) for name in stream.schema.names)
            query = f"select {columns} from rows where {present} order by {', '.join(ids)}"

            def batches() -> Iterator[Any]:
                for batch in connection.sql(query).to_arrow_reader(_BATCH_ROWS):
                    yield batch.cast(stream.schema)

            yield BatchStream(stream.schema, batches)
        finally:
            connection.close()
