"""Where a session writes down what was paid and what was released: in memory, or in a ledger."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Protocol

from .price import Price
from .terms import Amounts, Terms, filter_of


@dataclass(frozen=True)
class Found:
    """What is known of a plan that was paid for."""

    content: bytes | None
    """Of its release; None if there is none: whoever asked was cut short after it was paid for."""
    head: str | None
    """Where that stands in the ledger."""


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

    def debit(self, digest: str, text: str, price: Price, *, pay_again: bool) -> int:
        """Pays, or raises BudgetError and changes nothing. The number is what `store` needs."""
        ...

    def store(self, debit: int, digest: str, content: bytes) -> str | None:
        """Keeps the release that was paid for; where it stands in the ledger."""
        ...


class MemoryBook:
    """Forgotten with the process. It remembers releases as a ledger does, so that asking twice is free."""

    head = None

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._budget = filter_of(terms)
        self._releases: dict[str, bytes | None] = {}
        self._turn = threading.Lock()

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

    def debit(self, digest: str, text: str, price: Price, *, pay_again: bool) -> int:
        with self._turn:
            price.spend(self._budget)
            self._releases.setdefault(digest, None)
            return 0

    def store(self, debit: int, digest: str, content: bytes) -> str | None:
        self._releases[digest] = content
        return None
