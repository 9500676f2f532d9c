"""How a release is paid for and comes about: found, or refused, or debited, drawn and stored, in this order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from .._core import BudgetError, MisuseError
from .book import Book
from .price import Price
from .terms import parts_of, show_amounts
from .uninterrupted import uninterrupted

Released = TypeVar("Released")


@dataclass(frozen=True)
class Payable:
    """A release that was planned, and not yet asked for."""

    digest: str
    text: str
    """The plan in one line, for the ledger."""
    price: Price
    is_paid_first: bool
    """Whether its source, or its state, can fail on data: then what it costs must not depend on whether it did."""
    rows: Callable[[], AbstractContextManager[tuple[Any, Any]]]
    """Opens what is measured, and by what. No row is read by it."""
    write: Callable[[Any], bytes]
    """From what the measurement gave to the bytes that are stored."""


def pay_and_release(
    book: Book, payable: Payable, *, pay_again: bool, threads: int, progress: Callable[[int], None] | None
) -> tuple[bytes, str | None]:
    """The stored bytes, and where they stand in the ledger: of the release that is there, or of a new one."""
    found = book.find(payable.digest)
    if found is not None and found.content is not None:
        return found.content, found.head
    if found is not None and not pay_again:
        raise MisuseError(
            "this was paid for, and its release was never stored: whoever asked was cut short. What was spent stays spent; "
            "release(pay_again=True) pays once more"
        )
    refuse_unless_it_fits(book, [payable.price])
    with payable.rows() as (measurement, rows):
        if payable.is_paid_first:
            with uninterrupted():
                debit = book.debit(payable.digest, payable.text, payable.price, pay_again=pay_again)
                released = measurement.invoke(rows, threads=threads, progress=progress)
                return _stored(book, debit, payable, released)
        run = measurement.start()
        run.update(rows, threads=threads, progress=progress)
    with uninterrupted():
        debit = book.debit(payable.digest, payable.text, payable.price, pay_again=pay_again)
        return _stored(book, debit, payable, run.finish())


def refuse_unless_it_fits(book: Book, prices: list[Price]) -> None:
    """All of them together, before a row is read. What is debited is checked again then."""
    if not prices:
        return
    together = [sum(parts) for parts in zip(*(parts_of(price.amounts(book.terms)) for price in prices), strict=True)]
    left = parts_of(book.left)
    if any(costs > has for costs, has in zip(together, left, strict=True)):
        currency = book.terms.currency
        costs = show_amounts(_as(book.left, together), currency)
        has = show_amounts(book.left, currency, up=False)
        raise BudgetError(f"it costs {costs}, and {has} is left; nothing was read, spent or released. Ask for less")


def _as(like: Any, parts: list[Any]) -> Any:
    return type(like)(*parts) if isinstance(like, tuple) else parts[0]


def _stored(book: Book, debit: int, payable: Payable, released: Any) -> tuple[bytes, str | None]:
    content = payable.write(released)
    return content, book.store(debit, payable.digest, content)

