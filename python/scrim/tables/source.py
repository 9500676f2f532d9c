"""Where the rows of a table come from. Opened for each plan and each release; only its schema is looked at before."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._core import InputError
from ..analysis.refuse import refuse
from ..readers import ColumnTable, ReadingOptions, find_column, open_table
from ..readers.options import said_of_reading
from ..readers.schema import ANY, ID, SIGNED, is_categorical

if TYPE_CHECKING:
    from ..spark.table import SparkTable


@dataclass(frozen=True, eq=False)
class Source:
    """What `scrim.Table` was given."""

    given: Any
    sql: str | None
    table: str | None
    options: ReadingOptions | None

    def __post_init__(self) -> None:
        if not isinstance(self.given, str) and any(each is not None for each in (self.sql, self.table, self.options)):
            refuse("sql, table and options say how a file is read, and source is none; leave them out")

    @property
    def is_read_once(self) -> bool:
        """Whether its rows are gone once they were read."""
        with self.opened() as table:
            return table.is_read_once

    @property
    def shown(self) -> str:
        return self.given if isinstance(self.given, str) else f"a {type(self.given).__name__}"

    @property
    def said_of_reading(self) -> Mapping[str, Any]:
        """What was said of how a file is read; nothing of what is none."""
        if isinstance(self.given, ColumnTable):
            return self.given.said_of_reading
        return said_of_reading(self.table, self.options)

    @contextmanager
    def opened(self) -> Iterator[ColumnTable]:
        """The table, of which no row has been used."""
        if isinstance(self.given, ColumnTable):
            yield self.given
        elif isinstance(self.given, str):
            with open_table(self.given, sql=self.sql, table=self.table, options=self.options) as table:
                yield table
        else:
            yield self._frame

    @functools.cached_property
    def _frame(self) -> ColumnTable:
        """Opened once, so that a stream knows that it was read."""
        if self._is_on_spark:
            from ..spark.table import SparkTable

            return SparkTable(self.given)
        from ..readers.frame_table import open_frame

        return open_frame(self.given)

    @property
    def _is_on_spark(self) -> bool:
        return type(self.given).__module__.startswith("pyspark.sql.")

    @property
    def on_spark(self) -> SparkTable | None:
        """The table, if its rows stay on a cluster."""
        return self._frame if self._is_on_spark else None  # type: ignore[return-value]


def person_kind(table: ColumnTable, column: str) -> str:
    """What the ids in a column are read as, so that no two of them become one: "integer", "text", or `ID`."""
    type_name = table.types.get(find_column(table, column), ANY)
    if type_name in SIGNED and table.cells_have_types:
        return "integer"
    if not is_categorical(type_name) or type_name in ("BOOLEAN", "DATE"):
        raise InputError(
            f"column {column!r} of {table.name} holds {type_name.split('(')[0]}, and persons are told apart by integers or "
            "texts; give another column, or bring it to one of these"
        )
    return ID if type_name == ANY and table.holds_objects else "text"


def check_persons(table: ColumnTable, kinds: dict[str, str]) -> None:
    """Refuses ids of another type than a plan was made for: what is written over a file may have such, and several persons
    would be one."""
    for name, kind in kinds.items():
        if person_kind(table, name) != kind:
            raise InputError(
                f"column {name!r} of {table.name} holds ids of another type than when the plan was made; make the plan anew"
            )


def find_columns(table: ColumnTable, names: Iterable[str]) -> list[str]:
    """What the table calls these columns."""
    wanted = list(names)
    found = [find_column(table, name) for name in wanted]
    if len(set(found)) < len(found):
        raise InputError(f"two of the columns {', '.join(wanted)} are one in {table.name}")
    return found


def check_columns(table: ColumnTable, kinds: dict[str, str]) -> None:
    """Refuses columns that cannot be read, by the schema alone."""
    table.check_columns(dict(zip(find_columns(table, kinds), kinds.values(), strict=True)))


def read_columns(table: ColumnTable, kinds: dict[str, str]) -> Any:
    """A stream of these columns, under these names and in this order, in one pass."""
    found = dict(zip(find_columns(table, kinds), kinds.values(), strict=True))
    stream = table.columns(found)
    if list(found) == list(kinds):
        return stream
    from ..readers.batches import renamed

    return renamed(list(kinds), stream)
