"""Columns of text that are never cut: where there is no room for all of them, some are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

_GAP = 2


@dataclass(frozen=True)
class Column:
    """A heading, which may be written in several lines, and the cells below it."""

    heading: str
    cells: Sequence[str]
    is_right: bool = False
    style: str = ""

    @property
    def width(self) -> int:
        return max(map(cell_len, [*self.heading.split("\n"), *self.cells]))


def fitting(layouts: Sequence[list[Column]], width: int) -> list[Column]:
    """The first layout that fits, or the last."""
    for columns in layouts:
        if sum(column.width for column in columns) + _GAP * (len(columns) - 1) <= width:
            return columns
    return layouts[-1]


def lines_of(columns: Sequence[Column], width: int) -> list[Text]:
    """Below each other where not even the last layout fits side by side."""
    if sum(column.width for column in columns) + _GAP * (len(columns) - 1) > width:
        return _stacked(columns)
    headings = [column.heading.split("\n") for column in columns]
    height = max(map(len, headings)) if any(column.heading for column in columns) else 0
    tops = [[""] * (height - len(heading)) + heading for heading in headings]
    lines = [_line(columns, [top[i] for top in tops], "bold") for i in range(height)]
    for cells in zip(*(column.cells for column in columns), strict=True):
        lines.append(_line(columns, cells, None))
    return lines


def _line(columns: Sequence[Column], cells: Sequence[str], style: str | None) -> Text:
    line = Text()
    for column, cell in zip(columns, cells, strict=True):
        blank = " " * (column.width - cell_len(cell))
        look = column.style if style is None else style
        line.append(blank if column.is_right else "")
        line.append(cell, look)
        line.append(("" if column.is_right else blank) + " " * _GAP)
    line.rstrip()
    return line


def _stacked(columns: Sequence[Column]) -> list[Text]:
    lines = []
    for cells in zip(*(column.cells for column in columns), strict=True):
        for column, cell in zip(columns, cells, strict=True):
            lines.append(Text.assemble("" if column is columns[0] else " " * _GAP, (cell, column.style)))
    return lines
