"""What a loss in one currency is worth in another: scrim.convert, and measurements under other measures."""

import math

import pytest

import scrim


def test_a_rho_is_worth_an_epsilon_at_a_delta():
    epsilon = scrim.convert(rho=0.5, delta=1e-6)
    assert scrim.convert(rho=0.5, epsilon=epsilon) <= 1e-6
    assert scrim.convert(rho=0.5, epsilon=epsilon * (1 - 1e-9)) > 1e-6
    assert 4.5 < epsilon < 0.5 + 2 * math.sqrt(0.5 * math.log(1e6))  # below the usual formula


def test_an_epsilon_is_worth_a_rho():
    assert scrim.convert(epsilon=1) == pytest.approx(math.tanh(0.5), rel=1e-12)


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
