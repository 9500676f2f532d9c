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
from collections.abc import Sequence

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


class _Place:
    """An opened file for a copy of a release."""

    def __init__(self, file: OutputFile, holds: str) -> None:
        self.file = file
        self.name = file.given
        self.holds = holds
        self.channel = Channel(file.descriptor, file.given) if file.is_special else None

    @property
    def is_complete(self) -> bool:
        return self.file.is_published if self.channel is None else self.channel.is_complete

    @property
    def may_have_been_seen(self) -> bool:
        return self.channel is not None and self.channel.may_have_been_seen

    @property
    def failure(self) -> OSError | None:
        return self.file.failure if self.channel is None else self.channel.failure


class Delivery:
    """Of one release, or of a dry run, of which nothing is ever spent. The files are opened, each with what it is to
    hold in words."""

    def __init__(self, signals: Signals, files: Sequence[tuple[OutputFile, str]], is_release: bool) -> None:
        self.is_done = False
        self.stored: str | None = None
        """Where the release stands in a ledger: then it is not lost if it cannot be shown."""
        self._signals = signals
        self._places = [_Place(file, holds) for file, holds in files]
        self._is_release = is_release
        self._screen = Channel(_checked_stdout(), STDOUT)

    def carry_out(self, for_files: Sequence[bytes], for_screen: bytes) -> None:
        both = list(zip(self._places, for_files, strict=True))
        for place, data in both:
            if place.channel is None:
                place.file.fill(data)
        self._signals.hold()
        self._signals.check()
        # From here on something may be seen. What fails most easily comes first: then nothing else was seen.
        for place, data in both:
            if place.channel is not None:
                place.channel.write(data, self._signals)
        for place, _ in both:
            if place.channel is None:
                place.file.publish()
        try:
            self._screen.write(for_screen, self._signals)
        except InputProblem:
            if not self._is_release and isinstance(self._screen.failure, BrokenPipeError):
                raise self._screen.failure from None  # who reads a report or a plan may go when they have enough
            raise
        self._signals.ignore()
        self.is_done = True

    def problem(self, ended_by: Problem) -> Problem:
        """What is to be said when this ended it: the truth about what is where."""
        if not self._is_release:
            return ended_by
        failures = [self._screen.failure, *(place.failure for place in self._places)]
        failure = next((one for one in failures if one is not None), None)
        reason = _reason(ended_by, failure)
        if self.stored is not None:
            words = f"the release could not be shown in full ({reason})"
            return UnseenProblem(words, True, "it is stored in the ledger: run it again, which is free")
        complete = [place for place in self._places if place.is_complete]
        if complete:
            held = " and ".join(f"{place.name} holds {place.holds}" for place in complete)
            lacking = [f"{place.name} was not written in full" for place in self._places if not place.is_complete]
            lost = " and ".join([*lacking, "it could not be shown"])
            return UnseenProblem(f"{held}, but {lost} ({reason})", True)
        for place in self._places:
            if place.may_have_been_seen:
                return UnseenProblem(f"{place.name} may hold a part of the release ({reason})", "maybe")
        if self._screen.may_have_been_seen:
            return UnseenProblem(f"the release may have been shown in part ({reason})", "maybe")
        return ended_by if failure is None else InputProblem(f"{ended_by}; nothing was released")


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
