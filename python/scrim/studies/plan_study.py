"""Plans of a study: every release with its price and accuracy, and whether the budget has room for all. No row is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .._core import BudgetError, InvalidArgumentError
from .._refusal import in_toml, pieces_of, refuse
from ..readers import ColumnTable
from ..sessions.paid import refuse_unless_all_fit
from ..sessions.session import Session
from ..sessions.session_plan import SessionPlan
from ..sessions.terms import Amounts, parts_of
from .overwriting import refuse_overwriting
from .query_of import amounts_of, query_of
from .study import Study


@dataclass(frozen=True)
class StudyPlan:
    """What a study would release, and what that costs."""

    study: Study
    session: Session
    releases: tuple[tuple[str, SessionPlan], ...]
    """By name, in the order of the study."""

    @property
    def new(self) -> dict[str, SessionPlan]:
        """Those that are not there yet, once each, by digest."""
        return {plan.digest: plan for _, plan in self.releases if not plan.is_released}

    @property
    def cost(self) -> Amounts:
        """What they cost together: what is there already is free."""
        return total([plan.price for plan in self.new.values()], self.session)

    def check_budget(self) -> None:
        """Raises BudgetError unless the budget has room for all of them."""
        refuse_unless_all_fit(self.session._book, [plan._price for plan in self.new.values()])

    @property
    def fits(self) -> bool:
        try:
            self.check_budget()
        except BudgetError:
            return False
        return True

    def to_dict(self) -> dict[str, Any]:
        """Numbers and texts only."""
        return {
            "study": self.study.title,
            "label": self.session.label,
            "fits": self.fits,
            "releases": [
                {"name": name, "released": plan.is_released, **plan.to_dict()} for name, plan in self.releases
            ],
        }


def plan_study(study: Study, *, is_dry: bool, declared: ColumnTable | None = None) -> StudyPlan:
    """Opens the session of the study and plans all its releases, unless their files would be written over what it reads.
    A dry one creates no ledger where there is none; with `declared` the data need not be there."""
    with said_in_toml(study):
        table = study.table(declared)
        queries = [(release["name"], query_of(table, release, study.folder)) for release in study.releases]
        refuse_overwriting(study, queries)
        open_session = Session._dry if is_dry else Session
        session = open_session(table, ledger=study.ledger, label=study.label, **study.budget)
        planned = []
        for (name, query), release in zip(queries, study.releases, strict=True):
            amounts = amounts_of(release)
            try:
                planned.append((name, session.plan(query, **amounts)))
            except InvalidArgumentError as error:
                refuse(f"release {name}: ", *pieces_of(error))
    return StudyPlan(study, session, tuple(planned))


@contextmanager
def said_in_toml(study: Study) -> Iterator[None]:
    """What is refused there is told in the words of the study, with the name of its file."""
    try:
        yield
    except InvalidArgumentError as error:
        refuse(f"{study.path.name}: {in_toml(error)}")


def total(prices: list[Amounts], session: Session) -> Amounts:
    """Of prices in the currency of the session."""
    like = session.left
    sums = [sum(parts) for parts in zip(*map(parts_of, prices), strict=True)] or [0] * len(parts_of(like))
    return type(like)(*sums) if isinstance(like, tuple) else sums[0]
