"""Scrim's side: a C++ program that times itself and is spoken to line by line (worker/main.cpp lists the commands)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .noise_problem import CountsProblem, NoiseProblem, SumProblem
from .party import Party
from .problem import Column, QuantileProblem, SelectionProblem
from .task import Outcome, Sample

# Floats are added in steps of 2 to this power: 2^32 below the noise, as the Python package takes them.
STEP_OF_SUMS = -26
# Doubles of a vector get noise in steps of 2 to this power. Each entry is charged a step for rounding: together, of
# 10^5 entries that may move by 1, less than a hundred thousandth more.
STEP_OF_ENTRIES = -34


class WorkerError(Exception):
    pass


class ScrimWorker:
    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._held: dict[str, str] = {}  # what the worker was last told to hold, by the first word of the command
        self.introduction = self._read()

    def __enter__(self) -> ScrimWorker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    @property
    def takes_threads(self) -> bool:
        return bool(self.introduction["takes_threads"])

    def ask(self, command: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._read()

    def hold(self, command: str) -> None:
        """Tells the worker to hold something, unless it does already."""
        slot = command.split(" ", 1)[0]
        if self._held.get(slot) != command:
            self._held.pop(slot, None)
            self.ask(command)
            self._held[slot] = command

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(f"the worker has ended, with status {self._process.wait()}")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise WorkerError(reply["error"])
        return reply


class WorkerTask:
    """A command to be timed, preceded by what the worker must hold for it."""

    def __init__(self, worker: ScrimWorker, holds: list[str], command: str, read: Callable[[Any], Any] = lambda v: v):
        self._worker, self._holds, self._command, self._read = worker, holds, command, read

    def run(self, count: int) -> Outcome:
        for hold in self._holds:
            self._worker.hold(hold)
        reply = self._worker.ask(f"{self._command} {count}")
        sample = Sample(reply["wall_ns"] / count, reply["cpu_ns"] / count)
        return Outcome({"": sample}, [self._read(value) for value in reply["values"]], reply["loss"])


class Scrim(Party):
    """Scrim on a number of threads, which the selections have no use for."""

    runs_over_rows = 10

    def __init__(self, worker: ScrimWorker, threads: int = 1) -> None:
        self._worker, self._threads = worker, threads
        self.name = "Scrim" if threads == 1 else f"Scrim, {threads} threads"

    def score(self, problem: QuantileProblem) -> WorkerTask:
        return WorkerTask(self._worker, self._data(problem), f"score {problem.num} {problem.den}")

    def select(self, problem: SelectionProblem) -> WorkerTask | None:
        if self._threads != 1:
            return None
        command = f"top_k {problem.measure} {problem.k} {problem.scale!r} {problem.optimize}"
        return WorkerTask(self._worker, [f"scores {problem.scores.path}"], command)

    def quantile(self, problem: QuantileProblem) -> WorkerTask:
        command = f"quantile {problem.num} {problem.den} {problem.scale!r}"
        return WorkerTask(self._worker, self._data(problem), command)

    def add_noise(self, problem: NoiseProblem) -> WorkerTask | None:
        if self._threads != 1:
            return None
        grid = f" {STEP_OF_ENTRIES}" if problem.has_small_steps else ""
        command = f"noise{'_on_grid' if grid else ''} {problem.law} {problem.scale!r}{grid}"
        return WorkerTask(self._worker, self._rows(problem.entries), command)

    def sum(self, problem: SumProblem) -> WorkerTask:
        bounds = f"{problem.lower!r} {problem.upper!r} {STEP_OF_SUMS} {problem.scale!r}"
        return WorkerTask(self._worker, self._rows(problem.rows), f"private_sum {bounds}")

    def counts(self, problem: CountsProblem) -> WorkerTask:
        command = f"private_counts {problem.categories} {problem.scale!r}"
        return WorkerTask(self._worker, self._rows(problem.rows), command)

    def _rows(self, rows: Column) -> list[str]:
        return [f"rows {rows.kind} {rows.path}", f"threads {self._threads}"]

    def _data(self, problem: QuantileProblem) -> list[str]:
        columns = {"rows": problem.rows, "candidates": problem.candidates}
        holds = [f"{slot} {column.kind} {column.path}" for slot, column in columns.items()]
        return [*holds, f"threads {self._threads}"]


class PlainPass:
    """The sum of the same array, in the same program: a pass over memory."""

    name = "plain pass"

    def __init__(self, worker: ScrimWorker) -> None:
        self._worker = worker

    def over_rows(self, rows: Column) -> WorkerTask:
        return WorkerTask(self._worker, [f"rows {rows.kind} {rows.path}"], "sum_rows")

    def over_scores(self, scores: Column) -> WorkerTask:
        return WorkerTask(self._worker, [f"scores {scores.path}"], "sum_scores")
