"""Columns are read where they lie; what must be widened is widened a block at a time."""

import subprocess
import sys
import textwrap

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim
from scrim._core import _testing

FLOATS = scrim.atom_domain(float)


def addresses(data, element=FLOATS):
    return _testing.block_addresses(data, scrim.vector_domain(element))


def blocks_from(first, last):
    """Where the blocks of the 8-byte rows between two addresses begin."""
    return list(range(first, last, 2048 * 8))


@pytest.mark.parametrize("dtype, element", [("float64", float), ("int64", int), ("uint64", "uint64")])
def test_numpy_and_arrow_are_read_where_they_lie(dtype, element):
    rows = np.arange(100_000).astype(dtype)
    here, end = rows.ctypes.data, rows.ctypes.data + rows.nbytes
    domain = scrim.atom_domain(element)
    assert addresses(rows, domain) == blocks_from(here, end)
    assert addresses(rows[3:], domain) == blocks_from(here + 24, end)
    assert addresses(memoryview(rows), domain) == blocks_from(here, end)
    assert addresses(pa.array(rows), domain) == blocks_from(here, end)
    assert addresses(pa.array(rows).slice(5), domain) == blocks_from(here + 40, end)
    assert addresses(pa.table({"x": rows}).slice(7), domain) == blocks_from(here + 56, end)
    chunks = pa.chunked_array([pa.array(rows[:10]), pa.array(rows[10:])])
    assert addresses(chunks, domain) == [here, *blocks_from(here + 80, end)]
    arrow_backed = pa.array(rows)
    assert addresses(pd.Series(pd.arrays.ArrowExtensionArray(arrow_backed)), domain) == blocks_from(here, end)
    assert addresses(pl.from_arrow(arrow_backed), domain) == blocks_from(here, end)


def test_pandas_is_read_where_it_lies():
    def expected(array):
        return blocks_from(array.ctypes.data, array.ctypes.data + array.nbytes)

    column = pd.Series(np.arange(10_000.0))
    assert addresses(column) == expected(column.to_numpy(copy=False))
    table = pd.DataFrame({"x": np.arange(10_000.0)})
    assert addresses(table) == expected(table["x"].to_numpy(copy=False))


@pytest.mark.parametrize(
    "data",
    [
        np.arange(100_000, dtype=np.int32),
        np.arange(100_000, dtype=np.float32),
        np.arange(200_000.0)[::2],
        pa.array(np.arange(100_000, dtype=np.int8)),
        pa.array([None, *range(99_999)], pa.float64()),
        list(range(100_000)),
    ],
    ids=["int32", "float32", "strided", "arrow int8", "arrow nulls", "list"],
)
def test_the_rest_goes_through_one_buffer_of_a_block(data):
    seen = addresses(data)
    assert len(seen) == -(-100_000 // 2048)
    assert len(set(seen)) == 1


def test_texts_are_viewed_where_they_lie():
    # A run is given a block of views; that the characters are not copied shows in what it costs: nothing that
    # grows with the texts.
    seen = addresses(pa.array(["a" * 1000] * 10_000), scrim.atom_domain(str))
    assert len(set(seen)) == 1


MEMORY = """
    import resource, sys
    import numpy as np, pyarrow as pa, scrim

    space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    scores = scrim.make_quantile_score_candidates(*space, [0.0, 1.0], 0.5)
    scores(np.zeros(10, dtype=np.int8))
    rows = np.zeros(30_000_000, dtype=np.int8)   # 30 MB; as doubles, 240 MB
    data = {data}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for threads in (1, 2):
        scores(data, threads=threads)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("data", ["rows", "rows[::-1]", "pa.array(rows)", "rows.view(bool)"])
def test_widening_takes_no_memory_that_grows_with_the_column(data):
    code = textwrap.dedent(MEMORY.replace("{data}", data))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kilobytes = int(done.stdout)
    assert kilobytes < 40_000  # the pages of rows themselves are touched for the first time


def test_a_stream_takes_the_memory_of_a_batch():
    code = textwrap.dedent(
        """
        import resource
        import numpy as np, pyarrow as pa, scrim

        space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
        scores = scrim.make_quantile_score_candidates(*space, [0.0, 1.0], 0.5)
        schema = pa.schema([("x", pa.float64())])

        def batches(count):
            for _ in range(count):
                yield pa.record_batch({"x": pa.array(np.ones(1_000_000))})  # 8 MB

        scores(pa.RecordBatchReader.from_batches(schema, batches(3)))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        scores(pa.RecordBatchReader.from_batches(schema, batches(50)))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        """
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40_000


@pytest.mark.parametrize("make", [lambda: pa.array(np.ones(200_000)), lambda: pa.array(["a"] * 200_000), lambda: pl.Series(np.ones(200_000))])
def test_what_is_lent_is_given_back(make):
    before = pa.total_allocated_bytes()
    data = make()
    is_text = isinstance(data, pa.Array) and data.type == pa.string()
    for _ in range(20):
        addresses(data, scrim.atom_domain(str if is_text else float))
    del data
    assert pa.total_allocated_bytes() == before


def test_refused_data_is_given_back_too():
    data = pa.array(["a"] * 200_000)
    before = pa.total_allocated_bytes()
    for _ in range(20):
        with pytest.raises(TypeError):
            addresses(pa.array(["a"] * 200_000))
    assert pa.total_allocated_bytes() == before
    assert len(data) == 200_000


def test_a_buffer_is_released():
    data = bytearray(80)
    addresses(np.frombuffer(data))
    data.append(0)  # impossible while someone holds its memory
