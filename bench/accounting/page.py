"""Writes the page that people read from the results file.

usage: python3 -m accounting.page RESULTS PAGE
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from side_by_side.table import markdown_table

HEAD = """# Accounting beside peers

<!-- Written by bench/accounting from bench/results/accounting.json; `make bench-accounting` measures and writes it anew. -->

What composed releases lose: delta at an epsilon, as Scrim and dp-accounting tell it, beside the truth, which can be computed for these plans
(bench/accounting/truth.py). Every sensitivity is 1. An accountant must not be below the truth: **bold** is. Scrim composes in exact integers and
rounds up; dp-accounting composes by Fourier transform in doubles, whose error it does not bound, here with its default grid and its pessimistic estimate.
"""


def _below(told: float, truth: float) -> str:
    return "negative" if told < 0 else f"by {1 - told / truth:.1g} of it"


def page(results: dict) -> str:
    rows, below, largest = [], {"scrim": 0, "dp_accounting": 0}, 0.0
    cases = [*results["cases"], *results.get("alone", [])]
    for case in cases:
        for number, epsilon in enumerate(case["epsilons"]):
            truth = case["truth"][number]
            cells = []
            for party in ("scrim", "dp_accounting"):
                told, is_below = case[party]["deltas"][number], case[party]["is_below"][number]
                below[party] += is_below
                cells.append(f"**{told:.6g}** ({_below(told, float(truth))})" if is_below else f"{told:.6g}")
            largest = max(largest, case["scrim"]["deltas"][number] / float(truth) - 1)
            rows.append([case["name"], f"{epsilon:g}", f"{float(truth):.6g}", *cells])
    count = len(rows)
    table = markdown_table(["releases", "epsilon", "truth", "Scrim", "dp-accounting"], rows)
    seconds = [
        [case["name"], f"{case['scrim']['seconds']:.3f}", f"{case['dp_accounting']['seconds']:.3f}"]
        for case in cases
    ]
    verdict = (
        f"Scrim is below the truth in {below['scrim']} of {count} cells, and at most {100 * largest:.2g}% above it. "
        f"dp-accounting is below it in {below['dp_accounting']} of {count}."
    )
    times = markdown_table(["releases", "Scrim, seconds", "dp-accounting, seconds"], seconds)
    versions = f"Scrim {results['scrim']}, dp-accounting {results['dp-accounting']}; {results['when']}."
    return "\n".join([HEAD, verdict, "", table, "", "## Time", "", "Of the processor, for all questions of a plan, from nothing. For a delta below 1e-15 Scrim composes once more, with finer masses.", "", times, "", versions, ""])


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(page(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), encoding="utf-8")
