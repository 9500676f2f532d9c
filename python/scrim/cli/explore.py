"""The command `scrim explore`: a local page on which a study is edited, planned and released."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..analysis.printable import printable
from ..explore.browser import open_browser, remove_all
from ..explore.needs import check_explore
from .help_page import GroupedCommand
from .problems import IN_LEDGER
from .study_commands import Study


def explore(
    context: typer.Context,
    study: Study,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Where the page is served; 0 for any port that is free.")
    ] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open nothing.")] = False,
) -> None:
    """Edit a study on a page of this machine, see what it would cost and how accurate it would be, and release it.

    Nobody but you can reach the page: it is served on 127.0.0.1 alone, and its address holds a token. No data are opened
    before something is released; a release is paid for in the ledger, as by scrim run. Ctrl-C ends it.
    """
    check_explore()
    from ..explore import serve_study

    def ready(address: str) -> None:
        print(f"{printable(study)} is at {address}\nCtrl-C ends it.", flush=True)
        if not no_browser:
            open_browser(address)

    context.obj.interrupted_words = IN_LEDGER
    try:
        serve_study(Path(study), port=port, ready=ready, say=lambda words: print(f"scrim: {words}", file=sys.stderr, flush=True))
    finally:
        remove_all()


def offer_explore(app: typer.Typer) -> None:
    app.command(
        "explore",
        cls=GroupedCommand,
        short_help="Edit, plan and release a study on a local page.",
        epilog="Example: scrim explore study.toml",
    )(explore)
