"""Writes the page that people read from the results file.

usage: python3 -m errors.page RESULTS PAGE [--check]

With --check nothing is written, and the exit status says whether the page is what the results give.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from side_by_side.table import digits, markdown_table, times
from side_by_side.words import in_words

from .party import PARTIES, SCRIMS
from .problem import BINS, CANDIDATES, Problem
from .questions import EPSILON, TOP, Question, all_questions
from .reasons import reason_for
from .results import Results
from .shapes import make_problems
from .summary import Summary
from .verdict import BEST, EQUAL, STANDARD_ERRORS, WORSE, Comparison, all_comparisons, compare

MEASURES = {"error": "", "value": ", value", "rank": ", rank in rows"}


def page(results: Results) -> str:
    problems, questions = make_problems(), all_questions()
    sections = list(dict.fromkeys(question.section for question in questions))
    parts = [_head(results, problems), *_verdicts(results, questions, problems)]
    for section in sections:
        asked = [question for question in questions if question.section == section]
        parts += [f"## {section}", _table(results, asked, problems)]
    return "\n\n".join([*parts, _differences()]) + "\n"


def _head(results: Results, problems: Sequence[Problem]) -> str:
    versions = ", ".join(f"{party} {results.versions[party]}" for party in ("Scrim", "OpenDP", "diffprivlib"))
    shapes = "\n".join(
        f"- **{p.shape}**: {p.words}; bounds {p.bounds[0]:g} to {p.bounds[1]:g}" for p in problems
    )
    times_asked = [line.summary.repetitions for line in results.measured]
    return f"""# Errors beside peers

<!-- Written by bench/errors from bench/results/errors.json; `make bench-errors` measures and writes it anew. -->

How far off Scrim, OpenDP and diffprivlib are on the same rows, with the same public bounds, at epsilon {EPSILON:g}. A
cell has the root mean square error and, behind ±, its own standard error, for it is measured by asking again and
again: each question was asked {min(times_asked)} to {max(times_asked)} times. What is private cannot be seeded, so
another run gives other digits. The rows are made up, from the seeds below, and none lies beyond its bounds:

{shapes}

{versions}; {results.date}."""


def _verdicts(results: Results, questions: Sequence[Question], problems: Sequence[Problem]) -> list[str]:
    plain, every = SCRIMS
    found, with_all = (all_comparisons(results, scrim, questions, problems) for scrim in SCRIMS)
    text = f"""## Where Scrim stands
{_tally(plain, found)}. Equal means: not further apart than {STANDARD_ERRORS} standard errors.
{_tally(every, with_all)}: medians with `candidates="all"`."""
    worse = [comparison for comparison in found if comparison.verdict == WORSE]
    if not worse:
        return [text]
    lines = []
    for question in dict.fromkeys(comparison.question for comparison in worse):
        places = [
            f"{line.shape}{MEASURES[line.measure]} {_times(line.ratio)} {line.peer}'s"
            for line in worse
            if line.question == question
        ]
        lines.append(f"- **{question.title}**: {'; '.join(places)}. {reason_for(question.key)}")
    return [text, f"{plain} is worse here:", "\n".join(lines)]


def _tally(scrim: str, found: Sequence[Comparison]) -> str:
    number = Counter(comparison.verdict for comparison in found)
    verdicts = f"best in {number[BEST]}, equal in {number[EQUAL]} and worse in {number[WORSE]}"
    return f"**{scrim}** is {verdicts} of {len(found)} comparisons with the best peer"


def _table(results: Results, questions: Sequence[Question], problems: Sequence[Problem]) -> str:
    present = {(line.party, line.question) for line in results.measured}
    parties = [party for party in PARTIES if any((party, question.key) in present for question in questions)]
    scrims = [party for party in parties if party in SCRIMS]
    rows = []
    for question in questions:
        for measure in question.measures:
            for problem in problems:
                place = question, problem.shape, measure
                cells = [_cell(results.find(party, question.key, *place[1:])) for party in parties]
                against = [_against(results, scrim, *place) for scrim in scrims]
                rows.append([f"{question.title}{MEASURES[measure]}", problem.shape, *cells, *against])
    header = ["", "rows", *parties, *(f"{scrim} / best peer" for scrim in scrims)]
    return markdown_table(header, rows, text_columns=2)


def _cell(summary: Summary | None) -> str:
    return "" if summary is None else f"{digits(summary.rms)} ± {one_digit(summary.standard_error)}"


def one_digit(value: float) -> str:
    """One significant digit, without an exponent."""
    return f"{Decimal(f'{value:.1g}'):f}"


def _against(results: Results, scrim: str, question: Question, shape: str, measure: str) -> str:
    comparison = compare(results, scrim, question, shape, measure)
    if comparison is None:
        return ""
    verdict = comparison.verdict
    word = f"**{verdict}**" if verdict == WORSE else verdict
    tells_nothing = comparison.mine.rms in (0, comparison.theirs.rms)
    return word if tells_nothing else f"{_times(comparison.ratio)} {word}"


def _times(ratio: float) -> str:
    return "infinitely many times" if math.isinf(ratio) else times(ratio)


def _differences() -> str:
    return f"""## What is asked, and what each does differently
