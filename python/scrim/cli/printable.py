"""Names as they may be shown. A name comes from a file or an argument, and a terminal obeys what it is sent:
an escape sequence can erase or forge a line, and a mark of direction can turn one around."""

from __future__ import annotations

import json
from typing import Any

# They join letters in many scripts, and do nothing else.
_JOINERS = "\u200c\u200d"


def is_printable(character: str) -> bool:
    return character.isprintable() or character in _JOINERS


def printable(text: str, encoding: str = "utf-8") -> str:
    """With what a terminal would obey, or the encoding cannot say, written as \\x1b."""
    shown = "".join(c if is_printable(c) else c.encode("unicode_escape").decode() for c in text)
    return shown.encode(encoding, "backslashreplace").decode(encoding)


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
