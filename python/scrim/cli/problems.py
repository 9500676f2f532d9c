"""What ends the program early: one line on standard error and an exit status."""

from __future__ import annotations

EXIT_INPUT = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130  # what shells report after Ctrl-C


class Problem(Exception):
    """Its text is one line that depends on arguments and the schema of the input only, never on rows."""

    status = EXIT_INPUT


class InputProblem(Problem):
    """The input is missing, unreadable or of the wrong kind."""


class UsageProblem(Problem):
    """The arguments make no sense, whatever the input."""

    status = EXIT_USAGE


def unreadable(name: str) -> str:
    """Without a reason, since the reason may quote rows."""
    return f"{name} cannot be read as a table; nothing was released"
