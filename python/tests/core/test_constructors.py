"""Constructors, their partial forms and chains, as the registry of the C++ library describes them."""

import decimal
import inspect
import math
import re
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

import scrim

FLOATS = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
INTS = scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance()
TEXTS = scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance()
COUNTS = scrim.vector_domain(scrim.atom_domain("uint64"), size=3), scrim.linf_distance("uint64")
MEASURES = [scrim.max_divergence(), scrim.range_divergence(), scrim.zero_concentrated_divergence()]

MADE = [name.removeprefix("make_") for name in scrim.__all__ if name.startswith("make_")]


def test_every_constructor_is_there():
    assert MADE == [
        "filter",
        "derive",
        "lookup",
        "join_cells",
        "select",
        "drop_missing",
        "select_column",
        "bound_contributions",
        "person_totals",
        "group_rows",
        "weight_by_key",
        "drop_null",
        "impute",
        "clamp",
        "row_by_row",
        "quantise",
        "quantise_square",
        "round_to_grid",
        "quantile_score_candidates",
        "count",
        "count_numbers",
        "count_by_categories",
        "count_among_candidates",
        "count_beyond",
        "count_by_edges",
        "count_distinct",
        "count_by_key",
        "sum",
        "report_noisy_top_k",
        "above_threshold",
        "randomised_response",
        "laplace",
        "geometric",
        "gaussian",
        "laplace_threshold",
        "gaussian_threshold",
        "release_keys",
        "release_weighted_keys",
        "private_quantile",
        "private_quantiles",
        "private_variance",
        "grid_quantile",
        "convert_measure",
        "composition",
        "parallel",
        "sample",
        "sample_of_size",
    ]


@pytest.mark.parametrize("name", MADE)
def test_every_constructor_has_a_doc_and_says_its_parameters(name):
    make = getattr(scrim, f"make_{name}")
    assert f"make_{name}(" in make.__doc__
    signature = make.__doc__.splitlines()[0]
    parameters = re.findall(r"(\w+): ", signature)
    assert parameters
    for parameter in parameters:
        assert f"\n{parameter}: " in make.__doc__
    if name not in ("convert_measure", "composition", "parallel", "sample", "sample_of_size"):
        assert f"then_{name}(" in getattr(scrim, f"then_{name}").__doc__


# --- arguments --------------------------------------------------------------------------------------


