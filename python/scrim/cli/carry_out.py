"""One release from a file: opened, planned, released and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import (
    BadStateError,
    BudgetError,
    EntropyError,
    InputError,
    InvalidArgumentError,
    LedgerError,
    MisuseError,
    readers,
)
from ..readers import ColumnTable, ReadingOptions
from ..sessions.open_ledger import files_of_ledger
from .copies import Copy, JsonCopy, PlotCopy
from .delivery import Delivery
from .printable import json_bytes
from .payment import Payment
from .problems import IN_LEDGER, InputProblem, unreadable
from .process import Process
from .progress import progress
from .screen import this_screen
from .show import as_csv, as_fields, as_table


@dataclass(frozen=True)
class Request:
    """What is wanted, apart from the statistic."""

    title: str
    file: str
    column: str | None
    """None of a query, which names its columns itself."""
    sql: str | None
    table: str | None
    reading: ReadingOptions
    dry_run: bool
    json: bool
    output: str | None
    plot: str | None
    other_inputs: tuple[str, ...] = ()
    csv: bool = False
    """Whether a frame is printed as CSV."""
    payment: Payment | None = None
    """From a ledger."""


Prepare = Callable[[ColumnTable, str], tuple[Any, Callable[[], Any]]]
"""From a table and a column to a plan and what it reads; of a plan that knows where its rows are, how: by name."""


def carry_out(request: Request, process: Process, prepare: Prepare) -> None:
    """In this order, so that whatever can fail fails before the release, and whatever can fail after it
    fails before anything is seen."""
    copies = _copies(request)
    opened = readers.open_table(
        request.file, sql=request.sql, table=request.table, options=request.reading
    )
    try:
        name = "" if request.column is None else readers.find_column(opened, request.column)
        plan, stream = prepare(opened, name)
        where = {"file": request.file, **({} if request.column is None else {"column": name})}
        if request.sql is not None:
            where["sql"] = request.sql
        ledger = [] if request.payment is None else files_of_ledger(request.payment.ledger)
        for copy in copies:
            copy.file.refuse_inputs([*opened.files, *request.other_inputs, *ledger])
        for copy in copies:
            process.files.append(copy.file)
            copy.file.open()
            copy.file.reserve(copy.largest_size(plan, where))
        places = [(copy.file, copy.holds) for copy in copies]
        delivery = Delivery(process.signals, places, is_release=not request.dry_run)
        process.delivery = delivery
        if request.payment is not None:
            process.interrupted_words = IN_LEDGER
        outcome = plan if request.dry_run else _release(plan, stream, opened, name, request.payment)
        delivery.stored = None if request.dry_run else outcome.ledger
    finally:
        opened.close()
    screen = this_screen()
    if request.json:
        shown = json_bytes(as_fields(outcome, where), screen.encoding)
    elif request.csv and not request.dry_run:
        shown = as_csv(outcome, screen)
    else:
        shown = as_table(outcome, request.title, screen)
    delivery.carry_out([copy.content(outcome, where) for copy in copies], shown)


def _copies(request: Request) -> list[Copy]:
    copies: list[Copy] = []
    if request.output is not None:
        copies.append(JsonCopy(request.output))
    if request.plot is not None:
        copies.append(PlotCopy(request.plot, request.title))
        if len(copies) == 2:
            copies[1].file.refuse_same(copies[0].file)
    return copies


def _release(plan: Any, stream: Callable[[], Any], opened: ColumnTable, column: str, payment: Payment | None) -> Any:
    try:
        with progress() as report:
            rows = stream()
            if payment is not None:
                return payment.release(plan, rows, opened, column, report)
            if isinstance(rows, dict):
                return plan.release(**rows, progress=report)
            return plan.release(rows, progress=report)
    except EntropyError as error:
        raise InputProblem(str(error)) from None
    except (BadStateError, BudgetError, InvalidArgumentError, LedgerError, MisuseError):
        if payment is None:
            raise InputProblem("an internal error ended it; nothing was released") from None
        raise  # about arguments and the ledger, never about rows
    except Exception as error:
        # Rows were being read, and the text of an error may quote them.
        if isinstance(error, (InputError, OSError)) or _is_of_the_reader(error):
            raise InputProblem(unreadable(opened.name) + _still_spent(payment)) from None
        kind = type(error).__name__
        raise InputProblem(f"an internal error ({kind}) ended it; nothing was released{_still_spent(payment)}") from None


def _still_spent(payment: Payment | None) -> str:
    return "" if payment is None else "; if it was paid for, that stays spent: scrim ledger show tells"


def _is_of_the_reader(error: Exception) -> bool:
    """Whether DuckDB, SQLite or PyArrow raised it, of which not all need be loaded."""
    return type(error).__module__.split(".")[0] in ("duckdb", "_duckdb", "sqlite3", "pyarrow")
