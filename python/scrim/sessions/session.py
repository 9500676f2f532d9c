"""Sessions: a table, a budget for all that is ever asked of it, and where that is written down."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, overload

from .._advice import Advised, by_name_only
from .._core import MisuseError
from ..accounting.amounts import Amount
from ..analysis.refuse import Argument, refuse, shown
from ..tables.query import Query
from ..tables.table import Table
from .book import Book, MemoryBook
from .price import price_of
from .session_plan import SessionPlan, SessionPlans
from .sources import name_of
from .terms import Amounts, Terms, budget_terms, show_amounts, terms_of, typed


class Session(Advised):
    """A table and a budget for all that is ever asked of it. What does not fit is refused before a row is read.

    - `table`: from now on it is released through the session alone.
    - `epsilon`, `epsilon` and `delta`, or `rho` (with a `delta` for keys that are found): what may be spent in all, for each
      person. Numbers, Fractions, Decimals or decimal texts; all are counted exactly, and 0.1 is a tenth. A session that was
      opened with epsilon adds epsilons, one with rho adds rhos, in which an epsilon costs `epsilon * tanh(epsilon / 2)`.
    - `ledger`: a file, or a URL of PostgreSQL, in which all that is paid and released is written down and outlives the
      process. Without one it is forgotten with the session. A ledger that is there must agree with what is given here; where
      it is, the budget may be left out.
    - `account`: which part of the ledger's budget is used, such as "hospital/2026-11/ana"; all of it unless given.
    - `label`: what the data is called in the ledger; the base name of a file unless given. One ledger is about one dataset.

    Asking the same twice is free: the release that is there is returned.

    ```python
    import pyarrow as pa
    import scrim
    from scrim import stats

    rows = pa.table({"patient": [1, 1, 2, 3], "cost": [120.0, 80.0, 45.5, 300.0]})
    visits = scrim.Table(rows, person="patient", columns={"cost": scrim.number(0, 5000)})
    session = scrim.Session(visits, epsilon=3)
    plan = session.plan(visits.per_person(rows=2).agg(cost=stats.mean("cost")), epsilon="0.5")
    print(plan)
    release = plan.release()
    print(session.left)
    ```
    """

    _elsewhere = {
        **dict.fromkeys(("release", "run", "query", "ask"), "plan it first, and release the plan: session.plan(query, epsilon=0.5).release()"),
        **dict.fromkeys(("agg", "where", "derive", "group_by", "per_person", "lookup"), "queries are made from its table: session.table"),
        **dict.fromkeys(("remaining", "available"), "what can still be spent is session.left"),
        **dict.fromkeys(("budget", "epsilon", "delta", "rho"), "what may be spent in all is session.limit, and what can still be spent is session.left"),
    }

    @by_name_only('scrim.Session(visits, epsilon=3)')
    def __init__(
        self,
        table: Table,
        *,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        ledger: str | os.PathLike[str] | None = None,
        account: str | None = None,
        label: str | None = None,
    ) -> None:
        self._open(table, (epsilon, delta, rho), ledger, account, label, is_dry=False)

    @classmethod
    def _dry(
        cls, table: Table, *, ledger: Any, account: Any = None, label: Any = None, epsilon: Any = None, delta: Any = None, rho: Any = None
    ) -> Session:
        """For plans alone: where there is no ledger none is created, and nothing is written down."""
        session = cls.__new__(cls)
        session._open(table, (epsilon, delta, rho), ledger, account, label, is_dry=True)
        return session

    def _open(self, table: Table, budget: tuple[Any, Any, Any], ledger: Any, account: Any, label: Any, *, is_dry: bool) -> None:
        if not isinstance(table, Table):
            given = shown(table) if isinstance(table, str) else f"a {type(table).__name__} of {type(table).__module__.partition('.')[0]}"
            refuse(
                f"table is {given}; give a scrim.Table, which says whose the rows are and what everyone may know of them, such as "
                'scrim.Table("visits.csv", person="patient_id", columns={"cost": scrim.number(0, 5000)})'
            )
        if table.source.sql is not None:
            refuse(
                "the table is a query in SQL, whose errors can tell what rows hold, and would be free; give the file itself, "
                "and filter and derive with the methods of the table"
            )
        self.table = table
        self.label = _label(label, table, needed=ledger is not None)
        identity: object = object()
        self._book: Book
        if ledger is None:
            if account is not None:
                refuse(f"account is {shown(account)}, and accounts are parts of a ledger; give ledger= too, or leave it out")
            self._book = MemoryBook(budget_terms(*budget))
        else:
            from .open_ledger import open_book

            self._book, identity = open_book(ledger, account, self.label, budget, is_dry=is_dry)
        _hold(table, identity)

    @overload
    def plan(
        self,
        query: Query,
        *,
        epsilon: Amount | None = ...,
        delta: Amount | None = ...,
        rho: Amount | None = ...,
        shares: None = ...,
        within: Mapping[str, Any] | None = ...,
        confidence: float = ...,
    ) -> SessionPlan: ...
    @overload
    def plan(
        self,
        query: Sequence[Query],
        *,
        epsilon: Amount | None = ...,
        delta: Amount | None = ...,
        rho: Amount | None = ...,
        shares: Sequence[Amount] | None = ...,
        within: None = ...,
        confidence: float = ...,
    ) -> SessionPlans: ...
    @by_name_only('session.plan(query, epsilon=0.5)')
    def plan(
        self,
        query: Query | Sequence[Query],
        *,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        shares: Sequence[Amount] | None = None,
        within: Mapping[str, Any] | None = None,
        confidence: float = 0.95,
    ) -> SessionPlan | SessionPlans:
        """What a query would cost and how accurate it would be: nothing is read, nothing is spent.

        - `query`: of the session's table; or a list of queries, which share the amounts.
        - `epsilon`, `epsilon` and `delta`, or `rho`: what the whole query costs.
        - `shares`: of several queries, how much each has beside the others; equal unless given.
        - `within`, `confidence`: as in `Query.plan`. With `within` the price follows from the accuracy.
        """
        if isinstance(query, Query):
            if shares is not None:
                refuse("shares is for several queries, and one was given; leave it out, or give a list of queries")
            return self._planned(query, terms_of(epsilon, delta, rho), within, confidence)
        queries = list(query) if isinstance(query, (list, tuple)) else []
        if not queries:
            refuse(f"query is {shown(query)}; give a query of the session's table, or a list of them")
        if within is not None:
            refuse("within finds the price of one query; plan the queries one by one")
        whole = terms_of(epsilon, delta, rho)
        weights = _weights(shares, len(queries))
        parts = [whole.part(weight / sum(weights)) for weight in weights]
        return SessionPlans(self, [self._planned(each, part, None, confidence) for each, part in zip(queries, parts, strict=True)])

    def _planned(self, query: Any, asked: Terms, within: Any, confidence: float) -> SessionPlan:
        if not isinstance(query, Query):
            refuse(f"query is {shown(query)}; give a query, such as table.agg(n=stats.count())")
        if query.table is not self.table:
            refuse("the query is of another table than the session's; make it from the table that the session was opened with")
        plan = query.plan(**asked.given(), within=dict(within) if isinstance(within, Mapping) else within, confidence=confidence)
        if within is not None:  # which found the amount
            found = plan.budget.amount if plan.budget.promise is None else plan.budget.promise.epsilon
            asked = Terms(epsilon=typed(found, "epsilon", "a positive number"), delta=asked.delta)
        d_in = self.table.rows_per_person or 1
        return SessionPlan(self, plan, price_of(plan, d_in, asked, self._book.terms))

    @property
    def limit(self) -> Terms:
        """What may be spent in all."""
        return self._book.terms

    @property
    def spent(self) -> Amounts:
        """What was spent: a Fraction, or (epsilon, delta) or (rho, delta)."""
        return self._book.spent

    @property
    def left(self) -> Amounts:
        """What can still be spent."""
        return self._book.left

    @property
    def head(self) -> str | None:
        """The last entry of the ledger, such as "41:9f3c…"; None without a ledger."""
        return self._book.head

    def require(self, head: str, where: str) -> None:
        """Raises LedgerError unless the ledger has this entry, which is written down somewhere else: in a release that was
        published, or in a lock. A copy or an old backup of a ledger has not all of them."""
        self._book.require(head, where)

    def __repr__(self) -> str:
        currency = self._book.terms.currency
        spent = show_amounts(self.spent, currency)
        left = show_amounts(self.left, currency, up=False)
        where = "no ledger: forgotten with the process" if self.head is None else f"ledger {self.head}"
        return f"session on {self.table.source.shown}: {spent} spent, {left} left of {self._book.terms}\n  {where}"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise _not_copied()

    def __copy__(self) -> Any:
        raise _not_copied()

    def __deepcopy__(self, memo: Any) -> Any:
        raise _not_copied()


def _not_copied() -> MisuseError:
    return MisuseError("a session cannot be copied or pickled, as both budgets would be spent; open the ledger in the other place")


def _label(label: Any, table: Table, *, needed: bool) -> str:
    found = name_of(table.source) if label is None else label
    if found is None and not needed:
        return "data"
    if not isinstance(found, str) or not found or not found.isprintable():
        refuse(
            *(Argument("label"), f" is {shown(label)}; give what the data is called in the ledger, such as "),
            *(Argument("label", '"visits-2026"'), ": always the same for the same data"),
        )
    return found


def _weights(shares: Any, queries: int) -> list[Fraction]:
    advice = "a list with a number above 0 for each query, such as [2, 1]"
    if shares is None:
        return [Fraction(1)] * queries
    if not isinstance(shares, (list, tuple)) or len(shares) != queries:
        refuse(f"shares is {shown(shares)}, and there are {queries} queries; give {advice}")
    return [typed(share, "a share", advice) for share in shares]


def _hold(table: Table, identity: object) -> None:
    """Of one ledger several sessions may hold a table, as a cell of a notebook that runs twice opens it twice."""
    if table._holder is not None and table._holder != identity:
        raise MisuseError(
            "the table is held by another session already, whose budget this one would go past; use that session, or open "
            "both with the same ledger"
        )
    table._holder = identity
