"""What went wrong, in words that tell of arguments and files, never of rows."""

from __future__ import annotations

from .._core import BudgetError, Error


class Refused(Exception):
    """What the page itself refuses, with the status of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def told(error: BaseException) -> tuple[int, str]:
    """The status of the answer, and what it says."""
    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, BudgetError):
        return 409, str(error)
    if isinstance(error, Error):  # about arguments, files and ledgers, which are public
        return 422, str(error)
    if isinstance(error, OSError):
        return 422, f"{error.filename or 'a file'}: {error.strerror}"
    # A text of it might quote rows.
    return 500, f"an internal error ({type(error).__name__}) ended it; scrim ledger show tells whether anything was paid for"
