"""The commands of studies: `scrim init`, `scrim plan`, `scrim run`, `scrim schema`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .. import BudgetError
from ..analysis.printable import printable
from ..readers import ReadingOptions
from ..studies import plan_study, read_study, run_study
from ..studies.init_study import first_study
from ..studies.schema import schema_text
from . import options
from .delivery import Delivery
from .help_page import GroupedCommand
from .output_file import OutputFile
from .printable import json_bytes
from .problems import IN_LEDGER, BudgetProblem, unwritable
from .process import Process
from .progress import progress
from .screen import this_screen
from .show import as_text
from .show_study import plan_fields, plan_lines, run_fields, run_lines

Study = Annotated[str, typer.Argument(metavar="STUDY", help="A study in TOML, such as study.toml.", show_default=False)]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def init(
    context: typer.Context,
    file: options.File,
    study: Annotated[str, typer.Option("--study", metavar="FILE", help="The study to write.")] = "study.toml",
    table: options.TableName = None,
    force: Force = False,
) -> None:
    """Write a first study of a file, from the names and declared types of its columns.

    No row is looked at. What only people know is left to fill in: whose a row is, and between which values lie.
    """
    text = first_study(file, study, table=table, options=ReadingOptions())
    target = OutputFile(study, option="--study", may_replace=force)
    context.obj.files.append(target)
    target.open()
    try:
        with open(target.descriptor, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
    except OSError as error:
        raise unwritable(study, error) from None
    if not target.is_special:
        target.publish()
    print(f"wrote {printable(study)}; fill in what is marked there, then: scrim plan {printable(study)}")


def plan(context: typer.Context, study: Study, json: options.Json = False) -> None:
    """Tell what a study would cost and how accurate it would be.

    No row is read and nothing is spent. The exit status is 4 if the budget has no room for all of it.
    """
    planned = plan_study(read_study(study), is_dry=True)
    screen = this_screen()
    title = f"Plan of {planned.study.title}"
    shown = (
        json_bytes(plan_fields(planned), screen.encoding) if json else as_text(title, screen, plan_lines(planned, screen))
    )
    _deliver(context.obj, shown)
    if not planned.fits:
        raise typer.Exit(BudgetProblem.status)


def run(
    context: typer.Context,
    study: Study,
    frozen: Annotated[
        bool, typer.Option("--frozen", help="Fail if anything differs from what the lock tells; spend nothing.")
    ] = False,
    pay_again: Annotated[
        bool,
        typer.Option("--pay-again", help="Pay once more for what was paid for, and not released, when a run was cut short."),
    ] = False,
    sort_in: options.SortIn = None,
    json: options.Json = False,
) -> None:
    """Release all that a study asks for, and write it to files.

    What was released before is free, and the files are the same. If the budget has no room for all of it nothing is read,
    and the exit status is 4. What was spent, and where it stands in the ledger, is written to a lock beside the study.
    """
    read = read_study(study)
    context.obj.interrupted_words = IN_LEDGER
    try:
        with progress() as report:
            done = run_study(read, is_frozen=frozen, pay_again=pay_again, sort_in=sort_in, progress=report)
    except BudgetError as error:
        raise BudgetProblem(str(error)) from None
    screen = this_screen()
    title = f"Releases of {read.title}"
    shown = json_bytes(run_fields(done), screen.encoding) if json else as_text(title, screen, run_lines(done, screen))
    _deliver(context.obj, shown)


def schema() -> None:
    """Print the JSON schema of studies, for editors."""
    sys.stdout.write(schema_text())


def _deliver(process: Process, shown: bytes) -> None:
    """What was released is stored, so that nothing is lost if it cannot be shown: it is free the next time."""
    delivery = Delivery(process.signals, [], is_release=False)
    process.delivery = delivery
    delivery.carry_out([], shown)


def offer_studies(app: typer.Typer) -> None:
    app.command(
        "init",
        cls=GroupedCommand,
        short_help="Write a first study of a file.",
        epilog="Example: scrim init visits.parquet",
    )(init)
    app.command(
        "plan",
        cls=GroupedCommand,
        short_help="Tell what a study would cost and how accurate it would be.",
        epilog="Example: scrim plan study.toml",
    )(plan)
    app.command(
        "run",
        cls=GroupedCommand,
        short_help="Release all that a study asks for.",
        epilog="Example: scrim run study.toml",
    )(run)
    app.command("schema", cls=GroupedCommand, short_help="Print the JSON schema of studies, for editors.")(schema)
