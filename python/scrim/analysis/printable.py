"""Names as they may be shown. A name comes from a file or an argument, and a terminal obeys what it is sent:
an escape sequence can erase or forge a line, and a mark of direction can turn one around. In a picture such
characters would make a file that no program reads."""

from __future__ import annotations

# They join letters in many scripts, and do nothing else.
_JOINERS = "\u200c\u200d"


def is_printable(character: str) -> bool:
    return character.isprintable() or character in _JOINERS


def printable(text: str, encoding: str = "utf-8") -> str:
    """With what a terminal would obey, or the encoding cannot say, written as \\x1b."""
    # Nearly every text is printable as it is, and reports have thousands of them.
    shown = text if text.isprintable() else "".join(c if is_printable(c) else c.encode("unicode_escape").decode() for c in text)
    return shown.encode(encoding, "backslashreplace").decode(encoding)
