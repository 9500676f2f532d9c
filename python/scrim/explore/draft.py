"""From a form back to the content of a study. A field that was not changed leaves what the file says, however it says it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..analysis.refuse import refuse
from ..analysis.refuse import shown as quoted
from .form import (
    DECLARED,
    FOUND,
    LISTED,
    RANGES,
    ColumnForm,
    ReleaseForm,
    StatisticForm,
    StudyForm,
    as_sent,
    form_of,
    lines_of,
)

_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,30})")
_DECIMAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,30})(\.[0-9]{1,60})?([eE][+-]?[0-9]{1,3})?")
_AMONG = re.compile(r"(\S+)\s+among\s+(\S+)")


@dataclass(frozen=True)
class Draft:
    """What a study would say."""

    content: dict[str, Any]
    kept: tuple[int | None, ...]
    """Which release of the file each release is."""


def draft_of(form: StudyForm, base: Mapping[str, Any]) -> Draft:
    """The content that a form stands for, where the file says `base`."""
    content: dict[str, Any] = copy.deepcopy(dict(base))
    before = form_of(base)
    put = _Putting(content, before, form)
    put("title", str)
    data = _Putting(content.setdefault("data", {}), before, form)
    data("source", str)
    data("person", _names)
    data("rows_per_person", number_of)
    data("label", str)
    budget = _Putting(content.setdefault("budget", {}), before, form)
    for name in ("epsilon", "delta", "rho"):
        budget(name, number_of)
    budget("ledger", str)
    budget("account", str)
    content["columns"] = _columns(form, before, base.get("columns") or {})
    old, shown = base.get("release") or [], {release.was: release for release in before.releases}
    kept = [int(each.was) if each.was in shown else None for each in form.releases]
    content["release"] = [
        _release(each, ReleaseForm() if was is None else shown[each.was], {} if was is None else old[was], form)
        for each, was in zip(form.releases, kept, strict=True)
    ]
    return Draft(content, tuple(kept))


class _Putting:
    """Puts fields of a form into a table of the study, if they were changed."""

    def __init__(self, table: dict[str, Any], before: Any, after: Any) -> None:
        self.table = table
        self.before = before
        self.after = after

    def __call__(self, name: str, read: Callable[[str], Any]) -> None:
        before, after = getattr(self.before, name), getattr(self.after, name)
        if after == before or after == as_sent(before):
            return
        if not after.strip():
            self.table.pop(name, None)
        else:
            self.table[name] = read(after.strip())


def _columns(form: StudyForm, before: StudyForm, base: Mapping[str, Any]) -> dict[str, Any]:
    shown = {column.was: column for column in before.columns}
    columns: dict[str, Any] = {}
    for column in form.columns:
        if not column.name:
            refuse("a column has no name; give the one that it has in the file, or take it out")
        if column.name in columns:
            refuse(f"two columns are called {quoted(column.name)}; give each its own name, or take one out")
        known = shown.get(column.was) if column.was else None
        unchanged = known is not None and known.declared == column.declared
        before_values = "" if known is None else known.values
        columns[column.name] = copy.deepcopy(base[column.was]) if unchanged else _fact(column, before_values)
    return columns


def _fact(column: ColumnForm, before: str) -> dict[str, Any]:
    values: Any = True
    if column.kind in RANGES:
        ends = [column.low.strip(), column.high.strip()]
        values = ends if column.kind == "date" else [number_of(end) for end in ends]
    elif column.kind == "category":
        values = _values_of(column.values, before)
    elif column.kind == "integers":
        values = [number_of(line.strip()) for line in _values_of(column.values, before)]
    kind = "category" if column.kind == "integers" else column.kind
    return {kind: values, **({"nullable": True} if column.nullable else {})}


def _release(form: ReleaseForm, before: ReleaseForm, base: Mapping[str, Any], study: StudyForm) -> dict[str, Any]:
    content = copy.deepcopy(dict(base))
    put = _Putting(content, before, form)
    put("name", str)
    put("where", _one_or_many)
    put("derive", _derived)
    per_person = _Putting(content.get("per_person", {}), before, form)
    for name in ("rows", "groups"):
        per_person(name, number_of)
    _keep_if_any(content, "per_person", per_person.table)
    if form.group_by != before.group_by:
        _keep_if_any(content, "group_by", form.group_by)
    _put_keys(content, form, before, study)
    for name in ("epsilon", "delta", "rho", "confidence"):
        put(name, number_of)
    shown = {statistic.was: statistic for statistic in before.statistics}
    texts, errors = base.get("stats") or {}, base.get("within") or {}
    stats: dict[str, str] = {}
    within = {name: error for name, error in errors.items() if name not in texts}
    for each in form.statistics:
        known = shown.get(each.was) if each.was else None
        _refuse_names(each, stats, form)
        stats[each.name] = texts[each.was] if known is not None and known.fields == each.fields else each.fields.text
        if known is not None and known.within == each.within and each.was in errors:
            within[each.name] = errors[each.was]
        elif each.within.strip():
            within[each.name] = _error(each.within.strip())
    content["stats"] = stats
    _keep_if_any(content, "within", within)
    return content


def _refuse_names(statistic: StatisticForm, known: Mapping[str, Any], release: ReleaseForm) -> None:
    if not statistic.name:
        refuse(f"a statistic of {quoted(release.name)} has no name; give the one that its column shall have, such as n")
    if statistic.name in known:
        refuse(f"two statistics of {quoted(release.name)} are called {quoted(statistic.name)}; give each its own name")


def _put_keys(content: dict[str, Any], form: ReleaseForm, before: ReleaseForm, study: StudyForm) -> None:
    if not form.group_by:
        content.pop("keys", None)  # the form asks for them only where there are groups, so nobody could take them out
        return
    if (form.keys, form.listed) == (before.keys, before.listed):
        return
    if form.keys == DECLARED:
        content.pop("keys", None)
    elif form.keys == FOUND:
        content["keys"] = "found"
    elif form.keys == LISTED:
        kinds = {column.name: column.kind for column in study.columns}
        kind = kinds.get(form.group_by[0]) if len(form.group_by) == 1 else None
        read = number_of if kind in ("integer", "integers") else _truth if kind == "boolean" else str
        content["keys"] = [read(line) for line in _values_of(form.listed, before.listed)]


def _values_of(text: str, before: str) -> list[str]:
    """One in each line. Those that the file has stay as they are, with spaces around them too; nobody sees to these who types
    others."""
    known = set(before.split("\n")) if before else set()
    lines = [line if line in known else line.strip() for line in text.split("\n")]
    return [line for line in lines if line or line in known]


def number_of(text: str) -> Any:
    """As it was typed. What is no number stays a text, of which the study says what belongs there."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return Decimal(text) if _DECIMAL.fullmatch(text) else text


def _truth(text: str) -> Any:
    return {"true": True, "false": False}.get(text.lower(), text)


def _names(text: str) -> Any:
    return _one_or_many("\n".join(text.split(",")))


def _one_or_many(text: str) -> Any:
    lines = lines_of(text)
    return lines[0] if len(lines) == 1 else lines


def _derived(text: str) -> dict[str, str]:
    derived: dict[str, str] = {}
    for line in lines_of(text):
        name, sign, expression = (part.strip() for part in line.partition("="))
        if not sign or not name or not expression:
            refuse(f"{quoted(line)} computes no column; give its name and an expression, such as decade = age // 10")
        if name in derived:
            refuse(f"the column {quoted(name)} is computed twice; give each its own name")
        derived[name] = expression
    return derived


def _error(text: str) -> Any:
    """`20`, or `50 among 1000`."""
    among = _AMONG.fullmatch(text)
    return number_of(text) if among is None else [number_of(among[1]), number_of(among[2])]


def _keep_if_any(content: dict[str, Any], name: str, value: Any) -> None:
    if value:
        content[name] = list(value) if isinstance(value, list) else value
    else:
        content.pop(name, None)