An empty cell means that the library has no such release. All noise is for one row added or removed, except where the
size is public: there a row is replaced, as it is in the peers, and Scrim is told `size=` and `rows_per_person=2` (one
row less and one more).

- **count**: of the rows at or above the middle of the bounds. A **histogram** has {BINS} bins of equal width; its
  error is the root mean square over the bins. **top {TOP}**: which {TOP} of these bins have most rows; its error is
  how many rows the chosen ones have less than the best. Errors of quantiles are how far the value is from the nearest
  one that is that quantile, and how many rows its rank is off. **quartiles** are all three, for one epsilon; their
  error is the root mean square over the three. Variances are over the rows as they are (divided by their number).
- **Scrim** is given bounds, epsilon and how many rows a person has, and takes about ten thousand candidates for
  quantiles by itself. "Scrim, all" takes every multiple of a small power of two, of which there are billions; it finds
  one quantile at a time, and keeps all rows. It is asked for what it shows first: counts, and sums of rows that are not
  negative, are raised to 0 where noise takes them below, which is closer where bins are empty. diffprivlib does the
  same to counts, OpenDP does not.
- **OpenDP** has no mean of rows whose number is not public but in data frames, where it is a noisy sum by a noisy
  count with half the budget each; so it is here. It has no variance of such rows. Its quantiles need a list of
  candidates: {in_words(CANDIDATES)} evenly spaced ones, or, as "OpenDP, fine", those that Scrim takes. Where these are
  further apart than rows, more are better, and where they are not, fewer are: the best of all counts. Its quartiles are
  three quantiles with a third of epsilon each; "OpenDP, tree" is its other way, from noisy counts in a tree over
  {in_words(CANDIDATES)} candidates. Its top {TOP} is `make_noisy_top_k`, told that counts are monotonic; OpenDP's noisy histogram, sorted by hand, gives
  what Scrim gives there. Where the number of floats is not public it adds at most 2^20 of them (there are fewer
  here), and a row costs the width of the bounds where these lie on both sides of 0; of integers, the larger bound.
- Where the size is public, **Scrim**'s variance has noise on the squares around a center near the mean, for which a small
  part of epsilon pays; the peers' has it on the variance itself.
- **diffprivlib** takes the number of rows as public everywhere: what it protects is the change of a row, and its sums
  are cut at the number of rows times the bounds. Its variances lie within what the bounds allow. Its quantiles are
  not chosen among candidates but among all floats between two rows. It has no top {TOP}, and its noise is not exact:
  what comes out in the last digits is not covered by its epsilon."""


def main(arguments: Sequence[str]) -> int:
    data, path = [Path(argument) for argument in arguments if argument != "--check"]
    text = page(Results.load(data))
    if "--check" not in arguments:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        print(f"{path.name} does not have what {data.name} says; `python3 -m errors.page` writes it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
