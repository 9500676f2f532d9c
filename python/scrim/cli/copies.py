"""The files that a release is written to beside the screen: what each holds, and how large it can become.

Room is taken for the largest that can be released, so that whether there is enough does not depend on what is.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from ..analysis import TopKPlan
from ..analysis.drawing import MOST_DRAWN
from ..analysis.picture import FILE_WIDTH, Picture
from ..analysis.picture_file import PNG_ZOOM, is_png, plot_bytes
from ..tables import QueryPlan
from .output_file import OutputFile
from .printable import json_bytes
from .show import as_fields

# What a release says beside its plan: numbers, at most this long each with their names.
_LONGEST_NUMBER = 64
# A value, before and after it was moved to what it can be, the ends of an interval, and room for the names of all.
_NUMBERS_BESIDE_PARTS = 5
# Where a release stands in a ledger, with its name.
_HEAD_OF_A_LEDGER = 128
# A character of a text is at most this long in JSON.
_LONGEST_CHARACTER = 12

# What a picture of a release has more than that of its plan: other words around it, in bytes and in units of height,
# and what is drawn for each value. Words are cut, so that these hold whatever the names are.
_MORE_WORDS, _MORE_LINES = 8192, 160
_SHAPES_OF_A_VALUE, _HEIGHT_OF_A_VALUE = 2048, 44
# Of the pixels: what a PNG has besides, if they cannot be compressed at all.
_PNG_OVERHEAD = 1.01
_PNG_FRAME = 4096


class Copy(ABC):
    """Of a release, or of a plan in a dry run."""

    holds: str

    def __init__(self, file: OutputFile) -> None:
        self.file = file

    @abstractmethod
    def content(self, outcome: Any, where: dict[str, Any]) -> bytes:
        """What the file is to hold."""

    @abstractmethod
    def largest_size(self, plan: Any, where: dict[str, Any]) -> int:
        """That the content can have, whatever is released."""


class JsonCopy(Copy):
    """Of `--output`."""

    holds = "the release"

    def __init__(self, path: str) -> None:
        super().__init__(OutputFile(path))

    def content(self, outcome: Any, where: dict[str, Any]) -> bytes:
        return json_bytes(as_fields(outcome, where), "utf-8")

    def largest_size(self, plan: Any, where: dict[str, Any]) -> int:
        size = len(self.content(plan, where)) + _HEAD_OF_A_LEDGER
        if isinstance(plan, QueryPlan):
            return size + _size_of_frame(plan)
        if isinstance(plan, TopKPlan):
            longest = max(len(category) for category in plan.categories)
            numbers = 5 if plan.counts else 1
            return size + plan.k * (longest * _LONGEST_CHARACTER + numbers * _LONGEST_NUMBER) + 3 * _LONGEST_NUMBER
        # Parts and bins have two numbers, as values do, and bins the ends of an interval.
        numbers = 2 * len(getattr(plan, "parts", ())) + 4 * len(getattr(plan, "bins", ()))
        return size + (numbers + _NUMBERS_BESIDE_PARTS) * _LONGEST_NUMBER


class PlotCopy(Copy):
    """Of `--plot`."""

    holds = "a picture of the release"

    def __init__(self, path: str, title: str) -> None:
        super().__init__(OutputFile(path, option="--plot"))
        self._title = title

    def content(self, outcome: Any, where: dict[str, Any]) -> bytes:
        return plot_bytes(self._picture(outcome), self.file.given)

    def largest_size(self, plan: Any, where: dict[str, Any]) -> int:
        values = _values_drawn(plan)
        svg = self._picture(plan).svg()
        if not is_png(self.file.given):
            return len(svg.encode()) + _MORE_WORDS + values * _SHAPES_OF_A_VALUE
        drawn = re.search(r' height="(\d+)"', svg)
        assert drawn is not None
        height = PNG_ZOOM * (int(drawn[1]) + _MORE_LINES + values * _HEIGHT_OF_A_VALUE)
        bytes_of_a_row = 4 * PNG_ZOOM * FILE_WIDTH + 1
        return round(height * bytes_of_a_row * _PNG_OVERHEAD) + _PNG_FRAME

    def _picture(self, outcome: Any) -> Picture:
        """The one of notebooks, which says what it is of."""
        picture: Picture = outcome._picture()
        return replace(picture, cost=f"{self._title}: {picture.cost}")


def _size_of_frame(plan: QueryPlan) -> int:
    """Of all its cells, however long they are: groups and what can be chosen are public."""
    texts = [cell for row in plan.keys.rows for cell in row] if plan.keys is not None else []
    longest = max((len(str(text)) for text in [*texts, *plan.public_texts()]), default=0)
    return (plan.frame_cells() + _NUMBERS_BESIDE_PARTS) * (_LONGEST_NUMBER + longest * _LONGEST_CHARACTER)


def _values_drawn(plan: Any) -> int:
    if isinstance(plan, QueryPlan):
        return MOST_DRAWN
    values = plan.k if isinstance(plan, TopKPlan) else max(len(getattr(plan, "parts", ())), len(getattr(plan, "bins", ())))
    return min(values, MOST_DRAWN)
