"""Signals are held back between a debit and what it paid for: what is spent is finished and stored."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_HELD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Signals that would end the program, or raise in it, come after this. Only the main thread has any."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        received.append(number)

    before = {}
    try:
        for number in _HELD:
            handler = signal.getsignal(number)
            if handler is not None and handler is not signal.SIG_IGN:  # None: not set from Python
                before[number] = handler
                signal.signal(number, note)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(received):
            signal.raise_signal(number)
