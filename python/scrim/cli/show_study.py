"""Studies as tables: what each release costs and how far off it is, and what became of it."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from .. import __version__
from ..analysis.printable import printable
from ..analysis.words import percent
from ..sessions.terms import parts_of, show_amounts
from ..studies import StudyPlan, StudyRun
from .columns import Column, fitting, lines_of
from .printable import in_plain_signs
from .screen import Screen


def plan_lines(plan: StudyPlan, screen: Screen) -> list[Text]:
    """A line for each statistic, under the name of its release."""
    rows = [
        (name if first else "", _price(plan, each) if first else "", planned.name, str(planned.statistic), planned.accuracy()[0])
        for name, each in plan.releases
        for first, planned in ((planned is each.plan.statistics[0], planned) for planned in each.plan.statistics)
    ]
    names, prices, statistics, what, off = (
        [printable(in_plain_signs(cell, screen.encoding), screen.encoding) for cell in cells] for cells in zip(*rows, strict=True)
    )
    level = percent(plan.releases[0][1].plan.confidence)
    columns = [
        Column("release", names, style="bold cyan"),
        Column("costs", prices),
        Column("statistic", statistics),
        Column("", what),
        Column(f"off by at most ({level})", off),
    ]
    brief = [columns[0], columns[1], columns[2], columns[4]]
    table = lines_of(fitting([columns, brief], screen.room), screen.room)
    return [*table, Text(""), *(Text(line, no_wrap=False) for line in _about_budget(plan))]


def _price(plan: StudyPlan, each: Any) -> str:
    return "free: released" if each.is_released else show_amounts(each.price, plan.session.limit.currency)


def _about_budget(plan: StudyPlan) -> list[str]:
    currency = plan.session.limit.currency
    cost = show_amounts(plan.cost, currency)
    left = show_amounts(plan.session.left, currency, up=False)
    verdict = "It fits." if plan.fits else "It does not fit: scrim run would refuse all of it, before a row is read."
    where = "there is no ledger yet" if plan.session.head is None else f"ledger {plan.session.head}"
    return [
        "Only the names and types of columns were looked at, and nothing is spent.",
        f"All of it would cost {cost}; {left} is left of {plan.session.limit} ({where}). {verdict}",
    ]


def run_lines(run: StudyRun, screen: Screen) -> list[Text]:
    """Where each release stands, and the files."""
    names = [printable(name, screen.encoding) for name, _ in run.releases]
    rows = [str(len(release)) for _, release in run.releases]
    heads = [f"ledger {_short(release.ledger)}" for _, release in run.releases]
    table = lines_of([Column("release", names, style="bold cyan"), Column("rows", rows, True), Column("", heads)], screen.room)
    session = run.plan.session
    currency = session.limit.currency
    told = [
        *(f"wrote {printable(str(file), screen.encoding)}" for file in run.files),
        f"{_spent(run, currency)}; {show_amounts(session.left, currency, up=False)} is left of "
        f"{session.limit}.",
        f"ledger {session.head}",
    ]
    return [*table, Text(""), *(Text(line, no_wrap=False) for line in told)]


def _spent(run: StudyRun, currency: str) -> str:
    if any(parts_of(run.spent)):
        return f"Spent {show_amounts(run.spent, currency)} now"
    return "Nothing was spent now, as all of it was released before"


def _short(head: str | None) -> str:
    number, _, digits = str(head).partition(":")
    return f"{number}:{digits[:12]}…" if len(digits) > 12 else str(head)


def plan_fields(plan: StudyPlan) -> dict[str, Any]:
    """What `--json` prints."""
    return {"scrim": __version__, "released": False, **plan.to_dict(), **_amounts(plan)}


def run_fields(run: StudyRun) -> dict[str, Any]:
    """The same of a run."""
    return {
        "scrim": __version__,
        "released": True,
        "study": run.plan.study.title,
        "releases": [{"name": name, **release.to_dict()} for name, release in run.releases],
        "files": [str(file) for file in run.files],
        **_amounts(run.plan),
        "ledger": run.plan.session.head,
    }


def _amounts(plan: StudyPlan) -> dict[str, str]:
    session = plan.session
    currency = session.limit.currency
    return {
        "spent": show_amounts(session.spent, currency),
        "left": show_amounts(session.left, currency, up=False),
        "budget": str(session.limit),
    }
