"""Makes the data: made up, and the same in every run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from .data import Data, Sizes
from .problem import Column


def make_data(folder: Path, sizes: Sizes) -> Data:
    """Writes the columns into `folder`, where Scrim's worker reads them."""
    random = np.random.default_rng(20240229)
    counts = 1_000_000 // np.arange(1, sizes.scores + 1)
    ranks = 1000 * np.abs(np.arange(sizes.scores) - sizes.scores // 3)

    def column(name: str, kind: str, values: npt.NDArray[np.generic]) -> Column:
        return Column.write(folder / name, kind, values)

    return Data(
        floats=column("floats", "f64", random.normal(50, 15, sizes.rows)),
        integers=column("integers", "i64", random.integers(0, 1_000_000, sizes.rows)),
        even={n: column(f"even_{n}", "f64", np.linspace(0, 100, n)) for n in sizes.candidates},
        uneven=column("uneven", "f64", np.unique(random.normal(50, 15, sizes.main))),
        integer_candidates=column("integer_candidates", "i64", np.arange(sizes.main) * (1_000_000 // sizes.main)),
        counts=column("counts", "u64", random.permutation(counts).astype(np.uint64)),
        ranks=column("ranks", "u64", ranks.astype(np.uint64)),
        entries=column("entries", "i64", random.integers(0, 1_000_000, sizes.entries)),
        categories=column("categories", "i64", random.integers(0, sizes.categories, sizes.rows)),
        few_entries=column("few_entries", "i64", random.integers(0, 1_000_000, sizes.few_entries)),
        few_floats=column("few_floats", "f64", random.normal(50, 15, sizes.few_entries)),
    )
