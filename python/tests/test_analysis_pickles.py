"""Plans and releases are saved as what they were made from, and are the same after loading."""

import copy
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import scrim
from scrim.analysis import remade

ROWS = np.array([31.0, 33.0, 33.0, 35.0])

OBJECTS = {
    "median": lambda: scrim.plan_quantile(bounds=(0, 120), epsilon=1 / 3, rows_per_person=1),
    "quantiles": lambda: scrim.plan_quantiles(
        [Fraction(2, 7), 0.5, 0.5],
        bounds=np.array([0.05, 119.97]),
        rho=0.1,
        rows_per_person=3,
        confidence=0.9,
    ),
    "a number of candidates": lambda: scrim.plan_quantile(bounds=(0, 7), candidates=77, epsilon=1.0, rows_per_person=1),
    "listed": lambda: scrim.plan_quantile(candidates=[1, 2.5], epsilon=1.0, dtype="int64", rows_per_person=1),
    "integers": lambda: scrim.plan_quantile(bounds=(0, 10**6), epsilon=1.0, dtype=int, rows_per_person=1),
    "unsigned": lambda: scrim.plan_quantile(bounds=(0, 2**64 - 1), epsilon=1.0, dtype="uint64", rows_per_person=1),
    "part": lambda: scrim.plan_quantiles([0.1, 0.9], bounds=(0, 9), epsilon=1.0, rows_per_person=1).parts[1],
    "candidates": lambda: scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, rows_per_person=1).candidates,
    "accuracy": lambda: scrim.plan_quantile(bounds=(0, 120), rho=1.0, rows_per_person=1).accuracy,
    "top k": lambda: scrim.plan_top_k(["a", "b", "c"], 2, epsilon=1 / 3, rows_per_person=2),
    "top k of integers": lambda: scrim.plan_top_k([1, 2], 1, rho=1.0, dtype="uint64", rows_per_person=1),
    "top k with counts": lambda: scrim.plan_top_k(["a", "b"], 1, counts=True, epsilon=1.0, rows_per_person=1),
    "count": lambda: scrim.plan_count(epsilon=1.0, rows_per_person=1),
    "mean": lambda: scrim.plan_mean((0, 120), epsilon=1 / 3, rows_per_person=2),
    "release of a variance": lambda: scrim.variance(ROWS, (0, 120), rho=0.1, rows_per_person=1),
    "release": lambda: scrim.quantiles(ROWS, [0.25, 0.5], bounds=(0, 120), epsilon=1.0, rows_per_person=1),
    "release of integers": lambda: scrim.quantile(ROWS, bounds=(0, 120), epsilon=1.0, dtype=int, rows_per_person=1),
    "release of top k with counts": lambda: scrim.top_k(
        ["a", "b"], ["a", "b"], 1, counts=True, epsilon=1.0, rows_per_person=1
    ),
    "release of top k": lambda: scrim.top_k(["a", "b"], ["a", "b"], 1, epsilon=1.0, rows_per_person=1),
}


def forms(made):
    told = made.to_dict() if hasattr(made, "to_dict") and not hasattr(made, "alpha") else None
    return repr(made), told


@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_it_is_the_same_after_loading(make, protocol):
    made = make()
    loaded = pickle.loads(pickle.dumps(made, protocol))
    assert loaded == made and type(loaded) is type(made)
    assert forms(loaded) == forms(made)


@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS)
def test_it_can_be_copied(make):
    made = make()
    assert copy.copy(made) == copy.deepcopy(made) == made
    assert copy.deepcopy([made]) == [made]


def test_a_loaded_plan_releases_and_costs_the_same():
    plan = pickle.loads(pickle.dumps(scrim.plan_quantile(bounds=(0, 120), epsilon=1e6, rows_per_person=1)))
    assert plan.release(ROWS).value == 33.0
    assert plan.measurement.map(1) == plan.epsilon
    top = pickle.loads(pickle.dumps(scrim.plan_top_k(["a", "b"], 1, epsilon=1e6, rows_per_person=1)))
    assert top.release(["b", "b", "a"]).values == ("b",)
    assert top.measurement.map(1) == top.epsilon


