"""Scrim with every multiple of a small power of two as a candidate, without a list of them; for one quantile."""

from __future__ import annotations

from ..party import Party
from .scrim_party import ScrimParty, median_way


class ScrimAllParty(ScrimParty):
    def __init__(self) -> None:
        super().__init__()
        self.ways = {"median": median_way(candidates="all")}


def make() -> Party:
    return ScrimAllParty()
