"""Small pictures in text. Nothing in them depends on data but the released values themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis import Accuracy
from ..analysis.words import show_value

# A line shorter than this says nothing.
_SHORTEST_LINE = 10


@dataclass(frozen=True)
class Signs:
    """What pictures are made of."""

    line: str
    band: str
    mark: str
    shades: str


_FINE = Signs("─", "━", "┼", " ░▒▓█")
_PLAIN = Signs("-", "=", "+", " .:*#")


def signs_of(encoding: str) -> Signs:
    """Those that the encoding has."""
    try:
        (_FINE.line + _FINE.band + _FINE.mark + _FINE.shades).encode(encoding)
    except UnicodeError:
        return _PLAIN
    return _FINE


def ruler(
    first: Any,
    last: Any,
    values: Sequence[Any],
    width: int,
    signs: Signs,
    band: tuple[Any, Any] | None = None,
) -> list[str]:
    """All that can be released, from first to last, as a line, with the values marked on it and named below; the part
    within the band stands out."""
    left, right = f"{show_value(first)} ", f" {show_value(last)}"
    if width - len(left) - len(right) < _SHORTEST_LINE:
        left = right = ""
    length = max(1, width - len(left) - len(right))
    low, span = float(first) / 2, float(last) / 2 - float(first) / 2

    def place_of(value: Any) -> int:
        return round((float(value) / 2 - low) / span * (length - 1)) if span else 0

    places = [place_of(value) for value in values]
    line = [signs.line] * length
    if band is not None:
        start, end = map(place_of, band)
        line[start : end + 1] = signs.band * (end + 1 - start)
    for place in places:
        line[place] = signs.mark
    lines = [left + "".join(line) + right]
    labels: list[list[str]] = []
    for place, text in sorted(set(zip(places, map(show_value, values), strict=True))):
        start = max(0, min(len(left) + place - (len(text) - 1) // 2, width - len(text)))
        for row in labels:
            if all(cell == " " for cell in row[max(0, start - 1) : start + len(text) + 1]):
                break
        else:
            row = [" "] * (width + len(text))
            labels.append(row)
        row[start : start + len(text)] = text
    return lines + ["".join(row).rstrip() for row in labels]


def fading_bar(accuracy: Accuracy, widest: float, length: int, signs: Signs) -> str:
    """How far behind, in rows, from left to right: the paler, the less likely to be further behind."""
    reach = 1.2 * max(widest, 1.0)
    cells = []
    for cell in range(length):
        rows = reach * cell / length
        chance = accuracy.chance_beyond(rows) if rows > 0 else 1.0
        cells.append(signs.shades[min(4, max(0, round(chance * 4 + 0.49)))])
    return "".join(cells).rstrip()
