"""What is timed: a task of one contender, and what it gave."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Sample:
    """The time of one run, in nanoseconds; the mean, if several runs were timed together."""

    wall_ns: float
    cpu_ns: float

    def on(self, clock: str) -> float:
        return {"wall": self.wall_ns, "cpu": self.cpu_ns}[clock]


@dataclass(frozen=True)
class Outcome:
    """What one or several runs took, part by part, and what they gave.

    A part is a way to look at the same runs, such as "core" and "with conversion"; "" stands for a contender that
    has only one. `loss` is what one release costs by the contender's own account.
    """

    samples: Mapping[str, Sample]
    values: Sequence[Any]
    loss: float


class Task(Protocol):
    def run(self, count: int) -> Outcome:
        """Does the work `count` times."""


class Laps:
    """A stopwatch of both clocks with laps."""

    def __init__(self) -> None:
        self._laps: list[tuple[int, int]] = []
        self.lap()

    def lap(self) -> int:
        """Ends a lap; gives the number under which `between` knows this moment."""
        self._laps.append((time.perf_counter_ns(), time.process_time_ns()))
        return len(self._laps) - 1

    def between(self, first: int, second: int) -> Sample:
        start, end = self._laps[first], self._laps[second]
        return Sample(end[0] - start[0], end[1] - start[1])


def mean(samples: Sequence[Sample]) -> Sample:
    return Sample(
        sum(sample.wall_ns for sample in samples) / len(samples),
        sum(sample.cpu_ns for sample in samples) / len(samples),
    )
