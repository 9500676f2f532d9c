"""Runs the program `scrim`, and ends it: with a status that tells whether anything was released."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer

try:
    from typer.exceptions import Abort, TyperException
except ImportError:  # before Typer had exceptions of its own, they were Click's
    from click.exceptions import Abort  # type: ignore
    from click.exceptions import ClickException as TyperException  # type: ignore

from .. import BadStateError, BudgetError, Error, InputError, LedgerError
from .commands import app
from .completion import prepare
from .complain import complain
from .delivery import STDOUT
from .problems import EXIT_INPUT, BudgetProblem, InputProblem, InterruptedProblem, Problem, UsageProblem, unwritable
from .process import Process
from .signals import Interrupted, Signals
from .usage_words import usage_words

_SIGINT = 2
_SHOW_CURSOR = b"\x1b[?25h"


def run(arguments: list[str] | None = None, signals: Signals | None = None) -> int:
    """Returns the exit status. Without `signals` those of the process are left alone."""
    given = sys.argv[1:] if arguments is None else arguments
    wants_json = "--json" in given
    process = Process(signals or Signals())
    process.signals.end_at_once = lambda: _end_at_once(process, wants_json)
    status, error = 0, None
    try:
        try:
            status = _attempt(given, process)
        finally:
            process.signals.hold()
    except BaseException as raised:
        error = raised
    if error is not None and not process.is_shown:
        status = _end(error, process, wants_json)
    process.signals.ignore()
    return status


def _end(error: BaseException, process: Process, wants_json: bool) -> int:
    problem = process.problem(_as_problem(error))  # before what it looks at is cleaned up
    process.clean_up()
    if isinstance(error, SystemExit):  # how Typer ends completion
        return error.code if isinstance(error.code, int) else EXIT_INPUT
    if isinstance(error, BrokenPipeError):
        return EXIT_INPUT  # who reads a page of help or a sample may go when they have enough
    return complain(problem, wants_json)


def leave(status: int) -> None:
    """Ends the process. Python itself would change the status if an output cannot be flushed, and print a
    traceback for a signal that comes late."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            pass
    os._exit(status)


def _attempt(arguments: list[str], process: Process) -> int:
    prepare()
    command = typer.main.get_command(app)
    result: Any = command.main(
        args=arguments, prog_name="scrim", standalone_mode=False, obj=process
    )
    if result == InterruptedProblem(_SIGINT).status:
        raise KeyboardInterrupt  # which some versions of Typer turn into a result
    if sys.stdout is not None:
        sys.stdout.flush()  # of help and samples; a release is out already
    return result if isinstance(result, int) else 0


def _as_problem(error: BaseException) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, (BadStateError, InputError, LedgerError)):  # about files, never about rows
        return InputProblem(str(error))
    if isinstance(error, BudgetError):
        return BudgetProblem(str(error))
    if isinstance(error, Error):  # of a constructor: about arguments, which are public
        return UsageProblem(str(error))
    if isinstance(error, (Interrupted, KeyboardInterrupt, Abort)):
        return InterruptedProblem(_SIGINT)
    if isinstance(error, TyperException):
        return UsageProblem(usage_words(error))
    if isinstance(error, OSError):
        return unwritable(error.filename or STDOUT, error)
    # A traceback might quote rows.
    return InputProblem(f"an internal error ({type(error).__name__}) ended it; nothing was released")


def _end_at_once(process: Process, wants_json: bool) -> None:
    """On a second signal: somebody does not want to wait for what the first one set going."""
    status = _end(KeyboardInterrupt(), process, wants_json)
    try:
        if os.isatty(2):
            os.write(2, _SHOW_CURSOR)  # the bar had hidden it
    except OSError:
        pass
    os._exit(status)
