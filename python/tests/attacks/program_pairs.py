"""Pairs through the program itself. The budget is so large that the noise vanishes, so that what is released can
be compared with what the oracle reads."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attacks import oracle
from attacks.corpus import PAIRS
from attacks.neighbours import comparable
from attacks.random_csv import csv_pair
from attacks.random_json import json_pair
from attacks.random_tables import OPEN, Pair, Row
from attacks.writers import write

CANDIDATES = [-100, -10, -2, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 50, 100]
CATEGORIES = ["True", "abc", "Arden", "0", "1", "5", "a", "b", "#7", "true"]
NO_NOISE = ["--epsilon", "1000000", "--rows-per-person", "1"]


@dataclass(frozen=True)
class Run:
    """What the program did with one file."""

    status: int
    stderr: str
    values: list[Any]


def program_pair(format: str, seed: int) -> Pair:
    """With what needs no options: those are tested in the process."""
    if format == "csv":
        return csv_pair(seed, plain=True)
    return json_pair(seed, plain=True) if format == "json" else PAIRS[format](seed)


def run_pair(command_line: Any, pair: Pair, folder: Path, command: str) -> list[str]:
    """What is wrong with how the program treats a pair."""
    runs = []
    wrong = []
    for rows in (pair.rows, pair.with_guest):
        write(pair.table, rows, folder / pair.table.file_name)
        run = _run(command_line, pair, folder, command)
        runs.append(run)
        if run.status == 0 and not _is_right(pair, rows, command, run.values):
            wrong.append(f"released {run.values}, which the rows do not give")
    one, two = runs
    if (one.status, one.stderr) != (two.status, two.stderr):
        wrong.append(f"told apart: {one.status} {one.stderr.strip()!r}, {two.status} {two.stderr.strip()!r}")
    if one.status != 0 and pair.table.format in ("csv", "json"):
        wrong.append(f"refused: {one.stderr.strip()}")
    return [f"{pair.table.format} {pair.seed}, {command}: {text}" for text in wrong]


def _run(command_line: Any, pair: Pair, folder: Path, command: str) -> Run:
    if command == "quantile":
        options = ["--type", "number", "--candidates", ",".join(map(str, CANDIDATES))]
    else:
        options = ["--categories", ",".join(CATEGORIES), "--k", "3"]
    column = pair.table.names[pair.column]
    done = command_line(command, pair.table.file_name, "--column", column, *options, *NO_NOISE, "--json", folder=folder)
    if done.returncode != 0:
        return Run(done.returncode, done.stderr, [])
    found = json.loads(done.stdout)
    values = found["values"] if command == "top-k" else [entry["value"] for entry in found["quantiles"]]
    return Run(0, done.stderr, values)


def _is_right(pair: Pair, rows: list[Row], command: str, values: list[Any]) -> bool:
    table = pair.table
    read_cell = oracle.text if command == "top-k" else oracle.number
    cells = [read_cell(row.cells[pair.column], table.format, table.options.decimal) for row in rows]
    if any(cell is OPEN for cell in cells):
        return True
    if command == "top-k":
        counts = Counter(map(comparable, cells))
        most = sorted((counts[category] for category in CATEGORIES), reverse=True)[: len(values)]
        return [counts[value] for value in values] == most
    numbers = [cell for cell in cells if cell is not None]
    # How far the rows below or above are from being no more than half; of a candidate that is the median, not at all.
    scores = {
        candidate: max(0, *(2 * side - len(numbers) for side in _sides(candidate, numbers))) for candidate in CANDIDATES
    }
    return all(scores[value] == min(scores.values()) for value in values)


def _sides(candidate: float, numbers: list[Any]) -> tuple[int, int]:
    """How many are below, and how many above."""
    return sum(n < candidate for n in numbers), sum(n > candidate for n in numbers)
