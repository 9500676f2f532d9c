"""Checks that every contender has done the same work. A time is worth nothing without them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import laws
from .problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from .task import Outcome


class DifferentWork(Exception):
    """A contender has not done the work that the others did."""


@dataclass(frozen=True)
class Checked:
    """A check that was passed: what was found, and what was allowed."""

    what: str
    who: str
    found: float
    allowed: float


Check = Callable[[str, Outcome], None]

# With what probability a sound selection may be called unsound: below exp(-SURPRISE).
SURPRISE = 25.0


def require(holds: bool, who: str, what: str) -> None:
    if not holds:
        raise DifferentWork(f"{who}: {what}")


def check_loss(who: str, outcome: Outcome, *expected: float) -> None:
    """It costs one of these: some accounts are tighter than others."""
    require(
        any(math.isclose(outcome.loss, loss, rel_tol=1e-9) for loss in expected),
        who,
        f"a release costs {outcome.loss!r} by its own account, not {' or '.join(map(repr, expected))}",
    )


def sums_to(expected: float) -> Check:
    def check(who: str, outcome: Outcome) -> None:
        for value in outcome.values:
            require(math.isclose(value, expected, rel_tol=1e-9), who, f"the sum is {value!r}, not {expected!r}")

    return check


def scores_are(expected: Sequence[int]) -> Check:
    """Scores must be equal, each of them: all contenders write them as |(den - num) * below - num * above|."""
    expected = [int(score) for score in expected]

    def check(who: str, outcome: Outcome) -> None:
        for scores in outcome.values:
            require(len(scores) == len(expected), who, f"{len(scores)} scores, not {len(expected)}")
            for index, (found, wanted) in enumerate(zip(scores, expected, strict=True)):
                require(found == wanted, who, f"score {index} is {found}, not {wanted}")

    return check


def selects_well(problem: SelectionProblem) -> Check:
    """The i-th selected score must be about as good as the i-th best one.

    A score that lies t scales behind the best of those left is selected with probability at most exp(-t).
    """
    sign = 1 if problem.optimize == "max" else -1
    scores = [sign * int(score) for score in problem.scores.values]
    best = sorted(scores, reverse=True)[: problem.k]
    allowed = problem.scale * (math.log(len(scores)) + SURPRISE)

    def check(who: str, outcome: Outcome) -> None:
        check_loss(who, outcome, problem.loss, problem.least_loss)
        for selected in outcome.values:
            require(len(set(selected)) == problem.k == len(selected), who, f"{selected} are not {problem.k} indices")
            for place, index in enumerate(selected):
                behind = best[place] - scores[index]
                require(behind <= allowed, who, f"selection {place} is {behind} behind the best, allowed {allowed:.0f}")

    return check


def finds_quantile(problem: QuantileProblem) -> Check:
    """A release may miss the rank of the best candidate by what the noise explains, and no more.

    Twice over, and for as many possible answers as there are rows: some peers choose among the gaps between rows, and
    add noise of twice the scale.
    """
    best = min(problem.score(candidate) for candidate in _around_quantile(problem))
    answers = max(len(problem.rows), len(problem.candidates))
    allowed = best + 2 * problem.den * problem.scale * (2 * math.log(answers) + SURPRISE)

    def check(who: str, outcome: Outcome) -> None:
        check_loss(who, outcome, problem.loss)
        for value in outcome.values:
            score = problem.score(value)
            require(score <= allowed, who, f"{value} misses the rank by {score}, allowed {allowed:.0f}")

    return check


def _around_quantile(problem: QuantileProblem) -> list[float]:
    """The candidates next to the quantile: scores fall up to it and rise after it, so a bisection finds the best."""
    candidates = problem.candidates.values
    low, high = 0, len(candidates) - 1
    while high - low > 1:
        middle = (low + high) // 2
        below, above = problem.rows.counts_around(candidates[middle])
        if (problem.den - problem.num) * below < problem.num * above:
            low = middle
        else:
            high = middle
    return [candidates[low], candidates[high]]


def law_of_selection(problem: SelectionProblem) -> laws.Law:
    one = laws.permute_and_flip if problem.measure == MAX_DIVERGENCE else laws.exponential_mechanism
    scores = [int(score) for score in problem.scores.values]
    return laws.peeled(one, laws.gaps_of(scores, problem.scale, problem.optimize), problem.k)


def law_of_quantile(problem: QuantileProblem) -> laws.Law:
    """Over the released candidates themselves."""
    scores = [problem.score(candidate) for candidate in problem.candidates.values]
    gaps = laws.gaps_of(scores, problem.den * problem.scale, "min")
    return {(float(c),): p for c, p in zip(problem.candidates.values, laws.permute_and_flip(gaps), strict=True)}


def check_law(what: str, who: str, releases: Sequence[Sequence[float]], law: laws.Law) -> Checked:
    """The L1 distance between the frequencies of the releases and the exact law."""
    counts = Counter(tuple(release) for release in releases)
    strange = [release for release in counts if release not in law]
    require(not strange, who, f"{what}: released {strange[:1]}, which is no possible outcome")
    found = sum(abs(counts[outcome] / len(releases) - probability) for outcome, probability in law.items())
    allowed = laws.distance_allowed(len(law), len(releases))
    require(found <= allowed, who, f"{what}: frequencies are {found:.3f} away from the law, allowed {allowed:.3f}")
    return Checked(what, who, found, allowed)
