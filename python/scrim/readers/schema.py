"""What a table declares about itself, and which part of it is meant."""

from __future__ import annotations

import difflib
import shlex
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from .._core import InputError


SIGNED = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"}
LARGE = {"HUGEINT", "UHUGEINT", "BIGNUM"}  # integers that only doubles can carry, to the nearest
FLOATING = {"FLOAT", "DOUBLE"} | LARGE
TEXT = {"VARCHAR", "UUID", "BOOLEAN", "DATE"}
ANY = "ANY"  # of a column that declares no type; its values are looked at one by one
# What cells without a type are read as, by the carrier of the domain that they are for.
CELL_TYPES = {"float64": "number", "int64": "integer", "uint64": "integer"}
# What columns that are read together can be read as.
COLUMN_KINDS = ("number", "integer", "text", "date", "time", "boolean")
# What ids are read as where a column has integers and texts beside each other: texts, of which 1 and "1" have different ones.
ID = "id"


def carrier_of(type_name: str) -> str | None:
    """What a column of this type is read as for a quantile; None if it holds no numbers."""
    if type_name in SIGNED:
        return "int64"
    if type_name == "UBIGINT":
        return "uint64"
    if type_name in FLOATING or type_name == ANY or type_name.startswith("DECIMAL"):
        return "float64"
    return None


def is_categorical(type_name: str) -> bool:
    """Whether values of this type have one obvious text. Floats do not."""
    return (
        type_name in SIGNED
        or type_name == "UBIGINT"
        or type_name in LARGE
        or type_name in TEXT
        or type_name == ANY
        or type_name.startswith("ENUM")
    )


class ColumnTable(ABC):
    """An opened input, of which the schema is known and no row has been used."""

    name: str
    files: list[str]
    """What is read."""
    types: dict[str, str]
    """The declared types, by column."""
    names_are_public: bool = True
    cells_have_types: bool = True
    """Whether a cell is of the type that its column declares, whatever was put there."""
    holds_objects: bool = False
    """Whether an integer and a text that look alike can stand in a column that declares no type. These can be read as `ID`."""
    takes_any_name: bool = False
    """There is no schema that could lack a name."""
    is_read_once: bool = False
    """Whether its rows are gone once they were read."""
    repeated: frozenset[str] = frozenset()
    """Names that several of its columns have, so that none of these can be meant."""
    said_of_reading: Mapping[str, Any] = MappingProxyType({})
    """How it was said to be read (`options.said_of_reading`)."""

    def types_now(self) -> dict[str, str]:
        """The declared types as they are by now, where others may have changed what is read. No row is looked at, nor is
        anything computed of which a row could be the reason that it fails."""
        return self.types

    def check_columns(self, kinds: dict[str, str]) -> None:
        """Refuses columns that cannot be read as these kinds, or are not any more what they were when the table was opened:
        by the schema alone. Asked before a release is paid for, and again when columns are read."""
        check_kinds(self, kinds)
        refuse_changed(self.types, self.types_now(), kinds)

    def reads_calmly(self, columns: Iterable[str]) -> bool:
        """Whether nothing in a row of these columns can stop the reading, so that a release may be paid for after it. An engine
        that computes what it hands over may be stopped by any row: that is so unless a reader says otherwise."""
        return False

    @abstractmethod
    def numbers(self, column: str, carrier: str = "float64") -> Any:
        """A stream of one column of the carrier type ("float64", "int64", "uint64"), nulls where a value is no
        number."""

    @abstractmethod
    def texts(self, column: str) -> Any:
        """A stream of one column of texts, nulls where there is none."""

    @abstractmethod
    def columns(self, kinds: dict[str, str]) -> Any:
        """A stream of several columns in one pass, in this order: what each is read as is one of `COLUMN_KINDS`, nulls
        where a value is none of that kind."""

    def close(self) -> None:
        """Lets go of the file."""

    def __enter__(self) -> ColumnTable:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def by_name(columns: Iterable[tuple[str, str]], *, cases_differ: bool = True) -> tuple[dict[str, str], frozenset[str]]:
    """The types of columns by name, and the names that several have; alike are also `x` and `X` where cases do not differ."""
    listed = list(columns)
    times = Counter(name if cases_differ else name.lower() for name, _ in listed)
    types = {name: kind for name, kind in listed if times[name if cases_differ else name.lower()] == 1}
    return types, frozenset(name for name, _ in listed if name not in types)


def refuse_changed(before: Mapping[str, str], now: Mapping[str, str], names: Iterable[str]) -> None:
    """What others hold they may change. Columns are read by what they were declared to be: with ids of another type several
    persons would be one, and with another column in their place one would be several."""
    for name in names:
        if now.get(name) != before.get(name):
            became = f"holds {now[name]} now, and held {before[name]}" if name in now else "is not there any more"
            raise InputError(
                f"the data was changed after the table was made of it: column {name!r} {became}; make the table anew"
            )


def shown_name(file: str) -> str:
    return "standard input" if file == "-" else file