def test_arguments_go_by_place_or_by_name():
    by_place = scrim.make_private_quantile(*FLOATS, scrim.max_divergence(), [1.0, 2.0], 0.5, 3.0)
    by_name = scrim.make_private_quantile(
        scale=3.0,
        alpha=0.5,
        candidates=[1.0, 2.0],
        output_measure=scrim.max_divergence(),
        input_metric=FLOATS[1],
        input_domain=FLOATS[0],
    )
    assert by_place.map(1) == by_name.map(1) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: scrim.make_clamp(*FLOATS), "misses the argument 'bounds'"),
        (lambda: scrim.make_clamp(*FLOATS, (0, 1), (0, 1)), "takes 3 arguments, but 4"),
        (lambda: scrim.make_clamp(*FLOATS, (0, 1), bounds=(0, 1)), "two values for the argument 'bounds'"),
        (lambda: scrim.make_clamp(*FLOATS, limits=(0, 1)), "unexpected argument 'limits'"),
        (lambda: scrim.make_clamp(FLOATS[1], FLOATS[0], (0, 1)), "a Domain as input_domain, not scrim.Metric"),
        (lambda: scrim.make_clamp(*FLOATS, 3), "bounds must be a pair"),
        (lambda: scrim.make_clamp(*FLOATS, ("0", "1")), "bounds must be a number, not str"),
        (lambda: scrim.then_quantile_score_candidates("12", 0.5), "candidates must be a sequence of numbers, not str"),
        (lambda: scrim.then_quantile_score_candidates([1], "half"), "alpha must be a number"),
        (lambda: scrim.then_count_by_categories(["a", 1]), "all texts or all integers"),
        (lambda: scrim.then_count_by_categories("ab"), "categories must be a sequence"),
        (lambda: scrim.then_report_noisy_top_k(scrim.max_divergence(), 1.0, 1.0, "max"), "k must be an integer, not float"),
        (lambda: scrim.then_report_noisy_top_k("max", 1, 1.0, "max"), "output_measure must be a privacy measure"),
        (lambda: scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 1.0, True), "optimize must be"),
        (lambda: scrim.then_report_noisy_top_k(scrim.max_divergence(), 1, 1.0), "misses the argument 'optimize': whether"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 1, 1.0), "misses the argument 'optimize'.*least"),
    ],
)
def test_wrong_arguments_are_type_errors(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: scrim.make_clamp(*FLOATS, (2.0, 1.0)), scrim.InvalidArgumentError, "lower bound 2 is above"),
        (lambda: scrim.make_clamp(*INTS, (0.5, 1)), scrim.Error, "0.5"),
        (lambda: scrim.make_clamp(*INTS, (0, 2**63)), scrim.Error, "9223372036854775808"),
        (lambda: scrim.make_clamp(*INTS, (0, 2**64)), scrim.OverflowError, "18446744073709551616"),
        (lambda: scrim.make_clamp(*TEXTS, (0, 1)), scrim.MismatchError, "make_clamp does not take"),
        (lambda: scrim.make_quantile_score_candidates(*FLOATS, [], 0.5), scrim.InvalidArgumentError, "no candidates"),
        (lambda: scrim.make_quantile_score_candidates(*FLOATS, [1, 1], 0.5), scrim.InvalidArgumentError, "increasing"),
        (lambda: scrim.make_quantile_score_candidates(*FLOATS, [1], 1.5), scrim.InvalidArgumentError, "1.5"),
        (lambda: scrim.make_quantile_score_candidates(*FLOATS, [1], Fraction(-1, 2)), scrim.InvalidArgumentError, "-0.5"),
        (lambda: scrim.make_quantile_score_candidates(*FLOATS, [1], Fraction(3, 2)), scrim.InvalidArgumentError, "3/2"),
        (
            lambda: scrim.make_quantile_score_candidates(
                scrim.vector_domain(scrim.atom_domain(int), size=10), INTS[1], [1, 4, 5], Fraction(2**62 + 1, 2**63)
            ),
            scrim.InvalidArgumentError,
            "has 10 rows.*at most 1844674407370955161",
        ),
        (lambda: scrim.make_count_by_categories(*TEXTS, []), scrim.InvalidArgumentError, "no categories"),
        (lambda: scrim.make_count_by_categories(*INTS, []), scrim.InvalidArgumentError, "no categories"),
        (lambda: scrim.make_count_by_categories(*TEXTS, ["a", "a"]), scrim.InvalidArgumentError, "both"),
        (lambda: scrim.make_count_by_categories(*TEXTS, [1]), scrim.MismatchError, "categories are numbers"),
        (lambda: scrim.make_count_by_categories(*INTS, ["a"]), scrim.MismatchError, "categories are texts"),
        (lambda: scrim.make_count_by_categories(*FLOATS, [1]), scrim.MismatchError, "does not take"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 0, 1.0, "max"), scrim.InvalidArgumentError, "k is 0"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], -1, 1.0, "max"), scrim.InvalidArgumentError, "k is -1"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 4, 1.0, "max"), scrim.InvalidArgumentError, "4"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 1, -1.0, "max"), scrim.InvalidArgumentError, "-1"),
        (lambda: scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 1, 1.0, "least"), scrim.InvalidArgumentError, "least"),
        (lambda: scrim.make_report_noisy_top_k(*FLOATS, MEASURES[0], 1, 1.0, "max"), scrim.MismatchError, "does not take"),
        (lambda: scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, -0.0), scrim.InvalidArgumentError, "-0"),
        (
            lambda: scrim.make_clamp(FLOATS[0], scrim.change_one_distance(), (0.0, 1.0)),
            scrim.MismatchError,
            "one known size",
        ),
        (
            lambda: scrim.make_clamp(scrim.vector_domain(scrim.atom_domain(float, nan=True)), FLOATS[1], (0.0, 1.0)),
            scrim.InvalidArgumentError,
            "NaN",
        ),
    ],
)
def test_what_a_constructor_refuses_it_refuses_in_its_own_words(call, error, words):
    with pytest.raises(error, match=words) as raised:
        call()
    assert isinstance(raised.value, scrim.Error)
    assert raised.value.__cause__ is None


