"""The command `scrim report`: releases that were saved, a study or a ledger, as one page for people who read."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any

import typer

from .. import Ledger
from ..analysis.printable import printable
from ..report import (
    FORMATS,
    Named,
    Report,
    check_format,
    format_of,
    ledger_report,
    ledger_section,
    make_report,
    read_ledger,
    report_bytes,
)
from ..sessions.open_ledger import files_of_ledger, location_of, open_ledger
from ..studies import read_study
from ..studies.overwriting import files_read
from ..tables.frame_facts import read_fields
from . import options
from .delivery import Delivery
from .help_page import GroupedCommand
from .output_file import OutputFile
from .problems import InputProblem, UsageProblem
from .process import Process

_LARGEST = 1 << 30
# How a file of SQLite begins, which a ledger is.
_DATABASE = b"SQLite format 3\0"


def report(
    context: typer.Context,
    releases: Annotated[
        list[str],
        typer.Argument(
            metavar="RELEASE|STUDY|LEDGER",
            help="Files that scrim query --json or release.save wrote, - for standard input; or a study, such as study.toml; or a "
            "ledger, alone or beside releases.",
            show_default=False,
        ),
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
    """Make one page for people who read: pictures, tables, cost and accuracy in plain words.

    Of releases that were saved, of all that a study released, or of what was spent in a ledger. No data is read, nothing is
    released or spent. The page needs no network and no script.
    """
    chosen = None if digests else _format(output, format)
    if digests and (output or format or title):
        raise UsageProblem("--digests prints two lines for each release; leave out --output, --format and --title")
    if title is not None and not title.strip():
        raise UsageProblem("--title is empty; give a text, or leave it out")
    if releases.count("-") > 1:
        raise UsageProblem("- was given twice, and standard input can be read once; give files")
    given = _sorted_out(releases)
    if chosen is None:
        lines = [f"{what} {value}  {printable(path)}" for path, what, value in _digests(given)]
        _deliver(context.obj, ("\n".join(lines) + "\n").encode(), None, None)
        return
    check_format(chosen)
    data = report_bytes(_made(given, title), chosen)
    if output is None:
        _deliver(context.obj, data, None, None)
        return
    file = OutputFile(output)
    file.refuse_inputs([*releases, *_read_beside(given)])
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


def _read(path: str) -> bytes | None:
    """What a file holds, in one pass, as a pipe gives it once; None of a ledger, which is opened as one."""
    if "://" in path:
        return None
    if path == "-":
        return sys.stdin.buffer.read(_LARGEST)
    try:
        with open(path, "rb") as file:
            start = file.read(len(_DATABASE))
            return None if start == _DATABASE else start + file.read(_LARGEST)
    except OSError as error:
        raise InputProblem(f"{printable(path)} cannot be read: {error.strerror}") from None


def _fields(written: bytes, path: str) -> Any:
    try:
        return json.loads(written)
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


@dataclass(frozen=True)
class _Given:
    """What files were named: one study; or releases, and perhaps a ledger."""

    study: str | None
    releases: list[tuple[str, Named]]
    ledger: str | None


def _sorted_out(paths: list[str]) -> _Given:
    studies = [path for path in paths if path.lower().endswith(".toml")]
    if studies and len(paths) > 1:
        raise UsageProblem(f"{printable(studies[0])} is a study, which makes a page by itself; give it alone")
    if studies:
        return _Given(studies[0], [], None)
    contents = [(path, _read(path)) for path in paths]
    ledgers = [path for path, content in contents if content is None]
    if len(ledgers) > 1:
        raise UsageProblem(f"{printable(ledgers[1])} is a second ledger; make a page of each")
    written = [(path, content) for path, content in contents if content is not None]
    named = [Named(_name(path), read_fields(_fields(content, path), printable(path))) for path, content in written]
    files = [path for path, _ in written]
    return _Given(None, list(zip(files, _told_apart(named), strict=True)), next(iter(ledgers), None))


def _read_beside(given: _Given) -> list[str]:
    """What is read without being an argument: a study's data, ledger, look-up tables and lock, and a ledger's journal."""
    if given.study is not None:
        study = read_study(given.study)
        return [str(path) for path, _ in files_read(study)] + [str(study.lock_path)]
    return [] if given.ledger is None else files_of_ledger(given.ledger)


def _made(given: _Given, title: str | None) -> Report:
    if given.study is not None:
        from ..studies.study_report import study_report

        return study_report(read_study(given.study), title)
    named = [each for _, each in given.releases]
    if given.ledger is None:
        return make_report(named, title=title)
    names = {each.facts.plan_digest: each.name for each in named}
    facts = read_ledger(_open(given.ledger), names=names)
    return make_report(named, title=title, further=[ledger_section(facts)]) if named else ledger_report(facts, title)


def _digests(given: _Given) -> list[tuple[str, str, str]]:
    """Of what, what it is, and the digest."""
    releases = given.releases
    if given.study is not None:
        from ..studies.study_report import released_of

        releases = [(each.name, each) for each in released_of(read_study(given.study))]
    found = []
    for name, each in releases:
        found += [(name, "plan   ", each.facts.plan_digest), (name, "release", each.facts.release_digest)]
    return found if given.ledger is None else [*found, (given.ledger, "ledger ", _open(given.ledger).verify())]


def _open(ledger: str) -> Ledger:
    return open_ledger(location_of(ledger), keeps_heads=False)


def _deliver(process: Process, shown: bytes, file: OutputFile | None, data: bytes | None) -> None:
    delivery = Delivery(process.signals, [] if file is None else [(file, "the report")], is_release=False)
    process.delivery = delivery
    delivery.carry_out([] if data is None else [data], shown)


def offer_report(app: typer.Typer) -> None:
    app.command(
        "report",
        cls=GroupedCommand,
        short_help="Make a page of releases, a study or a ledger, for people who read.",
        epilog="Example: scrim report visits.json --output visits.html --title 'Visits in 2026'",
    )(report)
