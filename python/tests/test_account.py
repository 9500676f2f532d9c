"""scrim.Accountant: what is added, what is asked, and that no answer is below the truth."""

import copy
import itertools
import json
import math
import pickle
import re
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import scrim
from scrim.accounting.least_noise import _target

INTEGERS = scrim.atom_domain(int), scrim.absolute_distance(float)
ROWS = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()


def hockey_stick(first, second, epsilon):
    return math.fsum(max(0.0, p - math.exp(epsilon) * q) for p, q in zip(first, second, strict=True))


def noise_by_definition(log_weight, shift, reach=400):
    """The distributions of noise, and of noise that was moved."""
    total = math.fsum(math.exp(log_weight(z)) for z in range(-reach, reach + 1))
    at = [math.exp(log_weight(z)) / total for z in range(-reach, reach + 1)]
    return [0.0] * shift + at, at + [0.0] * shift


@pytest.fixture(scope="module")
def plan():
    """The one that is written in the README, with fewer Gaussians that come to the same. What was asked of it stays."""
    account = scrim.Accountant()
    account.add_gaussian(sigma=2.0, sensitivity=1, times=4)
    account.add_laplace(scale=20.0, sensitivity=1)
    account.add_loss(epsilon=0.1)
    account.add_loss(rho=0.01, delta=1e-9)
    return account


# --- that it is true ---


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0, Fraction(5, 3)])
@pytest.mark.parametrize(
    "add, log_weight, shift",
    [
        (lambda account: account.add_gaussian(sigma=Fraction(7, 5), sensitivity=2), lambda z: -z * z / (2 * 1.4**2), 2),
        (lambda account: account.add_laplace(scale=Fraction(7, 5), sensitivity=2), lambda z: -abs(z) / 1.4, 2),
    ],
)
def test_a_release_with_noise_is_what_its_outcomes_say(add, log_weight, shift, epsilon):
    account = scrim.Accountant()
    add(account)
    exact = hockey_stick(*noise_by_definition(log_weight, shift), float(epsilon))
    assert exact * (1 - 1e-9) - 1e-100 <= account.delta(epsilon) <= exact * 1.002 + 1e-15


@pytest.mark.parametrize("times", [1, 2, 30])
def test_randomised_responses_compose_as_kairouz_oh_and_viswanath_say(times):
    account = scrim.Accountant()
    account.add_randomised_response(epsilon=0.4, times=times)
    truth = math.exp(0.4) / (1 + math.exp(0.4))
    for epsilon in (0.0, 0.1, 0.35, 2.0):
        outcomes = [(math.comb(times, lies), lies) for lies in range(times + 1)]
        first = [ways * truth ** (times - lies) * (1 - truth) ** lies for ways, lies in outcomes]
        second = [ways * truth**lies * (1 - truth) ** (times - lies) for ways, lies in outcomes]
        exact = hockey_stick(first, second, epsilon)
        assert exact * (1 - 1e-9) - 1e-100 <= account.delta(epsilon) <= exact * 1.002 + 1e-15


def test_losses_add_up_and_so_do_deltas():
    account = scrim.Accountant()
    account.add_loss(epsilon="0.1", times=10)
    assert 1 <= account.epsilon(delta=0) <= 1 + 1e-12
    account.add_loss(epsilon=0, delta=Fraction(1, 3), times=2)
    assert account.delta_beside_rho == pytest.approx(5 / 9, rel=1e-12) and account.delta_beside_rho >= 5 / 9
    assert account.delta(epsilon=100) == account.delta_beside_rho
    assert account.epsilon(delta=0.5) == math.inf


def test_a_loss_in_rho_alone_is_worth_what_convert_says():
    account = scrim.Accountant()
    account.add_loss(rho=0.1, times=5)
    assert 0.5 <= account.rho < 0.5 + 1e-15 and account.delta_beside_rho == 0
    assert account.epsilon(delta=1e-6) == pytest.approx(scrim.convert(rho=0.5, delta=1e-6), rel=1e-6)


