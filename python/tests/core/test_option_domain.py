"""Rows that may be null, as a domain: dropped and replaced by transformations."""

import numpy as np
import pyarrow as pa
import pytest

import scrim

FLOATS = scrim.option_domain(scrim.atom_domain(float))
ROWS = pa.array([1.0, None, 3.0, None, 7.5])


def space(element=FLOATS, size=None, metric=None):
    return scrim.vector_domain(element, size), metric or scrim.symmetric_distance()


def test_nulls_are_dropped():
    dropped = space() >> scrim.then_drop_null()
    for rows in (ROWS, ROWS.to_pylist(), pa.chunked_array([ROWS[:2], ROWS[2:]])):
        assert dropped(rows).tolist() == [1.0, 3.0, 7.5]
    assert dropped(np.array([1.0, 2.0])).tolist() == [1.0, 2.0]
    assert dropped([None]).tolist() == []
    assert dropped.output_domain == scrim.vector_domain(scrim.atom_domain(float))
    assert dropped.map(7) == 7


def test_nulls_are_replaced():
    imputed = space(size=5, metric=scrim.change_one_distance()) >> scrim.then_impute(2.0)
    assert imputed(ROWS).tolist() == [1.0, 2.0, 3.0, 2.0, 7.5]
    assert imputed.output_domain == scrim.vector_domain(scrim.atom_domain(float), 5)
    with pytest.raises(scrim.WrongSizeError):
        imputed([None])


def test_a_chain_that_says_so_gives_what_the_domain_gives_by_itself():
    quantile = scrim.then_private_quantile(scrim.max_divergence(), [1.0, 3.0, 5.0], 0.5, 0.0)
    plain = (scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()) >> quantile
    stated = space() >> scrim.then_drop_null() >> quantile
    assert plain(ROWS) == stated(ROWS) == 3.0
    run = plain.start()
    run.update(ROWS)
    assert stated.load(run.save()).finish() == 3.0  # the same domain and functions, so the same states


def test_texts_and_integers():
    texts = scrim.option_domain(scrim.atom_domain(str))
    counts = space(texts) >> scrim.then_impute("?") >> scrim.then_count_by_categories(["a", "?"])
    assert counts(pa.array(["a", None, "b", None]).dictionary_encode()).tolist() == [1, 2]
    integers = scrim.option_domain(scrim.atom_domain(int, bounds=(0, 9)))
    assert (space(integers) >> scrim.then_impute(9))([None, 1]).tolist() == [9, 1]


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: space(size=5) >> scrim.then_drop_null(), "make_impute"),
        (lambda: space(size=5, metric=scrim.hamming_distance()) >> scrim.then_drop_null(), "does not take"),
        (lambda: space() >> scrim.then_impute("a"), "the value is a text"),
        (lambda: space() >> scrim.then_impute(float("nan")), "no element"),
        (lambda: space(scrim.option_domain(scrim.atom_domain(int, bounds=(0, 1)))) >> scrim.then_impute(2), "no element"),
        (lambda: space() >> scrim.then_clamp((0, 1)), "does not take"),
        (lambda: (scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()) >> scrim.then_drop_null(), "may be missing"),
        (lambda: scrim.option_domain(FLOATS), "atom_domain"),
    ],
)
def test_what_cannot_be_done_is_refused_before_data(attempt, words):
    with pytest.raises(scrim.Error, match=words):
        attempt()


def test_it_reads_as_it_is_written():
    domain = scrim.vector_domain(FLOATS, 3)
    assert repr(domain) == "vector_domain(option_domain(atom_domain(float)), size=3)"
    assert eval(repr(domain), vars(scrim)) == domain
    assert domain.nullable and domain.carrier == "float64" and domain.size == 3
