"""A first study of a file, from the names and the declared types of its columns alone: no row is looked at."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from ..readers import ReadingOptions, open_table, schema

_HEAD = """\
# A study: what is released from which data, at which price. Nothing is read and nothing is spent by
#   scrim plan {study}
# and all of it is released, once, by
#   scrim run {study}
# Everything here is public. Nothing of it may be read off the data.
"""


def first_study(file: str, study: str, *, table: str | None = None, options: ReadingOptions | None = None) -> str:
    """The text of a study, in which what only people know is left to fill in."""
    opened = open_table(file, table=table, options=options)
    try:
        is_first_line = not opened.names_are_public
        columns = {name: _fact(opened.types.get(name, schema.ANY)) for name in opened.types}
    finally:
        opened.close()
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(file).stem).strip("-") or "study"
    lines = [_HEAD.format(study=study), "[data]", f"source = {_quoted(_from_folder_of(study, file))}"]
    lines += [f"table = {_quoted(table)}"] if table is not None else []
    lines += [
        "# One of these two; privacy is about persons, and only you know whose a row is.",
        f"# person = {_quoted(next(iter(columns), 'patient_id'))}        # the column that tells whose a row is",
        "# rows_per_person = 1        # or how many rows a person can have at most, where no column tells",
        "",
        "[columns]",
        "# What everyone may know of the columns that are used: replace what is not so, and remove the others.",
    ]
    lines += ["# These names are the first line of the file. If that is a row, remove them: it is private."] * is_first_line
    lines += [f"# {_key(name)} = {fact}" for name, fact in columns.items()]
    lines += [
        "",
        "[budget]",
        "epsilon = 3                   # for all that is ever asked, by this study and by others of the same ledger",
        f"ledger = {_quoted(stem + '.ledger')}",
        "",
        "[[release]]",
        'name = "how_many"',
        "epsilon = 0.5",
        "# per_person = { rows = 1 }   # how much of a person is used, where there is a person",
        'stats = { n = "count()" }',
    ]
    return "\n".join(lines) + "\n"


def _from_folder_of(study: str, file: str) -> str:
    """As the study finds it."""
    folder = os.path.dirname(study)
    return file if os.path.isabs(file) or not folder else os.path.relpath(file, folder)


def _fact(type_name: str) -> str:
    """What to declare of a column of this type; of a file without types nothing is known but names."""
    if type_name == "DATE" or type_name.startswith("TIMESTAMP"):
        or_times = "" if type_name == "DATE" else ", or { time = true } where hours are of use"
        return '{ date = ["2026-01-01", "2026-12-31"] }   # the first and the last day' + or_times
    if type_name == "BOOLEAN":
        return "{ boolean = true }"
    carrier = None if type_name == schema.ANY else schema.carrier_of(type_name)
    if carrier is None:
        return '{ text = true }   # or { category = ["a", "b"] }' + (", or { number = [0, 100] }" if type_name == schema.ANY else "")
    kind = "number" if carrier == "float64" else "integer"
    return f"{{ {kind} = [0, 100] }}   # between which it lies"


def _quoted(text: str) -> str:
    """JSON's texts are TOML's, but for one character that only TOML has to escape."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)
