"""The plan of a study as sections, which look as those of a report: what it costs, how far off it is, whether it fits."""

from __future__ import annotations

from fractions import Fraction

from ..analysis.drawing import NARROW, WIDE
from ..analysis.rounding import show_cost
from ..analysis.words import counted, percent
from ..report import BudgetFacts, Section, Spending
from ..report.budget_sections import burn_down
from ..report.sections import Figure, Grid, Head, Prose
from ..sessions.session_plan import SessionPlan
from ..sessions.terms import parts_of, show_amounts
from ..studies import StudyPlan, StudyRun


def verdict(plan: StudyPlan) -> str:
    """In one line: what it costs, and whether the budget has room."""
    currency = plan.session.limit.currency
    if not plan.new:
        return "All of it was released before: it is free."
    cost, left = show_amounts(plan.cost, currency), show_amounts(plan.session.left, currency, up=False)
    return f"Costs {cost} of {left} left: {'it fits' if plan.fits else 'it does not fit'}."


def budget_figure(plan: StudyPlan) -> Section:
    """What would be left, release by release."""
    session = plan.session
    currency = session.limit.currency
    spent, total = parts_of(session.spent)[0], session.limit.given()[currency]
    new = {each.digest for each in plan.new.values()}
    spendings = [Spending("spent before", spent)] if spent else []
    for name, each in plan.releases:
        if each.digest in new:
            new.discard(each.digest)  # the same twice is paid for once
            spendings.append(Spending(name, Fraction(parts_of(each.price)[0])))
    facts = BudgetFacts(currency, total, tuple(spendings))
    where = "there is no ledger yet, and a release creates it" if session.head is None else f"ledger {_short(session.head)}"
    told = Prose((f"The whole budget is {session.limit}, for all that is ever asked of {session.label} ({where}).",))
    return Section("The budget", (Figure(burn_down(facts, WIDE), burn_down(facts, NARROW)), told))


def release_section(name: str, each: SessionPlan, currency: str) -> Section:
    """One release: its statistics, how far off each is, and what it has of the price."""
    plan = each.plan
    level = percent(plan.confidence)
    rows = tuple(
        (f"{planned.name} = {planned.statistic}", "; ".join(planned.accuracy()), f"{plan.budget.currency} {show_cost(planned.cost)}")
        for planned in plan.statistics
    )
    heads = (Head("statistic"), Head(f"off by at most ({level})"), Head("costs", True))
    return Section(name, (Prose((_price(each, currency),)), Grid(f"{name}: {counted(len(rows), 'statistic')}", heads, rows)))


def in_words(each: SessionPlan) -> tuple[str, ...]:
    """The whole plan, for who reads."""
    return tuple(each.explain().splitlines())


def _short(head: str) -> str:
    number, _, digits = head.partition(":")
    return f"{number}:{digits[:12]}…"


def _price(each: SessionPlan, currency: str) -> str:
    if each.is_released:
        return "Was released before: the same is shown again, free."
    costs = f"Costs {show_amounts(each.price, currency)}"
    repeats = each.repeats
    if repeats is None:
        return f"{costs}."
    return f"{costs}: the budget has room for {repeats} like this." if repeats else f"{costs}: the budget has no room for it."


def run_words(run: StudyRun) -> tuple[str, ...]:
    """What a release cost, and where it is."""
    session = run.plan.session
    currency = session.limit.currency
    spent = (
        f"Spent {show_amounts(run.spent, currency)} now"
        if any(parts_of(run.spent))
        else "Nothing was spent now, as all of it was released before"
    )
    left = show_amounts(session.left, currency, up=False)
    files = ", ".join(file.name for file in run.files)
    return (f"{spent}; {left} is left of {session.limit}. Ledger {session.head}.", f"Written to {run.plan.study.output_folder.name}: {files}.")
