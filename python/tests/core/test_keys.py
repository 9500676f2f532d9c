"""Keys that are not known beforehand: counted, and released where enough rows have them."""

import numpy as np
import pyarrow as pa
import pytest

import scrim

TEXTS = scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance()
INTS = scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance()
WARDS = ["N", "E", "S", "S", "E", "S", "\u00c5s"]


def test_counts_are_a_dict_in_the_order_of_keys():
    counts = TEXTS >> scrim.then_count_by_key()
    assert list(counts(WARDS).items()) == [("E", 2), ("N", 1), ("S", 3), ("\u00c5s", 1)]
    assert counts([]) == {}
    assert (INTS >> scrim.then_count_by_key())(np.array([5, -5, 5])) == {-5: 1, 5: 2}
    assert list((INTS >> scrim.then_count_by_key())([5, -5, 5])) == [-5, 5]
    words = scrim.vector_domain(scrim.atom_domain("uint64")), scrim.symmetric_distance()
    assert (words >> scrim.then_count_by_key())(np.array([2**64 - 1], dtype=np.uint64)) == {2**64 - 1: 1}


@pytest.mark.parametrize("column", [pa.array(WARDS), pa.array(WARDS).dictionary_encode(), pa.array([*WARDS, None])])
def test_counts_are_the_same_out_of_every_column(column):
    counts = (TEXTS >> scrim.then_count_by_key())(column)
    assert list(counts.items()) == [("E", 2), ("N", 1), ("S", 3), ("\u00c5s", 1)]


def test_distances_are_triples():
    counts = TEXTS >> scrim.then_count_by_key()
    assert counts.map(1) == (1, 1, 1)
    assert counts.map(3) == (3, 3, 3)
    assert counts.backward((3, 9, 9)) == 3
    assert counts.check(1, (1, 1, 1))
    assert not counts.check(2, (1, 1, 1))
    changed = scrim.vector_domain(scrim.atom_domain(str), size=7), scrim.change_one_distance()
    assert (changed >> scrim.then_count_by_key()).map(1) == (2, 2, 1)
    release = scrim.make_laplace_threshold(
        scrim.keyed_counts_domain(str), scrim.keyed_distance(), scale=2.0, threshold=30
    )
    # What the parts rule out is taken off: three groups by one each are not nine in all.
    assert release.map((3, 9, 1)) == release.map((3, 3, 1))
    with pytest.raises(TypeError, match="triple"):
        release.map((1, 1))
    with pytest.raises(TypeError, match="triple"):
        release.map(1)


def test_a_threshold_keeps_what_reaches_it():
    release = TEXTS >> scrim.then_count_by_key() >> scrim.then_laplace_threshold(scale=0.0, threshold=2)
    assert list(release(WARDS).items()) == [("E", 2), ("S", 3)]
    gaussian = TEXTS >> scrim.then_count_by_key() >> scrim.then_gaussian_threshold(scale=0.0, threshold=3)
    assert gaussian(WARDS) == {"S": 3}


def test_a_release_costs_epsilon_and_delta():
    threshold = scrim.least_laplace_threshold((1, 1, 1), 2.0, 1e-9)
    assert scrim.laplace_threshold_delta((1, 1, 1), 2.0, threshold) <= 1e-9
    assert scrim.laplace_threshold_delta((1, 1, 1), 2.0, threshold - 1) > 1e-9
    release = TEXTS >> scrim.then_count_by_key() >> scrim.then_laplace_threshold(2.0, threshold)
    assert release.output_measure == scrim.approximate(scrim.max_divergence())
    epsilon, delta = release.map(1)
    assert epsilon == 0.5
    assert delta <= 1e-9
    assert release.check(1, (0.5, 1e-9))
    assert not release.check(1, (0.5, 1e-12))
    told = release(["many"] * 500 + ["one"])
    assert list(told) == ["many"]
    assert told["many"] == pytest.approx(500, abs=150)


def test_gaussian_noise_costs_rho_and_delta():
    threshold = scrim.least_gaussian_threshold((1, 1, 1), 8.5, 1e-6)
    release = INTS >> scrim.then_count_by_key() >> scrim.then_gaussian_threshold(8.5, threshold)
    assert release.output_measure == scrim.approximate(scrim.zero_concentrated_divergence())
    rho, delta = release.map(1)
    assert rho == pytest.approx(1 / (2 * 8.5**2))
    assert delta == scrim.gaussian_threshold_delta((1, 1, 1), 8.5, threshold) <= 1e-6


def test_keys_alone_are_a_list_or_an_array():
    texts = TEXTS >> scrim.then_count_by_key() >> scrim.then_release_keys(epsilon=1.0, delta=1e-9)
    assert texts(["b"] * 1000 + ["a"] * 1000 + ["c"]) == ["a", "b"]
    assert texts.map(1) == (1.0, 1e-9)
    integers = INTS >> scrim.then_count_by_key() >> scrim.then_release_keys(1.0, 1e-9)
    assert integers([7] * 1000).tolist() == [7]


def test_bytes_that_are_no_text_are_told_as_they_are():
    # An error would tell that there is such a key.
    wrong = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 2, 4], dtype=np.int32)), pa.py_buffer(b"\xff\xfe\xff\xfe")]
    )
    counts = TEXTS >> scrim.then_count_by_key()
    (key,) = counts(wrong)
    assert key.encode("utf-8", "surrogateescape") == b"\xff\xfe"


def test_runs_stream_merge_and_are_saved():
    release = TEXTS >> scrim.then_count_by_key() >> scrim.then_laplace_threshold(0.0, 1)
    first, second = release.start(part=0, parts=2), release.start(part=1, parts=2)
    first.update(WARDS[:3])
    second.update(WARDS[3:])
    saved = second.save()
    first.merge(release.load(saved))
    assert list(first.finish().items()) == [("E", 2), ("N", 1), ("S", 3), ("\u00c5s", 1)]


def test_releases_compose():
    counts = TEXTS >> scrim.then_count_by_key()
    both = scrim.make_composition(
        [counts >> scrim.then_laplace_threshold(0.0, 3), counts >> scrim.then_release_keys(1.0, 0.25)]
    )
    told, keys = both(["a"] * 100)
    assert told == {"a": 100}
    assert keys == ["a"]


def test_what_is_refused():
    domain, metric = scrim.keyed_counts_domain(str), scrim.keyed_distance()
    assert repr(domain) == "keyed_counts_domain(str)"
    assert (domain.carrier, domain.bounds, domain.nan, domain.is_vector) == ("str", None, False, False)
    release = scrim.make_laplace_threshold(domain, metric, 1.0, 5)
    with pytest.raises(scrim.WrongTypeError, match="make_count_by_key"):
        release({"a": 3})
    with pytest.raises(scrim.InvalidArgumentError, match="threshold is 0"):
        scrim.make_laplace_threshold(domain, metric, 1.0, 0)
    with pytest.raises(scrim.InvalidArgumentError, match="delta is 0"):
        scrim.make_release_keys(domain, metric, 1.0, 0.0)
    with pytest.raises(scrim.MismatchError, match="approximate"):
        scrim.make_laplace_threshold(domain, metric, 1.0, 5, scrim.max_divergence())
    with pytest.raises(scrim.InvalidArgumentError, match="keys are integers or texts"):
        scrim.keyed_counts_domain(float)
    with pytest.raises(scrim.InvalidArgumentError, match="only vectors of atoms"):
        scrim.vector_domain(domain)
    with pytest.raises(scrim.MismatchError, match="does not take"):
        scrim.make_count_by_key(scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance())
