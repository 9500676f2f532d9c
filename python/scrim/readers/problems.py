"""What is said of inputs that cannot be used."""

from __future__ import annotations


def unreadable(name: str) -> str:
    """Without a reason, since the reason may quote rows."""
    return f"{name} cannot be read as a table; nothing was released"
