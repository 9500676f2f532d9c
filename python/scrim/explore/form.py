"""A study as a form has it: texts, row by row. Made from a study's content, or from what a browser sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .statistic_fields import StatisticFields, take_apart

KINDS = {
    "number": "numbers",
    "integer": "whole numbers",
    "category": "one of some texts",
    "integers": "one of some whole numbers",
    "text": "any text",
    "date": "days",
    "time": "points in time",
    "boolean": "true or false",
}
"""What columns can be declared to be, by what the form calls them."""
RANGES = ("number", "integer", "date")
LISTS = ("category", "integers")

DECLARED, FOUND, LISTED, OTHER = "declared", "found", "listed", "other"
KEYS = {
    DECLARED: "all that are declared",
    FOUND: "found in the data (needs delta)",
    LISTED: "those listed here",
    OTHER: "as the file lists them",
}
"""Which groups there are. A list for several columns is left to the file."""


@dataclass
class ColumnForm:
    was: str = ""
    """What the column is called in the file; nothing if it is new."""
    name: str = ""
    kind: str = "number"
    low: str = ""
    high: str = ""
    values: str = ""
    """One in each line."""
    nullable: bool = False

    @property
    def declared(self) -> tuple[Any, ...]:
        """All but its name."""
        return self.kind, self.low, self.high, self.values, self.nullable


@dataclass
class StatisticForm:
    was: str = ""
    name: str = ""
    fields: StatisticFields = field(default_factory=lambda: StatisticFields("count"))
    within: str = ""
    """How far off it may be at most, where that finds the price: "20", or "50 among 1000"."""


@dataclass
class ReleaseForm:
    was: str = ""
    """Which release of the file it is; nothing if it is new."""
    name: str = ""
    where: str = ""
    """A condition in each line."""
    derive: str = ""
    """A column in each line: name = expression."""
    rows: str = ""
    groups: str = ""
    group_by: list[str] = field(default_factory=list)
    keys: str = DECLARED
    listed: str = ""
    epsilon: str = ""
    delta: str = ""
    rho: str = ""
    confidence: str = ""
    statistics: list[StatisticForm] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    """Columns of public tables, which the form does not change."""

    @property
    def computed(self) -> list[str]:
        """Columns that it has beside those of the table."""
        return [line.partition("=")[0].strip() for line in lines_of(self.derive) if "=" in line] + self.added


@dataclass
class StudyForm:
    title: str = ""
    source: str = ""
    person: str = ""
    rows_per_person: str = ""
    label: str = ""
    epsilon: str = ""
    delta: str = ""
    rho: str = ""
    ledger: str = ""
    account: str = ""
    columns: list[ColumnForm] = field(default_factory=list)
    releases: list[ReleaseForm] = field(default_factory=list)


def form_of(content: Mapping[str, Any]) -> StudyForm:
    """What a form shows of a study. What it has no place for is not lost: it stays where it is."""
    data, budget = _table(content.get("data")), _table(content.get("budget"))
    return StudyForm(
        title=shown(content.get("title")),
        person=", ".join(listed(data.get("person"))),
        columns=[column_of(name, _table(fact)) for name, fact in _table(content.get("columns")).items()],
        releases=[release_of(str(place), _table(each)) for place, each in enumerate(content.get("release") or [])],
        **{name: shown(data.get(name)) for name in ("source", "rows_per_person", "label")},
        **{name: shown(budget.get(name)) for name in ("epsilon", "delta", "rho", "ledger", "account")},
    )


def column_of(name: str, fact: Mapping[str, Any]) -> ColumnForm:
    kind = next((kind for kind in fact if kind in KINDS), "number")
    values = fact.get(kind)
    many = values if isinstance(values, list) else []
    form = ColumnForm(name, name, kind, nullable=fact.get("nullable") is True)
    if kind in RANGES and len(many) == 2:
        form.low, form.high = map(shown, many)
    if kind == "category":
        form.kind = "integers" if many and all(type(each) is int for each in many) else "category"
        form.values = "\n".join(map(shown, many))
    return form


def release_of(was: str, release: Mapping[str, Any]) -> ReleaseForm:
    per_person, within = _table(release.get("per_person")), _table(release.get("within"))
    keys = release.get("keys")
    mode = DECLARED if keys is None else FOUND if keys == "found" else LISTED
    if mode == LISTED and (not isinstance(keys, list) or any(isinstance(each, list) for each in keys)):
        mode = OTHER
    return ReleaseForm(
        was=was,
        where="\n".join(listed(release.get("where"))),
        derive="\n".join(f"{name} = {text}" for name, text in _table(release.get("derive")).items()),
        group_by=listed(release.get("group_by")),
        keys=mode,
        listed="\n".join(map(shown, keys)) if mode == LISTED and isinstance(keys, list) else "",
        statistics=[
            StatisticForm(name, name, take_apart(str(text)), _within(within.get(name)))
            for name, text in _table(release.get("stats")).items()
        ],
        added=[name for lookup in release.get("lookup") or [] for name in listed(_table(lookup).get("add"))],
        **{name: shown(per_person.get(name)) for name in ("rows", "groups")},
        **{name: shown(release.get(name)) for name in ("name", "epsilon", "delta", "rho", "confidence")},
    )


def shown(value: Any) -> str:
    """A value as somebody would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return str(value).replace("E", "e")
    return str(value)


def listed(value: Any) -> list[str]:
    return [shown(each) for each in value] if isinstance(value, list) else [] if value is None else [shown(value)]


def lines_of(text: str) -> list[str]:
    """Without those that are empty."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def as_sent(text: str) -> str:
    """A text as a browser sends it back from a field of one line."""
    return text.replace("\r", "").replace("\n", "")


def _within(value: Any) -> str:
    return " among ".join(map(shown, value)) if isinstance(value, list) else shown(value)


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
