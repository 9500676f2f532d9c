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
from .schema import ANY, ID, LARGE, ColumnTable, by_name, refuse_changed

BATCH_ROWS = 1 << 16
_FIRST_DAY = datetime.date(1970, 1, 1).toordinal()


Columns = Iterable[tuple[str, str]]
"""Their names and their types."""


class FrameTable(ColumnTable):
    """Data that others hold."""

    holds_objects = True

    def __init__(
        self,
        name: str,
        look: Callable[[], Columns],
        start: Callable[[dict[str, str]], BatchStream],
        *,
        is_read_once: bool = False,
        cases_differ: bool = True,
    ) -> None:
        self.name = name
        self.is_read_once = is_read_once
        self.files = []
        self._look = look
        self._cases_differ = cases_differ
        self.types, self.repeated = self._columns()
        self._start = start

    def types_now(self) -> dict[str, str]:
        return self._columns()[0]

    def _columns(self) -> tuple[dict[str, str], frozenset[str]]:
        return by_name(ask(self._look), cases_differ=self._cases_differ)

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        return self.columns({column: "number" if carrier == "float64" else "integer"})

    def texts(self, column: str) -> Any:
        return self.columns({column: "text"})

    def columns(self, kinds: dict[str, str]) -> Any:
        self.check_columns(kinds)
        return self._start(kinds)


def open_frame(data: Any) -> FrameTable:
    """A table of whatever holds columns."""
    if is_of_pandas(data) and ask(lambda: data.ndim == 2):
        return _pandas(data)
    module = type(data).__module__.partition(".")[0]
    is_series = is_of_pandas(data) or module == "polars" and type(data).__name__ == "Series"
    if is_series or isinstance(data, (pa.Array, pa.ChunkedArray)):
        raise InvalidArgumentError(
            f"source is of type {type(data).__name__}, which is one column and has no others that tell whose rows are; give a frame, or "
            "release the column by itself, such as scrim.mean(column, bounds=(0, 120), epsilon=1, rows_per_person=1)"
        )
    if module in ("duckdb", "_duckdb") and hasattr(data, "to_arrow_reader"):
        return _duckdb(data)
    if module == "polars" and hasattr(data, "get_columns"):
        return _polars(data)
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

    def look() -> Columns:
        # Without a schema of its own it would have to be opened, which may compute its rows: then it is seen when it is read.
        return _columns(pa.schema(data) if hasattr(data, "__arrow_c_schema__") else schema)

    def opened(names: list[str]) -> Any:
        if is_stream:
            return reader
        again = ask(lambda: pa.RecordBatchReader.from_stream(data))
        refuse_changed(by_name(_columns(schema))[0], by_name(_columns(again.schema))[0], names)
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

        source = pa.schema([first[0].schema.field(name) for name in names])
        return converted(names, source, lambda: batches(names), lambda place, array: as_kind(array, wanted[place]))

    return FrameTable("the table", look, start, is_read_once=is_stream)


def _columns(schema: pa.Schema) -> Columns:
    return [(field.name, name_of(field.type)) for field in schema]


def _polars(frame: Any) -> FrameTable:
    """Column by column, as one that Arrow has no type for would stop all others."""

    def look() -> Columns:
        return [(series.name, _polars_type(series)) for series in frame.get_columns()]

    def start(kinds: dict[str, str]) -> BatchStream:
        columns = ask(lambda: {name: frame.get_column(name) for name in kinds})
        # Integers of 128 bits are read by their texts, as those of DuckDB are.
        carried = [series.cast(str) if _polars_type(series) in LARGE else series for series in columns.values()]
        table = ask(lambda: pa.table({series.name: pa.chunked_array(series) for series in carried}))
        wanted = list(kinds.values())
        return converted(
            list(kinds), table.schema, lambda: iter(table.to_batches(BATCH_ROWS)), lambda place, array: as_kind(array, wanted[place])
        )

    return FrameTable("the table", look, start)


def _polars_type(series: Any) -> str:
    """The name that DuckDB has for it."""
    large = {"Int128": "HUGEINT", "UInt128": "UHUGEINT"}
    name = type(series.dtype).__name__
    if name == "Object":  # of which Arrow would get addresses
        return "OBJECT"
    return large[name] if name in large else name_of(pa.chunked_array(series.clear()).type)


def _duckdb(relation: Any) -> FrameTable:
    from .duckdb_table import DuckdbTable, columns_of

    def start(kinds: dict[str, str]) -> BatchStream:
        selected = ", ".join(DuckdbTable.expression(name, kind, table.types[name]) for name, kind in kinds.items())
        projected = ask(lambda: relation.project(selected))
        empty = ask(lambda: projected.limit(0).to_arrow_table())
        wanted = list(kinds.values())

        def batches() -> Iterator[Any]:
            yield from projected.to_arrow_reader(BATCH_ROWS)

        return converted(list(kinds), empty.schema, batches, lambda place, array: as_kind(array, wanted[place]))

    table = FrameTable("the relation", lambda: columns_of(relation), start, cases_differ=False)
    return table


def _pandas(frame: Any) -> FrameTable:
    def look() -> Columns:
        return [(str(name), _pandas_type(frame.iloc[:, place].dtype)) for place, name in enumerate(frame.columns)]

    def start(kinds: dict[str, str]) -> BatchStream:
        names = [str(name) for name in frame.columns]

        def array(name: str, kind: str) -> pa.Array:
            series = frame.iloc[:, names.index(name)]
            if table.types[name] == ANY:
                return _objects(series, kind)
            return arrow_of_pandas(series.array)

        arrays = ask(lambda: [_whole(array(name, kind)) for name, kind in kinds.items()])
        rows = pa.table(arrays, names=list(kinds))
        wanted = list(kinds.values())
        return converted(
            list(kinds), rows.schema, lambda: iter(rows.to_batches(BATCH_ROWS)), lambda place, cells: as_kind(cells, wanted[place])
        )

    table = FrameTable("the frame", look, start)
    return table


def _pandas_type(dtype: Any) -> str:
    """The name that DuckDB has for it; objects declare nothing."""
    if isinstance(dtype, np.dtype):
        return ANY if dtype.kind == "O" else _numpy_type(dtype)
    if type(dtype).__name__ == "SparseDtype":  # what it holds, kept otherwise
        return _pandas_type(dtype.subtype)
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
