"""Quantiles and top k for analysts: what they cost, what they release, what they say."""

import json
import math
import re
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
import scrim
from scrim.analysis import top_k_ways
from scrim.analysis.pictures import LEFT, RIGHT
from scrim.analysis.budget import find_smallest_scale, smallest_scale
from scrim.analysis.words import ordinal, quantile_name

UGLY_EPSILONS = [1.0, 7 / 5, 0.1, 1e-6, 1 / 3, 2**-20, 1e6 + 1 / 3]
NO_NOISE = 1e6


def rows(size=1001, seed=1):
    return np.random.default_rng(seed).normal(50, 15, size)


def best_candidates(data, candidates, alpha):
    alpha = Fraction(alpha).limit_denominator(10_000)
    num, den = alpha.numerator, alpha.denominator
    below, above = ([int(side(data, c).sum()) for c in candidates] for side in (np.less, np.greater))
    size = len(data)
    scores = [
        max(0, den * b - num * size, num * size - den * (size - a))
        for b, a in zip(below, above, strict=True)
    ]
    return {c for c, score in zip(candidates, scores, strict=True) if score == min(scores)}


# --- cost ---


@pytest.mark.parametrize("epsilon", UGLY_EPSILONS)
@pytest.mark.parametrize("rows_per_person", [1, 3, 1000])
def test_a_quantile_costs_at_most_the_budget_and_nearly_all_of_it(epsilon, rows_per_person):
    plan = scrim.plan_quantile(
        0.3, bounds=(0, 100), epsilon=epsilon, rows_per_person=rows_per_person
    )
    (part,) = plan.parts
    assert plan.measurement.map(rows_per_person) == plan.epsilon
    assert epsilon * (1 - 1e-12) <= plan.epsilon <= epsilon
    assert plan.rho is None
    # One step less noise is too little.
    assert math.isclose(part.scale, 2 * rows_per_person * 0.7 / epsilon, rel_tol=1e-9)


@pytest.mark.parametrize("rho", UGLY_EPSILONS)
def test_a_budget_in_rho(rho):
    plan = scrim.plan_quantile(0.5, bounds=(0, 100), rho=rho, rows_per_person=2)
    assert plan.epsilon is None
    assert rho * (1 - 1e-12) <= plan.rho <= rho
    assert plan.measurement.output_measure == scrim.zero_concentrated_divergence()


@pytest.mark.parametrize("epsilon", UGLY_EPSILONS)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_rounds_share_the_budget(epsilon, count):
    alphas = [(i + 1) / (count + 1) for i in range(count)]
    plan = scrim.plan_quantiles(alphas, bounds=(0, 100), epsilon=epsilon, rows_per_person=1)
    assert plan.rounds == count.bit_length()
    assert epsilon * (1 - 1e-12) <= plan.epsilon <= epsilon
    # The first to be selected has the noise that its part of the budget buys.
    (first,) = [part for part in plan.parts if len(part.accuracy.selections) == 1]
    alone = scrim.plan_quantile(first.alpha, bounds=(0, 100), epsilon=epsilon / plan.rounds, rows_per_person=1)
    assert math.isclose(first.scale, alone.scale, rel_tol=1e-9)


def test_the_ends_lie_as_many_rows_inside_as_noise_can_reach():
    for alpha in (0, 1):
        plan = scrim.plan_quantile(alpha, bounds=(0, 100), epsilon=0.5, confidence=0.9, rows_per_person=1)
        (part,) = plan.parts
        assert part.scale == pytest.approx(4.0)
        assert part.rows_inside == math.ceil(part.accuracy.rows)
        assert f"which {part.rows_inside} rows lie" in plan.explain()
        # So noise seldom carries it beyond all rows, and never far into them.
        data = np.sort(np.random.default_rng(3).uniform(20, 80, 2000))
        beyond = 0
        for _ in range(200):
            value = plan.release(data).value
            outside = int((data < value).sum()) if alpha == 0 else int((data > value).sum())
            beyond += outside == 0 or outside > 2 * part.rows_inside + 3
        assert beyond <= 40


