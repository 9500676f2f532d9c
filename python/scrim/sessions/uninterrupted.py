"""Signals are held back between a debit and what it paid for: what is spent is finished and stored."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_HELD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class HeldSignals:
    """From `hold` to the end of the `with` signals that would end the program, or raise in it, wait; then they come. Only
    the main thread is ever interrupted by one."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._received: list[int] = []

    def __enter__(self) -> HeldSignals:
        return self

    def hold(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for number in _HELD:
            handler = signal.getsignal(number)
            if handler is not None and handler is not signal.SIG_IGN:  # None: not set from Python
                self._before[number] = handler
                signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._received.append(number)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(self._received):
            signal.raise_signal(number)
