"""The book of a session that outlives it: a ledger, of which the core decides everything that privacy rests on."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from .. import _core
from .._core import LedgerError
from .book import Found, Order
from .state import record_head, recorded_head, refuse_missing
from .terms import Amounts, Terms, parts_of

UNIT = "one person"
"""Who is protected by the releases of tables."""


class LedgerBook:
    """One account of a ledger, for one dataset."""

    def __init__(self, ledger: _core.Ledger, account: str, *, keeps_heads: bool = True) -> None:
        self._ledger = ledger
        self._account = account
        self._keeps_heads = keeps_heads
        limit = ledger.account(account).limit
        self.terms = terms_from(ledger.currency, limit)

    @property
    def spent(self) -> Amounts:
        spent: Amounts = self._ledger.account(self._account).spent
        return spent

    @property
    def left(self) -> Amounts:
        left: Amounts = self._ledger.account(self._account).left
        return left

    @property
    def head(self) -> str:
        return str(self._ledger.head)

    def find(self, digest: str) -> Found | None:
        found = self._ledger.find(digest)
        return None if found is None else Found(found.content, found.head)

    def release(self, order: Order, read: Callable[[], None], finish: Callable[[], bytes]) -> Found:
        raise NotImplementedError

    def require(self, head: str, where: str) -> None:
        """Refuses a ledger that has not what was written down elsewhere."""
        self._ledger.require(head, where)


def terms_from(currency: str, limit: Amounts) -> Terms:
    """A budget as a ledger has it."""
    names = currency.split("+")
    return Terms(**dict(zip(names, parts_of(limit), strict=True)))
