"""Tables of SQLite files, through Python's own SQLite: DuckDB's is an extension that would have to be downloaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from .. import _core
from .._core import InputError
from .arrow_columns import as_kind, utf8
from .batches import BatchStream, converted
from .problems import unreadable
from .schema import ANY, ID, ColumnTable, choose_table
from .sql_text import as_subquery, first_line, quoted

BATCH_ROWS = 1 << 16

# SQLite's own rule from a declared type to an affinity, in its order.
_AFFINITIES = [
    ("INT", "BIGINT"),
    ("CHAR", "VARCHAR"),
    ("CLOB", "VARCHAR"),
    ("TEXT", "VARCHAR"),
    ("BLOB", "BLOB"),
    ("REAL", "DOUBLE"),
    ("FLOA", "DOUBLE"),
    ("DOUB", "DOUBLE"),
]
# Values of any type may stand in a column of any type, so each is looked at on its own: texts are read like
# cells, and what does not fit is missing.
_NUMBER = "case typeof({0}) when 'integer' then cast({0} as real) when 'real' then {0} when 'text' then {0} end"
_INTEGER = "case when typeof({0}) in ('integer', 'real', 'text') then {0} end"
_TEXT = "case when typeof({0}) in ('text', 'integer') then cast({0} as text) end"
# No integer begins as texts do here.
_ID = "case typeof({0}) when 'integer' then cast({0} as text) when 'text' then '=' || {0} end"


class SqliteTable(ColumnTable):
    """A table of a SQLite file, or a query over it."""

    cells_have_types = False
    holds_objects = True

    def __init__(self, file: str, *, sql: str | None, table: str | None) -> None:
        self.name = file
        self.files = [file]
        address = Path(file).absolute().as_uri() + "?mode=ro"
        with fixed_errors(file):
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            self._source = self._choose(sql, table)
        with fixed_errors(file, query_is_given=sql is not None):
            self._connection.execute(f"create temp view scrim_query as {self._source}")
            # Rows may hold bytes that are no text.
            self._connection.text_factory = bytes
            self.types = self._declared()

    def types_now(self) -> dict[str, str]:
        with fixed_errors(self.name):
            return self._declared()

    def _declared(self) -> dict[str, str]:
        described = self._connection.execute("pragma table_info(scrim_query)").fetchall()
        # A name that is not UTF-8 cannot be asked for, and need not be.
        return {name.decode("utf-8", "replace"): _duckdb_name(kind.decode("utf-8", "replace")) for _, name, kind, *_ in described}

    def _choose(self, sql: str | None, table: str | None) -> str:
        found = self._connection.execute(
            "select name from sqlite_master where type in ('table', 'view') "
            "and name not like 'sqlite_%' order by name"
        ).fetchall()
        chosen = choose_table(self.name, [name for (name,) in found], table, sql is None)
        if chosen is not None and chosen != "data":
            self._connection.execute(
                f"create temp view if not exists data as select * from main.{quoted(chosen)}"
            )
        if sql is not None:
            return as_subquery(sql)
        assert chosen is not None
        return f"select * from main.{quoted(chosen)}"

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        if carrier == "float64":
            return self._stream(_NUMBER, column, pa.float64(), _number)
        return self._stream(_INTEGER, column, pa.int64(), _integer)

    def texts(self, column: str) -> Any:
        return self._stream(_TEXT, column, pa.string(), utf8)

    def columns(self, kinds: dict[str, str]) -> Any:
        self.check_columns(kinds)
        read = [_READ.get(kind, _READ["text"]) for kind in kinds.values()]
        selected = ", ".join(form.format(quoted(name)) for name, (form, _, _) in zip(kinds, read, strict=True))
        source = pa.schema([(name, kind) for name, (_, kind, _) in zip(kinds, read, strict=True)])
        wanted = list(kinds.values())

        def start() -> Iterator[pa.RecordBatch]:
            cursor = self._connection.execute(f"select {selected} from scrim_query")
            while rows := cursor.fetchmany(BATCH_ROWS):
                cells = zip(read, zip(*rows, strict=True), strict=True)
                arrays = [pa.array(map(convert, values), type=kind) for (_, kind, convert), values in cells]
                yield pa.record_batch(arrays, schema=source)

        return converted(list(kinds), source, start, lambda place, array: as_kind(array, wanted[place]))

    def _stream(
        self, form: str, column: str, kind: pa.DataType, convert: Callable[[Any], Any]
    ) -> BatchStream:
        schema = pa.schema([("value", kind)])
        query = f"select {form.format(quoted(column))} from scrim_query"

        def batches() -> Iterator[pa.RecordBatch]:
            cursor = self._connection.execute(query)
            while rows := cursor.fetchmany(BATCH_ROWS):
                array = pa.array([convert(value) for (value,) in rows], type=kind)
                yield pa.record_batch([array], schema=schema)

        return BatchStream(schema, batches)

    def close(self) -> None:
        self._connection.close()


def _number(value: float | bytes | None) -> float | None:
    return _core._readers.parse_number(value) if isinstance(value, bytes) else value


def _integer(value: int | float | bytes | None) -> int | None:
    if isinstance(value, bytes):
        return _core._readers.parse_integer(value)
    return _core._readers.nearest_integer(value) if isinstance(value, float) else value


_READ: dict[str, tuple[str, pa.DataType, Callable[[Any], Any]]] = {
    "number": (_NUMBER, pa.float64(), _number),
    "integer": (_INTEGER, pa.int64(), _integer),
    "text": (_TEXT, pa.string(), utf8),
    ID: (_ID, pa.string(), utf8),
}


@contextmanager
def fixed_errors(name: str, *, query_is_given: bool = False) -> Iterator[None]:
    """As for DuckDB: of SQLite's errors only those about the user's own query are kept."""
    message = None
    try:
        yield
    except sqlite3.OperationalError as error:
        message = f"--sql: {first_line(error)}" if query_is_given else unreadable(name)
    except sqlite3.Error:
        message = unreadable(name)
    if message is not None:
        raise InputError(message)


def _duckdb_name(declared: str) -> str:
    """A declared SQLite type by the name that DuckDB has for its like. An expression declares none."""
    upper = declared.upper()
    if not upper:
        return ANY
    for part, name in _AFFINITIES:
        if part in upper:
            return name
    return "BOOLEAN" if "BOOL" in upper else "DATE" if "DATE" in upper else "DOUBLE"
