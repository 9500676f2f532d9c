"""Answers that protect themselves, and what many of them tell: `randomised_response`, `estimate_shares`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .. import _core
from .refuse import positive, refuse, shown

Answer = TypeVar("Answer", bound=Hashable)

_ADVICE = "a positive number, such as 1.0"


def randomised_response(value: Any, categories: Sequence[Answer], *, epsilon: float) -> Answer:
    """One of the categories: the value itself with probability e^epsilon / (e^epsilon + k - 1), where there are k, and
    else any other, each alike. This is done by each person to their own answer, before anyone has seen it.

    - `value`: the truth. One that is no category gives each of them alike.
    - `categories`: what can be answered, two or more, each once, such as (False, True); public.
    - `epsilon`: what one answer costs the person who gives it.

    ```python
    import scrim

    scrim.randomised_response(True, (False, True), epsilon=1.0)
    ```
    """
    answers = _checked(categories)
    respond = _core.make_randomised_response(
        _core.atom_domain("uint64"),
        _core.discrete_distance(),
        categories=list(range(len(answers))),
        epsilon=positive(epsilon, "epsilon", _ADVICE),
    )
    return answers[int(respond.invoke(_place(value, answers)))]


def _place(value: Any, answers: list[Any]) -> int:
    """Of the value among the answers, or behind them all. No error, whatever the value is: it would tell."""
    try:
        return {answer: place for place, answer in enumerate(answers)}.get(value, len(answers))
    except Exception:
        return len(answers)  # it has no hash


@dataclass(frozen=True)
class Shares:
    """What share of the people asked would truly give each answer, estimated from randomised ones."""

    estimates: dict[Any, float]
    """By category, between 0 and 1."""
    standard_errors: dict[Any, float]
    """By category: how far the randomness of the answers spreads each estimate around the true share."""
    answers: int
    """How many there were."""
    unclipped: dict[Any, float]
    """The estimates before they were moved between 0 and 1: right on average, and therefore what to add up or to
    average. They add up to 1."""


def estimate_shares(answers: Iterable[Answer], categories: Sequence[Answer], *, epsilon: float) -> Shares:
    """The shares of true answers behind randomised ones. It costs nothing: only answers are read, which are public.

    - `answers`: what `randomised_response` gave to many people, with the same `categories` and the same `epsilon`.

    ```python
    import scrim

    answers = [scrim.randomised_response(n < 30, (False, True), epsilon=1.0) for n in range(100)]
    scrim.estimate_shares(answers, (False, True), epsilon=1.0).estimates[True]
    ```
    """
    names = _checked(categories)
    counts = Counter(answers)
    for answer in counts:
        if answer not in names:
            refuse(f"there is an answer {shown(answer)}, which is no category; give the categories that were offered")
    total = counts.total()
    if total == 0:
        refuse("there are no answers; give at least one")
    # The truth is told with probability `truth`, and any other category with probability `other`.
    odds = math.exp(-positive(epsilon, "epsilon", _ADVICE))
    truth = 1 / (1 + (len(names) - 1) * odds)
    other = odds * truth
    slope = -math.expm1(-epsilon) * truth  # truth - other, without cancellation
    unclipped = {name: (counts[name] / total - other) / slope for name in names}
    estimates = {name: min(max(share, 0.0), 1.0) for name, share in unclipped.items()}

    def standard_error(share: float) -> float:
        spread = share * truth * (1 - truth) + (1 - share) * other * (1 - other)
        return math.sqrt(spread / total) / slope

    return Shares(estimates, {name: standard_error(share) for name, share in estimates.items()}, total, unclipped)


def _checked(categories: Sequence[Answer]) -> list[Answer]:
    advice = "a list of two or more, each once, such as (False, True)"
    try:
        given = list(categories)
        distinct = set(given)
    except TypeError:
        refuse(f"categories is {shown(categories)}; give {advice}")
    if len(given) < 2 or len(distinct) < len(given):
        refuse(f"categories is {shown(categories)}; give {advice}")
    return given