def test_many_close_quantiles_never_cross():
    data = rows(50)
    alphas = [0.5, 0.3, 1, 0.4, 0.35, 0, 0.3]
    plan = scrim.plan_quantiles(alphas, bounds=(0, 100), epsilon=0.1, rows_per_person=1)
    for _ in range(200):
        values = plan.release(data).values
        found = sorted(zip(alphas, values, strict=True))
        assert [value for _, value in found] == sorted(values)
        assert values[1] == values[-1]  # asked for twice, answered once


def test_the_median_is_what_most_rows_are():
    random = np.random.default_rng(5)
    data = np.concatenate([np.zeros(3000), random.exponential(1000.0, 2000)])
    plan = scrim.plan_quantile(bounds=(0, 100_000), epsilon=1.0, rows_per_person=1)
    assert sum(plan.release(data).value == 0 for _ in range(100)) >= 99


@pytest.mark.parametrize("epsilon", UGLY_EPSILONS)
@pytest.mark.parametrize("k", [1, 3])
def test_a_top_k_costs_at_most_the_budget(epsilon, k):
    plan = scrim.plan_top_k(list("abcde"), k, epsilon=epsilon, rows_per_person=2)
    assert plan.measurement.map(2) == plan.epsilon
    assert epsilon * (1 - 1e-12) <= plan.epsilon <= epsilon
    # One selection needs no more noise than counts do; for several, counts need less, unless neither needs any.
    by_selection = k == 1 or plan.accuracy.rows == 0
    assert plan.way.name == ("selection" if by_selection else "noisy counts")
    assert math.isclose(plan.scale, (2 * k if by_selection else 2) / epsilon, rel_tol=1e-9)


def test_the_scale_is_the_smallest_that_will_do():
    class Costs:
        def __init__(self, scale):
            self.scale = scale

        def check(self, d_in, amount):
            return d_in / self.scale <= amount

    for amount in UGLY_EPSILONS:
        scale = smallest_scale(Costs, 3, amount)
        assert 3 / scale <= amount < 3 / math.nextafter(scale, 0.0)


@pytest.mark.parametrize("guess", [3.0, 3.0 * (1 + 2**-45), 3.0 * (1 + 2**-40), 1.0, math.inf, 0.0, math.nan, 1e-320])
def test_the_scale_is_the_same_whatever_is_guessed(guess):
    for amount in UGLY_EPSILONS:
        tries = []

        def affordable(scale, amount=amount, tries=tries):
            tries.append(scale)
            return 3 / scale <= amount

        expected = find_smallest_scale(affordable, amount)
        needed = len(tries)
        assert find_smallest_scale(affordable, amount, guess / amount) == expected
        if guess == 3.0:
            assert len(tries) - needed < needed / 2


# --- release ---


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("alpha", [0.1, 1 / 3, 0.5, 0.99, Fraction(2, 7)])
def test_without_noise_the_best_candidate_is_released(alpha):
    data = rows()
    released = scrim.quantile(data, alpha, bounds=(0, 100), epsilon=NO_NOISE, rows_per_person=1)
    assert released.value in best_candidates(data, released.plan.candidates.values, alpha)


@pytest.mark.slow
def test_several_quantiles_of_one_stream():
    """A stream can be read once only."""
    import pyarrow as pa

    # As many rows that no median is as good on either side of one of them: the quartiles follow from it.
    data = rows()[:1000]
    reader = pa.table({"x": data}).to_reader(max_chunksize=100)
    alphas = [0.75, 0.25, 0.5]
    released = scrim.quantiles(reader, alphas, bounds=(0, 100), epsilon=NO_NOISE, rows_per_person=1)
    for alpha, value in zip(alphas, released.values, strict=True):
        assert value in best_candidates(data, released.plan.candidates.values, alpha)


def test_nulls_and_nan_are_left_out():
    import pyarrow as pa

    data = pa.array([None] * 50 + [float("nan")] * 50 + [10.0, 20.0, 30.0])
    assert scrim.quantile(data, candidates=[10.0, 20.0, 30.0], epsilon=NO_NOISE, rows_per_person=1).value == 20.0


