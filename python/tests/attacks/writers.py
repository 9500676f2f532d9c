"""Writes tables, each format the way its own writers do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from scrim.readers import ReadingOptions

from attacks.random_csv import csv_bytes
from attacks.random_json import json_bytes
from attacks.random_tables import Pair, Row, Table
from attacks.random_typed import sqlite_parameter, sqlite_place

# Making a DuckDB file takes long, so one holds the tables of many pairs.
PAIRS_PER_DATABASE = 50


@dataclass(frozen=True)
class Source:
    """Where a table was written to. Neighbours have the same file name, since errors name the file."""

    file: str
    table: str | None
    options: ReadingOptions


@dataclass(frozen=True)
class Written:
    """A pair, of which `without` and `with_guest` give the source of either table once it is written."""

    pair: Pair
    folder: Path
    database: str | None = None
    number: int = 0

    def without(self) -> Source:
        return self._source(self.pair.rows, "without")

    def with_guest(self) -> Source:
        return self._source(self.pair.with_guest, "with")

    def _source(self, rows: list[Row], which: str) -> Source:
        table = self.pair.table
        if self.database is not None:
            return Source(self.database, f"{which}_{self.number}", table.options)
        file = self.folder / table.file_name
        write(table, rows, file)
        return Source(str(file), None, table.options)


def written_pairs(pairs: Iterable[Pair], folder: Path) -> Iterator[Written]:
    """Each is to be used before the next is asked for."""
    pending = iter(pairs)
    for batch in count():
        some = list(islice(pending, PAIRS_PER_DATABASE))
        if not some:
            return
        if some[0].table.format != "duckdb":
            yield from (Written(pair, folder) for pair in some)
            continue
        # Not the name of the database before it, which may still be open.
        file = folder / f"{batch}.duckdb"
        with _database(file) as database:
            for number, pair in enumerate(some):
                _add_table(database, f"without_{number}", pair.table, pair.rows)
                _add_table(database, f"with_{number}", pair.table, pair.with_guest)
        yield from (Written(pair, folder, str(file), number) for number, pair in enumerate(some))


def write(table: Table, rows: list[Row], file: Path) -> None:
    if table.format == "csv":
        file.write_bytes(csv_bytes(table, rows))
    elif table.format == "json":
        file.write_bytes(json_bytes(table, rows))
    elif table.format == "parquet":
        write_parquet(table, rows, file)
    elif table.format == "sqlite":
        write_sqlite(table, rows, file)
    else:
        with _database(file) as database:
            _add_table(database, "people", table, rows)


def write_parquet(table: Table, rows: list[Row], file: Path) -> None:
    arrays = [
        _array([row.written[position] for row in rows], kind) for position, kind in enumerate(table.layout)
    ]
    # Small groups, so that a table has several.
    pq.write_table(pa.table(arrays, names=list(table.names)), file, row_group_size=1000)


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    if kind == pa.string() or kind == pa.large_string():
        data = [None if value is None else value.encode("utf-8", "surrogateescape") for value in values]
        # Viewed, not cast: a cast would look for what is no UTF-8.
        return pa.array(data, pa.binary() if kind == pa.string() else pa.large_binary()).view(kind)
    return pa.array(values, kind)


def write_sqlite(table: Table, rows: list[Row], file: Path) -> None:
    file.unlink(missing_ok=True)
    columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in zip(table.names, table.layout, strict=True))
    connection = sqlite3.connect(file)
    connection.execute("pragma journal_mode = off")
    connection.execute("pragma synchronous = off")
    connection.execute(f"create table data ({columns})")
    for row in rows:
        places = ", ".join(map(sqlite_place, row.written))
        connection.execute(f"insert into data values ({places})", list(map(sqlite_parameter, row.written)))
    connection.commit()
    connection.close()


@contextmanager
def _database(file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    file.unlink(missing_ok=True)
    connection = duckdb.connect(str(file), config={"autoload_known_extensions": "false"})
    try:
        yield connection
    finally:
        connection.close()


def _add_table(connection: duckdb.DuckDBPyConnection, name: str, table: Table, rows: list[Row]) -> None:
    columns = ", ".join(f"{identifier(column)} {kind}" for column, kind in zip(table.names, table.layout, strict=True))
    connection.execute(f"create table {name} ({columns})")
    for start in range(0, len(rows), 500):
        values = ", ".join("(" + ", ".join(row.written) + ")" for row in rows[start : start + 500])
        connection.execute(f"insert into {name} values {values}")


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
