"""What everyone may know of a column: what its cells are, and between which they lie. Public, never read off the data."""

from __future__ import annotations

import datetime
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .._advice import by_name_only
from ..analysis.refuse import Words, real, refuse, shown

Value = str | int | float | bool | datetime.date

# Of the values that a column may be grouped by without listing them.
MOST_VALUES = 100_000

_LEAST, _MOST = -(2**63), 2**63 - 1
EPOCH = datetime.date(1970, 1, 1)


@dataclass(frozen=True)
class Fact:
    """What a column is declared to be."""

    kind: ClassVar[str]
    """What it is read as: one of `readers.schema.COLUMN_KINDS`."""
    type: ClassVar[str]
    """Of its cells in a domain: "float", "int", "str", "bool", "date" or "time"."""

    nullable: bool
    """Whether rows without a value stay. Where it is false they are left out, before anything else is done."""

    @property
    def bounds(self) -> tuple[Any, Any] | None:
        """Between which numbers are moved; None where there are no numbers."""
        return None

    def values(self) -> Sequence[Value] | None:
        """All that a cell can be, in order; None where that is not public, or too much."""
        return None

    def to_json(self) -> dict[str, Any]:
        """What a digest is of."""
        raise NotImplementedError

    def said(self) -> Words:
        """What it is, in a sentence."""
        kind = f"of the type {type(self).__name__.lower()}"
        return Words(repr(self), shell=kind, toml=kind)

    def __repr__(self) -> str:
        parts = [repr(part) for part in self._shown()] + ["nullable=True"] * self.nullable
        return f"scrim.{type(self).__name__.lower()}({', '.join(parts)})"

    def _shown(self) -> Sequence[Any]:
        return ()


@dataclass(frozen=True, repr=False)
class Number(Fact):
    """Floats."""

    kind, type = "number", "float"
    low: float
    high: float

    @property
    def bounds(self) -> tuple[float, float]:
        return self.low, self.high

    def to_json(self) -> dict[str, Any]:
        return {"number": [self.low, self.high], "nullable": self.nullable}

    def _shown(self) -> Sequence[Any]:
        return [int(end) if end.is_integer() else end for end in self.bounds]


@dataclass(frozen=True, repr=False)
class Integer(Fact):
    """Integers."""

    kind, type = "integer", "int"
    low: int
    high: int

    @property
    def bounds(self) -> tuple[int, int]:
        return self.low, self.high

    def values(self) -> Sequence[Value] | None:
        return range(self.low, self.high + 1) if self.high - self.low < MOST_VALUES else None

    def to_json(self) -> dict[str, Any]:
        return {"integer": [self.low, self.high], "nullable": self.nullable}

    def _shown(self) -> Sequence[Any]:
        return self.bounds


@dataclass(frozen=True, repr=False)
class Category(Fact):
    """One of some texts, or of some integers."""

    members: tuple[str, ...] | tuple[int, ...]

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "text" if isinstance(self.members[0], str) else "integer"

    @property
    def type(self) -> str:  # type: ignore[override]
        return "str" if isinstance(self.members[0], str) else "int"

    def values(self) -> Sequence[Value]:
        return self.members

    def to_json(self) -> dict[str, Any]:
        return {"category": list(self.members), "nullable": self.nullable}

    def _shown(self) -> Sequence[Any]:
        return self.members


@dataclass(frozen=True, repr=False)
class Text(Fact):
    """Any text."""

    kind, type = "text", "str"

    def to_json(self) -> dict[str, Any]:
        return {"text": True, "nullable": self.nullable}


@dataclass(frozen=True, repr=False)
class Date(Fact):
    """Days."""

    kind, type = "date", "date"
    low: datetime.date
    high: datetime.date

    def values(self) -> Sequence[Value] | None:
        days = (self.high - self.low).days
        return [self.low + datetime.timedelta(day) for day in range(days + 1)] if days < MOST_VALUES else None

    def to_json(self) -> dict[str, Any]:
        return {"date": [self.low.isoformat(), self.high.isoformat()], "nullable": self.nullable}

    def _shown(self) -> Sequence[Any]:
        return self.low.isoformat(), self.high.isoformat()


@dataclass(frozen=True, repr=False)
class Time(Fact):
    """Points in time."""

    kind, type = "time", "time"

    def to_json(self) -> dict[str, Any]:
        return {"time": True, "nullable": self.nullable}


@dataclass(frozen=True, repr=False)
class Boolean(Fact):
    """True or false."""

    kind, type = "boolean", "bool"

    def values(self) -> Sequence[Value]:
        return False, True

    def to_json(self) -> dict[str, Any]:
        return {"boolean": True, "nullable": self.nullable}


