"""What a measurement adds to an account: what its map says, in the currency of its measure."""

from __future__ import annotations

import math
from typing import Any

from .. import _core
from ..analysis.refuse import refuse, shown
from .added import Added


def priced_by_its_map(measurement: Any, d_in: Any) -> Added:
    """One release, for inputs that are d_in-close."""
    if not isinstance(measurement, _core.Measurement):
        refuse(f"measurement is {shown(measurement)}; give what make_ functions make, such as make_laplace(...)")
    loss, measure = measurement.map(d_in), measurement.output_measure
    # As doubles: a loss of a map is exact, and rounded up already.
    if measure == _core.max_divergence():
        return _finite(Added.of("loss", epsilon=float(loss)), d_in)
    if measure == _core.zero_concentrated_divergence():
        return _finite(Added.of("loss", rho=float(loss)), d_in)
    if measure == _core.range_divergence():
        return _finite(Added.of("selection", epsilon=float(loss)), d_in)
    if measure == _core.approximate(_core.max_divergence()):
        return _finite(Added.of("loss", epsilon=float(loss[0]), delta=float(loss[1])), d_in)
    if measure == _core.approximate(_core.zero_concentrated_divergence()):
        return _finite(Added.of("loss", rho=float(loss[0]), delta=float(loss[1])), d_in)
    if measure == _core.profile_divergence():
        return Added.of("profile", profile=loss)
    refuse(
        f"the measurement's loss is under {measure!r}, which an account cannot add; convert it first, with "
        "make_convert_measure(measurement, approximate(max_divergence()), delta=1e-9)"
    )


def _finite(added: Added, d_in: Any) -> Added:
    if not all(math.isfinite(value) for _, value in added.parameters):
        refuse(f"the measurement has no finite loss at d_in {shown(d_in)}; give it noise, or a smaller d_in")
    return added
