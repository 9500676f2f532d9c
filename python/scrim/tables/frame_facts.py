"""What a release of a query tells, read from its public fields (`to_dict`, `--json`): all that is drawn or reported of it.

A release in memory and one that was saved are told by the same fields, so that a notebook, a file and a report cannot
differ.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.refuse import Words, refuse
from .canonical import digest_of

INNER = ("bin", "rank")
"""Columns by which a group has several rows."""


@dataclass(frozen=True)
class StatisticFacts:
    """Of one statistic: what was asked for, what it cost and how far off it is."""

    name: str
    text: str
    """As it was asked for, such as "mean(cost, share=3)"."""
    column: str | None
    """Of which; None of whole rows."""
    cost: float
    mechanism: str
    scales: Mapping[str, float]
    accuracy: tuple[str, ...]
    """In words."""
    columns: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Such as "mean"."""
        return self.text.partition("(")[0]

    @property
    def inner(self) -> str | None:
        """The column that tells the rows of one group apart, if there are several."""
        return next((name for name in self.columns if name in INNER and name != self.name), None)

    @property
    def values(self) -> tuple[str, ...]:
        """The columns that hold what was released, without the ends of intervals."""
        ends = {f"{name}{end}" for name in self.columns for end in ("_low", "_high")}
        return tuple(name for name in self.columns if name != self.inner and name not in ends)

    def ends(self, column: str) -> tuple[str, str] | None:
        """The columns that hold the ends of the noise interval of this one."""
        low, high = f"{column}_low", f"{column}_high"
        return (low, high) if low in self.columns else None


@dataclass(frozen=True)
class Cells:
    """One frame of a release."""

    statistics: tuple[str, ...]
    """The names of those that are in it."""
    columns: Mapping[str, list[Any]]
    types: Mapping[str, str]

    @property
    def rows(self) -> int:
        return len(next(iter(self.columns.values()), []))


@dataclass(frozen=True)
class FrameFacts:
    """Of one release."""

    statistics: tuple[StatisticFacts, ...]
    frames: tuple[Cells, ...]
    group_by: tuple[str, ...]
    where: tuple[str, ...]
    currency: str
    """What the statistics' costs are in: "epsilon" or "rho"."""
    epsilon: float | None
    delta: float | None
    rho: float | None
    threshold: int | None
    confidence: float
    plan_digest: str
    words: Mapping[str, Any]
    file: str | None = None
    """Where the rows came from, if that is told."""
    version: str | None = None
    ledger: str | None = None
    """Where it stands in the ledger that it was paid from."""

    @property
    def rows(self) -> int:
        """Of all frames."""
        return sum(frame.rows for frame in self.frames)

    @property
    def columns(self) -> Mapping[str, list[Any]]:
        """Of the first frame."""
        return self.frames[0].columns

    @property
    def types(self) -> Mapping[str, str]:
        """Of the first frame."""
        return self.frames[0].types

    def of(self, statistic: StatisticFacts) -> FrameFacts:
        """The same with no other frame than the one that it is in."""
        return replace(self, frames=tuple(frame for frame in self.frames if statistic.name in frame.statistics))

    @property
    def release_digest(self) -> str:
        """SHA-256 of the plan's digest and of all that was released: of the same numbers it is the same, whatever file
        they are in."""
        frames = [{name: [_plain(cell) for cell in cells] for name, cells in each.columns.items()} for each in self.frames]
        return digest_of({"plan": self.plan_digest, "frames": frames})

    def statistic(self, name: str) -> StatisticFacts:
        """The one of this name."""
        (found,) = [each for each in self.statistics if each.name == name]
        return found


def read_fields(fields: Any, whose: str) -> FrameFacts:
    """The facts in what `to_dict` gave, or `--json` printed; `whose` says where it comes from, for errors."""
    if not isinstance(fields, dict) or "query" not in fields:
        saved = Words("release.save('release.json') or scrim query --json", shell="scrim query --json or release.save")
        refuse(f"{whose} is no release; give what ", saved, " wrote")
    if fields["query"] != "query":
        refuse(f"{whose} is a release of one statistic; give a release of a query, which scrim query --json writes")
    if fields.get("released") is False or not {"columns", "frames"} & fields.keys():
        refuse(f"{whose} is a plan, of which nothing was released; give what was released, without --dry-run")
    try:
        return _facts(fields)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        saved = Words("release.save('release.json')", shell="scrim query --json or release.save")
        refuse(f"{whose} was changed, or written by another version; give what ", saved, " wrote")


