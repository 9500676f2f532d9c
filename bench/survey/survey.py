"""The made-up survey: visits of persons, none of whom has more rows than the questions let through.

Written with the standard library alone, since each party reads it in an environment of its own.
"""

from __future__ import annotations

import csv
import hashlib
import random
from dataclasses import dataclass
from pathlib import Path

ROWS = 200_000
SEED = 20261118

REGIONS = ("N", "E", "S", "W")
WARDS = ("cardiology", "dermatology", "geriatrics", "neurology", "oncology", "orthopaedics", "paediatrics", "surgery")
MONTHS = tuple(range(1, 13))
AGES = (0, 120)
COSTS = (0, 5000)
COLUMNS = ("id", "age", "region", "ward", "month", "cost")

# What one person has at most. Who asks bounds persons to that, so that nothing is cut off and what is measured is noise.
ROWS_OF_A_PERSON = 3

_REGION_WEIGHTS = (40, 30, 20, 10)
_WARD_WEIGHTS = (20, 5, 15, 8, 14, 12, 6, 20)


@dataclass(frozen=True)
class Visit:
    id: int
    age: int
    region: str
    ward: str
    month: int
    cost: float


def make_survey(rows: int = ROWS) -> list[Visit]:
    draw = random.Random(SEED)
    visits: list[Visit] = []
    person = 0
    while len(visits) < rows:
        person += 1
        age = min(max(round(draw.gauss(46, 21)), AGES[0]), 105)
        visits += _visits_of(draw, person, age, min(draw.choice((1, 1, 1, 2, 2, ROWS_OF_A_PERSON)), rows - len(visits)))
    draw.shuffle(visits)
    return visits


def _visits_of(draw: random.Random, person: int, age: int, number: int) -> list[Visit]:
    home = draw.choices(REGIONS, _REGION_WEIGHTS)[0]
    regions = [home if draw.random() < 0.8 else draw.choice(REGIONS) for _ in range(number)]
    return [
        Visit(person, age, region, draw.choices(WARDS, _WARD_WEIGHTS)[0], draw.choice(MONTHS), _cost(draw, age, region))
        for region in regions
    ]


def _cost(draw: random.Random, age: int, region: str) -> float:
    median = 180 + 4 * age + 60 * REGIONS.index(region)
    return min(round(draw.lognormvariate(0, 0.8) * median, 2), float(COSTS[1]))


def write_survey(visits: list[Visit], path: Path) -> str:
    """As CSV; gives the digest of the file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([getattr(visit, name) for name in COLUMNS] for visit in visits)
    return digest_of(path)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
