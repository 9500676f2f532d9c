"""What ends the program early: one line on standard error and an exit status."""

from __future__ import annotations

EXIT_INPUT = 1
EXIT_USAGE = 2
EXIT_UNSEEN = 3  # released, but not shown in full
EXIT_BUDGET = 4  # the budget has no room for it; nothing was read
EXIT_SIGNAL = 128  # plus the number of the signal, as shells report it


class Problem(Exception):
    """Its text is one line that depends on arguments and the schema of the input only, never on rows."""

    status = EXIT_INPUT
    kind = "input"
    released: bool | str = False


class InputProblem(Problem):
    """The input is missing, unreadable or of the wrong kind, or there is no place for the output."""


class UsageProblem(Problem):
    """The arguments make no sense, whatever the input."""

    status = EXIT_USAGE
    kind = "usage"


class BudgetProblem(Problem):
    """What was asked for costs more than is left. Nothing was read."""

    status = EXIT_BUDGET
    kind = "budget"


class InterruptedProblem(Problem):
    """A signal came before anything could be seen."""

    kind = "interrupted"

    def __init__(self, number: int, words: str = "interrupted; nothing was released") -> None:
        super().__init__(words)
        self.status = EXIT_SIGNAL + number


class UnseenProblem(Problem):
    """There is a release, or may be one, that was not shown in full. It counts as spent."""

    status = EXIT_UNSEEN
    kind = "unseen"

    def __init__(self, message: str, released: bool | str, advice: str = "it counts as spent, do not run it again") -> None:
        super().__init__(f"{message}; {advice}")
        self.released = released


IN_LEDGER = "interrupted; what was paid for is finished and stored in the ledger, and free when it is asked for again"


def unreadable(name: str) -> str:
    """Without a reason, since the reason may quote rows."""
    return f"{name} cannot be read as a table; nothing was released"


def unwritable(name: str, error: OSError) -> InputProblem:
    return InputProblem(f"{name} cannot be written: {error.strerror}")
