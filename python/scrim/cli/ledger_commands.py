"""The commands `scrim ledger create|show|verify|grant|export`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..sessions.heads import heads_in
from ..sessions.open_ledger import create_ledger, location_of, open_ledger, place_of
from ..sessions.state import make_state_folder, record_head
from ..sessions.terms import budget_terms, terms_of
from . import options
from .delivery import Delivery
from .help_page import GroupedCommand
from .printable import json_bytes
from .problems import EXIT_USAGE, UsageProblem
from .process import Process
from .screen import this_screen
from .show import as_text
from .show_ledger import account_fields, ledger_lines

Ledger = Annotated[
    str, typer.Argument(metavar="LEDGER", help="A file, or postgresql://host/database#name.", show_default=False)
]

ledger = typer.Typer(
    name="ledger",
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="What was spent and released, in a file that outlives every process. Move it, never copy it: a copy is a budget that "
    "is spent twice.",
)


@ledger.callback()
def _common(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(EXIT_USAGE)


def create(
    context: typer.Context,
    file: Ledger,
    label: Annotated[
        str, typer.Option("--label", metavar="NAME", help="What the data is called; one ledger is about one dataset.", show_default=False)
    ],
    epsilon: options.Epsilon = None,
    delta: options.Delta = None,
    rho: options.Rho = None,
    json: options.Json = False,
) -> None:
    """Create a ledger, with all that may ever be spent on the data.

    A session or a study creates its own; this is for commands that release one statistic.
    """
    terms = budget_terms(epsilon, delta, rho)
    location = location_of(file)
    make_state_folder()
    made = create_ledger(location, label, terms)
    record_head(made.id, place_of(location), made.head)
    _show(context.obj, {"head": made.head}, f"Created a ledger of {terms} for {label}\nledger {made.head}", json)


def show(
    context: typer.Context,
    file: Ledger,
    last: Annotated[int, typer.Option("--last", metavar="N", min=0, help="How many of the last entries are shown.")] = 10,
    json: options.Json = False,
) -> None:
    """Show accounts, what they spent and have left, and the last entries."""
    opened = open_ledger(location_of(file), keeps_heads=False)
    screen = this_screen()
    if json:
        shown = json_bytes({"scrim": __version__, "released": False, **account_fields(opened)}, screen.encoding)
    else:
        shown = as_text(f"Ledger of {opened.dataset}", screen, ledger_lines(opened, screen, last))
    _deliver(context.obj, shown)


def verify(
    context: typer.Context,
    file: Ledger,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="FILE|HEAD",
            help="A release, a lock or a text that was published from it, or a head such as 41:9f3c…: the ledger must still have "
            "what it names. Several times.",
            show_default=False,
        ),
    ] = None,
    public_key: Annotated[
        str | None, typer.Option("--public-key", metavar="HEX", help="The ledger must be signed by this Ed25519 key.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Read everything anew, and say which entry was changed, dropped or moved, if any was.

    A ledger whose end was cut off looks whole: only what was published from it tells. Give that with --against.
    """
    named = [(where, head) for given in against or () for where, head in heads_in(given)]
    opened = open_ledger(location_of(file), keeps_heads=False)
    head = opened.verify(public_key=public_key)
    for where, published in named:
        opened.require(published, where)
    number = head.partition(":")[0]
    told = f"All {number} entries are whole"
    told += f", among them {'the published head' if len(named) == 1 else f'all {len(named)} published heads'}" if named else ""
    _show(context.obj, {"head": head, "entries": int(number), "published": len(named)}, f"{told}\nledger {head}", json)


def grant(
    context: typer.Context,
    file: Ledger,
    account: Annotated[
        str, typer.Argument(metavar="ACCOUNT", help="A path, such as hospital/2026-11/ana; it lies below hospital/2026-11.", show_default=False)
    ],
    epsilon: options.Epsilon = None,
    delta: options.Delta = None,
    rho: options.Rho = None,
    json: options.Json = False,
) -> None:
    """Set the limit of an account, carved out of its parent's.

    What is granted its parent can no longer spend. A limit may be set anew, but not below what was spent and granted.
    """
    terms = terms_of(epsilon, delta, rho)
    if not terms.given():
        raise UsageProblem("no limit was given; give one in the currency of the ledger, such as --epsilon 0.5")
    location = location_of(file)
    opened = open_ledger(location)
    counted = opened.currency.split("+")
    if terms.given().keys() != set(counted):
        limit = f"--{counted[0]} alone" if len(counted) == 1 else " and ".join(f"--{name}" for name in counted)
        raise UsageProblem(f"the ledger counts {opened.currency}; give a limit in that: {limit}")
    head = opened.grant(account, **terms.given())
    record_head(opened.id, place_of(location), head)
    _show(context.obj, {"account": account, "head": head}, f"Granted {terms} to {account}\nledger {head}", json)


def export(
    context: typer.Context,
    file: Ledger,
    releases: Annotated[
        str | None,
        typer.Option("--releases", metavar="FOLDER", help="Write the bytes of every release there too, named by their hash.", show_default=False),
    ] = None,
) -> None:
    """Print all entries, a JSON object in each line: number, hash, signature and the entry itself."""
    opened = open_ledger(location_of(file), keeps_heads=False)
    opened.verify()
    records = opened.entries()
    if releases is not None:
        _write_releases(opened, records, Path(releases))
    lines = [
        json.dumps({"number": each.number, "hash": each.hash, "signature": each.signature, "entry": each.content})
        for each in records
    ]
    _deliver(context.obj, ("\n".join(lines) + "\n").encode())


def _write_releases(opened: Any, records: list[Any], folder: Path) -> None:
    from .._whole_files import write_whole

    debits = {each.number: each.content for each in records if each.content["kind"] == "debit"}
    for each in records:
        if each.content["kind"] != "release":
            continue
        debit = debits[int(each.content["debit"])]
        found = opened.find(debit["digest"], dataset=debit["dataset"])
        if found is not None and found.answer is not None:
            write_whole(folder / f"{each.content['hash']}.json", found.answer.bytes)


def _show(process: Process, fields: dict[str, Any], text: str, as_json: bool) -> None:
    screen = this_screen()
    if as_json:
        _deliver(process, json_bytes({"scrim": __version__, "released": False, **fields}, screen.encoding))
    else:
        _deliver(process, as_text(text.split("\n")[0], screen) + (text.split("\n", 1)[1] + "\n").encode(screen.encoding))


def _deliver(process: Process, shown: bytes) -> None:
    delivery = Delivery(process.signals, [], is_release=False)
    process.delivery = delivery
    delivery.carry_out([], shown)


def offer_ledgers(app: typer.Typer) -> None:
    for name, function, short_help in (
        ("create", create, "Create a ledger."),
        ("show", show, "Show accounts and the last entries."),
        ("verify", verify, "Say whether any entry was changed, dropped or moved."),
        ("grant", grant, "Set the limit of an account."),
        ("export", export, "Print all entries as JSON."),
    ):
        ledger.command(name, cls=GroupedCommand, short_help=short_help)(function)
    app.add_typer(ledger, name="ledger", short_help="Show, verify and share what was spent.")
