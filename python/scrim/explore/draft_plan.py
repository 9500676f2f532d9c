"""The plan of a draft: on what is declared alone. No file of data is opened, and nothing is written."""

from __future__ import annotations

from ..studies.declared_table import DeclaredTable
from ..studies.plan_study import StudyPlan, plan_study
from ..studies.study import Study
from .problems import Refused


def plan_draft(study: Study, saved: Study) -> StudyPlan:
    """What the draft would cost, and how accurate it would be.

    A server is asked about a ledger only if the saved study names it: a name that is half typed shall reach nobody.
    """
    if "://" in study.ledger and study.ledger != saved.ledger:
        raise Refused(422, "the ledger is on a server, which is asked only for the ledger of the saved study; save it first")
    return plan_study(study, is_dry=True, declared=DeclaredTable(study.source, study.said_of_reading))
