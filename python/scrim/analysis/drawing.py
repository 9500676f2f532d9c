"""What pictures are drawn with: their measures and colours, and text that stays where it has room."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from html import escape

from .printable import printable


@dataclass(frozen=True)
class Measures:
    """How wide a picture is, and where its plot begins and ends; labels stand on both sides of it."""

    width: float
    left: float
    right: float


WIDE = Measures(520, 120, 420)
# For phones, and for one of several pictures side by side.
NARROW = Measures(320, 92, 244)
HALF = Measures(252, 76, 196)
WIDTH, LEFT, RIGHT = WIDE.width, WIDE.left, WIDE.right
# The page may be white or dark. Text has the colour of the page's text, so only shapes have this one: it
# stands out against both, which no colour of text could (that needs more contrast than shapes do).
ACCENT = "#3b8ac4"
# Of lines and outlines in the colour of the text: fainter than text, but plain on any page.
FAINT = 0.6
FONT_SIZE = 11
# Of values that are drawn; all of them are in `values`.
MOST_DRAWN = 60
# Between a label and the plot it stands beside.
GAP = 6
_SMALLEST_FONT = 6.5
_SMALLEST_LABEL = 8  # below it a label is cut rather than made smaller


def text_width(text: str, size: float = FONT_SIZE, bold: bool = False) -> float:
    """How wide it is at most, or nearly so. Which font there is nobody knows; this is for a wide one."""
    return size * sum(map(_em, text)) * (1.12 if bold else 1)


def _em(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "mwMW@%—…±−":
        return 1.0
    if character in "iIjlftr.,:;'|()[]! -":
        return 0.42
    return 0.72 if character.isupper() else 0.64


def fitting(text: str, room: float, size: float = FONT_SIZE, bold: bool = False) -> int:
    """How many of its characters there is room for."""
    for i, character in enumerate(text):
        room -= text_width(character, size, bold)
        if room < 0:
            return i
    return len(text)


def cut(text: str, room: float, size: float = FONT_SIZE, bold: bool = False) -> str:
    """As much of it as there is room for."""
    text = printable(text)
    if fitting(text, room, size, bold) == len(text):
        return text
    return text[: fitting(text, room - text_width("…", size, bold), size, bold)].rstrip() + "…"


def text_at(x: float, y: float, text: str, anchor: str, bold: bool = False, room: float | None = None) -> str:
    """Smaller where there is little room. Names come here by way of `cut`, which makes them printable."""
    look = ' font-weight="bold"' if bold else ""
    if room is not None and (width := text_width(text, bold=bold)) > room:
        look += f' font-size="{max(_SMALLEST_FONT, FONT_SIZE * room / width):.1f}"'
    return f'<text x="{x:.1f}" y="{y:g}" text-anchor="{anchor}"{look}>{escape(text)}</text>'


def beside_left(y: float, text: str, measures: Measures = WIDE) -> str:
    """A label, smaller or cut where it is long."""
    room = measures.left - GAP - 2
    return text_at(measures.left - GAP, y, cut(text, room * FONT_SIZE / _SMALLEST_LABEL), "end", room=room)


def beside_right(y: float, text: str, measures: Measures = WIDE) -> str:
    """A number, in small digits where it is long, but never cut."""
    room = measures.width - measures.right - GAP - 2
    return text_at(measures.right + GAP, y, text, "start", room=room)


def stroke(x: float, upper: float, lower: float, width: int, opacity: float) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{upper:g}" x2="{x:.1f}" y2="{lower:g}" stroke="{ACCENT}" '
        f'stroke-width="{width}" stroke-opacity="{opacity:g}"/>'
    )


def base_line(y: float, measures: Measures = WIDE) -> str:
    """From the left end of a plot to the right one."""
    return span_line(measures.left, measures.right, y)


def span_line(left: float, right: float, y: float) -> str:
    """A thin line across, such as the one that holds an exact number."""
    return f'<line x1="{left:.1f}" y1="{y:g}" x2="{right:.1f}" y2="{y:g}" stroke="currentColor" stroke-opacity="{FAINT}"/>'


def bar(x: float, y: float, width: float, height: float) -> str:
    """Pale, so that lines on it are seen."""
    return (
        f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{height:g}" fill="{ACCENT}" fill-opacity=".35"/>'
    )