def test_noise_that_is_known_loses_less_than_its_loss_says():
    known, measured = scrim.Accountant(), scrim.Accountant()
    known.add_gaussian(sigma=10.0, times=50)
    measured.add_loss(rho=1 / 200, times=50)
    assert known.epsilon(delta=1e-6) < 0.97 * measured.epsilon(delta=1e-6)
    assert known.rho == pytest.approx(measured.rho)


def test_a_selection_loses_less_than_its_epsilon_twice():
    account = scrim.Accountant()
    account.add_selection(epsilon=0.5, times=20)
    assert account.epsilon(delta=0) <= 10.0 + 1e-9
    assert account.epsilon(delta=1e-6) < 6
    assert account.rho < 20 * 0.5**2 / 8 + 1e-9


def test_the_order_does_not_matter_and_answers_fall(plan):
    parts = [
        lambda account: account.add_loss(rho=0.01, delta=1e-9),
        lambda account: account.add_loss(epsilon=0.1),
        lambda account: account.add_gaussian(sigma=2.0, times=1),
        lambda account: account.add_laplace(scale=20),
        lambda account: account.add_gaussian(sigma=2.0, times=3),
    ]
    other = scrim.Accountant()
    for part in parts:
        part(other)
    epsilons = [0.0, 0.5, 1.0, 2.0, 4.0, 5.0]
    deltas = [plan.delta(epsilon) for epsilon in epsilons]
    assert deltas == [other.delta(epsilon) for epsilon in epsilons]
    assert deltas == sorted(deltas, reverse=True)
    epsilon = plan.epsilon(delta=1e-6)
    assert plan.delta(epsilon) <= 1e-6 < plan.delta(epsilon * (1 - 1e-12))


# --- amounts ---


def test_amounts_are_rounded_to_the_side_on_which_more_is_lost():
    third = Fraction(1, 3)
    account = scrim.Accountant()
    account.add_loss(epsilon=third, delta=third)
    account.add_loss(rho=Decimal("0.3"))
    account.add_gaussian(sigma=third)
    account.add_laplace(scale="0.3")
    first, second, gaussian, laplace = account.to_dict()["added"]
    assert Fraction(first["epsilon"]) > third and Fraction(first["delta"]) > third
    assert Fraction(second["rho"]) > Fraction(3, 10)
    assert Fraction(gaussian["sigma"]) < third and Fraction(laplace["scale"]) < Fraction(3, 10)
    # Where the curve falls steeply, and a text is rounded to the nearest double that is above it.
    pure = scrim.Accountant()
    pure.add_loss(epsilon=0.1)
    assert Fraction(0.1) > Fraction(1, 10)
    assert pure.delta(epsilon=0.1) == 0 < pure.delta(epsilon="0.1")
    assert pure.to_dict()["deltas"] == [{"epsilon": 0.1, "delta": pure.delta(epsilon="0.1")}]  # as it was asked


def test_a_delta_that_is_asked_about_is_the_decimal_that_was_typed():
    assert Fraction(1e-5) > Fraction(1, 10**5)
    account = scrim.Accountant()
    account.add_loss(epsilon=0.5, delta=1e-5)  # of the double, which is more than a Filter charges for 1e-5
    assert account.epsilon(delta=1e-5) == account.epsilon(delta="1e-5") == math.inf
    assert account.epsilon(delta=Fraction(1e-5)) == account.epsilon(delta=account.delta_beside_rho) == 0.5
    assert account.epsilon(delta=np.float32(0.5)) == 0  # as it is told, too
    assert _target(1, 1e-5, 1, 1, 1, "")[1] < 1e-5 and _target(1, 1e-6, 1, 1, 1, "")[1] == 1e-6
    assert scrim.laplace_scale_within(epsilon=0.1) == scrim.laplace_scale_within(epsilon="0.1") > 10


def test_answers_are_losses_that_a_filter_takes_exactly(plan):
    epsilon, delta = plan.epsilon(delta=1e-6), plan.delta(epsilon=2)
    budget = scrim.Filter(epsilon=100, delta="0.1")
    budget.spend(epsilon=epsilon, delta=delta)
    assert budget.spent == (Fraction(float(epsilon)), Fraction(float(delta)))
    by_rho = scrim.Filter(rho=100, delta="0.1")
    by_rho.spend(rho=plan.rho, delta=plan.delta_beside_rho)
    assert by_rho.spent == (Fraction(float(plan.rho)), Fraction(float(plan.delta_beside_rho)))


