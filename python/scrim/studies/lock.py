"""`study.lock`: what a study released, by digests and by its place in the ledger, so that it can be checked and repeated."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from .._core import BadStateError
from .._whole_files import write_whole
from ..tables.canonical import digest_of

FORMAT = 1


@dataclass(frozen=True)
class LockedRelease:
    """One release of a study."""

    name: str
    plan: str
    """The digest of its plan."""
    ledger: str
    """Where it stands in the ledger."""
    files: dict[str, str]
    """The SHA-256 of each file that it was written to, by name."""


@dataclass(frozen=True)
class Lock:
    """No digest of private data stands in it."""

    study: str
    """The digest of what the study says."""
    label: str
    head: str
    """The last entry of the ledger that was there when it was written."""
    releases: tuple[LockedRelease, ...]
    files: dict[str, str]
    """Of all releases together, such as what the registry of deployments takes."""

    def heads(self) -> list[str]:
        """All entries that a ledger must have to be the one that it tells of."""
        return [*(release.ledger for release in self.releases), self.head]


def write_lock(path: Path, lock: Lock) -> None:
    content = _content(lock)
    text = json.dumps({**content, "sha256": digest_of(content)}, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, text.encode())


def read_lock(path: Path) -> Lock | None:
    """None if there is none; one that was changed by hand or on the disk is an error."""
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadStateError(f"{path} cannot be read: {error.strerror}; nothing was released") from None
    try:
        content = json.loads(written)
        claimed = content.pop("sha256")
        if content.get("lock") != FORMAT:
            raise _wrong(path, f"is of format {content.get('lock')!r}, and this version of Scrim reads {FORMAT}")
        if claimed != digest_of(content):
            raise _wrong(path, "was changed after it was written")
        releases = tuple(
            LockedRelease(each["name"], each["plan"], each["ledger"], each["files"]) for each in content["releases"]
        )
        return Lock(content["study"], content["label"], content["ledger"], releases, content["files"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _wrong(path, "is not what a study writes") from None


def _content(lock: Lock) -> dict[str, Any]:
    releases = [
        {"name": each.name, "plan": each.plan, "ledger": each.ledger, "files": each.files} for each in lock.releases
    ]
    return {
        "lock": FORMAT,
        "scrim": __version__,
        "study": lock.study,
        "label": lock.label,
        "ledger": lock.head,
        "releases": releases,
        "files": lock.files,
    }


def _wrong(path: Path, why: str) -> BadStateError:
    return BadStateError(
        f"{path} {why}; nothing was released. Restore it, or remove it: then the study is planned anew, and what the ledger "
        "holds stays free"
    )
