"""Tables in memory, and streams: frames of pandas and Polars, Arrow data, relations of DuckDB. Only their schemas are
looked at before rows are read, and what becomes of a row depends on that row alone."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from .._core import InputError, InvalidArgumentError
from .._data import arrow_of_pandas, ask, cell_by_cell, is_of_pandas, text_of
from .arrow_columns import as_kind, name_of
from .batches import BatchStream, converted
from .schema import ANY, ID, ColumnTable, check_kinds

BATCH_ROWS = 1 << 16
_FIRST_DAY = datetime.date(1970, 1, 1).toordinal()


class FrameTable(ColumnTable):
    """Data that others hold."""

    holds_objects = True

    def __init__(
        self, name: str, schema: dict[str, str], start: Callable[[dict[str, str]], BatchStream], *, is_read_once: bool = False
    ) -> None:
        self.name = name
        self.is_read_once = is_read_once
        self.files = []
        self.types = schema
        self._start = start

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        return self.columns({column: "number" if carrier == "float64" else "integer"})

    def texts(self, column: str) -> Any:
        return self.columns({column: "text"})

    def columns(self, kinds: dict[str, str]) -> Any:
        check_kinds(self, kinds)
        return self._start(kinds)


def _refuse_changed(before: dict[str, str], now: dict[str, str], names: Iterable[str]) -> None:
    """What others hold they may change. Columns are read by what they were declared to be: with ids of another type several
    persons would be one, and with another column in their place one would be several."""
    for name in names:
        if now.get(name) != before[name]:
            became = f"holds {now[name]} now, and held {before[name]}" if name in now else "is not there any more"
            raise InputError(
                f"the data was changed after the table was made of it: column {name!r} {became}; make the table anew"
            )


def open_frame(data: Any) -> FrameTable:
    """A table of whatever holds columns."""
    if is_of_pandas(data) and ask(lambda: data.ndim == 2):
        return _pandas(data)
    module = type(data).__module__.partition(".")[0]
    if module in ("duckdb", "_duckdb") and hasattr(data, "to_arrow_reader"):
        return _duckdb(data)
    if isinstance(data, (list, tuple)) and data and all(isinstance(batch, pa.RecordBatch) for batch in data):
        data = pa.Table.from_batches(data)
    if isinstance(data, BatchStream) or hasattr(data, "__arrow_c_stream__"):
        return _arrow(data)
    if hasattr(data, "__arrow_c_array__"):
        return _arrow(pa.Table.from_batches([ask(lambda: pa.record_batch(data))]))
    raise InvalidArgumentError(
        f"source is of type {type(data).__name__}; give the name of a file, a frame of pandas, Polars or Spark, Arrow data, or "
        "a relation of DuckDB"
    )


def _arrow(data: Any) -> FrameTable:
    is_stream = isinstance(data, pa.RecordBatchReader)  # which can be read once
    reader = data if is_stream else ask(lambda: pa.RecordBatchReader.from_stream(data))
    schema: pa.Schema = reader.schema
    is_used = False

    def opened(names: list[str]) -> Any:
        if is_stream:
            return reader
        again = ask(lambda: pa.RecordBatchReader.from_stream(data))
        _refuse_changed(_types(schema), _types(again.schema), names)
        return again

    def start(kinds: dict[str, str]) -> BatchStream:
        if is_stream and is_used:
            raise InputError("a stream of Arrow data can be read once, and was; give a table, or open it again")
        names, wanted = list(kinds), list(kinds.values())
        first = [opened(names)]  # so that what was changed is told in words of its own

        def batches(names: list[str]) -> Iterator[Any]:
            nonlocal is_used
            is_used = True
            for batch in first.pop() if first else opened(names):
                yield batch.select(names)

        source = pa.schema([schema.field(name) for name in names])
        return converted(names, source, lambda: batches(names), lambda place, array: as_kind(array, wanted[place]))

    return FrameTable("the table", _types(schema), start, is_read_once=is_stream)


def _types(schema: pa.Schema) -> dict[str, str]:
    return {field.name: name_of(field.type) for field in schema if schema.names.count(field.name) == 1}


def _duckdb(relation: Any) -> FrameTable:
    from .sql_text import quoted

    def look() -> dict[str, str]:
        return dict(zip(relation.columns, map(str, relation.types), strict=True))

    types = look()

    def start(kinds: dict[str, str]) -> BatchStream:
        from .duckdb_table import DuckdbTable

        _refuse_changed(types, ask(look), kinds)
        selected = ", ".join(DuckdbTable.expression(name, kind, types[name]) for name, kind in kinds.items())
        projected = ask(lambda: relation.project(selected))
        empty = ask(lambda: projected.limit(0).to_arrow_table())
        wanted = list(kinds.values())

        def batches() -> Iterator[Any]:
            yield from projected.to_arrow_reader(BATCH_ROWS)

        return converted(list(kinds), empty.schema, batches, lambda place, array: as_kind(array, wanted[place]))

    return FrameTable("the relation", types, start)


def _pandas(frame: Any) -> FrameTable:
    def look() -> dict[str, str]:
        names = [str(name) for name in frame.columns]
        return {name: _pandas_type(frame.iloc[:, place].dtype) for place, name in enumerate(names) if names.count(name) == 1}

    types = look()

    def start(kinds: dict[str, str]) -> BatchStream:
        _refuse_changed(types, ask(look), kinds)
        names = [str(name) for name in frame.columns]

        def array(name: str, kind: str) -> pa.Array:
            series = frame.iloc[:, names.index(name)]
            if types[name] == ANY:
                return _objects(series, kind)
            return arrow_of_pandas(series.array)

        arrays = ask(lambda: [_whole(array(name, kind)) for name, kind in kinds.items()])
        table = pa.table(arrays, names=list(kinds))
        wanted = list(kinds.values())
        return converted(
            list(kinds), table.schema, lambda: iter(table.to_batches(BATCH_ROWS)), lambda place, cells: as_kind(cells, wanted[place])
        )

    return FrameTable("the frame", types, start)


def _pandas_type(dtype: Any) -> str:
    """The name that DuckDB has for it; objects declare nothing."""
    if isinstance(dtype, np.dtype):
        return ANY if dtype.kind == "O" else _numpy_type(dtype)
    if hasattr(dtype, "pyarrow_dtype"):
        return name_of(dtype.pyarrow_dtype)
    if type(dtype).__name__ == "CategoricalDtype":
        return "VARCHAR" if dtype.categories.dtype == object else _pandas_type(dtype.categories.dtype)
    if type(dtype).__name__ == "StringDtype":
        return "VARCHAR"
    numpy_dtype = getattr(dtype, "numpy_dtype", None)
    if numpy_dtype is not None:
        return _numpy_type(numpy_dtype)
    return "TIMESTAMP" if type(dtype).__name__ == "DatetimeTZDtype" else type(dtype).__name__.upper()


def _numpy_type(dtype: Any) -> str:
    try:
        return name_of(pa.from_numpy_dtype(dtype))
    except pa.ArrowNotImplementedError:
        return str(dtype.type.__name__).upper()  # complex numbers, say, which are no column of anything


def _objects(series: Any, kind: str) -> pa.Array:
    """Python's objects, of which those of the kind that is asked for are taken; texts are parsed as cells are."""
    if kind == ID:
        return pa.array(map(_id, series), pa.string())
    texts = pa.array(map(text_of, series), pa.string())
    if kind in ("date", "time"):
        count = _days if kind == "date" else _microseconds
        whole = pa.int32() if kind == "date" else pa.int64()
        by_text = as_kind(texts, kind)
        # As integers: Python has no year 0, which a text may be of.
        both = zip(map(count, series), by_text.cast(whole).to_pylist(), strict=True)
        return pa.array([text if number is None else number for number, text in both], whole).cast(by_text.type)
    if kind == "text":
        both = zip(texts.to_pylist(), map(_digits, series), strict=True)
        return pa.array([other if text is None else text for text, other in both], pa.string())
    kinds = {"number": pa.float64(), "integer": pa.int64(), "boolean": pa.bool_()}
    cells = map(_FITTING[kind], series)
    parsed = as_kind(texts, kind).to_pylist()
    return pa.array([other if cell is None else cell for cell, other in zip(cells, parsed, strict=True)], kinds[kind])