def test_different_plans_differ():
    plan = scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    for other in (
        scrim.plan_quantile(bounds=(0, 120), epsilon=1.1, rows_per_person=1),
        scrim.plan_quantile(bounds=(0, 121), epsilon=1.0, rows_per_person=1),
        scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, dtype=int, rows_per_person=1),
        scrim.plan_quantile(bounds=(0, 120), rho=1.0, rows_per_person=1),
    ):
        assert plan != other
    assert plan == scrim.plan_quantile(bounds=(0.0, 120.0), epsilon=1.0, rows_per_person=1)
    assert hash(plan) == hash(scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, rows_per_person=1))


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS)
def test_another_process_loads_it_and_sends_it_back(make, tmp_path):
    made = make()
    (tmp_path / "made").write_bytes(pickle.dumps(made))
    code = """
import pickle, sys
made = pickle.load(open("made", "rb"))
assert "scrim" in sys.modules
pickle.dump(made, open("back", "wb"))
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert pickle.loads((tmp_path / "back").read_bytes()) == made


CHECKED = ["median", "count", "mean", "release of a variance", "quantiles", "candidates", "top k", "release", "release of top k"]


@pytest.mark.parametrize("name", CHECKED)
def test_another_version_that_makes_other_numbers_is_an_error(name, monkeypatch):
    saved = pickle.dumps(OBJECTS[name]())
    monkeypatch.setattr(remade, "__version__", "9.9.9")
    pickle.loads(saved)  # another version, the same numbers
    for kind, maker in list(remade._makers.items()):
        monkeypatch.setitem(remade._makers, kind, altered(maker))
    with pytest.raises(scrim.BadStateError) as caught:
        pickle.loads(saved)
    assert f"was saved by Scrim {scrim.__version__}" in str(caught.value)
    assert "would not be the same in Scrim 9.9.9" in str(caught.value)


def altered(maker):
    """Of one number each, the last in the order in which they are told."""

    def make(*arguments):
        made = maker(*arguments)
        name, number = list(made.numbers().items())[-1]
        object.__setattr__(made, "numbers", lambda: {**type(made).numbers(made), name: number * 2})
        return made

    return make


def test_every_number_is_looked_at():
    plan = scrim.plan_quantiles([0.25, 0.5], bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    for made in (plan, plan.candidates, scrim.plan_top_k(["a"], 1, epsilon=1.0, rows_per_person=1)):
        function, (version, kind, made_from, numbers) = made.__reduce__()
        assert function(version, kind, made_from, dict(numbers)) == made
        for name in numbers:
            with pytest.raises(scrim.BadStateError, match=f"{name} was 12345 and would be"):
                function(version, kind, made_from, {**numbers, name: 12345})
        with pytest.raises(scrim.BadStateError, match="something new was 1 and would be None"):
            function(version, kind, made_from, {**numbers, "something new": 1})


def test_the_numbers_are_those_that_are_promised():
    plan = scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, rows_per_person=1)
    assert set(plan.numbers().values()) == {plan.cost, plan.scale, plan.accuracy.rows, plan.rounds, 0}
    top = scrim.plan_top_k(["a", "b"], 1, rho=0.3, rows_per_person=1)
    assert set(top.numbers().values()) == {top.cost, top.scale, top.accuracy.rows, top.way.name}
    ends = [{**scrim.plan_quantile(candidates=c, epsilon=1.0, rows_per_person=1).candidates.numbers()} for c in ([0, 1, 3], [0, 2, 3])]
    assert ends[0] != ends[1]


@pytest.mark.parametrize("arguments", [(), ("nothing",), (1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize("kind", ["quantile plan", "a kind of later days"])
def test_what_cannot_be_made_again_is_an_error_that_says_so(kind, arguments):
    with pytest.raises(scrim.BadStateError, match="saved by Scrim 0.0.1 and cannot be made again in"):
        remade.remake("0.0.1", kind, arguments, {})


def test_nothing_of_the_rows_is_saved():
    few, many = ROWS, np.repeat(ROWS, 1000)
    plan = scrim.plan_quantile(candidates=[33.0], epsilon=1.0, rows_per_person=1)
    assert pickle.dumps(plan.release(few)) == pickle.dumps(plan.release(many))
