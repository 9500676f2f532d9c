"""The tables that tell the results, and their place in docs/spark.md."""

from __future__ import annotations

import statistics
from typing import Any

from side_by_side.table import markdown_table

BEGIN, END = "<!-- figures: begin; written by bench/spark from bench/results/spark.json -->", "<!-- figures: end -->"


def replaced(page: str, results: dict[str, Any]) -> str:
    """The page with the tables between the two marks, which must be there once each, in this order."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"the page must have one line {BEGIN} and after it one line {END}")
    return f"{page[: page.index(BEGIN)]}{BEGIN}\n{section(results)}\n{page[page.index(END) :]}"


def section(results: dict[str, Any]) -> str:
    return "\n\n".join([_times(results["runs"]), _drivers(results["runs"]), _where(results)])


def _times(runs: list[dict[str, Any]]) -> str:
    rows = []
    for run in runs:
        by_name = {each["name"]: each for each in run["contenders"]}
        for each in run["contenders"]:
            took = [turn["seconds"] for turn in each["took"]]
            peer = by_name.get(each["peer"])
            rows.append(
                [
                    f"{run['rows']:,}",
                    str(run["executors"]),
                    each["name"],
                    f"{statistics.median(took):.1f} s",
                    f"{min(took):.1f} to {max(took):.1f} s, {len(took)}",
                    f"{statistics.median(turn['processor'] for turn in each['took']):.1f} s",
                    "" if peer is None else _ratio(each, peer, "seconds"),
                    "" if peer is None else _ratio(each, peer, "processor"),
                ]
            )
    titles = ["rows", "executors", "what", "median", "from, to, rounds", "processor", "times Spark", "of its processor"]
    return markdown_table(titles, rows)


def _ratio(ours: dict[str, Any], peer: dict[str, Any], clock: str) -> str:
    """The median of the ratios within a round, and all of them."""
    ratios = [mine[clock] / theirs[clock] for mine, theirs in zip(ours["took"], peer["took"], strict=True)]
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def _drivers(runs: list[dict[str, Any]]) -> str:
    rows = [
        [f"{run['rows']:,}", str(run["executors"]), *(f"{run['driver_mib'][name]:.0f} MiB" for name in ("Python", "Java"))]
        for run in runs
    ]
    return markdown_table(["rows", "executors", "the driver's Python, at most", "its Java, at most"], rows)


def _where(results: dict[str, Any]) -> str:
    machine, software, settings = results["machine"], results["software"], results["settings"]
    loads = [run["load"] for run in results["runs"]]
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB; Scrim {software['scrim']} ({software['scrim commit']}), "
        f"Spark {software['pyspark']}, PyArrow {software['pyarrow']}, {software['java']}, Python {software['python']}; "
        f"{settings['parts']} parts, executors of one core and {settings['memory']['executor']} MiB, "
        f"a driver of {settings['memory']['driver']}; begun {results['when']}, load {min(loads)} to {max(loads)}."
    )
