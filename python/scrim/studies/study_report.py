"""A study as a report: all that it released, and what that took of its budget. No data are read, and nothing is spent."""

from __future__ import annotations

from .._core import BadStateError
from ..report import Named, Report, Section, ledger_section, make_report, read_ledger
from ..report.save import saved_fields
from ..report.sections import Commands, Listed, Prose
from ..sessions.open_ledger import location_of, open_ledger
from ..tables.frame_facts import read_fields
from .declared_table import DeclaredTable
from .lock import read_lock
from .plan_study import StudyPlan, plan_study
from .study import Study


def released_of(study: Study) -> list[Named]:
    """Its releases, as the ledger has them. One that is not there yet is an error, as is another ledger than the lock
    tells of."""
    return _releases(_plan(study))


def study_report(study: Study, title: str | None = None) -> Report:
    """One page of them."""
    plan = _plan(study)
    releases = _releases(plan)
    names = {each.digest: name for name, each in plan.releases}
    ledger = open_ledger(location_of(study.ledger), keeps_heads=False)
    facts = read_ledger(ledger, study.budget.get("account", ""), names)
    return make_report(releases, title=title or study.title, further=[ledger_section(facts), _study_section(plan, facts.head)])


def _plan(study: Study) -> StudyPlan:
    plan = plan_study(study, is_dry=True, declared=DeclaredTable(study.source, study.said_of_reading))
    locked = read_lock(study.lock_path)
    for head in [] if locked is None else locked.heads():
        plan.session.require(head, str(study.lock_path))
    return plan


def _releases(plan: StudyPlan) -> list[Named]:
    named = []
    for name, each in plan.releases:
        release = each.released
        if release is None:
            raise BadStateError(
                f"{plan.study.path.name}: {name} was not released yet, and a report shows what was; run the study first: "
                f"scrim run {plan.study.path.name}"
            )
        named.append(Named(name, read_fields(saved_fields(release), name)))
    return named


def _study_section(plan: StudyPlan, head: str) -> Section:
    study = plan.study
    told = (
        "All releases on this page were asked for in one file, a study, before any of them was made. Whoever has the study, its "
        "lock and the ledger can run it again: it gives the same numbers, free. These fail if anything changed:"
    )
    commands = Commands((f"scrim run {study.path.name} --frozen", f"scrim ledger verify LEDGER --against {study.lock_path.name}"))
    digests = Listed((("study", study.digest), ("ledger", head)), are_digests=True)
    return Section("The study", (Prose((told,)), commands, digests))
