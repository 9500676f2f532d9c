"""How a release is paid for and comes about: found, or refused, or read, debited, drawn and stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from .._core import BudgetError
from .book import Book, Found, Order
from .price import Price
from .terms import parts_of, show_amounts
from .uninterrupted import HeldSignals

Check = Callable[[], None]
"""Refuses what cannot be read, by what everyone may know of it: a refusal that is free must tell nothing of rows."""
Rows = Callable[[], AbstractContextManager[tuple[Any, Any]]]
"""Opens what is measured, and by what. No row is read by it."""
Write = Callable[[Any], bytes]
"""From what the measurement gave to the bytes that are stored."""


def pay_and_release(book: Book, order: Order, check: Check, rows: Rows, write: Write, **reading: Any) -> Found:
    """The release that is there, or a new one. A signal costs nothing before the debit; after it the release is finished and
    stored, and the signal comes then."""
    if order.is_paid_first:
        _check_before_debit(book, order, check)
    with ExitStack() as opened, HeldSignals() as signals:
        runs: list[Any] = []

        def read() -> None:
            measurement, source = opened.enter_context(rows())
            run = measurement.start()
            run.update(source, **reading)
            runs.append(run)
            if not order.is_paid_first:
                signals.hold()

        if order.is_paid_first:
            signals.hold()
        return book.release(order, read, lambda: write(runs.pop().finish()))


def pay_then_release(book: Book, order: Order, check: Check, release: Callable[[], bytes]) -> Found:
    """The same where all of it is paid for before the first row is read, and what is read later depends on what was
    released before."""
    _check_before_debit(book, order, check)
    with HeldSignals() as signals:
        signals.hold()
        return book.release(order, lambda: None, release)


def _check_before_debit(book: Book, order: Order, check: Check) -> None:
    """Only where there will be a debit: what is stored is given whatever became of the data."""
    found = book.find(order.digest)
    if found is None or found.content is None and order.pay_again:
        check()


def refuse_unless_all_fit(book: Book, prices: Sequence[Price]) -> None:
    """All of them together, before a row is read. What is debited is checked again then."""
    if not prices:
        return
    together = [sum(parts) for parts in zip(*(parts_of(price.amounts(book.terms)) for price in prices), strict=True)]
    if any(costs > has for costs, has in zip(together, parts_of(book.left), strict=True)):
        currency = book.terms.currency
        like = book.left
        costs = show_amounts(type(like)(*together) if isinstance(like, tuple) else together[0], currency)
        has = show_amounts(like, currency, up=False)
        raise BudgetError(f"together they cost {costs}, and {has} is left; nothing was read, spent or released. Ask for less")
