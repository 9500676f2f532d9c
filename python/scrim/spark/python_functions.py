"""Functions in Python that a frame of Spark Connect has. What was sent with the frame says whether each is deterministic; of
one that is known to the server by its name, alone or within a view, it does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_OPERATOR = re.compile(r"^[\s:+\-*()0-9!']*(\w*(?:Python|InPandas|InArrow)\w*) (.*)$", re.MULTILINE)
_NUMBERED = re.compile(r"#\d")


def has_nondeterministic_function(message: Any) -> bool:
    """Whether one was sent that is marked so."""
    return any(not sent.deterministic for sent in _functions_in(message))


def has_unseen_function(message: Any, text: str) -> bool:
    """Whether the plan, in its text, calls one by a name that none has that was sent."""
    names = {sent.function_name for sent in _functions_in(message)}
    for operator, arguments in _OPERATOR.findall(text):
        called = _called(arguments)
        # Other operators list columns as well, whose names may be such calls.
        if not (called and (called <= names if "EvalPython" in operator else called & names)):
            return True
    return False


def _functions_in(message: Any) -> Iterator[Any]:
    """All messages that are of a function, at any depth."""
    if "deterministic" in message.DESCRIPTOR.fields_by_name:
        yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if hasattr(value, "ListFields"):
            several = [value]
        else:  # a map, or a list
            several = list(value.values() if hasattr(value, "values") else value)
        for each in several:
            if hasattr(each, "ListFields"):
                yield from _functions_in(each)


def _called(text: str) -> set[str]:
    """The names of functions in Python: a call of one has its number behind it, f(a#1)#5. None where brackets do not fit, as
    with a text that has some."""
    names, opened = set(), []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(re.split(r"[\s,(\[]", text[:place])[-1])
        elif character == ")":
            if not opened:
                return set()
            name = opened.pop()
            if _NUMBERED.match(text, place + 1):
                names.add(name)
    return set() if opened else names
