"""Where a session writes down what was paid and what was released: in memory, or in a ledger."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .._core import MisuseError
from .price import Price
from .terms import Amounts, Terms, filter_of


@dataclass(frozen=True)
class Found:
    """What is known of a plan that was paid for."""

    content: bytes | None
    """Of its release; None if there is none: whoever asked was cut short after it was paid for."""
    head: str | None
    """Where that stands in the ledger."""


@dataclass(frozen=True)
class Order:
    """What is asked of a book: a release of this plan."""

    digest: str
    """What the plan is known by."""
    text: str
    """The plan in one line, for people who read the ledger."""
    price: Price
    is_paid_first: bool
    """Whether its source, or its state, can fail on data: then failing costs as much as not."""
    pay_again: bool
    """Where it was paid for, and no release is stored."""


class Book(Protocol):
    """Of one account."""

    terms: Terms
    """The whole budget of the session."""

    @property
    def spent(self) -> Amounts: ...
    @property
    def left(self) -> Amounts: ...
    @property
    def head(self) -> str | None: ...

    def find(self, digest: str) -> Found | None:
        """What became of a plan; None if it was never paid for."""
        ...

    def release(self, order: Order, read: Callable[[], None], finish: Callable[[], bytes]) -> Found:
        """What is stored, free; else, if it fits, one release: `read` gathers, the debit is written (before that if the
        order says so), `finish` draws the noise and gives the bytes, which are stored. Nothing is paid back."""
        ...

    def require(self, head: str, where: str) -> None:
        """Refuses to be the book of what was written down elsewhere, unless it is."""
        ...


class MemoryBook:
    """Forgotten with the process. It remembers releases as a ledger does, so that asking twice is free."""

    head = None

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._budget = filter_of(terms)
        self._releases: dict[str, bytes | None] = {}
        self._turn = threading.RLock()

    @property
    def spent(self) -> Amounts:
        spent: Amounts = self._budget.spent
        return spent

    @property
    def left(self) -> Amounts:
        left: Amounts = self._budget.left
        return left

    def find(self, digest: str) -> Found | None:
        return Found(self._releases[digest], None) if digest in self._releases else None

    def release(self, order: Order, read: Callable[[], None], finish: Callable[[], bytes]) -> Found:
        with self._turn:
            found = self.find(order.digest)
            if found is not None and found.content is not None:
                return found
            if found is not None and not order.pay_again:
                raise MisuseError(PAID_WITHOUT_RELEASE)
            price = order.price.named(self.terms)
            if not order.is_paid_first:
                if not self._budget.can_spend(**price):
                    self._budget.spend(**price)  # which raises, and says why
                read()
                # Rows that are read call back, and who is called may have asked the same.
                found = self.find(order.digest)
                if found is not None and found.content is not None:
                    return found
            self._budget.spend(**price)
            self._releases[order.digest] = None
            if order.is_paid_first:
                read()
            self._releases[order.digest] = finish()
            return Found(self._releases[order.digest], None)

    def require(self, head: str, where: str) -> None:
        raise MisuseError(f"there is no ledger, and {where} tells of the entry {head} of one")


PAID_WITHOUT_RELEASE = (
    "this was paid for, and its release was never stored: whoever asked was cut short. What was spent stays spent; "
    "release(pay_again=True) pays once more"
)
