"""What the commands that release a statistic share: their options, and how a release comes about."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import typer

from .. import readers
from ..analysis.picture_file import check_plot_file
from ..readers import ColumnTable, shown_name
from . import arguments, options
from .carry_out import Prepare, Request, carry_out
from .help_page import GroupedCommand
from .payment import Account, ColumnName, LedgerOption, PayAgain, payment_of
from .problems import UsageProblem


@dataclass(frozen=True)
class Asked:
    """What every statistic is told, apart from its own options."""

    terms: dict[str, Any]
    """The budget, the rows of a person and the confidence: arguments of every `plan_` function."""
    kind: str | None
    """What a column of numbers is to be read as: "integer", "number", or as it is declared."""


@dataclass(frozen=True)
class Statistic:
    """What a command is to release."""

    name: str
    """The title above it begins with this: "Mean" of a column in a file."""
    prepare: Prepare
    """From a table and a column to a plan and what it reads."""
    other_inputs: tuple[str, ...] = ()
    """Files that were read beside the table, and are not to be written."""


Describe = Callable[..., Statistic]


def offer(
    app: typer.Typer,
    name: str,
    describe: Describe,
    *,
    short_help: str,
    example: str,
    without: Sequence[str] = (),
) -> None:
    """Makes a command of a function that takes an `Asked` and options of its own, and says what to release.

    Its options stand before those that all commands have but for some that mean nothing to it, and its docstring is
    the help. The example has what the command needs beside a file, a budget and the rows of a person.
    """
    shared = _parameters(_carry_out)
    first, rest = shared[:3], [parameter for parameter in shared[3:] if parameter.name not in ("describe", *without)]
    own = _parameters(describe)[1:]

    def run(**given: Any) -> None:
        mine = {parameter.name: given.pop(parameter.name) for parameter in own}
        _carry_out(**given, describe=lambda asked: describe(asked, **mine))

    # As Typer looks at it: by signature, with annotations that are no texts.
    run.__signature__ = inspect.Signature([*first, *own, *rest])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*first, *own, *rest]}
    run.__doc__ = describe.__doc__
    epilog = f"Example: scrim {name} people.csv {example} --epsilon 1 --rows-per-person 1"
    app.command(name, cls=GroupedCommand, short_help=short_help, epilog=epilog)(run)


def numbers(name: str, plan: Callable[..., Any], asked: Asked, **wanted: Any) -> Statistic:
    """A statistic of a column of numbers: `plan` makes it of the terms, of what is wanted, and of a `dtype`."""
    plan(**wanted, **asked.terms)  # bad arguments are told before the file is opened

    def prepare(opened: ColumnTable, column: str) -> tuple[Any, Callable[[], Any]]:
        carrier = readers.check_numeric(opened, column, asked.kind)
        return plan(**wanted, **asked.terms, dtype=carrier), lambda: opened.numbers(column, carrier)

    return Statistic(name, prepare)


def _carry_out(
    context: typer.Context,
    file: options.File,
    column: options.Column,
    describe: Callable[[Asked], Statistic],
    rows_per_person: options.RowsPerPerson,
    confidence: options.Confidence = 0.95,
    epsilon: options.Epsilon = None,
    delta: options.Delta = None,
    rho: options.Rho = None,
    type: options.Type = None,
    sql: options.Sql = None,
    table: options.TableName = None,
    delimiter: options.Delimiter = None,
    quote: options.Quote = None,
    decimal: options.Decimal = None,
    encoding: options.Encoding = None,
    no_header: options.NoHeader = False,
    columns: options.Columns = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    output: options.Output = None,
    plot: options.Plot = None,
    ledger: LedgerOption = None,
    name: ColumnName = None,
    account: Account = None,
    pay_again: PayAgain = False,
) -> None:
    if plot is not None:
        check_plot_file(plot, "--plot")
    budget = budget_of(epsilon, delta, rho)
    amounts = {"epsilon": epsilon, "delta": delta, "rho": rho}
    payment = payment_of(ledger, name, account, pay_again, sql, amounts, needs_name=True)
    terms = {**(budget if payment is None else payment.terms), "rows_per_person": rows_per_person, "confidence": confidence}
    wanted = describe(Asked(terms, None if type is None else type.value))
    title = f"{wanted.name} of {column} in {shown_name(file)}"
    reading = arguments.reading_options(delimiter, quote, decimal, encoding, no_header, columns)
    request = Request(
        title, file, column, sql, table, reading, dry_run, json, output, plot, wanted.other_inputs, payment=payment
    )
    carry_out(request, context.obj, wanted.prepare)


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """By name, so that their order is free."""
    hints = get_type_hints(function, include_extras=True)
    return [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[parameter.name])
        for parameter in inspect.signature(function).parameters.values()
    ]


def budget_of(epsilon: str | None, delta: str | None, rho: str | None) -> dict[str, Any]:
    if (epsilon is None) == (rho is None):
        given = "neither --epsilon nor --rho was" if epsilon is None else "both --epsilon and --rho were"
        raise UsageProblem(f"{given} given; give one of them, such as --epsilon 1")
    if rho is not None and delta is not None:
        raise UsageProblem("--delta was given beside --rho, which needs none; give --epsilon and --delta, or --rho")
    given = {"epsilon": epsilon, "delta": delta, "rho": rho}
    advice = {"delta": "give a probability, such as 1e-6"}
    return {
        name: arguments.number(text, f"--{name}", advice.get(name, "give a positive number, such as 1"))
        for name, text in given.items()
        if text is not None
    }
