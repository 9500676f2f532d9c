"""A plan as bytes, for the workers: what it was made from. They make it again, and must come to the same digest."""

from __future__ import annotations

import functools
import pickle
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from .. import _core
from .._core import BadStateError, MisuseError
from ..readers.frame_table import FrameTable
from ..tables.expressions import expression_of
from ..tables.facts import Fact
from ..tables.keys import Given, Keys
from ..tables.layout import lay_out
from ..tables.lookup import Lookup
from ..tables.plan_query import plan_of_terms
from ..tables.query import Query
from ..tables.query_plan import QueryPlan
from ..tables.statistic import Statistic
from ..tables.table import Table


@dataclass(frozen=True)
class Recipe:
    """All of it is public: the query, what is declared, the budget."""

    person: tuple[str, ...] | None
    rows_per_person: int | None
    columns: dict[str, Fact]
    types: dict[str, str]
    """What the columns of the frame hold that are read, by name."""
    conditions: tuple[str, ...]
    derived: tuple[tuple[str, str], ...]
    lookups: tuple[Lookup, ...]
    rows: int | None
    groups: int | None
    grouped_by: tuple[str, ...]
    keys: Given
    key_share: Fraction | None
    statistics: tuple[tuple[str, Statistic], ...]
    terms: dict[str, float]
    confidence: float
    digest: str
    """Of the plan."""
    found: Keys | None
    """Groups that were released by the first pass; None in that pass, and where groups are public."""

    def query(self) -> Query:
        """About a table that has a schema and no rows."""
        table = Table(
            FrameTable("the frame", self.types.items, _no_rows),
            columns=self.columns,
            person=self.person,
            rows_per_person=self.rows_per_person,
        )
        return Query(
            table,
            tuple(expression_of(text, "where") for text in self.conditions),
            tuple((name, expression_of(text, name)) for name, text in self.derived),
            self.lookups,
            self.rows,
            self.groups,
            self.grouped_by,
            self.keys,
            self.key_share,
            self.statistics,
        )


def recipe_of(plan: QueryPlan, types: dict[str, str], found: Keys | None) -> bytes:
    """What a plan was made from. Columns that it does not read stay here."""
    query, table = plan.query, plan.query.table
    recipe = Recipe(
        table.person,
        table.rows_per_person,
        {name: fact for name, fact in table.columns.items() if name in plan.kinds},
        types,
        tuple(each.text for each in query.conditions),
        tuple((name, expression.text) for name, expression in query.derived),
        query.lookups,
        query.rows,
        query.groups,
        query.grouped_by,
        query.keys,
        query.key_share,
        query.statistics,
        dict(plan.terms),
        plan.confidence,
        plan.digest,
        found,
    )
    if recipe.query().to_json() != query.to_json():
        raise MisuseError("the query has no text that means the same on a worker; give its expressions as texts")
    return pickle.dumps(recipe, protocol=5)


@dataclass(frozen=True)
class Job:
    """What a worker folds by."""

    measurement: _core.Measurement
    kinds: dict[str, str]
    persons: int
    """How many of its columns, the first, tell whose a row is."""


@functools.lru_cache(maxsize=4)
def job_of(recipe: bytes) -> Job:
    """The same plan, made here; kept for the tasks that follow in this process."""
    given: Recipe = pickle.loads(recipe)
    query = given.query()
    plan = plan_of_terms(query, lay_out(query), given.terms, given.confidence)
    if plan.digest != given.digest:
        raise BadStateError("the plan is another one when it is made on a worker")
    return Job(measured_by(plan, given.found), plan.kinds, len(given.person or ()))


def measured_by(plan: QueryPlan, found: Keys | None) -> _core.Measurement:
    """From rows in the order of persons, where there are persons; in any order where there are none."""
    if found is None:
        return plan.measurement if plan.query.table.person is None else plan.make_in_order()
    assert plan.in_found is not None
    return plan.in_found.measure(found, plan.query.table.person is not None)


def _no_rows(kinds: dict[str, str]) -> NoReturn:
    raise MisuseError("the rows of a part come from its task")
