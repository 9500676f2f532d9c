"""Parquet files, whose columns have declared types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .._core import InputError
from .arrow_columns import as_numbers, as_texts, is_text, name_of
from .batches import BatchStream
from .problems import unreadable
from .schema import Table, is_categorical, reads_as_numbers, refuse_type

BATCH_ROWS = 1 << 16


class ParquetTable(Table):
    """The files of one name, which declare the same columns."""

    def __init__(self, name: str, files: list[str]) -> None:
        self.name = name
        self.files = files
        with _fixed_errors(files[0]):
            self.schema = pq.read_schema(files[0])
        self.types = {field.name: name_of(field.type) for field in self.schema}
        for file in files[1:]:
            with _fixed_errors(file):
                schema = pq.read_schema(file)
            if not schema.equals(self.schema):
                raise InputError(
                    f"{file} declares other columns than {files[0]}; read them apart, or with --sql"
                )

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        refuse_type(self, column, "numbers", reads_as_numbers)
        return self._stream(column, lambda array: as_numbers(array, carrier))

    def texts(self, column: str) -> Any:
        refuse_type(self, column, "categories", is_categorical)
        return self._stream(column, as_texts)

    def _stream(self, column: str, convert: Callable[[pa.Array], pa.Array]) -> BatchStream:
        field = self.schema.field(column)
        schema = pa.schema([(column, convert(pa.array([], field.type)).type)])

        def batches() -> Iterator[Any]:
            for file in self.files:
                with pq.ParquetFile(file, pre_buffer=False) as opened:
                    for batch in opened.iter_batches(
                        BATCH_ROWS, columns=[column], use_threads=False
                    ):
                        yield pa.record_batch([convert(batch.column(0))], schema=schema)

        return BatchStream(schema, batches)



def text_columns_as_bytes(schema: pa.Schema) -> pa.Schema:
    """The same columns, with texts that need not be UTF-8."""
    return pa.schema(
        [field.with_type(pa.binary()) if is_text(field.type) else field for field in schema]
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
