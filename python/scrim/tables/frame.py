"""Released cells in rows and columns: what other libraries take as a frame."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ..analysis.printable import printable
from ..analysis.refuse import refuse, shown
from ..analysis.words import show_value

# Of the rows that are written out; all are in the frame.
_MOST_LISTED = 40
_MOST_IN_NOTEBOOK = 200


@dataclass(frozen=True, repr=False)
class Frame:
    """Released statistics that have the same rows: one for each group, or one for each bin or rank of a group."""

    statistics: tuple[str, ...]
    """By the names they have in the query."""
    schema: tuple[tuple[str, str], ...]
    """The names of the columns, and what they hold: "int", "float", "str", "bool" or "date"."""
    rows: tuple[tuple[Any, ...], ...]

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The cells of each column, by name."""
        return {name: [row[place] for row in self.rows] for place, (name, _) in enumerate(self.schema)}

    def __getitem__(self, name: str) -> list[Any]:
        """The cells of one column."""
        names = [column for column, _ in self.schema]
        if name not in names:
            refuse(f"there is no column {shown(name)}; there are {', '.join(names)}")
        place = names.index(name)
        return [row[place] for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def to_arrow(self) -> Any:
        """The frame as a table of PyArrow. Integers have 64 bits; where an interval goes beyond, they are decimals."""
        import pyarrow as pa

        kinds = {"int": pa.int64(), "float": pa.float64(), "str": pa.string(), "bool": pa.bool_(), "date": pa.date32()}
        columns = self.columns
        types = [
            pa.decimal128(38) if kind == "int" and not _fit_64_bits(columns[name]) else kinds[kind]
            for name, kind in self.schema
        ]
        return pa.table(columns, schema=pa.schema(list(zip(columns, types, strict=True))))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """The frame as one of pandas."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """The frame as one of Polars, which must be installed."""
        import polars

        return polars.from_arrow(self.to_arrow())

    def to_dict(self) -> dict[str, list[Any]]:
        """The cells of each column: numbers and texts only."""
        return {name: list(map(_plain, cells)) for name, cells in self.columns.items()}

    def to_csv(self) -> str:
        """The frame as CSV, with a header."""
        text = io.StringIO()
        # What ends a line in any reader is quoted in a cell if it is in the writer's own end of a line.
        writer = csv.writer(_Lines(text), lineterminator=_Lines.END)
        writer.writerow([name for name, _ in self.schema])
        writer.writerows([list(map(_plain, row)) for row in self.rows])
        return text.getvalue()

    def __repr__(self) -> str:
        lines = aligned(self.schema, self.rows[:_MOST_LISTED])
        hidden = len(self.rows) - _MOST_LISTED
        return "\n".join([*lines, *([f"  and {hidden} more rows"] if hidden > 0 else [])])

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(printable(name))}</th>" for name, _ in self.schema)
        cells = (
            "".join(f"<td>{escape(printable(show_cell(cell)))}</td>" for cell in row) for row in self.rows[:_MOST_IN_NOTEBOOK]
        )
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        hidden = len(self.rows) - _MOST_IN_NOTEBOOK
        more = f"<div>and {hidden} more rows</div>" if hidden > 0 else ""
        return f"<table><tr>{heads}</tr>{body}</table>{more}"


class _Lines:
    """Takes lines that end in either sign, and passes them on with a line feed at the end."""

    END = "\r\n"

    def __init__(self, text: io.StringIO) -> None:
        self._text = text

    def write(self, line: str) -> None:
        self._text.write(line.removesuffix(self.END) + "\n")


def aligned(schema: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Rows of a frame as lines, numbers to the right."""
    columns = [
        [printable(name), *(printable(show_cell(row[place])) for row in rows)] for place, (name, _) in enumerate(schema)
    ]
    widths = [max(map(len, cells)) for cells in columns]
    is_left = [kind == "str" for _, kind in schema]
    lines = zip(*columns, strict=True)
    return [
        ("  " + "  ".join(cell.ljust(width) if left else cell.rjust(width) for cell, width, left in zip(line, widths, is_left, strict=True))).rstrip()
        for line in lines
    ]


def show_cell(cell: Any) -> str:
    return f"{cell:.7g}" if isinstance(cell, float) else show_value(cell)


def _fit_64_bits(cells: Sequence[int]) -> bool:
    """An interval around a large sum may not."""
    return min(cells, default=0) >= -(2**63) and max(cells, default=0) < 2**63


def _plain(cell: Any) -> Any:
    return cell.isoformat() if isinstance(cell, datetime.date) else cell
