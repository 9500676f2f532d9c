"""What a report is made of, before anyone says how it looks: sections of prose, facts, pictures and tables.

A report of another thing (a study, a ledger) is further sections: a pure function from its facts to these.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.picture import Picture


@dataclass(frozen=True)
class Prose:
    """Paragraphs of plain text."""

    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Listed:
    """Terms and what is said of each."""

    pairs: tuple[tuple[str, str], ...]
    are_digests: bool = False
    """Whether they are long texts without words, to be broken anywhere."""


@dataclass(frozen=True)
class Figure:
    """One picture, drawn for wide pages and for narrow ones."""

    wide: Picture
    narrow: Picture


@dataclass(frozen=True)
class Head:
    """Of a column."""

    name: str
    is_number: bool = False
    is_unbroken: bool = False
    """Whether its cells are never broken in two."""


@dataclass(frozen=True)
class Grid:
    """A table. Its first `labels` columns say what a row is about."""

    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int = 1


@dataclass(frozen=True)
class Commands:
    """Lines for a shell."""

    lines: tuple[str, ...]


Block = Prose | Listed | Figure | Grid | Commands


@dataclass(frozen=True)
class Section:
    """With sections of its own, one level down."""

    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Report:
    """A whole page."""

    title: str
    lead: str
    """One sentence that says what the page is."""
    sections: tuple[Section, ...]
    made_by: str
