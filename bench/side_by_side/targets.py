"""What the benchmark is to show, and whether it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .results import PLAIN_PASS, SCRIM, Results, WorkResult


@dataclass(frozen=True)
class Target:
    what: str
    measured: float
    bound: float
    kind: Literal["at least", "at most"]
    unit: str

    @property
    def is_met(self) -> bool:
        return self.measured >= self.bound if self.kind == "at least" else self.measured <= self.bound


def targets_of(results: Results) -> list[Target]:
    """Those targets whose contenders were there."""
    scoring = ["score_f64_1000"]
    both_types = [*scoring, "score_i64"]
    other_scorings = [
        work.key for work in results.works if work.key.startswith("score_f64_") and work.key not in scoring
    ]
    selections = [work.key for work in results.works if work.key.startswith("top_")]
    ones = [key for key in selections if key.startswith("top_1_")]
    median = ["median_f64"]
    noise = ["noise_laplace", "noise_gaussian"]
    every_noise = [work.key for work in results.works if work.key.startswith("noise_")]
    laplace = [key for key in every_noise if key.startswith("noise_laplace") and "_f64_" not in key]
    gaussian = [key for key in every_noise if key.startswith("noise_gaussian") and "_f64_" not in key]
    found = [
        _ratio(results, "scoring, against OpenDP's core", scoring, "OpenDP, core", 25),
        _ratio(results, "selecting 1 or 10 of 10 000, against OpenDP's core", selections, "OpenDP, core", 50),
        _ratio(results, "array to private median, against OpenDP's core", median, "OpenDP, core", 20),
        _ratio(results, "array to private median, against NumPy", median, "NumPy", 1),
        _ratio(results, "array to private median, against NumPy on an even grid", median, "NumPy, even grid only", 1),
        _time(results, "scoring 1000 candidates, float64 and int64, a row", both_types, 2.5),
        _passes(results, "scoring 1000 candidates, in plain passes", both_types, 10),
        _against(
            results, "scoring 100, 10 000 or uneven candidates, in scorings of 1000", other_scorings, scoring[0], 3
        ),
        _threads(results, "scoring 1000 candidates on two threads, against one", scoring[0], 1.8),
        _time(results, "selecting 1 of 10 000, a candidate", ones, 12),
        _peeling(results, "peeling 10 of 10 000, in selections of 1", 3),
        _time(results, "noise on a vector, every law, scale and type, a number", every_noise, 12),
        _ratio(results, "Laplace noise on integers, against OpenDP's core", laplace, "OpenDP, core", 500),
        _ratio(results, "Gaussian noise on integers, against OpenDP's core", gaussian, "OpenDP, core", 1000),
        _ratio(results, "Laplace noise on doubles, against OpenDP's core", ["noise_laplace_f64_10"], "OpenDP, core", 1500),
        _ratio(
            results, "Gaussian noise on doubles, against OpenDP's core", ["noise_gaussian_f64_10"], "OpenDP, core", 3000
        ),
        _ratio(results, "noise on a vector, against NumPy's, which is not private", noise, "NumPy", 1),
        _ratio(results, "array to private sum, against NumPy's clip and sum", ["sum_f64"], "NumPy", 2),
        _passes(results, "array to private sum, in plain passes", ["sum_f64"], 3),
        _ratio(results, "array to private counts, against NumPy", ["counts_i64"], "NumPy", 1),
    ]
    return [target for target in found if target]


def _worst(values: Sequence[float | None], kind: str) -> float | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    return min(known) if kind == "at least" else max(known)


def _works(results: Results, keys: Sequence[str]) -> list[WorkResult]:
    return [work for key in keys if (work := results.work(key))]


def _ratio(results: Results, what: str, keys: Sequence[str], peer: str, bound: float) -> Target | None:
    worst = _worst([results.ratio(work, peer, SCRIM) for work in _works(results, keys)], "at least")
    return Target(what, worst, bound, "at least", "times") if worst is not None else None


def _time(results: Results, what: str, keys: Sequence[str], bound: float) -> Target | None:
    times = []
    for work in _works(results, keys):
        spread = results.spread(work, SCRIM)
        times.append(spread.median / work.units if spread else None)
    worst = _worst(times, "at most")
    return Target(what, worst, bound, "at most", "ns") if worst is not None else None


def _passes(results: Results, what: str, keys: Sequence[str], bound: float) -> Target | None:
    worst = _worst([results.ratio(work, SCRIM, PLAIN_PASS) for work in _works(results, keys)], "at most")
    return Target(what, worst, bound, "at most", "times") if worst is not None else None


def _threads(results: Results, what: str, key: str, bound: float) -> Target | None:
    gains = [results.ratio(work, SCRIM, f"{SCRIM}, 2 threads") for work in _works(results, [key])]
    worst = _worst(gains, "at least")
    return Target(what, worst, bound, "at least", "times") if worst is not None else None


def _against(results: Results, what: str, keys: Sequence[str], base: str, bound: float) -> Target | None:
    """Scrim's worst time for some works in terms of its time for another one: of two works, so a ratio of medians."""
    reference = results.work(base)
    usual = results.spread(reference, SCRIM) if reference else None
    ratios = []
    for work in _works(results, keys):
        spread = results.spread(work, SCRIM)
        ratios.append(spread.median / usual.median if spread and usual else None)
    worst = _worst(ratios, "at most")
    return Target(what, worst, bound, "at most", "times") if worst is not None else None


def _peeling(results: Results, what: str, bound: float) -> Target | None:
    targets = [
        _against(results, what, [f"top_10_{shape}_epsilon"], f"top_1_{shape}_epsilon", bound)
        for shape in ("counts", "ranks")
    ]
    return max((target for target in targets if target), key=lambda target: target.measured, default=None)
