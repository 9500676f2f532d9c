"""The last entry of each ledger that this user has seen, in the user's state folder.

A copy of a ledger, or an old backup of it, is a budget that is spent twice, and no file can see that from inside. So what was
seen is written down elsewhere, and a ledger that lacks it is refused. Ledgers are known by the name that was drawn when they
were created: one that was moved is the same.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .._core import InputError, LedgerError
from .._whole_files import write_whole

FORMAT = 1


def state_folder() -> Path:
    """`$XDG_STATE_HOME/scrim`, or `~/.local/state/scrim`."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(given):
        return Path(given, "scrim", "ledgers")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):  # it would be another folder wherever a program is begun
        raise InputError(
            "the last entries of ledgers are kept in the home folder, and this user has none; give a folder in XDG_STATE_HOME"
        )
    return Path(home) / ".local" / "state" / "scrim" / "ledgers"


def make_state_folder() -> None:
    """Before anything is written to a ledger: what is spent must not go unseen."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise InputError(
            f"{folder}, where the last entries of ledgers are kept, cannot be written: {error.strerror}; give another folder in "
            "XDG_STATE_HOME"
        ) from None


def recorded_head(ledger_id: str) -> tuple[str, Path] | None:
    """The head that was last seen of a ledger, and where that is written down."""
    path = state_folder() / f"{ledger_id}.json"
    content = _read(path)
    return None if content is None else (content["head"], path)


def record_head(ledger_id: str, location: str, head: str) -> None:
    """Replaces what was known. An older head, of a process that was slower, does no harm: it is contained too."""
    before = recorded_head(ledger_id)
    if before is not None and _number(before[0]) > _number(head):
        return
    content = {"scrim_head": FORMAT, "head": head, "location": location}
    write_whole(state_folder() / f"{ledger_id}.json", (json.dumps(content, indent=2) + "\n").encode())


def refuse_missing(location: str) -> None:
    """Where a ledger was seen there must not be a new one: its budget would be whole again."""
    folder = state_folder()
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        content = _read(path)
        if content is not None and content["location"] == location:
            raise LedgerError(
                f"there was a ledger at {location}, and it is gone; a new one would have its whole budget again. Restore it, "
                f"give the place where it is now, or, if nothing was ever published from it, remove {path}"
            )


def _read(path: Path) -> dict[str, Any] | None:
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("scrim_head") != FORMAT:
        raise LedgerError(f"{path}, which tells what a ledger was last seen with, cannot be read; restore it")
    if not isinstance(content.get("head"), str) or not isinstance(content.get("location"), str):
        raise LedgerError(f"{path}, which tells what a ledger was last seen with, was changed; restore it")
    return content


def _number(head: str) -> int:
    number = head.partition(":")[0]
    return int(number) if number.isdecimal() else 0
