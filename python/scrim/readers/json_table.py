"""JSON files: objects one behind the other, one in each line, or in one array. Of each object exactly the keys that
are asked for are read; which other keys there are is nobody's business."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from .. import _core
from .._refusal import Words, refuse
from .batches import BatchStream, cell_schema
from .typed_cells import typed_cells
from .byte_stream import utf8_pieces
from .input_files import bare_name
from .options import ReadingOptions
from .schema import ANY, CELL_TYPES, ColumnTable


class JsonTable(ColumnTable):
    """Any key can be asked for. Whether objects have it is a matter of rows."""

    takes_any_name = True

    def __init__(self, name: str, files: list[str], options: ReadingOptions) -> None:
        self.name = name
        self.files = files
        self._options = options
        self.is_read_once = not all(map(os.path.isfile, files))
        self.types = dict.fromkeys(options.columns or (), ANY)

    def reads_calmly(self, columns: Iterable[str]) -> bool:
        return True  # cell by cell, and none is longer than is read

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        return self._cells({column: CELL_TYPES[carrier]})

    def texts(self, column: str) -> Any:
        return self._cells({column: "text"})

    def columns(self, kinds: dict[str, str]) -> Any:
        return typed_cells(kinds, self._cells)

    def all_texts(self) -> Any:
        """The keys that were named, for a query."""
        if not self.types:
            refuse(
                "a query over JSON needs the keys that it uses, as the columns of `data`; name them, such as ",
                Words('columns=("age", "city")', shell="--columns age,city"),
            )
        return self._cells(dict.fromkeys(self.types, "text"))

    def _cells(self, kinds: dict[str, str]) -> BatchStream:
        def batches() -> Iterator[Any]:
            for file in self.files:
                yield from self._batches(file, list(kinds.items()))

        return BatchStream(cell_schema(list(kinds.items())), batches)

    def _batches(self, file: str, keys: list[tuple[str, str]]) -> Iterator[Any]:
        import pyarrow as pa

        is_lines = bare_name(file).endswith((".jsonl", ".ndjson"))
        reader = _core._readers.JsonReader(
            layout="lines" if is_lines else "values", decimal=self._options.decimal, keys=keys
        )
        for piece in utf8_pieces(file, self._options):
            for batch in reader.feed(piece):
                yield pa.record_batch(batch)
        yield pa.record_batch(reader.finish())
