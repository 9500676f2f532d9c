"""Memory of releases over files that do not fit it. SCRIM_TABLE_ROWS=100000000 asks for more rows than the usual 10^7."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytestmark = pytest.mark.slow

ROWS = int(os.environ.get("SCRIM_TABLE_ROWS", "10_000_000"))
ROWS_OF_A_PERSON = 10
PIECE = 1_000_000
DRIVER = Path(__file__).with_name("table_memory_driver.py")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The same rows twice: in the order of persons, and in any."""
    folder = tmp_path_factory.mktemp("rows")
    random = np.random.default_rng(29)
    schema = pa.schema([("person", pa.int64()), ("region", pa.int64()), ("cost", pa.float64())])
    ordered, mixed = folder / "ordered.parquet", folder / "mixed.parquet"
    with pq.ParquetWriter(ordered, schema) as in_order, pq.ParquetWriter(mixed, schema) as in_any:
        for first in range(0, ROWS, PIECE):
            rows = np.arange(first, min(ROWS, first + PIECE))
            cells = [random.integers(0, 1000, len(rows)), random.gamma(2.0, 500.0, len(rows))]
            in_order.write_table(pa.table([rows // ROWS_OF_A_PERSON, *cells], schema=schema))
            # An odd factor and a number of rows that is no multiple of it: each person once for each of their rows.
            in_any.write_table(pa.table([rows * 7919 % ROWS // ROWS_OF_A_PERSON, *cells], schema=schema))
    return folder, ordered, mixed


def measured(*arguments):
    told = subprocess.run(
        [sys.executable, "-B", DRIVER, *map(str, arguments)], check=True, capture_output=True, text=True
    ).stdout.split()
    print(arguments, told)
    return int(told[0])


def test_rows_in_the_order_of_persons_take_300_mb_however_many_they_are(files):
    assert measured(files[1]) <= 300


def test_rows_that_are_sorted_on_disk_take_a_gigabyte_however_many_they_are(files):
    assert measured(files[2], files[0]) <= 1000
