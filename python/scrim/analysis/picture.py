"""A picture with its title and caption: for notebooks as HTML, for files as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from .drawing import FONT_SIZE, WIDTH, cut, fitting
from .printable import printable
from .words import counted

# A file has a page of its own, so that it can be read wherever it is put.
PAPER = "#ffffff"
INK = "#222222"
_MARGIN = 16
_TITLE_SIZE, _COST_SIZE = 14, 12
_LEADING = 1.35  # from line to line, in sizes of the font
_MOST_TITLE_LINES = 3
# By name, for programs that draw no text where they do not know what a sans-serif font is.
FONTS = ("Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Verdana")
FONT_FAMILY = ", ".join((*FONTS, "sans-serif"))
FILE_WIDTH = WIDTH + 2 * _MARGIN


@dataclass(frozen=True)
class Picture:
    """Shapes in the colour of the text around them (`currentColor`), and what is said about them."""

    title: str
    cost: str
    shapes: str
    height: float
    caption: str
    width: float = WIDTH

    def inline(self) -> str:
        """The shapes alone, for a page that says the rest itself, in the colour of its text."""
        title = escape(printable(self.title))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" height="{self.height:g}" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" font-family="sans-serif" font-size="{FONT_SIZE}" '
            f'fill="currentColor" role="img" aria-label="{title}">'
            f"{self.shapes}</svg>"
        )

    def html(self) -> str:
        """For a notebook, in the colour of its text."""
        return (
            f'<div style="max-width:{self.width:g}px;font-family:sans-serif">'
            f"<div><b>{escape(printable(self.title))}</b></div>"
            f'<div style="font-size:12px">{escape(self.cost)}</div>{self.inline()}'
            f'<div style="font-size:11px;opacity:.75">{escape(self.caption)}</div></div>'
        )

    def svg(self) -> str:
        """For a file: all that the notebook shows, in colours of its own."""
        title = wrapped(self.title, WIDTH, _TITLE_SIZE, bold=True, most=_MOST_TITLE_LINES)
        above, y = _block(title, _MARGIN, _TITLE_SIZE, bold=True)
        cost, y = _block(wrapped(self.cost, WIDTH, _COST_SIZE), y, _COST_SIZE)
        top = y + 8
        caption, y = _block(wrapped(self.caption, WIDTH, FONT_SIZE), top + self.height + 4, FONT_SIZE)
        height = round(y + _MARGIN)
        # No text can hold this: its quotes are escaped.
        shapes = self.shapes.replace('="currentColor"', f'="{INK}"')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{FILE_WIDTH}" height="{height}" '
            f'viewBox="0 0 {FILE_WIDTH} {height}" font-family="{FONT_FAMILY}" font-size="{FONT_SIZE}" fill="{INK}" '
            f'role="img" aria-label="{escape(" ".join(title))}">'
            f'<rect width="{FILE_WIDTH}" height="{height}" fill="{PAPER}"/>'
            f'{above}{cost}<g transform="translate({_MARGIN} {top:g})">{shapes}</g>{caption}</svg>\n'
        )


def make_picture(title: str, plan: Any, shapes: list[str], height: float, caption: str) -> Picture:
    cost = f"{plan.price_shown}; a person has at most {counted(plan.rows_per_person, 'row')}"
    return Picture(title, cost, "".join(shapes), height, caption)


def wrapped(text: str, room: float, size: float, bold: bool = False, most: int | None = None) -> list[str]:
    """Lines that fit; what is beyond the most of them is cut off."""
    lines = [""]
    for word in printable(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if fitting(longer, room, size, bold) == len(longer):
            lines[-1] = longer
            continue
        while word:  # which may be longer than a line
            length = max(1, fitting(word, room, size, bold))
            lines.append(word[:length])
            word = word[length:]
            if most is not None and len(lines) > most + 1:
                break
    lines = lines if lines[0] or len(lines) == 1 else lines[1:]
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(f"{lines[most - 1]}…", room, size, bold)]


def _block(lines: list[str], top: float, size: int, bold: bool = False) -> tuple[str, float]:
    """Lines of text one below the other, and where they end."""
    weight = ' font-weight="bold"' if bold else ""
    step = size * _LEADING
    drawn = [
        f'<text x="{_MARGIN}" y="{top + step * i + size:.1f}" font-size="{size}"{weight}>{escape(line)}</text>'
        for i, line in enumerate(lines)
    ]
    return "".join(drawn), top + step * len(lines)
