"""What was measured, as it is written to JSON and read back by whoever makes a page of it."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from side_by_side.results_file import load_results, save_results

FORMAT = 1


@dataclass(frozen=True)
class Measured:
    """How far off one party is in one question, in one unit."""

    party: str
    question: str
    unit: str
    repetitions: int
    median: float
    low: float
    """A tenth of the releases is off by less."""
    high: float
    """A tenth by more."""


@dataclass(frozen=True)
class Results:
    date: str
    data: str
    rows: int
    versions: dict[str, str]
    measured: list[Measured]

    def find(self, party: str, question: str, unit: str) -> Measured | None:
        wanted = party, question, unit
        return next((m for m in self.measured if (m.party, m.question, m.unit) == wanted), None)

    def save(self, path: Path) -> None:
        save_results(path, FORMAT, dataclasses.asdict(self))

    @staticmethod
    def load(path: Path) -> Results:
        content = load_results(path, FORMAT)
        return Results(**{**content, "measured": [Measured(**line) for line in content["measured"]]})


def summary_of(party: str, question: str, unit: str, errors: Sequence[float]) -> Measured:
    ordered = sorted(errors)
    last = len(ordered) - 1
    low, high = ordered[round(last * 0.1)], ordered[round(last * 0.9)]
    return Measured(party, question, unit, len(ordered), statistics.median(ordered), low, high)
