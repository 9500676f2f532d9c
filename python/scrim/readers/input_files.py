"""Which files FILE names, and of which format they are.

A file's name and the bytes that its format puts in front of all rows tell. Rows never do: a file named .csv
is CSV whatever its first row looks like.
"""

from __future__ import annotations

import glob
import os
import re
import stat
from pathlib import Path

from .._core import InputError
from .options import ReadingOptions

STANDARD_INPUT = "-"
_FORMATS = {
    "csv": (".csv", ".tsv", ".txt"),
    "json": (".json", ".jsonl", ".ndjson"),
    "parquet": (".parquet", ".pq"),
}
_COMPRESSED = re.compile(r"\.(gz|zst)$")


def find_files(file: str) -> list[str]:
    """The file of this name, or else those that match it as a pattern, in the order of their names."""
    if file == STANDARD_INPUT:
        return [file]
    files = matching_files(file)
    for name in files:
        if os.path.isdir(name):
            raise InputError(f"{name} is a directory; name a file, or several by '{name}/*.parquet'")
        try:
            os.stat(name)
            if not os.access(name, os.R_OK):
                raise PermissionError(13, "Permission denied")
        except OSError as error:
            reason = error.strerror
        else:
            continue
        raise InputError(f"{name}: {reason}")
    return files


def matching_files(file: str) -> list[str]:
    """Those that it names, whether they are there or not. A name with brackets in it is first of all a name."""
    return [file] if os.path.lexists(file) else sorted(glob.glob(file)) or [file]


def format_of(file: str, options: ReadingOptions) -> str:
    """ "csv", "json", "parquet", "duckdb" or "sqlite"."""
    if file == STANDARD_INPUT:
        return "csv"
    name = bare_name(file)
    for kind, endings in _FORMATS.items():
        if name.endswith(endings):
            return kind
    # The first bytes of a pipe would be lost, and those of a file without a header may be a row's.
    if not options.header or not stat.S_ISREG(os.stat(file).st_mode):
        return "csv"
    return _format_by_signature(file)


def stamp(file: str) -> tuple[int, ...]:
    """What tells that a file was written anew; nothing of one that is gone."""
    try:
        state = os.stat(file)
    except OSError:
        return ()
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def bare_name(file: str) -> str:
    """In lower case, without the ending of a compressed file."""
    return _COMPRESSED.sub("", Path(file).name.lower())


def _format_by_signature(file: str) -> str:
    try:
        with open(file, "rb") as opened:
            start = opened.read(16)
    except OSError as error:
        reason = error.strerror
    else:
        if start == b"SQLite format 3\0":
            return "sqlite"
        if start[8:12] == b"DUCK":
            return "duckdb"
        return "parquet" if start[:4] == b"PAR1" else "csv"
    raise InputError(f"{file}: {reason}")
