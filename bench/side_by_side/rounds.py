"""Times the contenders of a work in turn, round by round."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .same_work import Check
from .task import Sample, Task


@dataclass(frozen=True)
class Contender:
    name: str
    task: Task
    check: Check
    runs: int = 1  # timed together as one sample, where one run is too short for the clock
    rounds: int | None = None  # how many rounds it takes part in; None: all of them


@dataclass(frozen=True)
class Work:
    key: str
    section: str
    title: str
    unit: str  # what the time is divided by: a row or a candidate
    units: int
    contenders: Sequence[Contender]


@dataclass
class Timing:
    """The samples of one line of the table; None where the contender sat a round out."""

    who: str
    runs: int
    samples: list[Sample | None] = field(default_factory=list)


def rotated(contenders: Sequence[Contender], by: int) -> list[Contender]:
    """Each round starts with another contender, so that nobody always follows the same neighbour."""
    by %= len(contenders)
    return [*contenders[by:], *contenders[:by]]


def alternate(work: Work, rounds: int, report: Callable[[str, int], None]) -> list[Timing]:
    """Runs every contender once in each round and checks what each run gave.

    Those that take part in all rounds are run once before, untimed. `report` is told who is up in which round.
    """
    for contender in work.contenders:
        if contender.rounds is None:
            report(contender.name, 0)
            contender.check(contender.name, contender.task.run(1))
    timings: dict[str, Timing] = {}
    for number in range(rounds):
        for contender in rotated(work.contenders, number):
            if contender.rounds is not None and number >= contender.rounds:
                continue
            report(contender.name, number + 1)
            gc.collect()
            gc.disable()
            try:
                outcome = contender.task.run(contender.runs)
            finally:
                gc.enable()
            contender.check(contender.name, outcome)
            for part, sample in outcome.samples.items():
                who = f"{contender.name}, {part}" if part else contender.name
                timing = timings.setdefault(who, Timing(who, contender.runs))
                timing.samples += [None] * (number - len(timing.samples)) + [sample]
    for timing in timings.values():
        timing.samples += [None] * (rounds - len(timing.samples))
    order = [contender.name for contender in work.contenders]
    return sorted(timings.values(), key=lambda timing: _place(order, timing.who))


def _place(order: Sequence[str], who: str) -> int:
    """The place of the contender whose name `who` begins with; of several, the longest name."""
    matches = [name for name in order if who == name or who.startswith(name + ", ")]
    return order.index(max(matches, key=len))
