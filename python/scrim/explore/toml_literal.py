"""Values of a study as texts of TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def literal(value: Any) -> str:
    """On one line. Numbers are written as they were typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Decimal)):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    assert isinstance(value, Mapping), type(value)
    inner = ", ".join(f"{key(name)} = {literal(each)}" for name, each in value.items())
    return f"{{ {inner} }}" if inner else "{}"


def quoted(text: str) -> str:
    """JSON's texts are TOML's, but for one character that only TOML has to escape, and halves of characters, which no
    text may have."""
    whole = text.encode("utf-8", "replace").decode()
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A name as it stands before the equals sign."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)
