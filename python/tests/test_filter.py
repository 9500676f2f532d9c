"""Budgets in Python: exact amounts, refusals that change nothing, children, threads, forks."""

from __future__ import annotations

import copy
import json
import math
import os
import pickle
import random
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import scrim

INTEGERS = (scrim.atom_domain(int), scrim.absolute_distance(int))
ROWS = np.arange(100)


def laplace(scale: float) -> scrim.Measurement:
    return INTEGERS >> scrim.then_laplace(scale)


def gaussian(scale: float) -> scrim.Measurement:
    return INTEGERS >> scrim.then_gaussian(scale)


def noisy_count(scale: float = 2.0) -> scrim.Measurement:
    rows = scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance()
    return rows >> scrim.then_count() >> scrim.then_laplace(scale)


def refused_in_child(action) -> bool:
    """Whether the action raises MisuseError in a forked process."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            action()
        except scrim.MisuseError as error:
            status = 0 if "forked" in str(error) else 2
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# --- amounts ---


def test_the_example_of_ten_tenths():
    budget = scrim.Filter(epsilon="1")
    [budget.spend(epsilon="0.1") for _ in range(10)]
    with pytest.raises(scrim.BudgetError, match=r"epsilon 0\.1 is asked for, and epsilon 0 is left of epsilon 1"):
        budget.spend(epsilon="0.1")
    assert budget.spent == 1 and budget.left == 0


@pytest.mark.parametrize(
    "tenth", ["0.1", "1e-1", "1/10", 0.1, Fraction(1, 10), Decimal("0.1"), np.float64(0.1), np.float32(0.1)]
)
def test_a_tenth_is_a_tenth_however_it_is_written(tenth):
    budget = scrim.Filter(epsilon=1)
    for _ in range(10):
        budget.spend(epsilon=tenth)
    assert budget.left == 0


def test_integers_of_any_kind_and_size():
    budget = scrim.Filter(epsilon=10**30)
    budget.spend(epsilon=np.int64(7))
    budget.spend(epsilon=10**29)
    assert budget.left == 9 * 10**29 - 7


NO_AMOUNTS = [-1, -0.5, float("nan"), math.inf, "", "one", "-1", "1e9999", Decimal("NaN"), Fraction(-1, 3)]


@pytest.mark.parametrize("amount", [*NO_AMOUNTS, pytest.param(10**5000, id="large")])
def test_what_is_no_amount_is_refused_by_name(amount):
    with pytest.raises(scrim.InvalidArgumentError, match="epsilon: "):
        scrim.Filter(epsilon=amount)
    with pytest.raises(scrim.InvalidArgumentError, match="delta: "):
        scrim.Filter(epsilon=1, delta=amount)


@pytest.mark.parametrize("amount", [[1], None, True, object(), np.array([1.0]), b"1"])
def test_what_is_no_number_is_a_type_error(amount):
    with pytest.raises(TypeError):
        scrim.Filter(epsilon=amount)


def test_small_spends_beside_large_ones_are_counted():
    budget = scrim.Filter(epsilon=2)
    budget.spend(epsilon=1)
    for _ in range(1000):
        budget.spend(epsilon=1e-17)
    assert budget.spent == 1 + Fraction(1000, 10**17)


# --- losses of maps ---


def test_a_map_gives_a_loss_that_is_a_float():
    loss = laplace(10.0).map(1)
    assert type(loss) is scrim.Loss and loss == 0.1 and repr(loss) == "0.1" and f"{loss:.2f}" == "0.10"
    assert loss.measure == scrim.max_divergence()
    assert type(loss + 0) is float
    assert json.dumps(loss) == "0.1"
    for again in (pickle.loads(pickle.dumps(loss)), copy.copy(loss), copy.deepcopy(loss)):
        assert type(again) is scrim.Loss and again == loss and again.measure == loss.measure


def test_a_loss_is_charged_at_its_exact_value_and_a_typed_float_as_typed():
    loss = laplace(10.0).map(1)
    budget = scrim.Filter(epsilon=1)
    budget.spend(loss)
    assert budget.spent == Fraction(float(loss)) > Fraction(1, 10)
    budget.spend(epsilon=loss)
    assert budget.spent == 2 * Fraction(float(loss))
    typed = scrim.Filter(epsilon=1)
    typed.spend(epsilon=float(loss))
    assert typed.spent == Fraction(1, 10)


def test_ten_losses_of_a_tenth_do_not_fit_one():
    loss = laplace(10.0).map(1)
    budget = scrim.Filter(epsilon=1)
    for _ in range(9):
        budget.spend(loss)
    assert not budget.can_spend(loss)
    with pytest.raises(scrim.BudgetError, match=r"0\.1000000001 is asked for, and epsilon 0\.0999"):
        budget.spend(loss)


def test_a_loss_knows_its_currency():
    rho = gaussian(10.0).map(1)
    assert rho.measure == scrim.zero_concentrated_divergence()
    with pytest.raises(scrim.MismatchError, match="which counts rho"):
        scrim.Filter(rho=1).spend(epsilon=rho)
    with pytest.raises(scrim.MismatchError, match="has no epsilon"):
        scrim.Filter(epsilon=1).spend(rho)
    budget = scrim.Filter(rho=1)
    budget.spend(rho)
    assert budget.spent == Fraction(float(rho))


# --- currencies ---


def test_deltas_are_added_exactly_beside_epsilons():
    budget = scrim.Filter(epsilon=1, delta=1e-6)
    for _ in range(10):
        budget.spend(epsilon=0.01, delta=1e-7)
    assert budget.spent == (Fraction(1, 10), Fraction(1, 10**6))
    assert budget.left.epsilon == Fraction(9, 10) and budget.left.delta == 0
    with pytest.raises(scrim.BudgetError, match="delta 0 is left"):
        budget.spend(delta="1e-300")
    budget.spend(epsilon="0.9")
    assert budget.left == (0, 0)


def test_an_epsilon_costs_its_tanh_in_rho():
    budget = scrim.Filter(rho=1, delta=1e-6)
    budget.spend(epsilon=0.5, delta=1e-9)
    exact = 0.5 * math.tanh(0.25)
    assert 0 <= float(budget.spent.rho) - exact <= 1e-16
    assert budget.spent.delta == Fraction(1, 10**9)
    with pytest.raises(scrim.BudgetError):
        budget.spend(epsilon=3)
    budget.spend(rho="0.5")


def test_a_bounded_range_costs_less_than_an_eighth_of_its_square():
    scores = scrim.vector_domain(scrim.atom_domain(float)), scrim.range_distance(float)
    selection = scores >> scrim.then_report_noisy_top_k(
        k=1, scale=2.0, optimize="max", output_measure=scrim.range_divergence()
    )
    budget = scrim.Filter(rho=1)
    budget.spend(selection.map(1.0))
    assert Fraction(1, 33) < budget.spent < Fraction(1, 32)


def test_what_a_filter_does_not_count_is_refused():
    with pytest.raises(scrim.MismatchError, match="has no epsilon"):
        scrim.Filter(epsilon=1, delta=1e-6).spend(rho=0.1)
    with pytest.raises(scrim.MismatchError, match="open a filter with delta="):
        scrim.Filter(epsilon=1).spend(epsilon=0.1, delta=1e-9)
    with pytest.raises(scrim.MismatchError, match="open a filter with delta="):
        scrim.Filter(rho=1).spend(delta=1e-9)
    scrim.Filter(epsilon=1).spend(epsilon=0.1, delta=0)


def test_what_is_asked_must_be_said():
    budget = scrim.Filter(epsilon=1)
    for call in (
        lambda: scrim.Filter(),
        lambda: scrim.Filter(delta=1e-6),
        lambda: scrim.Filter(1),
        lambda: budget.spend(),
        lambda: budget.spend(0.1),
        lambda: budget.spend(laplace(10.0).map(1), epsilon=0.1),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(scrim.InvalidArgumentError, match="not both"):
        scrim.Filter(epsilon=1, rho=1)
    with pytest.raises(scrim.InvalidArgumentError, match="not both"):
        budget.spend(epsilon=1, rho=1)
    with pytest.raises(scrim.InvalidArgumentError, match="below 1"):
        scrim.Filter(epsilon=1, delta=1)
    assert budget.spent == 0


def test_a_pair_of_a_map_is_charged_exactly():
    approximate = scrim.approximate(scrim.max_divergence())
    measurement = scrim.make_convert_measure(gaussian(10.0), approximate, delta=1e-7)
    pair = measurement.map(1)
    assert type(pair) is scrim.LossWithDelta and pair == (pair.loss, pair.delta) and pair.measure == approximate
    for again in (pickle.loads(pickle.dumps(pair)), copy.deepcopy(pair)):
        assert type(again) is scrim.LossWithDelta and again == pair and again.measure == approximate
    exact = tuple(Fraction(float(each)) for each in pair)
    by_pair, by_keywords, by_release = (scrim.Filter(epsilon=1, delta=1e-6) for _ in range(3))
    by_pair.spend(pair)
    by_keywords.spend(epsilon=pair.loss, delta=pair.delta)
    by_release.release(measurement, 5, d_in=1)
    assert by_pair.spent == by_keywords.spent == by_release.spent == exact
    with pytest.raises(TypeError, match="one of a pair"):
        by_pair.spend(pair.loss)
    with pytest.raises(scrim.MismatchError, match="open a filter with delta="):
        scrim.Filter(epsilon=1).spend(pair)


def test_what_a_conversion_gives_is_taken_exactly():
    for number, name in (
        (scrim.rho_within(1.0, 1e-6), "rho"),
        (scrim.convert(epsilon=1 / 3), "rho"),
        (scrim.convert(rho=0.1, delta=1e-6), "epsilon"),
    ):
        assert scrim.Filter(**{name: number}).limit == Fraction(float(number))
    assert scrim.Filter(epsilon=9, delta=scrim.convert(rho=0.1, epsilon=3)).limit.delta > 0


def test_losses_at_orders_are_no_filter_s():
    measurement = scrim.make_convert_measure(gaussian(10.0), scrim.renyi_divergence([2.0, 3.0]))
    with pytest.raises(scrim.MismatchError, match="no filter adds up losses under renyi"):
        scrim.Filter(rho=1).release(measurement, 5, d_in=1)


# --- refusals, children ---


def test_a_refusal_changes_nothing_and_lets_the_filter_live():
    budget = scrim.Filter(epsilon=1)
    budget.spend(epsilon="0.7")
    assert not budget.can_spend(epsilon="0.31") and budget.can_spend(epsilon="0.3")
    with pytest.raises(scrim.BudgetError) as caught:
        budget.spend(epsilon="0.31")
    assert isinstance(caught.value, scrim.Error) and caught.value.kind == "budget"
    assert budget.spent == Fraction(7, 10)
    budget.spend(epsilon="0.3")


def test_children_draw_on_their_parents():
    budget = scrim.Filter(epsilon=1)
    first, second = budget.child(epsilon="3/4"), budget.child(epsilon="3/4")
    first.spend(epsilon="0.75")
    assert second.left == Fraction(1, 4) and second.spent == 0 and budget.spent == Fraction(3, 4)
    with pytest.raises(scrim.BudgetError, match="drew on the same parent"):
        second.spend(epsilon="0.5")
    grandchild = second.child(epsilon=1)
    grandchild.spend(epsilon="0.25")
    assert budget.left == second.spent - Fraction(1, 4) == 0
    with pytest.raises(scrim.MismatchError, match=r"is opened like it: child\(epsilon=\.\.\.\)"):
        budget.child(rho=1)
    with pytest.raises(scrim.MismatchError, match=r"child\(rho=\.\.\., delta=\.\.\.\)"):
        scrim.Filter(rho=1, delta=1e-6).child(rho=1)


def test_random_traces_beside_fractions():
    rng = random.Random(5)
    for _ in range(40):
        filters, parents = [scrim.Filter(epsilon="7/5", delta="1/9")], [None]
        limits = [[Fraction(7, 5), Fraction(1, 9)]]
        spent = [[Fraction(0), Fraction(0)]]
        for _ in range(30):
            at = rng.randrange(len(filters))
            if rng.random() < 0.15:
                limit = [Fraction(rng.randrange(1, 9), 5), Fraction(rng.randrange(1, 3), 17)]
                filters.append(filters[at].child(epsilon=limit[0], delta=limit[1]))
                parents.append(at), limits.append(limit), spent.append([Fraction(0), Fraction(0)])
                continue
            loss, delta = rng.randrange(20), rng.randrange(2)
            cost = [Fraction(loss, rng.randrange(20, 50)), Fraction(delta, rng.randrange(50, 60))]
            line, each = [], at
            while each is not None:
                line.append(each)
                each = parents[each]
            fits = all(spent[i][j] + cost[j] <= limits[i][j] for i in line for j in (0, 1))
            assert filters[at].can_spend(epsilon=cost[0], delta=cost[1]) == fits
            if fits:
                filters[at].spend(epsilon=cost[0], delta=cost[1])
                for i in line:
                    spent[i] = [spent[i][j] + cost[j] for j in (0, 1)]
            else:
                with pytest.raises(scrim.BudgetError):
                    filters[at].spend(epsilon=cost[0], delta=cost[1])
            assert [tuple(each) for each in spent] == [each.spent for each in filters]
            assert filters[at].left == tuple(min(limits[i][j] - spent[i][j] for i in line) for j in (0, 1))


# --- releases ---


def test_a_release_is_paid_for_by_its_map():
    budget = scrim.Filter(epsilon=1)
    answer = budget.release(noisy_count(2.0), ROWS, d_in=1)
    assert 0 < int(answer) < 1000 and budget.spent == Fraction(1, 2)
    budget.release(noisy_count(2.0), ROWS, d_in=1, threads=2)
    with pytest.raises(scrim.BudgetError):
        budget.release(noisy_count(2.0), ROWS, d_in=1)
    assert budget.left == 0


def test_a_refused_release_reads_no_data_and_runs_nothing():
    runs = []
    measurement = noisy_count(0.5) >> runs.append
    budget = scrim.Filter(epsilon=1)

    class Unreadable:
        def __iter__(self):
            raise AssertionError("data was touched")

        __array__ = __arrow_c_stream__ = __iter__

    with pytest.raises(scrim.BudgetError):
        budget.release(measurement, Unreadable(), d_in=1)
    assert not runs and budget.spent == 0
    with pytest.raises(scrim.BudgetError, match="infinite"):
        budget.release(laplace(0.0), 5, d_in=1)
    assert not budget.can_spend(laplace(0.0).map(1))


def test_a_release_that_fails_stays_paid():
    budget = scrim.Filter(rho=1, delta=1e-6)

    def fail(_):
        raise RuntimeError("after the release")

    with pytest.raises(RuntimeError, match="after the release"):
        budget.release(gaussian(1.0) >> fail, 5, d_in=1)
    assert budget.spent.rho == Fraction(1, 2)
    with pytest.raises(TypeError):
        budget.release(gaussian(1.0), "no number", d_in=1)
    assert budget.left.rho == 0


def test_a_bad_call_costs_nothing():
    budget = scrim.Filter(epsilon=1)
    with pytest.raises(TypeError):
        budget.release(noisy_count(), ROWS)
    with pytest.raises(TypeError, match="takes a Measurement"):
        budget.release(ROWS, noisy_count(), d_in=1)
    with pytest.raises(scrim.InvalidArgumentError):
        budget.release(noisy_count(), ROWS, d_in=-1)
    assert budget.spent == 0


def test_releases_run_one_at_a_time_under_rho_and_delta():
    budget = scrim.Filter(rho=1, delta=1e-6)
    seen = []

    def nested(value):
        with pytest.raises(scrim.MisuseError, match="one at a time"):
            budget.spend(rho=0.1)
        seen.append(budget.left.rho)
        return value

    budget.release(gaussian(1.0) >> nested, 5, d_in=1)
    assert seen == [Fraction(1, 2)]
    budget.spend(rho="0.5")


def test_threads_that_wait_for_their_turn_do_not_stop_python():
    budget = scrim.Filter(rho=1, delta=1e-6)
    running, most = [0], [0]

    def look(value):
        running[0] += 1
        most[0] = max(most[0], running[0])
        threading.Event().wait(0.005)  # lets go of the GIL
        running[0] -= 1
        return value

    measurement = gaussian(10.0) >> look

    def release_some():
        for _ in range(5):
            budget.release(measurement, 5, d_in=1)

    threads = [threading.Thread(target=release_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] and budget.spent.rho == 20 * Fraction(float(measurement.map(1)))


def test_threads_spend_exactly_the_limit():
    budget = scrim.Filter(epsilon=1)
    paid = []

    def spend_all():
        child = budget.child(epsilon=1)
        while True:
            try:
                child.spend(epsilon="1/700")
            except scrim.BudgetError:
                return
            paid.append(1)

    threads = [threading.Thread(target=spend_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(paid) == 700 and budget.left == 0


# --- copies ---


def test_a_filter_is_not_copied():
    budget = scrim.Filter(epsilon=1)
    for copying in (copy.copy, copy.deepcopy, pickle.dumps, lambda each: pickle.dumps(each, protocol=0)):
        with pytest.raises(scrim.MisuseError, match=r"cannot be copied or pickled.*child\(\)"):
            copying(budget)


def test_a_forked_filter_refuses():
    budget = scrim.Filter(epsilon=1)
    child = budget.child(epsilon=1)
    assert refused_in_child(lambda: budget.spend(epsilon="0.1"))
    assert refused_in_child(lambda: child.spend(epsilon="0.1"))
    assert refused_in_child(lambda: budget.release(noisy_count(), ROWS, d_in=1))
    assert refused_in_child(lambda: budget.left)
    # It can be shown there, and others can be opened.
    assert refused_in_child(lambda: (repr(budget), scrim.Filter(epsilon=1).spend(epsilon=1), budget.spent))
    budget.spend(epsilon=1)


def test_a_release_that_forks_is_given_once():
    budget = scrim.Filter(epsilon=1)
    parent = os.getpid()
    children = []

    def fork(value):
        children.append(os.fork())
        return value

    try:
        budget.release(laplace(10.0) >> fork, 5, d_in=1)
        given = True
    except scrim.MisuseError:
        given = False
    if os.getpid() != parent:
        os._exit(1 if given else 0)
    assert given and os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0


def test_it_shows_what_is_left():
    budget = scrim.Filter(epsilon=1, delta=1e-6)
    budget.spend(laplace(10.0).map(1))
    assert repr(budget) == (
        "Filter(epsilon: 0.1000000001 spent, 0.8999999999 left of 1; delta: 0 spent, 0.000001 left of 0.000001)"
    )
    assert repr(scrim.Filter(rho="1/3")) == "Filter(rho: 0 spent, 1/3 left of 1/3)"
    assert budget.limit == (1, Fraction(1, 10**6))
