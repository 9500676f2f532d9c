"""OpenDP's quantiles among the candidates that Scrim takes by itself."""

from __future__ import annotations

from ..party import Party
from .opendp_party import OpenDPParty, quantile_ways


class OpenDPFineParty(OpenDPParty):
    slow = frozenset({"quartiles"})

    def __init__(self) -> None:
        super().__init__()
        self.ways = quantile_ways(lambda p: p.fine_candidates)


def make() -> Party:
    return OpenDPFineParty()
