"""The commands of `scrim`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from .. import __version__, readers
from ..analysis import plan_quantiles, plan_top_k
from ..analysis.candidates import make_candidates
from ..readers import Table, shown_name
from . import arguments, options, sample
from .carry_out import Request, carry_out
from .completion import InstallCompletion, ShowCompletion
from .delivery import STDOUT
from .help_page import GroupedCommand
from .output_file import OutputFile
from .printable import printable
from .problems import EXIT_USAGE, InputProblem, UsageProblem, unwritable

app = typer.Typer(
    name="scrim",
    add_completion=False,  # ours asks for the name of the shell
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="""Private statistics of a table: what one person's rows can change is bounded, and you are told by
    how much, and how accurate the answer will be, before anything is read.""",
    epilog="Exit status: 0 done, 1 the input could not be used or the output not be written, 2 the arguments make "
    "no sense, 3 released but not shown in full: the budget counts as spent. 129, 130 and 143 after an interruption. "
    "Unless it is 0 or 3, nothing was released.",
)


@app.command(cls=GroupedCommand, short_help="Release the median, quartiles or other quantiles.")
def quantile(
    context: typer.Context,
    file: options.File,
    column: options.Column,
    alpha: Annotated[
        str,
        typer.Option(
            "--alpha",
            metavar="LIST",
            help="Which quantiles, such as 0.25,0.5,0.75 or median,p90,99.9%.",
        ),
    ] = "0.5",
    bounds: Annotated[
        str | None,
        typer.Option(
            "--bounds",
            metavar="LOW:HIGH",
            help="The smallest and the largest answer, such as 0:120. Do not look them up in the data.",
        ),
    ] = None,
    candidates: Annotated[
        str | None,
        typer.Option(
            "--candidates",
            metavar="N|LIST",
            help="How many answers to choose from between the bounds, or the answers themselves. About a thousand "
            "round ones unless given.",
        ),
    ] = None,
    confidence: options.Confidence = 0.95,
    epsilon: options.Epsilon = None,
    rho: options.Rho = None,
    rows_per_person: options.RowsPerPerson = 1,
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
) -> None:
    """Release quantiles of a column: the median, quartiles, the minimum or maximum.

    The budget is split equally among the quantiles. Missing values are left out.
    """
    choices = None if candidates is None else arguments.candidates(candidates)
    if bounds is None and not isinstance(choices, list):
        raise UsageProblem(
            "--bounds is missing; give the smallest and the largest answer you expect, such as "
            "--bounds 0:120"
        )
    wanted: dict[str, Any] = {
        "alphas": arguments.alphas(alpha),
        "bounds": None if bounds is None else arguments.bounds(bounds),
        "candidates": choices,
        **_budget(epsilon, rho),
        "rows_per_person": rows_per_person,
        "confidence": confidence,
    }
    _check_early(wanted)

    def prepare(opened: Table, name: str) -> tuple[Any, Callable[[], Any]]:
        carrier = readers.check_numeric(opened, name, None if type is None else type.value)
        plan = plan_quantiles(**wanted, dtype=carrier)
        return plan, lambda: opened.numbers(name, plan.candidates.carrier)

    title = f"Quantiles of {column} in {shown_name(file)}"
    reading = arguments.reading_options(delimiter, quote, decimal, encoding, no_header, columns)
    request = Request(title, file, column, sql, table, reading, dry_run, json, output)
    carry_out(request, context.obj, prepare)


@app.command(
    "top-k",
    cls=GroupedCommand,
    short_help="Release the most frequent categories, best first.",
)
def top_k(
    context: typer.Context,
    file: options.File,
    column: options.Column,
    categories: Annotated[
        str,
        typer.Option(
            "--categories",
            metavar="LIST|@FILE",
            help="What can be released: a list such as red,green,blue, or @FILE with one in each line. It must "
            "not come from the data.",
            show_default=False,
        ),
    ],
    k: Annotated[
        int, typer.Option("--k", metavar="N", help="How many to release, best first.")
    ] = 1,
    confidence: options.Confidence = 0.95,
    epsilon: options.Epsilon = None,
    rho: options.Rho = None,
    rows_per_person: options.RowsPerPerson = 1,
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
) -> None:
    """Release the k most frequent categories of a column, best first.

    Rows in none of the categories are not counted. Missing values are left out.
    """
    plan = plan_top_k(
        arguments.categories(categories),
        k,
        **_budget(epsilon, rho),
        rows_per_person=rows_per_person,
        confidence=confidence,
    )

    def prepare(opened: Table, name: str) -> tuple[Any, Callable[[], Any]]:
        readers.check_categorical(opened, name)
        return plan, lambda: opened.texts(name)

    title = f"Top {plan.k} of {column} in {shown_name(file)}"
    reading = arguments.reading_options(delimiter, quote, decimal, encoding, no_header, columns)
    listed = arguments.categories_file(categories)
    inputs = () if listed is None else (listed,)
    request = Request(title, file, column, sql, table, reading, dry_run, json, output, inputs)
    carry_out(request, context.obj, prepare)


@app.command(
    "sample", cls=GroupedCommand, short_help="Write a table of made-up people to try things on."
)
def write_sample(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The CSV file to write; - for standard output.")
    ],
    rows: Annotated[
        int, typer.Option("--rows", metavar="N", min=0, help="How many people.")
    ] = 5000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same seed gives the same people.")
    ] = 42,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a table of made-up people (age, income, city) to try things on."""
    if file == "-":
        if sys.stdout is None:
            raise InputProblem(f"{STDOUT} is closed")
        sample.write_csv(sys.stdout, rows, seed)
        return
    target = context.obj.output = OutputFile(file, may_replace=force)
    target.open()
    try:
        with open(target.descriptor, "w", encoding="utf-8", newline="") as stream:
            sample.write_csv(stream, rows, seed)
    except OSError as error:
        raise unwritable(file, error) from None
    if not target.is_special:
        target.publish()
    print(f"wrote {rows} made-up people to {printable(file)}")


def _version(asked: bool) -> None:
    if asked:
        print(f"scrim {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    install_completion: InstallCompletion = None,
    show_completion: ShowCompletion = None,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(EXIT_USAGE)


def _check_early(wanted: dict[str, Any]) -> None:
    """Bad arguments are told before the file is opened. Whether listed candidates fit the column is known
    only then."""
    if not isinstance(wanted["candidates"], list):
        plan_quantiles(**wanted)
    else:
        make_candidates(wanted["bounds"], wanted["candidates"], "float64")
        plan_quantiles(**{**wanted, "bounds": None, "candidates": [0, 1]})


def _budget(epsilon: str | None, rho: str | None) -> dict[str, float]:
    if (epsilon is None) == (rho is None):
        given = "neither --epsilon nor --rho" if epsilon is None else "both --epsilon and --rho"
        raise UsageProblem(f"{given} was given; give one of them, such as --epsilon 1")
    name, text = ("epsilon", epsilon) if rho is None else ("rho", rho)
    assert text is not None
    return {name: arguments.number(text, f"--{name}", "give a positive number, such as 1")}
