"""The made-up table: who, which group, how much. The same every time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROW_GROUP = 1_000_000


@dataclass(frozen=True)
class Size:
    rows: int
    persons: int
    groups: int


def write(path: Path, size: Size) -> None:
    random = np.random.default_rng(14)
    schema = pa.schema([("person", pa.int64()), ("region", pa.int64()), ("cost", pa.float64())])
    with pq.ParquetWriter(path, schema) as file:
        for first in range(0, size.rows, ROW_GROUP):
            count = min(ROW_GROUP, size.rows - first)
            columns = [
                random.integers(0, size.persons, count),
                random.integers(0, size.groups, count),
                random.gamma(2.0, 500.0, count),
            ]
            file.write_table(pa.table(columns, schema=schema))
