"""Checks that releases have the noise that they should have, and nothing else wrong with them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .noise_problem import CountsProblem, NoiseProblem, SumProblem
from .same_work import SURPRISE, Check, check_loss, require
from .task import Outcome

# So many standard deviations from the mean is about as unlikely as a surprise may be.
DEVIATIONS = math.sqrt(2 * SURPRISE)


def adds_noise(problem: NoiseProblem) -> Check:
    """A release is given by the mean and the mean square of its noise."""
    size = len(problem.entries)
    off_mean = DEVIATIONS * math.sqrt(problem.variance / size)
    off_square = DEVIATIONS * math.sqrt((problem.fourth_moment - problem.variance**2) / size)

    def check(who: str, outcome: Outcome) -> None:
        if problem.has_small_steps:
            _check_cost(who, outcome, problem.loss)
        else:
            check_loss(who, outcome, problem.loss)
        for mean, square in outcome.values:
            require(abs(mean) <= off_mean, who, f"the noise is {mean} on average, allowed {off_mean:.3g}")
            wanted = f"{problem.variance:.6g}, allowed {off_square:.3g} more or less"
            require(abs(square - problem.variance) <= off_square, who, f"its mean square is {square}, not {wanted}")

    return check


def sums_privately(problem: SumProblem) -> Check:
    exact = problem.exact()
    allowed = _allowed(problem.scale, 1) + 1e-9 * abs(exact)

    def check(who: str, outcome: Outcome) -> None:
        _check_cost(who, outcome, problem.epsilon)
        for value in outcome.values:
            require(abs(value - exact) <= allowed, who, f"the sum is {value}, not {exact}, allowed {allowed:.3g} off")

    return check


def counts_privately(problem: CountsProblem) -> Check:
    exact = problem.exact()
    allowed = _allowed(problem.scale, problem.categories)
    # Noise is 0 with this probability, and all of it may be, where there is little.
    must_show = -problem.categories * math.log(math.tanh(1 / (2 * problem.scale))) > SURPRISE

    def check(who: str, outcome: Outcome) -> None:
        _check_cost(who, outcome, problem.epsilon)
        for counts in outcome.values:
            require(len(counts) == len(exact), who, f"{len(counts)} counts, not {len(exact)}")
            off = _largest_difference(counts, exact)
            require(off <= allowed, who, f"a count is {off} off, allowed {allowed:.3g}")
            require(off > 0 or not must_show, who, "no count has noise")

    return check


def _allowed(scale: float, values: int) -> float:
    """Laplace noise on one of so many values is larger with probability exp(-SURPRISE) at most."""
    return scale * (SURPRISE + math.log(2 * values)) + 1


def _check_cost(who: str, outcome: Outcome, epsilon: float) -> None:
    """By its own account: a little more than epsilon where floats are charged for rounding."""
    close = math.isclose(outcome.loss, epsilon, rel_tol=1e-4)
    require(close, who, f"a release costs {outcome.loss!r} by its own account, not {epsilon!r}")


def _largest_difference(counts: Sequence[float], exact: Sequence[int]) -> float:
    return max(abs(float(found) - wanted) for found, wanted in zip(counts, exact, strict=True))
