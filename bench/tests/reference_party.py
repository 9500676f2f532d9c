"""A party in plain Python that does every work by its definition, and parties that do it wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from side_by_side.laws import gaps_of
from side_by_side.noise_problem import LAPLACE, CountsProblem, NoiseProblem, SumProblem
from side_by_side.party import Party
from side_by_side.problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from side_by_side.task import Outcome, Sample


class PlainTask:
    def __init__(self, work: Callable[[], Any], loss: float) -> None:
        self._work, self._loss = work, loss

    def run(self, count: int) -> Outcome:
        return Outcome({"": Sample(1000.0, 900.0)}, [self._work() for _ in range(count)], self._loss)


class Reference(Party):
    name = "reference"

    def __init__(self) -> None:
        self.random = random.Random(5)

    def scores(self, problem: QuantileProblem) -> list[int]:
        return [problem.score(candidate) for candidate in problem.candidates.values]

    def top_k(self, gaps: list[float], k: int, measure: str) -> list[int]:
        rest, selected = list(range(len(gaps))), []
        for _ in range(k):
            least = min(gaps[index] for index in rest)
            heads = [math.exp(least - gaps[index]) for index in rest]
            if measure == MAX_DIVERGENCE:
                place = self.random.choice([place for place, p in enumerate(heads) if self.random.random() < p])
            else:
                place = self.random.choices(range(len(rest)), heads)[0]
            selected.append(rest.pop(place))
        return selected

    def score(self, problem: QuantileProblem) -> PlainTask:
        return PlainTask(lambda: self.scores(problem), 1.0)

    def select(self, problem: SelectionProblem) -> PlainTask:
        gaps = gaps_of(list(problem.scores.values), problem.scale, problem.optimize)
        return PlainTask(lambda: self.top_k(gaps, problem.k, problem.measure), problem.loss)

    def quantile(self, problem: QuantileProblem) -> PlainTask:
        gaps = gaps_of(self.scores(problem), problem.den * problem.scale, "min")
        return PlainTask(lambda: problem.candidates.values[self.top_k(gaps, 1, MAX_DIVERGENCE)[0]], problem.loss)

    def laplace(self, scale: float) -> float:
        return self.random.choice((-1, 1)) * self.random.expovariate(1 / scale)

    def add_noise(self, problem: NoiseProblem) -> PlainTask:
        def work() -> tuple[float, float]:
            draws = [self.noise(problem) for _ in problem.entries.values]
            return sum(draws) / len(draws), sum(draw**2 for draw in draws) / len(draws)

        return PlainTask(work, problem.loss)

    def noise(self, problem: NoiseProblem) -> float:
        if problem.scale < 4:  # where integers have another law than rounded numbers
            exponent = 1 if problem.law == LAPLACE else 2
            weights = [math.exp(-(abs(n) ** exponent) / (exponent * problem.scale**exponent)) for n in range(-40, 41)]
            return self.random.choices(range(-40, 41), weights)[0]
        return self.laplace(problem.scale) if problem.law == LAPLACE else self.random.gauss(0, problem.scale)

    def sum(self, problem: SumProblem) -> PlainTask:
        return PlainTask(lambda: problem.exact() + self.laplace(problem.scale), problem.epsilon)

    def counts(self, problem: CountsProblem) -> PlainTask:
        return PlainTask(lambda: [n + self.laplace(problem.scale) for n in problem.exact()], problem.epsilon)


class CountsEqualRowsAsBelow(Reference):
    """Right on most data: the rows that are equal to a candidate are few."""

    def scores(self, problem: QuantileProblem) -> list[int]:
        scores = []
        for candidate in problem.candidates.values:
            _, above = problem.rows.counts_around(candidate)
            scores.append(abs((problem.den - problem.num) * (len(problem.rows) - above) - problem.num * above))
        return scores


class SelectsWithHalfTheNoise(Reference):
    def top_k(self, gaps: list[float], k: int, measure: str) -> list[int]:
        return super().top_k([2 * gap for gap in gaps], k, measure)


class SelectsByTheOtherLaw(Reference):
    """The exponential mechanism where permute-and-flip is asked for."""

    def top_k(self, gaps: list[float], k: int, measure: str) -> list[int]:
        return super().top_k(gaps, k, "")


class SelectsUniformly(Reference):
    def top_k(self, gaps: list[float], k: int, measure: str) -> list[int]:
        return self.random.sample(range(len(gaps)), k)


class UnderstatesItsCost(Reference):
    def select(self, problem: SelectionProblem) -> PlainTask:
        task = super().select(problem)
        return PlainTask(lambda: task.run(1).values[0], problem.loss / 2)


class AddsHalfTheNoise(Reference):
    def noise(self, problem: NoiseProblem) -> float:
        return super().noise(problem) / 2


class SumsTwice(Reference):

    def sum(self, problem: SumProblem) -> PlainTask:
        return PlainTask(lambda: 2 * problem.rows.total() + self.laplace(problem.scale), problem.epsilon)


class LeavesOutACategory(Reference):
    def counts(self, problem: CountsProblem) -> PlainTask:
        task = super().counts(problem)
        return PlainTask(lambda: [*task.run(1).values[0][:-1], 0], problem.epsilon)
