"""What a release means for somebody whose rows are in the data, in words without symbols."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..analysis.rounding import show_cost, show_factor
from ..tables.frame_facts import FrameFacts


# Who is right more often than this knows.
_SURE = 0.9
_NOISE = "If you are one of the people in these data: random noise was added to every number here"
_ENOUGH = (
    f"{_NOISE}, so much of it that the numbers look much the same whether your rows are in the data or not. Nobody can tell "
    "from them with any certainty that you are in the data, nor what your rows say, however much else they know and however "
    "they compute."
)
_LITTLE = f"{_NOISE}, but little of it: with so large a budget, what your rows say may well show in the numbers."


def promise_of(releases: Sequence[FrameFacts]) -> tuple[float | None, float, float | None]:
    """Epsilon, delta and rho of all of them together, whoever is in them: amounts in one currency add up. Rounded up;
    epsilon is None where only a rho is known."""
    if all(each.rho is not None and each.epsilon is None for each in releases):
        return None, 0.0, _sum([each.rho or 0.0 for each in releases])
    # A release in rho alone promises an epsilon only beside a delta that nobody has chosen.
    if any(each.epsilon is None for each in releases):
        return None, 0.0, None
    return _sum([each.epsilon or 0.0 for each in releases]), _sum([each.delta or 0.0 for each in releases]), None


def best_guess(epsilon: float | None, delta: float, rho: float | None) -> float:
    """With which probability somebody can be right, at most, who is asked at even odds whether a person is in the data.

    (e^epsilon + delta) / (e^epsilon + 1): how far two outcomes that epsilon and delta bound can be told apart. Of rho by
    Pinsker's inequality, as the Kullback-Leibler divergence is at most rho.
    """
    if epsilon is not None:
        odds = math.exp(min(epsilon, 700.0))
        return min(1.0, (odds + delta) / (odds + 1))
    return min(1.0, 0.5 + math.sqrt((rho or 0.0) / 2) / 2)


def person_words(releases: Sequence[FrameFacts]) -> tuple[str, ...]:
    """Paragraphs for somebody whose rows may be in the data."""
    epsilon, delta, rho = promise_of(releases)
    units = list(dict.fromkeys(each.words["unit"] for each in releases))
    is_weak = (epsilon, rho) != (None, None) and best_guess(epsilon, delta, rho) > _SURE
    told = [_LITTLE if is_weak else _ENOUGH]
    together = "" if len(releases) == 1 else " All releases on this page are counted together, as if you were in each of them."
    if epsilon is None and rho is None:
        told.append("How much that is, each release says for itself, below; their amounts are in different currencies and do not add up.")
    else:
        told.append(_guess(epsilon, delta, rho) + together)
    told.append(
        f"What is used of you is bounded too: {'; '.join(units)}. The promise covers all of your rows together. It does not "
        "cover what is true of people like you in general: that can be learned from such numbers with or without you, and "
        "learning it is what they are published for."
    )
    if any(each.threshold is not None for each in releases):
        told.append(
            "A group is shown only if it is large enough, counted with noise. Whether there are other groups, which and how "
            "many, is not told, here or anywhere."
        )
    return tuple(told)


def _guess(epsilon: float | None, delta: float, rho: float | None) -> str:
    most = math.ceil(1000 * best_guess(epsilon, delta, rho) - 1e-9) / 10
    asked = (
        "Suppose somebody must guess whether you are in the data, and without this release would be right 50 times out of "
        f"100. With it they are right at most {most:.10g} times out of 100"
    )
    if epsilon is None:
        return f"{asked} (rho {show_cost(rho or 0.0)})."
    but = "" if delta == 0 else f", but for outcomes of probability {show_cost(delta)} in all"
    return f"{asked}: no outcome is more than {show_factor(epsilon)} times as likely with you as without you (epsilon {show_cost(epsilon)}){but}."


def _sum(amounts: Sequence[float]) -> float:
    """Rounded up."""
    exact = sum(map(Fraction, amounts), Fraction(0))
    nearest = float(exact)
    return nearest if Fraction(nearest) >= exact else math.nextafter(nearest, math.inf)
