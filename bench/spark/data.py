"""The made-up table: who, which group, how much. Each row follows from its number, so that it is the same every time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import scrim

GROUPS = 1000
HIGHEST = 1000
ROWS_OF_A_PERSON = 10
FILES = 8
COLUMNS = {"g": scrim.integer(0, GROUPS - 1), "x": scrim.number(0, HIGHEST)}


def written(spark: Any, folder: Path, rows: int) -> Path:
    """The Parquet files of a table of this size, written if they are not there."""
    files = folder / f"rows-{rows}"
    if not (files / "_SUCCESS").exists():
        columns = (
            f"pmod(xxhash64(id, 1), {max(1, rows // ROWS_OF_A_PERSON)}) as person",
            f"pmod(xxhash64(id, 2), {GROUPS}) as g",
            f"pmod(xxhash64(id, 3), {100 * HIGHEST}) / 100d as x",
        )
        spark.range(0, rows, 1, FILES).selectExpr(*columns).write.mode("overwrite").parquet(str(files))
    return files
