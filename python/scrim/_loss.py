"""What a release costs, as exact numbers that know what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrim import _core

if TYPE_CHECKING:
    from scrim._core import Measure


class Loss(float):
    """What a measurement's ``map`` or a conversion says: a float, with the privacy measure it belongs to.

    It is computed with and shown like any float. A :class:`scrim.Filter` takes its exact value, whereas a plain
    float is taken for what was typed: 0.1 for a tenth. What is computed from a loss (``2 * loss``) is a plain float.
    """

    __slots__ = {"measure": "Under which it is a loss."}

    measure: Measure

    def __new__(cls, value: float, measure: Measure) -> Loss:
        loss = super().__new__(cls, value)
        loss.measure = measure
        return loss

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (float(self), repr(self.measure))


class LossWithDelta(tuple[Loss, Loss]):
    """What a measurement's ``map`` says under ``approximate(...)``: the pair (loss, delta), each a :class:`Loss`."""

    measure: Measure

    def __new__(cls, loss: float, delta: float, measure: Measure) -> LossWithDelta:
        pair = super().__new__(cls, (Loss(loss, measure), Loss(delta, measure)))
        pair.measure = measure
        return pair

    @property
    def loss(self) -> Loss:
        """Epsilon or rho, as the measure has it."""
        return self[0]

    @property
    def delta(self) -> Loss:
        """The probability on which the loss promises nothing."""
        return self[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_pair, (float(self.loss), float(self.delta), repr(self.measure))


def _measure(text: str) -> Measure:
    plain = [_core.max_divergence(), _core.range_divergence(), _core.zero_concentrated_divergence()]
    approximate = [_core.approximate(plain[0]), _core.approximate(plain[2])]
    return {repr(measure): measure for measure in plain + approximate}[text]


def _load(value: float, measure: str) -> Loss:
    return Loss(value, _measure(measure))


def _load_pair(loss: float, delta: float, measure: str) -> LossWithDelta:
    return LossWithDelta(loss, delta, _measure(measure))


Loss.__module__ = LossWithDelta.__module__ = "scrim"
