"""The command line `scrim`: private statistics of a file, from a shell."""

from __future__ import annotations


def main() -> None:
    """The entry point of the program `scrim`."""
    from .program import run

    raise SystemExit(run())
