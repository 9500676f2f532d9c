"""What SIGINT, SIGTERM and SIGHUP do at each moment of a run.

At first the first of them raises `Interrupted`. Once a release may be seen it is only noted, so that no byte
goes out uncounted; whoever writes looks at the note between two system calls. A second one ends the program
at once. Once all is shown they are ignored.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """No `Exception`, so that nothing between here and the end of the program takes it for its own."""


class Signals:
    """Does nothing until `install`, so that a run inside another program leaves its signals alone."""

    def __init__(self) -> None:
        self.received: int | None = None
        self.end_at_once: Callable[[], None] = lambda: None
        self._held = False
        self._ignored = False
        self._wakeup: int | None = None

    def install(self) -> None:
        self._wakeup, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for number in HANDLED:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                signal.signal(number, self._handle)
        sys.unraisablehook = _quiet(sys.unraisablehook)

    def hold(self) -> None:
        """From here on a signal is noted, not raised."""
        self._held = True

    def ignore(self) -> None:
        self._ignored = True

    def check(self) -> None:
        if self.received is not None:
            raise Interrupted

    def wait_until_writable(self, descriptor: int) -> None:
        """Returns early when a signal comes: a write that blocks would start again after it."""
        if self._wakeup is None:
            return
        waiting = select.poll()
        waiting.register(descriptor, select.POLLOUT)
        waiting.register(self._wakeup, select.POLLIN)
        waiting.poll()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._ignored:
            return
        if self.received is not None:
            self._ignored = True  # a third one must not begin the end anew
            self.end_at_once()
            return
        self.received = number
        if not self._held:
            raise Interrupted


def _quiet(hook: Callable[[Any], Any]) -> Callable[[Any], None]:
    """A signal that strikes in a destructor is noted all the same; a traceback would tell nothing more."""

    def report(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, Interrupted):
            hook(unraisable)

    return report
