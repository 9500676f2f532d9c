"""Columns as rows of the type that a plan was made for, whatever type of numbers they came with: which one that is may
follow from rows, as pandas makes floats of integers if one of them is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import _core
from .._data import Refusal, adapt, ask
from .columns import is_read_as

# Of a column, that are made integers at a time.
_ROWS = 1 << 20


def measured(
    measurement: _core.Measurement, data: Any, *, threads: int, progress: Callable[[int], None] | None
) -> Any:
    """What a measurement gives of a column."""
    return measurement.invoke(rows_for(measurement, data), threads=threads, progress=progress)


def rows_for(measurement: _core.Measurement, data: Any) -> Any:
    """The data, or, where it holds other numbers than the integers that are measured, the nearest of these: of two the
    even one, the end of the range beyond it, null for NaN. Each row becomes what it does whatever the others are."""
    carrier = measurement.input_domain.carrier
    if carrier not in ("int64", "uint64") or is_read_as(data, carrier):
        return data
    return ask(lambda: _integers(data, carrier))


def _integers(data: Any, carrier: str) -> Any:
    import pyarrow as pa

    from ..readers.arrow_columns import as_numbers
    from ..readers.batches import converted

    arrays = _arrays(adapt(data))
    if arrays is None:
        return data  # no column: refused, in better words, by what reads it
    kind, pieces = arrays

    def batches() -> Iterator[Any]:
        for piece in pieces():
            for first in range(0, len(piece), _ROWS):
                yield pa.record_batch([_as_arrow(piece[first : first + _ROWS])], names=["rows"])

    return converted(["rows"], pa.schema([("rows", kind)]), batches, lambda _, array: as_numbers(array, carrier))


def _arrays(data: Any) -> tuple[Any, Callable[[], Any]] | None:
    """The Arrow type of a column, and its pieces, of NumPy or of Arrow; None if it is no column."""
    import numpy as np
    import pyarrow as pa

    if isinstance(data, Refusal):
        return None
    if hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        if isinstance(data, pa.Array):
            return data.type, lambda: [data]
        if not hasattr(data, "schema") and not hasattr(data, "columns"):
            column = data if isinstance(data, pa.ChunkedArray) else pa.chunked_array(data)
            return column.type, lambda: column.chunks
        if not hasattr(data, "__arrow_c_stream__"):
            data = pa.Table.from_batches([pa.record_batch(data)])
        reader = data if isinstance(data, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(data)
        if len(reader.schema) != 1:
            return None
        return reader.schema.types[0], lambda: (batch.column(0) for batch in reader)
    array = np.asarray(data)
    if array.ndim != 1 or not array.dtype.isnative:
        return None
    return pa.from_numpy_dtype(array.dtype), lambda: [array]


def _as_arrow(piece: Any) -> Any:
    import pyarrow as pa

    return piece if isinstance(piece, pa.Array) else pa.array(piece)
