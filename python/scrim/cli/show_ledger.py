"""A ledger as tables: its accounts, and its last entries."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from .. import Ledger
from ..analysis.printable import printable
from ..sessions.durable import terms_from
from ..sessions.terms import show_amounts
from .columns import Column, fitting, lines_of
from .printable import in_plain_signs
from .screen import Screen



def ledger_lines(ledger: Ledger, screen: Screen, last: int) -> list[Text]:
    currency = terms_from(ledger.currency, ledger.limit()).currency
    paths = ledger.accounts()

    def column(heading: str, of: Any, up: bool) -> Column:
        return Column(heading, [show_amounts(of(path), currency, up=up) for path in paths], True)

    names = Column("account", [printable(path or "(all)", screen.encoding) for path in paths], style="bold cyan")
    columns = [
        names,
        column("limit", ledger.limit, False),
        column("spent", ledger.spent, True),
        column("granted", ledger.granted, True),
        column("left", ledger.left, False),
    ]
    accounts = lines_of(fitting([columns, [columns[0], columns[2], columns[4]]], screen.room), screen.room)
    return [*accounts, Text(""), *_entry_lines(ledger, screen, last, currency), Text(f"ledger {ledger.head}")]


def _entry_lines(ledger: Ledger, screen: Screen, last: int, currency: str) -> list[Text]:
    head = int(ledger.head.partition(":")[0])
    records = ledger.entries(max(0, head - last)) if last else []
    if not records:
        return []
    numbers = Column("entry", [str(each.number) for each in records], True)
    kinds = Column("", [each.content["kind"] for each in records])
    whats = Column("", [printable(in_plain_signs(_what(each.content, currency), screen.encoding), screen.encoding) for each in records])
    room = max(10, screen.room - numbers.width - kinds.width - 4)
    cut = Column("", [text if len(text) <= room else text[: room - 1] + "…" for text in whats.cells])
    return [*lines_of([numbers, kinds, cut], screen.room), Text("")]


def _what(content: dict[str, Any], currency: str) -> str:
    """An entry in words."""
    kind = content["kind"]
    named = ((currency, content.get("loss")), ("delta", content.get("delta")))
    amounts = ", ".join(f"{name} {amount}" for name, amount in named if amount not in (None, "0"))
    if kind == "debit":
        who = f" of {content['account']}" if content.get("account") else ""
        return f"{amounts}{who} for {content.get('plan', '')}"
    if kind == "release":
        return f"of debit {content.get('debit')}, hash {str(content.get('hash', ''))[:12]}…"
    if kind == "grant":
        return f"{amounts} to {content.get('account', '')}"
    if kind == "note":
        return str(content.get("text", ""))
    return f"{content.get('dataset', '')}, {content.get('unit', '')}, {amounts}"


def account_fields(ledger: Ledger) -> dict[str, Any]:
    """What `--json` prints: amounts are exact texts."""
    names = ledger.currency.split("+")

    def exact(amounts: Any) -> dict[str, str]:
        parts = amounts if isinstance(amounts, tuple) else (amounts,)
        return {name: str(part) for name, part in zip(names, parts, strict=True)}

    accounts = [
        {
            "account": path,
            "limit": exact(ledger.limit(path)),
            "spent": exact(ledger.spent(path)),
            "granted": exact(ledger.granted(path)),
            "left": exact(ledger.left(path)),
        }
        for path in ledger.accounts()
    ]
    return {
        "id": ledger.id,
        "unit": ledger.unit,
        "dataset": ledger.dataset,
        "currency": ledger.currency,
        "public_key": ledger.public_key,
        "accounts": accounts,
        "ledger": ledger.head,
    }
