"""Whether Scrim is best, equal or worse, as far as so many repetitions can tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .party import PARTIES, SCRIMS
from .problem import Problem
from .questions import Question
from .results import Results
from .summary import Summary

STANDARD_ERRORS = 3
"""Two errors are told apart if they are further apart than so many standard errors of their difference."""
BEST, EQUAL, WORSE = "best", "equal", "worse"
PEERS = tuple(party for party in PARTIES if party not in SCRIMS)


@dataclass(frozen=True)
class Comparison:
    scrim: str
    question: Question
    shape: str
    measure: str
    mine: Summary
    peer: str
    theirs: Summary

    @property
    def verdict(self) -> str:
        apart = self.mine.rms - self.theirs.rms
        noise = STANDARD_ERRORS * math.hypot(self.mine.standard_error, self.theirs.standard_error)
        # Where no noise shows, equal errors may differ in the last digit for being computed in another order.
        noise = max(noise, 1e-9 * self.theirs.rms)
        return WORSE if apart > noise else BEST if apart < -noise else EQUAL

    @property
    def ratio(self) -> float:
        return self.mine.rms / self.theirs.rms if self.theirs.rms > 0 else math.inf


def compare(results: Results, scrim: str, question: Question, shape: str, measure: str) -> Comparison | None:
    """With the peer that is closest to the truth; None if there is nothing to compare."""
    mine = results.find(scrim, question.key, shape, measure)
    peers = [(peer, found) for peer in PEERS if (found := results.find(peer, question.key, shape, measure))]
    if mine is None or not peers:
        return None
    peer, theirs = min(peers, key=lambda pair: pair[1].rms)
    return Comparison(scrim, question, shape, measure, mine, peer, theirs)


def all_comparisons(
    results: Results, scrim: str, questions: Sequence[Question], problems: Sequence[Problem]
) -> list[Comparison]:
    wanted = ((q, p.shape, measure) for q in questions for p in problems for measure in q.measures)
    found = (compare(results, scrim, *line) for line in wanted)
    return [comparison for comparison in found if comparison]