def test_rows_outside_the_bounds_count():
    inside = np.linspace(0, 100, 1001)
    for below, above, value in ((2000, 10, 0.0), (10, 2000, 100.0), (300, 700, 30.0)):
        data = np.concatenate([inside, [-1e6] * below, [math.inf] * above])
        released = scrim.quantile(data, bounds=(0, 100), epsilon=NO_NOISE, rows_per_person=1).value
        assert released in best_candidates(data, inside, 0.5)
        assert released == pytest.approx(value, abs=50)


def test_listed_candidates_come_back_as_they_were_given():
    released = scrim.quantile(np.array([5.0] * 9), candidates=[1, 5, 9], epsilon=NO_NOISE, rows_per_person=1)
    assert released.value == 5 and type(released.value) is int


@pytest.mark.parametrize(
    ("data", "categories"),
    [
        (["a"] * 3 + ["b"] * 9 + ["z"] * 99, ["a", "b", "c"]),
        (np.array([1] * 3 + [2] * 9), [1, 2, 3]),
        (np.array([1] * 3 + [2] * 9, dtype=np.uint64), np.array([1, 2, 3])),
        (np.array([True] * 3 + [False] * 9), [True, False]),
    ],
)
def test_without_noise_the_top_categories_are_released(data, categories):
    released = scrim.top_k(data, categories, 2, epsilon=NO_NOISE, rows_per_person=1)
    assert released.values == (categories[1], categories[0])


def test_a_plan_releases_as_often_as_it_is_asked():
    plan = scrim.plan_quantile(bounds=(0, 100), epsilon=NO_NOISE, candidates=1001, rows_per_person=1)
    assert plan.release(rows()).value == plan.release(rows()).value
    assert plan.release(rows() + 20).value > plan.release(rows()).value + 10


def test_progress_is_reported():
    seen = []
    scrim.quantile(rows(3_000_000), bounds=(0, 100), epsilon=1.0, progress=seen.append, rows_per_person=1)
    assert seen == sorted(seen) and seen[-1] == 3_000_000


# --- accuracy ---


def test_accuracy_is_stated_before_and_after_alike():
    data = rows()
    plan = scrim.plan_quantile(bounds=(0, 100), epsilon=1.0, rows_per_person=1)
    released = plan.release(data)
    assert released.accuracy == plan.accuracy
    assert released.accuracy_statement() == plan.accuracy_statement()
    assert f"at most {plan.accuracy.rows_shown} rows" in plan.accuracy_statement()


