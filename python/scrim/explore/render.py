"""The parts of the page as HTML. Templates and style are the report's, with what a form needs beside them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from .. import stats
from ..report.make import Named
from ..report.page import page_environment, page_style, page_text
from ..report.release_sections import numbers_section
from ..report.save import saved_fields
from ..studies import StudyPlan, StudyRun
from ..tables.frame_facts import read_fields
from .form import KEYS, KINDS, LISTS, OTHER, RANGES, StudyForm
from .plan_sections import budget_figure, in_words, release_section, run_words, verdict
from .statistic_fields import OF_ROWS

_ARGUMENTS = {
    "sum": "such as person_total=(0, 2000)",
    "quantile": "which, such as 0.9",
    "quantiles": "which, such as [0.25, 0.5, 0.75]",
    "histogram": "edges, such as range(0, 121, 10)",
    "top_k": "how many, such as 3, counts=True",
}
"""What stands in the brackets, after the column."""


def shell() -> str:
    """The page before it knows its token: the same for every study."""
    return own_text("shell.html")


def style() -> str:
    return page_style() + own_text("explore.css")


def script() -> str:
    return own_text("explore.js")


def draw_main(form: StudyForm, base: str, title: str, file: str) -> str:
    """Everything, before it is planned."""
    return _draw("main.html.jinja", **_form_terms(form, base), title=title, file=file)


def draw_form(form: StudyForm, base: str) -> str:
    return _draw("form.html.jinja", **_form_terms(form, base))


def draw_plan(plan: StudyPlan) -> str:
    currency = plan.session.limit.currency
    sections = [(release_section(name, each, currency), in_words(each)) for name, each in plan.releases]
    return _draw("plan.html.jinja", verdict=verdict(plan), fits=plan.fits, budget=budget_figure(plan), sections=sections, problem=None)


def draw_problem(problem: str) -> str:
    """In the place of a plan."""
    return _draw("plan.html.jinja", problem=problem)


def draw_release(button: str | None, why_not: str, cost: str) -> str:
    """The button, with what it spends, or why there is none."""
    return _draw("release.html.jinja", button=button, why_not=why_not, cost=cost)


def draw_released(run: StudyRun) -> str:
    named = [Named(name, read_fields(saved_fields(release), name)) for name, release in run.releases]
    sections = [numbers_section(each.facts, each.name) for each in named]
    return _draw("released.html.jinja", words=run_words(run), sections=sections)


def draw_code(texts: Sequence[tuple[str, str]], words: str) -> str:
    """By what they are written in."""
    return _draw("code.html.jinja", texts=texts, words=words)


def _form_terms(form: StudyForm, base: str) -> dict[str, Any]:
    return {
        "form": form,
        "base": base,
        "kinds": KINDS,
        "ranges": RANGES,
        "lists": LISTS,
        "statistics": stats.__all__,
        "of_rows": OF_ROWS,
        "arguments": _ARGUMENTS,
        "keys": {name: words for name, words in KEYS.items() if name != OTHER},
        "other_keys": KEYS[OTHER],
        "columns": [column.name for column in form.columns if column.name],
    }


def _draw(name: str, **terms: Any) -> str:
    drawn: str = _environment().get_template(name).render(**terms)
    return drawn


@cache
def _environment() -> Any:
    environment = page_environment(_template_text)
    markup = importlib.import_module("markupsafe")
    # What is edited must come back as it was: it is escaped, and nothing else.
    environment.filters["exact"] = lambda text: markup.escape(str(text))
    environment.filters["pairs"] = lambda names: [(name, name) for name in names]
    return environment


def _template_text(name: str) -> str:
    return page_text(name) if name == "blocks.html.jinja" else own_text(name)


@cache
def own_text(name: str) -> str:
    return (resources.files(__package__) / "templates" / name).read_text(encoding="utf-8")
