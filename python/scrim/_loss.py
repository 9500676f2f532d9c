"""What a release costs, as an exact number that knows what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrim import _core

if TYPE_CHECKING:
    from scrim._core import Measure


class Loss(float):
    """What a measurement's ``map`` says: a float, with the privacy measure it is a distance of.

    It is computed with and shown like any float. A :class:`scrim.Filter` charges its exact value, whereas a plain
    float is taken for what was typed: 0.1 for a tenth. What is computed from a loss (``2 * loss``) is a plain float.
    """

    __slots__ = ("measure",)

    measure: Measure

    def __new__(cls, value: float, measure: Measure) -> Loss:
        loss = super().__new__(cls, value)
        loss.measure = measure
        return loss

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (float(self), repr(self.measure))


def _load(value: float, measure: str) -> Loss:
    makers = (_core.max_divergence, _core.range_divergence, _core.zero_concentrated_divergence)
    known = {repr(made): made for made in (maker() for maker in makers)}
    return Loss(value, known[measure])


Loss.__module__ = "scrim"
