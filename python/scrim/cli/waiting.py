"""Work that a signal can interrupt though it is done in C++, where Python handles none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class _Work(threading.Thread, Generic[Result]):
    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)  # so that it does not keep alive a program that was told to end
        self._work = work
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.results.append(self._work())
        except BaseException as error:
            self.error = error


def interruptibly(work: Callable[[], Result]) -> Result:
    """Its result, worked out on another thread; signals arrive on this one, which waits."""
    working = _Work(work)
    working.start()
    working.join()
    if working.error is not None:
        raise working.error
    return working.results[0]
