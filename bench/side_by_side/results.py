"""The results of a run, as they are written to JSON and read back by whoever makes a table of them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .rounds import Timing, Work
from .same_work import Checked
from .summary import Spread, ratio, spread

SCRIM, PLAIN_PASS = "Scrim", "plain pass"
FORMAT = 1


@dataclass(frozen=True)
class Line:
    """One contender's times for one work, in nanoseconds; None where it sat a round out."""

    who: str
    runs: int
    wall_ns: list[float | None]
    cpu_ns: list[float | None]

    def on(self, clock: str) -> list[float | None]:
        return {"wall": self.wall_ns, "cpu": self.cpu_ns}[clock]


@dataclass(frozen=True)
class WorkResult:
    key: str
    section: str
    title: str
    unit: str
    units: int
    lines: list[Line]

    def line(self, who: str) -> Line | None:
        return next((line for line in self.lines if line.who == who), None)


@dataclass(frozen=True)
class Results:
    date: str
    machine: dict[str, Any]
    software: dict[str, str]
    settings: dict[str, Any]  # rounds, clock, load averages, ...
    checks: list[Checked]
    works: list[WorkResult]

    @property
    def clock(self) -> str:
        return str(self.settings["clock"])

    def work(self, key: str) -> WorkResult | None:
        return next((work for work in self.works if work.key == key), None)

    def spread(self, work: WorkResult, who: str) -> Spread | None:
        line = work.line(who)
        return spread(line.on(self.clock)) if line else None

    def ratio(self, work: WorkResult, over: str, under: str) -> float | None:
        """How many times as long `over` takes as `under`; None if one of them did not do this work."""
        first, second = work.line(over), work.line(under)
        return ratio(first.on(self.clock), second.on(self.clock)) if first and second else None

    def wait(self) -> float:
        """The largest share of wall time that a line spent not running, by its medians: how busy the machine was."""
        lines = [line for work in self.works for line in work.lines if "threads" not in line.who]
        return max((1 - spread(line.cpu_ns).median / spread(line.wall_ns).median for line in lines), default=0.0)

    def save(self, path: Path) -> None:
        content = {"format": FORMAT, **dataclasses.asdict(self)}
        text = json.dumps(content, indent=1)
        path.write_text(_join_numbers(text) + "\n", encoding="utf-8")

    @staticmethod
    def load(path: Path) -> Results:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content.pop("format", None) != FORMAT:
            raise ValueError(f"{path.name} is not a results file of format {FORMAT}")
        works = [WorkResult(**{**work, "lines": [Line(**line) for line in work["lines"]]}) for work in content["works"]]
        checks = [Checked(**check) for check in content["checks"]]
        return Results(**{**content, "works": works, "checks": checks})


def result_of(work: Work, timings: Sequence[Timing]) -> WorkResult:
    def rounded(value: float) -> float:
        return round(value, 1)

    lines = [
        Line(
            timing.who,
            timing.runs,
            [rounded(sample.wall_ns) if sample else None for sample in timing.samples],
            [rounded(sample.cpu_ns) if sample else None for sample in timing.samples],
        )
        for timing in timings
    ]
    return WorkResult(work.key, work.section, work.title, work.unit, work.units, lines)


def _join_numbers(text: str) -> str:
    """Puts the arrays of numbers on one line each, so that a person can read the file."""
    lines: list[str] = []
    is_inside = False
    for line in text.split("\n"):
        word = line.strip()
        is_number = word.rstrip(",").lstrip("-").replace(".", "", 1).isdigit() or word.rstrip(",") == "null"
        if is_inside and (is_number or word in ("]", "],")):
            lines[-1] += ("" if lines[-1].endswith("[") or word.startswith("]") else " ") + word
            is_inside = is_number
        else:
            lines.append(line)
            is_inside = word.endswith("[")
    return "\n".join(lines)
