"""Expressions of the columns of a table, traced from a function of a row or read from a text."""

from __future__ import annotations

from typing import Any

from scrim._core import RowExpression, _constant, _field
from scrim._expression_text import expression_of_text

__all__ = ["Row", "to_expression"]


class Row:
    """The symbol that a function of a row is called with: its attributes, and its items, are columns."""

    __slots__ = ()

    def __getattr__(self, name: str) -> RowExpression:
        if name.startswith("__"):
            raise AttributeError(name)  # what Python and others ask an object for
        return _field(name)

    def __getitem__(self, name: str) -> RowExpression:
        if not isinstance(name, str):
            raise TypeError(f"a column is named by a text, as in r['age'], not by {type(name).__name__}")
        return _field(name)

    def __iter__(self):
        raise TypeError("a row has no columns to go through until it is used on a table; name them, as in r.age")

    def __bool__(self) -> bool:
        raise TypeError("a row is no condition; compare one of its columns, as in r.age >= 18")

    def __repr__(self) -> str:
        return "row"


def to_expression(value: Any, name: str = "expression") -> RowExpression:
    """An expression as it is, of a text such as ``"age >= 18"``, or of a function such as ``lambda r: r.age >= 18``.

    The function is called once, now, and never sees a row.
    """
    if isinstance(value, RowExpression):
        return value
    if isinstance(value, str):
        return expression_of_text(value)
    if not callable(value):
        raise TypeError(f"{name} must be a text, or a function of a row, not {type(value).__name__}")
    made = value(Row())
    if isinstance(made, Row):
        raise TypeError(f"{name} gives the row itself; give one of its columns, as in r.age")
    return made if isinstance(made, RowExpression) else _constant(made)
