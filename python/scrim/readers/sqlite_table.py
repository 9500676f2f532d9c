"""Tables of SQLite files, through Python's own SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from .._core import InputError
from .problems import unreadable
from .schema import ANY, choose_table
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
# Values of any type may stand in a column of any type, so each is looked at on its own, and what does
# not fit is missing.
_NUMBER = "case when typeof({0}) in ('integer', 'real') then {0} end"
_INTEGER = (
    "case typeof({0}) when 'integer' then {0} when 'real' then cast(round({0}) as integer) end"
)
_TEXT = "case when typeof({0}) in ('text', 'integer') then cast({0} as text) end"


class SqliteTable:
    """A table of a SQLite file, or a query over it."""

    names_are_public = True

    def __init__(self, file: str, *, sql: str | None, table: str | None) -> None:
        self.name = file
        address = Path(file).absolute().as_uri() + "?mode=ro"
        with fixed_errors(file):
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            self._source = self._choose(sql, table)
        with fixed_errors(file, query_is_given=sql is not None):
            self._connection.execute(f"create temp view scrim_query as {self._source}")
            described = self._connection.execute("pragma table_info(scrim_query)").fetchall()
        self.types = {name: _duckdb_name(kind) for _, name, kind, *_ in described}

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

    def numbers(self, column: str, carrier: str) -> Any:
        if carrier == "float64":
            return self._stream(_NUMBER, column, pa.float64())
        return self._stream(_INTEGER, column, pa.int64())

    def texts(self, column: str) -> Any:
        return self._stream(_TEXT, column, pa.string())

    def _stream(self, form: str, column: str, kind: pa.DataType) -> pa.RecordBatchReader:
        schema = pa.schema([("value", kind)])
        query = f"select {form.format(quoted(column))} from scrim_query"

        def batches() -> Iterator[pa.RecordBatch]:
            cursor = self._connection.execute(query)
            while rows := cursor.fetchmany(BATCH_ROWS):
                array = pa.array([value for (value,) in rows], type=kind)
                yield pa.record_batch([array], schema=schema)

        return pa.RecordBatchReader.from_batches(schema, batches())

    def close(self) -> None:
        self._connection.close()


@contextmanager
def fixed_errors(name: str, *, query_is_given: bool = False) -> Any:
    """As for DuckDB: of SQLite's errors only those about the user's own query are kept."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if query_is_given:
            raise InputError(f"--sql: {first_line(error)}") from None
        raise InputError(unreadable(name)) from None
    except sqlite3.Error:
        raise InputError(unreadable(name)) from None


def _duckdb_name(declared: str) -> str:
    """A declared SQLite type by the name that DuckDB has for its like. An expression declares none."""
    upper = declared.upper()
    if not upper:
        return ANY
    for part, name in _AFFINITIES:
        if part in upper:
            return name
    return "BOOLEAN" if "BOOL" in upper else "DATE" if "DATE" in upper else "DOUBLE"
