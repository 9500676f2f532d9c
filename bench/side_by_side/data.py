"""What the benchmark's data consists of, and how much of it there is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .problem import Column


@dataclass(frozen=True)
class Sizes:
    rows: int
    candidates: tuple[int, ...]  # of the evenly spaced ones
    main: int  # the number of candidates wherever there is only one
    scores: int  # candidates of the selections
    entries: int  # of the vector that gets noise
    few_entries: int  # of the shorter one, for more scales and for doubles
    categories: int


FULL = Sizes(
    rows=10_000_000,
    candidates=(100, 1000, 10_000),
    main=1000,
    scores=10_000,
    entries=1_000_000,
    few_entries=100_000,
    categories=1000,
)
QUICK = replace(FULL, rows=500_000, entries=100_000, few_entries=20_000)


@dataclass(frozen=True)
class Data:
    floats: Column  # rows
    integers: Column  # rows
    even: dict[int, Column]  # evenly spaced candidates for the floats, by their number
    uneven: Column  # candidates for the floats at random places
    integer_candidates: Column
    counts: Column  # scores: how often each of many categories occurs, few of them often
    ranks: Column  # scores: how far each of many candidates is from being a median
    entries: Column  # integers that get noise
    few_entries: Column  # fewer of them
    few_floats: Column  # as many doubles that get noise
    categories: Column  # rows: which of the categories 0, 1, ...
