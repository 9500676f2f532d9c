"""The commands of `scrim`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .. import __version__
from ..analysis.printable import printable
from . import sample, statistics
from .accounts import offer_accounts
from .completion import InstallCompletion, ShowCompletion
from .delivery import STDOUT
from .explore import offer_explore
from .help_page import GroupedCommand
from .ledger_commands import offer_ledgers
from .output_file import OutputFile
from .problems import EXIT_USAGE, InputProblem, unwritable
from .query import offer_query
from .report import offer_report
from .study_commands import offer_studies

app = typer.Typer(
    name="scrim",
    add_completion=False,  # ours asks for the name of the shell
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="""Private statistics of a table: what one person's rows can change is bounded, and you are told by
    how much, and how accurate the answer will be, before anything is read.""",
    epilog="Exit status: 0 done, 1 the input could not be used or the output not be written, 2 the arguments make "
    "no sense, 3 released but not shown in full: the budget counts as spent, 4 the budget has no room for it. 129, 130 "
    "and 143 after an interruption. "
    "Unless it is 0 or 3, nothing was released; with a ledger, what was paid for is stored there, and free when it is asked "
    "for again.",
)


statistics.offer_all(app)
offer_query(app)
offer_studies(app)
offer_explore(app)
offer_ledgers(app)
offer_report(app)
offer_accounts(app)


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
    visits: Annotated[
        bool, typer.Option("--visits", help="Their visits to hospitals instead (patient, age, region, ward, cost, day).")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a table of made-up people (age, income, city) to try things on; with --visits, several rows for a person."""
    if file == "-":
        if sys.stdout is None:
            raise InputProblem(f"{STDOUT} is closed")
        sample.write_csv(sys.stdout, rows, seed, of_visits=visits)
        return
    target = OutputFile(file, option="FILE", may_replace=force)
    context.obj.files.append(target)
    target.open()
    try:
        with open(target.descriptor, "w", encoding="utf-8", newline="") as stream:
            sample.write_csv(stream, rows, seed, of_visits=visits)
    except OSError as error:
        raise unwritable(file, error) from None
    if not target.is_special:
        target.publish()
    print(f"wrote {'visits of ' if visits else ''}{rows} made-up people to {printable(file)}")


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
