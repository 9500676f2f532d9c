"""Maps by themselves, before there is anything to make."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from . import _core


def score_candidates_map(
    alpha: float | Fraction, input_metric: _core.Metric, known_size: bool
) -> Callable[[int], int]:
    """The map of make_quantile_score_candidates, which depends on neither candidates nor the size.

    It says how far scores move, in L-infinity distance, between datasets that are d_in-close. With
    alpha = num / den: d_in * max(num, den - num) where the size is not known, d_in // 2 * den where it
    is, and d_in * den under change_one_distance and hamming_distance.
    """
    rows = _core.vector_domain(_core.atom_domain(float), 1 if known_size else None)
    return _core.make_quantile_score_candidates(rows, input_metric, [0.0], alpha).map
