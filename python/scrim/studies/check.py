"""Checks content against the description of a study. Every error says where, what is there, and what is accepted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from ..analysis.refuse import refuse, shown


def check(content: Any, schema: Mapping[str, Any], where: str) -> None:
    """Refuses what the schema does not allow; `where` is what the content is called."""
    for choices in (schema.get("oneOf"), schema.get("anyOf")):
        if choices is not None:
            _check_choices(content, choices, schema, where)
    kinds = schema.get("type")
    if kinds is not None and not any(_is(content, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        _refuse(content, schema, where)
    if "enum" in schema and content not in schema["enum"]:
        _refuse(content, {"description": " or ".join(map(_literal, schema["enum"]))}, where)
    if "pattern" in schema and not re.search(schema["pattern"], content):
        _refuse(content, schema, where)
    if "minimum" in schema and content < schema["minimum"]:
        _refuse(content, schema, where)
    if isinstance(content, list):
        _check_list(content, schema, where)
    if isinstance(content, dict):
        _check_table(content, schema, where)


def _check_choices(content: Any, choices: list[Mapping[str, Any]], schema: Mapping[str, Any], where: str) -> None:
    """One of several shapes. Of tables that name their kind the error is that of the kind."""
    for choice in choices:
        if isinstance(content, dict) and content.keys() & set(choice.get("required", ())):
            check(content, choice, where)
            return
    from .._core import InvalidArgumentError

    for choice in choices:
        try:
            check(content, choice, where)
        except InvalidArgumentError:
            continue
        return
    _refuse(content, schema, where)


def _check_list(content: list[Any], schema: Mapping[str, Any], where: str) -> None:
    if not schema.get("minItems", 0) <= len(content) <= schema.get("maxItems", len(content)):
        _refuse(content, schema, where)
    for place, item in enumerate(content, 1):
        items = schema.get("items")
        if items is not None:
            inner = f"{where} {place}" if isinstance(item, dict) else where
            check(item, items if "description" in items else {**items, **_described(schema)}, inner)


def _check_table(content: dict[str, Any], schema: Mapping[str, Any], where: str) -> None:
    known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name, value in content.items():
        place = f"{where}.{name}" if where else name
        if name in known:
            check(value, known[name], place)
        elif rest is False:
            close = get_close_matches(name, known, n=1)
            guess = f"did you mean {close[0]}? " if close else ""
            owner = where or "the study"
            refuse(f"{owner} has {name!r}, which is no key of it; {guess}There are {', '.join(known)}")
        elif isinstance(rest, Mapping):
            check(value, rest if "description" in rest else {**rest, **_described(schema)}, place)
    for name in schema.get("required", ()):
        if name not in content:
            advice = known.get(name, {}).get("description", "")
            refuse(f"{where or 'the study'} has no {name}; give {advice}")


def _described(schema: Mapping[str, Any]) -> dict[str, str]:
    return {"description": schema["description"]} if "description" in schema else {}


def _is(content: Any, kind: str) -> bool:
    if isinstance(content, bool):
        return kind == "boolean"
    types: dict[str, tuple[type, ...]] = {
        "object": (dict,),
        "array": (list,),
        "string": (str,),
        "integer": (int,),
        "number": (int, float, Decimal),
        "boolean": (),
    }
    return isinstance(content, types[kind])


def _literal(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f'"{value}"'


def _refuse(content: Any, schema: Mapping[str, Any], where: str) -> None:
    plain = str(content) if isinstance(content, Decimal) else shown(content)
    refuse(f"{where} is {plain}; give {schema.get('description', 'something else')}")