def rank_error(data, value, num=1, den=2):
    return Fraction(
        abs((den - num) * int((data < value).sum()) - num * int((data > value).sum())), den
    )


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 2), Fraction(3, 10)])
@pytest.mark.parametrize("budget", [{"epsilon": 0.5}, {"rho": 0.02}])
def test_the_accuracy_holds_in_the_worst_case_and_is_not_idle(alpha, budget):
    """All rows at 0: the candidate 0 has none below it and is best, every other has them all below it and
    is equally bad."""
    releases = 4000
    plan = scrim.plan_quantile(
        alpha, candidates=list(range(200)), confidence=0.9, dtype=int, rows_per_person=1, **budget
    )
    inside = plan.parts[0].rows_inside
    size = int((plan.accuracy.rows + inside) / (1 - alpha)) + 1  # the fewest rows that put them behind too far

    def misses(count):
        data = np.zeros(count, dtype=int)
        return sum(plan.release(data).value != 0 for _ in range(releases)) / releases

    tolerance = 5 * math.sqrt(0.09 / releases)  # five standard deviations
    expected = plan.accuracy.chance_beyond(
        (1 - alpha) * size - inside - Fraction(1, alpha.denominator)
    )
    assert expected <= 0.1
    assert abs(misses(size) - expected) < tolerance
    # A tenth less behind, and being behind is likelier than was promised.
    assert misses(inside + (size - inside) * 9 // 10) > 0.1


@pytest.mark.parametrize(
    ("k", "budget", "counts", "way"),
    [
        (1, {"epsilon": 1.0}, False, "selection"),
        (3, {"epsilon": 1.0}, False, "noisy counts"),
        (2, {"rho": 0.1}, False, "selection"),
        (3, {"epsilon": 0.7}, True, "noisy counts"),
        (1, {"rho": 0.001}, True, "selection and noisy counts"),
    ],
)
def test_the_accuracy_of_top_k_holds(k, budget, counts, way, monkeypatch):
    if way == "selection and noisy counts":  # never the better one here; it must hold all the same
        monkeypatch.setattr(top_k_ways, "min", lambda first, second, key: second, raising=False)
    releases, rows_of = 1500, np.array([100, 100, 99, 90, 80, 60, 0])
    plan = scrim.plan_top_k(list(range(7)), k, counts=counts, confidence=0.8, rows_per_person=1, **budget)
    assert plan.way.name == way
    data = np.repeat(np.arange(7), rows_of)
    behind_too_far = counts_too_far = 0
    for _ in range(releases):
        released = plan.release(data)
        chosen = released.values
        behind = max(
            max(rows_of[list(set(range(7)) - set(chosen[:i]))]) - rows_of[chosen[i]] for i in range(k)
        )
        behind_too_far += behind > plan.accuracy.rows
        assert (released.counts is None) == (released.intervals is None) == (not counts)
        if counts:
            held = [low <= rows_of[c] <= high for c, (low, high) in zip(chosen, released.intervals, strict=True)]
            counts_too_far += not all(held)
    assert behind_too_far <= 0.2 * releases and counts_too_far <= 0.2 * releases
    assert plan.accuracy.chance_beyond(plan.accuracy.rows) <= 0.2 + 1e-12
    assert plan.accuracy.chance_beyond(plan.accuracy.rows / 2) > 0.2


def test_counts_of_the_top_are_said():
    data = ["b"] * 50 + ["a"] * 30
    top = scrim.top_k(data, ["a", "b", "c"], 2, counts=True, epsilon=NO_NOISE, rows_per_person=1)
    assert (top.values, top.counts, top.intervals) == (("b", "a"), (50, 30), ((50, 50), (30, 30)))
    assert "b (50) and a (30)" in repr(top) and "all counts at once are at most 0 rows off" in top.explain()
    assert top.to_dict()["counts"] == [50, 30]
    assert "counts" not in scrim.top_k(data, ["a", "b"], 1, epsilon=1.0, rows_per_person=1).to_dict()
    with pytest.raises(scrim.InvalidArgumentError, match="counts is 1; give True or False"):
        scrim.plan_top_k(["a"], 1, counts=1, epsilon=1.0, rows_per_person=1)


def test_more_budget_means_more_accuracy():
    accuracies = [
        scrim.plan_quantile(bounds=(0, 9), epsilon=e, rows_per_person=1).accuracy.rows
        for e in (0.1, 1.0, 10.0, 1000.0)
    ]
    assert accuracies == sorted(accuracies, reverse=True)
    assert accuracies[-1] == 0
    together = scrim.plan_quantiles([0.5, 0.6], bounds=(0, 9), epsilon=2.0, rows_per_person=1).accuracy[0].rows
    assert together > accuracies[1]  # the same noise, but two statements at once


# --- what they say ---


OUTCOMES = {
    "quantile": lambda: scrim.quantile(rows(), bounds=(0, 100), epsilon=1.0, rows_per_person=1),
    "quantiles": lambda: scrim.quantiles(
        rows().astype(int), [0, 0.25, 0.5, 0.9, 1], bounds=(0, 100), rho=0.1, rows_per_person=4
    ),
    "plan": lambda: scrim.plan_quantile(0.333, bounds=(-1e9, 1e9), epsilon=0.01, rows_per_person=1),
    "one candidate": lambda: scrim.quantile([1.0], candidates=[1.0], epsilon=1.0, rows_per_person=1),
    "top k": lambda: scrim.top_k(
        ["<b>", "b"], ["<b>", "b", "&", "a long name " * 9], k=2, epsilon=1.0, rows_per_person=1
    ),
    "plan of top k": lambda: scrim.plan_top_k(list(range(500)), 7, rho=1.0, rows_per_person=1),
}


@pytest.mark.parametrize("make", OUTCOMES.values(), ids=OUTCOMES)
def test_every_form_of_an_outcome(make):
    outcome = make()
    assert json.loads(json.dumps(outcome.to_dict()))["rows_per_person"] >= 1
    text = outcome.explain()
    assert "confidence" in text and "for each person" in text
    assert len(repr(outcome).splitlines()) == 3
    drawn = ElementTree.fromstring(outcome._repr_html_())
    (picture,) = drawn.iter("{http://www.w3.org/2000/svg}svg")
    width, height = float(picture.get("width")), float(picture.get("height"))
    for shape in picture:
        for name, limit in (
            ("x", width),
            ("x1", width),
            ("x2", width),
            ("y", height),
            ("y1", height),
            ("y2", height),
        ):
            assert 0 <= float(shape.get(name, 0)) <= limit
        corners = [float(number) for number in re.findall(r"[MH]([-\d.]+)", shape.get("d", ""))]
        assert all(LEFT - 5 <= corner <= RIGHT + 5 for corner in corners)
    assert "Computed without the data" in "".join(drawn.itertext())


def test_pictures_depend_on_data_through_the_released_values_only():
    plan = scrim.plan_quantile(candidates=[5, 6], epsilon=NO_NOISE, dtype=int, rows_per_person=1)
    few, many = plan.release(np.array([5])), plan.release(np.array([5] * 70_000 + [6] * 100))
    assert few._repr_html_() == many._repr_html_()
    assert few.explain() == many.explain()
    assert few.to_dict() == many.to_dict()


NAMES = {
    "0": "minimum",
    "1/4": "first quartile",
    "1/2": "median",
    "1": "maximum",
    "9/10": "90th percentile",
    "1/100": "1st percentile",
    "999/1000": "99.9th percentile",
    "9999/10000": "99.99th percentile",
    "1/40": "2.5th percentile",
    "1/8": "12.5th percentile",
    "1/3": "1/3-quantile",
    "1234/9999": "0.123412-quantile",
}


@pytest.mark.parametrize(("alpha", "name"), NAMES.items())
def test_names(alpha, name):
    assert quantile_name(Fraction(alpha)) == name


def test_fractions_are_taken_exactly():
    plan = scrim.plan_quantiles([Fraction(2, 7), 0.999, 1 / 3], bounds=(0, 1), epsilon=1.0, rows_per_person=1)
    assert [part.alpha for part in plan.parts] == [
        Fraction(2, 7),
        Fraction(999, 1000),
        Fraction(1, 3),
    ]


def test_ordinals():
    assert [
        ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 99)
    ] == "1st 2nd 3rd 4th 11th 12th 13th 21st 99th".split()


