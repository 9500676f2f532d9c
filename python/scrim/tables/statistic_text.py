"""Statistics as texts: "mean(cost, share=3)". Parsed through a list of what is allowed; nothing is evaluated."""

from __future__ import annotations

import ast
import inspect
from difflib import get_close_matches
from typing import Any, NoReturn

from .. import stats
from .._core import InvalidArgumentError
from .._expression_text import written_name
from ..analysis.refuse import refuse, shown
from .statistic import Statistic

# Python writes no integer of more than 4300 digits, and a digest holds what is written.
_MOST_BITS = 10_000
_EXAMPLE = 'such as "mean(cost)" or "quantile(age, 0.9, share=2)"'


def statistic_of(given: Any, name: str) -> Statistic:
    """What `agg` was given under this name."""
    if isinstance(given, Statistic):
        return given
    if not isinstance(given, str):
        refuse(f"{name} is {shown(given)}; give a statistic of scrim.stats, such as stats.mean('cost'), or a text {_EXAMPLE}")
    return parse_statistic(given, name)


def parse_statistic(text: str, name: str) -> Statistic:
    """A text as a statistic."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        _refuse(text, name)
    if isinstance(tree, ast.Name):  # "count" for "count()"
        tree = ast.Call(tree, [], [])
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        _refuse(text, name)
    function = tree.func.id
    if function not in stats.__all__:
        close = get_close_matches(function, stats.__all__, n=1)
        guess = f"did you mean {close[0]}? There" if close else "there"
        refuse(f"{name} is {shown(text)}, and there is no statistic {function}; {guess} are {', '.join(stats.__all__)}")
    positional = [_value(each, text, name) for each in tree.args]
    named = {}
    for keyword in tree.keywords:
        if keyword.arg is None:
            _refuse(text, name)
        named[keyword.arg] = _value(keyword.value, text, name)
    try:
        made: Statistic = getattr(stats, function)(*positional, **named)
    except TypeError:
        refuse(f"{name} is {shown(text)}, which does not fit; it is written {_form(function)}")
    except InvalidArgumentError as error:
        refuse(f"{name} is {shown(text)}: {error}")
    return made


def _form(function: str) -> str:
    """How a statistic is written: what it may leave out with a sign of equality."""
    parameters = inspect.signature(getattr(stats, function)).parameters.values()
    return f"{function}({', '.join(each.name + ('' if each.default is each.empty else '=') for each in parameters)})"


def _value(tree: ast.expr, text: str, name: str) -> Any:
    if isinstance(tree, ast.Name):
        return written_name(text.strip(), tree)
    if isinstance(tree, ast.Constant) and isinstance(tree.value, (str, int, float, bool)):
        if isinstance(tree.value, int) and tree.value.bit_length() > _MOST_BITS:
            refuse(f"{name} is {shown(text)}, which has a number of thousands of digits; give a smaller one")
        return tree.value
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        value = _value(tree.operand, text, name)
        return -value if isinstance(value, (int, float)) and not isinstance(value, bool) else _refuse(text, name)
    if isinstance(tree, (ast.List, ast.Tuple)):
        return [_value(each, text, name) for each in tree.elts]
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "range" and not tree.keywords:
        ends = [_value(each, text, name) for each in tree.args]
        if 1 <= len(ends) <= 3 and all(type(end) is int for end in ends) and (len(ends) < 3 or ends[2] != 0):
            return range(*ends)
    _refuse(text, name)


def _refuse(text: str, name: str) -> NoReturn:
    refuse(f"{name} is {shown(text)}, which is no statistic; give one {_EXAMPLE}")
