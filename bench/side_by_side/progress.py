"""Says on the terminal what is being timed; into a file, one line for each work."""

from __future__ import annotations

import sys
import time
from typing import TextIO


class Progress:
    def __init__(self, steps: int, rounds: int, stream: TextIO | None = None) -> None:
        self._steps, self._rounds, self._stream = steps, rounds, stream or sys.stderr
        self._is_live = self._stream.isatty()
        self._step, self._title = 0, ""
        self._start = time.monotonic()

    def begin(self, title: str) -> None:
        self._step, self._title = self._step + 1, title
        if not self._is_live:
            self._stream.write(f"{self._head()}\n")
            self._stream.flush()

    def report(self, who: str, number: int) -> None:
        if self._is_live:
            where = f"round {number}/{self._rounds}" if number else "warm-up"
            self._stream.write(f"\r\x1b[K{self._head()}: {where}, {who}")
            self._stream.flush()

    def end(self) -> None:
        if self._is_live:
            self._stream.write("\r\x1b[K")
        self._stream.write(f"done in {time.monotonic() - self._start:.0f} s\n")

    def _head(self) -> str:
        return f"{time.monotonic() - self._start:4.0f} s  [{self._step}/{self._steps}] {self._title}"
