"""One text for one meaning, and its digest."""

from __future__ import annotations

import datetime
import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """JSON with its keys in order and no space: what is equal has equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain)


def digest_of(value: Any) -> str:
    """SHA-256 of that text, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.date):
        return {"date": value.isoformat()}
    raise TypeError(f"{type(value).__name__} has no canonical text")
