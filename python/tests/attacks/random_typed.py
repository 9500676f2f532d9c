"""Random tables of formats with declared types: Parquet, DuckDB and SQLite."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

import pyarrow as pa

from attacks.odd_cells import KINDS, PLAIN, is_utf8, odd_text
from attacks.random_tables import OPEN, Pair, Row, Table, random_names, random_pair

FLOATS = [
    0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 1e300, -1e300, 5e-324, 9.3e18, float("nan"), float("inf"), float("-inf"),
    2.0**53, 0.1,
]  # fmt: skip


@dataclass(frozen=True)
class ColumnType:
    """`make` gives what a writer writes and what the cell then holds; `make_odd` what only the guest has."""

    declared: Any
    make: Callable[[Random], tuple[Any, Any]]
    make_odd: Callable[[Random], tuple[Any, Any]] | None = None


def _integer(declared: Any, low: int, high: int) -> ColumnType:
    ends = [low, low + 1, -1, 0, 1, high - 1, high, 2**53 + 1, 2**63 - 1, 2**63]

    def make(random: Random) -> tuple[Any, Any]:
        value = random.choice(ends) if random.random() < 0.2 else random.randint(-100, 100)
        value = min(max(value, low), high)
        return value, value

    return ColumnType(declared, make)


def _held(declared: Any, make: Callable[[Random], Any]) -> ColumnType:
    """What is written is what is held."""

    def make_both(random: Random) -> tuple[Any, Any]:
        value = make(random)
        return value, value

    return ColumnType(declared, make_both)


def _open(declared: Any, make: Callable[[Random], Any]) -> ColumnType:
    """Of a type that is neither a number nor a text."""
    return ColumnType(declared, lambda random: (make(random), OPEN))


def _float(random: Random) -> float:
    return random.choice(FLOATS) if random.random() < 0.3 else random.randint(-400, 400) / 4


def _half(random: Random) -> float:
    return random.choice([0.5, -1.5, 65504.0, float("nan"), float("inf"), 0.0, 3.0])


def _moment(random: Random) -> datetime.datetime:
    year = random.choice([1, 1677, 1970, 2020, 9999])
    return datetime.datetime(year, 1, random.randint(1, 28), random.randint(0, 23))


def _often_not_utf8(random: Random) -> str:
    return KINDS["not utf-8"](random) if random.random() < 0.3 else odd_text(random)


def _plain_text(random: Random) -> str:
    return KINDS[random.choice(PLAIN)](random)


def _text(declared: Any) -> ColumnType:
    """Plain texts, and any at all in the guest."""
    return ColumnType(declared, _held(declared, _plain_text).make, _held(declared, _often_not_utf8).make)


def _utf8(random: Random) -> str:
    text = odd_text(random)
    return text if is_utf8(text) else "é"


_DAYS = [datetime.date(1, 1, 1), datetime.date(1970, 1, 1), datetime.date(2020, 2, 29), datetime.date(9999, 12, 31)]
_WIDTHS = [(f"{sign}int{bits}", bits, sign) for bits in (8, 16, 32, 64) for sign in ("", "u")]

PARQUET_TYPES = [
    *(
        _integer(getattr(pa, name)(), 0 if sign else -(2 ** (bits - 1)), 2 ** (bits if sign else bits - 1) - 1)
        for name, bits, sign in _WIDTHS
    ),
    _held(pa.float64(), _float),
    _held(pa.float64(), _float),
    _held(pa.float32(), _half),
    _open(pa.float16(), _half),
    _held(pa.decimal128(10, 2), lambda random: Decimal(random.randint(-(10**10) + 1, 10**10 - 1)).scaleb(-2)),
    _open(pa.decimal128(38, 0), lambda random: Decimal(random.choice([0, 1, -1, 10**38 - 1]))),
    _open(pa.decimal256(60, 5), lambda random: Decimal(random.choice([0, 1, -1, 10**54]))),
    _open(pa.bool_(), lambda random: random.random() < 0.5),
    _open(pa.date32(), lambda random: random.choice(_DAYS)),
    _open(pa.time64("us"), lambda random: datetime.time(random.randint(0, 23))),
    _open(pa.timestamp("us"), _moment),
    _open(pa.timestamp("ms", "UTC"), _moment),
    _open(pa.binary(), lambda random: random.choice([b"", b"\xff", b"1", b"abc"])),
    _open(pa.list_(pa.int32()), lambda random: random.choice([[], [1], [1, None], None])),
    _open(pa.struct([("a", pa.int32())]), lambda random: random.choice([{"a": 1}, {"a": None}, None])),
    _open(pa.map_(pa.string(), pa.int32()), lambda random: random.choice([[], [("a", 1)]])),
    _open(pa.null(), lambda random: None),
    *[_text(pa.string())] * 8,
    _text(pa.large_string()),
    _held(pa.string(), odd_text),
    _held(pa.dictionary(pa.int32(), pa.string()), lambda random: random.choice(["a", "b", "1", ""])),
]


def parquet_pair(seed: int) -> Pair:
    return _typed_pair("parquet", seed, PARQUET_TYPES, "data.parquet")


def _sql(text: str) -> str:
    quoted = "'" + text.replace("'", "''") + "'"
    return quoted.replace("\0", "' || chr(0) || '")


def _literals(declared: str, texts: list[str]) -> ColumnType:
    return ColumnType(declared, lambda random: (f"{random.choice(texts)}::{declared}", OPEN))


def _duckdb_integer(declared: str, low: int, high: int) -> ColumnType:
    make = _integer(declared, low, high).make

    def make_literal(random: Random) -> tuple[str, Any]:
        value, _ = make(random)
        return f"'{value}'::{declared}", value

    return ColumnType(declared, make_literal)


def _duckdb_float(random: Random) -> tuple[str, Any]:
    value = _float(random)
    return f"'{value!r}'::double", value


def _duckdb_text(random: Random) -> tuple[str, Any]:
    text = _utf8(random)
    return _sql(text), text


def _bignum(random: Random) -> tuple[str, Any]:
    return f"{random.randint(-9, 9)}::bignum", OPEN


def _huge_bignum(random: Random) -> tuple[str, Any]:
    digits = "1" + "0" * random.choice([20, 30, 100, 400])
    return f"'{random.choice(['', '-'])}{digits}'::bignum", OPEN


DUCKDB_TYPES = [
    *(
        _duckdb_integer(name, 0 if is_unsigned else -(2 ** (bits - 1)), 2 ** (bits - (not is_unsigned)) - 1)
        for name, bits, is_unsigned in [
            ("tinyint", 8, False), ("smallint", 16, False), ("integer", 32, False), ("bigint", 64, False),
            ("utinyint", 8, True), ("usmallint", 16, True), ("uinteger", 32, True), ("ubigint", 64, True),
            ("hugeint", 128, False), ("uhugeint", 128, True),
        ]
    ),
    ColumnType("double", _duckdb_float),
    ColumnType("double", _duckdb_float),
    *[ColumnType("varchar", _duckdb_text)] * 4,
    _literals("float", ["1.5", "'nan'", "'inf'", "3e38", "-0.0"]),
    _literals("decimal(18, 3)", ["1.5", "-0.001", "123456789012345.678"]),
    _literals("decimal(38, 0)", ["1", "'" + "9" * 38 + "'", "-5"]),
    *[ColumnType("bignum", _bignum, _huge_bignum)] * 4,
    _literals("boolean", ["true", "false"]),
    _literals("date", ["'2020-01-01'", "'infinity'", "'-infinity'", "'5877641-06-24 (BC)'", "'0001-01-01'"]),
    _literals("time", ["'10:00:00'", "'24:00:00'"]),
    _literals("timestamp", ["'2020-01-01 10:00:00'", "'infinity'", "'0001-01-01'"]),
    _literals("timestamptz", ["'2020-01-01 10:00:00+00'", "'infinity'"]),
    _literals("timestamp_ns", ["'2020-01-01 10:00:00.123456789'"]),
    _literals("interval", ["'1 day'", "'-3 months 2 hours'"]),
    _literals("uuid", ["'00000000-0000-0000-0000-000000000001'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"]),
    _literals("blob", ["'abc'", "'\\xFF\\x00'", "''"]),
    _literals("bit", ["'101'", "'0'"]),
    _literals("enum('a', 'b', '1')", ["'a'", "'b'", "'1'"]),
    _literals("integer[]", ["[1, 2]", "[]", "[null]"]),
    _literals("integer[2]", ["[1, 2]"]),
    _literals("struct(a integer, b varchar)", ["{'a': 1, 'b': 'x'}", "{'a': null, 'b': ''}"]),
    _literals("map(varchar, integer)", ["map {'a': 1}", "map {}"]),
    _literals("union(n integer, t varchar)", ["union_value(n := 1)", "union_value(t := 'x')"]),
    _literals("json", ["'{\"a\": 1}'", "'5'", "'\"x\"'", "'null'"]),
]  # fmt: skip


def duckdb_pair(seed: int) -> Pair:
    return _typed_pair("duckdb", seed, DUCKDB_TYPES, "file.duckdb", nothing="null")


def _typed_pair(format: str, seed: int, types: list[ColumnType], file_name: str, nothing: Any = None) -> Pair:
    random = Random(f"{format} {seed}")
    names = random_names(random)
    chosen = [random.choice(types) for _ in names]

    def as_row(cells: list[tuple[Any, Any]]) -> Row:
        return Row(tuple(written for written, _ in cells), tuple(held for _, held in cells))

    def make_row(random: Random) -> Row:
        return as_row([(nothing, None) if random.random() < 0.1 else kind.make(random) for kind in chosen])

    def make_guest(random: Random) -> Row:
        return as_row([(kind.make_odd or kind.make)(random) for kind in chosen])

    table = Table(format, names, file_name, tuple(kind.declared for kind in chosen))
    return random_pair(seed, random, table, make_row, make_guest)


SQLITE_TYPES = [
    "", "INTEGER", "BIGINT", "TEXT", "VARCHAR(10)", "REAL", "DOUBLE", "NUMERIC", "DECIMAL(10,2)", "BLOB", "BOOLEAN",
    "DATE",
]  # fmt: skip
_INTEGERS = [2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63), 0, 1]


def _stored(random: Random) -> Any:
    """A value of any storage class. Texts go as bytes below a mark, as they need be no UTF-8."""
    kind = random.random()
    if kind < 0.1:
        return None
    if kind < 0.3:
        return random.choice(_INTEGERS) if random.random() < 0.5 else random.randint(-100, 100)
    if kind < 0.5:
        return _float(random)
    if kind < 0.9:
        return SqliteText(_often_not_utf8(random).encode("utf-8", "surrogateescape"))
    return random.choice([b"", b"1", b"\xff\x00", b"abc"])


@dataclass(frozen=True)
class SqliteText:
    bytes: bytes


@dataclass(frozen=True)
class SqliteBlob:
    bytes: bytes


def sqlite_pair(seed: int) -> Pair:
    random = Random(f"sqlite {seed}")
    names = random_names(random)
    declared = tuple(random.choice(SQLITE_TYPES) for _ in names)
    alike = [random.random() < 0.6 for _ in names]  # whether values are what the type says

    def fitting(kind: str, random: Random) -> Any:
        if "INT" in kind or kind in ("NUMERIC", "BOOLEAN"):
            return random.randint(-100, 100)
        if kind in ("REAL", "DOUBLE", "DECIMAL(10,2)"):
            return random.randint(-400, 400) / 4
        return SqliteText(random.choice([b"a", b"b", b"Arden", b"5"]))

    def make_row(random: Random) -> Row:
        written = tuple(
            fitting(kind, random) if is_alike else _stored(random)
            for kind, is_alike in zip(declared, alike, strict=True)
        )
        return Row(written, held_by_sqlite(declared, written))

    def make_guest(random: Random) -> Row:
        written = tuple(_stored(random) for _ in names)
        return Row(written, held_by_sqlite(declared, written))

    table = Table("sqlite", names, "data.sqlite", declared)
    return random_pair(seed, random, table, make_row, make_guest)


def sqlite_place(value: Any) -> str:
    return "cast(? as text)" if isinstance(value, SqliteText) else "?"


def sqlite_parameter(value: Any) -> Any:
    return value.bytes if isinstance(value, SqliteText) else value


_connection = sqlite3.connect(":memory:")
_connection.text_factory = lambda data: SqliteText(data)


def held_by_sqlite(declared: tuple[str, ...], written: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is there once SQLite has applied the affinity of each column."""
    columns = ", ".join(f"c{number} {kind}" for number, kind in enumerate(declared))
    _connection.execute("drop table if exists t")
    _connection.execute(f"create table t ({columns})")
    places = ", ".join(map(sqlite_place, written))
    _connection.execute(f"insert into t values ({places})", [sqlite_parameter(value) for value in written])
    (stored,) = _connection.execute("select * from t").fetchall()
    return tuple(_cell(value) for value in stored)


def _cell(value: Any) -> Any:
    if isinstance(value, SqliteText):
        return value.bytes.decode("utf-8", "surrogateescape")
    return SqliteBlob(value) if isinstance(value, bytes) else value