def test_one_value_of_several_is_asked_for_by_values():
    released = scrim.quantiles(rows(), [0.25, 0.5], bounds=(0, 100), epsilon=1.0, rows_per_person=1)
    with pytest.raises(AttributeError, match=r"use \.values"):
        released.value  # noqa: B018


def release_of(query, **budget):
    if query == "quantile":
        return scrim.quantile([1.0, 2.0, 3.0], bounds=(0, 4), rows_per_person=1, **budget)
    return scrim.top_k(["a", "b", "a"], categories=["a", "b"], k=1, rows_per_person=1, **budget)


@pytest.mark.parametrize("query", ["quantile", "top_k"])
@pytest.mark.parametrize("currency, other", [("epsilon", "rho"), ("rho", "epsilon")])
def test_a_release_says_what_its_plan_said(query, currency, other):
    release = release_of(query, **{currency: 0.7})
    assert 0.69 < getattr(release, currency) <= 0.7
    assert getattr(release, currency) == getattr(release.plan, currency) == release.plan.cost
    assert getattr(release, other) is None
    assert release.scale == release.plan.scale and release.accuracy == release.plan.accuracy
    assert release.accuracy_statement() == release.plan.accuracy_statement()


@pytest.mark.parametrize("query", ["quantile", "top_k"])
def test_a_release_speaks_of_what_was_spent_and_a_plan_of_what_it_costs(query):
    release = release_of(query, epsilon=0.7)
    assert f"spent epsilon {0.7}" in repr(release) and "costs" not in repr(release)
    assert f"costs epsilon {0.7}" in repr(release.plan) and "spent" not in repr(release.plan)
    assert release.explain().splitlines()[0] == repr(release).splitlines()[0] + "."
    assert release.explain().splitlines()[1:] == release.plan.explain().splitlines()[1:]
