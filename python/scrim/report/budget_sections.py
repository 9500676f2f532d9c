"""A budget as a section: what was spent of it, release by release, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..analysis.drawing import GAP, NARROW, WIDE, Measures, bar, beside_left, beside_right, span_line, stroke, text_at
from ..analysis.picture import Picture
from ..analysis.words import counted
from ..sessions.terms import show_amount
from .sections import Figure, Grid, Head, Prose, Section

_STEP = 18
# Of spendings that are drawn; all of them are in the table.
_MOST_DRAWN = 40


@dataclass(frozen=True)
class Spending:
    """One debit: what it was for, and how much of the currency it took."""

    label: str
    amount: Fraction
    account: str = ""
    """Who paid, if not the whole of the budget."""
    asked: str = ""
    """What for, in full, where that is known."""


@dataclass(frozen=True)
class BudgetFacts:
    """Of one account, in the order in which it was spent."""

    currency: str
    total: Fraction
    spendings: tuple[Spending, ...]

    @property
    def spent(self) -> Fraction:
        return sum((each.amount for each in self.spendings), Fraction(0))

    @property
    def left(self) -> tuple[Fraction, ...]:
        """After each of them."""
        left, found = self.total, []
        for each in self.spendings:
            left -= each.amount
            found.append(left)
        return tuple(found)


def budget_section(facts: BudgetFacts, title: str = "What was spent of the budget") -> Section:
    """The burn-down as a picture and as a table."""
    left = facts.total - facts.spent
    told = (
        f"Of {facts.currency} {_shown(facts.total)} in all, {_shown(facts.spent)} was spent by "
        f"{counted(len(facts.spendings), 'release')}, and {_shown(left, up=False)} is left. What is spent stays spent.",
    )
    if not facts.spendings:
        return Section(title, (Prose(told),))
    return Section(title, (Prose(told), Figure(burn_down(facts, WIDE), burn_down(facts, NARROW)), _grid(facts)))


def _grid(facts: BudgetFacts) -> Grid:
    """Columns that say nothing are left out."""
    spendings = facts.spendings
    columns = [
        (Head("release"), [each.label for each in spendings]),
        *([(Head("account"), [each.account for each in spendings])] if any(each.account for each in spendings) else []),
        (Head("spent", True), [_shown(each.amount) for each in spendings]),
        (Head("left", True), [_shown(after, up=False) for after in facts.left]),
        *([(Head("what was asked"), [each.asked for each in spendings])] if any(each.asked for each in spendings) else []),
    ]
    rows = tuple(zip(*(cells for _, cells in columns), strict=True))
    return Grid("Every release that was paid for, in order", tuple(head for head, _ in columns), rows)


def burn_down(facts: BudgetFacts, measures: Measures) -> Picture:
    """What is left after each release, from the whole budget down: a bar is what is left, its end what was just spent."""
    shapes = [beside_left(15, "the budget", measures), *_left_bar(facts.total, facts.total, facts.total, measures, 4)]
    top = 4.0 + _STEP
    for each, after in list(zip(facts.spendings, facts.left, strict=True))[-_MOST_DRAWN:]:
        shapes.append(beside_left(top + 11, each.label, measures))
        shapes += _left_bar(facts.total, after + each.amount, after, measures, top)
        top += _STEP
    if hidden := len(facts.spendings) - _MOST_DRAWN:
        if hidden > 0:
            shapes.append(text_at(GAP, top + 11, f"after {counted(hidden, 'release')} before these", "start"))
            top += _STEP
    caption = "Each bar is what was left after the release; the thin line beyond it is what the release spent."
    return Picture(f"What is left of {facts.currency} {_shown(facts.total)}", "", "".join(shapes), top + 4, caption, measures.width)


def _left_bar(total: Fraction, before: Fraction, after: Fraction, measures: Measures, top: float) -> list[str]:
    def place(amount: Fraction) -> float:
        share = float(max(Fraction(0), min(total, amount)) / total) if total else 0.0
        return measures.left + (measures.right - measures.left) * share

    drawn = [bar(measures.left, top, place(after) - measures.left, 14), stroke(place(after), top, top + 14, 2, 1.0)]
    drawn += [span_line(place(after), place(before), top + 7)] if before > after else []
    return [*drawn, beside_right(top + 11, _shown(after, up=False), measures)]


def _shown(amount: Fraction, *, up: bool = True) -> str:
    """As it would be typed, if it is a short decimal; else rounded to the side that promises less."""
    text = show_amount(amount, up=up)
    return text if Fraction(text) == amount else f"about {text}"
