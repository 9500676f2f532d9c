"""What felled OpenDP's queries over frames (opendp#2940, #2944, #2945, #2949): it falls, Scrim stands."""

from __future__ import annotations

import functools
import math

import pytest
import scrim
from scrim import stats

from attacks.peer_frames import PYTHON, VERSIONS, PeerReleases, ask_the_peer, is_installed
from attacks.query_pairs import MERGED_GROUPS, QUERY_PAIRS, REMAINDERS, Answer, ask
from attacks.seen_loss import charged, noise_loss, sampled_loss

EVERY_QUESTION = [(report, question.name) for report, pair in QUERY_PAIRS.items() for question in pair.questions]


@functools.cache
def answer_to(report: str, name: str) -> Answer:
    pair = QUERY_PAIRS[report]
    return next(ask(pair, question) for question in pair.questions if question.name == name)


@pytest.fixture(scope="module")
def peer() -> dict[str, PeerReleases]:
    if not is_installed():
        pytest.skip(f"{PYTHON} is not there; make build/peer-frames/installed")
    return ask_the_peer()


def seen(told):
    return sampled_loss(told.currency, told.high, told.low, told.threshold)


# --- the control falls ---


@pytest.mark.slow  # an environment of its own, and thousands of releases
def test_every_report_is_still_so(peer):
    assert peer.keys() == QUERY_PAIRS.keys()
    for told in peer.values():
        assert seen(told) > told.claimed


@pytest.mark.slow
def test_the_peer_counts_remainders_exactly_for_nothing(peer):
    told = peer["#2940"]
    assert (told.claimed, set(told.high), set(told.low)) == (0, {12}, {11})


@pytest.mark.slow
@pytest.mark.parametrize(("report", "currency", "claimed"), [("#2944", "epsilon", 1), ("#2949", "rho", 0.5)])
def test_the_peer_tells_one_row_or_person_by_a_hundred(peer, report, currency, claimed):
    told = peer[report]
    assert (told.currency, told.claimed) == (currency, pytest.approx(claimed))
    # Noise of scale 1 that is off by 40 would be one of e^40.
    assert min(told.high) - max(told.low) > 100 - 2 * 40


@pytest.mark.slow
def test_the_peer_charges_half_where_every_row_of_a_group_changes(peer):
    told = peer["#2945"]
    assert told.claimed == pytest.approx(1)
    assert 1 < seen(told) <= 2


def test_the_peer_has_the_version_that_is_compared():
    from test_opendp_maps import VERSION

    assert VERSIONS[0] == VERSION


# --- Scrim stands ---


@pytest.mark.parametrize(("report", "name"), EVERY_QUESTION)
def test_no_question_loses_more_than_it_is_charged(report, name):
    answer = answer_to(report, name)
    assert not answer.fell, answer
    assert answer.charged > 0


ANSWERS = {
    ("#2940", "count"): ([12], [11]),
    ("#2940", "condition"): ([12], [11]),
    ("#2940", "sum of ones"): ([12], [11]),
    ("#2944", "sum"): ([1], [0]),
    ("#2944", "groups"): ([100, 1], [100, 0]),
    ("#2945", "six rows"): ([30], [-30]),
    ("#2945", "three rows"): ([30], [-30]),
    ("#2945", "persons"): ([30], [-30]),
    # Bounded by what is grouped by in the end: a person is in one group, with one row.
    ("#2949", "derived"): ([2], [1]),
    ("#2949", "derived behind"): ([2], [1]),
    ("#2949", "looked up"): ([2], [1]),
    ("#2949", "all rows"): ([200], [100]),
}


@pytest.mark.parametrize(("report", "name"), EVERY_QUESTION)
def test_what_is_answered_is_what_was_asked(report, name):
    """Who answers nothing stands too; these have answers."""
    answer = answer_to(report, name)
    assert (answer.high, answer.low) == ANSWERS[report, name]


@pytest.mark.parametrize("report", ["#2945", "#2949"])
def test_what_is_charged_is_attained(report):
    """Or a price that is too high would hide what bounding does."""
    answers = [answer_to(report, question.name) for question in QUERY_PAIRS[report].questions]
    assert max(answer.exact_loss / answer.charged for answer in answers) > 0.99


def in_hundred_groups():
    return scrim.Table(MERGED_GROUPS.high, person="id", columns={"g": scrim.integer(0, 99)})


