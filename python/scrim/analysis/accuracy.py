"""How far a noisy selection can fall behind the best choice, known before any data is read.

Proof: accuracy.proof.md
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

# Correctly rounded functions at 60 digits: the bounds below lose fewer than 30 of them to
# cancellation, and a tail is only ever compared with a confidence that has 17.
_digits = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
# Below this many expected rivals the tail of permute-and-flip is replaced by a bound without
# cancellation, which then agrees with it to some 20 digits.
_few_rivals = Decimal("1e-20")

Tail = Callable[[int, int, float], Decimal]


def _rival_weight(gap: int, scale: float) -> Decimal:
    """exp(-gap / scale)."""
    return _digits.exp(_digits.divide(Decimal(-gap), Decimal(scale)))


def permute_and_flip_tail(gap: int, candidates: int, scale: float) -> Decimal:
    """The largest probability, over all scores, that permute-and-flip selects one of `candidates`
    whose score is behind the best one by `gap` or more: with p = exp(-gap / scale),
    1 - (1 - (1 - p)^n) / (n p)."""
    if gap <= 0:
        return Decimal(1)
    if candidates == 1 or scale == 0:
        return Decimal(0)
    weight = _rival_weight(gap, scale)
    rivals = _digits.multiply(Decimal(candidates - 1), weight)
    if rivals < _few_rivals:
        return _digits.divide(rivals, Decimal(2))
    all_tails = _digits.power(_digits.subtract(Decimal(1), weight), Decimal(candidates))
    expected_heads = _digits.multiply(Decimal(candidates), weight)
    best = _digits.divide(_digits.subtract(Decimal(1), all_tails), expected_heads)
    return _digits.subtract(Decimal(1), best)


def exponential_tail(gap: int, candidates: int, scale: float) -> Decimal:
    """The same for the exponential mechanism: (n - 1) p / (1 + (n - 1) p)."""
    if gap <= 0:
        return Decimal(1)
    if candidates == 1 or scale == 0:
        return Decimal(0)
    rivals = _digits.multiply(Decimal(candidates - 1), _rival_weight(gap, scale))
    return _digits.divide(rivals, _digits.add(Decimal(1), rivals))


def selection_confidence(gap: int, tail: Tail, candidates: int, k: int, scale: float) -> Decimal:
    """A lower bound on the probability that each of k selections, each made among what the ones
    before it left over, is behind the best left over by `gap` at most."""
    kept = Decimal(1)
    for taken in range(k):
        missed = tail(gap + 1, candidates - taken, scale)
        kept = _digits.multiply(kept, _digits.subtract(Decimal(1), missed))
    return kept


def largest_gap(tail: Tail, candidates: int, k: int, scale: float, confidence: Decimal) -> int:
    """The smallest integer G such that, with at least this confidence, every one of k selections
    among `candidates` integer scores is behind the best left over by G at most."""

    def enough(gap: int) -> bool:
        return selection_confidence(gap, tail, candidates, k, scale) >= confidence

    upper = 1
    while not enough(upper):
        upper *= 2
    lower = -1  # not enough: a gap of 0 or more is certain to occur
    while upper - lower > 1:
        middle = (lower + upper) // 2
        lower, upper = (lower, middle) if enough(middle) else (middle, upper)
    return upper


def share_of_confidence(confidence: float, parts: int) -> Decimal:
    """What each of `parts` independent statements must hold with, for all to hold at once with
    `confidence`: its root, rounded up."""
    if parts == 1:
        return Decimal(confidence)
    root = _digits.power(Decimal(confidence), _digits.divide(Decimal(1), Decimal(parts)))
    return _digits.add(root, Decimal("1e-50"))


class InRows:
    """A statement about how many rows off something is."""

    confidence: float
    rows: Fraction

    def chance_beyond(self, rows: float | Fraction) -> float:
        """An upper bound on the probability of being more than this many rows off."""
        raise NotImplementedError

    @property
    def rows_shown(self) -> str:
        """Rounded up, so that the statement stays true."""
        return show_rows(self.rows)

    @property
    def confidence_shown(self) -> str:
        """As a percentage."""
        return f"{100 * Decimal(repr(self.confidence)):f}".rstrip("0").rstrip(".") + "%"


@dataclass(frozen=True)
class Accuracy(InRows):
    """With probability `confidence` at least, whatever the data, none of `k` selections is more than
    `rows` rows behind the best choice that was left at its turn."""

    confidence: float
    rows: Fraction
    tail: Tail
    candidates: int
    k: int
    score_scale: float
    points_per_row: int

    def chance_beyond(self, rows: float | Fraction) -> float:
        points = int(Fraction(rows) * self.points_per_row)
        kept = selection_confidence(points, self.tail, self.candidates, self.k, self.score_scale)
        return min(1.0, max(0.0, float(1 - kept)))


@dataclass(frozen=True)
class CarriedAccuracy(InRows):
    """With probability `confidence` at least, whatever the data, a quantile is at most `rows` rows
    further off than its candidates allow: by its own selection, and by its share of what the
    selections before it were off, which ended the rows that it was selected from."""

    confidence: float
    rows: Fraction
    selections: tuple[tuple[int, Fraction, Accuracy], ...]
    """The place of each selection, and how much of its error it bears."""

    def chance_beyond(self, rows: float | Fraction) -> float:
        # If none of the selections is off by more than this part of what it is allowed, nor is this.
        if self.rows == 0:
            return 0.0
        part = Fraction(rows) / self.rows
        kept = 1.0
        for *_, accuracy in self.selections:
            kept *= 1.0 - accuracy.chance_beyond(part * accuracy.rows)
        return min(1.0, max(0.0, 1.0 - kept))


def carry(
    place: int, own: Accuracy, ends: list[tuple[Fraction, CarriedAccuracy]]
) -> CarriedAccuracy:
    """The accuracy of the selection at this place, among the rows between ends that were selected
    before: how much it bears of what each of these is off."""
    accuracies = {place: own}
    shares = {place: Fraction(1)}
    for weight, end in ends:
        for before, share, accuracy in end.selections:
            accuracies[before] = accuracy
            shares[before] = shares.get(before, Fraction(0)) + weight * share
    selections = tuple((at, share, accuracies[at]) for at, share in shares.items())
    rows = sum((share * accuracy.rows for _, share, accuracy in selections), Fraction(0))
    return CarriedAccuracy(own.confidence, rows, selections)


def make_accuracy(
    tail: Tail,
    *,
    candidates: int,
    k: int = 1,
    score_scale: float,
    points_per_row: int = 1,
    confidence: float,
    statements: int = 1,
) -> Accuracy:
    """The accuracy of a selection by integer scores, of which a row is worth `points_per_row`;
    `statements` independent ones are to hold at once with `confidence`."""
    share = share_of_confidence(confidence, statements)
    gap = largest_gap(tail, candidates, k, score_scale, share)
    rows = Fraction(gap, points_per_row)
    return Accuracy(confidence, rows, tail, candidates, k, score_scale, points_per_row)


def show_rows(rows: Fraction) -> str:
    """A number of rows with one decimal below 100, rounded up."""
    if rows >= 100:
        return f"{-(-rows.numerator // rows.denominator)}"
    tenths = -(-(rows * 10).numerator // (rows * 10).denominator)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