def find_column(table: ColumnTable, wanted: str) -> str:
    if wanted in table.types or table.takes_any_name:
        return wanted
    alike = [name for name in table.types if name.casefold() == wanted.casefold()]
    if len(alike) == 1 and wanted not in table.repeated:
        return alike[0]
    if any(name.casefold() == wanted.casefold() for name in table.repeated):
        refuse_repeated(table, wanted)
    if table.names_are_public:
        close = difflib.get_close_matches(wanted, table.types, n=3)
        guess = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
        columns = ", ".join(table.types)
        raise InputError(f"{table.name} has no column {wanted!r}{guess}; its columns are: {columns}")
    # The first line of a CSV file without a header is a row: it may not be shown.
    look = "" if table.name == shown_name("-") else f", and head -1 {shlex.quote(table.name)} shows it"
    raise InputError(
        f"{table.name} has no column {wanted!r}; its first line must name the columns{look}; give one "
        "of these names, or of those that a query in SQL selects"
    )


def refuse_repeated(table: ColumnTable, name: str) -> NoReturn:
    raise InputError(
        f"{table.name} has several columns that are called {name!r}, which nothing tells apart; rename them, each to a name of its "
        "own"
    )


def refuse_type(table: ColumnTable, column: str, needed: str, is_fit: Callable[[str], bool]) -> None:
    """Refuses a column by its declared type, before a row is read."""
    type_name = table.types.get(column, ANY)
    if not is_fit(type_name):
        raise InputError(
            f"column {column!r} of {table.name} holds {_bare(type_name)}, which cannot be read as {needed}"
        )


def reads_as_numbers(type_name: str) -> bool:
    """Whether each value of this type is a number, or a text that may be one."""
    return carrier_of(type_name) is not None or type_name in ("VARCHAR", "BOOLEAN")


def reads_as(type_name: str, kind: str) -> bool:
    """Whether values of this type are of this kind, or texts that may be."""
    if kind in ("number", "integer"):
        return reads_as_numbers(type_name)
    if kind == "date":
        return type_name in ("DATE", "VARCHAR", ANY) or type_name.startswith("TIMESTAMP")
    if kind == "time":
        return type_name in ("VARCHAR", ANY) or type_name.startswith("TIMESTAMP")
    if kind == "boolean":
        return type_name in SIGNED or type_name in ("BOOLEAN", "VARCHAR", ANY)
    return is_categorical(type_name)


def check_kinds(table: ColumnTable, kinds: dict[str, str]) -> None:
    """Refuses columns by their declared types, before a row is read."""
    needed = {"number": "numbers", "integer": "integers", "text": "texts", ID: "ids"}
    needed |= {"date": "dates", "time": "times", "boolean": "truths"}
    for column, kind in kinds.items():
        refuse_type(table, column, needed[kind], lambda type_name, kind=kind: reads_as(type_name, kind))


def check_numeric(table: ColumnTable, column: str, kind: str | None = None) -> str:
    """The carrier of a column of numbers. `kind` says what they are to be read as: "integer" or "number"."""
    type_name = table.types.get(column, ANY)
    carrier = carrier_of(type_name)
    if kind is not None and reads_as_numbers(type_name):
        return {"integer": "int64", "number": "float64"}[kind]
    if carrier is None:
        held = "text" if type_name in ("VARCHAR", "JSON") else _bare(type_name)
        if held in ("DATE", "TIME") or held.startswith("TIMESTAMP"):
            advice = f"turn it into a number, such as --sql 'select epoch({column}) as t from data'"
        elif type_name in ("VARCHAR", "BOOLEAN"):
            advice = "give a column of numbers, or --type number to count what is none as missing"
        else:
            advice = "give a column of numbers"
        raise InputError(
            f"column {column!r} of {table.name} holds {held}, and numbers are needed; {advice}"
        )
    return carrier


def check_countable(table: ColumnTable, column: str) -> str:
    """The carrier of a column whose rows are counted, whatever they hold: cells without a type are texts."""
    type_name = table.types.get(column, ANY)
    if is_categorical(type_name):
        return "str"
    carrier = carrier_of(type_name)
    if carrier is None:
        raise InputError(
            f"column {column!r} of {table.name} holds {_bare(type_name)}, which cannot be read; give another column, "
            "as all have the same number of rows"
        )
    return carrier


def check_categorical(table: ColumnTable, column: str) -> None:
    type_name = table.types.get(column, ANY)
    if not is_categorical(type_name):
        raise InputError(
            f"column {column!r} of {table.name} holds {_bare(type_name)}, which has no categories; give a "
            "column of texts or integers"
        )


def _bare(type_name: str) -> str:
    """Without what is in brackets: of an enumeration it is the values."""
    return type_name.split("(")[0]


def choose_table(file: str, names: list[str], wanted: str | None, needed: bool) -> str | None:
    """The table that is meant; None where a query names its tables itself."""
    listed = ", ".join(names) or "none"
    if wanted is not None:
        if wanted not in names:
            raise InputError(f"{file} has no table {wanted!r}; its tables are: {listed}")
        return wanted
    if len(names) == 1:
        return names[0]
    if needed:
        raise InputError(f"{file} has {len(names)} tables; pick one with --table: {listed}")
    return None
