"""Randomised answers, and the shares that many of them tell."""

from __future__ import annotations

import math
from collections import Counter

import pytest
import scrim

CITIES = ["Arden", "Birchwick", "Corvale"]


def test_the_truth_is_told_as_often_as_epsilon_says():
    counts = Counter(scrim.randomised_response("Arden", CITIES, epsilon=math.log(4)) for _ in range(3000))
    # 4/6, 1/6, 1/6; beyond by chance in one of 10^9.
    assert abs(counts["Arden"] - 2000) < 165
    assert abs(counts["Birchwick"] - 500) < 130
    assert abs(counts["Corvale"] - 500) < 130


def test_what_is_no_category_is_no_error():
    counts = Counter(scrim.randomised_response(None, CITIES, epsilon=30.0) for _ in range(3000))
    assert all(abs(counts[city] - 1000) < 165 for city in CITIES)


def test_what_has_no_hash_is_no_error_either():
    assert scrim.randomised_response([1], CITIES, epsilon=1.0) in CITIES
    assert scrim.randomised_response(math.nan, CITIES, epsilon=1.0) in CITIES


def test_categories_keep_their_type():
    for categories in ((False, True), (7, 9), ("a", "b"), (("x", 1), ("x", 2))):
        for value in categories:
            assert scrim.randomised_response(value, categories, epsilon=500.0) is value


def test_the_measurement_is_there_too():
    space = scrim.atom_domain(bool), scrim.discrete_distance()
    respond = scrim.make_randomised_response(*space, categories=[0, 1], epsilon=7 / 5)
    assert respond.map(1) == 7 / 5
    assert respond.map(0) == 0
    assert respond(1) in (0, 1)
    with pytest.raises(scrim.MismatchError, match="an integer or a boolean"):
        scrim.make_randomised_response(
            scrim.atom_domain(float), scrim.discrete_distance(), categories=[0, 1], epsilon=1.0
        )


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("categories", [(False, True), tuple("abcde")])
def test_estimates_are_unbiased_by_their_expectation(epsilon, categories):
    # As many of each answer as are expected of these people, times a large number.
    shares = [0.7, 0.3, 0.0, 0.0, 0.0][: len(categories)]
    truth = math.exp(epsilon) / (math.exp(epsilon) + len(categories) - 1)
    other = (1 - truth) / (len(categories) - 1)
    answers: list[object] = []
    for category, share in zip(categories, shares, strict=True):
        answers += [category] * round(100_000 * (share * truth + (1 - share) * other))
    found = scrim.estimate_shares(answers, categories, epsilon=epsilon)
    assert list(found.unclipped.values()) == pytest.approx(shares, abs=1e-3)
    assert sum(found.unclipped.values()) == pytest.approx(1)
    assert found.answers == len(answers)


def test_the_standard_error_is_the_spread_of_estimates():
    # Answers by the law itself, of 400 people of whom a quarter would say "a".
    people = ["a"] * 100 + ["b"] * 200 + ["c"] * 100
    runs = []
    for _ in range(200):
        answers = [scrim.randomised_response(person, "abc", epsilon=1.0) for person in people]
        runs.append(scrim.estimate_shares(answers, "abc", epsilon=1.0))
    for category, share in (("a", 0.25), ("b", 0.5)):
        estimates = [run.unclipped[category] for run in runs]
        mean = math.fsum(estimates) / len(runs)
        spread = math.sqrt(math.fsum((estimate - mean) ** 2 for estimate in estimates) / (len(runs) - 1))
        told = math.fsum(run.standard_errors[category] for run in runs) / len(runs)
        assert abs(mean - share) < 6 * told / math.sqrt(len(runs))
        assert told == pytest.approx(spread, rel=0.3)  # 200 runs know it to 5%


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: scrim.randomised_response(1, [1], epsilon=1.0), "two or more"),
        (lambda: scrim.randomised_response(1, [1, 2, 1], epsilon=1.0), "each once"),
        (lambda: scrim.randomised_response(1, 7, epsilon=1.0), "categories is 7"),
        (lambda: scrim.randomised_response(1, [1, 2], epsilon=0), "epsilon is 0"),
        (lambda: scrim.estimate_shares([], [1, 2], epsilon=1.0), "no answers"),
        (lambda: scrim.estimate_shares([3], [1, 2], epsilon=1.0), "an answer 3"),
        (lambda: scrim.estimate_shares([1], [1, 2], epsilon=math.inf), "epsilon is inf"),
    ],
)
def test_what_cannot_be_done_is_refused(call, text):
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        call()
    assert text in str(caught.value)
