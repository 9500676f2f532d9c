"""Rows that the tests of reading share, and what must be counted of them."""

import fractions

import numpy as np

import scrim

BLOCK = 2048  # rows that are widened at a time


def rows_of(element, *, size=None, impute=None, metric=scrim.symmetric_distance()):
    """What stands left of >>: rows that are not null, or that were null before a value replaced them."""
    atoms = scrim.atom_domain(element)
    if impute is None:
        return scrim.vector_domain(atoms, size), metric
    return (scrim.vector_domain(scrim.option_domain(atoms), size), metric) >> scrim.then_impute(impute)


def counter(element, categories, **rows):
    return rows_of(element, **rows) >> scrim.then_count_by_categories(categories)


def scorer(element=float, candidates=(-1, 0, 1, 2, 100), **rows):
    return rows_of(element, **rows) >> scrim.then_quantile_score_candidates(list(candidates), fractions.Fraction(1, 3))


def expected_scores(rows, candidates=(-1, 0, 1, 2, 100)):
    """By the definition: |(den - num) #(row < c) - num #(row > c)|, for alpha = 1/3."""
    rows = np.asarray(rows, dtype=float)
    return [abs(2 * int((rows < c).sum()) - int((rows > c).sum())) for c in candidates]


NUMBERS = np.array([3, 0, 1, 1, 2, 100, 0, 1, 7] * 700)  # of three blocks, about
assert len(NUMBERS) > 3 * BLOCK
TEXTS = ["a", "", "bb", "a", "a longer text than twelve bytes", "ü", "zzz"] * 900
