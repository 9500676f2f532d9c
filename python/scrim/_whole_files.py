"""Files that are written whole, or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ._core import InputError


def other_name(name: str) -> str:
    """What a file is called until it is whole. Names of files are bytes, of which there are 255 at most, and of a character
    there may be four."""
    return f".{os.fsencode(name)[:100].decode(errors='ignore')}.{secrets.token_hex(8)}"


def write_whole(path: Path, content: bytes, *, keeps_mode: bool = False) -> None:
    """Under another name first, which it changes for its own once it is on the disk. With `keeps_mode` whoever could read
    and write the file that it replaces still can, and nobody else."""
    temporary = path.parent / other_name(path.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                if keeps_mode:
                    os.fchmod(descriptor, path.stat().st_mode & 0o777)
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def _sync_folder(folder: Path) -> None:
    """So that the name outlives a loss of power too; not everywhere can a folder be opened."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