def number(low: float, high: float, *, nullable: bool = False) -> Number:
    """A column of numbers, and between which they lie: what is beyond counts as the nearer end.

    Like all facts it is public: choose it without looking at the data. With `nullable=True` rows without a number stay, and
    are left out only where the column is used; otherwise they are left out of everything.

    ```python
    import scrim

    scrim.number(0, 5000)
    ```
    """
    advice = _advice("two finite numbers, the lower one first", "scrim.number(0, 120)", "{ number = [0, 120] }")
    lower, upper = (float(real(end, name, advice)) + 0.0 for end, name in ((low, "low"), (high, "high")))
    if lower > upper:
        refuse(f"low is {shown(low)} and high is {shown(high)}; give ", advice)
    return Number(_flag(nullable), lower, upper)


def integer(low: int, high: int, *, nullable: bool = False) -> Integer:
    """A column of integers, and between which they lie; `nullable` as in `number`.

    ```python
    import scrim

    scrim.integer(0, 120)
    ```
    """
    advice = _advice("two integers, the lower one first", "scrim.integer(0, 120)", "{ integer = [0, 120] }")
    for end, name in ((low, "low"), (high, "high")):
        if isinstance(end, bool) or not isinstance(end, numbers.Integral) or not _LEAST <= end <= _MOST:
            refuse(f"{name} is {shown(end)}; give ", advice)
    if low > high:
        refuse(f"low is {shown(low)} and high is {shown(high)}; give ", advice)
    return Integer(_flag(nullable), int(low), int(high))


def category(*values: str | int, nullable: bool = False) -> Category:
    """A column of which everyone may know what there can be: texts, or integers. Rows with another value are in no group.

    ```python
    import scrim

    scrim.category("N", "E", "S", "W")
    ```
    """
    python, toml = 'scrim.category("N", "E", "S", "W")', '{ category = ["N", "E", "S", "W"] }'
    advice = _advice("texts or integers, each once", python, toml, shell="--categories region=N,E,S,W")
    given = tuple(value.item() if hasattr(value, "item") else value for value in values)
    if not given:
        refuse("category has no values; give ", advice)
    for kind in (str, int):
        if all(isinstance(value, kind) and not isinstance(value, bool) for value in given):
            break
    else:
        refuse(f"category has {shown(given)}; give ", advice)
    known: set[str | int] = set()
    for value in given:
        if value in known:
            refuse(f"category has {shown(value)} twice; give ", advice)
        if isinstance(value, int) and not _LEAST <= value <= _MOST:
            refuse(f"category has {shown(value)}, which does not fit 64 bits; give smaller integers, or texts")
        known.add(value)
    return Category(_flag(nullable), given)


@by_name_only('scrim.text(nullable=True); what a column can be is said by scrim.category("N", "E")')
def text(*, nullable: bool = False) -> Text:
    """A column of texts of which nothing else is known; `nullable` as in `number`."""
    return Text(_flag(nullable))


def date(low: datetime.date | str, high: datetime.date | str, *, nullable: bool = False) -> Date:
    """A column of days, and between which they lie; of times it is the day in UTC. `nullable` as in `number`.

    ```python
    import scrim

    scrim.date("2026-01-01", "2026-12-31")
    ```
    """
    lower, upper = as_date(low, "low"), as_date(high, "high")
    if lower > upper:
        refuse(f"low is {shown(low)} and high is {shown(high)}; give the earlier one first")
    return Date(_flag(nullable), lower, upper)


@by_name_only("scrim.time(nullable=True)")
def time(*, nullable: bool = False) -> Time:
    """A column of points in time, to the microsecond and in UTC, for conditions and for parts of it: `hour(seen)`,
    `minute(seen)`, `month(seen)`, `to_date(seen)`. A text is one that is written as 2026-11-18T09:30:15 is, or as
    2026-11-18T09:30; `nullable` as in `number`."""
    return Time(_flag(nullable))


@by_name_only("scrim.boolean(nullable=True)")
def boolean(*, nullable: bool = False) -> Boolean:
    """A column of truths; `nullable` as in `number`."""
    return Boolean(_flag(nullable))


def as_date(value: Any, name: str) -> datetime.date:
    """A day, given as one or as a text."""
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    if isinstance(value, str):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    advice = Words(
        'a day, as datetime.date or as a text such as "2026-11-18"',
        shell="a day, such as 2026-11-18",
        toml='a day, such as "2026-11-18"',
    )
    refuse(f"{name} is {shown(value)}; give ", advice)


def _advice(what: str, python: str, toml: str, shell: str | None = None) -> Words:
    """What is to be given, with an example."""
    public = f"{what}, that do not come from the data, such as "
    return Words(public + python, shell=None if shell is None else public + shell, toml=public + toml)


def _flag(nullable: Any) -> bool:
    if not isinstance(nullable, bool):
        refuse(f"nullable is {shown(nullable)}; give True or False")
    return nullable
