"""Tables of private data: where rows come from, whose they are, and what everyone may know of their columns."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from .._advice import Advised, by_name_only
from .._core import MisuseError
from ..analysis.refuse import Argument, Words, neither_or_both, refuse, rows_of_a_person, shown
from ..readers import ReadingOptions
from .facts import Fact
from .query import ELSEWHERE, Function, Query
from .source import Source
from .statistic import Statistic


class Table(Advised):
    """A table of private data. Nothing of it is read before a plan is released, but the names and types of its columns.

    - `source`: a file (CSV, TSV, Parquet, JSON, DuckDB, SQLite, or a pattern such as "part-*.parquet"), a frame of pandas or
      Polars, Arrow data or a stream of it, a relation of DuckDB, a DataFrame of Spark (docs/spark.md).
    - `person`: the column that tells whose a row is, or several of them. Integers and texts tell people apart, exactly, also
      beside each other among objects of pandas; of CSV and JSON, whose cells have no types, what is written does, without
      its quotes. Rows without one are left out.
    - `rows_per_person`: how many rows one person can have at most, where no column tells. One of the two must be given:
      privacy is about persons, and only you know.
    - `columns`: what everyone may know of the columns that are used, such as `{"age": scrim.number(0, 120)}`. Public:
      nothing of it may be read off the data. A column that is not declared cannot be used.
    - `sql`, `table`, `options`: how a file is read, as in `scrim.open_table`.

    ```python
    import pyarrow as pa
    import scrim
    from scrim import stats

    rows = pa.table({"patient": [1, 1, 2, 3], "region": ["N", "N", "E", "N"], "cost": [120.0, 80.0, 45.5, 300.0]})
    visits = scrim.Table(rows, person="patient", columns={"region": scrim.category("N", "E"), "cost": scrim.number(0, 5000)})
    query = visits.per_person(rows=2, groups=1).group_by("region").agg(n=stats.count(), cost=stats.mean("cost"))
    print(query.plan(epsilon=1))
    ```
    """

    @property
    def _elsewhere(self) -> dict[str, str]:  # type: ignore[override]
        """Columns among it, which are no attributes."""
        named = "columns are named in texts, such as where(\"age >= 18\"), or in functions of a row, such as where(lambda row: row.age >= 18)"
        columns = dict.fromkeys((*vars(self).get("columns", ()), *(vars(self).get("person") or ())), named)
        return {**columns, **ELSEWHERE, "plan": "what it shall release comes first: agg(n=stats.count()).plan(epsilon=1)"}

    @by_name_only('scrim.Table("visits.csv", person="patient_id", columns={"cost": scrim.number(0, 5000)})')
    def __init__(
        self,
        source: Any,
        *,
        columns: Mapping[str, Fact],
        person: str | Iterable[str] | None = None,
        rows_per_person: int | None = None,
        sql: str | None = None,
        table: str | None = None,
        options: ReadingOptions | None = None,
    ) -> None:
        if (person is None) == (rows_per_person is None):
            refuse(
                *neither_or_both("person", "rows_per_person", both=person is not None),
                Words("person=", shell="--person", toml="person under [data]"),
                ", the column that tells whose a row is, or ",
                Words("rows_per_person=", shell="--rows-per-person", toml="rows_per_person"),
                ", how many rows one person can have at most",
            )
        self.person = None if person is None else _persons(person)
        self.rows_per_person = None if rows_per_person is None else rows_of_a_person(rows_per_person)
        self.columns = _columns(columns, self.person or ())
        self.source = Source(os.fspath(source) if isinstance(source, os.PathLike) else source, sql, table, options)
        self._holder: object | None = None

    def where(self, condition: Function) -> Query:
        """Uses only the rows for which a condition holds: a text such as "age >= 18", or a function such as
        `lambda row: row.age >= 18`, which is called once."""
        return Query(self).where(condition)

    @by_name_only('derive(decade="age // 10")')
    def derive(self, /, **columns: Function) -> Query:
        """Adds columns that are computed from others, row by row: `derive(decade="age // 10")`."""
        return Query(self).derive(**columns)

    def lookup(self, column: str | Iterable[str], table: Any, *, add: str | Iterable[str]) -> Query:
        """Adds columns of a public table, in which each row's key is looked up."""
        return Query(self).lookup(column, table, add=add)

    @by_name_only('per_person(rows=3)')
    def per_person(self, *, rows: int | None = None, groups: int | None = None) -> Query:
        """How much of each person is used at most: so many rows; with `groups`, in each of so many groups."""
        return Query(self).per_person(rows=rows, groups=groups)

    def group_by(self, *columns: str, keys: Any = None, share: float | Fraction | None = None) -> Query:
        """Asks for each group by itself."""
        return Query(self).group_by(*columns, keys=keys, share=share)

    @by_name_only('agg(n=stats.count())')
    def agg(self, /, **statistics: Statistic | str) -> Query:
        """What is released: `agg(n=stats.count(), cost="mean(cost)")`."""
        return Query(self).agg(**statistics)

    def __repr__(self) -> str:
        who = (
            f"person={self.person[0]!r}"
            if self.person is not None and len(self.person) == 1
            else f"rows_per_person={self.rows_per_person}"
            if self.person is None
            else f"person={list(self.person)!r}"
        )
        columns = "".join(f"\n  {name}: {fact}" for name, fact in self.columns.items())
        return f"table of {self.source.shown}, {who}{columns}"

    def _refuse_held(self) -> None:
        """What a session holds is released through it alone, so that nothing goes past its budget."""
        if self._holder is not None:
            raise MisuseError(
                "the table is held by a session, and a release past it would not be paid for; ask the session: "
                "session.plan(query, epsilon=...).release()"
            )

    def _refuse_taken(self, name: str, what: str) -> None:
        """A column that is there cannot be redefined: least of all whose a row is."""
        if name in (self.person or ()):
            why = "which tells whose a row is and can be neither read nor redefined; give another name"
            refuse(Argument(what), f" has {name!r}, {why}")
        if name in self.columns:
            refuse(Argument(what), f" has {name!r}, which the table has already; give another name")


def _persons(person: Any) -> tuple[str, ...]:
    names = (person,) if isinstance(person, str) else tuple(person) if isinstance(person, (list, tuple)) else ()
    if not names or not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        refuse(Argument("person"), f' is {shown(person)}; give the name of a column, such as "patient_id", or a list of names')
    return names


def _columns(columns: Any, persons: tuple[str, ...]) -> dict[str, Fact]:
    advice = 'a dict of what is known of columns, such as {"age": scrim.number(0, 120), "ward": scrim.text()}'
    if not isinstance(columns, Mapping):
        refuse(f"columns is {shown(columns)}; give {advice}")
    for name, fact in columns.items():
        if not isinstance(name, str) or not name:
            refuse(f"columns has {shown(name)} as a name; give {advice}")
        if not isinstance(fact, Fact):
            refuse(
                f"columns has {shown(fact)} for {name}; give scrim.number(low, high), scrim.integer(low, high), "
                "scrim.category(...), scrim.text(), scrim.date(low, high), scrim.time() or scrim.boolean()"
            )
        if name in persons:
            uses = Words("columns has", shell="the query uses")
            refuse(uses, f" {name!r}, which tells whose a row is and cannot be read; leave it out")
    return dict(columns)
