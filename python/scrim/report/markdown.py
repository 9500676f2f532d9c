"""A report as Markdown: words and tables. Pictures are in the page."""

from __future__ import annotations

import re

from ..analysis.printable import printable
from .sections import Block, Commands, Figure, Grid, Listed, Prose, Report, Section

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&!])")
# What tells an address: of http://x.y, www.x.y and a@b.c GFM makes links by itself. Never at the start of a line, where
# what parts them would begin a block of HTML.
_ADDRESSES = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@)", re.IGNORECASE)
# It parts them and is not shown. A backslash would not do: it is gone when addresses with an @ are looked for.
_APART = "<!-- -->"


def render_markdown(report: Report) -> str:
    """The whole text."""
    parts = [f"# {plain(report.title)}", plain(report.lead)]
    for section in report.sections:
        parts += _section(section, 2)
    return "\n\n".join([*parts, f"Made with {plain(report.made_by)}."]) + "\n"


def plain(text: str) -> str:
    """A text that means itself: no sign in it is obeyed, and no address becomes a link."""
    return _ADDRESSES.sub(_APART, _SIGNS.sub(r"\\\1", printable(text)))


def _section(section: Section, level: int) -> list[str]:
    parts = [f"{'#' * level} {plain(section.title)}"]
    parts += [text for text in map(_block, section.blocks) if text]
    for part in section.parts:
        parts += _section(part, level + 1)
    return parts


def _block(block: Block) -> str:
    if isinstance(block, Prose):
        return "\n\n".join(map(plain, block.paragraphs))
    if isinstance(block, Listed):
        return "\n".join(f"- **{plain(term)}**: {plain(said)}" for term, said in block.pairs)
    if isinstance(block, Figure):
        return ""  # what it says is about what is drawn
    if isinstance(block, Grid):
        return _grid(block)
    assert isinstance(block, Commands)
    return "\n".join(f"    {printable(line)}" for line in block.lines)


def _grid(grid: Grid) -> str:
    lines = [[head.name for head in grid.heads], *grid.rows]
    shown = ["| " + " | ".join(map(plain, line)) + " |" for line in lines]
    ruler = "|" + "|".join("---:" if head.is_number else "---" for head in grid.heads) + "|"
    return "\n".join([f"{plain(grid.caption)}:", "", shown[0], ruler, *shown[1:]])