def test_amounts_are_shown_to_the_digits_that_matter():
    account = scrim.Accountant()
    account.add_loss(epsilon=0.3000000000001)
    account.add_loss(epsilon=Decimal("0.3"))  # rounded up in its last bit
    account.epsilon(delta=0)
    told = repr(account)
    assert "loses epsilon 0.3000000000001" in told and "loses epsilon 0.3\n" in told
    for text in (told, account.explain(), account._picture().svg()):
        shown = [float(number) for number in re.findall(r"epsilon (\d[\d.e-]*\d) at", text, re.IGNORECASE)]
        assert shown and min(shown) >= 0.6000000000001


def test_amounts_of_other_libraries_are_amounts():
    account = scrim.Accountant()
    account.add_gaussian(sigma=np.float32(2.5), sensitivity=np.int64(3), times=np.uint8(2))
    account.add_loss(epsilon=np.int64(1))
    assert account.to_dict()["added"] == [
        {"kind": "gaussian", "sigma": 2.5, "sensitivity": 3, "times": 2},
        {"kind": "loss", "epsilon": 1.0, "times": 1},
    ]


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda a: a.add_gaussian(sigma=0), "sigma is 0; give a positive number"),
        (lambda a: a.add_gaussian(sigma=-1.5), "sigma is -1.5; give a positive number"),
        (lambda a: a.add_gaussian(sigma=math.nan), "sigma is nan"),
        (lambda a: a.add_gaussian(sigma="wide"), "sigma is 'wide'"),
        (lambda a: a.add_gaussian(sigma=1e-9), "sigma is 1e-09; it must be"),
        (lambda a: a.add_gaussian(sigma=1, sensitivity=0.5), "sensitivity is 0.5; give by how many steps"),
        (lambda a: a.add_gaussian(sigma=1, sensitivity=-1), "sensitivity is -1"),
        (lambda a: a.add_gaussian(sigma=1, sensitivity=2**70), "sensitivity is 1180591620717411303424"),
        (lambda a: a.add_gaussian(sigma=1, times=-1), "times is -1; give how many"),
        (lambda a: a.add_gaussian(sigma=1, times=2**33), "times is 8589934592"),
        (lambda a: a.add_gaussian(sigma=1, times=True), "times is True"),
        (lambda a: a.add_laplace(scale=math.inf), "scale is inf; give a positive number"),
        (lambda a: a.add_laplace(scale=Decimal("1e999999")), "scale is Decimal"),
        (lambda a: a.add_laplace(scale="1e-999999999"), "scale is '1e-999999999'"),
        (lambda a: a.add_laplace(scale=None), "scale is None"),
        (lambda a: a.add_randomised_response(epsilon=1, categories=1), "categories is 1; give the number"),
        (lambda a: a.add_selection(epsilon=-1), "epsilon is -1; give a number of at least 0"),
        (lambda a: a.add_loss(), "neither epsilon nor rho was given"),
        (lambda a: a.add_loss(delta=1e-9), "neither epsilon nor rho was given"),
        (lambda a: a.add_loss(epsilon=1, rho=1), "both epsilon and rho were given"),
        (lambda a: a.add_loss(epsilon=1, delta=1.5), "delta is 1.5; give a number from 0 to 1"),
        (lambda a: a.add_loss(rho=2.0**21), "rho is 2097152; it must be"),
        (lambda a: a.delta(epsilon=-1), "epsilon is -1; give a number of at least 0"),
        (lambda a: a.delta(epsilon=math.inf), "epsilon is inf"),
        (lambda a: a.epsilon(delta=2), "delta is 2; give a number from 0 to 1"),
        (lambda a: a.epsilon(delta=True), "delta is True"),
        (lambda a: a.add_measurement("laplace", 1), "measurement is 'laplace'; give what make_"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(call, says):
    account = scrim.Accountant()
    account.add_loss(epsilon=1)
    before = account.to_dict()
    with pytest.raises(scrim.InvalidArgumentError, match=says.replace("(", r"\(")):
        call(account)
    assert account.to_dict() == before


def test_names_of_amounts_are_needed():
    with pytest.raises(TypeError):
        scrim.Accountant().add_gaussian(1, 2)


def test_releases_that_lose_nothing_cost_nothing():
    account = scrim.Accountant()
    assert account.delta(epsilon=0) == 0 and account.epsilon(delta=0) == 0 and account.rho == 0
    account.add_gaussian(sigma=3, times=0)
    assert account.releases == 0
    account.add_gaussian(sigma=3, sensitivity=0)
    account.add_loss(epsilon=0)
    assert account.releases == 2 and account.delta(epsilon=0) == 0


# --- measurements ---


def test_a_measurement_is_priced_by_its_map():
    laplace, gaussian = scrim.make_laplace(*INTEGERS, scale=4.0), scrim.make_gaussian(*INTEGERS, scale=10.0)
    pure = scrim.approximate(scrim.max_divergence())
    concentrated = scrim.approximate(scrim.zero_concentrated_divergence())
    selection = ROWS >> scrim.then_clamp((0, 4)) >> scrim.then_private_quantile(
        scrim.range_divergence(), [0.0, 1.0, 2.0], 0.5, 8.0
    )
    converted = scrim.make_convert_measure(gaussian, pure, delta=1e-6)
    beside = scrim.make_convert_measure(gaussian, concentrated)
    account = scrim.Accountant()
    account.add_measurement(laplace, 3.0, times=2)
    account.add_measurement(gaussian, d_in=1.0)
    account.add_measurement(selection, 1)
    account.add_measurement(converted, 1.0)
    account.add_measurement(beside, 1.0)
    assert account.to_dict()["added"] == [
        {"kind": "loss", "epsilon": laplace.map(3.0), "times": 2},
        {"kind": "loss", "rho": gaussian.map(1.0), "times": 1},
        {"kind": "selection", "epsilon": selection.map(1), "times": 1},
        {"kind": "loss", "epsilon": converted.map(1.0)[0], "delta": 1e-6, "times": 1},
        {"kind": "loss", "rho": beside.map(1.0)[0], "delta": 0.0, "times": 1},
    ]


def test_a_measurement_that_cannot_be_added_is_refused():
    laplace = scrim.make_laplace(*INTEGERS, scale=4.0)
    account = scrim.Accountant()
    with pytest.raises(scrim.InvalidArgumentError, match=r"under renyi_divergence.*convert it first"):
        account.add_measurement(scrim.make_convert_measure(laplace, scrim.renyi_divergence([2])), 1.0)
    without_noise = ROWS >> scrim.then_clamp((0, 4)) >> scrim.then_private_quantile(
        scrim.max_divergence(), [0.0, 1.0], 0.5, 0.0
    )
    with pytest.raises(scrim.InvalidArgumentError, match="no finite loss at d_in 1"):
        account.add_measurement(without_noise, 1)
    assert account.releases == 0


# --- how it is told ---


def test_it_tells_what_was_added_and_what_was_asked(plan):
    shared, plan = plan, plan.copy()
    assert repr(plan).splitlines() == [
        "Accountant of 7 releases",
        "  4 × Gaussian noise of sigma 2, sensitivity 1",
        "  1 × Laplace noise of scale 20, sensitivity 1",
        "  1 × a release that loses epsilon 0.1",
        "  1 × a release that loses rho 0.01, delta 1e-9",
        "  in all rho 0.5163, but for a delta of 1e-9",
        "  ask epsilon(delta=1e-6), delta(epsilon=1) or explain()",
    ]
    answer = shared.epsilon(delta=1e-6)
    (shown,) = [line for line in repr(shared).splitlines() if line.endswith(" at delta 1e-6")]
    assert answer <= float(shown.split()[1]) <= answer * 1.001
    plan._asked = dict(shared._asked)
    assert "ask epsilon" not in repr(plan)
    plan.add_loss(epsilon=0)
    assert "ask epsilon" in repr(plan)  # of another plan
    assert repr(scrim.Accountant()).endswith("Nothing was added, so nothing is lost.")


def test_alike_releases_are_one_line_and_long_lists_are_cut():
    account = scrim.Accountant()
    for _ in range(1000):
        account.add_loss(epsilon=0.001)
    assert "1,000 × a release that loses epsilon 0.001" in repr(account)
    for step in range(100):
        account.add_loss(epsilon=1, delta=step / 1000)
    assert "and 81 more" in repr(account) and len(repr(account).splitlines()) < 30
    assert len(account.to_dict()["added"]) == 101


def test_it_explains_itself(plan):
    text = plan.explain(delta=1e-7)
    assert "What 7 releases lose together" in text and "at delta 1e-7: taking one person" in text
    assert "fixed beforehand" in text and "rho 0.5163" in text
    certain = scrim.Accountant()
    certain.add_loss(epsilon=1, delta=0.5)
    assert "There is no epsilon at delta 1e-6: the deltas that were added come to 0.5" in certain.explain()
    assert certain.explain().startswith("What one release loses:")
    assert "nothing is lost" in scrim.Accountant().explain()
    weak = scrim.Accountant()
    weak.add_loss(epsilon=11)
    assert "That is weak" in weak.explain(0)


def test_a_dictionary_is_json():
    account = scrim.Accountant()
    account.add_loss(epsilon=0.5, delta=1e-9, times=7)
    account.delta(epsilon=1)
    account.epsilon(delta=1e-10)
    fields = json.loads(json.dumps(account.to_dict(), allow_nan=False))
    assert fields["releases"] == 7 and fields["rho"] == account.rho
    assert fields["epsilons"] == [{"delta": 1e-10, "epsilon": None}]  # less than what was added
    assert fields["deltas"] == [{"epsilon": 1.0, "delta": account.delta(1)}]


# --- copies, pickles, threads ---


def test_copies_are_accounts_of_their_own(plan):
    for other in (plan.copy(), copy.copy(plan), copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):
        assert other.to_dict()["added"] == plan.to_dict()["added"]
        assert other.rho == plan.rho
        other.add_loss(epsilon=1)
        assert other.releases == plan.releases + 1


def test_threads_share_an_account():
    account = scrim.Accountant()
    start = threading.Barrier(4)
    answers = []

    def work(number):
        start.wait()
        for step in range(5):
            account.add_randomised_response(epsilon=0.01 * (number + 1), times=step + 1)
            answers.append(account.delta(epsilon=0.5))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = scrim.Accountant()
    for number in range(4):
        again.add_randomised_response(epsilon=0.01 * (number + 1), times=15)
    assert account.releases == 60 and account.delta(0.5) == again.delta(0.5)
    assert account.to_dict()["deltas"][-1]["delta"] == again.delta(0.5)


def test_others_go_on_while_an_answer_is_worked_out():
    account = scrim.Accountant()
    account.add_gaussian(sigma=100.0, times=10_000)
    asking = threading.Thread(target=account.delta, args=(1.0,))
    asking.start()
    steps = next(step for step in itertools.count() if not asking.is_alive())
    assert steps > 1000  # of a loop that would have waited for the interpreter


# --- the least noise ---


def test_the_least_sigma_was_tried():
    sigma = scrim.gaussian_sigma_within(epsilon=1, delta=1e-6, sensitivity=2, times=3)

    def delta(sigma):
        account = scrim.Accountant()
        account.add_gaussian(sigma=sigma, sensitivity=2, times=3)
        return account.delta(epsilon=1)

    assert delta(sigma) <= 1e-6 < delta(sigma * (1 - 1e-4))
    assert sigma < math.sqrt(3 * 4 / 2 / scrim.rho_within(1.0, 1e-6))  # what rho would ask for


def test_the_least_scale_was_tried():
    assert scrim.laplace_scale_within(epsilon="0.5", sensitivity=3, times=7) == 42
    scale = scrim.laplace_scale_within(epsilon=0.5, delta=1e-3, times=20)
    account = scrim.Accountant()
    account.add_laplace(scale=scale, times=20)
    assert account.delta(epsilon=0.5) <= 1e-3 and scale < 40
    assert scrim.laplace_scale_within(epsilon=Fraction(1, 3)) > 3


@pytest.mark.parametrize(
    "function, given, says",
    [
        (scrim.gaussian_sigma_within, {"epsilon": 0, "delta": 1e-6}, "epsilon is 0; give a positive number"),
        (scrim.gaussian_sigma_within, {"epsilon": 1, "delta": 0}, "no Gaussian noise is enough"),
        (scrim.gaussian_sigma_within, {"epsilon": 1, "delta": 1}, "delta is 1; give a number above 0 and below 1"),
        (scrim.gaussian_sigma_within, {"epsilon": 1, "delta": 1e-6, "sensitivity": 0}, "sensitivity is 0"),
        (scrim.gaussian_sigma_within, {"epsilon": 1, "delta": 1e-6, "times": 0}, "times is 0"),
        (scrim.laplace_scale_within, {"epsilon": 1, "delta": -1}, "delta is -1; give a number from 0"),
        (scrim.laplace_scale_within, {"epsilon": 2.0**21}, "above 0 and at most"),
    ],
)
def test_targets_that_make_no_sense_are_refused(function, given, says):
    with pytest.raises(scrim.InvalidArgumentError, match=says):
        function(**given)


# --- samples ---


def test_a_sample_costs_what_others_have_computed():
    """sigma 100 for a sensitivity of 100 is close to the continuous law."""
    account = scrim.Accountant()
    account.add_gaussian(sigma=200, sensitivity=100, rate="0.1", times=100)
    assert account.epsilon(delta=1e-6) == pytest.approx(2.6750, abs=2e-3)


@pytest.mark.parametrize("rate", [Fraction(1, 3), 0.1])
def test_a_sampled_answer_is_what_its_outcomes_say(rate):
    with_it, without = noise_by_definition(lambda z: -abs(z) / 1.4, 2)
    mixed = [float(rate) * p + (1 - float(rate)) * q for p, q in zip(with_it, without, strict=True)]
    account = scrim.Accountant()
    account.add_laplace(scale=Fraction(7, 5), sensitivity=2, rate=rate)
    for epsilon in (0.0, 0.05, 0.3):
        exact = max(hockey_stick(mixed, without, epsilon), hockey_stick(without, mixed, epsilon))
        assert exact * (1 - 1e-9) - 1e-100 <= account.delta(epsilon) <= exact * (1 + 1e-9) + 1e-15


def test_rates_are_told_and_refused():
    account = scrim.Accountant()
    account.add_gaussian(sigma=2, rate=0.25)
    account.add_gaussian(sigma=2, rate=1)
    assert "Gaussian noise of sigma 2, sensitivity 1, rate 0.25" in repr(account)
    assert account.to_dict()["added"][0]["rate"] == 0.25
    assert "rate" not in account.to_dict()["added"][1]
    assert pickle.loads(pickle.dumps(account)).epsilon(1e-6) == account.epsilon(1e-6)
    for bad in (-0.1, 1.5, "often", None):
        with pytest.raises(scrim.InvalidArgumentError, match="rate"):
            account.add_laplace(scale=2, rate=bad)


def test_the_least_noise_of_samples_is_enough():
    target = {"epsilon": 1, "delta": 1e-6}
    sigma = scrim.gaussian_sigma_within(**target, sensitivity=10, rate=0.25)
    assert sigma < scrim.gaussian_sigma_within(**target, sensitivity=10)
    account = scrim.Accountant()
    account.add_gaussian(sigma=sigma, sensitivity=10, rate=0.25)
    assert account.delta(epsilon=1) <= 1e-6
    scale = scrim.laplace_scale_within(epsilon=1, sensitivity=3, times=2, rate=0.25)
    account = scrim.Accountant()
    account.add_laplace(scale=scale, sensitivity=3, times=2, rate=0.25)
    assert account.epsilon(delta=0) <= 1
    with pytest.raises(scrim.InvalidArgumentError, match="rate"):
        scrim.laplace_scale_within(epsilon=1, rate=0)
