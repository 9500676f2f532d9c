"""A statistic as a form has it: what, of which column, with which further arguments and share. And back, as a text."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .. import stats
from .._expression_text import written_name

OF_ROWS = ("count", "count_people", "keys")
"""Statistics of no column."""

AS_TEXT = ""
"""What a form calls a text that it cannot take apart: all of it stands among the arguments."""


@dataclass(frozen=True)
class StatisticFields:
    """What `mean(cost, bounds=(0, 100), share=3)` consists of, as texts."""

    what: str
    column: str = ""
    arguments: str = ""
    share: str = ""

    @property
    def text(self) -> str:
        """As a study has it."""
        if self.what == AS_TEXT:
            return self.arguments
        parts = [] if self.what in OF_ROWS or not self.column else [_named(self.column)]
        parts += [self.arguments.strip()] if self.arguments.strip() else []
        parts += [f"share={self.share.strip()}"] if self.share.strip() else []
        return f"{self.what}({', '.join(parts)})"


def take_apart(text: str) -> StatisticFields:
    """The parts of a text; of one that is no call of a statistic there is only the text."""
    whole = StatisticFields(AS_TEXT, arguments=text)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return whole
    if isinstance(tree, ast.Name) and tree.id in stats.__all__:
        return StatisticFields(tree.id)
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.func.id not in stats.__all__:
        return whole
    what, positional, column = tree.func.id, list(tree.args), ""
    if what not in OF_ROWS:
        first = positional.pop(0) if positional else None
        if isinstance(first, ast.Name):
            column = written_name(text.strip(), first)
        elif isinstance(first, ast.Constant) and isinstance(first.value, str):
            column = first.value
        else:
            return whole
    if any(keyword.arg is None for keyword in tree.keywords):
        return whole
    share = [ast.unparse(each.value) for each in tree.keywords if each.arg == "share"]
    others = [f"{each.arg}={ast.unparse(each.value)}" for each in tree.keywords if each.arg != "share"]
    return StatisticFields(what, column, ", ".join([*map(ast.unparse, positional), *others]), "".join(share))


def _named(column: str) -> str:
    return column if column.isidentifier() and not _is_word(column) else repr(column)


def _is_word(column: str) -> bool:
    return column in ("True", "False", "None") or not _parses(column)


def _parses(text: str) -> bool:
    try:
        return isinstance(ast.parse(text, mode="eval").body, ast.Name)
    except SyntaxError:  # such as "class"
        return False
