"""Runs a study: all its releases, their files, and the lock that tells of them. Run again it gives the same, free."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .._core import BadStateError
from .._whole_files import write_whole
from ..sessions.terms import Amounts
from ..tables.query_release import QueryRelease
from ..tables.sorted_rows import check_sorting
from .lock import Lock, LockedRelease, read_lock, write_lock
from .outputs import files_of
from .overwriting import refuse_lock
from .plan_study import StudyPlan, plan_study, said_in_toml
from .registry import deployment_yaml
from .study import Study

Progress = Callable[[int], None] | None


@dataclass(frozen=True)
class StudyRun:
    """What a study released."""

    plan: StudyPlan
    releases: tuple[tuple[str, QueryRelease], ...]
    spent: Amounts
    """By this run: nothing of what was there already."""
    files: tuple[Path, ...]
    head: str


def run_study(
    study: Study,
    *,
    is_frozen: bool = False,
    pay_again: bool = False,
    agreed: frozenset[str] | None = None,
    sort_in: str | None = None,
    progress: Progress = None,
    threads: int = 1,
) -> StudyRun:
    """Plans, refuses what does not fit before a row is read, releases, writes files, and the lock last.

    With `is_frozen` nothing may differ from what the lock tells, and nothing is spent. `agreed` are the digests of the plans
    that may be paid for, where somebody was shown them; without it whatever the study asks for may be. `sort_in` is not a
    part of the study, as what is released does not depend on it: it is a folder of this machine.
    """
    refuse_lock(study)
    locked = read_lock(study.lock_path)
    if is_frozen and locked is None:
        raise BadStateError(f"--frozen compares with {study.lock_path}, which is not there; run the study once without it")
    if sort_in is not None:
        with said_in_toml(study):
            person = study.table().person
        check_sorting(sort_in, person)
    plan = plan_study(study, is_dry=is_frozen)
    if locked is not None:
        for head in locked.heads():
            plan.session.require(head, str(study.lock_path))
    if is_frozen and locked is not None:
        _refuse_changes(plan, locked)
    plan.check_budget()
    if agreed is not None:
        _refuse_unseen(plan, agreed)
    cost = plan.cost
    releases = tuple(
        (name, each.release(pay_again=pay_again, sort_in=sort_in, progress=progress, threads=threads))
        for name, each in plan.releases
    )
    files, named = _files(plan, releases)
    lock = _lock(plan, releases, files, named)
    if is_frozen and locked is not None:
        _refuse_other_files(locked, lock)
    for path, content in files.items():
        write_whole(path, content)
    if locked is None or not is_frozen:
        write_lock(study.lock_path, lock)
    return StudyRun(plan, releases, cost, tuple(files), lock.head)


def _files(
    plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...]
) -> tuple[dict[Path, bytes], dict[str, list[Path]]]:
    """All of them, and which are of which release."""
    study = plan.study
    files: dict[Path, bytes] = {}
    named: dict[str, list[Path]] = {}
    for name, release in releases:
        made = files_of(name, release, study.formats, study.title)
        named[name] = [study.output_folder / file for file in made]
        files.update(zip(named[name], made.values(), strict=True))
    if study.registry is not None:
        files[study.registry] = deployment_yaml(plan, releases)
    return files, named


def _lock(
    plan: StudyPlan, releases: tuple[tuple[str, QueryRelease], ...], files: dict[Path, bytes], named: dict[str, list[Path]]
) -> Lock:
    study = plan.study
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    locked = tuple(
        LockedRelease(
            name, release.plan.digest, str(release.ledger), {path.name: hashes[path] for path in named[name]}
        )
        for name, release in releases
    )
    others = {} if study.registry is None else {study.registry.name: hashes[study.registry]}
    # The last of its own releases, not of all: what others ask meanwhile does not change the file.
    head = max((str(release.ledger) for _, release in releases), key=lambda each: int(each.partition(":")[0]))
    return Lock(study.digest, plan.session.label, head, locked, others)


def _refuse_changes(plan: StudyPlan, locked: Lock) -> None:
    """Before anything is released, or even looked up."""
    digests = {each.name: each.plan for each in locked.releases}
    for name, each in plan.releases:
        if name not in digests:
            raise _changed(f"it has the release {name}, which {plan.study.lock_path.name} has not")
        if digests[name] != each.digest:
            raise _changed(f"release {name} asks for something else than {plan.study.lock_path.name} tells of")
        if not each.is_released:
            raise _changed(f"release {name} is not in the ledger, and would be paid for")
    for name in digests.keys() - {name for name, _ in plan.releases}:
        raise _changed(f"release {name} is gone, which {plan.study.lock_path.name} has")
    if locked.study != plan.study.digest:
        raise _changed("it says something else than when it was run")
    if locked.label != plan.session.label:
        raise _changed("its data have another label")


def _refuse_unseen(plan: StudyPlan, agreed: frozenset[str]) -> None:
    """What a plan follows from may have changed since it was shown: a public table is a file like others."""
    unseen = plan.new.keys() - agreed
    if unseen:
        names = ", ".join(name for name, each in plan.releases if each.digest in unseen)
        raise BadStateError(
            f"nothing was released: {names} would be paid for, and that is not what the plan showed. The study, a public table "
            "that it looks up in, or its ledger has changed meanwhile; look at the plan again"
        )


def _refuse_other_files(locked: Lock, lock: Lock) -> None:
    written = {name: digest for each in lock.releases for name, digest in each.files.items()} | lock.files
    before = {name: digest for each in locked.releases for name, digest in each.files.items()} | locked.files
    for name in sorted(written.keys() | before.keys()):
        if written.get(name) != before.get(name):
            raise _changed(f"the file {name} would not be the same; it may have been written by another version of Scrim")


def _changed(why: str) -> BadStateError:
    return BadStateError(f"the study changed: {why}; nothing was released. Run it without --frozen if that is what you want")
