"""Parquet files, whose columns have declared types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .._core import InputError
from .arrow_columns import as_kind, as_numbers, as_texts, name_of
from .batches import BatchStream, converted
from .input_files import stamp
from .problems import unreadable
from .schema import ColumnTable, by_name, carrier_of, is_categorical, reads_as_numbers, refuse_changed, refuse_type

BATCH_ROWS = 1 << 16
# Batches of several columns are shared out among threads: as much for each as keeps it busy twice over, and no more, so that
# what is decoded is still at hand when it is used.
BATCH_ROWS_OF_A_THREAD = 1 << 16
BATCH_BYTES = 1 << 24
CELL_BYTES = 8
# A text that lies by itself takes four bytes and more, for its length, and one that is a code of a dictionary takes
# less. Larger chunks are read text by text: what a dictionary holds must fit 32-bit offsets.
CODED_BYTES_PER_ROW = 4
CODED_BYTES = 1 << 30


# Besides numbers, what has cells of a few bytes.
_SHORT = ("BOOLEAN", "DATE", "TIMESTAMP")


class ParquetTable(ColumnTable):
    """The files of one name, which declare the same columns."""

    def __init__(self, name: str, files: list[str]) -> None:
        self.name = name
        self.files = files
        self._metadata = []
        self._stamps = [stamp(file) for file in files]
        for file in files:
            with _fixed_errors(file):
                self._metadata.append(pq.read_metadata(file))
        self.schema = self._metadata[0].schema.to_arrow_schema()
        self.types, self.repeated = _types(self.schema)
        for file, metadata in zip(files, self._metadata, strict=True):
            if not metadata.schema.to_arrow_schema().equals(self.schema):
                raise InputError(
                    f"{file} declares other columns than {files[0]}; read them apart, or with --sql"
                )

    def types_now(self) -> dict[str, str]:
        is_same = [stamp(file) for file in self.files] == self._stamps
        return self.types if is_same else ParquetTable(self.name, self.files).types

    def reads_calmly(self, columns: Iterable[str]) -> bool:
        # One text of gigabytes can fill the memory.
        return all(carrier_of(kind) is not None or kind.startswith(_SHORT) for kind in map(self.types.__getitem__, columns))

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        refuse_type(self, column, "numbers", reads_as_numbers)
        return self._stream(column, lambda array: as_numbers(array, carrier))

    def texts(self, column: str) -> Any:
        refuse_type(self, column, "categories", is_categorical)
        return self._stream(column, as_texts)

    def columns(self, kinds: dict[str, str]) -> Any:
        self.check_columns(kinds)
        names, wanted = list(kinds), list(kinds.values())

        rows = self._rows_of_a_batch(names)

        def batches(on_threads: bool) -> Iterator[Any]:
            for file in self.files:
                with pq.ParquetFile(file, pre_buffer=False) as opened:
                    refuse_changed(self.types, _types(opened.schema_arrow)[0], names)
                    for batch in opened.iter_batches(rows, columns=names, use_threads=on_threads):
                        yield batch.select(names)  # a file has them in an order of its own

        source = pa.schema([self.schema.field(name) for name in names])
        return converted(
            names,
            source,
            lambda: batches(False),
            lambda place, array: as_kind(array, wanted[place]),
            on_any_thread=True,
            start_on_threads=lambda: batches(True),
        )

    def _rows_of_a_batch(self, names: list[str]) -> int:
        """As many as several threads share well, where that takes little memory: of how the files were written it takes the
        size of columns, and what is read is the same whatever the batches are."""
        if any(metadata.num_columns != len(self.schema) for metadata in self._metadata):  # of nested columns each part is one
            return BATCH_ROWS
        places = [self.schema.get_field_index(name) for name in names]
        width = 0.0
        for metadata in self._metadata:
            for group in map(metadata.row_group, range(metadata.num_row_groups)):
                sizes = (group.column(place).total_uncompressed_size for place in places)
                width = max(width, sum(max(CELL_BYTES, size / max(1, group.num_rows)) for size in sizes))
        return int(min(max(BATCH_ROWS, BATCH_BYTES / max(1.0, width)), BATCH_ROWS_OF_A_THREAD * max(2, pa.cpu_count())))

    def _stream(self, column: str, convert: Callable[[pa.Array], pa.Array]) -> BatchStream:
        kind = self.schema.field(column).type
        # Asked for by the column's type, and granted by how it is stored: a matter of speed alone, as texts are the same
        # whichever way they come. Where they are not codes in the file, making codes of them takes longer than reading them.
        coded = [column] if kind == pa.string() and self._is_coded(column) else None
        if coded:
            kind = pa.dictionary(pa.int32(), kind)
        schema = pa.schema([(column, convert(pa.array([], kind)).type)])

        def batches() -> Iterator[Any]:
            for file in self.files:
                with pq.ParquetFile(file, pre_buffer=False, read_dictionary=coded) as opened:
                    for batch in opened.iter_batches(
                        BATCH_ROWS, columns=[column], use_threads=False
                    ):
                        yield pa.record_batch([convert(batch.column(0))], schema=schema)

        return BatchStream(schema, batches)

    def _is_coded(self, column: str) -> bool:
        """Whether texts lie as codes of a dictionary in every part of every file, or nearly so."""
        for metadata in self._metadata:
            place = self.schema.get_field_index(column)
            if metadata.num_columns != len(self.schema):  # of nested columns each part is one
                return False
            for group in range(metadata.num_row_groups):
                chunk = metadata.row_group(group).column(place)
                most = min(CODED_BYTES, CODED_BYTES_PER_ROW * chunk.num_values)
                if not chunk.has_dictionary_page or chunk.total_uncompressed_size >= most:
                    return False
        return True


def _types(schema: pa.Schema) -> tuple[dict[str, str], frozenset[str]]:
    return by_name((field.name, name_of(field.type)) for field in schema)


def text_columns_as_bytes(schema: pa.Schema) -> pa.Schema:
    """The same columns, with texts that need not be UTF-8, and lie as such where they are codes of a dictionary."""
    return pa.schema(
        [field.with_type(pa.binary()) if name_of(field.type) == "VARCHAR" else field for field in schema]
    )


@contextmanager
def _fixed_errors(name: str) -> Iterator[None]:
    failed = False
    try:
        yield
    except (pa.ArrowException, OSError):
        failed = True
    if failed:
        raise InputError(unreadable(name))