@cell_by_cell
def _days(cell: Any) -> int | None:
    """Since 1970; of a time its own day. What pandas has for a missing time is equal to nothing."""
    if not isinstance(cell, datetime.date) or cell != cell:
        return None
    return _within(32, cell.toordinal() - _FIRST_DAY)


@cell_by_cell
def _microseconds(cell: Any) -> int | None:
    """Since 1970 in UTC; of one without a time zone as it is."""
    if not isinstance(cell, datetime.datetime) or cell != cell:
        return None
    since: datetime.timedelta = cell.replace(tzinfo=None) - datetime.datetime(1970, 1, 1)
    return _within(64, (since - (cell.utcoffset() or datetime.timedelta(0))) // datetime.timedelta(microseconds=1))


@cell_by_cell
def _digits(cell: Any) -> str | None:
    """Of an integer; none of one that has more than Python writes out."""
    return str(cell) if type(cell) is int else None


@cell_by_cell
def _id(cell: Any) -> str | None:
    """The text of an id, which is an integer or a text. No integer begins as texts do here."""
    text = text_of(cell)
    return _digits(_own(cell)) if text is None else "=" + text


@cell_by_cell
def _number(cell: Any) -> float | None:
    cell = _own(cell)
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


@cell_by_cell
def _integer(cell: Any) -> int | None:
    cell = _own(cell)
    return _within(64, int(cell)) if isinstance(cell, int) and not isinstance(cell, bool) else None


@cell_by_cell
def _truth(cell: Any) -> bool | None:
    cell = _own(cell)
    return cell if isinstance(cell, bool) else None


# Of values without a type what they are for a column of a kind; bool is no number here, nor a number a text.
_FITTING: dict[str, Callable[[Any], Any]] = {"number": _number, "integer": _integer, "boolean": _truth}


def _own(cell: Any) -> Any:
    """Python's own value of NumPy's."""
    return cell.item() if isinstance(cell, np.generic) else cell


def _within(bits: int, number: int) -> int:
    """Moved to the end of the range where it is beyond it."""
    return min(max(int(number), -(2 ** (bits - 1))), 2 ** (bits - 1) - 1)


def _whole(array: Any) -> pa.Array:
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