def _facts(fields: dict[str, Any]) -> FrameFacts:
    statistics = tuple(
        StatisticFacts(
            _certainly_text(each["name"]),
            _certainly_text(each["statistic"]),
            _text(each.get("column")),
            _amount(each["cost"]),
            _certainly_text(each["mechanism"]),
            {name: _amount(scale) for name, scale in each["scales"].items()},
            _texts(each["accuracy"]),
            _texts(each["columns"]),
        )
        for each in fields["statistics"]
    )
    # Where there is one frame, its fields are those of the release.
    told = fields.get("frames") or [{**fields, "statistics": [each.name for each in statistics]}]
    group_by = _texts(fields["group_by"])
    frames = tuple(_cells(each, group_by, statistics) for each in told)
    if sorted(name for frame in frames for name in frame.statistics) != sorted(each.name for each in statistics):
        raise ValueError
    currency = "rho" if "rho" in fields else "epsilon"
    _amount(fields[currency])
    amounts = (fields.get(name) for name in ("epsilon", "delta", "rho"))
    epsilon, delta, rho = (None if amount is None else _amount(amount) for amount in amounts)
    return FrameFacts(
        statistics,
        frames,
        group_by,
        _texts(fields["where"]),
        currency,
        epsilon,
        delta,
        rho,
        _threshold(fields.get("threshold")),
        _confidence(fields["confidence"]),
        _digest(fields["digest"]),
        _words(fields["words"]),
        _text(fields.get("file")),
        _text(fields.get("scrim")),
        _text(fields.get("ledger")),
    )


def _cells(told: Any, group_by: tuple[str, ...], statistics: tuple[StatisticFacts, ...]) -> Cells:
    columns = {name: [_cell(cell, told["types"][name]) for cell in cells] for name, cells in told["columns"].items()}
    types = {name: told["types"][name] for name in columns}
    names = _texts(told["statistics"])
    own = [each for each in statistics if each.name in names]
    named = [*group_by, *(name for each in own for name in each.columns)]
    if set(named) != set(columns) or len({len(cells) for cells in columns.values()}) != 1:
        raise ValueError
    for each in own:
        _check_types(each, types)
    return Cells(names, columns, types)


def _check_types(statistic: StatisticFacts, types: Mapping[str, str]) -> None:
    """Everything is a number but what was chosen, whose column has the statistic's name."""
    numbers = [name for column in statistic.values for name in (column, *(statistic.ends(column) or ()))]
    if statistic.kind == "top_k":
        numbers = [name for name in numbers if name != statistic.name]
        if statistic.name not in types:
            raise ValueError
    if any(types[name] not in ("int", "float") for name in numbers):
        raise ValueError


_KINDS: dict[str, tuple[type, ...]] = {"int": (int,), "float": (float, int), "str": (str,), "bool": (bool,)}


def _cell(cell: Any, kind: str) -> Any:
    if kind == "date":
        return datetime.date.fromisoformat(cell)
    if type(cell) not in _KINDS[kind] or isinstance(cell, bool) != (kind == "bool"):
        raise ValueError
    if kind == "int":
        float(cell)  # what is larger than any of these cannot be drawn
    return float(cell) if kind == "float" else cell


def _amount(value: Any) -> float:
    """Of the budget, or of noise."""
    if isinstance(value, (str, bool)) or not 0 <= float(value) < math.inf:
        raise ValueError
    return float(value)


def _threshold(value: Any) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError
    return value


def _confidence(value: Any) -> float:
    if not isinstance(value, float) or not 0 < value < 1:
        raise ValueError
    return value


def _digest(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise ValueError
    return value


def _words(told: Any) -> dict[str, Any]:
    words: dict[str, Any] = {name: _certainly_text(told[name]) for name in ("what", "price", "unit", "meaning", "accuracy")}
    return {**words, "groups": _texts(told["groups"])}


def _texts(told: Any) -> tuple[str, ...]:
    if not isinstance(told, (list, tuple)):
        raise TypeError
    return tuple(map(_certainly_text, told))


def _certainly_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _plain(cell: Any) -> Any:
    if isinstance(cell, float):
        return repr(cell)  # JSON has no infinities, and one text for one double
    return cell.isoformat() if isinstance(cell, datetime.date) else cell
