"""The version that a good engineer writes by hand with NumPy: fast and careful, but not exact.

The noise is double precision from a fast generator that is not meant for secrets, so the laws are right only up to
rounding and the release leaks through its floating-point digits; what Scrim does about that is the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..noise_problem import LAPLACE, CountsProblem, NoiseProblem, SumProblem
from ..party import Party
from ..problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from ..task import Laps, Outcome

Scores = npt.NDArray[np.int64]

# Rows at a time: a block and what is made of it stay in the cache. Measured: 4096 and 65536 are both slower.
BLOCK = 16384


def moments(noise: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The mean and the mean square."""
    return float(noise.mean()), float(np.mean(noise.astype(float) ** 2))


class NumpyTask:
    """`read` makes of a release what is checked; it is not timed."""

    def __init__(self, work: Callable[[], Any], loss: float, read: Callable[[Any], Any] = lambda value: value) -> None:
        self._work, self._loss, self._read = work, loss, read

    def run(self, count: int) -> Outcome:
        values = []
        laps = Laps()
        for _ in range(count):
            values.append(self._work())
        whole = laps.between(0, laps.lap())
        sample = type(whole)(whole.wall_ns / count, whole.cpu_ns / count)
        return Outcome({"": sample}, [self._read(value) for value in values], self._loss)


class Numpy(Party):
    """Scores by sorting blocks of rows, which works for any candidates."""

    name = "NumPy"

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def scores(self, problem: QuantileProblem) -> Scores:
        rows, candidates = problem.rows.values, problem.candidates.values
        below = np.zeros(len(candidates), np.int64)
        not_above = np.zeros(len(candidates), np.int64)
        for start in range(0, len(rows), BLOCK):
            block = np.sort(rows[start : start + BLOCK])
            below += block.searchsorted(candidates, "left")
            not_above += block.searchsorted(candidates, "right")
        scores: Scores = np.abs((problem.den - problem.num) * below - problem.num * (len(rows) - not_above))
        return scores

    def noisy_top_k(self, gaps: npt.NDArray[np.float64], k: int, measure: str) -> list[int]:
        """Indices of the largest -gap plus noise: exponential, drawn anew for each of the k, or Gumbel, drawn once."""
        if measure == MAX_DIVERGENCE:
            selected: list[int] = []
            for _ in range(k):
                noisy = self._random.standard_exponential(len(gaps))
                noisy -= gaps
                noisy[selected] = -np.inf
                selected.append(int(noisy.argmax()))
            return selected
        noisy = self._random.gumbel(size=len(gaps))
        noisy -= gaps
        if k == 1:
            return [int(noisy.argmax())]
        best = np.argpartition(noisy, len(noisy) - k)[len(noisy) - k :]
        return [int(index) for index in best[np.argsort(-noisy[best])]]

    def score(self, problem: QuantileProblem) -> NumpyTask | None:
        return NumpyTask(lambda: self.scores(problem), float(max(problem.num, problem.den - problem.num)))

    def select(self, problem: SelectionProblem) -> NumpyTask | None:
        def work() -> list[int]:
            scores = problem.scores.values
            # Subtracted as integers, so that large scores lose no digits.
            gaps = scores.max() - scores if problem.optimize == "max" else scores - scores.min()
            return self.noisy_top_k(gaps / problem.scale, problem.k, problem.measure)

        return NumpyTask(work, problem.loss)

    def quantile(self, problem: QuantileProblem) -> NumpyTask | None:
        def work() -> float:
            scores = self.scores(problem)
            gaps = (scores - scores.min()) / (problem.den * problem.scale)
            return float(problem.candidates.values[self.noisy_top_k(gaps, 1, MAX_DIVERGENCE)[0]])

        return NumpyTask(work, problem.loss)

    def add_noise(self, problem: NoiseProblem) -> NumpyTask | None:
        """Rounded noise of the continuous law: the floor, and not private. Rounded to integers, little noise has
        another law than discrete noise."""
        if problem.has_small_steps or problem.scale < 10:
            return None
        draw = self._random.laplace if problem.law == LAPLACE else self._random.normal
        entries = problem.entries.values

        def work() -> npt.NDArray[np.int64]:
            released: npt.NDArray[np.int64] = entries + np.rint(draw(0, problem.scale, len(entries))).astype(np.int64)
            return released

        return NumpyTask(work, problem.loss, lambda released: moments(released - entries))

    def sum(self, problem: SumProblem) -> NumpyTask | None:
        def work() -> float:
            total = problem.rows.values.clip(problem.lower, problem.upper).sum()
            return float(total + self._random.laplace(0, problem.scale))

        return NumpyTask(work, problem.epsilon)

    def counts(self, problem: CountsProblem) -> NumpyTask | None:
        def work() -> npt.NDArray[np.float64]:
            counts = np.bincount(problem.rows.values, minlength=problem.categories)
            return counts + self._random.laplace(0, problem.scale, problem.categories)

        return NumpyTask(work, problem.epsilon)


class NumpyEvenGrid(Numpy):
    """Scores by arithmetic, for candidates that are evenly spaced and for those only."""

    name = "NumPy, even grid only"

    def scores(self, problem: QuantileProblem) -> Scores:
        rows, candidates = problem.rows.values, problem.candidates.values
        size = len(candidates)
        lowest, per_step = candidates[0], (size - 1) / (candidates[-1] - candidates[0])
        padded = np.append(candidates, np.inf)
        counts = np.zeros(2 * size + 2, np.int64)
        for start in range(0, len(rows), BLOCK):
            block = rows[start : start + BLOCK]
            # The first candidate that is not below the row: a guess, at most one off, and put right by comparing.
            place = np.clip((block - lowest) * per_step, 0, size - 1).astype(np.intp)
            place += padded[place] < block
            place += padded[place] < block
            place -= (place > 0) & (padded[place - 1] >= block)
            counts += np.bincount(2 * place + (padded[place] == block), minlength=2 * size + 2)
        under, equal = counts[0 : 2 * size : 2], counts[1 : 2 * size : 2]
        below = np.cumsum(under) + np.cumsum(equal) - equal
        above = len(rows) - below - equal
        scores: Scores = np.abs((problem.den - problem.num) * below - problem.num * above)
        return scores

    def score(self, problem: QuantileProblem) -> NumpyTask | None:
        return super().score(problem) if self._is_even(problem) else None

    def quantile(self, problem: QuantileProblem) -> NumpyTask | None:
        return super().quantile(problem) if self._is_even(problem) else None

    def select(self, problem: SelectionProblem) -> NumpyTask | None:
        return None  # nothing about it would be even, nor about the others

    def add_noise(self, problem: NoiseProblem) -> NumpyTask | None:
        return None

    def sum(self, problem: SumProblem) -> NumpyTask | None:
        return None

    def counts(self, problem: CountsProblem) -> NumpyTask | None:
        return None

    @staticmethod
    def _is_even(problem: QuantileProblem) -> bool:
        steps = np.diff(problem.candidates.values)
        return problem.candidates.kind == "f64" and len(steps) > 0 and np.allclose(steps, steps[0], rtol=1e-6)
