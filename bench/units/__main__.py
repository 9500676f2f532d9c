"""The command line; `make bench-units` calls it behind the benchmarks themselves, whose programs are in one folder."""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from side_by_side.machine import commit_of, describe_machine, load_average, now

from .page import page
from .targets import TARGETS

BENCH = Path(__file__).resolve().parents[1]
IN_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="units", description="Times single parts of Scrim against what they are to take.")
    parser.add_argument("--programs", type=Path, required=True, help="where the benchmarks of units are")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "units.json")
    return parser.parse_args(arguments)


def time_of(run: dict[str, Any]) -> float:
    if "items_per_second" in run:
        return 1e9 / float(run["items_per_second"])
    return float(run["cpu_time"]) * IN_NANOSECONDS[run["time_unit"]]


def times_of(program: Path, names: Sequence[str], repetitions: int) -> dict[str, list[float]]:
    """The times of each repetition of these benchmarks; an error if one of them is not there."""
    answer = subprocess.run(
        [
            program,
            "--benchmark_format=json",
            f"--benchmark_repetitions={repetitions}",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_min_time=0.05",
            f"--benchmark_filter=^({'|'.join(re.escape(name) for name in names)})(/min_time:[0-9.]+)?$",
        ],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, list[float]] = {name: [] for name in names}
    for run in json.loads(answer.stdout)["benchmarks"]:
        if run["run_type"] == "iteration":
            found[run["run_name"]].append(time_of(run))
    missing = [name for name, times in found.items() if len(times) != repetitions]
    if missing:
        raise SystemExit(f"{program.name} has no benchmark {', '.join(missing)}")
    return found


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    times: dict[str, dict[str, float]] = {}
    for program in dict.fromkeys(target.program for target in TARGETS):
        wanted = [name for target in TARGETS if target.program == program for name in (*target.names, *target.beside)]
        print(program, file=sys.stderr)
        for name, found in times_of(options.programs / program, list(dict.fromkeys(wanted)), options.repetitions).items():
            times[f"{program}/{name}"] = {"median": statistics.median(found), "least": min(found), "most": max(found)}
    results = {
        "times": times,
        "repetitions": options.repetitions,
        "machine": describe_machine(),
        "when": now(),
        "load": load_average(),
        "commit": commit_of(BENCH.parent),
    }
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    text = page(results)
    options.results.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
