"""Several releases as one: what they cost, in one pass, in their order."""

import gc
import math
import weakref
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

import scrim

SPACE = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
ROWS = np.random.default_rng(11).normal(50, 20, 10_000)
CANDIDATES = [float(value) for value in range(0, 101, 5)]


def quantile(alpha, scale=0.0, measure=None, candidates=CANDIDATES, space=SPACE):
    measure = measure or scrim.max_divergence()
    return space >> scrim.then_clamp((0, 100)) >> scrim.then_private_quantile(measure, candidates, alpha, scale)


def test_each_part_releases_what_it_releases_alone():
    parts = [quantile(alpha) for alpha in (0.75, 0.25, Fraction(1, 3))]
    together = scrim.make_composition(parts)
    assert together(ROWS) == [part(ROWS) for part in parts]
    run = together.start()
    for piece in (ROWS[:1], ROWS[1:4000].tolist(), pa.array(ROWS[4000:])):
        run.update(piece, threads=2)
    assert run.finish() == together(ROWS)


def test_losses_add_up_exactly_and_are_rounded_up_once():
    measure = scrim.max_divergence()
    parts = [quantile(0.5, scale=10.0, measure=measure) for _ in range(10)]
    alone = parts[0].map(1)
    together = scrim.make_composition(parts)
    exact = 10 * Fraction(alone)
    assert Fraction(together.map(1)) >= exact
    assert Fraction(math.nextafter(together.map(1), 0)) < exact
    assert together.check(1, together.map(1)) and not together.check(1, math.nextafter(together.map(1), 0))


@pytest.mark.parametrize(
    "measure", [scrim.max_divergence(), scrim.range_divergence(), scrim.zero_concentrated_divergence()]
)
def test_every_measure_adds_up(measure):
    first, second = quantile(0.5, 7 / 5, measure), quantile(Fraction(1, 3), 1e6 + 1 / 3, measure)
    together = scrim.make_composition([first, second])
    for d_in in (0, 1, 2, 7):
        assert together.map(d_in) == pytest.approx(first.map(d_in) + second.map(d_in), rel=1e-15)
    assert together.output_measure == measure


def test_parts_that_count_alike_share_what_they_count():
    def saved_size(measurement):
        run = measurement.start()
        run.update(ROWS)
        return len(run.save())

    alone = saved_size(quantile(0.5))
    assert saved_size(scrim.make_composition([quantile(0.5), quantile(0.25), quantile(0.75)])) == alone
    others = [float(value) for value in range(0, 101, 10)]
    assert saved_size(scrim.make_composition([quantile(0.5), quantile(0.5, candidates=others)])) > alone


def test_functions_of_a_part_see_the_release_of_that_part():
    median, low = quantile(0.5), quantile(0.25)
    together = scrim.make_composition([median >> (lambda value: ("median", value)), low])
    assert together(ROWS) == [("median", median(ROWS)), low(ROWS)]
    total = together >> len
    assert total(ROWS) == 2


def test_cycles_through_functions_of_parts_are_collected():
    class Marker:
        pass

    marker = Marker()
    alive = weakref.ref(marker)
    marker.self = scrim.make_composition([quantile(0.5) >> (lambda value, marker=marker: value)])
    del marker
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: quantile(0.5, measure=scrim.range_divergence()), "max_divergence"),
        (lambda: quantile(0.5, space=(scrim.vector_domain(scrim.atom_domain(float), 10_000), SPACE[1])), "10000"),
        (lambda: quantile(0.5, space=(SPACE[0], scrim.insert_delete_distance())), "insert_delete_distance"),
    ],
)
def test_parts_that_do_not_fit_are_refused_by_what_differs(other, words):
    with pytest.raises(scrim.MismatchError, match=words):
        scrim.make_composition([quantile(0.5), other()])


def test_what_is_no_list_of_measurements_is_refused():
    with pytest.raises(scrim.InvalidArgumentError, match="at least one"):
        scrim.make_composition([])
    with pytest.raises(TypeError, match="Measurement"):
        scrim.make_composition([quantile(0.5), 3])
    with pytest.raises(TypeError):
        scrim.make_composition(quantile(0.5))


def test_compositions_compose():
    inner = scrim.make_composition([quantile(0.25), quantile(0.75)])
    outer = scrim.make_composition([inner, scrim.make_composition([quantile(0.5)])])
    assert outer(ROWS) == [[quantile(0.25)(ROWS), quantile(0.75)(ROWS)], [quantile(0.5)(ROWS)]]


def test_backward_maps():
    together = scrim.make_composition([quantile(0.5, 10.0), quantile(0.25, 10.0)])
    for loss in (0.0, 0.1, 1.0, 7.5):
        d_in = together.backward(loss)
        assert together.check(d_in, loss) and not together.check(d_in + 1, loss)
