"""A report as one HTML page that needs no network and no script."""

from __future__ import annotations

import base64
import hashlib
import importlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from ..analysis.printable import printable
from ..analysis.refuse import refuse
from .sections import Grid, Report


def render_page(report: Report) -> str:
    """The whole page."""
    style = page_style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page: str = _template().render(report=report, style=style, style_digest=digest)
    return page


def check_page() -> None:
    """Whether a page can be made here."""
    _jinja()


@cache
def _template() -> Any:
    return page_environment(page_text).get_template("page.html.jinja")


def page_environment(text_of: Callable[[str], str]) -> Any:
    """Jinja2 as every page uses it; `text_of` gives the text of a template by its name."""
    jinja = _jinja()
    markup = importlib.import_module("markupsafe").Markup

    def finalize(value: Any) -> Any:
        """Every text that is put in: what would turn a line around, or end a page, is shown and not obeyed."""
        return printable(value) if isinstance(value, str) and not isinstance(value, markup) else value

    environment = jinja.Environment(
        loader=jinja.FunctionLoader(text_of),
        autoescape=True,
        finalize=finalize,
        undefined=jinja.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["drawn"] = lambda picture: markup(picture.inline())
    environment.filters["beside"] = lambda first, second: zip(first, second, strict=True)
    environment.filters["cell_tags"] = lambda grid: [markup(tag) for tag in _cell_tags(grid)]
    environment.tests["kind"] = lambda block, name: type(block).__name__ == name
    return environment


def _cell_tags(grid: Grid) -> list[str]:
    """What stands before the cells of a row; HTML needs nothing behind them."""
    kinds = [' class="n"' if head.is_number else ' class="unbroken"' if head.is_unbroken else "" for head in grid.heads]
    return [f'<th scope="row"{kind}>' if i < grid.labels else f"<td{kind}>" for i, kind in enumerate(kinds)]


@cache
def page_style() -> str:
    """What a page looks like."""
    return page_text("page.css")


def page_text(name: str) -> str:
    """Of a template, or of the style."""
    return (resources.files(__package__) / "templates" / name).read_text(encoding="utf-8")


def _jinja() -> Any:
    try:
        return importlib.import_module("jinja2")
    except ModuleNotFoundError:
        refuse('a report as a page needs jinja2, which is not installed; run: pip install "scrim[report]", or write .md')
