"""Numbers as people read them, and tables in Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence

UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns"))


def digits(value: float) -> str:
    """Three significant digits, at most four behind the point; thousands are set apart by a space."""
    rounded = float(f"{value:.3g}")
    places = 2 - math.floor(math.log10(abs(rounded))) if rounded else 0
    return f"{rounded:,.{min(max(places, 0), 4)}f}".replace(",", " ")


def duration(nanoseconds: float) -> str:
    for factor, unit in UNITS:
        if nanoseconds >= 0.9995 * factor:  # 999.7 ns would be shown as 1000 ns
            return f"{digits(nanoseconds / factor)} {unit}"
    return f"{digits(nanoseconds)} ns"


def times(ratio: float | None) -> str:
    return "" if ratio is None else f"{digits(ratio)}x"


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int = 1) -> str:
    """The first columns hold text and are set to the left; the others hold numbers."""
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row of {len(row)} cells under {len(header)} headings")
    rule = ["---" if column < text_columns else "---:" for column in range(len(header))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (header, rule, *rows))
