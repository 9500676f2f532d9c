"""OpenDP's other way to quantiles: noisy counts in a tree over all candidates, made consistent, and read off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy
import opendp.prelude as dp

from ..party import Party, Release
from ..problem import Problem
from ..questions import EPSILON, QUARTILES
from .opendp_party import OpenDPParty, counts_between, with_laplace


class OpenDPTreeParty(OpenDPParty):
    slow = frozenset({"median", "quartiles"})

    def __init__(self) -> None:
        super().__init__()
        self.ways = {"median": _median, "quartiles": lambda p: _quantiles(p, QUARTILES)}


def make() -> Party:
    return OpenDPTreeParty()


def _median(problem: Problem) -> Release:
    quantiles = _quantiles(problem, [0.5])
    return lambda: quantiles()[0]


def _quantiles(problem: Problem, alphas: Sequence[float]) -> Callable[[], Sequence[float]]:
    """The branching factor is what OpenDP advises for so many rows; their number is used for nothing else."""
    rows, edges = numpy.array(problem.rows), problem.candidates
    branches = dp.t.choose_branching_factor(len(rows))
    tree = counts_between(edges) >> dp.t.then_b_ary_tree(leaf_count=len(edges) - 1, branching_factor=branches)
    release = (
        with_laplace(tree, EPSILON)
        >> dp.t.make_consistent_b_ary_tree(branching_factor=branches)
        >> dp.t.make_quantiles_from_counts(edges, alphas=list(alphas))
    )
    return lambda: release(rows)
