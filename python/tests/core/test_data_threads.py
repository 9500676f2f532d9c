"""Columns of every kind are the same rows on any number of threads."""

import fractions
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim

from core.data_rows import NUMBERS, TEXTS, counter, expected_scores, scorer

# --- threads ----------------------------------------------------------------------------------------

MANY = 300_000  # rows for four threads
MANY_NUMBERS = np.resize(NUMBERS, MANY)
MANY_TEXTS = np.resize(TEXTS, MANY)
IS_NULL = np.random.default_rng(3).random(MANY) < 0.25

COLUMNS_OF_NUMBERS = {
    "in place": lambda: MANY_NUMBERS.astype(float),
    "int32": lambda: MANY_NUMBERS.astype(np.int32),
    "float32": lambda: MANY_NUMBERS.astype(np.float32),
    "strided": lambda: np.repeat(MANY_NUMBERS, 2)[::2],
    "Arrow, nulls": lambda: pa.array(MANY_NUMBERS, mask=IS_NULL),
    "Arrow slice, nulls": lambda: pa.array(np.append(1, MANY_NUMBERS), mask=np.append(False, IS_NULL)).slice(1),
    "Arrow table, nulls": lambda: pa.table({"x": pa.array(MANY_NUMBERS, pa.uint8(), mask=IS_NULL)}),
    "pandas, nulls": lambda: pd.Series(pd.arrays.IntegerArray(MANY_NUMBERS.astype(np.int16), IS_NULL)),
    "Polars, nulls": lambda: pl.from_arrow(pa.array(MANY_NUMBERS, mask=IS_NULL)),
}

COLUMNS_OF_TEXTS = {
    "NumPy": lambda: MANY_TEXTS,
    "string_view": lambda: pa.array(MANY_TEXTS).cast(pa.string_view()),
    "string, nulls": lambda: pa.array(MANY_TEXTS, pa.string(), mask=IS_NULL),
    "large_string, nulls": lambda: pa.array(MANY_TEXTS, pa.large_string(), mask=IS_NULL),
    "dictionary, nulls": lambda: pa.array(MANY_TEXTS, mask=IS_NULL).dictionary_encode(),
    "pandas category, nulls": lambda: pd.Series(MANY_TEXTS, dtype="category").where(~IS_NULL),
    "Polars, nulls": lambda: pl.from_arrow(pa.array(MANY_TEXTS, mask=IS_NULL)),
}


def null_places(kind):
    return IS_NULL if "nulls" in kind else np.zeros(MANY, bool)


@pytest.mark.parametrize("kind", COLUMNS_OF_NUMBERS)
def test_numbers_are_the_same_on_any_number_of_threads(kind):
    data = COLUMNS_OF_NUMBERS[kind]()
    dropped = expected_scores(MANY_NUMBERS[~null_places(kind)])
    imputed = expected_scores(np.where(null_places(kind), 2, MANY_NUMBERS))
    for threads in [1, 2, 3, 0]:
        assert scorer()(data, threads=threads).tolist() == dropped
        assert scorer(impute=2)(data, threads=threads).tolist() == imputed


@pytest.mark.parametrize("kind", COLUMNS_OF_TEXTS)
def test_texts_are_the_same_on_any_number_of_threads(kind):
    data = COLUMNS_OF_TEXTS[kind]()
    categories = ["a", "", "ü", "a longer text than twelve bytes"]
    kept = MANY_TEXTS[~null_places(kind)]
    counts = [int((kept == category).sum()) for category in categories]
    for threads in [1, 2, 3, 0]:
        assert counter(str, categories)(data, threads=threads).tolist() == counts
        imputed = counter(str, [*categories, "x"], impute="x")(data, threads=threads)
        assert imputed.tolist() == [*counts, int(null_places(kind).sum())]


@pytest.mark.parametrize("threads", [1, 2])
def test_columns_are_read_to_their_end_in_steps(threads):
    rows = np.zeros(2**23 + 5, dtype=np.int8)  # two steps and a bit
    rows[2**22 :] = 1
    rows[2**23 :] = 2
    is_null = np.zeros(len(rows), bool)
    is_null[2**22 : 2**22 + 3] = True
    counts = counter(int, [0, 1, 2])
    assert counts(rows, threads=threads).tolist() == [2**22, 2**22, 5]
    assert counts(pa.array(rows, mask=is_null), threads=threads).tolist() == [2**22, 2**22 - 3, 5]


def cpu_seconds_of_other_threads(work):
    before = time.process_time() - time.thread_time()
    work()
    return time.process_time() - time.thread_time() - before


@pytest.mark.parametrize("kind", ["string, nulls", "dictionary, nulls"])
def test_columns_that_are_not_read_in_place_are_shared_among_threads(kind):
    data = pa.concat_arrays([COLUMNS_OF_TEXTS[kind]()] * 10)  # a millisecond for each thread and more
    counts = counter(str, ["a", "ü"])
    # On a busy machine a helper may come late, and a library's own thread may wake, but not every time.
    assert any(cpu_seconds_of_other_threads(lambda: counts(data, threads=2)) > 0.001 for _ in range(100))
    assert any(cpu_seconds_of_other_threads(lambda: counts(data, threads=1)) < 0.001 for _ in range(10))


def test_threads_do_not_change_what_a_known_size_is_compared_with():
    scores = scorer(size=MANY, impute=2, metric=scrim.change_one_distance())
    data = COLUMNS_OF_NUMBERS["Arrow, nulls"]()
    imputed = np.where(IS_NULL, 2, MANY_NUMBERS)
    assert scores(data, threads=3).tolist() == expected_scores(imputed)
    for threads in [1, 3]:
        with pytest.raises(scrim.Error, match="does not have the number of rows"):
            scores(data.slice(1), threads=threads)
