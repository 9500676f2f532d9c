"""How a file without declared types is read: settled before it is opened, never guessed from its rows."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, fields
from typing import Any

from .._refusal import Argument, Words, refuse

# Encodings in which a character never depends on the ones before it, so that no row can change how the
# next one is read: one byte a character, or Unicode.
_UNICODE = {"utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"}
_ONE_BYTE = {
    "ascii", "iso8859-1", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7",
    "iso8859-8", "iso8859-9", "iso8859-10", "iso8859-11", "iso8859-13", "iso8859-14", "iso8859-15",
    "iso8859-16", "cp437", "cp850", "cp852", "cp858", "cp866", "cp1250", "cp1251", "cp1252", "cp1253",
    "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r", "koi8-u", "mac-roman",
}  # fmt: skip


@dataclass(frozen=True)
class ReadingOptions:
    """What is said about a CSV or JSON file."""

    delimiter: str | None = None
    """Between cells; a comma, and a tab in files named `.tsv`, unless given."""
    quote: str = '"'
    """Around cells that hold delimiters or line breaks; "" for none."""
    decimal: str = "."
    """What stands before the fraction of a number."""
    encoding: str = "utf-8"
    """Of the text: UTF-8, UTF-16, UTF-32, or one of one byte a character."""
    header: bool = True
    """Whether the first line names the columns."""
    columns: tuple[str, ...] | None = None
    """The names of the columns: of a CSV file without a header, or the keys of a JSON file that a query uses."""

    def __post_init__(self) -> None:
        if self.delimiter is not None:
            _check_sign("delimiter", self.delimiter, "such as ';', or 'tab'")
        if self.quote:
            _check_sign("quote", self.quote, "such as \"'\", or 'none'")
        if self.decimal not in (".", ","):
            refuse(Argument("decimal"), f" is {self.decimal!r}; give . or ,")
        if self.quote and self.quote == self.delimiter:
            refuse(Argument("delimiter"), " and ", Argument("quote"), f" are both {self.quote!r}; give two signs")
        object.__setattr__(self, "encoding", _encoding(self.encoding))
        if not self.header and self.columns is None:
            refuse(
                Words("header=False", shell="--no-header", toml="header = false"),
                " needs the names of the columns, in order, such as ",
                Words(
                    'columns=("age", "income", "city")',
                    shell="--columns age,income,city",
                    toml='columns = ["age", "income", "city"]',
                ),
            )
        if self.columns is not None:
            _check_names(self.columns)


def said_of_reading(table: str | None, options: ReadingOptions | None) -> dict[str, Any]:
    """What was said of how a file is read, as far as that is not what is done anyway: the same file read in another way is
    other data."""
    chosen = [] if options is None else [(each.name, getattr(options, each.name), each.default) for each in fields(options)]
    told = {name: value for name, value, default in chosen if value != default}
    return told if table is None else {"table": table, **told}


def _check_sign(option: str, sign: str, advice: str) -> None:
    is_sign = len(sign) == 1 and sign.isascii() and (sign.isprintable() or sign == "\t")
    if not is_sign or sign.isalnum() or sign in " .+-":
        refuse(Argument(option), f" is {sign!r}; give one sign, {advice}")


def _check_names(names: tuple[str, ...]) -> None:
    if not names or "" in names:
        refuse(Argument("columns"), " has an empty name; give names with commas between them")
    for number, name in enumerate(names):
        if name in names[:number]:
            refuse(Argument("columns"), f" names {name!r} twice; give each name once")


def _encoding(name: str) -> str:
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        known = ""
    if known not in _UNICODE and known not in _ONE_BYTE:
        accepted = "utf-8, utf-16, utf-32 or one of one byte a character, such as latin-1 or cp1252"
        refuse(Argument("encoding"), f" is {name!r}; give {accepted}")
    return known
