"""The stability map of quantile scores by itself."""

from fractions import Fraction

import pytest

import scrim

ADDED = [scrim.symmetric_distance(), scrim.insert_delete_distance()]
CHANGED = [scrim.change_one_distance(), scrim.hamming_distance()]


@pytest.mark.parametrize("metric", ADDED)
def test_it_gives_the_numbers_of_the_specification(metric):
    assert [scrim.score_candidates_map(0.25, metric, False)(d_in) for d_in in (0, 1, 3)] == [0, 3, 9]
    assert [scrim.score_candidates_map(0.25, metric, True)(d_in) for d_in in (0, 1, 2, 5)] == [0, 0, 4, 8]
    assert scrim.score_candidates_map(Fraction(1), metric, known_size=False)(4) == 4


@pytest.mark.parametrize("metric", CHANGED)
def test_a_changed_row_costs_the_denominator(metric):
    assert [scrim.score_candidates_map(Fraction(1, 4), metric, True)(d_in) for d_in in (0, 1, 2)] == [0, 4, 8]


@pytest.mark.parametrize("alpha", [0.0, 0.1, Fraction(1, 3), 0.5, 1.0])
@pytest.mark.parametrize("size", [None, 6])
def test_it_is_the_map_of_the_constructor(alpha, size):
    domain = scrim.vector_domain(scrim.atom_domain(float), size=size)
    for metric in ADDED + (CHANGED if size else []):
        scores = scrim.make_quantile_score_candidates(domain, metric, [1.0, 2.0], alpha)
        alone = scrim.score_candidates_map(alpha, input_metric=metric, known_size=size is not None)
        assert [alone(d_in) for d_in in range(8)] == [scores.map(d_in) for d_in in range(8)]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: scrim.score_candidates_map(1.5, ADDED[0], False), scrim.InvalidArgumentError, "alpha is 1.5"),
        (lambda: scrim.score_candidates_map(Fraction(3, 2), ADDED[0], False), scrim.InvalidArgumentError, "3/2"),
        (lambda: scrim.score_candidates_map(0.5, CHANGED[0], False), scrim.MismatchError, "one known size"),
        (lambda: scrim.score_candidates_map(0.5, scrim.linf_distance(float), True), scrim.MismatchError, "does not take"),
        (lambda: scrim.score_candidates_map("half", ADDED[0], True), TypeError, "alpha must be a number"),
        (lambda: scrim.score_candidates_map(0.5, ADDED[0]), TypeError, "score_candidates_map"),
        (lambda: scrim.score_candidates_map(0.5, ADDED[0], True)(-1), scrim.Error, "d_in"),
        (lambda: scrim.score_candidates_map(Fraction(0, 1), ADDED[0], False)(2**32), scrim.Error, "d_in"),
        (lambda: scrim.score_candidates_map(Fraction(1, 2**64 - 1), CHANGED[0], True)(2), scrim.OverflowError, "fit"),
    ],
)
def test_what_it_cannot_answer_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()
