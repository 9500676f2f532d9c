"""Tables of made-up people and of their visits, the same for the same seed on every machine."""

from __future__ import annotations

import csv
import datetime
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
REGIONS = ["N", "E", "S", "W"]
WARDS = ["cardiology", "dermatology", "geriatrics", "neurology", "oncology", "orthopaedics", "paediatrics", "surgery"]
VISIT_COLUMNS = ["patient", "age", "region", "ward", "cost", "day"]
_YEAR = datetime.date(2026, 1, 1)


def people(rows: int, seed: int) -> Iterator[tuple[int, int, str]]:
    """Ages like a bell, incomes with a long tail, cities of size 1, 1/2, 1/3, …"""
    # Only random() is promised to give the same numbers in every version of Python.
    draw = random.Random(seed).random
    sizes = [1 / (place + 1) for place in range(len(CITIES))]
    for _ in range(rows):
        age = min(99, max(18, round(44 + 17 * _bell(draw(), draw()))))
        income = round(math.exp(10.4 + 0.6 * _bell(draw(), draw())) / 100) * 100
        yield age, income, _weighted(CITIES, sizes, draw())


def visits(patients: int, seed: int) -> Iterator[tuple[int, int, str, str, float, str]]:
    """Of each patient one visit, two, or more, mostly in the region where they live; costs with a long tail."""
    draw = random.Random(seed).random
    sizes = [1 / (place + 1) for place in range(len(WARDS))]
    for patient in range(1, patients + 1):
        age = min(99, max(0, round(52 + 20 * _bell(draw(), draw()))))
        home = _weighted(REGIONS, [4, 3, 2, 1], draw())
        while True:
            region = home if draw() < 0.9 else _weighted(REGIONS, [1, 1, 1, 1], draw())
            cost = round(math.exp(5.5 + 0.01 * age + 0.8 * _bell(draw(), draw())), 2)
            day = _YEAR + datetime.timedelta(int(365 * draw()))
            yield patient, age, region, _weighted(WARDS, sizes, draw()), cost, day.isoformat()
            if draw() < 0.5:
                break


def write_csv(file: IO[str], rows: int, seed: int, *, of_visits: bool = False) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(VISIT_COLUMNS if of_visits else COLUMNS)
    writer.writerows(visits(rows, seed) if of_visits else people(rows, seed))


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
