"""diffprivlib's tools. It takes the number of rows as public: noise and range of sums, means and variances follow from
it, and what is protected is the change of a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import diffprivlib
import numpy
from diffprivlib import tools

from ..party import Party, Release
from ..problem import BINS, Problem
from ..questions import EPSILON, QUARTILES


class DiffprivlibParty(Party):
    version = diffprivlib.__version__
    slow = frozenset({"median", "quartiles"})

    def __init__(self) -> None:
        self.ways = {
            "count": _count,
            "sum": lambda p: _call(tools.sum, p),
            "mean_sized": lambda p: _call(tools.mean, p),
            "variance_sized": lambda p: _call(tools.var, p),
            "std_sized": lambda p: _call(tools.std, p),
            "histogram": _histogram,
            "median": lambda p: _call(tools.median, p),
            "quartiles": _quartiles,
        }


def make() -> Party:
    return DiffprivlibParty()


def _call(tool: Callable[..., Any], problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: tool(rows, epsilon=EPSILON, bounds=problem.bounds)


def _count(problem: Problem) -> Release:
    is_counted = numpy.array(problem.rows) >= problem.middle
    return lambda: tools.count_nonzero(is_counted, epsilon=EPSILON)


def _histogram(problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: tools.histogram(rows, epsilon=EPSILON, bins=BINS, range=problem.bounds)[0]


def _quartiles(problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: tools.quantile(rows, QUARTILES, epsilon=EPSILON, bounds=problem.bounds)
