"""A table of made-up people, the same for the same seed on every machine."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterator
from typing import IO

# The cities that exist in this world: public knowledge, whoever lives there.
CITIES = [
    "Arden",
    "Birchwick",
    "Corvale",
    "Dunmere",
    "Eastholm",
    "Fennick",
    "Garrow",
    "Holloway",
    "Ironbay",
    "Juniper",
]
COLUMNS = ["age", "income", "city"]


def people(rows: int, seed: int) -> Iterator[tuple[int, int, str]]:
    """Ages like a bell, incomes with a long tail, cities of size 1, 1/2, 1/3, …"""
    # Only random() is promised to give the same numbers in every version of Python.
    draw = random.Random(seed).random
    sizes = [1 / (place + 1) for place in range(len(CITIES))]
    for _ in range(rows):
        age = min(99, max(18, round(44 + 17 * _bell(draw(), draw()))))
        income = round(math.exp(10.4 + 0.6 * _bell(draw(), draw())) / 100) * 100
        yield age, income, _weighted(CITIES, sizes, draw())


def write_csv(file: IO[str], rows: int, seed: int) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(people(rows, seed))


def _bell(first: float, second: float) -> float:
    """A standard normal variable from two uniform ones."""
    return math.sqrt(-2 * math.log(1 - first)) * math.cos(2 * math.pi * second)


def _weighted(items: list[str], weights: list[float], uniform: float) -> str:
    left = uniform * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]
