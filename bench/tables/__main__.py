"""The command line; `make bench-tables` calls it. Contenders take turns, in another order each round, and the median of their
times is told. The window, which uses gigabytes, comes behind all others: who follows it waits for memory that the system has given away,
and how long is told apart."""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from side_by_side.machine import describe_machine, load_average, now

from .contenders import BOUNDED, CONTENDERS, WINDOW, Contender
from .data import Size, write
from .page import page

BENCH = Path(__file__).resolve().parents[1]


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tables", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--persons", type=int, default=1_000_000)
    parser.add_argument("--groups", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--window-rounds", type=int, default=5)
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "tables.json")
    parser.add_argument("--page", type=Path, default=BENCH.parent / "docs" / "tables-beside-duckdb.md")
    return parser.parse_args(arguments)


def orders(rounds: int, window_rounds: int) -> list[list[Contender]]:
    """Of the rounds that count, and of one before them, in which libraries are opened. The plain query is the first of that: the
    others are compared with its answer. In the last rounds those who bound persons are alone."""
    choose = random.Random(rounds)
    quick = [each for each in CONTENDERS if each.name != WINDOW]
    bounding = [each for each in CONTENDERS if each.name in (WINDOW, BOUNDED)]
    return [quick, *(choose.sample(quick, len(quick)) for _ in range(rounds)), *([bounding] * window_rounds)]


def check(means: dict[int, float], plain: dict[int, float], name: str) -> float:
    """How far the means are off on average. They are of the same groups, or nothing was compared."""
    if means.keys() != plain.keys():
        raise SystemExit(f"{name} answered for other groups than the plain query")
    return statistics.fmean(abs(means[key] - plain[key]) for key in plain)


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    size = Size(options.rows, options.persons, options.groups)
    seconds: dict[str, list[float]] = {contender.name: [] for contender in CONTENDERS}
    behind_the_window: list[float] = []
    off: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "visits.parquet"
        write(path, size)
        plain: dict[int, float] = {}
        for turn, order in enumerate(orders(options.rounds, options.window_rounds)):
            for contender in order:
                started = time.perf_counter()
                means = contender.run(path, size)
                took = time.perf_counter() - started
                if turn > options.rounds and contender.name != WINDOW:
                    behind_the_window.append(took)
                elif turn > 0:
                    seconds[contender.name].append(took)
                plain = plain or means
                off[contender.name] = check(means, plain, contender.name)
            if turn > 0:
                print(f"round {turn} of {options.rounds + options.window_rounds}", file=sys.stderr)
    results = {
        "when": now(),
        "machine": describe_machine(),
        "load": load_average(),
        "software": {name: version(name) for name in ("scrim", "duckdb", "pyarrow", "numpy")},
        "size": dataclasses.asdict(size),
        "contenders": [
            {"name": each.name, "is_private": each.is_private, "seconds": seconds[each.name], "off": off[each.name]}
            for each in CONTENDERS
        ],
        "behind the window": behind_the_window,
    }
    options.results.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    options.page.write_text(page(results), encoding="utf-8")
    print(page(results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
