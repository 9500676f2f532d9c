"""The statistics of queries over tables: what `agg` takes.

```python
import scrim
from scrim import stats

visits = scrim.Table("visits.parquet", person="patient_id", columns={"cost": scrim.number(0, 5000)})
query = visits.per_person(rows=3).agg(n=stats.count(), cost=stats.mean("cost", share=3))
```

A text says the same: `agg(n="count()", cost="mean(cost, share=3)")`. `share` weighs the costs of statistics beside each
other. Bounds and categories are those that the table declares, unless they are given here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from ._advice import advice_on
from .analysis.grid_candidates import ALL
from .analysis.quantile_release import check_for_grid, exact_alphas
from .analysis.refuse import MOST_NUMBERS, at_most, refuse, shown, whole
from .tables.statistic import Statistic, make_statistic

__all__ = [
    "count",
    "count_distinct",
    "count_people",
    "histogram",
    "keys",
    "mean",
    "median",
    "quantile",
    "quantiles",
    "std",
    "sum",
    "top_k",
    "variance",
]

Share = float | Fraction

_END = (
    "the least and the largest number are those of one person, and are not released; a quantile near the end is: "
    "stats.quantile('cost', 0.95)"
)
_ELSEWHERE = {
    **{other: f"what is meant is stats.{own}" for own, others in {
        "count": ("size", "len", "n", "n_rows"),
        "count_distinct": ("nunique", "n_unique", "distinct", "unique"),
        "histogram": ("hist", "value_counts"),
        "mean": ("average", "avg"),
        "quantile": ("percentile",),
        "std": ("stddev", "stdev", "sd"),
        "sum": ("total",),
        "top_k": ("mode", "most_common", "top"),
        "variance": ("var",),
    }.items() for other in others},
    **dict.fromkeys(("min", "minimum", "max", "maximum"), _END),
}  # fmt: skip
"""What to write instead of what other libraries call it."""


if not TYPE_CHECKING:  # a checker of types is to refuse such names, too

    def __getattr__(name: str) -> Any:
        advice = "" if name.startswith("_") else advice_on(name, __all__, _ELSEWHERE)
        raise AttributeError(f"scrim.stats has no {name!r}{advice}", name=name)


def count(*, share: Share = 1) -> Statistic:
    """How many rows there are, of those that are kept of each person."""
    return make_statistic("count", None, share)


def count_people(*, share: Share = 1) -> Statistic:
    """How many persons there are, whatever number of rows they have."""
    return make_statistic("count_people", None, share)


def keys() -> Statistic:
    """Which groups enough persons are in, and nothing else of them: with `group_by(..., keys="found")`.

    With `plan(rho=..., delta=...)` a person in t groups weighs less in each of them, by the root of t, and groups are told
    by their weight. So `per_person(groups=...)` may be generous: who is in few groups counts for as much as if all were.
    With `plan(epsilon=..., delta=...)` each is told by a coin, as often as is possible.
    """
    return make_statistic("keys", None, 1)


def count_distinct(column: str, *, share: Share = 1) -> Statistic:
    """How many of the declared values of a column occur at all."""
    return make_statistic("count_distinct", column, share)


def sum(  # noqa: A001 - named after what it releases
    column: str,
    *,
    bounds: tuple[float, float] | None = None,
    person_total: tuple[float, float] | None = None,
    share: Share = 1,
) -> Statistic:
    """What a column adds up to.

    With `person_total=(0, 2000)` what all rows of a person come to is moved between these, in each group, instead of rows
    being left out: no number of rows is needed.
    """
    if bounds is not None and person_total is not None:
        refuse("both bounds and person_total were given; bounds move rows, person_total what a person's rows come to")
    return make_statistic("sum", column, share, bounds=_pair(bounds, "bounds"), person_total=_pair(person_total, "person_total"))


def mean(column: str, *, bounds: tuple[float, float] | None = None, share: Share = 1) -> Statistic:
    """The mean of a column of numbers."""
    return make_statistic("mean", column, share, bounds=_pair(bounds, "bounds"))


def variance(column: str, *, bounds: tuple[float, float] | None = None, share: Share = 1) -> Statistic:
    """The variance of a column of numbers, divided by their number."""
    return make_statistic("variance", column, share, bounds=_pair(bounds, "bounds"))


def std(column: str, *, bounds: tuple[float, float] | None = None, share: Share = 1) -> Statistic:
    """The standard deviation of a column of numbers."""
    return make_statistic("std", column, share, bounds=_pair(bounds, "bounds"))


def quantile(
    column: str,
    alpha: float | Fraction = 0.5,
    *,
    bounds: tuple[float, float] | None = None,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    share: Share = 1,
) -> Statistic:
    """The value below which a share `alpha` of the rows lies: the median, unless it says otherwise.

    `candidates` are so many between the bounds, or those listed, a million at most.
    With `candidates="all"` every integer between the bounds can be the answer, or of floats every multiple of a power of two so
    small that there are billions; all rows are kept in memory then. That is for one quantile, neither the minimum nor the maximum.
    How far off a quantile is is known in rows, not in values: how far apart rows lie is what the data hide. So it has no
    interval in a release.
    """
    (exact,) = exact_alphas([alpha])
    if _is_all(candidates):
        check_for_grid((exact,))
    return make_statistic(
        "quantile", column, share, alpha=exact, bounds=_pair(bounds, "bounds"), candidates=_candidates(candidates)
    )


def median(
    column: str,
    *,
    bounds: tuple[float, float] | None = None,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    share: Share = 1,
) -> Statistic:
    """The median: `quantile(column, 0.5)`."""
    return quantile(column, Fraction(1, 2), bounds=bounds, candidates=candidates, share=share)


def quantiles(
    column: str,
    alphas: Sequence[float | Fraction],
    *,
    bounds: tuple[float, float] | None = None,
    candidates: int | Sequence[float] | Literal["all"] | None = None,
    share: Share = 1,
) -> Statistic:
    """Several quantiles, a thousand at most, which never cross and share noise: each is a column of the release."""
    exact = tuple(exact_alphas(alphas))
    if len(set(exact)) < len(exact):
        refuse(f"alphas are {shown(alphas)}; give each once")
    if _is_all(candidates):
        check_for_grid(exact)
    return make_statistic(
        "quantiles", column, share, alphas=exact, bounds=_pair(bounds, "bounds"), candidates=_candidates(candidates)
    )


def histogram(
    column: str, edges: Iterable[float] | None = None, *, other_rows: bool = False, share: Share = 1
) -> Statistic:
    """How many rows there are between public edges, a million at most, or in each declared value of a column; each bin is
    a row of the release. `other_rows` counts those in none of the bins too."""
    if not isinstance(other_rows, bool):
        refuse(f"other_rows is {shown(other_rows)}; give True or False")
    return make_statistic(
        "histogram", column, share, edges=_numbers(edges, "edges"), other_rows=True if other_rows else None
    )


def top_k(column: str, k: int, *, counts: bool = False, share: Share = 1) -> Statistic:
    """The most frequent of the declared values of a column, best first, and their numbers of rows if asked for; each is a
    row of the release."""
    if not isinstance(counts, bool):
        refuse(f"counts is {shown(counts)}; give True or False")
    most = whole(k, "k", 1, 2**32, "how many of the values are wanted, at least 1")
    return make_statistic("top_k", column, share, k=most, counts=True if counts else None)


def _pair(bounds: Any, name: str) -> tuple[Any, ...] | None:
    advice = "a pair of finite numbers, the lower one first, such as (0, 120)"
    pair = _numbers(bounds, name, 2, advice)
    if pair is not None and (len(pair) != 2 or pair[0] > pair[1]):
        refuse(f"{name} is {shown(bounds)}; give {advice}")
    return pair


def _is_all(candidates: Any) -> bool:
    return isinstance(candidates, str) and candidates == ALL


def _candidates(candidates: Any) -> Any:
    if candidates is None or _is_all(candidates) or isinstance(candidates, int) and not isinstance(candidates, bool):
        return candidates
    if isinstance(candidates, str):
        refuse(f"candidates is {shown(candidates)}; give how many, such as 1000, a list of numbers, or {ALL!r}")
    return _numbers(candidates, "candidates")


def _numbers(
    given: Any, name: str, most: int = MOST_NUMBERS, advice: str = "finite numbers that do not come from the data"
) -> tuple[Any, ...] | None:
    if given is None:
        return None
    try:
        numbers = tuple(each.item() if hasattr(each, "item") else each for each in at_most(most, given, name, advice))
    except TypeError:
        refuse(f"{name} is {shown(given)}; give {advice}")
    if not all(isinstance(each, (int, float)) and not isinstance(each, bool) and abs(each) < inf for each in numbers):
        refuse(f"{name} is {shown(given)}; give {advice}")
    return numbers
