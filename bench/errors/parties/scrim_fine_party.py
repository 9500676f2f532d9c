"""Scrim with a hundred times as many candidates for quantiles, which cost no privacy and hardly any accuracy."""

from __future__ import annotations

from ..party import Party
from .scrim_party import ScrimParty, quantile_ways


class ScrimFineParty(ScrimParty):
    slow = frozenset({"median", "quartiles"})

    def __init__(self) -> None:
        super().__init__()
        self.ways = quantile_ways(lambda p: p.fine_candidates)


def make() -> Party:
    return ScrimFineParty()
