"""The page that tells the results."""

from __future__ import annotations

from typing import Any

from side_by_side.table import digits, markdown_table

from .targets import TARGETS


def page(results: dict[str, Any]) -> str:
    times = {name: each["median"] for name, each in results["times"].items()}
    wanted = []
    for target in TARGETS:
        measured = target.measured(times)
        is_met = "yes" if measured <= target.at_most else "**no**"
        wanted.append(
            [target.what, f"at most {target.at_most:g}{target.unit}", f"{digits(measured)}{target.unit}", is_met]
        )
    rows = [
        [name, digits(each["median"]), f"{digits(each['least'])} to {digits(each['most'])}"]
        for name, each in results["times"].items()
    ]
    machine = results["machine"]
    return "\n\n".join(
        [
            "# Single parts",
            "What some of the benchmarks beside the code (`*_bench.cpp`) measured; written by `bench/units` from "
            "`bench/results/units.json`, and anew by `make bench-units`. Times are of the processor, in nanoseconds for "
            "each draw, row or debit, or for a whole run where there are no such; medians of "
            f"{results['repetitions']} repetitions, whose order is random.",
            f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB; {results['when']}, load "
            f"{results['load']} at the end, commit {results['commit']}.",
            "## Targets",
            markdown_table(["target (the worst case, if there are several)", "wanted", "measured", "met"], wanted),
            "## Times",
            markdown_table(["benchmark", "median, ns", "all repetitions"], rows),
        ]
    ) + "\n"
