"""Small pictures as SVG, for the scripts beside pages: axes, lines, bars, texts, in the colors of Scrim's own pictures.

The site shows them in the dark with other colors, so a script uses INK, BLUE, RED and PAPER and no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

INK, BLUE, RED, PAPER = "#222222", "#3b8ac4", "#c4573b", "#ffffff"
_FONTS = "Arial, Helvetica, Liberation Sans, DejaVu Sans, Noto Sans, Verdana, sans-serif"


class Picture:
    """A drawing area with room for a title above and for axes at the left and below."""

    def __init__(self, title: str, *, height: int = 260, width: int = 552, left: int = 58, right: int = 24) -> None:
        self.title = title
        self.width, self.height = width, height
        self.left, self.right = left, width - right
        self.top, self.bottom = 58, height - 44
        self._x, self._y = (0.0, 1.0), (0.0, 1.0)
        self._parts: list[str] = []

    def scale(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self._x, self._y = x, y

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self._x[0]) / (self._x[1] - self._x[0])
        up = (y - self._y[0]) / (self._y[1] - self._y[0])
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def axes(self, xs: Sequence[tuple[float, str]], ys: Sequence[tuple[float, str]], *, x: str, y: str) -> None:
        for value, label in ys:
            _, at = self.at(self._x[0], value)
            self.raw_line(self.left, at, self.right, at, opacity=0.2)
            self.raw_text(self.left - 6, at + 4, label, anchor="end")
        for value, label in xs:
            at, _ = self.at(value, self._y[0])
            self.raw_line(at, self.bottom, at, self.bottom + 4)
            self.raw_text(at, self.bottom + 16, label, anchor="middle")
        self.raw_line(self.left, self.bottom, self.right, self.bottom)
        self.raw_text((self.left + self.right) / 2, self.bottom + 34, x, anchor="middle")
        self.raw_text(16, self.top - 12, y)

    def curve(self, points: Sequence[tuple[float, float]], color: str = BLUE, *, dashed: bool = False) -> None:
        path = " ".join("{:.1f},{:.1f}".format(*self.at(*point)) for point in points)
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>')

    def bar(self, x: float, y: float, color: str = BLUE, *, wide: float = 1.0, opacity: float = 0.35) -> None:
        x0, y0 = self.at(x - wide / 2, y)
        x1, y1 = self.at(x + wide / 2, self._y[0])
        self.box(x0, y0, x1 - x0, y1 - y0, color, opacity=opacity)

    def segment(self, start: tuple[float, float], end: tuple[float, float], color: str = INK, *, wide: float = 1, opacity: float = 1) -> None:
        self.raw_line(*self.at(*start), *self.at(*end), color=color, wide=wide, opacity=opacity)

    def dot(self, x: float, y: float, color: str = BLUE) -> None:
        at = self.at(x, y)
        self._parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="3" fill="{color}"/>')

    def label(self, x: float, y: float, text: str, *, color: str = INK, anchor: str = "start", shift: tuple[float, float] = (0, 0)) -> None:
        at = self.at(x, y)
        self.raw_text(at[0] + shift[0], at[1] + shift[1], text, color=color, anchor=anchor)

    def box(self, x: float, y: float, width: float, height: float, color: str = BLUE, *, opacity: float = 0.35, outlined: bool = False) -> None:
        stroke = f' stroke="{color}"' if outlined else ""
        self._parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}" fill-opacity="{opacity}"{stroke}/>')

    def raw_line(self, x0: float, y0: float, x1: float, y1: float, *, color: str = INK, wide: float = 1, opacity: float = 0.6) -> None:
        self._parts.append(
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{color}" stroke-width="{wide}" stroke-opacity="{opacity}"/>'
        )

    def raw_text(self, x: float, y: float, text: str, *, color: str = INK, anchor: str = "start", size: int = 11, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}" font-size="{size}"{weight}>{escape(text)}</text>')

    def save(self, name: str) -> None:
        self.raw_text(16, 24, self.title, size=14, bold=True)
        Path(name).write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
            f' font-family="{_FONTS}" font-size="11" fill="{INK}" role="img" aria-label="{escape(self.title)}">'
            f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>{"".join(self._parts)}</svg>\n',
            encoding="utf-8",
        )
