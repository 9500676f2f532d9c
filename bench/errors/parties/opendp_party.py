"""OpenDP, put together from its constructors as its documentation does, each with the least noise that it certifies for
epsilon."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import numpy
import opendp.prelude as dp

from ..party import Party, Release, Way
from ..problem import BINS, Problem
from ..questions import EPSILON, QUARTILES, TOP

# One row more or less; where the size is public a row is replaced, which is one less and one more.
ONE_ROW, REPLACED_ROW = 1, 2


class OpenDPParty(Party):
    version = version("opendp")

    def __init__(self) -> None:
        dp.enable_features("contrib")
        self.ways = {
            "count": _count,
            "sum": lambda p: _over_rows(with_laplace(dp.t.make_sum(*bounded(p)), EPSILON), p),
            "mean": _mean,
            "mean_sized": lambda p: _over_rows(_sized(dp.t.make_mean, p), p),
            "variance_sized": _variance,
            "std_sized": _std,
            "histogram": _histogram,
            "top_k": _top_k,
            **quantile_ways(lambda p: p.candidates),
        }


def make() -> Party:
    return OpenDPParty()


def floats() -> tuple[Any, Any]:
    return dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()


def bounded(problem: Problem, size: int | None = None) -> tuple[Any, Any]:
    return dp.vector_domain(dp.atom_domain(bounds=problem.bounds, nan=False), size=size), dp.symmetric_distance()


def with_laplace(exact: Any, epsilon: float, d_in: int = ONE_ROW) -> Any:
    return _least_noise(lambda scale: exact >> dp.m.then_laplace(scale), epsilon, d_in)


def _least_noise(make_with: Callable[[float], Any], epsilon: float, d_in: int = ONE_ROW) -> Any:
    return make_with(dp.binary_search_param(make_with, d_in, epsilon, T=float))


def _over_rows(measurement: Any, problem: Problem) -> Release:
    rows = numpy.array(problem.rows)
    return lambda: measurement(rows)


def _sized(make_exact: Callable[..., Any], problem: Problem) -> Any:
    return with_laplace(make_exact(*bounded(problem, len(problem.rows))), EPSILON, REPLACED_ROW)


def _count(problem: Problem) -> Release:
    rows = numpy.array([row for row in problem.rows if row >= problem.middle])
    measurement = with_laplace(dp.t.make_count(*floats()), EPSILON)
    return lambda: measurement(rows)


def _mean(problem: Problem) -> Release:
    """A sum by a count, with half the budget each, as its own queries over data frames do."""
    rows = numpy.array(problem.rows)
    total = with_laplace(dp.t.make_sum(*bounded(problem)), EPSILON / 2)
    count = with_laplace(dp.t.make_count(*floats()), EPSILON / 2)
    return lambda: total(rows) / max(count(rows), 1)


def _variance(problem: Problem) -> Release:
    return _over_rows(_sized(lambda domain, metric: dp.t.make_variance(domain, metric, ddof=0), problem), problem)


def _std(problem: Problem) -> Release:
    variance = _variance(problem)
    return lambda: math.sqrt(max(variance(), 0.0))


def _histogram(problem: Problem) -> Release:
    return _over_rows(with_laplace(counts_between(problem.edges), EPSILON), problem)


def counts_between(edges: list[float]) -> Any:
    """Bin 0 is below the first edge and left out, as is the one from the last edge on."""
    bins = list(range(1, len(edges)))
    counts = dp.t.then_count_by_categories(categories=bins, null_category=False)
    return dp.t.make_find_bin(*floats(), edges=edges) >> counts


def _top_k(problem: Problem) -> Release:
    """Counts by category come under the L1 distance, and a selection wants the L-infinity distance: it is given the
    counts, and told that a row more raises them."""
    scores = dp.vector_domain(dp.atom_domain(T="u64")), dp.linf_distance(T="u64", monotonic=True)
    selection = _least_noise(
        lambda scale: dp.m.make_noisy_top_k(*scores, dp.max_divergence(), k=TOP, scale=scale), EPSILON
    )
    integers = dp.vector_domain(dp.atom_domain(T="i32")), dp.symmetric_distance()
    counting = dp.t.make_count_by_categories(*integers, categories=list(range(BINS)), null_category=False)
    counts = counting(problem.bins)  # not private, and always the same
    return lambda: selection(counts)


def quantile_ways(candidates: Callable[[Problem], Sequence[float]]) -> dict[str, Way]:
    def quartiles(problem: Problem) -> Release:
        rows = numpy.array(problem.rows)
        share = EPSILON / len(QUARTILES)
        parts = [_quantile(candidates(problem), alpha, share) for alpha in QUARTILES]
        return lambda: [part(rows) for part in parts]

    return {
        "median": lambda p: _over_rows(_quantile(candidates(p), 0.5, EPSILON), p),
        "quartiles": quartiles,
    }


def _quantile(candidates: Sequence[float], alpha: float, epsilon: float) -> Any:
    def make_with(scale: float) -> Any:
        return dp.m.make_private_quantile(
            *floats(), dp.max_divergence(), candidates=candidates, alpha=alpha, scale=scale
        )

    return _least_noise(make_with, epsilon)
