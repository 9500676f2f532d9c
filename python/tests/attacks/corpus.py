"""The pairs of each format, and what becomes of a victim that reads them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scrim import readers

from attacks.neighbours import Difference, Victim, attack
from attacks.random_csv import csv_pair
from attacks.random_json import json_pair
from attacks.random_tables import Pair
from attacks.random_typed import duckdb_pair, parquet_pair, sqlite_pair
from attacks.writers import Source, written_pairs

PAIRS: dict[str, Callable[[int], Pair]] = {
    "csv": csv_pair,
    "json": json_pair,
    "parquet": parquet_pair,
    "duckdb": duckdb_pair,
    "sqlite": sqlite_pair,
}


def open_by_scrim(source: Source) -> Any:
    return _AsTheProgram(readers.open_table(source.file, table=source.table, options=source.options))


class _AsTheProgram:
    """Asks as the program does whether the type of a column allows it to be read."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self.types = table.types
        self.close = table.close

    def numbers(self, column: str, carrier: str) -> Any:
        if self.types.get(column) not in ("VARCHAR", "BOOLEAN"):  # which --type allows
            readers.check_numeric(self._table, column)
        return self._table.numbers(column, carrier)

    def texts(self, column: str) -> Any:
        readers.check_categorical(self._table, column)
        return self._table.texts(column)


@dataclass
class Tally:
    """What a victim did on many pairs."""

    pairs: int = 0
    fell: int = 0  # pairs of which more than one row changed, or one was refused
    changed_rows: int = 0  # pairs of which more than one row changed
    most_rows: int = 0
    refused_one: int = 0
    told_apart: int = 0
    broken: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    def add(self, pair: Pair, found: Difference) -> None:
        self.pairs += 1
        self.fell += found.rows > 1 or found.refused_one
        self.changed_rows += found.rows > 1
        self.most_rows = max(self.most_rows, found.rows)
        self.refused_one += found.refused_one
        self.told_apart += bool(found.told_apart)
        if found.is_more_than_one_row:
            self.examples.append(
                f"{pair.table.format} {pair.seed}: {found.rows} rows changed, refused one of them: {found.refused_one}"
                + (f", another {found.told_apart}" if found.told_apart else "")
            )
        self.broken += [f"{pair.table.format} {pair.seed}: {rule}" for rule in found.broken[:2]]


def run(victim: Victim, pairs: Iterable[Pair]) -> Tally:
    tally = Tally()
    with scratch_folder() as folder, ExitStack() as kept:
        for written in written_pairs(pairs, folder):
            if written.database is not None and written.number == 0 and victim is open_by_scrim:
                # While one table is open, DuckDB need not start anew for each other one of the file.
                kept.close()
                kept.callback(victim(written.without()).close)
            tally.add(written.pair, attack(victim, written))
    return tally


def pairs_of(format: str, count: int, start: int = 0) -> Iterator[Pair]:
    return (PAIRS[format](seed) for seed in range(start, start + count))


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """In memory where there is such a place, as ten thousands of files are written and read once."""
    memory = Path("/dev/shm")
    parent = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        yield Path(folder)
