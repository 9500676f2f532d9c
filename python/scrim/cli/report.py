"""The command `scrim report`: releases that were saved, as one page for people who read."""

from __future__ import annotations

import json
import sys
from pathlib import Path, PurePath
from typing import Annotated, Any

import typer

from ..analysis.printable import printable
from ..report import FORMATS, Named, check_format, format_of, make_report, report_bytes
from ..tables.frame_facts import read_fields
from . import options
from .delivery import Delivery
from .help_page import GroupedCommand
from .output_file import OutputFile
from .problems import InputProblem, UsageProblem
from .process import Process

_LARGEST = 1 << 30


def report(
    context: typer.Context,
    releases: Annotated[
        list[str],
        typer.Argument(metavar="RELEASE", help="Files that scrim query --json or release.save wrote; - for standard input.", show_default=False),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Write the report to a file that ends in .html, .md or .pdf; on standard output unless given.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="html|md|pdf",
            help="What to write, if the name of the file does not say it. PDF is printed by a browser that is installed.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Of the page.", rich_help_panel=options.OUTPUT)
    ] = None,
    digests: Annotated[
        bool,
        typer.Option("--digests", help="Print the digests of plans and releases instead.", rich_help_panel=options.OUTPUT),
    ] = False,
) -> None:
    """Make one page of releases that were saved: pictures, tables, cost and accuracy in plain words.

    No data is read, nothing is released or spent. The page needs no network and no script.
    """
    chosen = None if digests else _format(output, format)
    if digests and (output or format or title):
        raise UsageProblem("--digests prints two lines for each release; leave out --output, --format and --title")
    if title is not None and not title.strip():
        raise UsageProblem("--title is empty; give a text, or leave it out")
    if releases.count("-") > 1:
        raise UsageProblem("- was given twice, and standard input can be read once; give files")
    named = [Named(_name(path), read_fields(_read(path), printable(path))) for path in releases]
    if chosen is None:
        lines = [f"{what} {value}  {printable(path)}" for path, each in zip(releases, named, strict=True) for what, value in _digests(each)]
        _deliver(context.obj, ("\n".join(lines) + "\n").encode(), None, None)
        return
    check_format(chosen)
    data = report_bytes(make_report(_told_apart(named), title=title), chosen)
    if output is None:
        _deliver(context.obj, data, None, None)
        return
    file = OutputFile(output)
    file.refuse_inputs(releases)
    context.obj.files.append(file)
    file.open()
    _deliver(context.obj, f"wrote {printable(output)}\n".encode(sys.stdout.encoding or "utf-8", "backslashreplace"), file, data)


def _format(output: str | None, format: str | None) -> str:
    if format is not None:
        if format not in FORMATS:
            raise UsageProblem(f"--format is {format!r}; give {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
        if format == "pdf" and output is None:
            raise UsageProblem("--format is pdf, which is no text; give --output FILE")
        return format
    return "html" if output is None else format_of(output, "--output")


def _read(path: str) -> Any:
    try:
        if path == "-":
            return json.loads(sys.stdin.buffer.read(_LARGEST))
        return json.loads(Path(path).read_bytes())
    except OSError as error:
        raise InputProblem(f"{printable(path)} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputProblem(f"{printable(path)} is no JSON; give a file that scrim query --json or release.save wrote") from None


def _name(path: str) -> str:
    return "release" if path == "-" else PurePath(path).stem


def _told_apart(named: list[Named]) -> list[Named]:
    """Files of one name in several folders are numbered."""
    names = [each.name for each in named]
    return [
        each if names.count(each.name) == 1 else Named(f"{each.name} ({names[: place + 1].count(each.name)})", each.facts)
        for place, each in enumerate(named)
    ]


def _digests(each: Named) -> list[tuple[str, str]]:
    return [("plan   ", each.facts.plan_digest), ("release", each.facts.release_digest)]


def _deliver(process: Process, shown: bytes, file: OutputFile | None, data: bytes | None) -> None:
    delivery = Delivery(process.signals, [] if file is None else [(file, "the report")], is_release=False)
    process.delivery = delivery
    delivery.carry_out([] if data is None else [data], shown)


def offer_report(app: typer.Typer) -> None:
    app.command(
        "report",
        cls=GroupedCommand,
        short_help="Make a page of releases that were saved, for people who read.",
        epilog="Example: scrim report visits.json --output visits.html --title 'Visits in 2026'",
    )(report)
