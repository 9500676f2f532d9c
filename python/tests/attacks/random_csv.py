"""Random CSV files, written as RFC 4180 says, and rows that it does not allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from scrim.readers import ReadingOptions

from attacks.odd_cells import kind_of_column, odd_text
from attacks.random_tables import OPEN, Pair, Row, Table, random_names, random_pair


@dataclass(frozen=True)
class CsvLayout:
    delimiter: str = ","
    quote: str = '"'
    encoding: str = "utf-8"
    line_breaks: tuple[str, ...] = ("\n",)
    header: bool = True
    ends_in_break: bool = True


# Not the rows that an honest writer makes, but rows that files have. None leaves a quote open: that would
# make all that follows a part of it.
TORN = [
    '"abc"def', '"a" ,1', 'a"b', 'x"y"z,1', '"a"b"c",2', "", " ", ",", ",,,,,,,,", "1", "1,2,3,4,5,6,7,8,9", "#",
    "# note, note", "---", '""', '"",""', "a,b\tc;d|e", "sep=;", "\\", "\0", "\ufeff", "\t",
]  # fmt: skip


def csv_pair(seed: int, *, plain: bool = False) -> Pair:
    """`plain`: with the dialect that needs no options."""
    random = Random(f"csv {seed}")
    layout = CsvLayout(ends_in_break=random.random() < 0.9) if plain else random_layout(random)
    names = random_names(random)
    decimal = "," if not plain and layout.delimiter != "," and random.random() < 0.3 else "."
    kinds = [kind_of_column(random) for _ in names]

    def make_row(random: Random, makers: list[Callable[[Random], str]] = kinds) -> Row:
        cells = [kind(random) for kind in makers]
        if decimal == "," and random.random() < 0.8:
            cells = [cell.replace(".", ",") for cell in cells]
        cells = [storable(cell, layout, len(cells) == 1) for cell in cells]
        return Row(record(cells, layout, random), tuple(cells))

    def make_guest(random: Random) -> Row:
        if random.random() < 0.15:
            line = storable(random.choice(TORN), layout, False)
            return Row(line + random.choice(layout.line_breaks), (OPEN,) * len(names))
        return make_row(random, [odd_text] * len(names))

    suffix = ".tsv" if layout.delimiter == "\t" else ".csv"
    options = ReadingOptions(
        delimiter=None if layout.delimiter in (",", "\t") else layout.delimiter,
        quote=layout.quote,
        decimal=decimal,
        encoding=layout.encoding,
        header=layout.header,
        columns=None if layout.header else names,
    )
    table = Table("csv", names, "data" + suffix, layout, options)
    return random_pair(seed, random, table, make_row, make_guest)


def random_layout(random: Random) -> CsvLayout:
    if random.random() < 0.4:
        return CsvLayout()
    return CsvLayout(
        delimiter=random.choice([",", ",", ";", "\t", "|"]),
        quote=random.choice(['"', '"', '"', "'", ""]),
        encoding=random.choice(["utf-8"] * 4 + ["utf-8-sig", "latin-1", "utf-16", "utf-16-le", "utf-32"]),
        line_breaks=random.choice([("\n",), ("\n",), ("\r\n",), ("\n", "\r\n")]),
        header=random.random() < 0.8,
        ends_in_break=random.random() < 0.8,
    )


def storable(cell: str, layout: CsvLayout, is_alone: bool) -> str:
    """The cell, or another where the dialect has no way to write it."""
    try:
        cell.encode(layout.encoding, "surrogateescape" if layout.encoding.startswith("utf-8") else "strict")
    except UnicodeEncodeError:
        cell = "é"
    if layout.quote:
        return cell
    if any(sign in cell for sign in (layout.delimiter, "\n", "\r")):
        cell = "7"
    if is_alone and cell == "":  # an empty line
        cell = "8"
    # A mark at the very beginning of a file is none of a cell.
    return cell.replace("\ufeff", "9") if not layout.header else cell


def record(cells: list[str], layout: CsvLayout, random: Random) -> str:
    return layout.delimiter.join(
        quoted(cell, layout, len(cells) == 1, random) for cell in cells
    ) + random.choice(layout.line_breaks)


def quoted(cell: str, layout: CsvLayout, is_alone: bool, random: Random) -> str:
    quote = layout.quote
    if not quote:
        return cell
    must = any(sign in cell for sign in (layout.delimiter, quote, "\n", "\r")) or (is_alone and cell == "")
    if must or cell.startswith("\ufeff") or random.random() < 0.1:
        return quote + cell.replace(quote, quote * 2) + quote
    return cell


def csv_bytes(table: Table, rows: list[Row]) -> bytes:
    layout: CsvLayout = table.layout
    header = record(list(table.names), layout, Random(0)) if layout.header else ""
    text = header + "".join(row.written for row in rows)
    if not layout.ends_in_break:
        text = text.removesuffix("\n").removesuffix("\r")
    errors = "surrogateescape" if layout.encoding.startswith("utf-8") else "strict"
    return text.encode(layout.encoding, errors)
