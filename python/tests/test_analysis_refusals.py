"""What quantiles and top k for analysts refuse, and how they say it."""

import numpy as np
import pytest
import scrim

ROWS = np.array([35.0, 50.0, 65.0])

QUANTILE_REFUSALS = [
    ({}, "neither of epsilon and rho was given"),
    ({"epsilon": 1.0, "rho": 1.0}, "both of epsilon and rho were given"),
    ({"epsilon": 0}, "epsilon is 0; give a positive number"),
    ({"epsilon": -1.0}, "epsilon is -1.0"),
    ({"epsilon": float("nan")}, "epsilon is nan"),
    ({"epsilon": float("inf")}, "epsilon is inf"),
    ({"epsilon": "1"}, "epsilon is '1'"),
    ({"epsilon": True}, "epsilon is True"),
    ({"rho": -0.5}, "rho is -0.5"),
    ({"epsilon": 1.0, "alpha": 1.0001}, "alpha is 1.0001; give a quantile between 0 and 1"),
    ({"epsilon": 1.0, "alpha": -0.1}, "alpha is -0.1"),
    ({"epsilon": 1.0, "alpha": float("nan")}, "alpha is nan"),
    ({"epsilon": 1.0, "alpha": "half"}, "alpha is 'half'"),
    ({"epsilon": 1.0, "confidence": 1.0}, "confidence is 1.0; give a probability between 0 and 1"),
    ({"epsilon": 1.0, "confidence": 0}, "confidence is 0"),
    (
        {"epsilon": 1.0, "rows_per_person": 0},
        "rows_per_person is 0; give the largest number of rows",
    ),
    ({"epsilon": 1.0, "rows_per_person": 1.5}, "rows_per_person is 1.5"),
    ({"epsilon": 1e-320}, "epsilon is 1e-320, under which noise drowns any answer; give at least 1e-15"),
    ({"rho": 1e-31}, "rho is 1e-31, under which noise drowns any answer; give at least 1e-30"),
]


@pytest.mark.parametrize("budget", [{"epsilon": 1e-12}, {"rho": 1e-24}], ids=str)
@pytest.mark.parametrize(
    "plan",
    [
        scrim.plan_count,
        lambda **o: scrim.plan_sum((0, 1), **o),
        lambda **o: scrim.plan_mean((0, 1), **o),
        lambda **o: scrim.plan_variance((0, 1), size=100, **o),
    ],
    ids=["count", "sum", "mean", "variance among a public number"],
)
def test_a_budget_for_which_no_noise_is_large_enough_is_told(plan, budget):
    with pytest.raises(scrim.InvalidArgumentError, match="no noise that can be drawn is enough for a budget of .*; give a larger one"):
        plan(**budget, rows_per_person=2**32 - 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: scrim.quantile([1.0], bounds=(0, 1), epsilon=1.0),
        lambda: scrim.quantiles([1.0], [0.5], bounds=(0, 1), epsilon=1.0),
        lambda: scrim.plan_quantile(bounds=(0, 1), epsilon=1.0),
        lambda: scrim.plan_quantiles([0.5], bounds=(0, 1), epsilon=1.0),
        lambda: scrim.top_k(["a"], ["a"], 1, epsilon=1.0),
        lambda: scrim.plan_top_k(["a"], 1, epsilon=1.0),
    ],
)
def test_rows_per_person_must_be_said(call):
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'rows_per_person'"):
        call()


@pytest.mark.parametrize(("arguments", "text"), QUANTILE_REFUSALS)
def test_a_quantile_refuses_and_says_what_to_do(arguments, text):
    with pytest.raises(scrim.InvalidArgumentError, match=text):
        scrim.quantile(ROWS, bounds=(0, 100), **{"rows_per_person": 1, **arguments})


@pytest.mark.parametrize("candidates", [None, 2, 10, "all"])
@pytest.mark.parametrize("dtype", [None, int, float])
@pytest.mark.parametrize("ends", [(5, 5), (5.0, 5.0), (0.0, -0.0)])
def test_a_quantile_has_more_than_one_answer(candidates, dtype, ends):
    """Unlike a mean, which is known beforehand where the bounds are equal, and costs nothing."""
    given = {"bounds": ends, "candidates": candidates, "epsilon": 1.0, "rows_per_person": 1, "dtype": dtype}
    for release in (lambda: scrim.quantile(ROWS, **given), lambda: scrim.quantiles(ROWS, [0.5], **given)):
        with pytest.raises(scrim.InvalidArgumentError, match="; the lower bound must be below the upper one"):
            release()


@pytest.mark.parametrize(
    ("alphas", "text"),
    [
        ([], "the list of quantiles is empty"),
        (0.5, r"alphas is 0.5; give a list"),
        ([0.5] * 1001, "which are more than 1000; give a list of quantiles"),
    ],
)
def test_quantiles_refuse_and_say_what_to_do(alphas, text):
    with pytest.raises(scrim.InvalidArgumentError, match=text):
        scrim.quantiles(ROWS, alphas, bounds=(0, 100), epsilon=1.0, rows_per_person=1)


@pytest.mark.parametrize(
    ("categories", "k", "text"),
    [
        ([], 1, "the list of categories is empty"),
        ("abc", 1, "categories is the text 'abc'; give a list"),
        (5, 1, "categories is 5"),
        (["a", 1], 1, "give a list of texts or a list of integers"),
        ([0.5, 1.5], 1, "give a list of texts or a list of integers"),
        (["a", "a"], 1, "a"),
        (["a", "b"], 0, "k is 0; give a number from 1 to 2"),
        (["a", "b"], 3, "k is 3; give a number from 1 to 2"),
        (["a", "b"], 1.0, "k is 1.0"),
    ],
)
def test_top_k_refuses_and_says_what_to_do(categories, k, text):
    with pytest.raises(scrim.InvalidArgumentError, match=text):
        scrim.top_k(["a"], categories, k, epsilon=1.0, rows_per_person=1)


def test_a_column_of_another_type_is_refused_without_a_word_of_it():
    with pytest.raises(TypeError) as caught:
        scrim.quantile(np.array(["secret"]), bounds=(0, 100), epsilon=1.0, rows_per_person=1)
    assert "secret" not in str(caught.value)
    with pytest.raises(TypeError):
        scrim.top_k(np.array([0.5]), ["a"], 1, epsilon=1.0, rows_per_person=1)
