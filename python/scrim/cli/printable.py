"""What the program prints, in one line and in any encoding."""

from __future__ import annotations

import json
from typing import Any

from ..analysis.printable import is_printable, printable

_PLAIN_SIGNS = {"±": "+/-", "…": "..."}


def one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def in_plain_signs(text: str, encoding: str) -> str:
    """With the program's own signs spelt out that the encoding lacks."""
    for sign, plain in _PLAIN_SIGNS.items():
        if not sign.encode(encoding, "ignore"):
            text = text.replace(sign, plain)
    return text


def json_bytes(fields: dict[str, Any], encoding: str) -> bytes:
    """One line that is the same JSON in every encoding."""
    text = json.dumps(fields, ensure_ascii=False)
    # Python escapes those of ASCII only.
    text = "".join(c if is_printable(c) else json.dumps(c)[1:-1] for c in text)
    try:
        return (text + "\n").encode(encoding)
    except UnicodeError:
        return (json.dumps(fields) + "\n").encode(encoding, "replace")
