"""The bytes of text files in pieces, as UTF-8."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from typing import IO, Any

from .._core import InputError
from .input_files import STANDARD_INPUT
from .options import ReadingOptions

PIECE = 1 << 22
_BYTE_ORDER_MARK = codecs.BOM_UTF8


def utf8_pieces(file: str, options: ReadingOptions) -> Iterator[bytes]:
    """The text of a file, decompressed and brought into UTF-8. Bytes that are no text in the encoding come out as
    the replacement character; those of a UTF-8 file as they are, for each cell to be judged on its own."""
    with open_bytes(file) as stream:
        pieces = iter(lambda: stream.read(PIECE), b"")
        if options.encoding in ("utf-8", "utf-8-sig"):
            # Without a header the mark could be the beginning of a row's cell, unless the encoding has one.
            may_have_mark = options.header or options.encoding == "utf-8-sig"
            yield from _without_mark(pieces) if may_have_mark else pieces
        else:
            yield from _recoded(pieces, options.encoding)


def open_bytes(file: str) -> IO[bytes] | Any:
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed; pipe CSV into it, or name a file")
        return open(sys.stdin.fileno(), "rb", closefd=False)
    ending = file.lower().rsplit(".", 1)[-1]
    if ending in ("gz", "zst"):
        import pyarrow  # it takes a while to load, and knows both

        return pyarrow.input_stream(file, compression={"gz": "gzip", "zst": "zstd"}[ending])
    return open(file, "rb")


def _without_mark(pieces: Iterator[bytes]) -> Iterator[bytes]:
    start = b""
    for piece in pieces:
        start += piece
        if len(start) >= len(_BYTE_ORDER_MARK):
            break
    yield start.removeprefix(_BYTE_ORDER_MARK)
    yield from pieces


def _recoded(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    for piece in pieces:
        yield decoder.decode(piece).encode("utf-8")
    yield decoder.decode(b"", final=True).encode("utf-8")
