"""The files of `--output` and `--plot`: each is written whole, or not at all.

A regular file is filled under another name, which it changes for its own at the very end. A pipe or a device
is written as it is.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable

from .._whole_files import other_name
from .problems import InputProblem, UsageProblem, unwritable

_BLOCK = 1 << 16


class OutputFile:
    """Opened before anything is released, so that a release is not lost for want of a place to put it."""

    def __init__(self, path: str, *, option: str = "--output", may_replace: bool = True) -> None:
        self.given = path
        self.failure: OSError | None = None
        self.is_special = False
        self.descriptor = -1
        self._path = path
        self._option = option
        self._temporary: str | None = None
        self._may_replace = may_replace
        self._is_publishing = False
        self._replaced: os.stat_result | None = None

    def open(self) -> None:
        """Whoever ends the program calls `discard`, also when this fails half-way."""
        try:
            self._replaced = _stat(self.given)
            if self._replaced is not None and stat.S_ISDIR(self._replaced.st_mode):
                raise InputProblem(f"{self.given} is a directory; give the name of a file to write")
            self.is_special = self._replaced is not None and (
                not stat.S_ISREG(self._replaced.st_mode) or self.given.startswith(("/dev/", "/proc/"))
            )
            self._refuse_shared_output()
            if self.is_special:
                self.descriptor = os.open(self.given, os.O_WRONLY | os.O_APPEND)
            else:
                self._open_temporary()
        except OSError as error:
            raise unwritable(self.given, error) from None

    def refuse_inputs(self, inputs: Iterable[str]) -> None:
        """An input is never replaced, under whatever name it is given."""
        output = _stat(self.given)
        for name in inputs:
            read = _stat(name) if name != "-" else _stat_of_descriptor(0)
            both = output is not None and read is not None and os.path.samestat(output, read)
            is_replaced = both and read is not None and stat.S_ISREG(read.st_mode)
            # What is not there yet, such as the journal of a ledger, may come to be.
            is_taken = output is None and name != "-" and os.path.realpath(self.given) == os.path.realpath(name)
            if is_replaced or is_taken:
                raise UsageProblem(f"{self._option} is {self.given}, which is read too; give another file to write")

    def refuse_same(self, other: OutputFile) -> None:
        """Two files of one name would replace each other."""
        mine, others = _stat(self.given), _stat(other.given)
        is_one_file = mine is not None and others is not None and os.path.samestat(mine, others)
        if is_one_file or os.path.realpath(self.given) == os.path.realpath(other.given):
            raise UsageProblem(
                f"{self._option} is {self.given}, which {other._option} is too; give another file for one of them"
            )

    def reserve(self, size: int) -> None:
        """Room on the device, so that whether there is enough does not depend on what is released."""
        if self.is_special:
            return
        try:
            for start in range(0, size, _BLOCK):
                _write_all(self.descriptor, bytes(min(_BLOCK, size - start)))
            os.fsync(self.descriptor)
            os.lseek(self.descriptor, 0, os.SEEK_SET)
        except OSError as error:
            raise unwritable(self.given, error) from None

    def fill(self, data: bytes) -> None:
        """All of a regular file but its name. Nothing can be seen yet."""
        try:
            _write_all(self.descriptor, data)
            os.ftruncate(self.descriptor, len(data))
            os.fsync(self.descriptor)
        except OSError as error:
            raise unwritable(self.given, error) from None

    def publish(self) -> None:
        """Gives a regular file its name."""
        assert self._temporary is not None
        self._is_publishing = True
        try:
            if self._may_replace:
                os.replace(self._temporary, self._path)
            else:
                self._publish_new()
        except OSError as error:
            self.failure = error
            raise unwritable(self.given, error) from None

    @property
    def is_published(self) -> bool:
        """Looked up, as an interruption may strike between the deed and the note of it."""
        if self._temporary is None or not self._is_publishing or self.failure is not None:
            return False
        return not os.path.lexists(self._temporary)

    def discard(self) -> None:
        """What was not published is gone after this. Whether it was cannot be told any more."""
        if self._temporary is not None:
            try:
                os.unlink(self._temporary)
            except OSError:
                pass

    def _open_temporary(self) -> None:
        self._path = os.path.realpath(self.given)  # a link stays a link
        if self._replaced is not None:
            if not self._may_replace:
                raise _exists(self.given)
            if not os.access(self._path, os.W_OK):
                raise InputProblem(f"{self.given} is write-protected; make it writable, or give another file")
        folder, name = os.path.split(self._path)
        mode = 0o666 if self._replaced is None else 0o600
        # The name is known before the file is there, so that it cannot be left behind.
        self._temporary = os.path.join(folder, other_name(name))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        self.descriptor = os.open(self._temporary, flags, mode)
        if self._replaced is not None:
            try:
                os.fchown(self.descriptor, self._replaced.st_uid, self._replaced.st_gid)
            except OSError:
                pass  # only root may give files away
            os.fchmod(self.descriptor, stat.S_IMODE(self._replaced.st_mode))

    def _publish_new(self) -> None:
        """Unlike a renaming, a link never replaces."""
        assert self._temporary is not None
        try:
            os.link(self._temporary, self._path)
            os.unlink(self._temporary)
        except FileExistsError:
            raise _exists(self.given) from None
        except OSError:  # a file system without links
            if os.path.lexists(self._path):
                raise _exists(self.given) from None
            os.replace(self._temporary, self._path)

    def _refuse_shared_output(self) -> None:
        """Two writers at two places of one file would write over each other, and a file that is replaced takes what was
        shown with it."""
        shown = _stat_of_descriptor(1) if sys.stdout is not None else None
        if shown is None or self._replaced is None:
            return
        if stat.S_ISREG(shown.st_mode) and os.path.samestat(shown, self._replaced):
            raise UsageProblem(
                f"{self._option} is {self.given}, where standard output goes already; leave it out, or give "
                "the name of another file"
            )


def _exists(path: str) -> UsageProblem:
    return UsageProblem(f"{path} is there already; give --force to replace it, or another name")


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _stat_of_descriptor(descriptor: int) -> os.stat_result | None:
    try:
        return os.fstat(descriptor)
    except OSError:
        return None


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
