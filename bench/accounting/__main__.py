"""The command line; `make bench-accounting` calls it, with the Python in which dp-accounting is installed."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
from pathlib import Path

from mpmath import mp
from side_by_side.machine import now

from .cases import ALONE, CASES, Case
from .page import page
from .parties import ask_dp_accounting, ask_scrim
from .truth import truth

BENCH = Path(__file__).resolve().parents[1]


def measure(case: Case, worker: Path, with_peer: bool = True) -> dict:
    exact = [truth(case, epsilon) for epsilon in case.epsilons]
    measured: dict = {
        "name": case.name,
        "epsilons": list(case.epsilons),
        "truth": [mp.nstr(delta, 17) for delta in exact],
    }
    parties = {"scrim": lambda: ask_scrim(worker, case)}
    if with_peer:
        parties["dp_accounting"] = lambda: ask_dp_accounting(case)
    for party, ask in parties.items():
        deltas, seconds = ask()
        is_below = [bool(mp.mpf(told) < delta) for told, delta in zip(deltas, exact, strict=True)]
        measured[party] = {"deltas": deltas, "seconds": seconds, "is_below": is_below}
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(prog="accounting", description="Compares accountants with the truth.")
    parser.add_argument("--worker", type=Path, required=True, help="Scrim's side, a program")
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "accounting.json")
    parser.add_argument("--page", type=Path, default=BENCH.parent / "docs" / "accounting-beside-peers.md")
    parser.add_argument("--quick", action="store_true", help="Scrim beside the truth alone, printed and not written")
    options = parser.parse_args()
    if options.quick:
        for case in (*CASES, *ALONE):
            measured = measure(case, options.worker, with_peer=False)["scrim"]
            verdict = "below the truth" if any(measured["is_below"]) else "above the truth"
            print(f"{case.name}: {measured['seconds']:.3f} s, {verdict}")
        return
    results = {
        "scrim": "0.1.0",
        "dp-accounting": importlib.metadata.version("dp-accounting"),
        "when": now(),
        "cases": [measure(case, options.worker) for case in CASES],
        "alone": [measure(case, options.worker) for case in ALONE],
    }
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    options.page.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
