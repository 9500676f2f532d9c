"""How many categories occur: what it costs, what is counted, what is told."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pytest
import scrim

NO_NOISE = {"epsilon": 1e6, "rows_per_person": 1}
ONE = {"epsilon": 1.0, "rows_per_person": 1}


@pytest.mark.parametrize("budget", [{"epsilon": 7 / 5}, {"rho": 0.1}])
@pytest.mark.parametrize("rows_per_person", [1, 2])
def test_the_whole_budget_is_spent_and_no_more(budget, rows_per_person):
    plan = scrim.plan_count_distinct(["a", "b"], **budget, rows_per_person=rows_per_person)
    (amount,) = budget.values()
    assert amount * (1 - 1e-9) <= plan.cost <= amount
    assert plan.measurement.map(rows_per_person) == plan.cost


def test_a_person_moves_no_more_categories_than_there_are():
    def scale(rows):
        return scrim.plan_count_distinct(["a", "b", "c"], epsilon=0.5, rows_per_person=rows).scale

    assert [scale(1), scale(2), scale(3), scale(100)] == [2.0, 4.0, 6.0, 6.0]


@pytest.mark.parametrize(
    "data, categories, number",
    [
        (["b", "a", "b", "z"], ["a", "b", "c"], 2),
        (pa.array(["b", None, "b"]).dictionary_encode(), ["a", "b"], 1),
        (np.array([3, 1, 3], dtype=np.int16), [3, 4], 1),
        (np.array([3, 4], dtype=np.uint64), np.array([3, 4]), 2),
        ([], ["a"], 0),
    ],
)
def test_without_noise_each_category_that_occurs_counts_once(data, categories, number):
    release = scrim.count_distinct(data, categories, **NO_NOISE)
    assert (release.value, release.values) == (number, (number,))
    assert release.interval == (number, number)


def test_it_says_what_it_did():
    release = scrim.count_distinct(["a"], ["a", "b"], **ONE)
    for words in (
        "Number of categories that occur",
        "the exact number of categories",
        "discrete Laplace noise",
        "none of the categories are not counted",
    ):
        assert words in release.explain()
    assert "how many of 2 categories occur" in repr(release.plan)
    told = release.to_dict()
    assert told["query"] == "count_distinct" and told["categories"] == ["a", "b"]
    assert told["value"] == release.value
    for html in (release._repr_html_(), release.plan._repr_html_()):
        assert html.count("<svg") == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: scrim.plan_count_distinct(["a", "b"], epsilon=1 / 3, rows_per_person=2),
        lambda: scrim.count_distinct([1, 2], np.array([1, 2]), rho=0.5, rows_per_person=1),
    ],
)
def test_it_is_the_same_after_loading(make):
    made = make()
    loaded = pickle.loads(pickle.dumps(made))
    assert loaded == made and type(loaded) is type(made)
    assert repr(loaded) == repr(made) and loaded.to_dict() == made.to_dict()


@pytest.mark.parametrize(
    "categories, given, words",
    [
        ([], {}, "empty"),
        ("ab", {}, "categories is the text 'ab'"),
        (["a", "a"], {}, "make_count_distinct.*both"),
        ([0.5], {}, "a list of texts or a list of integers"),
        (["a"], {"epsilon": None}, "neither of epsilon and rho"),
        (["a"], {"rows_per_person": 0}, "rows_per_person is 0"),
        (["a"], {"confidence": 0}, "confidence is 0"),
        ([1], {"dtype": "date"}, "dtype is 'date'"),
    ],
)
def test_refuses(categories, given, words):
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        scrim.plan_count_distinct(categories, **{**ONE, **given})


def test_the_rows_of_a_person_are_asked_for():
    with pytest.raises(TypeError):
        scrim.count_distinct(["a"], ["a"], epsilon=1.0)