def test_numbers_of_any_kind_are_taken_where_they_are_exact():
    expected = scrim.make_clamp(*FLOATS, (0.0, 2.0))
    for bounds in [(0, 2), [0, 2.0], (np.float32(0), np.int8(2)), np.array([0, 2]), (False, 2)]:
        assert scrim.make_clamp(*FLOATS, bounds).output_domain == expected.output_domain
    for candidates in [[1, 2], (1.0, 2.0), np.array([1, 2], dtype=np.uint8), range(1, 3), iter([1, 2])]:
        assert scrim.make_quantile_score_candidates(*FLOATS, candidates, 0.5)([1, 1, 2]).tolist() == [1, 2]


def test_alpha_may_be_a_fraction():
    exact = scrim.make_quantile_score_candidates(*FLOATS, [1.0], Fraction(12345, 100003))
    close = scrim.make_quantile_score_candidates(*FLOATS, [1.0], 12345 / 100003)
    assert exact.map(1) == 100003 - 12345
    assert close.map(1) < 10_000
    assert scrim.make_quantile_score_candidates(*FLOATS, [1.0], 1).map(1) == 1


# --- chains -----------------------------------------------------------------------------------------


def test_a_space_goes_into_a_partial_as_into_the_constructor():
    made = scrim.make_clamp(*FLOATS, (0.0, 1.0))
    then = FLOATS >> scrim.then_clamp((0.0, 1.0))
    assert (made.output_domain, made.output_metric) == (then.output_domain, then.output_metric)
    assert list(FLOATS) != FLOATS and repr(scrim.then_clamp((0, 1))) == "then_clamp(...)"


def test_a_partial_can_be_used_again():
    clamp = scrim.then_clamp((0, 10))
    assert (FLOATS >> clamp).input_domain == FLOATS[0]
    assert (INTS >> clamp).input_domain == INTS[0]


def test_finished_parts_chain_where_spaces_agree():
    clamp = scrim.make_clamp(*FLOATS, (0.0, 100.0))
    scores = scrim.make_quantile_score_candidates(clamp.output_domain, clamp.output_metric, [25.0, 50.0], 0.5)
    top = scrim.make_report_noisy_top_k(scores.output_domain, scores.output_metric, scrim.max_divergence(), 1, 0.0, "min")
    chained = clamp >> scores >> top
    grouped = clamp >> (scores >> top)
    for data in ([10.0, 60.0, 70.0], [0.0], [-5.0, 200.0, 30.0]):
        assert chained(data).tolist() == grouped(data).tolist()
    assert chained.map(3) == grouped.map(3)


def test_what_does_not_line_up_is_refused_by_both_sides_names():
    clamp = scrim.make_clamp(*FLOATS, (0.0, 100.0))
    with pytest.raises(scrim.MismatchError, match="the first gives .*bounds=.*the second takes"):
        clamp >> scrim.make_clamp(*FLOATS, (0.0, 1.0))
    with pytest.raises(scrim.MismatchError, match="insert_delete_distance"):
        clamp >> scrim.make_clamp(clamp.output_domain, scrim.insert_delete_distance(), (0.0, 1.0))


@pytest.mark.parametrize(
    "join",
    [
        lambda: FLOATS[0] >> scrim.then_clamp((0, 1)),
        lambda: (FLOATS[1], FLOATS[0]) >> scrim.then_clamp((0, 1)),
        lambda: scrim.then_clamp((0, 1)) >> scrim.then_clamp((0, 1)),
        lambda: scrim.make_clamp(*FLOATS, (0, 1)) >> len,
        lambda: scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, 1.0) >> 3,
        lambda: scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, 1.0) >> scrim.make_clamp(*FLOATS, (0, 1)),
        lambda: scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, 1.0) >> scrim.then_clamp((0, 1)),
    ],
)
def test_what_python_cannot_chain_is_a_type_error(join):
    with pytest.raises(TypeError):
        join()


