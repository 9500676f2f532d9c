"""Opens what FILE names, as a table of which only the schema is looked at."""

from __future__ import annotations

from typing import Any

from .._core import InvalidArgumentError
from .._refusal import Argument, refuse
from .input_files import find_files, format_of
from .options import ReadingOptions, said_of_reading
from .schema import ColumnTable, refuse_repeated, shown_name


def open_table(
    file: str,
    *,
    sql: str | None = None,
    table: str | None = None,
    options: ReadingOptions | None = None,
) -> ColumnTable:
    """`sql` is a query over the file, which it knows as `data`; `table` picks a table of a database."""
    opened = _opened(file, sql, table, options or ReadingOptions())
    opened.said_of_reading = said_of_reading(table, options)
    return opened


def _opened(file: str, sql: str | None, table: str | None, options: ReadingOptions) -> ColumnTable:
    if sql is not None and table is not None:
        refuse(Argument("sql"), " and ", Argument("table"), " were both given; name the table in the query instead")
    files = find_files(file)
    kind = format_of(files[0], options)
    if table is not None and kind not in ("sqlite", "duckdb"):
        refuse(Argument("table"), f" picks a table of a database, and {shown_name(file)} is none; leave it out")
    if kind in ("sqlite", "duckdb"):
        return _open_database(kind, files, sql, table)
    opened = _open_file(kind, file, files, options)
    return opened if sql is None else _open_query(kind, opened, sql)


# Modules are imported where they are needed: the libraries behind them take a while to load.


def _duckdb_table(why: str) -> Any:
    try:
        from . import duckdb_table
    except ModuleNotFoundError:
        raise InvalidArgumentError(
            f'{why}, which is not installed; run: pip install "scrim[files]"'
        ) from None
    return duckdb_table


def _open_database(kind: str, files: list[str], sql: str | None, table: str | None) -> ColumnTable:
    if len(files) > 1:
        raise InvalidArgumentError("several databases match; name one of them")
    if kind == "sqlite":
        from .sqlite_table import SqliteTable

        return SqliteTable(files[0], sql=sql, table=table)
    duckdb_table = _duckdb_table(f"{shown_name(files[0])} is a file of DuckDB")
    connection = duckdb_table.connect(files[0])
    try:
        duckdb_table.choose_source(connection, files[0], table, needed=sql is None)
        return duckdb_table.DuckdbTable(files[0], files, connection, sql)
    except BaseException:
        connection.close()
        raise


def _open_file(kind: str, name: str, files: list[str], options: ReadingOptions) -> Any:
    if kind == "parquet":
        from .parquet_table import ParquetTable

        return ParquetTable(name, files)
    if kind == "json":
        from .json_table import JsonTable

        return JsonTable(name, files, options)
    from .csv_table import CsvTable

    return CsvTable(name, files, options)


def _open_query(kind: str, opened: Any, sql: str) -> ColumnTable:
    """DuckDB's view of a file that we read: it sees texts that are UTF-8, and types that were declared."""
    duckdb_table = _duckdb_table("--sql is a query for DuckDB")
    connection = duckdb_table.connect()
    try:
        if kind == "parquet":
            _register_parquet(connection, opened)
        else:
            connection.register("data", opened.all_texts())
        table = duckdb_table.DuckdbTable(
            opened.name,
            opened.files,
            connection,
            sql,
            names_are_public=opened.names_are_public,
            cells_have_types=kind == "parquet",
        )
        table.is_read_once = opened.is_read_once
        return table
    except BaseException:
        connection.close()
        raise


def _register_parquet(connection: Any, opened: Any) -> None:
    import pyarrow.dataset

    from .parquet_table import text_columns_as_bytes
    from .sql_text import quoted

    for name in sorted(opened.repeated):
        refuse_repeated(opened, name)
    schema = text_columns_as_bytes(opened.schema)
    connection.register(
        "scrim_files", pyarrow.dataset.dataset(opened.files, schema=schema, format="parquet")
    )
    # A text that is not UTF-8 would stop the query, so it is missing.
    columns = ", ".join(
        f"try(decode({quoted(field.name)})) as {quoted(field.name)}"
        if opened.types[field.name] == "VARCHAR"
        else quoted(field.name)
        for field in schema
    )
    connection.execute(f"create temp view data as select {columns} from scrim_files")
