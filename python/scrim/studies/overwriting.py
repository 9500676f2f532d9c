"""What a study would write over: its data, its ledger or itself. Such a study is refused before anything is paid."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from ..analysis.refuse import refuse
from ..readers.input_files import matching_files
from ..sessions.open_ledger import KEY, files_of_ledger
from ..tables import Query
from .outputs import names_of
from .study import Study


@dataclass(frozen=True)
class _Written:
    """A file that a run of the study would write."""

    path: Path
    said: str
    instead: str


def refuse_overwriting(study: Study, queries: Sequence[tuple[str, Query]]) -> None:
    """Refuses files of releases, an entry for the registry and a lock that would take the place of what the study reads,
    or of one another. The files need not be there yet."""
    _refuse(study, [_lock_of(study), *_written(study, queries)])


def refuse_lock(study: Study) -> None:
    """The same of the lock alone, which is read before anything is planned: what it is instead shall not be called a lock
    that may be removed."""
    _refuse(study, [_lock_of(study)])


def _refuse(study: Study, written: Iterable[_Written]) -> None:
    taken = [_Taken(path, what) for path, what in files_read(study)]
    for each in written:
        if why := _why_not(each.path):
            refuse(f"{each.said} {each.path}, {why}; {each.instead}")
        for other in taken:
            if other.is_at(each.path):
                refuse(f"{each.said} {each.path}, which is {other.what}; {each.instead}")
        if _is_matched(each.path, study.source):
            refuse(
                f"{each.said} {each.path}, which {study.source} names too: it would be read as data the next time; "
                f"{each.instead}"
            )
        taken.append(_Taken(each.path, "a file that the study writes already"))


def files_read(study: Study) -> Iterator[tuple[Path, str]]:
    """The files that a study is about, with words for each: those that nothing may be written over."""
    yield study.path, "the study itself"
    for name in matching_files(study.source):
        yield Path(name), "the data of the study"
    for name in files_of_ledger(study.ledger):
        yield Path(name), "the ledger of the study"
    for release in study.releases:
        for lookup in release.get("lookup", ()):
            if isinstance(lookup["table"], str):
                yield study.folder / lookup["table"], "a table to look up in"
    if key := os.environ.get(KEY):
        yield Path(key), f"the key of {KEY}"


def _lock_of(study: Study) -> _Written:
    return _Written(study.lock_path, "the lock of the study is", "give the study another name")


def _written(study: Study, queries: Sequence[tuple[str, Query]]) -> Iterator[_Written]:
    for name, query in queries:
        for file in names_of(name, query, study.formats):
            yield _Written(
                study.output_folder / file,
                f"release {name} would be written to",
                "give output.folder another folder, or the release another name",
            )
    if study.registry is not None:
        yield _Written(study.registry, "output.registry is", "give the name of another file")


def _why_not(path: Path) -> str:
    """What keeps a file from being written there, as far as it can be seen before all is paid for; nothing if nothing does."""
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except FileNotFoundError:
        return ""
    except OSError as error:  # a file among the folders above, a name that is too long, a link to itself
        return f"which cannot be written: {error.strerror}"
    return "which is a folder" if is_folder else ""


class _Taken:
    """A file that must stay what it is, under whatever name it is given."""

    def __init__(self, path: Path, what: str) -> None:
        self.what = what
        self._place = os.path.realpath(path)
        self._identity = _identity(path)

    def is_at(self, path: Path) -> bool:
        is_same = self._identity is not None and _identity(path) == self._identity
        return is_same or os.path.realpath(path) == self._place


def _identity(path: Path) -> tuple[int, int] | None:
    """What two names of one file have in common; None if there is no file yet."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_matched(path: Path, source: str) -> bool:
    """Whether a pattern for the data would find the file once it is there."""
    return not os.path.lexists(source) and PurePath(os.path.realpath(path)).match(os.path.realpath(source))
