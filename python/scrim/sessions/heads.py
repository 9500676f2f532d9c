"""The heads of ledgers that were published: in releases, locks and texts."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .._core import InputError
from ..analysis.refuse import refuse, shown

_HEAD = re.compile(r"(?<![0-9A-Za-z])([1-9][0-9]{0,18}:[0-9a-f]{64})(?![0-9A-Za-z])")
# Of a file that is looked through for heads.
_MOST_BYTES = 1 << 28


def heads_in(given: str) -> list[tuple[str, str]]:
    """Where heads were published, and these: in a file of any kind (JSON, CSVW, YAML, a lock, a page), or as given."""
    if _HEAD.fullmatch(given):
        return [("--against", given)]
    if not os.path.lexists(given):
        refuse(f"--against is {shown(given)}, which is neither a file nor a head, such as 41:9f3c… with all 64 digits")
    try:
        with open(given, "rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise InputError(f"{given}: {error.strerror}; --against names it") from None
    found = list(dict.fromkeys(_HEAD.findall(text)))
    if not found:
        refuse(f"--against is {Path(given).name}, in which no head of a ledger stands, such as 41:9f3c… with all 64 digits")
    return [(given, head) for head in found]
