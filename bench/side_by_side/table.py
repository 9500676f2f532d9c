"""Numbers as people read them, and tables in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns"))


def digits(value: float) -> str:
    """Three significant digits, without an exponent."""
    for bound, places in ((100, 0), (10, 1), (1, 2)):
        if abs(value) >= bound:
            # 9.996 has two places and 99.96 one; rounded, they gain a digit in front and may lose one behind.
            return f"{value:.{places if abs(round(value, places)) < 10 * bound or bound == 100 else places - 1}f}"
    return f"{value:.3f}"


def duration(nanoseconds: float) -> str:
    for factor, unit in UNITS:
        if nanoseconds >= factor:
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
