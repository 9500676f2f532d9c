"""The command `scrim query`: statistics of a table by person and group, several in one call."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Callable
from typing import Annotated, Any

import typer

from .. import InputError, InvalidArgumentError, MismatchError, readers
from .._core import _field
from .._expression_text import compared_with
from .._refusal import pieces_of, refuse
from ..analysis.picture_file import check_plot_file
from ..readers import ColumnTable, schema, shown_name
from ..tables import Query, Table
from ..tables.expressions import expression_of
from ..tables.facts import Date, Fact, Integer, Number, boolean, category, date, integer, number, text, time
from ..tables.keys import FOUND
from ..tables.layout import needs_bounds
from ..tables.sorted_rows import check_sorting
from ..tables.statistic_text import parse_statistic
from . import arguments, options
from .carry_out import Request, carry_out
from .help_page import GroupedCommand
from .payment import Account, DataName, LedgerOption, PayAgain, payment_of
from .problems import UsageProblem
from .statistic import budget_of

COLUMNS = "What everyone may know of columns"
_KINDS = ("integer", "number", "text", "date", "time", "boolean")
_WIDEST = 2.0**63


def _option(name: str, metavar: str, help: str, heading: str | None = None) -> Any:
    return typer.Option(name, metavar=metavar, help=help, rich_help_panel=heading, show_default=False)


def query(
    context: typer.Context,
    file: options.File,
    stat: Annotated[
        list[str] | None,
        _option("--stat", "NAME=STATISTIC", "What to release, such as 'n=count()' or 'cost=mean(cost, share=3)'. Several times."),
    ] = None,
    where: Annotated[
        list[str] | None, _option("--where", "CONDITION", "Use only rows for which this holds, such as 'age >= 18'.")
    ] = None,
    derive: Annotated[
        list[str] | None, _option("--derive", "NAME=EXPRESSION", "Add a column, such as 'decade=age // 10'.")
    ] = None,
    by: Annotated[
        list[str] | None,
        _option("--by", "NAME[=LIST|@FILE]", "Each group by itself: region=N,E,S,W, or @FILE with one in each line; public."),
    ] = None,
    found: Annotated[
        bool, typer.Option("--found", help="Find the groups of --by in the data, which needs --delta.", show_default=False)
    ] = False,
    key_share: Annotated[
        str | None, _option("--key-share", "N", "With --found: which part of the budget finds groups, beside the shares of --stat.")
    ] = None,
    confidence: options.Confidence = 0.95,
    person: Annotated[
        list[str] | None, _option("--person", "NAME", "The column that tells whose a row is; several if it takes them.", options.PEOPLE)
    ] = None,
    rows: Annotated[
        int | None, _option("--rows", "N", "How many rows of a person are used at most, in each group.", options.PEOPLE)
    ] = None,
    groups: Annotated[
        int | None, _option("--groups", "N", "In how many groups of --by a person is used at most.", options.PEOPLE)
    ] = None,
    rows_per_person: Annotated[
        int | None,
        _option("--rows-per-person", "N", "How many rows a person can have at most, where no column tells whose they are.", options.PEOPLE),
    ] = None,
    bounds: Annotated[
        list[str] | None,
        _option("--bounds", "NAME=LOW:HIGH", "Between which a column lies, such as cost=0:5000. Not from the data.", COLUMNS),
    ] = None,
    categories: Annotated[
        list[str] | None,
        _option("--categories", "NAME=LIST|@FILE", "What a column can be, such as city=Arden,Birchwick. Not from the data.", COLUMNS),
    ] = None,
    type: Annotated[
        list[str] | None,
        _option("--type", "NAME=TYPE", "What to read a column as: integer, number, text, date, time or boolean.", COLUMNS),
    ] = None,
    nullable: Annotated[
        list[str] | None,
        _option("--nullable", "NAME", "Keep rows without a value in this column; they are left out where it is used.", COLUMNS),
    ] = None,
    sort_in: options.SortIn = None,
    epsilon: options.Epsilon = None,
    delta: options.Delta = None,
    rho: options.Rho = None,
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
    csv: Annotated[
        bool, typer.Option("--csv", help="Print what was released as CSV; several frames with an empty line between them.", rich_help_panel=options.OUTPUT)
    ] = False,
    output: options.Output = None,
    plot: options.Plot = None,
    ledger: LedgerOption = None,
    name: DataName = None,
    account: Account = None,
    pay_again: PayAgain = False,
) -> None:
    """Release statistics of a table, of persons and by group, in one pass.

    What is used of a person is bounded here: --rows, and --groups where there is --by. The budget is for all statistics
    together; groups do not divide it.
    """
    if plot is not None:
        check_plot_file(plot, "--plot")
    if found and output is not None:
        raise UsageProblem("--output takes room beforehand, and how many groups are found is not known then; use --json > FILE")
    if key_share is not None and not found:
        raise UsageProblem("--key-share is for --found: public groups cost nothing; leave it out")
    if json and csv:
        raise UsageProblem("--json and --csv were both given; give one of them")
    terms = budget_of(epsilon, delta, rho)
    amounts = {"epsilon": epsilon, "delta": delta, "rho": rho}
    payment = payment_of(ledger, name, account, pay_again, sql, amounts, needs_name=False)
    grouped = [_by(given) for given in by or ()]
    declared = _Declared(bounds or [], categories or [], type or [], nullable or [], grouped)
    statistics = _named_once(stat, "--stat", "n=count()")
    if not statistics:
        raise UsageProblem("no statistic was given; give some, such as --stat 'n=count()'")
    derived = _named_once(derive, "--derive", "decade=age // 10")
    keys = _keys(grouped, found, declared, derived)
    if found and delta is None:
        raise UsageProblem(
            "--found needs --delta, with which a group may be told that one person alone is in; give --epsilon 1 --delta 1e-9, "
            "or list public groups, such as --by ward=a,b"
        )
    if sort_in is not None:
        check_sorting(sort_in, person)
    share = None if key_share is None else arguments.number(key_share, "--key-share", "give a number above 0, such as 2")
    who = {"person": person or None, "rows_per_person": rows_per_person}

    def ask(table: Table) -> Query:
        asked = Query(table)
        for condition in where or ():
            asked = asked.where(condition)
        asked = asked.derive(**derived)
        if rows is not None or groups is not None:
            asked = asked.per_person(rows=rows, groups=groups)
        if grouped:
            asked = asked.group_by(*(name for name, _ in grouped), keys=keys, share=share)
        return asked.agg(**statistics)

    def prepare(opened: ColumnTable, _: str) -> tuple[Any, Callable[[], dict[str, Any]]]:
        counts_rows = not person and rows_per_person is not None
        facts = declared.facts(opened, _used(where or [], derived, statistics, grouped), where or [], derived, counts_rows)
        declared.refuse_unbounded(statistics, derived)
        asked = ask(Table(opened, columns=facts, **who))  # type: ignore[arg-type]
        try:
            if payment is not None:
                plan = payment.plan(asked.table, asked, confidence).plan
            else:
                plan = asked.plan(**terms, confidence=confidence)
        except MismatchError as error:
            refuse(*pieces_of(error), declared.advice_on_types(opened, [*(where or ()), *derived.values()], derived))
        return plan, lambda: {"sort_in": sort_in}

    names = ", ".join(statistics)
    title = f"{names}{' by ' if grouped else ''}{', '.join(name for name, _ in grouped)} in {shown_name(file)}"
    reading = arguments.reading_options(delimiter, quote, decimal, encoding, no_header, columns)
    request = Request(title, file, None, sql, table, reading, dry_run, json, output, plot, declared.files, csv, payment)
    carry_out(request, context.obj, prepare)


class _Declared:
    """What the options say of columns."""

    def __init__(
        self, bounds: list[str], categories: list[str], types: list[str], nullable: list[str], grouped: list[tuple[str, str | None]]
    ) -> None:
        self._bounds = _named_once(bounds, "--bounds", "cost=0:5000")
        lists = _named_once(categories, "--categories", "city=Arden,Birchwick")
        self._categories = {name: arguments.categories(listed) for name, listed in lists.items()}
        self._types = _named_once(types, "--type", "age=integer")
        self._nullable = set(nullable)
        self._grouped = [name for name, _ in grouped]
        for name, kind in self._types.items():
            if kind not in _KINDS:
                raise UsageProblem(f"--type has {kind!r} for {name}; give {', '.join(_KINDS[:-1])} or {_KINDS[-1]}")
        given = list(lists.values()) + [listed for _, listed in grouped if listed is not None]
        self.files = tuple(file for file in map(arguments.categories_file, given) if file is not None)

    def facts(
        self, opened: ColumnTable, used: set[str], where: list[str], derived: dict[str, str], counts_rows: bool
    ) -> dict[str, Fact]:
        """Of the columns that are used, and that nobody declared: what the file declares of their types."""
        declared = [*self._bounds, *self._categories, *self._types]
        names = sorted({name for name in (*used, *declared) if name not in derived})
        if not names and counts_rows:
            raise UsageProblem("no column is used, and rows are told by one; name any, such as --type age=text")
        for name in sorted({*names, *self._nullable} - derived.keys()):
            _find(opened, name, [*where, *derived.values()])
        return {name: self._fact(opened, name) for name in names}

    def refuse_unbounded(self, statistics: dict[str, str], derived: dict[str, str]) -> None:
        """Of a column whose bounds nobody gave, a mean would be as far off as the widest number."""
        for name, given in statistics.items():
            statistic = parse_statistic(given, name)
            column = statistic.column
            is_known = column is None or column in derived or column in self._bounds or column in self._categories
            if not is_known and needs_bounds(statistic) and self._types.get(str(column)) not in ("text", "date", "time", "boolean"):
                raise UsageProblem(
                    f"--stat {name} is {given}, and nobody said between which {column} lies; give --bounds {column}=LOW:HIGH, "
                    "numbers that do not come from the data"
                )

    def refuse_unlisted(self, names: list[str]) -> None:
        """Of a column of which nobody said what it can be, the groups are not public."""
        for name in names:
            if name not in self._categories and name not in self._bounds and self._types.get(name) != "boolean":
                raise UsageProblem(
                    f"--by {name} does not say which groups there are; list them, such as --by {name}=a,b,c or "
                    f"--by {name}=@FILE, or have them found in the data by --found with --delta"
                )

    def advice_on_types(self, opened: ColumnTable, expressions: list[str], derived: dict[str, str]) -> str:
        """Where a text stands beside a column of which nobody said what it holds."""
        declared = {*self._bounds, *self._categories, *self._types, *derived}
        for expression in expressions:
            for name in expression_of(expression, "it").fields if "'" in expression or '"' in expression else ():
                if name not in declared and opened.types.get(readers.find_column(opened, name), schema.ANY) == schema.ANY:
                    told = "cells of CSV are numbers where they are compared, unless --type says what they are"
                    return f"; {told}, such as --type {name}=text"
        return ""

    def _fact(self, opened: ColumnTable, name: str) -> Fact:
        nullable = name in self._nullable
        try:
            if name in self._categories:
                return category(*self.typed(name, self._categories[name], "--categories"), nullable=nullable)
            kind = self._types.get(name) or self._kind(opened, name)
            if name in self._bounds:
                return _bounded(name, self._bounds[name], kind, nullable)
        except InvalidArgumentError as error:
            refuse(f"of {name}: ", *pieces_of(error))
        # Where nothing is said, nothing is promised: it cannot be added up, but compared. Rows without a value stay.
        is_nullable = nullable or name not in self._grouped
        return {
            "integer": Integer(is_nullable, -(2**63), 2**63 - 1),
            "number": Number(is_nullable, -_WIDEST, _WIDEST),
            "date": Date(is_nullable, datetime.date.min, datetime.date.max),
            "time": time(nullable=is_nullable),
            "boolean": boolean(nullable=is_nullable),
        }.get(kind, text(nullable=is_nullable))

    def typed(self, name: str, listed: list[str], option: str, is_derived: bool = False) -> list[Any]:
        """Texts of the command line as values of a column; of a derived one they are integers if all of them look so."""
        kind = self._types.get(name, "")
        if kind == "boolean":
            truths = {"true": True, "1": True, "false": False, "0": False}
            if unknown := [each for each in listed if each.lower() not in truths]:
                raise UsageProblem(f"{option} has {unknown[0]!r} for {name}, which holds truths; give true or false")
            return [truths[each.lower()] for each in listed]
        integers = [int(each) if re.fullmatch(r"[+-]?[0-9]{1,18}", each) else None for each in listed]
        if kind == "integer" and None in integers:
            raise UsageProblem(f"{option} has {listed[integers.index(None)]!r} for {name}, which holds integers; give integers")
        return integers if kind == "integer" or is_derived and None not in integers else listed

    def _kind(self, opened: ColumnTable, name: str) -> str:
        """By the type that the file declares; of one that declares none, numbers where there are bounds or a comparison."""
        if name in self._grouped:
            return "text"
        type_name = opened.types.get(readers.find_column(opened, name), schema.ANY)
        if type_name == "DATE" or type_name.startswith("TIMESTAMP"):
            return "date"
        if type_name == "BOOLEAN":
            return "boolean"
        carrier = schema.carrier_of(type_name)
        return "text" if carrier is None else "number" if carrier == "float64" else "integer"


def _find(opened: ColumnTable, name: str, expressions: list[str]) -> None:
    """Refuses a name that no column has; beside a column that may hold texts it may be one without its quotes."""
    try:
        readers.find_column(opened, name)
    except InputError as error:
        for other in itertools.chain.from_iterable(compared_with(text, name) for text in expressions):
            type_name = opened.types.get(other)
            if type_name is not None and (type_name == schema.ANY or schema.carrier_of(type_name) is None):
                raise InputError(f"{error}; or, if it is a text, write it in quotes: {_field(other)!r} == {name!r}") from None
        raise


def _bounded(name: str, bounds: str, kind: str, nullable: bool) -> Fact:
    low, colon, high = bounds.partition(":")
    if kind == "date":
        return date(low.strip(), high.strip(), nullable=nullable)
    advice = f"give the smallest and the largest value with a colon between them, such as {name}=0:120"
    if not colon:
        raise UsageProblem(f"--bounds is {name}={bounds}; {advice}")
    ends = [arguments.number(end, "--bounds", advice) for end in (low, high)]
    try:
        if kind == "integer":
            return integer(*ends, nullable=nullable)  # type: ignore[arg-type]
        return number(*ends, nullable=nullable)
    except InvalidArgumentError:
        numbers = "integers" if kind == "integer" else "finite numbers"
        raise UsageProblem(
            f"--bounds is {name}={bounds}; give two {numbers}, the lower one first, that do not come from the data, such as "
            f"{name}=0:120"
        ) from None


def _named(given: str, option: str, example: str) -> tuple[str, str]:
    """A name and what it is given, the first sign of equality between them."""
    name, equals, value = (part.strip() for part in given.partition("="))
    if not equals or not name or not value:
        raise UsageProblem(f"{option} is {given!r}; give a name, =, and what it is, such as {example}")
    return name, value


def _named_once(given: list[str] | None, option: str, example: str) -> dict[str, str]:
    """What an option that is given several times says, by name."""
    named: dict[str, str] = {}
    for each in given or ():
        name, value = _named(each, option, example)
        if name in named:
            raise UsageProblem(f"{option} has {name} twice: {named[name]}, and {value}; give each name once")
        named[name] = value
    return named


def _by(given: str) -> tuple[str, str | None]:
    name, equals, listed = (part.strip() for part in given.partition("="))
    if not name or equals and not listed:
        raise UsageProblem(f"--by is {given!r}; give a column and its groups, such as region=N,E,S,W or region=@FILE")
    return name, listed if equals else None


def _keys(grouped: list[tuple[str, str | None]], found: bool, declared: _Declared, derived: dict[str, str]) -> Any:
    """What `group_by` is given: nothing if all columns are declared otherwise."""
    listed = [name for name, keys in grouped if keys is not None]
    if found:
        if not grouped or listed:
            raise UsageProblem("--found is about a --by without a list, such as --by ward --found")
        return FOUND
    if not listed:
        declared.refuse_unlisted([name for name, _ in grouped if name not in derived])
        return None
    lists = {
        name: declared.typed(name, arguments.categories(keys, "--by"), "--by", is_derived=name in derived)
        for name, keys in grouped
        if keys is not None
    }
    if len(lists) < len(grouped):
        lacking = next(name for name, keys in grouped if keys is None)
        raise UsageProblem(f"--by {lacking} has no list, and others have; give one, such as --by {lacking}=a,b,c")
    return list(itertools.product(*lists.values()))


def _used(where: list[str], derived: dict[str, str], statistics: dict[str, str], grouped: list[tuple[str, Any]]) -> set[str]:
    """The names that are used, whether columns of the file or derived."""
    used = {name for name, _ in grouped}
    for given, text_of in [("--where", each) for each in where] + [(f"--derive {name}", each) for name, each in derived.items()]:
        used |= set(expression_of(text_of, given).fields)
    for name, given in statistics.items():
        statistic = parse_statistic(given, f"--stat {name}")
        used |= set() if statistic.column is None else {statistic.column}
    return used


def offer_query(app: typer.Typer) -> None:
    app.command(
        "query",
        cls=GroupedCommand,
        short_help="Release statistics of a table, of persons and by group.",
        epilog="Example: scrim query visits.parquet --person patient_id --rows 3 --groups 2 --where 'age >= 18' "
        "--by region=N,E,S,W --stat 'n=count()' --stat 'cost=mean(cost)' --bounds cost=0:5000 --epsilon 0.5",
    )(query)
