"""The pairs of each format, and what becomes of a victim that reads them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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
    return readers.open_table(source.file, table=source.table, options=source.options)


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
    with scratch_folder() as folder:
        for written in written_pairs(pairs, folder):
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
