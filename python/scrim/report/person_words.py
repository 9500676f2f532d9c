"""What a release means for somebody whose rows are in the data, in words without symbols."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..analysis.rounding import show_cost, show_factor
from ..tables.frame_facts import FrameFacts


# Epsilon, delta and rho; either epsilon or rho is None.
Promise = tuple[float | None, float, float | None]
# Who is right more often than the first suspects; more often than the second, knows.
_SUSPICION, _SURE = 0.75, 0.9
_PERSON = "If you are one of the people in these data: random noise was added to"
_HERE = "every number here"
_ENOUGH = (
    ", so much of it that the numbers look much the same whether your rows are in the data or not. Nobody can tell from them "
    "with any certainty that you are in the data, nor what your rows say, however much else they know and however they "
    "compute."
)
_SOME = (
    ", enough of it that nobody can be sure from the numbers whether you are in the data, nor what your rows say, however much "
    "else they know and however they compute. But they may come to hold one for more likely than the other, as is said below."
)
_LITTLE = ", but little of it: with so large a budget, what your rows say may well show in the numbers."
_IN_GENERAL = (
    "The promise covers all of your rows together. It does not cover what is true of people like you in general: that can be "
    "learned from such numbers with or without you, and learning it is what they are published for."
)


def promise_of(releases: Sequence[FrameFacts]) -> Promise:
    """Epsilon, delta and rho of all of them together, whoever is in them: amounts in one currency add up. Rounded up;
    epsilon is None where only a rho is known."""
    if all(each.rho is not None and each.epsilon is None for each in releases):
        return None, _sum([each.delta or 0.0 for each in releases]), _sum([each.rho or 0.0 for each in releases])
    # A release in rho alone promises an epsilon only beside a delta that nobody has chosen.
    if any(each.epsilon is None for each in releases):
        return None, 0.0, None
    return _sum([each.epsilon or 0.0 for each in releases]), _sum([each.delta or 0.0 for each in releases]), None


def best_guess(epsilon: float | None, delta: float, rho: float | None) -> float:
    """With which probability somebody can be right, at most, who is asked at even odds whether a person is in the data.

    (e^epsilon + delta) / (e^epsilon + 1): how far two outcomes that epsilon and delta bound can be told apart. Of rho by
    Pinsker's inequality, as the Kullback-Leibler divergence is at most rho, but for outcomes of probability delta.
    """
    if epsilon is not None:
        odds = math.exp(min(epsilon, 700.0))
        return min(1.0, (odds + delta) / (odds + 1))
    return min(1.0, 0.5 + (math.sqrt((rho or 0.0) / 2) + delta) / 2)


def person_words(releases: Sequence[FrameFacts]) -> tuple[str, ...]:
    """Paragraphs for somebody whose rows may be in the data."""
    epsilon, delta, rho = promise_of(releases)
    units = list(dict.fromkeys(each.words["unit"] for each in releases))
    promises = [promise_of([each]) for each in releases] if epsilon is None and rho is None else [(epsilon, delta, rho)]
    told = [f"{_PERSON} {_HERE}{_how_much(promises)}"]
    together = "" if len(releases) == 1 else " All releases on this page are counted together, as if you were in each of them."
    if epsilon is None and rho is None:
        told.append("How much that is, each release says for itself, below; their amounts are in different currencies and do not add up.")
    else:
        without, by = ("this release", "it") if len(releases) == 1 else ("these releases", "them")
        told.append(_guess(epsilon, delta, rho, without, by) + together)
    told.append(f"What is used of you is bounded too: {'; '.join(units)}. {_IN_GENERAL}")
    if any(each.threshold is not None for each in releases):
        told.append(
            "A group is shown only if it is large enough, counted with noise. Whether there are other groups, which and how "
            "many, is not told, here or anywhere."
        )
    return tuple(told)


def budget_words(spent: Promise, total: Promise) -> tuple[str, ...]:
    """The same about all that a budget paid for, and about all that it ever can."""
    if not spent[0] and not spent[2]:
        told = ["If you are one of the people in these data: nothing about you was released from this budget."]
    else:
        of = "everything that was paid for from this budget"
        told = [f"{_PERSON} {of}{_how_much([spent])}", _guess(*spent, without="all of that", by="it")]
    if spent != total:
        told.append(
            f"If all of the budget is spent one day, they will be right at most {_times(total)} times out of 100. More than "
            "that is refused."
        )
    return (*told, _IN_GENERAL)


def _guess(epsilon: float | None, delta: float, rho: float | None, without: str, by: str) -> str:
    asked = (
        f"Suppose somebody must guess whether you are in the data, and without {without} would be right 50 times out of "
        f"100. With {by} they are right at most {_times((epsilon, delta, rho))} times out of 100"
    )
    but = "" if delta == 0 else f", but for outcomes of probability {show_cost(delta)} in all"
    if epsilon is None:
        return f"{asked} (rho {show_cost(rho or 0.0)}{but})."
    return f"{asked}: no outcome is more than {show_factor(epsilon)} times as likely with you as without you (epsilon {show_cost(epsilon)}){but}."


def _how_much(promises: Sequence[Promise]) -> str:
    """Of the noise, in words that the guess below them bears out. What several allow beyond an even guess adds up at most."""
    right = 0.5 + sum(best_guess(*each) - 0.5 for each in promises)
    return _ENOUGH if right <= _SUSPICION else _SOME if right <= _SURE else _LITTLE


def _times(promise: Promise) -> str:
    """Out of 100, rounded up."""
    return f"{math.ceil(1000 * best_guess(*promise) - 1e-9) / 10:.10g}"


def _sum(amounts: Sequence[float]) -> float:
    """Rounded up."""
    exact = sum(map(Fraction, amounts), Fraction(0))
    nearest = float(exact)
    return nearest if Fraction(nearest) >= exact else math.nextafter(nearest, math.inf)
