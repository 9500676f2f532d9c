"""The command line; `make bench-errors` calls it. Each party is measured by the Python in which it is installed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from side_by_side.machine import now

from .page import page
from .party import PARTIES, SCRIMS
from .results import PartyResults, Results, join
from .shapes import FEW, ROWS

BENCH = Path(__file__).resolve().parents[1]
ROOT = BENCH.parent


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="errors", description="Measures how far off Scrim and its peers are.")
    parser.add_argument("--scrim-python", required=True, help="the Python in which Scrim is installed")
    parser.add_argument("--peers-python", required=True, help="the Python in which its peers are")
    parser.add_argument("--repetitions", type=int, default=2000, help="how often each question is asked (2000)")
    parser.add_argument(
        "--only", action="append", choices=PARTIES, help="measure this one anew, and keep what the results have of others"
    )
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--few", type=int, default=FEW, help="rows of the smallest data")
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "errors.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "errors-beside-peers.md")
    return parser.parse_args(arguments)


def ask(party: str, options: argparse.Namespace) -> PartyResults:
    python = options.scrim_python if party in SCRIMS else options.peers_python
    numbers = [str(number) for number in (options.repetitions, options.rows, options.few)]
    done = subprocess.run(
        [python, "-B", "-W", "ignore", "-m", "errors.measure", party, *numbers],
        env={**os.environ, "PYTHONPATH": str(BENCH)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return PartyResults.from_json(done.stdout)


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    known = Results.load(options.results) if options.only else None
    parts = [
        ask(party, options) if known is None or party in options.only else known.of_party(party) for party in PARTIES
    ]
    results = join(parts, now())
    results.save(options.results)
    options.page.write_text(page(results), encoding="utf-8")
    print(f"written: {os.path.relpath(options.results)}, {os.path.relpath(options.page)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
