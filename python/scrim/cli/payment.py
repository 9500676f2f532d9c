"""Releases of commands that are paid from a ledger: `--ledger`, `--name`, `--account`, `--pay-again`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from ..accounting.amounts import rounded_down
from ..readers import ColumnTable
from ..sessions.columns import release_column
from ..sessions.session import Session
from ..sessions.session_plan import SessionPlan
from ..sessions.terms import Terms, terms_of
from ..tables import Query, Table
from .problems import UsageProblem

LEDGER = "Ledger"

LedgerOption = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="LEDGER",
        help="The ledger that pays: what does not fit is refused before a row is read, and the same asked twice is free.",
        rich_help_panel=LEDGER,
        show_default=False,
    ),
]
ColumnName = Annotated[
    str | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="What the column is called in the ledger; always the same for the same column.",
        rich_help_panel=LEDGER,
        show_default=False,
    ),
]
DataName = Annotated[
    str | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="What the data is called in the ledger; the base name of the file unless given.",
        rich_help_panel=LEDGER,
        show_default=False,
    ),
]
Account = Annotated[
    str | None,
    typer.Option(
        "--account", metavar="PATH", help="Which part of the ledger's budget pays.", rich_help_panel=LEDGER, show_default=False
    ),
]
PayAgain = Annotated[
    bool,
    typer.Option(
        "--pay-again",
        help="Pay once more for what was paid for, and not released, when someone was cut short.",
        rich_help_panel=LEDGER,
    ),
]


@dataclass
class Payment:
    """Who pays for one command."""

    ledger: str
    name: str | None
    account: str | None
    pay_again: bool
    asked: Terms
    planned: SessionPlan | None = None
    """Of a query, once it is planned."""

    @property
    def terms(self) -> dict[str, float]:
        """What a plan of a column is given: not above what was typed."""
        return {name: rounded_down(amount) for name, amount in self.asked.given().items()}

    def plan(self, table: Table, query: Query, confidence: float) -> SessionPlan:
        """Of a query, in a session with the ledger."""
        session = Session(table, ledger=self.ledger, account=self.account, label=self.name)
        self.planned = session.plan(query, **self.asked.given(), confidence=confidence)
        return self.planned

    def release(
        self, plan: Any, rows: Any, opened: ColumnTable, column: str, progress: Callable[[int], None] | None
    ) -> Any:
        if self.planned is not None:
            return self.planned.release(**rows, pay_again=self.pay_again, progress=progress)
        return release_column(
            plan,
            rows,
            self.asked,
            self.ledger,
            str(self.name),
            account=self.account,
            pay_again=self.pay_again,
            is_calm=opened.reads_calmly([column]),
            progress=progress,
        )


def payment_of(
    ledger: str | None,
    name: str | None,
    account: str | None,
    pay_again: bool,
    sql: str | None,
    budget: dict[str, str | None],
    *,
    needs_name: bool,
) -> Payment | None:
    """The options, checked together; None without a ledger."""
    if ledger is None:
        given = {"--name": name, "--account": account, "--pay-again": pay_again or None}
        for option, value in given.items():
            if value is not None:
                raise UsageProblem(f"{option} is about a ledger, and none was given; give --ledger, or leave it out")
        return None
    if sql is not None:
        raise UsageProblem(
            "--sql was given beside --ledger; an error of a free query can tell what rows hold, and would cost nothing. Leave "
            "one of them out; scrim query filters and derives by itself"
        )
    if needs_name and not name:
        raise UsageProblem(
            "--name is missing; with --ledger give what the column is called, such as --name age: two columns must never be "
            "taken for one another"
        )
    return Payment(ledger, name, account, pay_again, terms_of(**budget))
