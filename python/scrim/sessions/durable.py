"""The book of a session that outlives it: a ledger. The core decides all that privacy rests on: price, room, order,
stickiness."""

from __future__ import annotations

import os
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
        found = self.find(order.digest)
        if found is None or found.content is None:
            refuse_full(self._location)
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


_LEAST_ROOM = 1 << 20
"""Of bytes on the disk of a ledger. A release takes some thousand, and where there is no room for it after its debit, what
was paid is lost."""


def refuse_full(location: str) -> None:
    """Before anything is paid for. A server looks after its own disk."""
    try:
        disk = os.statvfs(os.path.dirname(location))
    except OSError:  # of a server, or what the ledger itself will tell
        return
    if disk.f_blocks and disk.f_bavail * disk.f_frsize < _LEAST_ROOM:
        raise _core.LedgerError(
            f"the disk of the ledger {location} is nearly full, and there might be no room for a release that is paid for; "
            "nothing was read or spent. Make room and ask again"
        )


def terms_from(currency: str, limit: Amounts) -> Terms:
    """A budget as a ledger has it: its currency is such as "epsilon+delta"."""
    return Terms(**dict(zip(currency.split("+"), parts_of(limit), strict=True)))
