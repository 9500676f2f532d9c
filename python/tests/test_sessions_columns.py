"""Functions of one column that are paid from a ledger: by name, once, and rebuilt exactly."""

from __future__ import annotations

import inspect
from fractions import Fraction

import duckdb
import numpy as np
import pyarrow as pa
import pytest
import scrim

AGES = np.random.default_rng(1).normal(44, 17, 2000)
CITIES = ["a", "b", "c"]
TEXTS = pa.array([CITIES[i % 3] for i in range(1000)])
PERSON = {"rows_per_person": 1}
EVERY = {
    "count": (AGES, {}),
    "sum": (AGES, {"bounds": (0, 120)}),
    "mean": (AGES, {"bounds": (0, 120)}),
    "variance": (AGES, {"bounds": (0, 120)}),
    "std": (AGES, {"bounds": (0, 120), "size": 2000}),
    "bounds": (AGES, {}),
    "histogram": (AGES, {"edges": [0, 18, 65, 120]}),
    "count_distinct": (TEXTS, {"categories": CITIES}),
    "quantile": (AGES, {"bounds": (0, 120)}),
    "quantiles": (AGES, {"alphas": [0.25, 0.5], "bounds": (0, 120)}),
    "top_k": (TEXTS, {"categories": CITIES, "k": 2, "counts": True}),
}


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def ledger(tmp_path):
    path = tmp_path / "people.ledger"
    scrim.Ledger.create(str(path), unit="one person", dataset="people", epsilon=1, delta="1e-6")
    return path


def spent(ledger):
    return scrim.Ledger.open(str(ledger)).spent()


def test_every_function_that_releases_a_column_takes_a_ledger():
    functions = {name for name in scrim.__all__ if {"data", "rows_per_person"} <= set(_parameters(getattr(scrim, name)))}
    assert functions == set(EVERY)
    assert all({"ledger", "name"} <= set(_parameters(getattr(scrim, name))) for name in functions)


def _parameters(thing):
    return inspect.signature(thing).parameters if inspect.isfunction(thing) else {}


@pytest.mark.parametrize("budget", [{"epsilon": 0.1}, {"epsilon": "0.1", "delta": 1e-7}], ids=str)
@pytest.mark.parametrize("name", EVERY)
def test_the_same_asked_twice_is_free_and_equal(ledger, name, budget):
    data, given = EVERY[name]
    ask = lambda: getattr(scrim, name)(data, **given, **budget, **PERSON, ledger=ledger, name="column")  # noqa: E731
    first = ask()
    assert spent(ledger).epsilon == Fraction(1, 10)
    again = ask()
    assert again == first and repr(again) == repr(first) and again.to_dict() == first.to_dict()
    assert first.ledger == again.ledger and f"ledger {first.ledger}" in repr(first)
    assert spent(ledger).epsilon == Fraction(1, 10)
    import pickle

    assert pickle.loads(pickle.dumps(first)).ledger == first.ledger


def test_a_ledger_tells_in_words_which_column_was_asked_for_what(ledger):
    scrim.mean([1.0, 2.0, 3.0], bounds=(0, 4), epsilon="0.5", **PERSON, ledger=ledger, name="age")
    debit = next(each.content for each in scrim.Ledger.open(str(ledger)).entries() if each.content["kind"] == "debit")
    told = debit["plan"]
    assert told.startswith("age: the mean of the rows, each moved between 0 and 4; discrete Laplace noise of scale "), told
    assert "plan for" not in told and "no data" not in told and "confidence" not in told


def test_two_columns_are_never_taken_for_one_another(ledger):
    ask = lambda name: scrim.count(AGES, epsilon=0.1, **PERSON, ledger=ledger, name=name)  # noqa: E731
    assert ask("age") == ask("age")
    ask("income")
    assert spent(ledger).epsilon == Fraction(1, 5)


def test_ten_tenths_fit_and_the_eleventh_is_refused_before_data_is_asked(ledger):
    class Data:
        dtype = "float64"

        def __array__(self, *_):
            raise RuntimeError("it was read")

        def __arrow_c_array__(self, *_):
            raise RuntimeError("it was read")

    for place in range(10):
        scrim.mean(AGES, (0, 120 + place), epsilon=0.1, **PERSON, ledger=ledger, name="age")
    assert spent(ledger).epsilon == 1
    with pytest.raises(scrim.BudgetError):
        scrim.mean(Data(), (0, 120), epsilon=0.1, **PERSON, ledger=ledger, name="other")


def test_names_and_ledgers_go_together(ledger, tmp_path):
    with pytest.raises(scrim.InvalidArgumentError, match="name is None"):
        scrim.count(AGES, epsilon=0.1, **PERSON, ledger=ledger)
    with pytest.raises(scrim.InvalidArgumentError, match="give ledger= too"):
        scrim.count(AGES, epsilon=0.1, **PERSON, name="age")
    with pytest.raises(scrim.InvalidArgumentError, match="there is no ledger"):
        scrim.count(AGES, epsilon=0.1, **PERSON, ledger=tmp_path / "none", name="age")
    with pytest.raises(scrim.InvalidArgumentError, match="counts epsilon"):
        scrim.count(AGES, rho=0.1, **PERSON, ledger=ledger, name="age")
    assert spent(ledger) == (0, 0)


def test_what_can_fail_on_data_is_paid_for_first(ledger):
    connection = duckdb.connect()
    failing = connection.sql("select case when i = 90000 then error('row ' || i) else i::double end as x from range(100000) t(i)")
    with pytest.raises(scrim.InputError):
        scrim.mean(failing, (0, 1), epsilon=0.1, **PERSON, ledger=ledger, name="x")
    assert spent(ledger).epsilon == Fraction(1, 10)
    with pytest.raises(scrim.Error, match="pay_again"):
        scrim.mean(failing, (0, 1), epsilon=0.1, **PERSON, ledger=ledger, name="x")


def test_a_ledger_of_rho_takes_both(tmp_path):
    path = tmp_path / "rho.ledger"
    scrim.Ledger.create(str(path), unit="one person", dataset="people", rho=1)
    scrim.count(AGES, rho="0.1", **PERSON, ledger=path, name="age")
    assert spent(path) == Fraction(1, 10)
    scrim.count(AGES, epsilon="0.1", **PERSON, ledger=path, name="age")
    assert Fraction("0.104") < spent(path) < Fraction("0.105")
