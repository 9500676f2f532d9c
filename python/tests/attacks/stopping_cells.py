"""Cells that once stopped a release: who saw the exit status knew that someone's cell was odd."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from scrim.readers import ReadingOptions

from attacks.neighbours import Observation, Refusal, Victim, observe
from attacks.writers import Source

ROWS = 20  # of the value 5, around the cell
THREE_MEGABYTES = 3 * 10**6
HUNDRED_FIFTY_MEGABYTES = 150 * 10**6


@dataclass(frozen=True)
class StoppingCell:
    """`write` writes ROWS rows that are 5 in column `age`, and one with the cell if that is asked for."""

    name: str
    file_name: str
    write: Callable[[Path, bool], None]


def _csv(name: str, cell: bytes) -> StoppingCell:
    def write(file: Path, with_cell: bool) -> None:
        some = b"5,x\n" * (ROWS // 2)
        file.write_bytes(b"age,city\n" + some + (cell if with_cell else b"") + some)

    return StoppingCell(f"CSV: {name}", "data.csv", write)


def _json(name: str, row: bytes, file_name: str = "data.json") -> StoppingCell:
    def write(file: Path, with_cell: bool) -> None:
        some = [b'{"age": 5, "city": "x"}'] * (ROWS // 2)
        rows = [*some, *([row] if with_cell else []), *some]
        if file_name.endswith(".json"):
            file.write_bytes(b"[" + b",\n".join(rows) + b"]")
        else:
            file.write_bytes(b"".join(row + b"\n" for row in rows))

    return StoppingCell(f"JSON: {name}", file_name, write)


def _sqlite(name: str, declared: str, cell: str) -> StoppingCell:
    def write(file: Path, with_cell: bool) -> None:
        file.unlink(missing_ok=True)
        connection = sqlite3.connect(file)
        connection.execute(f"create table data (age {declared})")
        connection.executemany("insert into data values (?)", [(5,)] * ROWS)
        if with_cell:
            connection.execute(f"insert into data values ({cell})")
        connection.commit()
        connection.close()

    return StoppingCell(f"SQLite: {name}", "data.sqlite", write)


def _parquet(name: str, make_cell: Callable[[], bytes]) -> StoppingCell:
    def write(file: Path, with_cell: bool) -> None:
        texts = pa.array([b"5"] * ROWS + ([make_cell()] if with_cell else []), pa.binary()).view(pa.string())
        pq.write_table(pa.table({"age": texts}), file, compression="zstd", write_statistics=False)

    return StoppingCell(f"Parquet: {name}", "data.parquet", write)


def _duckdb(name: str, declared: str, cell: str) -> StoppingCell:
    def write(file: Path, with_cell: bool) -> None:
        file.unlink(missing_ok=True)
        with duckdb.connect(str(file)) as database:
            database.execute(f"create table people as select 5::{declared} as age from range({ROWS})")
            if with_cell:
                database.execute(f"insert into people values ({cell})")

    return StoppingCell(f"DuckDB: {name}", "file.duckdb", write)


EVERY_STOPPING_CELL = [
    _csv("not UTF-8", b"caf\xe9,x\n"),
    _csv("not UTF-8 in another column", b"5,caf\xe9\n"),
    _csv("a line of 3 MB", b"5," + b"x" * THREE_MEGABYTES + b"\n"),
    _csv("a cell of 3 MB", b"7" * THREE_MEGABYTES + b",x\n"),
    _csv("a row that ends in CRLF", b"5,x\r\n"),
    _csv("text after a quote", b'"abc"def,x\n'),
    _csv("a quote within a cell", b'a"b,x\n'),
    _csv("a row that is too short", b"5\n"),
    _csv("a row that is too long", b"5,x,y,z\n"),
    _csv("NUL", b"a\0b,x\n"),
    _json("one key twice", b'{"age": 5, "age": 6}'),
    _json("one key twice, of lines", b'{"age": 5, "age": 6}', "data.ndjson"),
    _json("a lone surrogate", b'{"age": "\\ud800", "city": "x"}'),
    _json("a lone surrogate in another key", b'{"age": 5, "city": "\\ud800"}'),
    _json("not UTF-8", b'{"age": "caf\xe9", "city": "x"}'),
    _json("not UTF-8 in another key", b'{"age": 5, "city": "caf\xe9"}', "data.ndjson"),
    _json("a text of 20 MB", b'{"age": 5, "city": "' + b"x" * 20_000_000 + b'"}', "data.ndjson"),
    _json("400 keys", b'{"age": 5, ' + b", ".join(b'"k%d": 1' % n for n in range(400)) + b"}"),
    _sqlite("2^53 + 1 in NUMERIC", "NUMERIC", "9007199254740993"),
    _sqlite("2^53 + 1 in REAL without affinity", "", "9007199254740993"),
    _sqlite("text that is not UTF-8", "NUMERIC", "cast(x'ff41' as text)"),
    _sqlite("text that is not UTF-8 in INTEGER", "INTEGER", "cast(x'ff41' as text)"),
    _parquet("not UTF-8", lambda: b"caf\xe9"),
    _parquet("a text of 150 MB", lambda: b"x" * HUNDRED_FIFTY_MEGABYTES),
    _duckdb("BIGNUM of 10^30", "bignum", "('1' || repeat('0', 30))::bignum"),
    _duckdb("BIGNUM of 10^400", "bignum", "('1' || repeat('0', 400))::bignum"),
    _duckdb("HUGEINT of 2^126", "hugeint", "'85070591730234615865843651857942052864'::hugeint"),
]


def stops(victim: Victim, cell: StoppingCell, folder: Path) -> str:
    """How the cell makes itself felt beyond its own row; "" if it does not."""
    file = folder / cell.file_name
    source = Source(str(file), None, ReadingOptions())
    cell.write(file, False)
    without = _brief(observe(victim, source, "age"))
    cell.write(file, True)
    with_cell = _brief(observe(victim, source, "age"))
    if without.schema != with_cell.schema:
        return f"another schema: {without.schema[:100]} and {with_cell.schema[:100]}"
    for kind, fives in without.readings.items():
        more = with_cell.readings[kind]
        if isinstance(fives, Refusal):
            if fives != more or not fives.text.startswith("InputError: column "):  # by its type
                return f"{kind}: refused even without the cell, with {fives.text[:100]}"
            continue
        if isinstance(more, Refusal):
            return f"{kind}: refused with {more.text[:100]}"
        if (fives - more) or (more - fives).total() > 1:
            return f"{kind}: {fives.total()} rows, and {more.total()} with the cell"
    return ""


def _brief(seen: Observation) -> Observation:
    """Without very long texts, which would be kept in memory and in messages."""
    readings = {
        kind: reading
        if isinstance(reading, Refusal)
        else Counter({_short(value): count for value, count in reading.items()})
        for kind, reading in seen.readings.items()
    }
    return Observation(seen.schema, readings)


def _short(value: object) -> object:
    return f"{value[:20]}… of {len(value)}" if isinstance(value, str) and len(value) > 1000 else value
