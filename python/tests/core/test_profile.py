"""profile_divergence(): what maps say under it, and what its profiles tell."""

import math

import pytest

import scrim

NUMBER = scrim.atom_domain(int), scrim.absolute_distance(float)
ROWS = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
BY_PROFILE = scrim.profile_divergence()


def gaussian(scale):
    return scrim.make_gaussian(*NUMBER, scale=scale, output_measure=BY_PROFILE)


def sampled_count(rate):
    return scrim.make_sample(ROWS >> scrim.then_count() >> scrim.then_gaussian(2.0, BY_PROFILE), rate)


def test_a_map_says_a_profile():
    profile = gaussian(4.0).map(1.0)
    assert isinstance(profile, scrim.Profile)
    assert profile.delta(epsilon=1.0) == pytest.approx(3.06e-6, rel=2e-3)  # the continuous formula tells 2.92e-6
    assert profile.delta(profile.epsilon(delta=1e-6)) <= 1e-6
    assert profile.rho == 1 / 32
    assert profile.delta_beside_rho == 0.0
    assert repr(profile) == "a profile of 1 release"
    assert profile == gaussian(4.0).map(1.5)  # integers are no other distance apart
    assert profile != gaussian(4.0).map(2.0)
    assert hash(profile) == hash(gaussian(4.0).map(1.0))
    assert repr(BY_PROFILE) == "profile_divergence()"


def test_profiles_add_up_and_are_asked_afterwards():
    ten = scrim.make_composition([gaussian(10.0)] * 10)
    account = scrim.Accountant()
    account.add_gaussian(sigma=10.0, times=10)
    assert ten.map(1.0).epsilon(1e-6) == account.epsilon(delta=1e-6)
    at_delta = scrim.make_convert_measure(ten, scrim.approximate(scrim.max_divergence()), delta=1e-6)
    assert at_delta.map(1.0) == (account.epsilon(delta=1e-6), 1e-6)


def test_a_loss_is_checked_against_a_pair():
    noise = gaussian(10.0)
    assert noise.check(1.0, scrim.Profile.of_loss(epsilon=1.0, delta=1e-6))
    assert not noise.check(9.0, scrim.Profile.of_loss(epsilon=1.0, delta=1e-6))
    assert noise.check(1.0, scrim.Profile.of_loss(rho=0.005))
    with pytest.raises(TypeError, match="a Profile"):
        noise.check(1.0, 0.5)
    with pytest.raises(scrim.Error, match="neither epsilon nor rho"):
        scrim.Profile.of_loss(delta=1e-6)


def test_other_losses_convert_into_profiles():
    laplace = scrim.make_laplace(*NUMBER, scale=2.0)
    converted = scrim.make_convert_measure(laplace, BY_PROFILE)
    assert converted.map(1.0) == scrim.Profile.of_loss(epsilon=0.5)
    # What is known as Laplace noise is charged less than what is known by its epsilon alone.
    told = scrim.make_laplace(*NUMBER, scale=2.0, output_measure=BY_PROFILE)
    assert told.map(2.0).delta(0.25) < converted.map(2.0).delta(0.25)
    assert told.map(1.0).delta(0.25) == converted.map(1.0).delta(0.25)  # of one step, there is no more to know


def test_a_sample_is_priced_by_its_profile():
    sampled = sampled_count(0.1).map(1)
    by_hand = scrim.Accountant()
    by_hand.add_gaussian(sigma=2.0, rate=0.1)
    assert sampled.epsilon(1e-6) == by_hand.epsilon(delta=1e-6)
    assert sampled.epsilon(1e-6) < gaussian(2.0).map(1).epsilon(1e-6) / 3
    assert sampled_count(0.1).map(2).epsilon(1e-6) > sampled.epsilon(1e-6)


def test_an_account_takes_what_a_map_says():
    account = scrim.Accountant()
    account.add_measurement(sampled_count(0.1), d_in=1, times=3)
    by_hand = scrim.Accountant()
    by_hand.add_gaussian(sigma=2.0, rate=0.1, times=3)
    assert account.epsilon(delta=1e-6) == by_hand.epsilon(delta=1e-6)
    assert account.copy().epsilon(delta=1e-6) == account.epsilon(delta=1e-6)
    assert "3 × a release of a profile of 1 release" in repr(account)
    assert account.to_dict()["added"] == [{"kind": "profile", "profile": "a profile of 1 release", "times": 3}]


def test_nothing_is_promised_without_noise():
    silent = gaussian(0.0)
    assert silent.map(1.0).epsilon(0.5) == math.inf
    assert silent.map(0.0).epsilon(0.0) == 0.0
