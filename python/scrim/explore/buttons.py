"""What the buttons of the form do to it: rows are added and taken out."""

from __future__ import annotations

from .form import ColumnForm, ReleaseForm, StatisticForm, StudyForm
from .problems import Refused

REDRAW = "redraw"
"""After another kind was chosen: other fields are shown."""


def press(form: StudyForm, button: str) -> str:
    """Changes the form, and says where the keyboard shall be then: the id of an element."""
    name, *places = button.split("-")
    try:
        at = [int(place) for place in places]
        if name == "column" and not at:
            form.columns.append(ColumnForm())
            return f"column.{len(form.columns) - 1}.name"
        if name == "release" and not at:
            form.releases.append(ReleaseForm(name=_unused(form), epsilon="0.1", statistics=[StatisticForm(name="n")]))
            return f"release.{len(form.releases) - 1}.name"
        if name == "stat":
            statistics = form.releases[at[0]].statistics
            statistics.append(StatisticForm())
            return f"release.{at[0]}.stat.{len(statistics) - 1}.name"
        if name == "nocolumn":
            del form.columns[at[0]]
            return "add.column"
        if name == "norelease":
            del form.releases[at[0]]
            return "add.release"
        if name == "nostat":
            del form.releases[at[0]].statistics[at[1]]
            return f"add.stat.{at[0]}"
    except (ValueError, IndexError):
        pass
    if button != REDRAW:
        raise Refused(400, f"there is no button {button[:80]!r}; load the page again")
    return ""


def _unused(form: StudyForm) -> str:
    taken = {release.name for release in form.releases}
    return next(name for name in (f"release_{number}" for number in range(1, len(taken) + 2)) if name not in taken)
