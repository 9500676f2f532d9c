"""The file of the study: read, and written only if nobody else has written it meanwhile."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from pathlib import Path

from .._core import InputError
from .._whole_files import write_whole
from ..studies.study import study_of
from .problems import Refused

# Texts that pages which are still open were made from.
_MOST_TEXTS = 32


class StudyFile:
    """Texts of the file, known by their digests."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._turn = threading.Lock()

    def load(self) -> str:
        """The digest of what the file says now."""
        digest, text = self._read()
        with self._turn:
            self._remember(digest, text)
        return digest

    def text(self, digest: str) -> str:
        """What the file said when the page was made."""
        with self._turn:
            if digest not in self._texts:
                raise Refused(409, "this page was made by another run of scrim explore; load it again")
            return self._texts[digest]

    def is_current(self, digest: str) -> bool:
        """Whether it still says the same."""
        try:
            return self._read()[0] == digest
        except InputError:
            return False

    def save(self, digest: str, text: str) -> str:
        """Replaces what the page was made from. Whatever else is there now is left alone. Gives the new digest."""
        study_of(self.path, text)  # no text that is no study
        with self._turn:
            if not self.is_current(digest):
                raise Refused(
                    409,
                    f"{self.path.name} was changed on the disk meanwhile; nothing was written. Load it again to see it, which "
                    "drops what you have not saved, or take that with you as TOML first",
                )
            content = text.encode("utf-8")
            write_whole(self.path.resolve(), content, keeps_mode=True)  # what a link leads to, not the link
            made = hashlib.sha256(content).hexdigest()
            self._remember(made, text)
            return made

    def _read(self) -> tuple[str, str]:
        try:
            content = self.path.read_bytes()
            return hashlib.sha256(content).hexdigest(), content.decode("utf-8")
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror}; give the name of a study, such as study.toml") from None
        except UnicodeDecodeError:
            raise InputError(f"{self.path} is not UTF-8 text; a study is TOML") from None

    def _remember(self, digest: str, text: str) -> None:
        self._texts[digest] = text
        self._texts.move_to_end(digest)
        while len(self._texts) > _MOST_TEXTS:
            self._texts.popitem(last=False)
