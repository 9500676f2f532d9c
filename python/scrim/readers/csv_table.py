"""CSV files. The first line names the columns, or the caller does; every cell is text until someone asks for
numbers."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from typing import Any

from .. import _core
from .._core import InputError
from .batches import BatchStream, cell_schema
from .typed_cells import typed_cells
from .byte_stream import utf8_pieces
from .input_files import STANDARD_INPUT, bare_name, stamp
from .options import ReadingOptions
from .problems import unreadable
from .schema import ANY, CELL_TYPES, ColumnTable, by_name, shown_name

# A first line that is longer names no columns.
LARGEST_HEADER = 1 << 24


class CsvTable(ColumnTable):
    """The files of one name, each with a header of its own if there are headers."""

    def __init__(self, name: str, files: list[str], options: ReadingOptions) -> None:
        self.name = shown_name(name)
        self.files = files
        self.names_are_public = not options.header
        self._parts = [_CsvFile(file, options) for file in files]
        self.is_read_once = any(part.is_stream for part in self._parts)
        self.types, self.repeated = by_name((column, ANY) for column in self._parts[0].names)

    def reads_calmly(self, columns: Iterable[str]) -> bool:
        return True  # cell by cell, and none is longer than is read

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        return self._cells({column: CELL_TYPES[carrier]})

    def texts(self, column: str) -> Any:
        return self._cells({column: "text"})

    def check_columns(self, kinds: dict[str, str]) -> None:
        super().check_columns(kinds)
        for part in self._parts:
            part.positions(list(kinds))
            part.refuse_changed()

    def columns(self, kinds: dict[str, str]) -> Any:
        self.check_columns(kinds)
        return typed_cells(kinds, self._cells)

    def all_texts(self) -> Any:
        """Every column, for a query."""
        return self._cells(dict.fromkeys(self.types, "text"))

    def _cells(self, kinds: dict[str, str]) -> BatchStream:
        """Columns by name, and what each is read as."""
        positions = [part.positions(list(kinds)) for part in self._parts]

        def batches() -> Iterator[Any]:
            for part, places in zip(self._parts, positions, strict=True):
                yield from part.batches(list(zip(kinds, places, kinds.values(), strict=True)))

        return BatchStream(cell_schema(list(kinds.items())), batches)

    def close(self) -> None:
        for part in self._parts:
            part.close()


class _CsvFile:
    """One file, whose header was read and whose rows were not."""

    def __init__(self, file: str, options: ReadingOptions) -> None:
        self._file = file
        self._options = options
        self._signs = {
            "delimiter": options.delimiter or ("\t" if bare_name(file).endswith(".tsv") else ","),
            "quote": options.quote,
        }
        self.is_stream = file == STANDARD_INPUT or not os.path.isfile(file)
        self._rows: Iterator[bytes] | None = None
        self._stamp = stamp(file)
        self.names = list(options.columns or ())
        if options.header:
            self.names, self._rows = self._read_header()
        elif self.is_stream:
            self._rows = utf8_pieces(file, options)
        if not self.is_stream:  # it is opened again for each reading of its rows
            self.close()

    def positions(self, names: list[str]) -> list[int]:
        """Where the cells of these columns stand."""
        for name in names:
            if self.names.count(name) != 1:
                raise InputError(
                    f"the first line of {shown_name(self._file)} names the column {name!r} "
                    f"{self.names.count(name)} times; it must be once"
                )
        return [self.names.index(name) for name in names]

    def refuse_changed(self) -> None:
        """A file that was written anew may have its columns in other places."""
        if self._options.header and not self.is_stream and stamp(self._file) != self._stamp:
            self._read_same_header()

    def batches(self, columns: list[tuple[str, int, str]]) -> Iterator[Any]:
        import pyarrow as pa

        reader = _core._readers.CsvReader(
            **self._signs, decimal=self._options.decimal, columns=columns
        )
        for piece in self._take_rows():
            for batch in reader.feed(piece):
                yield pa.record_batch(batch)
        yield pa.record_batch(reader.finish())

    def _read_header(self) -> tuple[list[str], Iterator[bytes]]:
        """The names, and what lies behind them."""
        pieces = utf8_pieces(self._file, self._options)
        start, header, failed = b"", None, False
        try:
            for piece in pieces:
                start += piece
                header = _core._readers.csv_header(start, False, **self._signs)
                if header is not None or len(start) > LARGEST_HEADER:
                    break
            else:
                header = _core._readers.csv_header(start, True, **self._signs)
        except (OSError, EOFError):
            failed = True
        if failed:
            raise InputError(unreadable(shown_name(self._file)))
        if header is None or not header[0]:
            name = shown_name(self._file)
            problem = "has no first line that names columns" if start else "is empty"
            advice = "pipe CSV into it" if name != self._file else "the first line of CSV names the columns"
            raise InputError(f"{name} {problem}; {advice}")
        names, size = header
        # A name that is not UTF-8 cannot be asked for, and need not be.
        return (
            [name.decode("utf-8", "replace") for name in names],
            itertools.chain([start[size:]], pieces),
        )

    def _read_same_header(self) -> Iterator[bytes]:
        """What lies behind it."""
        names, rows = self._read_header()
        if names != self.names:
            raise InputError(
                f"the data was changed after the table was made of it: the first line of {self._file} names other columns now; "
                "make the table anew"
            )
        return rows

    def _take_rows(self) -> Iterator[bytes]:
        if not self.is_stream:
            return self._read_same_header() if self._options.header else utf8_pieces(self._file, self._options)
        if self._rows is None:
            raise InputError("a stream can be read once; a query may use it once")
        rows, self._rows = self._rows, None
        return rows

    def close(self) -> None:
        """Forgets what was opened."""
        self._rows = None
