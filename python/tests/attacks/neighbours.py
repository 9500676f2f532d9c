"""What is read of two neighbouring files, and by how many rows it differs.

Rows are compared as multisets: a statistic does not see their order. A missing value and NaN are values of
their own here, so that a row which turns from one into the other is seen.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa

from attacks import oracle
from attacks.random_tables import OPEN, Pair, Row
from attacks.writers import Source, Written


class Victim(Protocol):
    """Opens a source as a `scrim.readers.ColumnTable`."""

    def __call__(self, source: Source) -> Any: ...


@dataclass(frozen=True)
class Refusal:
    """An exception, with its text."""

    text: str


Reading = Counter[Any] | Refusal


@dataclass(frozen=True)
class Observation:
    """All that can be seen of one column of a file."""

    schema: str
    readings: dict[str, Reading]


@dataclass(frozen=True)
class Difference:
    """How neighbours differ. At most one row may, and nothing else."""

    rows: int = 0
    refused_one: bool = False
    told_apart: str = ""  # by another schema, or another text of an error
    broken: list[str] = field(default_factory=list)  # rules of the oracle

    @property
    def is_more_than_one_row(self) -> bool:
        return self.rows > 1 or self.refused_one or bool(self.told_apart)


def observe(victim: Victim, source: Source, column: str) -> Observation:
    try:
        table = victim(source)
    except Exception as error:
        refusal = _refusal(error)
        return Observation("", dict.fromkeys(["numbers", "integers", "texts"], refusal))
    try:
        readings = {
            "numbers": _read(lambda: table.numbers(column, "float64"), as_float),
            "integers": _read(lambda: table.numbers(column, "int64"), lambda value: value),
            "texts": _read(lambda: table.texts(column), as_text),
        }
        return Observation(str(sorted(dict(table.types).items())), readings)
    finally:
        table.close()


def _read(stream: Callable[[], Any], as_seen: Callable[[Any], Any]) -> Reading:
    try:
        column = pa.RecordBatchReader.from_stream(stream()).read_all().column(0)
        if pa.types.is_dictionary(column.type):
            column = pa.chunked_array([chunk.dictionary_decode() for chunk in column.chunks], column.type.value_type)
        if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
            column = column.cast(pa.large_binary())  # what is no UTF-8 is no str
        values = column.to_pylist()
    except Exception as error:
        return _refusal(error)
    return Counter(map(comparable, map(as_seen, values)))


def as_float(value: Any) -> Any:
    """Integers may come as such, and are turned into floats one by one where they are used."""
    return float(value) if isinstance(value, int) else value


def as_text(value: Any) -> Any:
    """What is no UTF-8 is no category, whether it comes as bytes or as missing."""
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return None


def _refusal(error: Exception) -> Refusal:
    return Refusal(f"{type(error).__name__}: {error}")


def comparable(value: Any) -> Any:
    """A key that tells zeros apart and NaN not from itself."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else ("float", value.hex())
    return repr(value) if isinstance(value, (list, dict)) else value


def compare(one: Observation, two: Observation) -> Difference:
    told_apart = "" if one.schema == two.schema else "schema"
    rows, refused_one = 0, False
    for kind, first in one.readings.items():
        second = two.readings[kind]
        if isinstance(first, Refusal) or isinstance(second, Refusal):
            if isinstance(first, Refusal) != isinstance(second, Refusal):
                refused_one = True
            elif first != second:
                told_apart = f"error of {kind}"
            continue
        rows = max(rows, ((first - second) + (second - first)).total())
    return Difference(rows, refused_one, told_apart)


def attack(victim: Victim, written: Written) -> Difference:
    """Reads both of a pair. A file that is refused has no schema to compare."""
    pair = written.pair
    column = pair.table.names[pair.column]
    without = observe(victim, written.without(), column)
    with_guest = observe(victim, written.with_guest(), column)
    found = compare(without, with_guest)
    broken = [*broken_rules(pair, pair.rows, without), *broken_rules(pair, pair.with_guest, with_guest)]
    return Difference(found.rows, found.refused_one, found.told_apart, broken)


def broken_rules(pair: Pair, rows: list[Row], seen: Observation) -> Iterator[str]:
    """Where what was read is not what the oracle reads."""
    for kind, read_cell in [("numbers", oracle.number), ("integers", oracle.integer), ("texts", oracle.text)]:
        expected, open_rows = expected_values(pair, rows, read_cell)
        reading = seen.readings[kind]
        if isinstance(reading, Refusal):
            # Whether a column of lists, say, can be read as numbers at all is for its declared type to say.
            is_by_type = pair.table.format not in ("csv", "json") and reading.text.startswith("InputError: column ")
            if not is_by_type:
                yield f"{kind}: {reading.text[:200]}"
            continue
        lacking, surplus = expected - reading, reading - expected
        if lacking or surplus.total() > open_rows:
            yield f"{kind}: expected {_some(lacking)}, read {_some(surplus)}, {open_rows} rows open"


def expected_values(pair: Pair, rows: list[Row], read_cell: Any) -> tuple[Counter[Any], int]:
    table = pair.table
    expected: Counter[Any] = Counter()
    known: dict[int, Any] = {}  # of a long table many rows are the same object
    for row in rows:
        if id(row) not in known:
            known[id(row)] = comparable(read_cell(row.cells[pair.column], table.format, table.options.decimal))
        expected[known[id(row)]] += 1
    return expected, expected.pop(OPEN, 0)


def _some(values: Counter[Any]) -> str:
    return str(dict(values.most_common(3)))[:200]
