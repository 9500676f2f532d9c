"""Neighbouring tables that felled queries of a peer over frames, and what Scrim's queries make of them.

Each report has several questions: the peer's own, and others that come as near to it as Scrim can be asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

import scrim
from scrim import stats

from attacks.seen_loss import charged, noise_loss, sampled_loss

RELEASES = 100
# Of which the noise is 0, but with a probability below e^-50.
NO_NOISE = 10**6
ROUNDING = 1 + 1e-9


@dataclass(frozen=True)
class Question:
    """A query, and how many persons the tables differ in for it: a changed person is two."""

    name: str
    of: Callable[[pa.Table], scrim.Query]
    persons: int = 1


@dataclass(frozen=True)
class QueryPair:
    """Two neighbouring tables, and what is asked of them within a budget."""

    high: pa.Table
    low: pa.Table
    budget: dict[str, float]
    questions: tuple[Question, ...]

    @property
    def currency(self) -> str:
        (currency,) = self.budget
        return currency


@dataclass(frozen=True)
class Answer:
    """What became of a question."""

    question: str
    charged: float
    """For all persons that the tables differ in."""
    exact_loss: float
    sampled_loss: float
    high: list[float]
    low: list[float]

    @property
    def fell(self) -> bool:
        # That it costs nothing is right where nothing can be told apart.
        return max(self.exact_loss, self.sampled_loss) > self.charged * ROUNDING


def ask(pair: QueryPair, question: Question) -> Answer:
    """Plans for both tables, which must not differ, and what releases of them lose."""
    plans = [question.of(table).plan(**pair.budget) for table in (pair.high, pair.low)]
    assert plans[0].to_dict() == plans[1].to_dict(), "a plan has read data"
    (statistic,) = plans[0].to_dict()["statistics"]
    (scale,) = statistic["scales"].values()
    high, low = (_exact(pair, question, table) for table in (pair.high, pair.low))
    return Answer(
        question.name,
        charged(pair.currency, plans[0].cost, question.persons),
        noise_loss(pair.currency, high, low, scale),
        _sampled(pair.currency, plans, high, low),
        high,
        low,
    )


def _exact(pair: QueryPair, question: Question, table: pa.Table) -> list[float]:
    """What is released where privacy is given up."""
    return list(question.of(table).plan(**{pair.currency: NO_NOISE}).release()["found"])


def _sampled(currency: str, plans: list[Any], high: list[float], low: list[float]) -> float:
    """Of the group that differs most."""
    group = max(range(len(high)), key=lambda place: abs(high[place] - low[place]))
    releases = [[plan.release()["found"][group] for _ in range(RELEASES)] for plan in plans]
    if high[group] < low[group]:
        releases.reverse()
    return sampled_loss(currency, *releases, max(high[group], low[group]))


# --- opendp#2940: remainders by 0 ---


def _divisors(cells: list[int]) -> pa.Table:
    return pa.table({"n": list(range(len(cells))), "m": cells})


def _remainders(table: pa.Table) -> scrim.Query:
    facts = {"n": scrim.integer(0, 11), "m": scrim.integer(0, 5)}
    return scrim.Table(table, rows_per_person=1, columns=facts).derive(r="n % m")


REMAINDERS = QueryPair(
    _divisors([5] * 12),
    _divisors([5] * 11 + [0]),
    {"epsilon": 1.0},
    (
        Question("count", lambda table: _remainders(table).where("not is_missing(r)").agg(found=stats.count()), 2),
        Question("condition", lambda table: _remainders(table).where("r >= 0").agg(found=stats.count()), 2),
        # Each row that is there adds the same: only how many there are is private.
        Question("sum of ones", lambda table: _remainders(table).agg(found=stats.sum("r", bounds=(1, 1))), 2),
    ),
)


# --- opendp#2944: codes of intervals ---


def _codes(table: pa.Table) -> scrim.Query:
    declared = scrim.Table(table, rows_per_person=1, columns={"x": scrim.number(0, 10)})
    return declared.derive(code="bin(x, [0.0, 1.0])")


CODES = QueryPair(
    pa.table({"x": [7.0] + [0.25] * 100}),
    pa.table({"x": [0.25] * 100}),
    {"epsilon": 1.0},
    (
        Question("sum", lambda table: _codes(table).agg(found=stats.sum("code", bounds=(0, 1)))),
        Question("groups", lambda table: _codes(table).group_by("code", keys=[0, 1]).agg(found=stats.count())),
    ),
)


# --- opendp#2945: a group in which every row changes ---


def _small_group(table: pa.Table, **whose: Any) -> scrim.Query:
    facts = {"group": scrim.category("a"), "x": scrim.integer(-10, 10)}
    return scrim.Table(table, columns=facts, **whose).group_by("group").agg(found=stats.sum("x"))


SMALL_GROUP = QueryPair(
    pa.table({"id": [1] * 3, "group": ["a"] * 3, "x": [10] * 3}),
    pa.table({"id": [1] * 3, "group": ["a"] * 3, "x": [-10] * 3}),
    {"epsilon": 1.0},
    (
        # The peer's own distance: 3 rows go and 3 come.
        Question("six rows", lambda table: _small_group(table, rows_per_person=6)),
        Question("three rows", lambda table: _small_group(table, rows_per_person=3), 2),
        Question("persons", lambda table: _small_group(table, person="id").per_person(rows=3, groups=1), 2),
    ),
)


# --- opendp#2949: groups that become one behind the bounding ---


def _in_hundred_groups(table: pa.Table) -> scrim.Table:
    return scrim.Table(table, person="id", columns={"g": scrim.integer(0, 99)})


def _merged(query: scrim.Query, rows: int = 1, groups: int = 100) -> scrim.Query:
    return query.group_by("h", keys=[0]).per_person(rows=rows, groups=groups).agg(found=stats.count())


def _merged_behind(table: scrim.Table) -> scrim.Query:
    """In the order in which the peer fell: methods have none."""
    bounded = table.per_person(rows=1, groups=100)
    return bounded.derive(h="0 * g").group_by("h", keys=[0]).agg(found=stats.count())


ONE_DISTRICT = {"g": list(range(100)), "h": [0] * 100}

MERGED_GROUPS = QueryPair(
    pa.table({"id": [1] * 100 + [2] * 100, "g": list(range(100)) * 2}),
    pa.table({"id": [1] * 100, "g": list(range(100))}),
    {"rho": 0.5},
    (
        Question("derived", lambda table: _merged(_in_hundred_groups(table).derive(h="g // 100"))),
        Question("derived behind", lambda table: _merged_behind(_in_hundred_groups(table))),
        Question("looked up", lambda table: _merged(_in_hundred_groups(table).lookup("g", ONE_DISTRICT, add="h"))),
        # Here all 200 rows are counted, and paid for.
        Question("all rows", lambda table: _merged(_in_hundred_groups(table).derive(h="g // 100"), 100, 1)),
    ),
)


QUERY_PAIRS = {"#2940": REMAINDERS, "#2944": CODES, "#2945": SMALL_GROUP, "#2949": MERGED_GROUPS}
