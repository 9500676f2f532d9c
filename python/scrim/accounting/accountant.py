"""What releases lose together: the account of a plan that is fixed beforehand."""

from __future__ import annotations

import math
from typing import Any

from .. import _core
from .._loss import Loss
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..analysis.refuse import refuse, whole
from ..analysis.rounding import nearest_float, show_factor
from ..analysis.words import counted
from .added import Added, told
from .amounts import Amount, above_zero, asked, at_least_zero, finite_below, probability, rounded_down, rounded_up
from .priced import priced_by_its_map
from .profile_picture import profile_picture
from .words import show_answer, show_epsilon_at, show_given, show_loss

_MOST_STEPS = 2**60
_MOST_CATEGORIES = 2**63
_MOST_TIMES = 2**32
_MOST_LINES = 20  # of what was added, in texts for people

_EPSILON = "a number of at least 0, such as 0.5"
_RHO = "a number of at least 0, such as 0.01"
_DELTA = "a number from 0 to 1, such as 1e-6"


class Accountant(Pictured):
    """What releases lose together. Add them, then ask for any epsilon or delta:

        account = scrim.Accountant()
        account.add_gaussian(sigma=10.0, sensitivity=1, times=100)
        account.add_loss(epsilon=0.1)
        account.epsilon(delta=1e-6)    # a second the first time, then microseconds

    No answer is below the truth, whatever the data: losses are composed as distributions, in exact integers,
    and what is rounded is rounded up. Noise that is told as such is accounted for more tightly than what its loss
    says alone, so prefer `add_gaussian` and `add_laplace` to `add_loss`.

    The list of releases is fixed beforehand. Where later ones are chosen by what earlier ones showed, losses add up
    in other ways, and an account like this one promises nothing: that is what a `Filter` is for.

    Amounts are numbers, Fractions, Decimals or decimal texts. A float is taken for what it is, but for a delta that is
    asked about, which is taken as it was typed, 1e-5 for 10^-5: that is what a `Filter` charges for it. Answers are
    losses, which a `Filter` takes exactly. Threads may share an account.
    """

    def __init__(self) -> None:
        self._inner = _core._accounting.Accountant()
        self._added: dict[Added, int] = {}
        self._asked: dict[tuple[str, float], float] = {}

    # --- what is added ---

    def add_gaussian(self, *, sigma: Amount, sensitivity: int = 1, times: int = 1, rate: Amount = 1) -> None:
        """Adds releases of one integer each with discrete Gaussian noise.

        The sensitivity is in steps of the noise: by how much one person changes the number. A vector of which a
        person changes several coordinates is as many releases.

        With a rate below 1 each release sees a sample that is drawn for it, which every person is in with that
        probability, independently of all others; a person is added to the data or removed.
        """
        noise = {"sigma": _noise(sigma, "sigma", 100), "sensitivity": _steps(sensitivity)}
        self._add(Added.of("gaussian", **noise, rate=_rate(rate)), times)

    def add_laplace(self, *, scale: Amount, sensitivity: int = 1, times: int = 1, rate: Amount = 1) -> None:
        """Adds releases with discrete Laplace noise: of an integer, or of a vector of integers that one person changes
        by at most `sensitivity` steps in all (L1). A rate is that of a sample, as in `add_gaussian`."""
        noise = {"scale": _noise(scale, "scale", 20), "sensitivity": _steps(sensitivity)}
        self._add(Added.of("laplace", **noise, rate=_rate(rate)), times)

    def add_randomised_response(self, *, epsilon: Amount, categories: int = 2, times: int = 1) -> None:
        """Adds releases of the true one of some categories, or with a small chance of any other."""
        advice = "the number of categories, at least 2"
        categories = whole(categories, "categories", 2, _MOST_CATEGORIES, advice)
        added = Added.of("randomised_response", epsilon=_loss(epsilon, "epsilon", _EPSILON), categories=categories)
        self._add(added, times)

    def add_selection(self, *, epsilon: Amount, times: int = 1) -> None:
        """Adds selections with exponential weights: releases whose loss varies by at most epsilon over all outcomes,
        which is what a map under `range_divergence` says."""
        self._add(Added.of("selection", epsilon=_loss(epsilon, "epsilon", _EPSILON)), times)

    def add_loss(
        self,
        *,
        epsilon: Amount | None = None,
        rho: Amount | None = None,
        delta: Amount | None = None,
        times: int = 1,
    ) -> None:
        """Adds releases of which nothing is known but what they lose: epsilon or rho, and delta where they have one."""
        if (epsilon is None) == (rho is None):
            given = "neither epsilon nor rho was" if epsilon is None else "both epsilon and rho were"
            refuse(f"{given} given; give the one in which the loss is told, such as epsilon=0.1")
        added = Added.of(
            "loss",
            epsilon=None if epsilon is None else _loss(epsilon, "epsilon", _EPSILON),
            rho=None if rho is None else _loss(rho, "rho", _RHO),
            delta=None if delta is None else rounded_up(probability(delta, "delta", _DELTA)),
        )
        self._add(added, times)

    def add_measurement(self, measurement: _core.Measurement, d_in: Any, times: int = 1) -> None:
        """Adds releases of a measurement at what its map says of inputs that are d_in-close."""
        self._add(priced_by_its_map(measurement, d_in), times)

    def _add(self, added: Added, times: int) -> None:
        times = whole(times, "times", 0, _MOST_TIMES, f"how many such releases there are, from 0 to {_MOST_TIMES:,}")
        given = dict(added.parameters)
        if added.kind == "loss":
            self._inner.add_loss(given.get("epsilon"), given.get("rho"), given.get("delta", 0.0), times)
        else:
            method = "add_bounded_range" if added.kind == "selection" else f"add_{added.kind}"
            getattr(self._inner, method)(**given, times=times)
        if times > 0:
            self._added[added] = self._added.get(added, 0) + times
            self._asked = {}  # another one, which answers that are under way do not know

    # --- what is asked ---

    def delta(self, epsilon: Amount) -> Loss:
        """The delta with which this epsilon may be exceeded: at most 1, and never below the truth."""
        answers, given = self._asked, at_least_zero(epsilon, "epsilon", _EPSILON)
        answer = self._inner.delta(finite_below(given))
        answers["epsilon", nearest_float(given)] = answer  # which is not below that, either
        return _one_of_pair(answer)

    def epsilon(self, delta: Amount) -> Loss:
        """The smallest epsilon that is exceeded with this delta at most; infinity if there is none."""
        answers, given = self._asked, probability(delta, "delta", _DELTA)
        answer = self._inner.epsilon(asked(delta, given))
        answers["delta", nearest_float(given)] = answer
        return _one_of_pair(answer)

    @property
    def rho(self) -> Loss:
        """What is lost under zero-concentrated privacy, but for `delta_beside_rho`."""
        return Loss(self._inner.rho(), _core.approximate(_core.zero_concentrated_divergence()))

    @property
    def delta_beside_rho(self) -> Loss:
        """The probability on which rho promises nothing: that of the deltas that were added."""
        return Loss(self._inner.delta_beside_rho(), _core.approximate(_core.zero_concentrated_divergence()))

    @property
    def releases(self) -> int:
        """How many were added."""
        return sum(self._added.values())

    # --- how it is told ---

    def explain(self, delta: Amount = 1e-6) -> str:
        """The account in plain words, at this delta."""
        lines = [f"What {self._counted()} lose together:" if self.releases != 1 else "What one release loses:"]
        lines += self._lines()
        if self._added:
            lines += [self._meaning(delta), f"Under zero-concentrated privacy that is {self._as_rho()}."]
        lines.append(
            "No number here is below the truth, whatever the data. They hold for a list that is fixed beforehand; where "
            "later releases are chosen by what earlier ones showed, a scrim.Filter keeps the account."
        )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """What was added, what it comes to, and what was asked since: numbers and texts only, None for an epsilon that
        does not exist."""
        answers = list(self._asked.items())
        return {
            "added": [added.to_dict(times) for added, times in self._added.items()],
            "releases": self.releases,
            "rho": self.rho,
            "delta_beside_rho": self.delta_beside_rho,
            "deltas": [{"epsilon": given, "delta": answer} for (kind, given), answer in answers if kind == "epsilon"],
            "epsilons": [
                {"delta": given, "epsilon": answer if math.isfinite(answer) else None}
                for (kind, given), answer in answers
                if kind == "delta"
            ],
        }

    def __repr__(self) -> str:
        lines = [f"Accountant of {self._counted()}", *self._lines()]
        if self._added:
            lines.append(f"  in all {self._as_rho()}")
            answers = self._answers() or ["ask epsilon(delta=1e-6), delta(epsilon=1) or explain()"]
            lines += [f"  {answer}" for answer in answers]
        return "\n".join(lines)

    def _counted(self) -> str:
        return counted(f"{self.releases:,}", "release")

    def _lines(self) -> list[str]:
        """What was added, one line for each kind."""
        if not self._added:
            return ["  Nothing was added, so nothing is lost."]
        lines = [f"  {told(added, times)}" for added, times in self._added.items()]
        hidden = len(lines) - _MOST_LINES
        return lines if hidden <= 1 else [*lines[:_MOST_LINES], f"  and {hidden:,} more"]

    def _as_rho(self) -> str:
        beside = self.delta_beside_rho
        return f"rho {show_loss(self.rho)}" + (f", but for a delta of {show_loss(beside)}" if beside > 0 else "")

    def _answers(self) -> list[str]:
        """What was asked since something was added."""
        return [show_answer(question, answer) for question, answer in list(self._asked.items())]

    def _meaning(self, delta: Amount) -> str:
        epsilon, given = self.epsilon(delta), nearest_float(probability(delta, "delta", _DELTA))
        if math.isinf(epsilon):
            return (
                f"There is no epsilon at delta {show_given(given)}: the deltas that were added come to "
                f"{show_loss(self.delta_beside_rho)}. Ask at a larger delta, or release with smaller ones."
            )
        weak = " That is weak: above 10, epsilon promises little." if epsilon > 10 else ""
        return (
            f"{show_epsilon_at(epsilon, given).capitalize()}: taking one person out of the data, or putting one in, "
            f"changes the probability of what is seen by a factor of at most {show_factor(epsilon)}, and by "
            f"{show_given(given)} beyond that, whatever else is known.{weak} One person is what the sensitivities and "
            "losses that were added are about."
        )

    def _picture(self) -> Picture:
        return profile_picture(self)

    # --- copies ---

    def copy(self) -> Accountant:
        """Another account of the same releases: what is added to one is not added to the other."""
        return _restored([(added.kind, added.parameters, times) for added, times in self._added.items()])

    def __copy__(self) -> Accountant:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Accountant:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # Added again when it is loaded, so that the answers are those of the version that gives them.
        return _restored, ([(added.kind, added.parameters, times) for added, times in self._added.items()],)


def _one_of_pair(answer: float) -> Loss:
    """An epsilon or a delta, which hold together."""
    return Loss(answer, _core.approximate(_core.max_divergence()))


def _restored(releases: list[tuple[str, tuple[tuple[str, int | float], ...], int]]) -> Accountant:
    account = Accountant()
    for kind, parameters, times in releases:
        account._add(Added(kind, tuple(parameters)), times)
    return account


def _noise(value: Any, name: str, example: int) -> float:
    """Less of it than was told is safe."""
    return rounded_down(above_zero(value, name, f"a positive number, such as {example}"))


def _loss(value: Any, name: str, advice: str) -> float:
    return rounded_up(at_least_zero(value, name, advice))


def _rate(value: Any) -> float | None:
    """More of the rows than was told is safe; nothing for all of them."""
    rate = rounded_up(probability(value, "rate", "the probability with which a person is in a sample, such as 0.01"))
    return None if rate == 1 else rate


def _steps(value: Any) -> int:
    advice = "by how many steps of the noise one person changes the number: a whole number, rounded up, such as 1"
    return whole(value, "sensitivity", 0, _MOST_STEPS, advice)
