"""Which build of Scrim this is. States of two builds are not merged: nothing promises that they mean the same."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

from .. import __version__, _core

_DIGITS = 16


@dataclass(frozen=True)
class Build:
    """Of the package in a process."""

    version: str
    digest: str
    """Of all that is run: the package's Python files and its native module."""
    folder: str
    """Where it lies."""

    @property
    def name(self) -> str:
        return f"{self.version} ({self.digest})"


@functools.cache
def this_build() -> Build:
    """Of this process. The same wheel is the same build, wherever it is installed."""
    folder = Path(__file__).resolve().parents[1]
    native = Path(_core.__file__).resolve()
    whole = hashlib.sha256()
    for file in [*sorted(folder.rglob("*.py")), native]:
        whole.update(file.name.encode() if file == native else file.relative_to(folder).as_posix().encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return Build(__version__, whole.hexdigest()[:_DIGITS], str(folder))
