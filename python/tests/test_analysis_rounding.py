"""Numbers as they are shown: to the digits that mean something, and costs never smaller than they are."""

import json
import math
import random
from fractions import Fraction

import pytest
import scrim
from scrim.analysis.rounding import (
    nearest_float,
    show_at_most,
    show_cost,
    show_exactly,
    show_factor,
    to_twelve_digits,
    to_twelve_digits_up,
)
from scrim.analysis.words import show_amount, show_scales


def amounts():
    generator = random.Random(3)
    yield from [1.0, 7 / 5, 0.1, 1e-6, 1 / 3, 2**-20, 1e6 + 1 / 3, 0.30000000000000004, 5e-324, 1e308]
    for _ in range(500):
        yield generator.random() * 10 ** generator.uniform(-9, 3)


def test_a_shown_cost_is_never_smaller():
    tenths = [float(f"{n}e-{places}") for n in range(1, 200) for places in (1, 3, 9)]
    hardly_more = [math.nextafter(tenth, 1e9) for tenth in tenths]
    thirteen_digits = [0.3000000000001, 0.2999999999999, 1.000000000001, 2.000009, 123400000000.1]
    for cost in [*amounts(), *tenths, *hardly_more, *thirteen_digits]:
        seen = float(show_cost(cost))
        assert cost <= seen <= cost * (1 + 2e-3) + 5e-324
    for tenth, more in zip(tenths, hardly_more, strict=True):
        assert float(show_cost(tenth)) == tenth and float(show_cost(more)) <= more * (1 + 1e-8)


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (1 / 3, "0.3334"),
        (0.1, "0.1"),
        (0.30000000000000004, "0.3000000001"),
        (0.3000000000001, "0.3000000001"),
        (0.29999999999999993, "0.3"),
        (0.7, "0.7"),
        (2.00001, "2.001"),
        (1e-6, "1e-6"),
        (math.inf, "inf"),
        (0.0, "0"),
    ],
)
def test_a_cost_reads_well(cost, text):
    assert show_cost(cost) == text


def test_a_factor_is_never_too_small():
    for cost in amounts():
        if 1e-8 < cost < 700:
            assert math.log(float(show_factor(cost))) >= cost * (1 - 1e-15)
            assert float(show_factor(cost)) <= math.exp(cost) * 1.011


@pytest.mark.parametrize(
    ("cost", "text"),
    [(1.0, "2.72"), (0.2, "1.23"), (7.0, "1100"), (12.0, "163000"), (20.0, "4.86e+08"), (0.01, "1.011"), (1e-300, "1.000000001"), (800.0, "inf")],
)
def test_a_factor_reads_well(cost, text):
    assert show_factor(cost) == text


def test_twelve_digits():
    assert to_twelve_digits(5.000000000000001) == 5.0
    assert to_twelve_digits(1 / 3) == 0.333333333333
    assert to_twelve_digits(5e-324) == 5e-324
    assert to_twelve_digits_up(Fraction(91, 2)) == 45.5
    assert to_twelve_digits_up(Fraction(136, 3)) == 45.3333333334


def test_an_argument_is_shown_as_it_was_given():
    given = [0.1, 1e6, 1e22, 2**70, -0.05]
    assert [show_exactly(number) for number in given] == [
        "0.1",
        "1000000",
        "1e+22",
        "1180591620717411303424",
        "-0.05",
    ]


def test_scales_are_written_out_and_said_once():
    amounts = [2.0, 10 / 3, 9999.4, 12345.6, 625000.0, 1.5e6, 3e15, 1e-7]
    assert [show_amount(amount) for amount in amounts] == [
        "2", "3.333", "9999", "12350", "625000", "1500000", "3e+15", "1e-07",
    ]  # fmt: skip
    assert show_scales([2.0, 2.0, 2.0]) == "2" and show_scales([2.0, 4.0]) == "2 and 4"


def outcomes():
    data = [1.0, 2.0, 3.0]
    yield scrim.quantile(data, 0.25, bounds=(0, 4), epsilon=0.3, rows_per_person=1)
    yield scrim.plan_quantiles([0.25, 0.5, 0.9], bounds=(0, 4), epsilon=1.0, rows_per_person=1)
    yield scrim.plan_quantile(0.9, bounds=(0, 4), rho=0.6, rows_per_person=3)
    yield scrim.plan_top_k(list("abc"), 3, epsilon=1.0, rows_per_person=7)
    yield scrim.plan_top_k(list("abc"), 2, rho=1 / 3, rows_per_person=1)


def test_scales_in_json_have_twelve_digits_and_costs_all():
    rounded = 0
    for outcome in outcomes():
        plan = getattr(outcome, "plan", outcome)
        told = json.loads(json.dumps(outcome.to_dict()))
        currency = plan.budget.currency
        # What is run keeps the exact scale.
        assert told[currency] == plan.cost == plan.measurement.map(plan.rows_per_person)
        told_parts = told.get("quantiles", [told])
        for part, entry in zip(getattr(plan, "parts", [plan]), told_parts, strict=True):
            assert entry["scale_rows"] == float(f"{part.scale:.12g}")
            assert Fraction(repr(entry["accuracy_rows"])) >= part.accuracy.rows
            rounded += entry["scale_rows"] != part.scale
    assert rounded >= 3


def test_no_form_shows_the_last_digits_of_a_double():
    for outcome in outcomes():
        forms = [repr(outcome), outcome.explain(), outcome._repr_html_()]
        forms += [repr(part) for part in getattr(outcome, "parts", [])]
        for form in forms:
            assert "00000" not in form and "99999" not in form


def test_shown_costs_of_a_third_are_no_smaller_than_a_third():
    third = scrim.plan_quantile(bounds=(0, 4), epsilon=1 / 3, rows_per_person=1)
    for form in (repr(third), third.explain(), third._repr_html_()):
        assert "epsilon 0.3334" in form.lower()


def test_a_shown_bound_is_never_smaller():
    for amount in [*amounts(), 4493598.0, 1e300 / 3, 2.0**70]:
        seen = Fraction(show_at_most(Fraction(amount)))
        assert Fraction(amount) <= seen <= Fraction(amount) * (1 + Fraction(1, 10**5))
    assert show_at_most(Fraction(4493598)) == "4493600"
    assert show_at_most(Fraction(1, 3)) == "0.333334"
    assert [show_at_most(Fraction(n)) for n in (0, 30, 1500)] == ["0", "30", "1500"]


def test_no_number_is_too_large_for_the_nearest_float():
    assert nearest_float(Fraction(10) ** 400) == 1.7976931348623157e308 == -nearest_float(-Fraction(10) ** 400)
    assert nearest_float(Fraction(1, 3)) == 1 / 3
