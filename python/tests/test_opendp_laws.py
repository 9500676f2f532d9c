"""The same laws as OpenDP: what each releases how often, on the same data with the same scale.

Both draw from real entropy, so a test fails by chance too; the thresholds make that one time in a million. Each
is also shown a law that is off by a quarter in scale, and must reject it.
"""

import math
from collections import Counter

import pytest
import scrim

dp = pytest.importorskip("opendp.prelude")
dp.enable_features("contrib")

RELEASES = 20_000
AT_ONCE = 200
ROWS = [float(x) for x in (3, 8, 8, 11, 14, 15, 15, 15, 22, 31, 40)]
CANDIDATES = [float(x) for x in range(0, 45, 5)]
SCORES = [3.0, 7.0, 8.0, 5.5, 0.0, 7.75]

MEASURES = {
    "max divergence": (scrim.max_divergence, dp.max_divergence),
    "zero-concentrated": (scrim.zero_concentrated_divergence, dp.zero_concentrated_divergence),
}


def two_sample_chi_square(first, second):
    """The statistic and its degrees of freedom; outcomes rarer than 10 in all count as one."""
    common = [
        outcome for outcome in set(first) | set(second) if first[outcome] + second[outcome] >= 10
    ]
    pairs = [(first[outcome], second[outcome]) for outcome in common]
    rest = (first.total() - sum(a for a, _ in pairs), second.total() - sum(b for _, b in pairs))
    if sum(rest) > 0:
        pairs.append(rest)
    ratio = math.sqrt(second.total() / first.total())
    return sum((a * ratio - b / ratio) ** 2 / (a + b) for a, b in pairs), len(pairs) - 1


def differ(first, second):
    """Whether two samples are from different laws; wrongly so one time in a million."""
    statistic, freedom = two_sample_chi_square(first, second)
    # The cube root of chi-square over its freedom is nearly normal (Wilson and Hilferty).
    normal = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(
        2 / (9 * freedom)
    )
    return normal > 4.9


def sample(release, argument):
    return Counter(release(argument) for _ in range(RELEASES))


def sample_of_peer(measurement, argument, outcome=lambda release: release):
    """The same of OpenDP, as releases of a composition: the argument is then handed over once for many of them."""
    composition = dp.c.make_composition([measurement] * AT_ONCE)
    releases = [release for _ in range(RELEASES // AT_ONCE) for release in composition(argument)]
    assert len(releases) == RELEASES
    return Counter(map(outcome, releases))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(("alpha", "scale"), [(0.5, 1.0), (0.25, 7 / 5), (0.9, 0.3), (1.0, 2.0)])
def test_private_quantiles_have_the_same_law(measure, alpha, scale):
    ours, theirs = MEASURES[measure]
    our_space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    their_space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()

    def our_release(at):
        return sample(scrim.make_private_quantile(*our_space, ours(), CANDIDATES, alpha, at), ROWS)

    peer = sample_of_peer(
        dp.m.make_private_quantile(*their_space, theirs(), CANDIDATES, alpha, scale), ROWS
    )
    assert not differ(our_release(scale), peer)
    assert differ(our_release(scale * 1.25), peer)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("optimize", ["max", "min"])
@pytest.mark.parametrize("k", [1, 2])
def test_noisy_selections_have_the_same_law(measure, optimize, k):
    ours, theirs = MEASURES[measure]
    scale = 2.0

    def our_release(at):
        selection = scrim.make_report_noisy_top_k(
            scrim.vector_domain(scrim.atom_domain(float)),
            scrim.linf_distance(float),
            ours(),
            k,
            at,
            optimize,
        )
        return sample(lambda scores: tuple(selection(scores).tolist()), SCORES)

    selection = dp.m.make_noisy_top_k(
        dp.vector_domain(dp.atom_domain(T=float, nan=False)),
        dp.linf_distance(T=float),
        theirs(),
        k,
        scale,
        optimize == "min",
    )
    peer = sample_of_peer(selection, SCORES, tuple)
    assert not differ(our_release(scale), peer)
    assert differ(our_release(scale * 1.25), peer)
