"""Queries: values without data, which print, compare and hash."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .._advice import Advised, by_name_only
from ..analysis.printable import printable
from ..analysis.refuse import Argument, Words, refuse, shown, whole
from .canonical import canonical, digest_of
from .expressions import Expression, expression_of
from .keys import FOUND, Given, Keys, make_keys
from .layout import AGG
from .lookup import Lookup, make_lookup
from .statistic import Statistic, share_of
from .statistic_text import statistic_of

if TYPE_CHECKING:
    from .query_plan import QueryPlan
    from .table import Table

Function = str | Callable[[Any], Any]
"""Of a row: a text such as "age >= 18", or a function such as `lambda row: row.age >= 18`, which is called once."""

_MOST_ROWS = 2**32 - 1
_PER_PERSON = Words("per_person(rows=3)", toml="per_person = { rows = 3 }")


ELSEWHERE = {
    **dict.fromkeys(("groupby", "group"), 'groups are asked for by group_by("region")'),
    **dict.fromkeys(("filter", "query"), 'rows are chosen by where("age >= 18")'),
    **dict.fromkeys(("assign", "with_columns", "mutate", "apply"), 'columns are computed by derive(decade="age // 10")'),
    **dict.fromkeys(("join", "merge"), 'columns of a public table are added by lookup("zip", districts, add=["district"])'),
    **dict.fromkeys(("aggregate", "summarize", "select"), "what is released is asked for by agg(n=stats.count())"),
    **dict.fromkeys(("head", "tail", "show", "collect", "describe", "to_pandas", "to_polars", "to_arrow", "shape"), "rows are not shown, only what is released of them"),
    **dict.fromkeys(("release", "run", "execute"), "plan it first, and release the plan: plan(epsilon=1).release()"),
    **{name: f"statistics are asked for by agg, such as agg(n=stats.{name}())" for name in ("count", "count_people")},
    **{
        name: f'statistics are asked for by agg, such as agg(m=stats.{name}("cost"))'
        for name in ("sum", "mean", "median", "std", "variance", "quantile", "histogram", "top_k", "count_distinct")
    },
}
"""What to write instead of what other libraries call it, of a table and of a query."""


@dataclass(frozen=True, repr=False)
class Query(Advised):
    """What is asked of a table. The order of its methods does not matter: columns are derived, rows are left out, and what
    is left of each person is bounded, by what the whole query reads.

    Queries with equal content are equal, whatever table they are about: the table is where `plan` and `release` look.
    """

    _elsewhere = ELSEWHERE

    table: Table = field(compare=False)
    conditions: tuple[Expression, ...] = ()
    """Of which all hold for the rows that are used."""
    derived: tuple[tuple[str, Expression], ...] = ()
    lookups: tuple[Lookup, ...] = ()
    rows: int | None = None
    """Of a person at most, in all or in each group."""
    groups: int | None = None
    """In which a person has rows at most."""
    grouped_by: tuple[str, ...] = ()
    keys: Given = None
    key_share: Fraction | None = None
    """Of the budget, for finding keys: beside the shares of statistics."""
    statistics: tuple[tuple[str, Statistic], ...] = ()

    def where(self, condition: Function) -> Query:
        """Uses only the rows for which a condition holds, and all others given so."""
        added = expression_of(condition, "where")
        kept = {each.text: each for each in (*self.conditions, added)}
        return self._with(conditions=tuple(kept[text] for text in sorted(kept)))

    @by_name_only('derive(decade="age // 10")')
    def derive(self, /, **columns: Function) -> Query:
        """Adds columns that are computed from others, row by row."""
        known = dict(self.derived)
        for name, function in columns.items():
            if name in known or any(name in lookup.added for lookup in self.lookups):
                refuse(Argument("derive"), f" has {name!r}, which the query has already; give another name")
            self.table._refuse_taken(name, "derive")
            known[name] = expression_of(function, name)
        return self._with(derived=tuple(sorted(known.items())))

    def lookup(self, column: str | Iterable[str], table: Any, *, add: str | Iterable[str]) -> Query:
        """Adds columns of a public table, in which each row's key is looked up: `lookup("zip", districts, add=["district"])`.

        The table has the key under the same name, each once: a dict of lists, or a table of pandas, Polars or Arrow. A row
        whose key is not in it has nothing in the added columns.
        """
        added = make_lookup(column, table, add)
        taken = [name for each in self.lookups for name in each.added] + [name for name, _ in self.derived]
        for name in added.added:
            if name in taken:
                refuse(Argument("add"), f" names {name!r}, which the query has already; rename it in the table")
            self.table._refuse_taken(name, "add")
        return self._with(lookups=tuple(sorted((*self.lookups, added), key=lambda each: canonical(each.to_json()))))

    @by_name_only('per_person(rows=3)')
    def per_person(self, *, rows: int | None = None, groups: int | None = None) -> Query:
        """How much of each person is used at most: so many rows; with `groups`, in each of so many groups.

        Rows beyond that are left out, chosen by a hash that has nothing to do with their order. More rows keep more of the
        data, and cost more noise.
        """
        if self.rows is not None or self.groups is not None:
            refuse("per_person was given twice; give rows and groups together, such as per_person(rows=3, groups=2)")
        if rows is None and groups is None:
            refuse("per_person has neither rows nor groups; give how many rows of a person are used, such as ", _PER_PERSON)
        checked = {
            name: whole(value, name, 1, _MOST_ROWS, "how many of a person are used at most, at least 1")
            for name, value in (("rows", rows), ("groups", groups))
            if value is not None
        }
        if self.table.person is None:
            given = Words(
                "per_person is about persons, and the table has rows_per_person instead of person=",
                shell="--rows and --groups are about persons, and --rows-per-person was given instead of --person",
                toml="per_person is about persons, and [data] has rows_per_person instead of person",
            )
            refuse(given, ", so that nobody can tell whose a row is; leave ", Words("it", shell="them"), " out")
        return self._with(**checked)

    def group_by(self, *columns: str, keys: Any = None, share: float | Fraction | None = None) -> Query:
        """Asks for each group by itself: `group_by("region")`, of several columns for each combination.

        - `keys`: which groups there are: a public list, for several columns of tuples; or a public table with these
          columns. Without it they are all that the columns are declared to be. With "found", those that enough people are
          in, which needs `plan(..., delta=...)`. Groups are found by a count with noise, one of the query's own if it has
          one; other statistics are released of the groups that were found, in a second pass over the table.
        - `share`: which part of the budget finds keys, beside the shares of statistics: 1 where no count of the query
          does; otherwise what that count has more.
        """
        if self.grouped_by:
            refuse('group_by was given twice; name all columns at once, such as group_by("region", "sex")')
        if not columns:
            refuse('group_by names no column; give some, such as group_by("region")')
        for name in columns:
            if not isinstance(name, str) or not name:
                advice = 'give names of columns, such as group_by("region", "sex"), and groups by keys=[...]'
                refuse(Argument("group_by"), f" has {shown(name)}; {advice}")
        if len(set(columns)) < len(columns):
            refuse(Argument("group_by"), f" names a column twice: {', '.join(columns)}")
        given = make_keys(columns, keys)
        if share is not None and given != FOUND:
            refuse(Argument("share"), f' is {shown(share)}, and is for keys="found": public keys cost nothing; leave it out')
        return self._with(grouped_by=columns, keys=given, key_share=None if share is None else share_of(share))

    @by_name_only('agg(n=stats.count())')
    def agg(self, /, **statistics: Statistic | str) -> Query:
        """What is released, of each group: `agg(n=stats.count(), cost="mean(cost, share=3)")`."""
        if not statistics:
            example = Words("agg(n=stats.count())", toml='stats = { n = "count()" }')
            refuse(AGG, " has no statistics; give some by name, such as ", example)
        known = dict(self.statistics)
        for name, given in statistics.items():
            if name in known:
                refuse(AGG, f" has {name!r}, which the query has already; give another name")
            known[name] = statistic_of(given, name)
        return self._with(statistics=tuple(known.items()))

    @by_name_only('plan(epsilon=1)')
    def plan(
        self,
        *,
        epsilon: Any = None,
        delta: Any = None,
        rho: Any = None,
        within: dict[str, Any] | None = None,
        confidence: float = 0.95,
    ) -> QueryPlan:
        """Cost and accuracy of every statistic, before anything is read.

        - `epsilon`, `epsilon` and `delta`, or `rho`: what the whole query may cost, for each person.
        - `within`: instead of a budget how far off statistics may be: `within={"n": 20}` finds the least epsilon for that, or
          with `delta` the least for that delta. Where it depends on the number of rows in a group, `within={"cost": (50, 1000)}`
          is within 50 if there are 1000.
        - `confidence`: of the noise intervals, each for itself.
        """
        from .plan_query import plan_query

        return plan_query(self, epsilon=epsilon, delta=delta, rho=rho, within=within, confidence=confidence)

    @property
    def digest(self) -> str:
        """SHA-256 of the query's content, as 64 hexadecimal digits: of what is asked and of public tables that are looked
        up, not of the table it is about, nor of the version of Scrim."""
        return digest_of(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """What the digest is of."""
        keys = self.keys.to_json() if isinstance(self.keys, Keys) else self.keys
        return {
            "where": [each.text for each in self.conditions],
            "derive": {name: expression.text for name, expression in self.derived},
            "lookup": [each.to_json() for each in self.lookups],
            "per_person": {"rows": self.rows, "groups": self.groups},
            "group_by": list(self.grouped_by),
            "keys": keys,
            **({} if self.key_share is None else {"key_share": str(self.key_share)}),
            "agg": [[name, statistic.to_json()] for name, statistic in self.statistics],
        }

    def __repr__(self) -> str:
        parts = [f"where({each.text!r})" for each in self.conditions]
        parts += [f"derive({printable(name)}={expression.text!r})" for name, expression in self.derived]
        parts += [str(each) for each in self.lookups]
        limits = [f"{name}={value}" for name, value in (("rows", self.rows), ("groups", self.groups)) if value is not None]
        parts += [f"per_person({', '.join(limits)})"] if limits else []
        if self.grouped_by:
            keys = {None: "", FOUND: f', keys="{FOUND}"'}.get(
                self.keys if not isinstance(self.keys, Keys) else "", f", keys=[{len(self.keys or ())} groups]"
            )
            share = "" if self.key_share is None else f", share={float(self.key_share):g}"
            parts.append(f"group_by({', '.join(map(repr, self.grouped_by))}{keys}{share})")
        if self.statistics:
            parts.append("agg(" + ", ".join(f'{printable(name)}="{statistic}"' for name, statistic in self.statistics) + ")")
        return "\n  .".join(["query of a table", *parts])

    def _with(self, **changes: Any) -> Query:
        """The query so changed; checked as a whole once it asks for something."""
        changed = replace(self, **changes)
        if changed.statistics:
            from .layout import lay_out

            lay_out(changed)
        return changed
