"""From a release in memory to a release that is seen.

A release is released once it may have been seen: from then on the budget is spent, whatever fails. So all
that can fail is done before, and what happens after is kept count of.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import sys

from .output_file import OutputFile
from .problems import InputProblem, InterruptedProblem, Problem, UnseenProblem, unwritable
from .signals import Signals

STDOUT = "standard output"


class Channel:
    """A descriptor whose reader sees every byte as soon as it is written, with a count of them."""

    def __init__(self, descriptor: int, name: str) -> None:
        self.name = name
        self.count = 0
        self.is_writing = False
        self.is_complete = False
        self.failure: OSError | None = None
        self._descriptor = descriptor

    @property
    def may_have_been_seen(self) -> bool:
        # A reader that has gone is no device that is full: what it took before it went is its secret.
        has_gone = self.failure is not None and self.failure.errno == errno.EPIPE
        return self.count > 0 or self.is_writing or has_gone

    def write(self, data: bytes, signals: Signals) -> None:
        view = memoryview(data)
        while self.count < len(data):
            signals.wait_until_writable(self._descriptor)
            signals.check()
            # A pipe that has room has room for this much, so that the write does not block.
            piece = view[self.count : self.count + select.PIPE_BUF]
            self.is_writing = True
            try:
                self.count += os.write(self._descriptor, piece)
            except BlockingIOError:
                pass
            except OSError as error:
                self.failure = error
            self.is_writing = False
            if self.failure is not None:
                raise unwritable(self.name, self.failure) from None
        self.is_complete = True


class Delivery:
    """Of one release, or of a dry run, of which nothing is ever spent."""

    def __init__(self, signals: Signals, output: OutputFile | None, is_release: bool) -> None:
        self.is_done = False
        self._signals = signals
        self._output = output
        self._is_release = is_release
        self._screen = Channel(_checked_stdout(), STDOUT)
        self._special: Channel | None = None
        if output is not None and output.is_special:
            self._special = Channel(output.descriptor, output.given)

    def carry_out(self, for_file: bytes, for_screen: bytes) -> None:
        if self._output is not None and self._special is None:
            self._output.fill(for_file)
        self._signals.hold()
        self._signals.check()
        # From here on something may be seen.
        if self._special is not None:
            self._special.write(for_file, self._signals)
        elif self._output is not None:
            self._output.publish()
        self._screen.write(for_screen, self._signals)
        self._signals.ignore()
        self.is_done = True

    def problem(self, ended_by: Problem) -> Problem:
        """What is to be said when this ended it: the truth about what is where."""
        if not self._is_release:
            return ended_by
        failure = self._screen.failure or (self._special.failure if self._special else None)
        reason = _reason(ended_by, failure)
        if self._is_in_file():
            assert self._output is not None
            return UnseenProblem(
                f"{self._output.given} holds the release, but it could not be shown ({reason})", True
            )
        if self._special is not None and self._special.may_have_been_seen:
            return UnseenProblem(f"{self._special.name} may hold a part of the release ({reason})", "maybe")
        if self._screen.may_have_been_seen:
            return UnseenProblem(f"the release may have been shown in part ({reason})", "maybe")
        return ended_by if failure is None else InputProblem(f"{ended_by}; nothing was released")

    def _is_in_file(self) -> bool:
        if self._special is not None:
            return self._special.is_complete
        return self._output is not None and self._output.is_published


def _reason(ended_by: Problem, failure: OSError | None) -> str:
    if isinstance(ended_by, InterruptedProblem):
        return "interrupted"
    return str(failure.strerror) if failure is not None else "an internal error"


def _checked_stdout() -> int:
    """Refused before anything is released: with no output open, the next file that is opened takes its
    number, and would be written to."""
    try:
        if sys.stdout is None:
            raise ValueError
        descriptor = sys.stdout.fileno()
        mode = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
    except (OSError, ValueError):
        raise InputProblem(f"{STDOUT} is closed; nothing was released") from None
    if mode == os.O_RDONLY:
        raise InputProblem(f"{STDOUT} is not open for writing; nothing was released")
    return descriptor
