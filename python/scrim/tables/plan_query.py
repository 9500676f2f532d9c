"""Planning: what each fold of a query may cost, the noise that this buys, and what comes of it. No data is touched."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..accounting.amounts import above_zero, rounded_down
from ..analysis.budget import Budget, make_budgets
from ..analysis.refuse import Argument, Words, confidence_level, refuse, shown
from .canonical import digest_of
from .chains import Chains
from .folds import PEOPLE, ROWS, Bounding
from .keys import FOUND
from .layout import Layout, lay_out
from .noisy_folds import make_noisy, needs_of_all, planned_statistics, weights_of
from .query import Query
from .query_plan import QueryPlan
from .source import person_kind

# Of the seed, which says which rows of a person stay: 64 bits of the plan's digest.
_SEED_DIGITS = 16
# How closely the least budget for an accuracy is found.
_CLOSE = Fraction(1, 1000)
_LARGEST_EPSILON = 2.0**20


def plan_query(query: Query, *, epsilon: Any, delta: Any, rho: Any, within: Any, confidence: Any) -> QueryPlan:
    """The plan that is off by least, of those that the budget buys."""
    level = confidence_level(confidence)
    layout = _checked(query)
    if within is not None:
        if epsilon is not None or rho is not None:
            refuse(Argument("within"), " was given beside a budget; give one of them: within finds what the budget must be")
        wanted = _wanted(query, within)
        return _least(query, layout, wanted, None if delta is None else _number(delta, "delta"), level)
    terms = {name: _number(value, name) for name, value in (("epsilon", epsilon), ("delta", delta), ("rho", rho)) if value is not None}
    return plan_of_terms(query, layout, terms, level)


def plan_of_terms(query: Query, layout: Layout, terms: dict[str, float], confidence: float) -> QueryPlan:
    """The plan for these amounts, from which it can be made again elsewhere."""
    plan = replace(_plan(query, layout, terms, confidence), terms=terms)
    _refuse_same_columns(plan)
    return plan


def _refuse_same_columns(plan: QueryPlan) -> None:
    """Of one frame: released numbers would be taken for one another, such as the lower end of n and a statistic n_low."""
    from .query_release import frames_of

    for statistics in frames_of(plan):
        taken = {name: f"group_by has {name!r}" for name in plan.query.grouped_by}
        for planned in statistics:
            for name, _ in planned.columns():
                if name in taken:
                    refuse(
                        f"{planned.name} is {planned.statistic}, which has a column {name!r} in a release, and "
                        f"{taken[name]} too; give one of them another name"
                    )
                taken[name] = f"{planned.name} = {planned.statistic} has one"


def _plan(query: Query, layout: Layout, terms: dict[str, float], confidence: float) -> QueryPlan:
    ids = _id_kinds(query, layout)
    digest = digest_of(
        {
            "query": query.to_json(),
            "columns": {name: fact.to_json() for name, fact in layout.declared.items()},
            "person": None if query.table.person is None else list(query.table.person),
            "rows_per_person": query.table.rows_per_person,
            "budget": terms,
            "confidence": confidence,
            **({"reading": dict(said)} if (said := query.table.source.said_of_reading) else {}),
        }
    )
    terms_of_chains = query, layout, ids, int(digest[:_SEED_DIGITS], 16)
    chains = Chains(*terms_of_chains)
    in_order = functools.partial(Chains, *terms_of_chains, in_order=True)
    if query.keys == FOUND:
        from .found_plan import plan_found

        return plan_found(query, chains, in_order, terms, confidence, digest)
    budgets = make_budgets(terms.get("epsilon"), terms.get("rho"), terms.get("delta"))
    plans = [_within_budget(query, chains, in_order, budget, confidence, digest) for budget in budgets]
    return min(plans, key=QueryPlan.error_of_all)


def _within_budget(
    query: Query, chains: Chains, in_order: Callable[[], Chains], budget: Budget, confidence: float, digest: str
) -> QueryPlan:
    needs = needs_of_all(query.statistics, chains)
    folds = make_noisy(chains, budget, weights_of(query.statistics, needs), confidence)
    return QueryPlan(
        query,
        planned_statistics(query.statistics, needs, folds.made, lambda fold: Fraction(folds.made[fold].cost), confidence),
        chains.keys,
        chains.group_types,
        folds.measurement,
        lambda: folds.again(in_order()),
        tuple(folds.place(fold) for fold in folds.made),
        chains.kinds,
        folds.cost,
        budget,
        confidence,
        digest,
    )


def _checked(query: Query) -> Layout:
    """A query that asks for something, and says how much of a person is used."""
    if not query.statistics:
        refuse("the query asks for nothing; give statistics, such as agg(n=stats.count())")
    layout = lay_out(query)
    if query.table.person is None:
        return layout
    by_rows = [name for name, statistic in query.statistics if _bounding_of(statistic) == ROWS]
    if query.rows is None and by_rows:
        refuse(
            f"how many rows of a person are used is not said, and {by_rows[0]} needs it; give ",
            Words(
                "per_person(rows=...), such as per_person(rows=3)",
                shell="--rows, such as --rows 3",
                toml="it, such as per_person = { rows = 3 }",
            ),
        )
    totals = [name for name, statistic in query.statistics if statistic.option("person_total") is not None]
    if query.grouped_by and query.groups is None and (query.rows is None or totals):
        by = ", ".join(query.grouped_by)
        refuse(
            f"in how many groups of {by} a person can be is not said; give ",
            Words(
                "per_person(groups=...), such as per_person(rows=3, groups=1)",
                shell="--groups, such as --groups 1",
                toml="it, such as per_person = { rows = 3, groups = 1 }",
            ),
            ": rows in further groups are left out",
        )
    if query.groups is not None and not query.grouped_by:
        in_python = "per_person has groups, and there is no group_by; leave groups out"
        refuse(Words(in_python, shell="--groups was given without --by; leave it out"))
    return layout


def _bounding_of(statistic: Any) -> Bounding:
    if statistic.name in ("count_people", "keys"):
        return PEOPLE
    return Bounding("totals") if statistic.option("person_total") is not None else ROWS


def _id_kinds(query: Query, layout: Layout) -> list[str]:
    """What ids are read as, and whether the table has all columns: its schema says it, no row is read."""
    from ..readers import find_column
    from ..readers.schema import check_kinds

    with query.table.source.opened() as table:
        check_kinds(table, {find_column(table, name): fact.kind for name, fact in layout.declared.items()})
        return [person_kind(table, name) for name in query.table.person or ()]


def _number(value: Any, name: str) -> float:
    """An amount as it was typed, 0.1 for a tenth, rounded down: what is spent must not exceed it."""
    advice = "a probability between 0 and 1, such as 1e-6" if name == "delta" else "a positive number, such as 1.0"
    typed = repr(float(value)) if isinstance(value, float) else value
    above_zero(value, name, advice)
    number = rounded_down(above_zero(typed, name, advice))
    if math.isinf(number):
        refuse(Argument(name), f" is {shown(value)}, which no float can hold; give {advice}")
    return number


def _wanted(query: Query, within: Any) -> dict[str, tuple[Fraction, int | None]]:
    """How far off statistics may be, and among how many rows."""
    names = [name for name, _ in query.statistics]
    what = "a dict of how far off statistics may be, such as "
    advice = Words(
        what + 'within={"n": 20} or {"cost": (50, 1000)}, 50 among 1000 rows',
        toml=what + "within = { n = 20 } or { cost = [50, 1000] }, 50 among 1000 rows",
    )
    if not isinstance(within, dict) or not within:
        refuse(Argument("within"), f" is {shown(within)}; give ", advice)
    wanted = {}
    for name, given in within.items():
        if name not in names:
            refuse(Argument("within"), f" has {shown(name)}, which the query has not; it has {', '.join(names)}")
        error, rows = given if isinstance(given, tuple) and len(given) == 2 else (given, None)
        if rows is not None and (not isinstance(rows, int) or isinstance(rows, bool) or rows < 1):
            refuse(Argument("within"), f" has {shown(given)} for {name}; give ", advice)
        wanted[name] = above_zero(error, f"within of {name}", advice), rows
    return wanted


def _least(
    query: Query, layout: Layout, wanted: dict[str, tuple[Fraction, int | None]], delta: float | None, confidence: float
) -> QueryPlan:
    """The plan of the least epsilon, to three digits, by which all that is wanted is within."""
    beside = {} if delta is None else {"delta": delta}

    def plan_at(epsilon: float) -> QueryPlan | None:
        plan = plan_of_terms(query, layout, {"epsilon": epsilon, **beside}, confidence)
        for planned in plan.statistics:
            if planned.name in wanted:
                most, rows = wanted[planned.name]
                if planned.depends_on_rows and rows is None:
                    refuse(
                        f"how far off {planned.name} is depends on the number of rows; say among how many, such as ",
                        Words(
                            f'within={{"{planned.name}": ({float(most):g}, 1000)}}',
                            toml=f"within = {{ {planned.name} = [{float(most):g}, 1000] }}",
                        ),
                    )
                if planned.error(rows) > most:
                    return None
        return plan

    upper, best = 1.0, plan_at(1.0)
    while best is None:
        upper *= 4
        if upper > _LARGEST_EPSILON:
            refuse(f"no budget brings all of {', '.join(wanted)} within that; allow more, or say more rows")
        best = plan_at(upper)
    lower = upper / 4
    while (below := plan_at(lower)) is not None:
        upper, best, lower = lower, below, lower / 4
    while Fraction(upper) - Fraction(lower) > _CLOSE * Fraction(upper):
        middle = float(f"{(lower + upper) / 2:.4g}")
        if not lower < middle < upper:
            break
        plan = plan_at(middle)
        if plan is None:
            lower = middle
        else:
            upper, best = middle, plan
    return best
