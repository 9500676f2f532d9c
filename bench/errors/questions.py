"""What is asked about the rows, and how far off an answer is. Nothing here is private: it has the truth."""

from __future__ import annotations

import bisect
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .problem import Problem

EPSILON = 1.0
TOP = 3
QUARTILES = (0.25, 0.5, 0.75)

NUMBERS, COUNTS, QUANTILES = "Numbers", "Counts in bins, and the most frequent bins", "Quantiles"
Squares = Mapping[str, float]
"""Squares of how far off one answer is, by what is measured."""


@dataclass(frozen=True)
class Question:
    key: str
    section: str
    title: str
    measures: tuple[str, ...]
    squares: Callable[[Problem, Any], Squares]


def all_questions() -> list[Question]:
    return [
        Question("count", NUMBERS, "count", _ONE, _off_from(_count)),
        Question("sum", NUMBERS, "sum", _ONE, _off_from(_sum)),
        Question("mean", NUMBERS, "mean", _ONE, _off_from(_mean)),
        Question("mean_sized", NUMBERS, "mean, size public", _ONE, _off_from(_mean)),
        Question("variance", NUMBERS, "variance", _ONE, _off_from(_variance)),
        Question("variance_sized", NUMBERS, "variance, size public", _ONE, _off_from(_variance)),
        Question("std", NUMBERS, "std", _ONE, _off_from(_std)),
        Question("std_sized", NUMBERS, "std, size public", _ONE, _off_from(_std)),
        Question("histogram", COUNTS, "histogram", _ONE, _histogram_off),
        Question("top_k", COUNTS, f"top {TOP}", _ONE, _rows_missed),
        Question("median", QUANTILES, "median", _VALUE_AND_RANK, lambda p, a: quantiles_off(p, [0.5], [a])),
        Question("quartiles", QUANTILES, "quartiles", _VALUE_AND_RANK, lambda p, a: quantiles_off(p, QUARTILES, a)),
    ]


_ONE = ("error",)
_VALUE_AND_RANK = ("value", "rank")


def _count(problem: Problem) -> float:
    return sum(row >= problem.middle for row in problem.rows)


def _sum(problem: Problem) -> float:
    return math.fsum(problem.rows)


def _mean(problem: Problem) -> float:
    return statistics.fmean(problem.rows)


def _variance(problem: Problem) -> float:
    return statistics.pvariance(problem.rows)


def _std(problem: Problem) -> float:
    return statistics.pstdev(problem.rows)


def _off_from(truth: Callable[[Problem], float]) -> Callable[[Problem, Any], Squares]:
    known: dict[Problem, float] = {}

    def squares(problem: Problem, answer: Any) -> Squares:
        if problem not in known:
            known[problem] = truth(problem)
        return {"error": (float(answer) - known[problem]) ** 2}

    return squares


def _histogram_off(problem: Problem, answer: Sequence[float]) -> Squares:
    """The mean square over the bins."""
    pairs = zip(answer, problem.counts, strict=True)
    return {"error": statistics.fmean((float(got) - true) ** 2 for got, true in pairs)}


def _rows_missed(problem: Problem, answer: Sequence[int]) -> Squares:
    """How many more rows the most frequent bins have than the ones that were chosen."""
    chosen = {int(number) for number in answer}
    if len(chosen) != TOP:
        raise ValueError(f"{len(chosen)} different bins were chosen, not {TOP}")
    best = sorted(problem.counts, reverse=True)[:TOP]
    return {"error": float(sum(best) - sum(problem.counts[number] for number in chosen)) ** 2}


def quantiles_off(problem: Problem, alphas: Sequence[float], answer: Sequence[float]) -> Squares:
    """The mean squares over the quantiles, of how far each is from the nearest value that is that quantile, and of how
    many rows it is from being it. A value that many rows share has all their ranks."""
    rows = problem.ordered
    values, ranks = [], []
    for alpha, given in zip(alphas, answer, strict=True):
        found, rank = float(given), alpha * len(rows)
        first, last = rows[max(math.ceil(rank), 1) - 1], rows[min(math.floor(rank), len(rows) - 1)]
        values.append(max(0.0, first - found, found - last))
        below, up_to = bisect.bisect_left(rows, found), bisect.bisect_right(rows, found)
        ranks.append(max(0.0, below - rank, rank - up_to))
    return {"value": _mean_square(values), "rank": _mean_square(ranks)}


def _mean_square(errors: Sequence[float]) -> float:
    return statistics.fmean(error**2 for error in errors)
