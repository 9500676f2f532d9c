"""The benchmark's data, small enough for a test and without NumPy."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

from side_by_side.data import Data, Sizes
from side_by_side.problem import Column

SIZES = Sizes(rows=600, candidates=(5, 40), main=40, scores=50, entries=3000, few_entries=2000, categories=7)


def small_data(folder: Path) -> Data:
    """Rows on a coarse grid, so that many are equal to a candidate and to each other."""
    stream = random.Random(3)

    def column(name: str, kind: str, code: str, values: object) -> Column:
        return Column.write(folder / name, kind, array(code, values))

    return Data(
        floats=column("floats", "f64", "d", [round(stream.gauss(20, 8)) for _ in range(SIZES.rows)]),
        integers=column("integers", "i64", "q", [stream.randrange(-5, 50) for _ in range(SIZES.rows)]),
        even={n: column(f"even_{n}", "f64", "d", [40 * i / (n - 1) for i in range(n)]) for n in SIZES.candidates},
        uneven=column("uneven", "f64", "d", sorted({stream.gauss(20, 8) for _ in range(SIZES.main)})),
        integer_candidates=column("integer_candidates", "i64", "q", range(SIZES.main)),
        counts=column("counts", "u64", "Q", [1000 // i for i in range(1, SIZES.scores + 1)]),
        entries=column("entries", "i64", "q", [stream.randrange(-5, 50) for _ in range(SIZES.entries)]),
        few_entries=column("few_entries", "i64", "q", [stream.randrange(-5, 50) for _ in range(SIZES.few_entries)]),
        few_floats=column("few_floats", "f64", "d", [stream.gauss(20, 8) for _ in range(SIZES.few_entries)]),
        categories=column("categories", "i64", "q", [stream.randrange(-1, 9) for _ in range(SIZES.rows)]),
        ranks=column("ranks", "u64", "Q", [9 * abs(i - 17) for i in range(SIZES.scores)]),
    )
