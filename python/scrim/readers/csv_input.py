"""CSV and the like, from a file or from standard input.

A CSV file has no declared types. Names and types are taken from its beginning and count as public; from
there on every cell is read as text and cast on its own. What cannot be cast is missing, as one row's content
may neither stop the release nor speak through an error.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import BinaryIO

import duckdb

from .._core import InputError
from .sql_text import literal, quoted

# What is looked at of standard input to tell the dialect.
PEEK_BYTES = 1 << 20
# What versions of DuckDB call a character of the dialect that there is not.
_NONE = ("(empty)", "\0", "")
_CASTABLE = {"BIGINT", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "TIME"}


def source(connection: duckdb.DuckDBPyConnection, file: str) -> str:
    """A query for the rows of a CSV file, `-` for standard input."""
    if file != "-":
        return _query(connection, file, file)
    stream = sys.stdin.buffer
    beginning = _peek(stream)
    if not beginning:
        raise InputError("standard input is empty; pipe CSV into it")
    # A line that was cut would be taken for a short row.
    whole_lines = beginning[: beginning.rfind(b"\n") + 1] or beginning
    sniffed = whole_lines if len(beginning) >= PEEK_BYTES else beginning
    return _query(connection, _pipe(sniffed, None), _pipe(beginning, stream))


def _query(connection: duckdb.DuckDBPyConnection, sniffed: str, read: str) -> str:
    delimiter, quote, escape, newline, comment, skip, columns = connection.execute(
        "select Delimiter, Quote, Escape, NewLineDelimiter, Comment, SkipRows, Columns "
        f"from sniff_csv({literal(sniffed)}, header = true)"
    ).fetchall()[0]
    names = [column["name"] for column in columns]
    texts = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in names)
    casts = ", ".join(_cast(column["name"], column["type"]) for column in columns)
    # A quote may come up first after the beginning, so there always is one.
    options = {
        "delim": delimiter,
        "quote": quote if quote not in _NONE else '"',
        "escape": escape if escape not in _NONE else '"',
        "comment": comment if comment not in _NONE else "",
        "new_line": newline,
    }
    dialect = ", ".join(f"{option} = {literal(value)}" for option, value in options.items())
    return (
        f"select {casts} from read_csv({literal(read)}, auto_detect = false, header = true, "
        f"skip = {skip}, {dialect}, columns = {{{texts}}})"
    )


def _cast(name: str, kind: str) -> str:
    if kind not in _CASTABLE:
        return quoted(name)
    return f"try_cast({quoted(name)} as {kind}) as {quoted(name)}"


def _peek(stream: BinaryIO) -> bytes:
    pieces, size = [], 0
    while size < PEEK_BYTES and (piece := stream.read(PEEK_BYTES - size)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _pipe(beginning: bytes, rest: BinaryIO | None) -> str:
    """The path of a pipe that yields `beginning`, then the rest of a stream."""
    reading, writing = os.pipe()

    def feed() -> None:
        try:
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(beginning)
                while rest is not None and (piece := rest.read(1 << 20)):
                    pipe.write(piece)
        except BrokenPipeError:
            pass  # the reader stopped early, and says why itself

    threading.Thread(target=feed, daemon=True).start()
    return f"/dev/fd/{reading}"
