"""The control: how files were read when types and dialect were inferred from rows.

Each format as the readers did it then: CSV by a sniffer and try_cast to what it made of the columns, JSON
by the types of its first objects, Parquet and DuckDB by a cast in DuckDB, SQLite by Python's values.
"""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import duckdb
import pyarrow as pa

from attacks.writers import Source, identifier

_NO_SIGN = ("(empty)", "\0", "")
_CASTABLE = {"BIGINT", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "TIME"}
_WIDE = {"int64": "BIGINT", "float64": "DOUBLE"}

_connection: duckdb.DuckDBPyConnection | None = None


def open_by_inference(source: Source) -> Any:
    if source.file.endswith(".sqlite"):
        return _SqliteTable(source.file)
    return _DuckdbTable(source)


def _shared() -> duckdb.DuckDBPyConnection:
    """One for all files: a new one each time takes longer than what is attacked."""
    global _connection
    if _connection is None:
        _connection = duckdb.connect(config={"autoload_known_extensions": "false", "threads": "1"})
        _connection.execute("set enable_progress_bar = false")
        known = _connection.execute("select name from duckdb_optimizers()").fetchall()
        if ("type_pushdown",) in known:
            _connection.execute("set disabled_optimizers = 'type_pushdown'")
    return _connection


class _DuckdbTable:
    def __init__(self, source: Source) -> None:
        self._connection = _shared().cursor()
        self._is_attached = source.file.endswith(".duckdb")
        if self._is_attached:
            self._connection.execute(f"attach {_literal(source.file)} as control (read_only)")
        try:
            self._query = self._rows(source)
            relation = self._connection.sql(self._query)
            self.types = dict(zip(relation.columns, map(str, relation.types), strict=True))
        except BaseException:
            self.close()
            raise

    def _rows(self, source: Source) -> str:
        if self._is_attached:
            return f"select * from control.{identifier(source.table or 'people')}"
        if source.file.endswith(".parquet"):
            return f"select * from read_parquet({_literal(source.file)})"
        if re.search(r"\.(json|jsonl|ndjson)$", source.file):
            return _json_rows(self._connection, source.file)
        return _csv_rows(self._connection, source.file)

    def numbers(self, column: str, carrier: str) -> Any:
        return self._stream(f"try_cast({identifier(column)} as {_WIDE[carrier]})")

    def texts(self, column: str) -> Any:
        return self._stream(f"try_cast({identifier(column)} as VARCHAR)")

    def _stream(self, expression: str) -> Any:
        return self._connection.sql(f"select {expression} as value from ({self._query})")

    def close(self) -> None:
        global _connection
        try:
            if self._is_attached:
                self._connection.execute("detach control")
            self._connection.close()
        except duckdb.Error:
            # An internal error makes all of a database unusable, and the file stays attached to it.
            self._connection.close()
            if _connection is not None:
                _connection.close()
            _connection = None


def _csv_rows(connection: duckdb.DuckDBPyConnection, file: str) -> str:
    delimiter, quote, escape, newline, comment, skip, columns = connection.execute(
        "select Delimiter, Quote, Escape, NewLineDelimiter, Comment, SkipRows, Columns "
        f"from sniff_csv({_literal(file)}, header = true)"
    ).fetchall()[0]
    texts = ", ".join(f"{_literal(column['name'])}: 'VARCHAR'" for column in columns)
    casts = ", ".join(_cast(column["name"], column["type"], column["type"] in _CASTABLE) for column in columns)
    signs = {
        "delim": delimiter,
        "quote": '"' if quote in _NO_SIGN else quote,
        "escape": '"' if escape in _NO_SIGN else escape,
        "comment": "" if comment in _NO_SIGN else comment,
        "new_line": newline,
    }
    dialect = ", ".join(f"{option} = {_literal(value)}" for option, value in signs.items())
    return (
        f"select {casts} from read_csv({_literal(file)}, auto_detect = false, header = true, skip = {skip}, "
        f"{dialect}, columns = {{{texts}}})"
    )


def _json_rows(connection: duckdb.DuckDBPyConnection, file: str) -> str:
    described = connection.execute(f"describe select * from read_json({_literal(file)})").fetchall()
    texts = ", ".join(f"{_literal(name)}: 'VARCHAR'" for name, *_ in described)
    casts = ", ".join(_cast(name, kind, bool(re.fullmatch("[A-Z]+", kind))) for name, kind, *_ in described)
    return f"select {casts} from read_json({_literal(file)}, columns = {{{texts}}})"


def _cast(name: str, kind: str, is_cast: bool) -> str:
    return f"try_cast({identifier(name)} as {kind}) as {identifier(name)}" if is_cast else identifier(name)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class _SqliteTable:
    _FORMS = {
        "float64": ("case when typeof({0}) in ('integer', 'real') then {0} end", pa.float64()),
        "int64": (
            "case typeof({0}) when 'integer' then {0} when 'real' then cast(round({0}) as integer) end",
            pa.int64(),
        ),
        "text": ("case when typeof({0}) in ('text', 'integer') then cast({0} as text) end", pa.string()),
    }

    def __init__(self, file: str) -> None:
        self._connection = sqlite3.connect(file)
        described = self._connection.execute("pragma table_info(data)").fetchall()
        self.types = {name: kind for _, name, kind, *_ in described}

    def numbers(self, column: str, carrier: str) -> Any:
        return self._stream(column, carrier)

    def texts(self, column: str) -> Any:
        return self._stream(column, "text")

    def _stream(self, column: str, form: str) -> pa.RecordBatchReader:
        expression, kind = self._FORMS[form]
        rows = self._connection.execute(f"select {expression.format(identifier(column))} from data").fetchall()
        return pa.table({"value": pa.array([value for (value,) in rows], type=kind)}).to_reader()

    def close(self) -> None:
        self._connection.close()
