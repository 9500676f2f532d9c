"""Visits of made-up patients, for tests of tables: who has at most so many rows in so many groups is known."""

from __future__ import annotations

import datetime

import numpy as np
import pyarrow as pa
import scrim

REGIONS = ["N", "E", "S", "W"]
COLUMNS = {
    "age": scrim.number(0, 120),
    "visits": scrim.integer(0, 20),
    "cost": scrim.number(0, 1000),
    "region": scrim.category(*REGIONS),
    "ward": scrim.text(),
    "day": scrim.date("2026-01-01", "2026-12-31"),
    "member": scrim.boolean(),
    "extra": scrim.number(0, 10, nullable=True),
}
PATIENTS = 400
ROWS_EACH = 3


def visit_rows(seed: int = 1) -> pa.Table:
    """Three rows for each patient, all in one region; whole numbers, which sums hold exactly."""
    draw = np.random.default_rng(seed)
    patient = np.repeat(np.arange(PATIENTS), ROWS_EACH)
    order = draw.permutation(len(patient))
    size = len(patient)
    columns = {
        "patient": [f"p{number}" for number in patient],
        "number": patient,
        "clinic": patient % 2,
        "age": np.repeat(draw.integers(0, 100, PATIENTS), ROWS_EACH).astype(float),
        "visits": draw.integers(0, 20, size),
        "cost": draw.integers(0, 1000, size).astype(float),
        "region": np.repeat(draw.choice(REGIONS, PATIENTS), ROWS_EACH),
        "ward": np.repeat(draw.choice(["a", "b", "c"], PATIENTS), ROWS_EACH),
        "day": [datetime.date(2026, 1, 1) + datetime.timedelta(int(day)) for day in draw.integers(0, 365, size)],
        "member": draw.integers(0, 2, size).astype(bool),
        "extra": [None if each == 10 else float(each) for each in draw.integers(0, 11, size)],
    }
    return pa.table(columns).take(pa.array(order))


def visit_table(source: object = None, **given: object) -> scrim.Table:
    terms = given or {"person": "patient"}
    return scrim.Table(visit_rows() if source is None else source, columns=COLUMNS, **terms)