@pytest.mark.parametrize(
    "redefine",
    [
        lambda table: table.derive(g="0"),
        lambda table: table.derive(g=lambda row: row.g // 100),
        lambda table: table.per_person(rows=1, groups=100).derive(g="0"),
        lambda table: table.per_person(rows=1, groups=100).group_by("g").derive(g="0"),
        lambda table: table.per_person(rows=1, groups=100).group_by("g").agg(found=stats.count()).derive(g="0"),
        lambda table: table.derive(h="g").derive(h="0"),
        lambda table: table.lookup("g", {"g": [0], "h": [0]}, add="h").derive(h="0"),
        lambda table: table.lookup("g", {"g": [0], "id": [0]}, add="id"),
        lambda table: table.derive(id="0"),
        lambda table: table.derive(h="id").where("h == 1"),
        lambda table: table.where("id == 1"),
        lambda table: table.group_by("id", keys=[1, 2]),
        lambda table: table.group_by("g").group_by("h", keys=[0]),
        lambda table: table.per_person(rows=1, groups=100).per_person(rows=1, groups=1),
    ],
)
def test_nothing_is_redefined_and_ids_are_not_read(redefine):
    """However it is asked, before anything is read."""
    with pytest.raises(scrim.InvalidArgumentError):
        query = redefine(in_hundred_groups())
        query = query if query.grouped_by else query.group_by("g")
        query = query if query.rows else query.per_person(rows=1, groups=100)
        (query if query.statistics else query.agg(found=stats.count())).plan(rho=0.5)


# --- the same of the units that queries are made of ---


def table_of(columns):
    return scrim.table_domain(columns), scrim.symmetric_distance()


def test_a_derived_remainder_may_be_missing():
    chain = table_of([("n", "int", False), ("m", "int", False)]) >> scrim.then_derive(name="r", expression="n % m")
    assert {name: nullable for name, _, nullable in chain.output_domain.columns} == {"n": False, "m": False, "r": True}


def test_a_remainder_of_rows_says_what_it_is_by_zero():
    rows = scrim.vector_domain(scrim.atom_domain(int), size=12), scrim.symmetric_distance()
    with pytest.raises(scrim.InvalidArgumentError, match="may have no value"):
        rows >> scrim.then_row_by_row(lambda row: 7 % row)
    # With a value for it a count of a public number of rows is free, and tells nothing.
    count = rows >> scrim.then_row_by_row(lambda row: 7 % row, otherwise=0) >> scrim.then_count()
    divisors = [table.column("m").to_pylist() for table in (REMAINDERS.high, REMAINDERS.low)]
    assert [count.map(2), *map(count, divisors)] == [0, 12, 12]


def test_missing_rows_of_a_public_number_are_not_dropped():
    rows = scrim.vector_domain(scrim.option_domain(scrim.atom_domain(int)), size=12), scrim.symmetric_distance()
    with pytest.raises(scrim.MismatchError, match="would tell how many"):
        rows >> scrim.then_drop_null()


@pytest.mark.parametrize("size", [None, 3])
def test_three_rows_that_change_are_six(size):
    rows = scrim.vector_domain(scrim.atom_domain(int), size=size), scrim.symmetric_distance()
    total = rows >> scrim.then_clamp((-10, 10)) >> scrim.then_sum()
    assert total([10] * 3) - total([-10] * 3) == total.map(6) == 60


def test_codes_do_not_depend_on_other_rows():
    rows = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    total = rows >> scrim.then_row_by_row(lambda row: row >= 1.0) >> scrim.then_clamp((0, 1)) >> scrim.then_sum()
    assert (total.map(1), total([0.25] * 100), total([7.0] + [0.25] * 100)) == (1, 0, 1)


def test_nothing_is_derived_behind_a_bounding():
    persons = scrim.person_table_domain([("id", "int", True)], [("g", "int", False)]), scrim.person_distance()
    chain = persons >> scrim.then_derive(name="one", expression="1")
    bounded = chain >> scrim.then_bound_contributions(rows=1, values=["one"], seed=7, group="g", groups=100)
    for name in ("g", "h"):
        with pytest.raises((scrim.Error, TypeError)):
            bounded >> scrim.then_derive(name=name, expression="0")


# --- who judges ---


def test_a_loss_is_seen_or_not():
    assert sampled_loss("epsilon", [1] * 100, [0] * 100, 1) > 1.9
    assert sampled_loss("rho", [1] * 100, [0] * 100, 1) > 1.4
    for currency in ("epsilon", "rho"):
        assert sampled_loss(currency, [0] * 100, [1] * 100, 1) == 0
        assert sampled_loss(currency, [0, 1] * 50, [0, 1] * 50, 1) == 0


@pytest.mark.parametrize("epsilon", [0.5, 1, 2])
def test_a_sampled_loss_is_below_the_loss(epsilon):
    """Of frequencies as they are expected."""
    count, q = 100_000, 0.1
    high, low = ([1] * hits + [0] * (count - hits) for hits in (round(count * q * math.exp(epsilon)), round(count * q)))
    assert epsilon - 0.15 < sampled_loss("epsilon", high, low, 1) < epsilon


def test_noise_loses_what_is_known_of_it():
    assert noise_loss("epsilon", [30], [-30], 30.0) == 2
    assert noise_loss("epsilon", [1, 2], [0, 4], 1.0) == 3
    assert noise_loss("rho", [200], [100], 1.0) == 5000
    assert noise_loss("rho", [1, 2], [0, 4], 1.0) == 2.5
    assert noise_loss("epsilon", [12], [11], 0.0) == math.inf
    assert noise_loss("epsilon", [12], [12], 0.0) == 0
    assert (charged("epsilon", 0.5, 2), charged("rho", 0.5, 2)) == (1, 2)


def test_an_answer_that_costs_too_little_falls():
    """What the peer claims, as if Scrim had claimed it."""
    assert Answer("#2940", 0.0, math.inf, 0.0, [12], [11]).fell
    assert Answer("#2945", 1.0, 2.0, 0.0, [30], [-30]).fell
    assert Answer("#2949", 0.5, 0.0, 1.4, [200], [100]).fell
    assert not Answer("#2945", 2.0, 2.0, 1.4, [30], [-30]).fell
