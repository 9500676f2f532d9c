"""What each request does. Each gives parts of the page, by the ids of the elements they belong into."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from .._core import BudgetError, Error
from ..studies.plan_study import StudyPlan
from ..studies.study import Study, study_of
from ..sessions.terms import show_amounts
from .buttons import press
from .code_python import python_code
from .code_shell import shell_code
from .draft import draft_of
from .draft_plan import plan_draft
from .form import StudyForm, form_of
from .plan_sections import verdict
from .posted import Posted
from .problems import Refused
from .releasing import Releasing
from .render import draw_code, draw_form, draw_main, draw_plan, draw_problem, draw_release, draw_released
from .study_file import StudyFile
from .toml_edit import edited, same

Answer = dict[str, Any]


class Actions:
    """Of one study."""

    def __init__(self, path: Path) -> None:
        self.file = StudyFile(path)
        self.releasing = Releasing()
        # Plans are made one after the other: who types fast shall not fill the machine.
        self._planning = threading.Lock()

    def page(self, posted: Posted) -> Answer:
        """The page, as the file is now."""
        base = self.file.load()
        study = study_of(self.file.path, self.file.text(base))
        form = form_of(study.content)
        main = draw_main(form, base, study.title, str(self.file.path))
        return {"parts": {"main": main, **self._planned(form, base)}, "title": study.title, "saved": True}

    def edit(self, posted: Posted) -> Answer:
        """The form after one of its buttons."""
        form, base = posted.form(), posted.text("base")
        focus = press(form, posted.text("do"))
        return {"parts": {"form": draw_form(form, base), **self._planned(form, base)}, "focus": focus, **self._state(form, base)}

    def plan(self, posted: Posted) -> Answer:
        """What the study would cost as it stands in the form."""
        form, base = posted.form(), posted.text("base")
        return {"parts": self._planned(form, base), **self._state(form, base)}

    def save(self, posted: Posted) -> Answer:
        """Writes the file, if it is still the one that the form was made from."""
        form, base = posted.form(), posted.text("base")
        text = self._text(form, base)
        base = self.file.save(base, text)
        form = form_of(self._study(text).content)  # of which every row is now known by its place in the file
        parts = {"form": draw_form(form, base), **self._planned(form, base)}
        return {"parts": parts, "said": f"Saved {self.file.path.name}.", **self._state(form, base)}

    def code(self, posted: Posted) -> Answer:
        """The study as Python, shell and TOML."""
        form, base = posted.form(), posted.text("base")
        text = self._text(form, base)
        study = self._study(text)
        texts = [("Python", python_code(study)), ("Shell", shell_code(study)), ("TOML", text)]
        words = "" if self._is_saved(form, base) else "Commands of the shell read the file: save it first."
        return {"parts": {"code": draw_code(texts, words)}, "focus": "code-title"}

    def release(self, posted: Posted) -> Answer:
        """Releases what the file says, which must be what the page shows; as `scrim run` does it."""
        form, base = posted.form(), posted.text("base")
        if not posted.text("agree"):
            raise Refused(422, "nothing was released: tick the box beside the button, which says what is spent")
        if not self._is_saved(form, base):
            raise Refused(409, "nothing was released: save the study first, since what is released is what the file says")
        if not self.file.is_current(base):
            raise Refused(409, f"nothing was released: {self.file.path.name} was changed on the disk; load it again")
        run = self.releasing.release(posted.text("button"), self._study(self.file.text(base)))
        parts = {"released": draw_released(run), **self._planned(form, base)}
        return {"parts": parts, "focus": "released-title", "said": "Released.", **self._state(form, base)}

    def _planned(self, form: StudyForm, base: str) -> dict[str, str]:
        """The plan, or what is wrong with the draft; and whether it can be released."""
        try:
            with self._planning:
                plan = plan_draft(self._study(self._text(form, base)), self._study(self.file.text(base)))
                drawn, short = draw_plan(plan), verdict(plan)
                why_not = self._why_not(plan, form, base)
        except Error as error:
            return _without_plan(str(error))
        except Refused as error:
            if error.status != 422:
                raise
            return _without_plan(str(error))
        cost = "" if not plan.new else show_amounts(plan.cost, plan.session.limit.currency)
        button = None if why_not else self.releasing.new_button(plan.new)
        return {"plan": drawn, "verdict": short, "release": draw_release(button, why_not, cost)}

    def _why_not(self, plan: StudyPlan, form: StudyForm, base: str) -> str:
        """Why what the form shows cannot be released; nothing if it can."""
        if not self._is_saved(form, base):
            return "Save the study first: what is released is what the file says."
        try:
            plan.check_budget()
        except BudgetError as error:
            return str(error)
        return ""

    def _text(self, form: StudyForm, base: str) -> str:
        """What the file would say."""
        before = self.file.text(base)
        draft = draft_of(form, study_of(self.file.path, before).content)
        return edited(self.file.path, before, draft.content, draft.kept)

    def _study(self, text: str) -> Study:
        return study_of(self.file.path, text)

    def _is_saved(self, form: StudyForm, base: str) -> bool:
        saved = self._study(self.file.text(base)).content
        try:
            return same(draft_of(form, saved).content, saved)
        except Error:
            return False

    def _state(self, form: StudyForm, base: str) -> Answer:
        return {"saved": self._is_saved(form, base), "changed": not self.file.is_current(base)}


def _without_plan(problem: str) -> dict[str, str]:
    return {
        "plan": draw_problem(problem),
        "verdict": "There is no plan yet.",
        "release": draw_release(None, "There is no plan yet.", ""),
    }
