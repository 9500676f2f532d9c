"""A library that is loaded beside this one may have told the processor to flush small numbers to zero."""

import contextlib
import struct

import pytest

import scrim
from scrim._core import _testing

STANDARD = 0x1F80
SETTINGS = {"flush": 0x9FC0, "up": 0x5F80, "down": 0x3F80, "towards zero": 0x7F80}
SETTING_BITS = 0xFFC0

# Made before anything is set: Python computes as the processor is told to.
TINY = [5e-324, 1.5e-323, 2.0**-1022, 3.0 * 2.0**-1000, 1e-160, 0.1, 1.0]
SMALL = [i * 5e-324 for i in range(100)]


@contextlib.contextmanager
def arithmetic(bits):
    before = _testing.set_arithmetic(bits)
    if before == -1:
        pytest.skip("another processor")
    try:
        yield
    finally:
        left = _testing.set_arithmetic(before)
    assert left & SETTING_BITS == bits & SETTING_BITS, "the setting was not given back"


def losses():
    rho = scrim.zero_concentrated_divergence()
    space = scrim.vector_domain(scrim.atom_domain(float)), scrim.linf_distance(float)
    given = []
    for scale in TINY:
        release = scrim.make_report_noisy_top_k(*space, rho, 3, scale, "max")
        for d_in in TINY:
            try:
                given.append(struct.pack("<d", release.map(d_in)))
            except scrim.Error as error:
                given.append(str(error))
    return given


def scores():
    space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    return scrim.make_quantile_score_candidates(*space, SMALL[::3], 0.25)(SMALL).tolist()


@pytest.mark.parametrize("name", SETTINGS)
def test_maps_and_scores_are_the_same_under_every_setting(name):
    expected = losses(), scores()
    with arithmetic(SETTINGS[name]):
        found = losses(), scores()
    assert found == expected


@pytest.mark.parametrize("name", SETTINGS)
def test_an_error_gives_the_setting_back(name):
    with arithmetic(SETTINGS[name]), pytest.raises(scrim.Error):
        scrim.atom_domain(float, bounds=(5e-324, 0.0))
