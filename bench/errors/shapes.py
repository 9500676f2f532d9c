"""The made-up rows: five shapes, the same in every run and environment. No row lies beyond its bounds."""

from __future__ import annotations

import random
from collections.abc import Callable

from .problem import Problem

ROWS, FEW = 5000, 30

Draw = Callable[[random.Random], float]


def make_problems(rows: int = ROWS, few: int = FEW) -> list[Problem]:
    return [
        _problem("ties", "60% are 0, the others even between 0 and 100", 1, rows, (0.0, 100.0), _tied),
        _problem("skewed", "lognormal, median 12", 2, rows, (0.0, 250.0), lambda r: r.lognormvariate(2.5, 0.8), 0.02),
        _problem("bimodal", "normal around -30 and around 30", 3, rows, (-50.0, 50.0), _bimodal),
        _problem("uniform", "even between 0 and 100", 4, rows, (0.0, 100.0), lambda r: r.uniform(0.0, 100.0)),
        _problem("tiny", "normal around 45, few rows", 5, few, (0.0, 120.0), lambda r: r.gauss(45.0, 15.0)),
    ]


def _problem(
    shape: str, words: str, seed: int, rows: int, bounds: tuple[float, float], draw: Draw, step: float = 0.01
) -> Problem:
    source = random.Random(seed)
    drawn: list[float] = []
    while len(drawn) < rows:
        row = draw(source)
        if bounds[0] <= row <= bounds[1]:
            drawn.append(row)
    return Problem(shape, f"{words}; {rows} rows, seed {seed}", tuple(drawn), bounds, step)


def _tied(source: random.Random) -> float:
    return 0.0 if source.random() < 0.6 else source.uniform(0.0, 100.0)


def _bimodal(source: random.Random) -> float:
    return source.gauss(-30.0 if source.random() < 0.5 else 30.0, 5.0)
