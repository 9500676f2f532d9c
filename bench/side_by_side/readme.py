"""Writes from the results file what people read: the page beside it, and the performance section of README.md.

usage: python3 -m side_by_side.readme RESULTS README [--check]

With --check nothing is written, and the exit status says whether both are what the results give.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .report import page
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
    ("sum_f64", "array to private sum"),
    ("counts_i64", "array to private counts, 1000 categories"),
    ("noise_laplace", "Laplace noise on 10^6 counts"),
    ("noise_gaussian", "Gaussian noise on 10^6 counts"),
    ("noise_laplace_f64_10", "Laplace noise on 10^5 doubles"),
    ("noise_gaussian_f64_10", "Gaussian noise on 10^5 doubles"),
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
    cpu, software = results.machine["cpu"], results.software
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
            f"Medians of {rounds} rounds, in turn ({clock}); in brackets, how many times as long as Scrim. One thread;",
            f"10 million rows, where there are rows. {cpu}, {compiler}, {versions}.",
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
    data, readme = [Path(argument) for argument in arguments if argument != "--check"]
    results = Results.load(data)
    wanted = {
        data.with_suffix(".md"): page(results),
        readme: replaced(readme.read_text(encoding="utf-8"), section(results)),
    }
    status = 0
    for path, text in wanted.items():
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} does not have what {data.name} says; `make bench-readme` writes it")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
