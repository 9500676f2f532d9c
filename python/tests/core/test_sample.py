"""Releases from samples: what they cost, and that each draws its own."""

import math
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

import scrim

SPACE = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
ROWS = np.ones(10_000)
NO_NOISE = 2.0**-20


def noisy_count(scale, space=SPACE):
    return space >> scrim.then_count() >> scrim.then_laplace(scale, scrim.max_divergence())


@pytest.mark.parametrize("rate", [0.1, Fraction(1, 10), 0.5])
def test_a_sample_costs_what_one_row_of_it_does_and_then_goes_by_steps(rate):
    sampled = scrim.make_sample(noisy_count(2.0), rate)
    one = math.log1p(float(rate) * math.expm1(0.5))
    assert sampled.map(0) == 0
    assert one <= sampled.map(1) <= one * (1 + 1e-12)
    assert sampled.map(3) == pytest.approx(3 * one)
    assert sampled.check(1, sampled.map(1))


def test_a_delta_shrinks_by_the_rate():
    approximate = scrim.make_convert_measure(noisy_count(2.0), scrim.approximate(scrim.max_divergence()))
    epsilon, delta = scrim.make_sample(approximate, 0.25).map(1)
    assert (epsilon, delta) == (scrim.make_sample(noisy_count(2.0), 0.25).map(1), 0.0)


def test_rates_0_and_1_take_none_and_all():
    assert scrim.make_sample(noisy_count(NO_NOISE), 0)(ROWS) == 0
    assert scrim.make_sample(noisy_count(NO_NOISE), 1)(ROWS) == 10_000


@pytest.mark.parametrize("rows", [ROWS, ROWS.tolist(), pa.array(ROWS), pa.array([None, *ROWS])])
def test_about_as_many_rows_are_taken_as_the_rate_says(rows):
    assert abs(scrim.make_sample(noisy_count(NO_NOISE), 0.5)(rows) - 5000) < 8 * 50


def test_no_two_releases_share_a_sample():
    sampled = scrim.make_sample(noisy_count(NO_NOISE), 0.5)
    together = scrim.make_composition([sampled, sampled, noisy_count(NO_NOISE), sampled])
    agreed = 0
    for _ in range(30):
        first, second, whole, third = together(ROWS)
        assert whole == 10_000
        agreed += first == second == third
    assert agreed <= 2


def test_a_run_over_a_sample_is_merged_and_not_saved():
    sampled = scrim.make_sample(noisy_count(NO_NOISE), 0.5)
    first, second = (sampled.start(part=part, parts=2) for part in (0, 1))
    first.update(ROWS)
    second.update(ROWS)
    first.merge(second)
    assert abs(first.finish() - 10_000) < 8 * 71
    with pytest.raises(scrim.Error, match="draws a sample"):
        sampled.start().save()


def visits_of(persons, rows):
    ids = np.tile(np.arange(persons), rows)
    np.random.default_rng(1).shuffle(ids)
    return pa.record_batch({"id": pa.array(ids), "days": pa.array(np.ones(len(ids), dtype=np.int64))})


def bounded_count(rows, scale=NO_NOISE, in_order=False, ids="int"):
    persons = scrim.person_table_domain([("id", ids, True)], [("days", "int", True)]), scrim.person_distance()
    bounding = persons >> scrim.then_bound_contributions(rows=rows, values=["days"], in_order=in_order)
    count = bounding >> scrim.then_select_column("days") >> scrim.then_count()
    return count >> scrim.then_laplace(scale, scrim.max_divergence())


def test_persons_are_taken_with_all_of_their_rows():
    sampled = scrim.make_sample(bounded_count(rows=3), 0.5)
    taken = sampled(visits_of(400, 3))
    assert taken % 3 == 0
    assert abs(taken / 3 - 200) < 8 * 10
    assert scrim.make_sample(bounded_count(rows=3), 1)(visits_of(400, 3)) == 1200
    assert scrim.make_sample(bounded_count(rows=3), 0)(visits_of(400, 3)) == 0


def test_a_sample_of_persons_costs_what_one_person_of_it_does():
    count = bounded_count(rows=3, scale=6.0)
    sampled = scrim.make_sample(count, Fraction(1, 10))
    one = math.log1p(0.1 * math.expm1(count.map(1)))
    assert one <= sampled.map(1) <= one * (1 + 1e-12)
    assert sampled.map(4) == pytest.approx(4 * one)


def test_persons_are_told_by_texts_and_in_the_order_of_ids():
    texts = pa.array([f"person {i // 4}" for i in range(400)])
    batch = pa.record_batch({"id": texts, "days": pa.array([1] * 400)})
    taken = scrim.make_sample(bounded_count(rows=4, ids="str"), 0.5)(batch)
    assert taken % 4 == 0 and 0 < taken < 400
    ordered = pa.record_batch({"id": pa.array(np.repeat(np.arange(100), 4)), "days": pa.array([1] * 400)})
    taken = scrim.make_sample(bounded_count(rows=4, in_order=True), 0.5)(ordered)
    assert taken % 4 == 0 and 0 < taken < 400


def test_a_run_over_a_sample_of_persons_is_neither_merged_nor_saved():
    sampled = scrim.make_sample(bounded_count(rows=1), 0.5)
    first, second = (sampled.start(part=part, parts=2) for part in (0, 1))
    first.update(visits_of(10, 1))
    second.update(visits_of(10, 1))
    with pytest.raises(scrim.Error, match="a sample of persons"):
        first.merge(second)
    with pytest.raises(scrim.Error, match="draws a sample"):
        sampled.start().save()


def test_a_fixed_number_of_rows_is_taken():
    domain = scrim.vector_domain(scrim.atom_domain(int, bounds=(0, 1)), size=100)
    space = domain, scrim.change_one_distance()
    total = space >> scrim.then_sum() >> scrim.then_laplace(NO_NOISE, scrim.max_divergence())
    sampled = scrim.make_sample_of_size(total, 10_000)
    assert sampled(np.ones(10_000, dtype=int)) == 100
    with pytest.raises(scrim.Error, match="rows"):
        sampled(np.ones(100, dtype=int))


def test_what_has_no_price_is_refused():
    count = noisy_count(1.0)
    for rate in (-0.1, 1.5, math.nan):
        with pytest.raises(scrim.Error):
            scrim.make_sample(count, rate)
    sized = scrim.vector_domain(scrim.atom_domain(float), size=3)
    with pytest.raises(scrim.Error, match="make_sample_of_size"):
        scrim.make_sample(noisy_count(1.0, (sized, scrim.symmetric_distance())), 0.5)
    with pytest.raises(scrim.Error, match="make_sample does not take"):
        scrim.make_sample(noisy_count(1.0, (sized, scrim.change_one_distance())), 0.5)
    with pytest.raises(scrim.Error, match="it takes change_one_distance"):
        scrim.make_sample_of_size(noisy_count(1.0, (sized, scrim.hamming_distance())), 5)
    rho = scrim.make_convert_measure(count, scrim.zero_concentrated_divergence())
    with pytest.raises(scrim.Error, match="no price under"):
        scrim.make_sample(rho, 0.5)
