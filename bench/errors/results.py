"""What was measured, as it is written to JSON and read back by whoever makes a table of it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from side_by_side.results_file import load_results, save_results

from .summary import Summary

FORMAT = 1


@dataclass(frozen=True)
class Measured:
    party: str
    question: str
    shape: str
    measure: str
    summary: Summary


@dataclass(frozen=True)
class PartyResults:
    """Of one party, in its own environment."""

    party: str
    version: str
    data: str
    """The digest of the rows that it was given."""
    measured: list[Measured]

    def to_json(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @staticmethod
    def from_json(text: str) -> PartyResults:
        content = json.loads(text)
        return PartyResults(**{**content, "measured": [_measured(line) for line in content["measured"]]})


@dataclass(frozen=True)
class Results:
    date: str
    data: str
    versions: dict[str, str]
    measured: list[Measured]

    def find(self, party: str, question: str, shape: str, measure: str) -> Summary | None:
        wanted = party, question, shape, measure
        found = (m for m in self.measured if (m.party, m.question, m.shape, m.measure) == wanted)
        return next((m.summary for m in found), None)

    def of_party(self, party: str) -> PartyResults:
        lines = [line for line in self.measured if line.party == party]
        return PartyResults(party, self.versions[party], self.data, lines)

    def save(self, path: Path) -> None:
        save_results(path, FORMAT, dataclasses.asdict(self))

    @staticmethod
    def load(path: Path) -> Results:
        content = load_results(path, FORMAT)
        return Results(**{**content, "measured": [_measured(line) for line in content["measured"]]})


def join(parts: Sequence[PartyResults], date: str) -> Results:
    data = {part.data for part in parts}
    if len(data) != 1:
        raise ValueError("the parties were not given the same rows")
    versions = {part.party: part.version for part in parts}
    return Results(date, data.pop(), versions, [line for part in parts for line in part.measured])


def _measured(line: dict[str, Any]) -> Measured:
    return Measured(**{**line, "summary": Summary(**line["summary"])})
