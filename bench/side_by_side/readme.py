"""Writes the performance section of README.md from the results file.

usage: python3 -m side_by_side.readme RESULTS README [--check]

With --check nothing is written, and the exit status says whether the section is the one that the results give.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .results import PLAIN_PASS, SCRIM, Results, WorkResult
from .table import digits, duration, markdown_table, times
from .targets import targets_of

BEGIN, END = "<!-- performance: begin -->", "<!-- performance: end -->"
COLUMNS = (
    PLAIN_PASS,
    SCRIM,
    "OpenDP, core",
    "OpenDP, with conversion",
    "NumPy",
    "NumPy, even grid only",
    "diffprivlib",
)
ROWS = (
    ("score_f64_1000", "score 1000 candidates"),
    ("top_1_counts_epsilon", "best 1 of 10 000, epsilon"),
    ("top_10_counts_epsilon", "best 10 of 10 000, epsilon"),
    ("top_10_counts_rho", "best 10 of 10 000, rho"),
    ("median_f64", "array to private median"),
)


def cell(results: Results, work: WorkResult, who: str) -> str:
    spread = results.spread(work, who) or results.spread(work, f"{who}, core")
    if spread is None:
        return ""
    ratio = results.ratio(work, who, SCRIM) or results.ratio(work, f"{who}, core", SCRIM)
    return duration(spread.median) if who in (SCRIM, PLAIN_PASS) else f"{duration(spread.median)} ({times(ratio)})"


def section(results: Results) -> str:
    works = [(results.work(key), title) for key, title in ROWS]
    rows = [[title, *(cell(results, work, who) for who in COLUMNS)] for work, title in works if work]
    machine, software = results.machine, results.software
    clock = "wall-clock times" if results.clock == "wall" else "CPU times"
    versions = ", ".join(
        f"{name} {software[package]}"
        for name, package in (("OpenDP", "opendp"), ("NumPy", "numpy"), ("diffprivlib", "diffprivlib"))
        if package in software
    )
    missed = [target for target in targets_of(results) if not target.is_met]
    rounds, compiler = results.settings["rounds"], software["compiler"]
    return "\n".join(
        [
            f"Medians of {rounds} alternating rounds ({clock}), in brackets how many times as long as Scrim. One thread;",
            f"10 million float64 rows, where there are rows. {machine['cpu']}, {compiler}, {versions}.",
            "",
            markdown_table(["", *COLUMNS], rows),
            "",
            "Of the targets, these are missed:" if missed else "All targets are met.",
            *(
                f"- {target.what}: {digits(target.measured)}, wanted {target.kind} {target.bound:g}"
                for target in missed
            ),
        ]
    )


def replaced(readme: str, text: str) -> str:
    """The page with `text` between the two marks, which must be there once each, in this order."""
    if readme.count(BEGIN) != 1 or readme.count(END) != 1 or readme.index(BEGIN) > readme.index(END):
        raise ValueError(f"the page must have one line {BEGIN} and after it one line {END}")
    head, tail = readme[: readme.index(BEGIN)], readme[readme.index(END) :]
    return f"{head}{BEGIN}\n{text}\n{tail}"


def main(arguments: Sequence[str]) -> int:
    paths = [Path(argument) for argument in arguments if argument != "--check"]
    results, page = Results.load(paths[0]), paths[1]
    text = page.read_text(encoding="utf-8")
    wanted = replaced(text, section(results))
    if "--check" not in arguments:
        page.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        print(f"the performance section of {page.name} is not what {paths[0].name} says; `make bench-readme` writes it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
