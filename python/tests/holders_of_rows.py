"""The same rows in everything that holds rows, and what changes them there: each gives both, of a folder that it may use."""

from __future__ import annotations

import sqlite3

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import scrim

ROWS = {"id": [1] * 5 + [2] * 5, "x": [1.0] * 10}
"""Of two persons."""


def in_pandas(folder, rows=ROWS):
    frame = pd.DataFrame(rows)

    def change(columns):
        for name in list(frame.columns):
            del frame[name]
        for place, (name, cells) in enumerate(columns.items()):
            frame.insert(place, name, pd.Series(cells, dtype="category" if isinstance(cells[0], bytes) else None))

    return frame, change


def in_polars(folder, rows=ROWS):
    frame = pl.DataFrame(rows)

    def change(columns):
        for name in list(frame.columns):
            frame.drop_in_place(name)
        for place, (name, cells) in enumerate(columns.items()):
            frame.insert_column(place, pl.Series(name, cells))

    return frame, change


def in_arrow(folder):
    """Of others, which say what their columns are without being opened."""

    class Holder:
        rows = pa.table(ROWS)
        times_opened = 0

        def __arrow_c_schema__(self):
            return self.rows.schema.__arrow_c_schema__()

        def __arrow_c_stream__(self, requested_schema=None):
            self.times_opened += 1
            return self.rows.__arrow_c_stream__(requested_schema)

    holder = Holder()
    return holder, lambda columns: setattr(holder, "rows", pa.table(columns))


def in_duckdb(folder, rows=ROWS):
    connection = duckdb.connect()
    connection.from_arrow(pa.table(rows)).create("data")

    def change(columns):
        connection.execute("drop table data")
        connection.from_arrow(pa.table(columns)).create("data")

    return connection.table("data"), change


def in_parquet(folder):
    file = folder / "rows.parquet"
    change = lambda columns: pq.write_table(pa.table(columns), file)  # noqa: E731
    change(ROWS)
    return file, change


def in_parquet_held_open(folder):
    file, change = in_parquet(folder)
    return scrim.open_table(str(file)), change


def in_csv(folder):
    file = folder / "rows.csv"

    def change(columns):
        lines = zip(*columns.values(), strict=True)
        file.write_text("\n".join(",".join(map(str, line)) for line in [tuple(columns), *lines]) + "\n")

    change(ROWS)
    return file, change


def in_csv_held_open(folder):
    file, change = in_csv(folder)
    return scrim.open_table(str(file)), change


def in_several_csv(folder):
    """Of which the second is changed."""
    (folder / "other").mkdir()
    in_csv(folder)
    other, change = in_csv(folder / "other")
    second = folder / "rows2.csv"

    def change_second(columns):
        change(columns)
        second.write_text(other.read_text())

    change_second(ROWS)
    return folder / "rows*.csv", change_second


def create_in_sqlite(file, columns, before=""):
    kinds = {int: "integer", float: "real", bytes: "blob"}
    with sqlite3.connect(file) as connection:
        connection.executescript(before)
        connection.execute(f"create table data ({', '.join(f'{name} {kinds[type(cells[0])]}' for name, cells in columns.items())})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"insert into data values ({marks})", zip(*columns.values(), strict=True))
    connection.close()


def in_sqlite(folder):
    file = folder / "rows.sqlite"
    create_in_sqlite(file, ROWS)
    return file, lambda columns: create_in_sqlite(file, columns, "drop table data")


def in_sqlite_held_open(folder):
    file, change = in_sqlite(folder)
    return scrim.open_table(str(file)), change


def in_duckdb_file(folder):
    file = folder / "rows.duckdb"

    def change(columns):
        file.unlink(missing_ok=True)
        with duckdb.connect(str(file)) as connection:
            connection.from_arrow(pa.table(columns)).create("data")

    change(ROWS)
    return file, change


HOLDERS = {make.__name__.removeprefix("in_"): make for make in (
    in_pandas, in_polars, in_arrow, in_duckdb, in_parquet, in_parquet_held_open, in_csv, in_csv_held_open, in_several_csv,
    in_sqlite, in_sqlite_held_open, in_duckdb_file,
)}  # fmt: skip
