"""Writes the page that people read from the results file.

usage: python3 -m survey.page RESULTS PAGE [--check]

With --check nothing is written, and the exit status says whether the page is what the results give.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from side_by_side.table import digits, markdown_table

from .party import PARTIES
from .questions import COST_CANDIDATES, EPSILON, all_questions
from .results import Measured, Results
from .survey import COSTS, ROWS_OF_A_PERSON, SEED


def page(results: Results) -> str:
    versions = ", ".join(f"{party} {results.versions[party]}" for party in PARTIES if party in results.versions)
    absent = [party for party in PARTIES if party not in results.versions]
    lacking = f" Not asked: {', '.join(absent)}." if absent else ""
    return f"""# A survey beside peers

<!-- Written by bench/survey from bench/results/survey.json; `make bench-survey` measures and writes it anew. -->

How far off Scrim, OpenDP (queries over Polars frames) and Tumult Analytics (on Spark) are when a survey of {results.rows}
made-up visits (seed {SEED}) is asked seven questions, each by itself at epsilon {EPSILON:g}, without delta. What is protected is a
person with all of their rows, told by a column of ids. Every party is told the same: at most {ROWS_OF_A_PERSON} rows of a person, costs
between {COSTS[0]} and {COSTS[1]}, the same groups, bins and wards, for quantiles the same candidates where it takes any ({len(COST_CANDIDATES)} costs, every
age). Nobody has more rows than that, so that no party leaves any out, and what is measured is noise. Where there are several
groups, bins or ranks, an error is the mean of the absolute errors in all of them. A cell has the median of the errors over
releases and, in brackets, between which the middle eight tenths of them lie; a dash stands where a party was not asked. What
is private cannot be seeded, so another run gives other digits.

{versions}; {results.date}.{lacking}

{_table(results)}

{_times(results)}

## Why
- **People, histogram, wards, totals.** Scrim and OpenDP add Laplace noise of the same scale: 1 to a count of persons, {ROWS_OF_A_PERSON} to counts of rows, {ROWS_OF_A_PERSON}
  times {COSTS[1]} to sums of costs (OpenDP's a little more, for roundings). What differs in the table is chance: a median over some fifty
  releases is itself uncertain by a tenth. The peers have no question for the most frequent; they release the counts of all
  wards, and the five largest are taken, as Scrim does here by itself.
- **Mean.** Scrim and Tumult add up distances from the middle of the bounds, which a row moves by half as much as it moves a sum of
  costs; OpenDP adds up costs. Scrim gives the sum more of the budget than the count, OpenDP half of it.
- **Quantiles.** Scrim and OpenDP choose among candidates, with noise on how many rows lie on each side. An age has hundreds of
  rows, so that the exact one is chosen nearly always; costs are a tenth apart as candidates, finer than the noise on ranks.
  (5 apart, 1001 of them, Scrim was off by 1.39 and OpenDP by 1.51: coarse candidates hurt the one and help the other.)
  Tumult chooses an interval between two rows, and a number in it, which no candidate need be; of ages, where hundreds of
  rows are equal, that is a number between two ages, and hundreds of rows off.

## What could not be compared
- Bounds on the groups of a person. OpenDP's `truncate_num_groups(k)` is charged for k groups and keeps k - 1 of them, and with
  `keep="sample"` it fails on this frame (a duplicate field). So all parties bound rows alone, which here is also the cheaper.
- Times. Tumult runs on Spark and takes seconds for a release, so that it was asked less often than the others: fewer
  releases tell less of how far off it is.
"""


def _table(results: Results) -> str:
    lines = []
    for question in all_questions():
        for unit in question.units:
            cells = [_cell(results.find(party, question.key, unit)) for party in PARTIES]
            lines.append([question.title, unit, *cells])
    return markdown_table(["", "off by", *PARTIES], lines, text_columns=2)


def _cell(found: Measured | None) -> str:
    if found is None:
        return "–"
    return f"{digits(found.median)} ({digits(found.low)} to {digits(found.high)})"


def _times(results: Results) -> str:
    asked = {
        party: [line.repetitions for line in results.measured if line.party == party] for party in PARTIES if party in results.versions
    }
    told = ", ".join(
        f"{party} {min(times)}{f' to {max(times)}' if max(times) > min(times) else ''} times" for party, times in asked.items()
    )
    return f"Each question was asked: {told}."


def main(arguments: Sequence[str]) -> int:
    results, target = (Path(argument) for argument in arguments[:2])
    text = page(Results.load(results))
    if "--check" in arguments:
        return 0 if target.read_text(encoding="utf-8") == text else 1
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
