"""A study: a publication as one file in TOML, read and checked before any data is looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from .._core import InputError, InvalidArgumentError
from .._refusal import pieces_of
from ..analysis.refuse import refuse
from ..readers import ColumnTable, ReadingOptions
from ..readers.options import said_of_reading
from ..tables import Table, boolean, category, date, integer, number, text, time
from ..tables.canonical import digest_of
from ..tables.facts import Fact
from .check import check
from .schema import SCHEMA

FORMATS = ("csv", "parquet", "json")
_READING = ("delimiter", "quote", "decimal", "encoding", "header", "columns")


@dataclass(frozen=True)
class Study:
    """What a file says, checked against the schema; of its data nothing is known yet."""

    path: Path
    content: Mapping[str, Any]

    @property
    def folder(self) -> Path:
        """From which files of the study are found."""
        return self.path.parent

    @property
    def digest(self) -> str:
        """Of what the study says, however it is written."""
        return digest_of(_plain(self.content))

    @property
    def title(self) -> str:
        return str(self.content.get("title", self.path.stem))

    @property
    def budget(self) -> dict[str, Any]:
        """What the session is opened with."""
        given = {name: self.content["budget"].get(name) for name in ("epsilon", "delta", "rho", "account")}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def ledger(self) -> str:
        """A path, or a URL."""
        ledger = str(self.content["budget"]["ledger"])
        return ledger if "://" in ledger else str(self.folder / ledger)

    @property
    def releases(self) -> list[Mapping[str, Any]]:
        return list(self.content["release"])

    @property
    def output_folder(self) -> Path:
        return self.folder / str(self.content.get("output", {}).get("folder", "releases"))

    @property
    def formats(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.content.get("output", {}).get("formats", FORMATS)))

    @property
    def registry(self) -> Path | None:
        given = self.content.get("output", {}).get("registry")
        return None if given is None else self.folder / given

    @property
    def lock_path(self) -> Path:
        """Beside the study: study.toml has study.lock."""
        return self.path.with_suffix(".lock")

    @property
    def source(self) -> str:
        """Where the rows are."""
        source = str(self.content["data"]["source"])
        return source if os.path.isabs(source) else str(self.folder / source)

    @property
    def reading(self) -> dict[str, Any]:
        """How the file is read, as far as the study says it."""
        data = self.content["data"]
        return {name: tuple(data[name]) if name == "columns" else data[name] for name in _READING if name in data}

    @property
    def said_of_reading(self) -> Mapping[str, Any]:
        """What it says of how the data are read, as a plan has it, where no file is opened."""
        return said_of_reading(self.content["data"].get("table"), ReadingOptions(**self.reading))

    @property
    def facts(self) -> dict[str, Fact]:
        """What is declared of columns."""
        return {name: fact_of(name, given) for name, given in self.content["columns"].items()}

    def table(self, declared: ColumnTable | None = None) -> Table:
        """The table that the study is about; with `declared` one that takes its place, where no file shall be opened."""
        data, reading = self.content["data"], self.reading
        options = ReadingOptions(**reading) if reading else None
        return Table(
            self.source if declared is None else declared,
            person=data.get("person"),
            rows_per_person=data.get("rows_per_person"),
            columns=self.facts,
            table=data.get("table") if declared is None else None,
            options=options if declared is None else None,
        )

    @property
    def label(self) -> str | None:
        label: str | None = self.content["data"].get("label")
        return label


def read_study(path: str | os.PathLike[str]) -> Study:
    """The study in a file. What is wrong with it is told with the place where it stands."""
    file = Path(path)
    try:
        written = file.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}; give the name of a study, such as study.toml") from None
    except UnicodeDecodeError:
        raise InputError(f"{file} is not UTF-8 text; a study is TOML") from None
    return study_of(file, written)


def study_of(file: Path, written: str) -> Study:
    """What a text says that is, or shall be, in this file."""
    content = parse_study(file, written)
    try:
        check(content, SCHEMA, "")
        _check_names(content["release"])
    except InvalidArgumentError as error:
        raise InvalidArgumentError(f"{file.name}: {error}") from None
    return Study(file, content)


def fact_of(name: str, given: Mapping[str, Any]) -> Fact:
    """What is declared of a column: `{ number = [0, 120] }`."""
    nullable = given.get("nullable", False)
    ((kind, values),) = ((kind, values) for kind, values in given.items() if kind != "nullable")
    try:
        if kind == "number":
            return number(*map(float_of, values), nullable=nullable)
        if kind == "integer":
            return integer(*values, nullable=nullable)
        if kind == "category":
            return category(*values, nullable=nullable)
        if kind == "date":
            return date(*values, nullable=nullable)
    except InvalidArgumentError as error:
        refuse(f"columns.{name}: ", *pieces_of(error))
    return {"text": text, "time": time, "boolean": boolean}[kind](nullable=nullable)


def float_of(number: Any) -> Any:
    """Of a decimal its float; an integer is taken as it is, however large."""
    return float(number) if isinstance(number, Decimal) else number


def parse_study(file: Path, written: str) -> dict[str, Any]:
    """The content of a text in TOML, whatever it says."""
    try:
        import tomllib
    except ModuleNotFoundError:  # before Python 3.11
        import tomli as tomllib  # type: ignore[no-redef,import-not-found]
    try:
        # Decimals are read as they are written: 0.1 is a tenth.
        content = tomllib.loads(written, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidArgumentError(f"{file.name} is no TOML: {error}") from None
    except (ValueError, InvalidOperation):  # of Python's integers and decimals, not of TOML
        raise _endless(file) from None
    if _has_endless(content):
        raise _endless(file)
    return content


_MOST_BITS = 10_000
"""Of an integer: Python writes none of more than 4300 digits, neither in a digest nor in an error."""


def _has_endless(content: dict[str, Any]) -> bool:
    """Whether there is such an integer, which hexadecimal digits may say; dotted keys may lie deeper than Python calls."""
    left: list[Any] = [content]
    while left:
        value = left.pop()
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            return True
        left += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return False


def _endless(file: Path) -> InvalidArgumentError:
    return InvalidArgumentError(f"{file.name} has a number of thousands of digits, or beyond all decimals; give a smaller one")


def _check_names(releases: list[Mapping[str, Any]]) -> None:
    seen: set[str] = set()
    for release in releases:
        name = release["name"].lower()  # some file systems take both for one
        if name in seen:
            refuse(f"two releases have the name {release['name']}; give each its own: files are named after it")
        seen.add(name)


def _plain(content: Any) -> Any:
    """Numbers by what they are worth, so that 0.50 and 0.5 are one."""
    if isinstance(content, dict):
        return {name: _plain(value) for name, value in content.items()}
    if isinstance(content, list):
        return [_plain(value) for value in content]
    if isinstance(content, Decimal):
        return {"number": str(content.normalize())}
    return {"number": str(content)} if isinstance(content, int) and not isinstance(content, bool) else content
