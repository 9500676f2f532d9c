"""Opens the page in the user's browser, so that nobody else on the machine sees its token."""

from __future__ import annotations

import html
import os
import tempfile
import threading
import webbrowser
from pathlib import Path

# After which the browser has read the file.
_SECONDS = 30.0


def open_browser(address: str) -> None:
    """By a file that only this user reads: arguments of programs, such as an address, are seen by all users."""
    descriptor, name = tempfile.mkstemp(prefix="scrim-explore-", suffix=".html")
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        quoted = html.escape(address, quote=True)
        stream.write(
            '<!doctype html><meta charset="utf-8"><title>Scrim</title>'
            f'<meta http-equiv="refresh" content="0; url={quoted}"><a href="{quoted}">Open the study</a>\n'
        )
    # A browser may take its time to start, and to come back; the page is served meanwhile.
    threading.Thread(target=webbrowser.open, args=(Path(name).as_uri(),), daemon=True).start()
    remover = threading.Timer(_SECONDS, remove, (name,))
    remover.daemon = True
    remover.start()
    _LEFT.append(name)


_LEFT: list[str] = []


def remove(name: str) -> None:
    try:
        os.unlink(name)
    except OSError:
        pass


def remove_all() -> None:
    """When the page ends, whichever comes first."""
    while _LEFT:
        remove(_LEFT.pop())
