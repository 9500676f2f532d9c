"""One statistic of a query, as a value: what is asked for, and its weight in the budget."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..accounting.amounts import exact
from ..analysis.refuse import Argument, refuse, shown


@dataclass(frozen=True)
class Statistic:
    """What `scrim.stats` makes."""

    name: str
    """Such as "mean"."""
    column: str | None
    """Of which; None of whole rows."""
    options: tuple[tuple[str, Any], ...] = ()
    """What else was asked for, by name; what was left out is not here."""
    share: Fraction = Fraction(1)
    """Of the budget, beside the shares of the other statistics: it weighs costs, not scales of noise."""

    def option(self, name: str, default: Any = None) -> Any:
        """What was asked for under this name."""
        return dict(self.options).get(name, default)

    @property
    def row_column(self) -> str | None:
        """Where a group has several rows of it in a release, in a frame of its own: the column that tells these apart."""
        return {"histogram": "bin", "top_k": "rank"}.get(self.name)

    def to_json(self) -> dict[str, Any]:
        """What a digest is of."""
        return {
            "statistic": self.name,
            **({} if self.column is None else {"column": self.column}),
            **{name: _plain(value) for name, value in self.options},
            "share": str(self.share),
        }

    def __str__(self) -> str:
        """As a text that means the same."""
        parts = [] if self.column is None else [self.column if self.column.isidentifier() else repr(self.column)]
        parts += [f"{name}={_shown(value)}" for name, value in self.options]
        parts += [] if self.share == 1 else [f"share={_shown(self.share)}"]
        return f"{self.name}({', '.join(parts)})"

    __repr__ = __str__


def make_statistic(name: str, column: Any, share: Any, **options: Any) -> Statistic:
    """Arguments of `scrim.stats`, checked as far as no table is needed; those that are None were left out."""
    if column is not None and (not isinstance(column, str) or not column):
        refuse(f"{name} is of {shown(column)}; give the name of a column, such as {name}('cost')")
    given = tuple(sorted((key, value) for key, value in options.items() if value is not None))
    return Statistic(name, column, given, share_of(share))


def share_of(share: Any) -> Fraction:
    """A weight in the budget, as it was typed."""
    advice = "a number above 0: how much of the budget it has, beside the shares of the others"
    weight = exact(share, "share", advice)
    if weight <= 0:
        refuse(Argument("share"), f" is {shown(share)}; give {advice}")
    # As it was typed: 0.1 is a tenth.
    return exact(repr(float(share)), "share", advice) if isinstance(share, float) else weight


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else _decimal(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)


def _decimal(value: Fraction) -> str:
    """A fraction as it would be typed, if it is a short decimal."""
    text = f"{float(value):.12g}"
    return text if Fraction(text) == value else str(value)