def test_postprocessing_sees_the_release_and_keeps_the_price():
    quantile = scrim.make_private_quantile(*FLOATS, scrim.range_divergence(), [1.0, 2.0], 0.5, 0.0)
    seen = []
    doubled = quantile >> (lambda release: seen.append(release) or 2 * release) >> str
    assert doubled([2.0, 2.0, 2.0]) == "4.0"
    assert seen == [2.0]
    assert quantile([2.0, 2.0, 2.0]) == 2.0
    assert doubled.output_measure == quantile.output_measure
    converted = scrim.make_convert_measure(doubled, scrim.max_divergence())
    assert converted([2.0]) == "4.0"
    clamped = FLOATS >> scrim.then_clamp((0.0, 1.0))
    inner = scrim.make_private_quantile(clamped.output_domain, FLOATS[1], MEASURES[0], [1.0], 0.5, 0.0) >> str
    assert (clamped >> inner)([5.0]) == "1.0"


def test_an_error_of_postprocessing_comes_through():
    broken = scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, 1.0) >> (lambda release: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        broken([1.0])


# --- nulls ------------------------------------------------------------------------------------------



@pytest.mark.parametrize("size", [None, 3])
def test_what_is_made_drops_nulls_unless_the_size_is_public(size):
    domain = scrim.vector_domain(scrim.atom_domain(float), size)
    space = domain, scrim.symmetric_distance()
    clamp = scrim.make_clamp(*space, (0.0, 100.0))
    second = scrim.make_clamp(clamp.output_domain, clamp.output_metric, (0.0, 50.0))
    quantile = scrim.make_private_quantile(*space, scrim.range_divergence(), [4.0, 5.0], 0.5, 0.0)
    chains = [
        clamp,
        space >> scrim.then_clamp((0.0, 100.0)),
        clamp >> second,
        clamp >> scrim.then_clamp((0.0, 50.0)),
        clamp >> scrim.then_quantile_score_candidates([4.0, 5.0], 0.5),
        quantile,
        space >> scrim.then_private_quantile(scrim.range_divergence(), [4.0, 5.0], 0.5, 0.0),
        clamp >> scrim.then_private_quantile(scrim.range_divergence(), [4.0, 5.0], 0.5, 0.0),
        clamp >> scrim.make_private_quantile(clamp.output_domain, FLOATS[1], MEASURES[0], [4.0, 5.0], 0.5, 0.0),
        scrim.make_convert_measure(quantile, scrim.max_divergence()),
        quantile >> float,
        scrim.make_convert_measure(quantile >> float, scrim.max_divergence()) >> float,
    ]
    rows = [4.0, None, None]
    for chain in chains:
        assert chain.input_domain == domain and not chain.input_domain.nullable
        assert repr(domain) in repr(chain)
        if size is None:
            assert np.array_equal(chain(pa.array(rows)), chain([4.0]))
            assert np.array_equal(chain(rows), chain([4.0]))
        else:
            with pytest.raises(scrim.MismatchError, match="may hold nulls"):
                chain(pa.array(rows))
    for transformation in chains[:4]:
        bounds = transformation.output_domain.bounds
        assert transformation.output_domain == scrim.vector_domain(scrim.atom_domain(float, bounds=bounds), size)


AGGREGATE_METRICS = [scrim.linf_distance(float), scrim.linf_distance(float, monotonic=True), scrim.range_distance(float)]


@pytest.mark.parametrize("size", [None, 2])
@pytest.mark.parametrize("metric", AGGREGATE_METRICS, ids=repr)
def test_aggregates_of_a_kind_that_may_hold_nulls_are_refused(size, metric):
    domain = scrim.vector_domain(scrim.atom_domain(float), size)
    top = scrim.make_report_noisy_top_k(domain, metric, MEASURES[0], 1, 0.0, "max")
    assert top.input_domain == domain
    for rows in ([1.0, 3.0], [1.0, None]):
        with pytest.raises(scrim.MismatchError, match="may hold nulls"):
            top(pa.array(rows))
    assert top([1.0, 3.0]).tolist() == top(np.array([1.0, 3.0])).tolist() == [1]


# --- maps -------------------------------------------------------------------------------------------


# r - 1 - ln(r) for r = e / (exp(e) - 1): what a range of e = 2/3 is worth, a little below e^2 / 8.
RATIO = (2 / 3) / np.expm1(2 / 3)
RHO_OF_TWO_THIRDS = RATIO - 1 - np.log(RATIO)


@pytest.mark.parametrize("measure, loss", list(zip(MEASURES, [2 * 2 / 3.0, 3 * 2 / 3.0, 2 * RHO_OF_TWO_THIRDS])))
def test_maps_of_a_selection(measure, loss):
    top = scrim.make_report_noisy_top_k(*COUNTS, measure, k=2, scale=3.0, optimize="max")
    assert top.map(1) == pytest.approx(loss)
    assert top.check(1, top.map(1))
    assert not top.check(1, np.nextafter(top.map(1), 0))
    assert top.map(0) == 0.0


def test_maps_follow_the_metric():
    sized = scrim.vector_domain(scrim.atom_domain(str), size=10)
    for metric, expected in [
        (scrim.symmetric_distance(), 1),
        (scrim.insert_delete_distance(), 1),
        (scrim.change_one_distance(), 2),
        (scrim.hamming_distance(), 2),
    ]:
        assert scrim.make_count_by_categories(sized, metric, ["a"]).map(2) == expected
    monotonic = scrim.make_count_by_categories(*TEXTS, ["a"])
    assert monotonic.output_metric == scrim.linf_distance("uint64", monotonic=True)
    assert scrim.make_count_by_categories(sized, scrim.hamming_distance(), ["a"]).output_metric == scrim.linf_distance(
        "uint64"
    )


def test_conversion_of_measures():
    top = scrim.make_report_noisy_top_k(*COUNTS, scrim.range_divergence(), 1, 1.0, "max")
    assert scrim.make_convert_measure(top, scrim.max_divergence()).map(1) == top.map(1) == 2.0
    ratio = 2 / np.expm1(2)
    rho = scrim.make_convert_measure(top, scrim.zero_concentrated_divergence()).map(1)
    assert rho == pytest.approx(ratio - 1 - np.log(ratio), rel=1e-12) and rho < 0.5
    with pytest.raises(scrim.MismatchError, match="does not convert into range_divergence"):
        scrim.make_convert_measure(top, scrim.range_divergence())
    with pytest.raises(scrim.MismatchError, match="max_divergence\\(\\) does not convert into max_divergence"):
        scrim.make_convert_measure(
            scrim.make_report_noisy_top_k(*COUNTS, scrim.max_divergence(), 1, 1.0, "max"), scrim.max_divergence()
        )


def test_distances_are_checked():
    clamp = scrim.make_clamp(*FLOATS, (0.0, 1.0))
    assert clamp.map(2**32 - 1) == 2**32 - 1
    assert clamp.map(np.uint8(3)) == 3
    with pytest.raises(scrim.OverflowError, match="4294967295"):
        clamp.map(2**32)
    with pytest.raises(scrim.InvalidArgumentError, match="d_in is -1"):
        clamp.map(-1)
    with pytest.raises(TypeError, match="d_in must be an integer, not float"):
        clamp.map(1.0)
    quantile = scrim.make_private_quantile(*FLOATS, MEASURES[0], [1.0], 0.5, 1.0)
    for d_out in (-1.0, float("nan")):
        with pytest.raises(scrim.InvalidArgumentError, match="d_out"):
            quantile.check(1, d_out)
    with pytest.raises(scrim.Error):
        quantile.check(1, 2**53 + 1)
    assert quantile.check(1, float("inf")) and quantile.check(1, 1)
    with pytest.raises(TypeError):
        quantile.map("1")


def test_fractions_and_decimals_are_rounded_to_what_promises_no_more():
    noise = scrim.make_gaussian(scrim.vector_domain(scrim.atom_domain(int)), scrim.l2_distance(float), 10.0)
    for d_in in [Fraction(1, 3), Fraction(2, 3), decimal.Decimal("0.3"), decimal.Decimal("0.1")]:
        exact = Fraction(d_in)
        above = float(exact) if Fraction(float(exact)) >= exact else math.nextafter(float(exact), 1)
        assert noise.map(d_in) == noise.map(above)
        assert Fraction(noise.map(d_in)) >= exact**2 / 200
    assert noise.map(Fraction(1, 2)) == noise.map(0.5) == noise.map(np.float32(0.5))
    # As far as a decimal: the double of 0.1 is above a tenth, and so is what noise of this scale loses.
    laplace = scrim.make_laplace(scrim.vector_domain(scrim.atom_domain(int)), scrim.l1_distance(int), 10.0)
    assert laplace.check(1, 0.1) and not laplace.check(1, decimal.Decimal("0.1"))
    assert laplace.check(1, Fraction(0.1)) and laplace.check(1, np.float32(0.2))
    assert laplace.backward(Fraction(3, 10)) == 2 and laplace.backward(0.3) == 2
    assert noise.backward(Fraction(1, 3)) <= noise.backward(math.nextafter(1 / 3, 1))
    pair = scrim.make_count_by_key(scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance())
    pair = pair >> scrim.then_laplace_threshold(10.0, 5)
    loss = pair.map(1)
    assert loss[0] == 0.1 and pair.check(1, (0.1, 1.0)) and not pair.check(1, (decimal.Decimal("0.1"), 1.0))


def test_a_map_that_overflows_says_so_and_checks_false():
    scores = scrim.make_quantile_score_candidates(*FLOATS, [1.0], Fraction(1, 2**63 + 1))
    with pytest.raises(scrim.OverflowError):
        scores.map(2**32 - 1)
    assert scores.check(2**32 - 1, 2**64 - 1) is False


def test_functions_of_values():
    absolute = scrim.make_clamp(scrim.atom_domain(float), scrim.absolute_distance(float), (0, 1))
    assert absolute(7) == 1.0 and absolute.map(2.5) == 2.5
    assert scrim.make_clamp(scrim.atom_domain(int), scrim.absolute_distance(int), (0, 1))(-3) == 0
    entries = scrim.make_clamp(scrim.vector_domain(scrim.atom_domain(int)), scrim.l2_distance("uint64"), (0, 10))
    assert entries(np.array([-5, 5, 50])).tolist() == [0, 5, 10]
    scores = scrim.vector_domain(scrim.atom_domain(float)), scrim.range_distance(float)
    assert scrim.make_report_noisy_top_k(*scores, MEASURES[0], 2, 0.0, "max")([0.5, 2.5, 1.5]).tolist() == [1, 2]
    with pytest.raises(scrim.WrongSizeError):
        scrim.make_report_noisy_top_k(*COUNTS, MEASURES[0], 2, 0.0, "max")(np.array([1, 2], dtype=np.uint64))


# --- search -----------------------------------------------------------------------------------------


def test_binary_search_ends_at_the_exact_boundary():
    assert scrim.binary_search(lambda x: x <= 1 / 3, bounds=(0.0, 1.0)) == 1 / 3
    assert scrim.binary_search(lambda x: x >= 1 / 3, bounds=(0, 1.0)) == 1 / 3
    found = scrim.binary_search(lambda x: x < 1000, bounds=(-(2**63), 2**63 - 1))
    assert found == 999 and type(found) is int
    assert type(scrim.binary_search(lambda x: x < 3, bounds=(0, 9.0))) is float
    assert scrim.binary_search(lambda x: x <= 5e-324) == 5e-324


def test_binary_search_without_an_answer():
    with pytest.raises(scrim.NoAnswerError, match="true at both ends"):
        scrim.binary_search(lambda x: True, bounds=(0.0, 1.0))
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.binary_search(lambda x: True, bounds=(1.0, 0.0))
    with pytest.raises(ZeroDivisionError):
        scrim.binary_search(lambda x: 1 / 0, bounds=(0.0, 1.0))


def test_what_objects_say_of_themselves():
    quantile = FLOATS >> scrim.then_clamp((0, 1)) >> scrim.then_private_quantile(MEASURES[0], [1.0], 0.5, 1.0)
    assert repr(quantile) == "Measurement(vector_domain(atom_domain(float)), symmetric_distance() -> max_divergence())"
    assert "linf_distance" in repr(scrim.make_count_by_categories(*TEXTS, ["a"]))
    assert inspect.isclass(scrim.Transformation)


def test_categories_are_texts_of_unicode():
    with pytest.raises(scrim.InvalidArgumentError, match="categories is .* a surrogate stands alone"):
        scrim.then_count_by_categories(["a", "\ud800"])
