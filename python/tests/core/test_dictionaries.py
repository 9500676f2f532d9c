"""Rows out of a dictionary are counted as the same rows one by one are."""

import random

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from core.data_rows import counter

import scrim

TEXTS = ["a", "b", "", "a text of more than sixteen bytes", "é", "in no category", "A"]
CATEGORIES = ["b", "", "absent", "é", "a text of more than sixteen bytes", "a"]


def rows_of(seed, size):
    stream = random.Random(seed)
    return [stream.choice(TEXTS + [None]) for _ in range(size)]


def arrow_dictionary(rows, kind):
    """With entries that repeat, an entry that is null, and one that no row uses."""
    entries = [*TEXTS, None, *TEXTS, "unused"]
    stream = random.Random(len(rows))
    places = {text: [i for i, entry in enumerate(entries) if entry == text] for text in [*TEXTS, None]}
    indices = [None if row is None and i % 2 else stream.choice(places[row]) for i, row in enumerate(rows)]
    return pa.DictionaryArray.from_arrays(pa.array(indices, kind), pa.array(entries))


def in_chunks(rows):
    """Each chunk with the dictionary of its own."""
    cuts = sorted([0, 0, min(1, len(rows)), len(rows) // 3, len(rows)])
    parts = [pa.array(rows[i:j], pa.string()).dictionary_encode() for i, j in zip(cuts, cuts[1:])]
    stream = pa.schema([("x", parts[0].type)])
    batches = [pa.record_batch([part], schema=stream) for part in parts]
    return pa.RecordBatchReader.from_batches(stream, batches)


FORMS = {
    "arrow": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    "arrow, a null entry": lambda rows: pa.array(rows, pa.string()).dictionary_encode(null_encoding="encode"),
    "arrow, int8": lambda rows: arrow_dictionary(rows, pa.int8()),
    "arrow, uint16": lambda rows: arrow_dictionary(rows, pa.uint16()),
    "arrow, int64": lambda rows: arrow_dictionary(rows, pa.int64()),
    "arrow, a part": lambda rows: pa.array(["a", None, *rows, "b"], pa.string()).dictionary_encode().slice(2, len(rows)),
    "arrow, chunks": in_chunks,
    "pandas": lambda rows: pd.Series(rows, dtype=pd.CategoricalDtype(TEXTS)),
    "pandas, a part": lambda rows: pd.Series([*rows, "b"], dtype="category").iloc[: len(rows)],
    "polars": lambda rows: pl.Series(rows, dtype=pl.Categorical),
    "polars, enum": lambda rows: pl.Series(rows, dtype=pl.Enum(TEXTS[::-1])),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [0, 1, 2047, 2049, 70_001])
def test_counts(form, size):
    rows = rows_of(size, size)
    expected = [rows.count(category) for category in CATEGORIES]
    assert counter(str, CATEGORIES)(FORMS[form](rows)).tolist() == expected


@pytest.mark.parametrize("form", FORMS)
def test_a_run_over_several(form):
    first, second = rows_of(1, 3000), ["a", "b"] * 5 + [None]
    run = counter(str, CATEGORIES).start()
    for rows in (first, second, first):
        run.update(FORMS[form](rows))
    both = first + second + first
    assert run.finish().tolist() == [both.count(category) for category in CATEGORIES]


@pytest.mark.parametrize("form", FORMS)
def test_analyses(form):
    rows = rows_of(5, 5000)
    no_noise = {"epsilon": 1e6, "rows_per_person": 1}
    histogram = scrim.histogram(FORMS[form](rows), categories=CATEGORIES, **no_noise)
    assert list(histogram.values) == [rows.count(category) for category in CATEGORIES]
    assert scrim.count_distinct(FORMS[form](rows), CATEGORIES, **no_noise).value == 5
    common = max(CATEGORIES, key=rows.count)
    assert list(scrim.top_k(FORMS[form](rows), CATEGORIES, 1, **no_noise).values) == [common]
