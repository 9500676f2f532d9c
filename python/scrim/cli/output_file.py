"""A file that is written whole or not at all."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO

from .problems import InputProblem


class OutputFile:
    """Opened before anything is released, so that a release is not lost for want of a place to put it;
    appears under its name only on `keep`."""

    def __init__(self, path: str) -> None:
        self._given = path
        self._path = Path(path)
        self._temporary: str | None = None
        if self._path.is_dir():
            raise InputProblem(f"{path} is a directory; give the name of a file to write")
        if self._path.exists() and not self._path.is_file():
            self.stream: IO[str] = io.StringIO()  # a terminal, a pipe: there is nothing to replace
            return
        self._path = Path(os.path.realpath(path))  # a link stays a link
        try:
            handle, self._temporary = tempfile.mkstemp(
                prefix=f".{self._path.name}.", dir=self._path.parent
            )
        except OSError as error:
            raise InputProblem(f"{path} cannot be written: {error.strerror}") from None
        self.stream = os.fdopen(handle, "w", encoding="utf-8", newline="")

    def keep(self) -> None:
        try:
            if self._temporary is None:
                assert isinstance(self.stream, io.StringIO)
                self._path.write_text(self.stream.getvalue(), encoding="utf-8")
                return
            self.stream.flush()
            os.fsync(self.stream.fileno())
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(self._temporary, 0o666 & ~umask)
            os.replace(self._temporary, self._path)
        except OSError as error:
            raise InputProblem(f"{self._given} cannot be written: {error.strerror}") from None

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stream.close()
        if self._temporary is not None and os.path.exists(self._temporary):
            os.unlink(self._temporary)
