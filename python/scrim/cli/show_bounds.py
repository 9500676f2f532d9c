"""Bounds as a table: both, and how many rows may lie beyond each."""

from __future__ import annotations

from rich.text import Text

from ..analysis import BoundsPlan, BoundsRelease
from ..analysis.words import counted, percent, show_amount, show_value
from .columns import Column, fitting, lines_of
from .screen import Screen, footer


def bounds_lines(outcome: BoundsPlan | BoundsRelease, screen: Screen) -> list[Text]:
    release = outcome if isinstance(outcome, BoundsRelease) else None
    plan = outcome.plan if isinstance(outcome, BoundsRelease) else outcome
    first = [Column("", ["lower", "upper"])]
    if release is not None:
        first.append(Column("value", [show_value(value) for value in release.values], True, "bold cyan"))
    noise = Column("noise", [show_amount(plan.scale)] * 2, True)
    beyond = Column(f"beyond it at most ({percent(plan.confidence)})", [counted(plan.most_outside, "row")] * 2)
    layouts = [[*first, noise, beyond], [*first, beyond], first]
    return [
        *lines_of(fitting(layouts, screen.room), screen.room),
        Text(""),
        *footer([plan.accuracy_statement(), *_about_outermost(release), "Noise is in rows."], plan, release),
    ]


def _about_outermost(release: BoundsRelease | None) -> list[str]:
    """A search that finds nothing gives the outermost candidate, which looks like a bound and is none."""
    if release is None:
        return []
    ends = (release.plan.candidates[0], release.plan.candidates[-1])
    found = zip(("lower", "upper"), release.values, ends, strict=True)
    names = [name for name, value, end in found if value == end]
    if not names:
        return []
    there = "bound is" if len(names) == 1 else "bounds are"
    return [
        f"The {' and '.join(names)} {there} the outermost there can be: nothing was found. There are too few numbers, or "
        "they reach further."
    ]
