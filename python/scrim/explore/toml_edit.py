"""A study's text with other content: only what differs is written anew, and remarks, order and all else stay."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..analysis.refuse import refuse
from ..studies.study import parse_study
from .toml_literal import key, literal

Kept = Sequence[int | None]
"""Of each release of the new content: which it was in the old one, or None if it is new."""


def edited(file: Path, text: str, content: Mapping[str, Any], kept: Kept) -> str:
    """The text, so changed that it says `content`. Where that cannot be done in place it is refused: nothing is lost."""
    old = parse_study(file, text)
    if same(old, content):
        return text
    tomlkit = importlib.import_module("tomlkit")
    document = tomlkit.parse(text)
    _merge(document, old, {name: value for name, value in content.items() if name != "release"}, skip="release")
    _merge_releases(document, old.get("release", []), content.get("release", []), kept)
    written: str = tomlkit.dumps(document)
    if not same(parse_study(file, written), content):
        refuse(
            f"{file.name} is written in a way in which this page cannot change it; nothing was written. Change it in an editor, "
            "and load it again"
        )
    return written


def same(one: Any, other: Any) -> bool:
    """Equal, and of equal types: 1 is not true. The order of statistics is that of columns in a release, and counts."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        if one.keys() != other.keys() or not all(same(one[name], other[name]) for name in one):
            return False
        return list(one.get("stats") or ()) == list(other.get("stats") or ())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def _merge(container: Any, old: Mapping[str, Any], new: Mapping[str, Any], *, skip: str | None = None) -> None:
    for name in old:
        if name not in new and name != skip:
            del container[name]
    for name, value in new.items():
        if name not in old:
            _add(container, name, value)
        elif same(old[name], value):
            continue
        elif isinstance(value, Mapping) and isinstance(old[name], Mapping) and _keeps_order(old[name], value):
            _merge(container[name], old[name], value)
        elif isinstance(value, Mapping):
            del container[name]
            _add(container, name, value)
        else:
            container[name] = _item(value)


def _keeps_order(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether taking out what is gone and adding what is new at the end gives the same order."""
    return [name for name in old if name in new] + [name for name in new if name not in old] == list(new)


def _merge_releases(document: Any, old: list[Any], new: list[Any], kept: Kept) -> None:
    """Those that are gone are taken out, those that stay are changed in place, new ones come last."""
    tables = document.get("release")
    stay = [place for place in kept if place is not None]
    if type(tables).__name__ != "AoT" or stay != sorted(set(stay)):  # written as one list
        document["release"] = _item(list(new))
        return
    for place in reversed(range(len(old))):
        if place not in stay:
            del tables[place]
    for table, place, content in zip(tables, stay, [each for each, was in zip(new, kept, strict=True) if was is not None], strict=True):
        _merge(table, old[place], content)
    for content in (each for each, was in zip(new, kept, strict=True) if was is None):
        added = _parsed("".join(f"{key(name)} = {literal(value)}\n" for name, value in content.items()))
        table = importlib.import_module("tomlkit").table()
        for name in content:
            table.add(name, added[name])
        tables.append(table)


def _add(container: Any, name: str, value: Any) -> None:
    container.append(name, _item(value))


def _item(value: Any) -> Any:
    """What the library makes of the text, so that numbers stay as they are typed."""
    return _parsed(f"x = {literal(value)}\n")["x"]


def _parsed(text: str) -> Any:
    return importlib.import_module("tomlkit").parse(text)
