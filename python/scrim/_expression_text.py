"""Expressions of columns as texts: ``"age >= 18 and region in ('N', 'E')"``.

A text is parsed by Python's own parser, and what it may hold is listed here: nothing is evaluated.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import Any, Callable, NoReturn

from scrim._core import RowExpression, _constant, _field, where

__all__ = ["compared_with", "expression_of_text"]

ACCEPTED = (
    "accepted are names of columns (row['a name'] if it is no word), numbers, texts in quotes, + - * / // %, "
    "< <= == != >= >, in (...), and, or, not, a if condition else b, and the functions "
)
LONGEST = 10_000  # characters; an expression has a thousand operations at most

# In the words of the canonical text of an expression.
WORDS = {"true": True, "false": False, "inf": math.inf}
RESERVED = {"row", "nan", "NaN", "none"}

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}

# Functions of one expression.
PLAIN: dict[str, Callable[[RowExpression], RowExpression]] = {
    "abs": abs,
    "floor": lambda a: a.__floor__(),
    "ceil": lambda a: a.__ceil__(),
    "round": lambda a: a.__round__(),
    **{
        name: operator.methodcaller(name)
        for name in ("sqrt log exp is_missing year month day weekday hour minute to_date").split()
    },
}
# Functions of an expression and public constants, by how many of these they take.
WITH_CONSTANTS = {"clip": 2, "starts_with": 1}
WITH_LISTS = ("bin", "is_in")
FUNCTIONS = [*PLAIN, *WITH_CONSTANTS, *WITH_LISTS, "where"]


def expression_of_text(text: str) -> RowExpression:
    """The expression that a text says; ``ValueError``, with the place, if it says none."""
    return _Reader(text).read()


def written_name(source: str, node: ast.Name) -> str:
    """As the source has it. Python's parser takes letters that look like others for these, such as "nº" for "no", which may be
    another column."""
    written = node.id if source.isascii() else ast.get_source_segment(source, node)
    return node.id if written is None else written


class _Reader:
    def __init__(self, text: str):
        self.text = text

    def read(self) -> RowExpression:
        if len(self.text) > LONGEST:
            raise ValueError(f"an expression of {len(self.text)} characters is too long; {LONGEST} are accepted")
        stripped = self.text.strip()
        if "\x00" in stripped:
            raise ValueError(f"{self.text!r} is no expression: it holds a null character")
        try:
            return self.expression(ast.parse(stripped, mode="eval").body)
        except SyntaxError as error:
            before = len(self.text) - len(self.text.lstrip())
            at = before + (error.offset or len(stripped) + 1)
            assigns = re.search(r"(?<![=<>!])=(?!=)", re.sub(r"'[^']*'|\"[^\"]*\"", "", self.text))
            hint = "== compares; " if assigns else ""
            words = f"{self.text!r} is no expression at character {at}; {hint}{_accepted()}"
        except (RecursionError, MemoryError):
            words = f"{self.text[:50]!r}... is nested too deeply"
        raise ValueError(words)

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        stripped = self.text.strip()
        part = ast.get_source_segment(stripped, node) or stripped
        offset = len(self.text) - len(self.text.lstrip())
        # Columns of the parser are counted in bytes.
        line = stripped.splitlines()[node.lineno - 1].encode()[: node.col_offset].decode(errors="ignore")
        at = offset + sum(len(each) + 1 for each in stripped.splitlines()[: node.lineno - 1]) + len(line) + 1
        raise ValueError(f"in {self.text!r}, at character {at}, {part!r} {why}; {_accepted()}")

    def expression(self, node: ast.expr) -> RowExpression:
        if isinstance(node, ast.Constant):
            return _constant(self.constant(node))
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            return BINARY[type(node.op)](self.expression(node.left), self.expression(node.right))
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BoolOp):
            combine = operator.and_ if isinstance(node.op, ast.And) else operator.or_
            result = self.expression(node.values[0])
            for value in node.values[1:]:
                result = combine(result, self.expression(value))
            return result
        if isinstance(node, ast.Compare):
            return self.comparison(node)
        if isinstance(node, ast.IfExp):
            return where(self.expression(node.test), self.expression(node.body), self.expression(node.orelse))
        if isinstance(node, ast.Subscript):
            return self.item(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        self.refuse(node, "is not accepted")

    def name(self, node: ast.Name) -> RowExpression:
        name = written_name(self.text.strip(), node)
        if name in WORDS:
            return _constant(WORDS[name])
        if name in RESERVED:
            self.refuse(node, f"is no column here; write row[{name!r}] if it is one")
        return _field(name)

    def unary(self, node: ast.UnaryOp) -> RowExpression:
        if _is_number(node):
            return _constant(self.constant(node))
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.USub):
            return -operand
        return operand if isinstance(node.op, ast.UAdd) else ~operand

    def comparison(self, node: ast.Compare) -> RowExpression:
        result = None
        left = node.left
        for op, right in zip(node.ops, node.comparators):
            if isinstance(op, (ast.In, ast.NotIn)):
                part = self.expression(left).is_in(self.constants(right))
                part = ~part if isinstance(op, ast.NotIn) else part
            elif type(op) in COMPARISONS:
                part = COMPARISONS[type(op)](self.expression(left), self.expression(right))
            else:
                self.refuse(node, "is not accepted; is_missing(x) tells whether x has no value")
            result = part if result is None else result & part
            left = right
        assert result is not None
        return result

    def item(self, node: ast.Subscript) -> RowExpression:
        is_row = isinstance(node.value, ast.Name) and node.value.id == "row"
        if not is_row or not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, str):
            self.refuse(node, "is not accepted; a column whose name is no word is written row['a name']")
        return _field(node.slice.value)

    def call(self, node: ast.Call) -> RowExpression:
        if isinstance(node.func, ast.Name):
            name, arguments = node.func.id, list(node.args)
        elif isinstance(node.func, ast.Attribute):  # x.clip(0, 1) as a function of a row writes it
            name, arguments = node.func.attr, [node.func.value, *node.args]
        else:
            self.refuse(node, "is no function")
        if name not in FUNCTIONS:
            self.refuse(node, "is no function that is accepted")
        if node.keywords or any(isinstance(each, ast.Starred) for each in arguments):
            self.refuse(node, "takes its arguments one by one, without names")
        wanted = 3 if name == "where" else 1 + (WITH_CONSTANTS.get(name) or name in WITH_LISTS)
        if len(arguments) != wanted:
            self.refuse(node, f"has {len(arguments)} arguments, where {name} takes {wanted}")
        first = self.expression(arguments[0])
        if name == "where":
            return where(first, *map(self.expression, arguments[1:]))
        if name in PLAIN:
            return PLAIN[name](first)
        if name in WITH_LISTS:
            return getattr(first, name)(self.constants(arguments[1]))
        return getattr(first, name)(*map(self.constant, arguments[1:]))

    def constants(self, node: ast.expr) -> list[Any]:
        if not isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            self.refuse(node, "is no list of numbers or texts, such as ('N', 'E')")
        return [self.constant(each) for each in node.elts]

    def constant(self, node: ast.expr) -> bool | int | float | str:
        if isinstance(node, ast.Name) and node.id in WORDS:
            return WORDS[node.id]
        if isinstance(node, ast.UnaryOp) and _is_number(node):
            value = self.constant(node.operand)
            return -value if isinstance(node.op, ast.USub) else value  # type: ignore[operator]
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str)):
            return node.value
        if isinstance(node, ast.Constant) and node.value is None:
            self.refuse(node, "is no value; is_missing(x) tells whether x has none")
        hint = f"; a text is written in quotes, {node.id!r}" if isinstance(node, ast.Name) else ""
        self.refuse(node, f"is no number and no text{hint}")


def compared_with(text: str, name: str) -> list[str]:
    """The columns that a column is compared with, each for itself: those beside which a text may have lost its quotes."""
    found = []
    try:
        parts = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    except (SyntaxError, RecursionError, MemoryError):  # which is told elsewhere
        return []
    for node in parts:
        if isinstance(node, ast.Compare):
            sides = [_column(side) for side in (node.left, *node.comparators)]
            for left, right in zip(sides, sides[1:]):
                found += [other for one, other in ((left, right), (right, left)) if one == name and other is not None]
    return found


def _column(node: ast.expr) -> str | None:
    """The column that it is, if it is one."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return node.slice.value
    return node.id if isinstance(node, ast.Name) else None


def _is_number(node: ast.UnaryOp) -> bool:
    """Whether it is a number with its sign."""
    value = node.operand
    if isinstance(value, ast.Name):
        return value.id == "inf" and isinstance(node.op, (ast.USub, ast.UAdd))
    is_number = isinstance(value, ast.Constant) and type(value.value) in (int, float)
    return is_number and isinstance(node.op, (ast.USub, ast.UAdd))


def _accepted() -> str:
    return ACCEPTED + ", ".join(FUNCTIONS)
