"""What a loss in one currency is worth in another: scrim.convert, and measurements under other measures."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest

import scrim


def test_a_rho_is_worth_an_epsilon_at_a_delta():
    epsilon = scrim.convert(rho=0.5, delta=1e-6)
    assert scrim.convert(rho=0.5, epsilon=epsilon) <= 1e-6
    assert scrim.convert(rho=0.5, epsilon=epsilon * (1 - 1e-9)) > 1e-6
    assert 4.5 < epsilon < 0.5 + 2 * math.sqrt(0.5 * math.log(1e6))  # below the usual formula


def test_an_epsilon_is_worth_a_rho():
    assert scrim.convert(epsilon=1) == pytest.approx(math.tanh(0.5), rel=1e-12)


@pytest.mark.parametrize("beyond", ["1e400", Fraction(10) ** 400, Decimal("1e309")], ids=lambda beyond: type(beyond).__name__)
def test_an_epsilon_beyond_all_doubles_is_exceeded_with_some_delta(beyond):
    """It was taken for infinity, which is never exceeded: 0 is below the truth."""
    account = scrim.Accountant()
    account.add_gaussian(sigma=10)
    assert 0 < scrim.convert(rho=1, epsilon=beyond) < 1e-300 and 0 < account.delta(beyond) < 1e-300


def test_what_a_budget_buys_fits_it():
    rho = scrim.rho_within(1.0, 1e-6)
    assert scrim.convert(rho=rho, epsilon=1.0) <= 1e-6
    assert scrim.convert(rho=rho, delta=1e-6) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize(
    "given, says",
    [
        ({}, "nothing was given"),
        ({"rho": 0.5}, "rho was given"),
        ({"delta": 0.5}, "delta was given"),
        ({"epsilon": 1, "delta": 1e-6}, "rho_within"),
        ({"epsilon": 1, "delta": 1e-6, "rho": 1}, "give rho and delta"),
        ({"rho": -1, "delta": 1e-6}, "rho is -1"),
        ({"rho": math.nan, "delta": 1e-6}, "rho is nan"),
        ({"rho": 1, "delta": 2}, "delta is 2"),
        ({"rho": "one", "delta": 1e-6}, "rho is 'one'"),
    ],
)
def test_what_cannot_be_converted_is_refused(given, says):
    with pytest.raises(scrim.InvalidArgumentError, match=says):
        scrim.convert(**given)


# The double 1e-5 is more than 10^-5, which is what a Filter charges for it.
assert Fraction(1e-5) > Fraction(1, 10**5) and Fraction(0.1) > Fraction(1, 10)


def test_a_delta_that_is_asked_about_is_the_decimal_that_was_typed():
    for rho in [n / 100 for n in range(1, 60)]:
        epsilon = scrim.convert(rho=rho, delta=1e-5)
        assert epsilon == scrim.convert(rho=rho, delta="1e-5")
        assert Fraction(float(scrim.delta_of_rho(rho, epsilon))) <= Fraction(1, 10**5)


def test_a_budget_buys_what_it_does_as_it_is_typed():
    rho = scrim.rho_within(0.1, 1e-5)
    assert rho == scrim.rho_within("0.1", "1e-5") == scrim.rho_within(Fraction(1, 10), Decimal("1e-5"))
    assert rho < scrim.rho_within(Fraction(0.1), Fraction(1e-5))
    assert scrim.convert(rho=rho, epsilon=0.1) <= Fraction(1, 10**5)


# --- losses with a delta of their own ---


@pytest.mark.parametrize("own", [0, 1e-9, "3e-7", Fraction(1, 10**7)])
def test_a_rho_that_holds_but_for_a_delta_is_worth_an_epsilon(own):
    epsilon = scrim.convert(rho=0.5, delta_beside_rho=own, delta=1e-6)
    left = (Fraction(1, 10**6) - Fraction(own)) / (1 - Fraction(own))
    assert epsilon == pytest.approx(scrim.convert(rho=0.5, delta=left), rel=1e-12)
    assert epsilon >= scrim.convert(rho=0.5, delta=1e-6)
    assert scrim.convert(rho=0.5, delta_beside_rho=own, epsilon=epsilon) <= 1e-6
    assert type(epsilon) is scrim.Loss and epsilon.measure == scrim.approximate(scrim.max_divergence())


def test_a_delta_that_is_exceeded_already_has_no_epsilon():
    assert scrim.convert(rho=0.5, delta_beside_rho=1e-6, delta=1e-6) == math.inf
    assert scrim.convert(rho=0, delta_beside_rho=1e-5, delta="1e-5") == math.inf  # the double is more than 10^-5
    assert scrim.convert(rho=0, delta_beside_rho=0.25, epsilon=1) == 0.25


def test_a_loss_of_a_map_says_what_it_counts():
    approximate, delta = scrim.approximate(scrim.zero_concentrated_divergence()), {"delta": 1e-6}
    gaussian = scrim.make_gaussian(*INTEGERS, scale=10.0)
    rho = gaussian.map(1)
    assert scrim.convert(rho, **delta) == scrim.convert(rho=rho, **delta)
    assert scrim.convert(rho, epsilon=0.4) == scrim.convert(rho=rho, epsilon=0.4)
    pair = scrim.LossWithDelta(rho, 1e-9, approximate)
    epsilon = scrim.convert(pair, **delta)
    assert epsilon == scrim.convert(rho=rho, delta_beside_rho=1e-9, **delta) > scrim.convert(rho, **delta)
    # As the combinator says it, by which it is proved.
    laplace = scrim.make_laplace(*INTEGERS, scale=2.0)
    pure = scrim.make_convert_measure(laplace, scrim.approximate(scrim.max_divergence()))
    as_pair = scrim.make_convert_measure(pure, approximate)
    told = scrim.convert(pure.map(1))
    assert type(told) is scrim.LossWithDelta and told == as_pair.map(1) and told.measure == approximate
    at = scrim.make_convert_measure(as_pair, scrim.approximate(scrim.max_divergence()), delta=1e-6)
    assert scrim.convert(as_pair.map(1), **delta) == at.map(1).loss
    assert scrim.convert(laplace.map(1)) == scrim.convert(epsilon=0.5)
    assert scrim.convert(scrim.make_gaussian(*INTEGERS, scale=0.0).map(1), **delta) == math.inf


def test_a_range_and_laplace_noise_are_worth_less_than_their_epsilon():
    scores = scrim.vector_domain(scrim.atom_domain(float)), scrim.range_distance(float)
    selection = scores >> scrim.then_report_noisy_top_k(
        k=1, scale=2.0, optimize="max", output_measure=scrim.range_divergence()
    )
    loss = selection.map(1.0)
    assert scrim.convert(loss) == scrim.rho_of_range(loss) < loss**2 / 8 < scrim.rho_of_epsilon(loss)
    assert scrim.rho_of_range(loss).measure == scrim.zero_concentrated_divergence()
    laplace = scrim.make_laplace(*INTEGERS, scale=7 / 5, output_measure=scrim.zero_concentrated_divergence())
    assert laplace.map(3) == scrim.rho_of_laplace(3, 7 / 5) < scrim.rho_of_epsilon(3 / (7 / 5))
    with pytest.raises(scrim.InvalidArgumentError, match="scale is 0"):
        scrim.rho_of_laplace(1, 0)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda pair: scrim.convert(0.5, delta=1e-6), "0.5 is no epsilon or rho of a map"),
        (lambda pair: scrim.convert(pair), "give delta beside it"),
        (lambda pair: scrim.convert(pair, epsilon=1, delta=1e-6), "give delta beside it"),
        (lambda pair: scrim.convert(pair.loss, delta=1e-6), "one of a pair|no rho"),
        (lambda pair: scrim.convert(pair.loss), "one of a pair"),
        (lambda pair: scrim.convert(pair, rho=1, delta=1e-6), "give the loss alone"),
        (lambda pair: scrim.convert(scrim.convert(epsilon=1)), "give delta beside it"),
        (lambda pair: scrim.convert(rho=1, delta_beside_rho=1e-9), "rho and delta_beside_rho were given"),
        (lambda pair: scrim.convert(epsilon=1, delta_beside_rho=1e-9), "epsilon and delta_beside_rho were given"),
        (lambda pair: scrim.convert(rho=1, delta_beside_rho=2, delta=1e-6), "delta_beside_rho is 2"),
    ],
)
def test_a_loss_that_does_not_say_enough_is_refused(call, says):
    pair = scrim.LossWithDelta(0.5, 1e-9, scrim.approximate(scrim.zero_concentrated_divergence()))
    with pytest.raises(scrim.InvalidArgumentError, match=says):
        call(pair)


INTEGERS = scrim.atom_domain(int), scrim.absolute_distance(float)


def test_a_measurement_says_its_loss_under_another_measure():
    gaussian = scrim.make_gaussian(*INTEGERS, scale=10.0)
    approximate = scrim.make_convert_measure(gaussian, scrim.approximate(scrim.max_divergence()), delta=1e-6)
    assert approximate.map(1.0) == (scrim.convert(rho=gaussian.map(1.0), delta=1e-6), 1e-6)
    assert approximate.map(0.0) == (0.0, 0.0)
    assert approximate.check(1.0, (1.0, 1e-6))
    assert not approximate.check(1.0, (1.0, 1e-7))
    assert approximate.output_measure.parameter == "(epsilon, delta)"
    assert isinstance(approximate(3), int)


def test_losses_at_orders_are_a_list():
    laplace = scrim.make_laplace(*INTEGERS, scale=2.0)
    orders = scrim.renyi_divergence([1.5, 2, 64])
    losses = scrim.make_convert_measure(laplace, orders).map(1.0)
    assert len(losses) == 3 and losses == sorted(losses) and losses[-1] < 0.5
    assert repr(orders) == "renyi_divergence([1.5, 2, 64])"
    assert len(scrim.make_convert_measure(laplace, scrim.renyi_divergence()).map(1.0)) > 20


def test_a_delta_is_asked_for_where_it_is_needed_and_only_there():
    gaussian = scrim.make_gaussian(*INTEGERS, scale=10.0)
    laplace = scrim.make_laplace(*INTEGERS, scale=10.0)
    pure = scrim.approximate(scrim.max_divergence())
    with pytest.raises(scrim.Error, match="at a delta; give one"):
        scrim.make_convert_measure(gaussian, pure)
    with pytest.raises(scrim.Error, match="without a delta; leave it out"):
        scrim.make_convert_measure(laplace, pure, delta=1e-6)
    with pytest.raises(scrim.Error, match="does not convert into"):
        scrim.make_convert_measure(laplace, scrim.range_divergence())


def test_only_two_measures_have_an_approximate_form():
    with pytest.raises(scrim.InvalidArgumentError, match="give max_divergence"):
        scrim.approximate(scrim.range_divergence())


@pytest.mark.parametrize("orders", [[], [1.0], [3, 2], [2, math.inf], [math.nan]])
def test_orders_are_increasing_and_above_one(orders):
    with pytest.raises(scrim.InvalidArgumentError, match="renyi_divergence"):
        scrim.renyi_divergence(orders)


def test_losses_and_deltas_of_a_list_add_up():
    laplace = scrim.make_laplace(*INTEGERS, scale=4.0)
    gaussian = scrim.make_gaussian(*INTEGERS, scale=10.0)
    pure = scrim.approximate(scrim.max_divergence())
    both = scrim.make_composition(
        [
            scrim.make_convert_measure(laplace, pure),
            scrim.make_convert_measure(gaussian, pure, delta=1e-6),
        ]
    )
    loss, delta = both.map(1.0)
    assert delta == 1e-6
    assert loss == pytest.approx(0.25 + scrim.convert(rho=gaussian.map(1.0), delta=1e-6), rel=1e-15)
