"""The commands of `scrim`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from enum import Enum
from typing import Annotated, Any

import typer

try:
    from typer.exceptions import Abort, Exit, TyperException
except ImportError:  # before Typer had exceptions of its own, they were Click's
    from click.exceptions import Abort, Exit  # type: ignore[no-redef, assignment]
    from click.exceptions import (  # type: ignore[no-redef, assignment]
        ClickException as TyperException,
    )

from .. import EntropyError, Error, InputError, __version__
from ..analysis import plan_quantiles, plan_top_k
from ..analysis.candidates import make_candidates
from .. import readers
from ..readers import Table, shown_name
from . import arguments, sample
from .output_file import OutputFile
from .problems import EXIT_INPUT, EXIT_INTERRUPTED, EXIT_USAGE, InputProblem, Problem, UsageProblem, unreadable
from .show import as_json, show

app = typer.Typer(
    name="scrim",
    add_completion=False,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="""Private statistics of a table: what one person's rows can change is bounded, and you are told by
    how much, and how accurate the answer will be, before anything is read.""",
    epilog="Exit status: 0 done, 1 the input could not be used, 2 the arguments make no sense. Unless it is 0, "
    "nothing was released.",
)

FILE_HELP = (
    "CSV, TSV, Parquet, JSON, a DuckDB or SQLite file, a pattern such as 'part-*.parquet', or - for CSV on "
    "standard input."
)
SQL_HELP = (
    "Use the rows of this query; the file is the table `data`. Each output row must belong to one person: a "
    "query that aggregates or joins mixes people, and --rows-per-person then means nothing."
)

File = Annotated[str, typer.Argument(metavar="FILE", help=FILE_HELP, show_default=False)]
Column = Annotated[str, typer.Option("--column", help="The column to use.", show_default=False)]
Epsilon = Annotated[
    str | None, typer.Option("--epsilon", metavar="NUMBER", help="The privacy budget, such as 1.")
]
Rho = Annotated[
    str | None,
    typer.Option(
        "--rho", metavar="NUMBER", help="The budget in zero-concentrated privacy instead."
    ),
]
RowsPerPerson = Annotated[
    int, typer.Option("--rows-per-person", help="How many rows one person can have at most.")
]
Confidence = Annotated[float, typer.Option("--confidence", help="Of the statement about accuracy.")]
Sql = Annotated[str | None, typer.Option("--sql", metavar="QUERY", help=SQL_HELP)]
TableName = Annotated[
    str | None, typer.Option("--table", metavar="NAME", help="Which table of a database file.")
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Say what it costs and how accurate it is; read no rows."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Output = Annotated[
    str | None,
    typer.Option("--output", metavar="FILE", help="Write the JSON object to a file as well."),
]


class NumberType(str, Enum):
    """What to read a column as."""

    integer = "integer"
    number = "number"


@app.command()
def quantile(
    file: File,
    column: Column,
    alpha: Annotated[
        str, typer.Option("--alpha", metavar="LIST", help="Which quantiles, such as 0.25,0.5,0.75.")
    ] = "0.5",
    bounds: Annotated[
        str | None,
        typer.Option(
            "--bounds",
            metavar="LOW:HIGH",
            help="The smallest and the largest answer, such as 0:120. Do not look them up in the data.",
        ),
    ] = None,
    epsilon: Epsilon = None,
    rho: Rho = None,
    rows_per_person: RowsPerPerson = 1,
    candidates: Annotated[
        str,
        typer.Option(
            "--candidates",
            metavar="N|LIST",
            help="How many answers to choose from between the bounds, or the answers themselves.",
        ),
    ] = "1001",
    type: Annotated[
        NumberType | None,
        typer.Option(
            "--type",
            help="Read the column as this, whatever type it has or seems to have; a value that is no number "
            "then counts as missing.",
        ),
    ] = None,
    confidence: Confidence = 0.95,
    sql: Sql = None,
    table: TableName = None,
    dry_run: DryRun = False,
    json: Json = False,
    output: Output = None,
) -> None:
    """Release quantiles of a column: the median, quartiles, the minimum or maximum.

    The budget is split equally among the quantiles. Missing values are left out.
    """
    choices = arguments.candidates(candidates)
    if bounds is None and isinstance(choices, int):
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
        if type is None:
            carrier = readers.check_numeric(opened, name)
        else:
            carrier = {"integer": "int64", "number": "float64"}[type.value]
        plan = plan_quantiles(**wanted, dtype=carrier)
        return plan, lambda: opened.numbers(name, plan.candidates.carrier)

    title = f"Quantiles of {column} in {shown_name(file)}"
    _carry_out(title, file, column, sql, table, dry_run, json, output, prepare)


@app.command("top-k")
def top_k(
    file: File,
    column: Column,
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
    k: Annotated[int, typer.Option("--k", help="How many to release, best first.")] = 1,
    epsilon: Epsilon = None,
    rho: Rho = None,
    rows_per_person: RowsPerPerson = 1,
    confidence: Confidence = 0.95,
    sql: Sql = None,
    table: TableName = None,
    dry_run: DryRun = False,
    json: Json = False,
    output: Output = None,
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
    _carry_out(title, file, column, sql, table, dry_run, json, output, prepare)


@app.command("sample")
def write_sample(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The CSV file to write; - for standard output.")
    ],
    rows: Annotated[int, typer.Option("--rows", min=0, help="How many people.")] = 5000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same people.")] = 42,
) -> None:
    """Write a table of made-up people (age, income, city) to try things on."""
    if file == "-":
        sample.write_csv(sys.stdout, rows, seed)
        return
    with OutputFile(file) as opened:
        sample.write_csv(opened.stream, rows, seed)
        opened.keep()
    print(f"wrote {rows} made-up people to {file}")


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
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(EXIT_USAGE)


def _check_early(wanted: dict[str, Any]) -> None:
    """Bad arguments are told before the file is opened. Whether listed candidates fit the column is known
    only then."""
    if isinstance(wanted["candidates"], int):
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


def _carry_out(
    title: str,
    file: str,
    column: str,
    sql: str | None,
    table: str | None,
    dry_run: bool,
    json: bool,
    output: str | None,
    prepare: Callable[[Table, str], tuple[Any, Callable[[], Any]]],
) -> None:
    """Opens, plans, releases, prints; in this order, so that whatever can fail fails before the release."""
    opened = readers.open_table(file, sql=sql, table=table)
    try:
        name = readers.find_column(opened, column)
        plan, stream = prepare(opened, name)
        with OutputFile(output) if output is not None else nullcontext() as target:
            outcome = plan if dry_run else _release(plan, stream, opened.name)
            where = {"file": file, "column": name, **({} if sql is None else {"sql": sql})}
            text = as_json(outcome, where)
            if target is not None:
                target.stream.write(text + "\n")
                target.keep()
        with _readers_may_go():
            if json:
                print(text)
            else:
                show(outcome, title)
    finally:
        opened.close()


@contextmanager
def _readers_may_go() -> Iterator[None]:
    """A closed pipe undoes no release, so it is no failure."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _release(plan: Any, stream: Callable[[], Any], name: str) -> Any:
    try:
        with _progress() as progress:
            return plan.release(stream(), progress=progress)
    except EntropyError as error:
        raise InputProblem(str(error)) from None
    except Exception as error:
        # Rows were being read, and the text of an error may quote them.
        if isinstance(error, (InputError, OSError)) or _is_of_the_reader(error):
            raise InputProblem(unreadable(name)) from None
        kind = type(error).__name__
        raise InputProblem(f"an internal error ({kind}) ended it; nothing was released") from None


