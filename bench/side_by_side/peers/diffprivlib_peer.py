"""IBM's diffprivlib. Its median has no candidates: it sorts the rows and chooses among the gaps between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diffprivlib import BudgetAccountant
from diffprivlib.mechanisms import PermuteAndFlip
from diffprivlib.tools import histogram, quantile
from diffprivlib.tools import sum as private_sum

from ..noise_problem import CountsProblem, SumProblem
from ..party import Party
from ..problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from ..task import Laps, Outcome, mean


class DiffprivlibTask:
    """`convert` gives what `work` wants; where the library converts on its own, there is nothing to tell apart."""

    def __init__(self, work: Callable[[Any], Any], convert: Callable[[], Any] | None, loss: float) -> None:
        self._work, self._convert, self._loss = work, convert, loss

    def run(self, count: int) -> Outcome:
        core, whole, values = [], [], []
        for _ in range(count):
            laps = Laps()
            converted = self._convert() if self._convert else None
            start = laps.lap()
            values.append(self._work(converted))
            end = laps.lap()
            core.append(laps.between(start, end))
            whole.append(laps.between(0, end))
        parts = {"core": mean(core), "with conversion": mean(whole)} if self._convert else {"": mean(whole)}
        return Outcome(parts, values, self._loss)


class Diffprivlib(Party):
    name = "diffprivlib"
    rounds_of_quantile = 3
    chooses_among_candidates = False

    def runs_of_selection(self, k: int) -> int:
        return 3

    def select(self, problem: SelectionProblem) -> DiffprivlibTask | None:
        if problem.k != 1 or problem.measure != MAX_DIVERGENCE:
            return None
        sign = 1.0 if problem.optimize == "max" else -1.0

        def convert() -> list[float]:
            utility: list[float] = (sign * problem.scores.values.astype(float)).tolist()
            return utility

        def work(utility: list[float]) -> list[int]:
            mechanism = PermuteAndFlip(epsilon=problem.loss, sensitivity=1.0, utility=utility)
            return [int(mechanism.randomise())]

        return DiffprivlibTask(work, convert, problem.loss)

    def quantile(self, problem: QuantileProblem) -> DiffprivlibTask:
        candidates = problem.candidates.values
        bounds = (float(candidates[0]), float(candidates[-1]))

        def work(_: None) -> float:
            # Its own accountant for each release: the default one adds up a list of all releases before.
            accountant = BudgetAccountant()
            alpha = problem.num / problem.den
            return float(quantile(problem.rows.values, alpha, problem.loss, bounds, accountant=accountant))

        return DiffprivlibTask(work, None, problem.loss)

    def sum(self, problem: SumProblem) -> DiffprivlibTask:
        bounds = problem.lower, problem.upper

        def work(_: None) -> float:
            accountant = BudgetAccountant()
            return float(private_sum(problem.rows.values, problem.epsilon, bounds, accountant=accountant))

        return DiffprivlibTask(work, None, problem.epsilon)

    def counts(self, problem: CountsProblem) -> DiffprivlibTask:
        """A histogram with a bin around each category."""
        edges = (-0.5, problem.categories - 0.5)

        def work(_: None) -> Any:
            accountant = BudgetAccountant()
            rows = problem.rows.values
            return histogram(rows, problem.epsilon, problem.categories, edges, accountant=accountant)[0]

        return DiffprivlibTask(work, None, problem.epsilon)
