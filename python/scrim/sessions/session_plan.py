"""What a query costs the budget of a session, and how accurate it will be: its plan, which has seen no data."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import _core
from ..analysis.picture import Picture
from ..analysis.picture_file import Pictured
from ..tables.query_plan import QueryPlan
from ..tables.query_release import QueryRelease, make_release
from .book import Order
from .paid import pay_and_release, pay_then_release, refuse_unless_all_fit
from .price import Price
from .sources import is_paid_first
from .stored import from_bytes, to_bytes
from .terms import Amounts, how_often, show_amounts

if TYPE_CHECKING:
    from .session import Session

_WIDTH = 78
Folder = str | os.PathLike[str]


class SessionPlan(Pictured):
    """What a query will cost the session and how accurate it will be. It has not seen any data, and nothing is spent yet."""

    def __init__(self, session: Session, plan: QueryPlan, price: Price) -> None:
        self.session = session
        self.plan = plan
        """The plan of the query by itself: its statistics, noise and accuracy."""
        self._price = price

    @property
    def price(self) -> Amounts:
        """What a release costs, in the currency of the session, exactly."""
        return self._price.amounts(self.session._book.terms)

    @property
    def digest(self) -> str:
        """What the plan is known by in the ledger: equal plans have equal digests."""
        return self.plan.digest

    @property
    def is_released(self) -> bool:
        """Whether its release is there already: then it is free."""
        found = self.session._book.find(self.digest)
        return found is not None and found.content is not None

    @property
    def released(self) -> QueryRelease | None:
        """Its release, if it is there already: no data are read for it, and nothing is spent."""
        found = self.session._book.find(self.digest)
        return None if found is None or found.content is None else from_bytes(self.plan, found.content, found.head)

    @property
    def repeats(self) -> int | None:
        """How many more plans of this price the budget allows; None if it costs nothing."""
        return how_often(self.session.left, self.price)

    def release(
        self,
        *,
        sort_in: Folder | None = None,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
        pay_again: bool = False,
    ) -> QueryRelease:
        """Reads the table once and releases all statistics, paid from the session's budget before noise is drawn.

        What was released before is returned as it was, free. What does not fit raises BudgetError before a row is read, and
        the session lives on. `sort_in`, `threads` and `progress` as in `QueryPlan.release`.

        - `pay_again`: where a debit is there without a release, because whoever asked was cut short, nothing is returned
          unless this says that it shall be paid for once more.
        """
        self.plan.check_reading(sort_in, threads)

        def write(released: Any) -> bytes:
            return to_bytes(make_release(self.plan, released))

        def write_found() -> bytes:
            return to_bytes(self.plan._release_found(sort_in, threads=threads, progress=progress))

        text = " ".join(repr(self.plan.query).split())
        # Where it is there nothing is paid, and whether the source can fail is not asked: that would open it.
        paid_first = self.is_released or is_paid_first(self.plan, sort_in)
        order = Order(self.digest, text, self._price, paid_first, pay_again)
        book, check, rows = self.session._book, self.plan.check_table, partial(self.plan._rows, sort_in, threads)
        if self.plan.found is None:
            found = pay_and_release(book, order, check, rows, write, threads=threads, progress=progress)
        else:
            found = pay_then_release(book, order, check, write_found)
        assert found.content is not None
        # Rebuilt from what was stored, the first time too: so the first and all later ones cannot differ.
        return from_bytes(self.plan, found.content, found.head)

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join([self.plan.explain(), *self._about_budget()])

    def to_dict(self) -> dict[str, Any]:
        """Numbers and texts only."""
        return {**self.plan.to_dict(), "price": _exact(self.price), "left": _exact(self.session.left), "repeats": self.repeats}

    def _about_budget(self) -> list[str]:
        if self.is_released:
            return ["It was released already: the same release is returned, free."]
        currency, repeats = self.session._book.terms.currency, self.repeats
        left = f"{show_amounts(self.session.left, currency, up=False)} left"
        if repeats is None:
            return [f"It costs nothing; {left}."]
        costs = f"It costs the session {show_amounts(self.price, currency)}"
        if repeats == 0:
            return [f"{costs}, and there is {left}: it would be refused."]
        more = "this and no more like it" if repeats == 1 else f"{repeats} like this"
        return [f"{costs}; {left}, which is enough for {more}."]

    def _picture(self) -> Picture:
        return self.plan._picture()

    def __repr__(self) -> str:
        lines = [textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="    ") for line in self._about_budget()]
        return "\n".join([repr(self.plan), *lines])

    def __reduce__(self) -> tuple[Any, ...]:
        raise _core.MisuseError("a plan of a session cannot be pickled, as a budget cannot; pickle the query's terms instead")


class SessionPlans(Sequence[SessionPlan]):
    """Plans of several queries, which share what they were given; each is debited and stored by itself."""

    def __init__(self, session: Session, plans: Sequence[SessionPlan]) -> None:
        self.session = session
        self._plans = tuple(plans)

    def __getitem__(self, place: Any) -> Any:
        return self._plans[place]

    def __len__(self) -> int:
        return len(self._plans)

    def __iter__(self) -> Iterator[SessionPlan]:
        return iter(self._plans)

    def release(self, **reading: Any) -> list[QueryRelease]:
        """All of them, in their order, or none: if they do not fit together, nothing is read. The arguments are those of
        `SessionPlan.release`."""
        new = {plan.digest: plan for plan in self._plans if not plan.is_released}
        refuse_unless_all_fit(self.session._book, [plan._price for plan in new.values()])
        return [plan.release(**reading) for plan in self._plans]

    def explain(self) -> str:
        """The plans in plain words."""
        return "\n\n".join(plan.explain() for plan in self._plans)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._plans))


def _exact(amounts: Amounts) -> dict[str, str] | str:
    return {name: str(part) for name, part in amounts._asdict().items()} if isinstance(amounts, tuple) else str(amounts)
