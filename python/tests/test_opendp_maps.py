"""The same maps as OpenDP where both claim the same bound, and the table of where they differ.

Run as a program it writes the table into docs/compared-with-opendp.md; as a test it checks that the table is
the one in the document.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
import scrim

dp = pytest.importorskip("opendp.prelude")
dp.enable_features("contrib")

PAGE = Path(__file__).parents[2] / "docs" / "compared-with-opendp.md"
VERSION = "0.16.0"
CANDIDATES = [25.0, 50.0, 75.0]
DISTANCES = [1, 2, 3, 10]


def metrics():
    return {
        "symmetric": (scrim.symmetric_distance(), dp.symmetric_distance()),
        "insert-delete": (scrim.insert_delete_distance(), dp.insert_delete_distance()),
    }


def measures():
    return {
        "max divergence": (scrim.max_divergence(), dp.max_divergence()),
        "zero-concentrated": (
            scrim.zero_concentrated_divergence(),
            dp.zero_concentrated_divergence(),
        ),
    }


def our_rows(size=None):
    return scrim.vector_domain(scrim.atom_domain(float), size=size)


def their_rows(size=None):
    return dp.vector_domain(dp.atom_domain(T=float, nan=False), size=size)


def quantile_costs(metric, measure, alpha, size, d_in, scale=1.0):
    """What one release of a private quantile costs, ours and theirs. Both scales are in rows."""
    our_metric, their_metric = metrics()[metric]
    our_measure, their_measure = measures()[measure]
    ours = scrim.make_private_quantile(
        our_rows(size), our_metric, our_measure, CANDIDATES, alpha, scale
    )
    theirs = dp.m.make_private_quantile(
        their_rows(size), their_metric, their_measure, CANDIDATES, alpha, scale
    )
    return ours.map(d_in), theirs.map(d_in)


def test_the_pinned_version_is_compared():
    from importlib.metadata import version

    assert version("opendp") == VERSION


@pytest.mark.parametrize("d_in", DISTANCES)
def test_clamping_is_as_stable(d_in):
    for name in metrics():
        ours = scrim.make_clamp(our_rows(), metrics()[name][0], (0.0, 10.0)).map(d_in)
        assert ours == dp.t.make_clamp(their_rows(), metrics()[name][1], (0.0, 10.0)).map(d_in)


@pytest.mark.parametrize("alpha", [0.1, 0.25, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("d_in", DISTANCES)
@pytest.mark.parametrize("metric", ["symmetric", "insert-delete"])
def test_scores_are_as_stable_and_the_same(alpha, d_in, metric):
    ours = scrim.make_quantile_score_candidates(our_rows(), metrics()[metric][0], CANDIDATES, alpha)
    theirs = dp.t.make_quantile_score_candidates(
        their_rows(), metrics()[metric][1], CANDIDATES, alpha
    )
    # Both write alpha as a fraction; a larger denominator scales scores and their distance alike.
    data = [10.0, 20.0, 50.0, 60.0, 99.0]
    our_scores, their_scores = ours(data).tolist(), theirs(data)
    factor = Fraction(their_scores[0], our_scores[0])
    assert [score * factor for score in our_scores] == their_scores
    assert ours.map(d_in) * factor == theirs.map(d_in)


@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize("measure", ["max divergence", "zero-concentrated"])
@pytest.mark.parametrize("k", [1, 2, 5])
@pytest.mark.parametrize("scale", [1.0, 7 / 5, 4.0, 1e6 + 1 / 3])
@pytest.mark.parametrize("d_in", [1.0, 2.5, 10.0])
def test_noisy_top_k_costs_the_same(monotonic, measure, k, scale, d_in):
    our_measure, their_measure = measures()[measure]
    ours = scrim.make_report_noisy_top_k(
        scrim.vector_domain(scrim.atom_domain(float)),
        scrim.linf_distance(float, monotonic=monotonic),
        our_measure,
        k,
        scale,
        "max",
    )
    theirs = dp.m.make_noisy_top_k(
        their_rows(), dp.linf_distance(T=float, monotonic=monotonic), their_measure, k, scale
    )
    if measure == "max divergence" or scale > 1e5:
        # Both round up, in another order of operations; a tiny range is worth its square over 8.
        assert ours.map(d_in) == pytest.approx(theirs.map(d_in), rel=1e-10)
    else:
        # They charge e^2 / 8 for a range of e; it is worth less (conversions.proof.md).
        epsilon = d_in * (1 if monotonic else 2) / scale
        ratio = epsilon / math.expm1(epsilon)
        assert ours.map(d_in) == pytest.approx(k * (ratio - 1 - math.log(ratio)), rel=1e-9)
        assert ours.map(d_in) < theirs.map(d_in)


@pytest.mark.parametrize("alpha", [0.1, 0.25, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("measure", ["max divergence", "zero-concentrated"])
@pytest.mark.parametrize("d_in", DISTANCES)
def test_a_private_quantile_costs_the_same_inside(alpha, measure, d_in):
    ours, theirs = quantile_costs("symmetric", measure, alpha, None, d_in)
    if measure == "max divergence":
        assert ours == pytest.approx(theirs, rel=1e-12)
    else:  # they charge e^2 / 8 for a range of e
        epsilon = math.sqrt(8 * theirs)
        ratio = epsilon / math.expm1(epsilon)
        assert ours == pytest.approx(ratio - 1 - math.log(ratio), rel=1e-9)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("d_in", DISTANCES)
def test_minimum_and_maximum_cost_half(alpha, d_in):
    ours, theirs = quantile_costs("symmetric", "max divergence", alpha, None, d_in)
    assert ours == pytest.approx(theirs / 2, rel=1e-12)


# --- the table ---


def rows_of_the_table():
    for measure in measures():
        # Where the size is known, one person's change is a row removed and a row added.
        for size, d_in in ((None, 1), (1000, 2)):
            for alpha in (0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0):
                yield (
                    measure,
                    size,
                    alpha,
                    d_in,
                    *quantile_costs("symmetric", measure, alpha, size, d_in),
                )


def table() -> str:
    lines = [
        "| measure | size | alpha | d_in | Scrim | OpenDP | Scrim / OpenDP |",
        "|---|---|---|---|---|---|---|",
    ]
    for measure, size, alpha, d_in, ours, theirs in rows_of_the_table():
        ratio = "1" if theirs == 0 else f"{ours / theirs:.4g}"
        known = "unknown" if size is None else "known"
        lines.append(
            f"| {measure} | {known} | {alpha:.4g} | {d_in} | {ours:.5g} | {theirs:.5g} | {ratio} |"
        )
    return "\n".join(lines)


BLOCK = re.compile(r"(?<=<!-- table: begin -->\n).*(?=\n<!-- table: end -->)", re.DOTALL)


def test_the_page_has_the_table_as_measured():
    assert BLOCK.search(PAGE.read_text(encoding="utf-8"))[0] == table()


def test_scrim_never_costs_more():
    for *_, ours, theirs in rows_of_the_table():
        assert ours <= theirs * (1 + 1e-12)


if __name__ == "__main__":
    PAGE.write_text(
        BLOCK.sub(lambda _: table(), PAGE.read_text(encoding="utf-8")), encoding="utf-8"
    )
