"""The book of a session that outlives it: a ledger. The core decides all that privacy rests on: price, room, order,
stickiness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .book import Found, Order
from .state import record_head
from .terms import Amounts, Terms, parts_of


class LedgerBook:
    """One account of a ledger, for its dataset."""

    def __init__(self, ledger: _core.Ledger, account: str, location: str, *, keeps_heads: bool) -> None:
        self._ledger = ledger
        self._account = account
        self._location = location
        self._keeps_heads = keeps_heads
        self.terms = terms_from(ledger.currency, ledger.limit(account))

    @property
    def spent(self) -> Amounts:
        spent: Amounts = self._ledger.spent(self._account)
        return spent

    @property
    def left(self) -> Amounts:
        left: Amounts = self._ledger.left(self._account)
        return left

    @property
    def head(self) -> str:
        return self._ledger.head

    def find(self, digest: str) -> Found | None:
        found = self._ledger.find(digest)
        if found is None:
            return None
        return Found(None, None) if found.answer is None else Found(found.answer.bytes, found.answer.head)

    def release(self, order: Order, read: Callable[[], None], finish: Callable[[], bytes]) -> Found:
        asked = order.price.asked
        price: dict[str, Any] = {"losses": list(order.price.losses)} if asked is None else asked.given()
        answer = self._ledger.release_priced(
            digest=order.digest,
            plan=order.text,
            read=read,
            finish=finish,
            account=self._account,
            debit_before_reading=order.is_paid_first,
            pay_again=order.pay_again,
            **price,
        )
        if self._keeps_heads:
            record_head(self._ledger.id, self._location, answer.head)
        return Found(answer.bytes, answer.head)

    def require(self, head: str, where: str) -> None:
        """Refuses a ledger that has not what was written down elsewhere."""
        self._ledger.require(head, where)


def terms_from(currency: str, limit: Amounts) -> Terms:
    """A budget as a ledger has it: its currency is such as "epsilon+delta"."""
    return Terms(**dict(zip(currency.split("+"), parts_of(limit), strict=True)))
