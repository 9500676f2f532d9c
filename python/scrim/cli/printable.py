"""What the program prints, in one line and in any encoding."""

from __future__ import annotations

import json
from typing import Any

from ..analysis.printable import is_printable, printable


def one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def json_bytes(fields: dict[str, Any], encoding: str) -> bytes:
    """One line that is the same JSON in every encoding."""
    text = json.dumps(fields, ensure_ascii=False)
    # Python escapes those of ASCII only.
    text = "".join(c if is_printable(c) else json.dumps(c)[1:-1] for c in text)
    try:
        return (text + "\n").encode(encoding)
    except UnicodeError:
        return (json.dumps(fields) + "\n").encode(encoding, "replace")
