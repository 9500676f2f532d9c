"""Times private queries on Spark beside plain Spark: python -m spark --rows 1000000,10000000 --executors 1,2

Contenders take turns, and a ratio is the median of those within a round. Each size has a process of its own, so that what its
driver holds is told apart. Our states are compared with those of one machine, and our answers with Spark's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scrim.spark.java import java_version
from side_by_side.machine import commit_of, describe_machine, load_average, now

from .data import GROUPS, ROWS_OF_A_PERSON
from .measure import MEMORY, PARTS
from .page import replaced, section
from .same_work import digests_on_one_machine

BENCH = Path(__file__).resolve().parents[1]


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="spark", description=__doc__)
    parser.add_argument("--rows", default="1000000,10000000")
    parser.add_argument("--executors", default="1,2")
    parser.add_argument("--rounds", default="3", help="for each number of rows, or for all")
    parser.add_argument("--folder", type=Path, help="where rows are written and sorted; 60 bytes a row; a temporary one by default")
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "spark.json")
    parser.add_argument("--page", type=Path, default=BENCH.parent / "docs" / "spark.md")
    return parser.parse_args(arguments)


def measured_apart(folder: Path, rows: int, executors: int, rounds: int) -> dict[str, Any]:
    print(f"{rows} rows, {executors} executors", file=sys.stderr, flush=True)
    command = [sys.executable, "-B", "-m", "spark.measure", str(folder), str(rows), str(executors), str(rounds)]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    result: dict[str, Any] = json.loads(told.splitlines()[-1])
    return result


def all_measured(folder: Path, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    sizes = [int(rows) for rows in options.rows.split(",")]
    rounds = [int(each) for each in options.rounds.split(",")]
    for rows, turns in zip(sizes, rounds if len(rounds) > 1 else rounds * len(sizes), strict=True):
        alone: dict[str, str] = {}
        for executors in map(int, options.executors.split(",")):
            run = measured_apart(folder, rows, executors, turns)
            alone = alone or digests_on_one_machine(folder / f"rows-{rows}", folder)
            if run.pop("digests") != alone:
                raise SystemExit(f"{rows} rows, {executors} executors: the states are not those of one machine")
            yield {**run, "load": load_average()}


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    results: dict[str, Any] = {
        "when": now(),
        "machine": describe_machine(),
        "software": {
            "scrim": version("scrim"),
            "scrim commit": commit_of(BENCH.parent),
            **{name: version(name) for name in ("pyspark", "pyarrow")},
            "java": java_version(),
            "python": sys.version.split()[0],
        },
        "settings": {"groups": GROUPS, "rows of a person": ROWS_OF_A_PERSON, "parts": PARTS, "memory": MEMORY},
        "runs": [],
    }
    with tempfile.TemporaryDirectory(dir=options.folder) as made:
        for run in all_measured(Path(made), options):
            results["runs"].append(run)
            options.results.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
            options.page.write_text(replaced(options.page.read_text(encoding="utf-8"), results), encoding="utf-8")
    print(section(results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
