"""In which formats a report can be written, and its bytes in each."""

from __future__ import annotations

from ..analysis.refuse import refuse, shown
from .markdown import render_markdown
from .page import check_page, render_page
from .pdf import find_browser, print_page
from .sections import Report

FORMATS = ("html", "md", "pdf")


def format_of(path: str, name: str) -> str:
    """By the ending of a file's name; `name` is what the argument is called."""
    ending = path.lower().rpartition(".")[2]
    if ending not in FORMATS:
        refuse(f"{name} is {shown(path)}; give the name of a file that ends in .html, .md or .pdf")
    return ending


def check_format(format: str) -> None:
    """Whether what the format needs is there, before anything is made."""
    if format != "md":
        check_page()
    if format == "pdf":
        find_browser()


def report_bytes(report: Report, format: str) -> bytes:
    """The report in one of FORMATS."""
    if format == "md":
        return render_markdown(report).encode("utf-8", "backslashreplace")
    page = render_page(report)
    return print_page(page) if format == "pdf" else page.encode("utf-8", "backslashreplace")