def _is_of_the_reader(error: Exception) -> bool:
    """Whether DuckDB, SQLite or PyArrow raised it, of which not all need be loaded."""
    return type(error).__module__.split(".")[0] in ("duckdb", "_duckdb", "sqlite3", "pyarrow")


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, if someone is looking. It tells the number of rows, which is not private:
    it is for those who hold the file."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("reading"),
        BarColumn(),
        TextColumn("{task.fields[rows]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, rows="")
        yield lambda rows: bar.update(task, rows=f"{rows / 1e6:.1f} million rows")


def run(arguments: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    command = typer.main.get_command(app)
    try:
        result = command.main(args=arguments, prog_name="scrim", standalone_mode=False)
        status = result if isinstance(result, int) else 0
    except Problem as problem:
        return _complain(str(problem), problem.status)
    except InputError as error:  # of a reader: about the file, never about its rows
        return _complain(str(error), EXIT_INPUT)
    except Error as error:  # of a constructor: about arguments, which are public
        return _complain(str(error), EXIT_USAGE)
    except (KeyboardInterrupt, Abort):
        status = EXIT_INTERRUPTED
    except Exit as leaving:
        status = leaving.exit_code
    except TyperException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context is not None else "scrim"
        return _complain(f"{error.format_message().rstrip('.')}; see {where} --help", EXIT_USAGE)
    # Versions of Typer differ in how they pass on an interruption; the status is the same.
    if status == EXIT_INTERRUPTED:
        return _complain("interrupted; nothing was released", status)
    return status


def _complain(message: str, status: int) -> int:
    print("scrim: " + " ".join(message.split()), file=sys.stderr)
    return status
