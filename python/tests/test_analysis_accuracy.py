"""The bounds on how far a selection falls behind, against exact laws computed here."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import pytest
from scrim.analysis import accuracy
from scrim.analysis.accuracy import (
    exponential_tail,
    largest_gap,
    permute_and_flip_tail,
    selection_confidence,
    share_of_confidence,
    show_rows,
)

SCALES = [0.5, 1.0, 7 / 5, 10.0]


def times_linear(polynomial, p):
    """The coefficients of polynomial(t) * (1 - t p)."""
    shifted = [0.0, *(-p * c for c in polynomial)]
    return [a + b for a, b in itertools.zip_longest(polynomial, shifted, fillvalue=0.0)]


def permute_and_flip_law(gaps, scale):
    """P(r) = p_r * integral_0^1 prod_{j != r} (1 - t p_j) dt, by polynomials."""
    p = [math.exp(-gap / scale) for gap in gaps]
    law = []
    for r in range(len(p)):
        product = [1.0]
        for j, p_j in enumerate(p):
            if j != r:
                product = times_linear(product, p_j)
        law.append(p[r] * sum(c / (power + 1) for power, c in enumerate(product)))
    return law


def exponential_law(gaps, scale):
    weights = [math.exp(-gap / scale) for gap in gaps]
    return [weight / sum(weights) for weight in weights]


LAWS = [(permute_and_flip_law, permute_and_flip_tail), (exponential_law, exponential_tail)]


def gaps_of_all_scores(candidates, largest):
    """All score vectors up to order and shift, as gaps behind the best."""
    for rest in itertools.combinations_with_replacement(range(largest + 1), candidates - 1):
        yield (0, *rest)


def peeled(law, gaps, scale):
    """All sequences of selections, with their probabilities."""

    def step(left, prefix, probability):
        if not left:
            yield prefix, probability
            return
        best = min(gaps[i] for i in left)
        chances = law([gaps[i] - best for i in left], scale)
        for i, chance in zip(left, chances, strict=True):
            rest = [j for j in left if j != i]
            yield from step(rest, (*prefix, i), probability * chance)

    yield from step(list(range(len(gaps))), (), 1.0)


@pytest.mark.parametrize(("law", "tail"), LAWS)
@pytest.mark.parametrize("scale", SCALES)
def test_no_scores_exceed_the_tail(law, tail, scale):
    for candidates in range(2, 6):
        for gaps in gaps_of_all_scores(candidates, 5):
            chances = law(gaps, scale)
            assert math.isclose(sum(chances), 1.0, rel_tol=1e-12)
            for x in range(1, 6):
                behind = sum(c for c, gap in zip(chances, gaps, strict=True) if gap >= x)
                assert behind <= float(tail(x, candidates, scale)) + 1e-12, (gaps, x)


@pytest.mark.parametrize(("law", "tail"), LAWS)
@pytest.mark.parametrize("scale", SCALES)
def test_the_tail_is_reached_by_one_best_and_equal_rivals(law, tail, scale):
    for candidates in (2, 3, 7, 12):
        for x in (1, 2, 9):
            worst = law((0, *[x] * (candidates - 1)), scale)
            assert math.isclose(
                1 - worst[0], float(tail(x, candidates, scale)), rel_tol=1e-9, abs_tol=1e-14
            )


@pytest.mark.parametrize(("law", "tail"), LAWS)
def test_no_scores_exceed_the_bound_of_several_selections(law, tail):
    for scale in (0.7, 2.0):
        for gaps in gaps_of_all_scores(4, 3):
            for k in (1, 2, 3):
                for gap in range(4):
                    kept = 0.0
                    for order, chance in peeled(law, gaps, scale):
                        behind = max(
                            gaps[order[j]] - min(gaps[i] for i in order[j:]) for j in range(k)
                        )
                        kept += chance * (behind <= gap)
                    assert kept >= float(selection_confidence(gap, tail, 4, k, scale)) - 1e-12


@pytest.mark.parametrize("tail", [permute_and_flip_tail, exponential_tail])
@pytest.mark.parametrize("scale", [0.3, 7 / 5, 10.0, 1e6 + 1 / 3])
@pytest.mark.parametrize("candidates", [1, 2, 1000, 10**9])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 1 - 1e-12])
def test_the_largest_gap_is_the_smallest_integer_that_holds(tail, scale, candidates, confidence):
    gap = largest_gap(tail, candidates, 1, scale, Decimal(confidence))
    assert 1 - tail(gap + 1, candidates, scale) >= Decimal(confidence)
    if gap > 0:
        assert 1 - tail(gap, candidates, scale) < Decimal(confidence)
    assert (gap == 0) >= (candidates == 1)


def test_the_two_forms_of_the_tail_meet():
    scale = 3.0
    for candidates in (2, 1000):
        tails = [permute_and_flip_tail(x, candidates, scale) for x in range(1, 400)]
        assert all(a > b for a, b in itertools.pairwise(tails))
        boundary = [
            (x, t)
            for x, t in enumerate(tails, 1)
            if (candidates - 1) * math.exp(-x / scale) < 1e-20
        ]
        x, tail = boundary[0]
        exact_form = 1 - permute_and_flip_best(x, candidates, scale)
        assert abs(tail - exact_form) / tail < Decimal("1e-18")


def permute_and_flip_best(x, candidates, scale):
    """(1 - (1 - p)^n) / (n p) at 200 digits."""
    import decimal

    with decimal.localcontext(decimal.Context(prec=200)):
        p = (Decimal(-x) / Decimal(scale)).exp()
        return (1 - (1 - p) ** candidates) / (candidates * p)


def test_permute_and_flip_never_does_worse_than_the_exponential_mechanism():
    for x in range(1, 60):
        assert permute_and_flip_tail(x, 100, 4.0) <= exponential_tail(x, 100, 4.0)


def test_a_share_of_confidence_is_never_too_small():
    for parts in (1, 2, 3, 7):
        share = Fraction(share_of_confidence(0.95, parts))
        assert share**parts >= Fraction(0.95)
        assert share**parts < Fraction(0.95) + Fraction(1, 10**40)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (0, "0"),
        (Fraction(1, 3), "0.4"),
        (2, "2"),
        (Fraction(199, 10), "19.9"),
        (Fraction(401, 4), "101"),
    ],
)
def test_rows_are_shown_rounded_up(rows, shown):
    assert show_rows(Fraction(rows)) == shown


def test_without_noise_nothing_is_behind():
    assert largest_gap(permute_and_flip_tail, 1000, 3, 0.0, Decimal("0.999")) == 0
    assert accuracy.exponential_tail(1, 5, 0.0) == 0
