"""Opens what FILE names, as a table of which only the schema is looked at.

DuckDB reads everything but SQLite files: its reader for those is an extension that would have to be
downloaded, and Python's own does it as well.
"""

from __future__ import annotations

import glob
import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from . import csv_input
from .._core import InputError, InvalidArgumentError
from .options import ReadingOptions
from .problems import unreadable
from .schema import Table, choose_table, shown_name
from .sql_text import as_subquery, first_line, literal, quoted

# Enough for DuckDB to stream any file in pieces; row order is of no interest to a statistic.
SETTINGS: dict[str, Any] = {
    "memory_limit": "160MB",
    "threads": str(min(4, os.cpu_count() or 1)),
    "preserve_insertion_order": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


def open_table(
    file: str,
    *,
    sql: str | None = None,
    table: str | None = None,
    options: ReadingOptions = ReadingOptions(),
) -> Table:
    """`sql` is a query over the file, which it knows as `data`; `table` picks a table of a database."""
    if sql is not None and table is not None:
        raise InvalidArgumentError("--sql and --table were both given; name the table in the query instead")
    kind = _kind(file)
    if table is not None and kind not in ("sqlite", "duckdb"):
        raise InvalidArgumentError(f"--table picks a table of a database, and {file} is none; leave it out")
    if kind == "sqlite":
        from .sqlite_table import SqliteTable  # here, since PyArrow takes a while to load

        return SqliteTable(file, sql=sql, table=table)
    connection = _connect(file, kind)
    try:
        source = _source(connection, file, kind, table, needed=sql is None)
        return DuckdbTable(connection, shown_name(file), source, sql, kind not in ("csv", "stdin"))
    except BaseException:
        connection.close()
        raise


class DuckdbTable:
    """A file or a query as DuckDB sees it."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        name: str,
        source: str | None,
        sql: str | None,
        names_are_public: bool,
    ) -> None:
        self.name = name
        self.names_are_public = names_are_public
        self._connection = connection
        with fixed_errors(name):
            if source is not None:
                connection.execute(f"create temp view data as {source}")
        self._query = "select * from data"
        if sql is not None:
            with fixed_errors(name, query_is_given=True):
                statements = connection.extract_statements(sql)
            if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
                raise InputError("--sql must be one select query, such as 'select age from data'")
            self._query = as_subquery(sql)
        with fixed_errors(name, query_is_given=sql is not None):
            relation = connection.sql(self._query)
            names, kinds = relation.columns, [str(kind) for kind in relation.types]
        self.types = dict(zip(names, kinds, strict=True))

    def numbers(self, column: str, carrier: str) -> Any:
        wide = {"int64": "BIGINT", "uint64": "UBIGINT", "float64": "DOUBLE"}[carrier]
        return self._stream(f"try_cast({quoted(column)} as {wide})")

    def texts(self, column: str) -> Any:
        return self._stream(f"try_cast({quoted(column)} as VARCHAR)")

    def _stream(self, expression: str) -> Any:
        with fixed_errors(self.name):
            return self._connection.sql(f"select {expression} as value from ({self._query})")

    def close(self) -> None:
        self._connection.close()


@contextmanager
def fixed_errors(name: str, *, query_is_given: bool = False) -> Any:
    """Replaces DuckDB's errors, which may quote rows. Only what its parser and binder say about the
    user's own query is kept: it knows the query and the schema, no rows."""
    try:
        yield
    except (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException) as error:
        if query_is_given:
            raise InputError(f"--sql: {first_line(error)}") from None
        raise InputError(unreadable(name)) from None
    except duckdb.Error:
        raise InputError(unreadable(name)) from None


def _kind(file: str) -> str:
    """What FILE is, by its first bytes where they tell, else by its name."""
    if file == "-":
        return "stdin"
    if not os.path.exists(file) and glob.glob(file):
        sample = sorted(glob.glob(file))[0]
    else:
        sample = file
    try:
        with open(sample, "rb") as opened:
            start = opened.read(16)
    except IsADirectoryError:
        raise InputError(
            f"{file} is a directory; name a file, or several by '{file}/*.parquet'"
        ) from None
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    if start == b"SQLite format 3\0":
        return "sqlite"
    if start[8:12] == b"DUCK":
        return "duckdb"
    if start[:4] == b"PAR1":
        return "parquet"
    name = re.sub(r"\.(gz|zst)$", "", Path(sample).name.lower())
    return "json" if name.endswith((".json", ".jsonl", ".ndjson")) else "csv"


def _connect(file: str, kind: str) -> duckdb.DuckDBPyConnection:
    with fixed_errors(file):
        if kind == "duckdb":
            connection = duckdb.connect(file, read_only=True, config=SETTINGS)
        else:
            connection = duckdb.connect(config=SETTINGS)
        connection.execute("set enable_progress_bar = false")
        # DuckDB 2.0 hands try_cast to its CSV reader, which then fails on a cell that cannot be cast
        # (duckdb issue 23818): one row would stop the release. Versions before that have no such step.
        known = connection.execute("select name from duckdb_optimizers()").fetchall()
        if ("type_pushdown",) in known:
            connection.execute("set disabled_optimizers = 'type_pushdown'")
        return connection


def _source(
    connection: duckdb.DuckDBPyConnection, file: str, kind: str, table: str | None, needed: bool
) -> str | None:
    """A query for all of the input."""
    with fixed_errors(shown_name(file)):
        if kind == "parquet":
            return f"select * from read_parquet({literal(file)})"
        if kind == "json":
            return _json_source(connection, file)
        if kind == "duckdb":
            return _table_source(connection, file, table, needed)
        return csv_input.source(connection, file)


def _json_source(connection: duckdb.DuckDBPyConnection, file: str) -> str:
    """As for CSV: types from the beginning of the file, and what does not fit further on is missing."""
    described = connection.execute(f"describe select * from read_json({literal(file)})").fetchall()
    texts = ", ".join(f"{literal(name)}: 'VARCHAR'" for name, *_ in described)
    casts = ", ".join(
        f"try_cast({quoted(name)} as {kind}) as {quoted(name)}"
        if re.fullmatch(r"[A-Z]+", kind)  # nested types stay texts
        else quoted(name)
        for name, kind, *_ in described
    )
    return f"select {casts} from read_json({literal(file)}, columns = {{{texts}}})"


def _table_source(
    connection: duckdb.DuckDBPyConnection, file: str, table: str | None, needed: bool
) -> str | None:
    rows = connection.execute(
        "select schema_name || '.' || table_name, table_name, schema_name from "
        "(select schema_name, table_name from duckdb_tables() where not internal and not temporary "
        "union all select schema_name, view_name from duckdb_views() where not internal and not temporary) order by 1"
    ).fetchall()
    chosen = choose_table(file, [name for _, name, _ in rows], table, needed)
    if chosen is None:
        return None
    schema = next(schema for _, name, schema in rows if name == chosen)
    return f"select * from {quoted(schema)}.{quoted(chosen)}"
