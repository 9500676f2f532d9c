"""The confidence of each of several numbers, for all of them to hold at once."""

from fractions import Fraction

import pytest
import scrim
from scrim.analysis.simultaneous import _power_down, confidence_of_each


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 100, 1001])
@pytest.mark.parametrize("confidence", [0.95, 1 / 3, 0.5, 1 - 2**-40, 5e-324, 0.9999999])
def test_all_hold_with_the_confidence_asked_for(confidence, parts):
    each = confidence_of_each(confidence, parts)
    assert Fraction(each) ** parts >= Fraction(confidence)
    assert each == pytest.approx(confidence ** (1 / parts), rel=1e-14)


def test_one_number_has_the_confidence_itself():
    assert confidence_of_each(0.95, 1) == 0.95


@pytest.mark.parametrize("base", [0.1, 0.95, 1 - 2**-53])
def test_powers_are_never_too_large(base):
    for exponent in (0, 1, 2, 3, 10, 31, 1000):
        exact = Fraction(base) ** exponent
        assert exact * (1 - Fraction(1, 10**40)) <= Fraction(_power_down(base, exponent)) <= exact


def test_refuses_more_numbers_than_doubles_can_tell():
    with pytest.raises(scrim.InvalidArgumentError, match="give a lower one"):
        confidence_of_each(1 - 2**-53, 2)
    with pytest.raises(scrim.InvalidArgumentError, match="100000000000000000 numbers"):
        confidence_of_each(0.95, 10**17)
