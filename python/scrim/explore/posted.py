"""What a browser sends of a form: names such as `release.0.stat.1.column` with their texts, and which button was used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from urllib.parse import parse_qsl

from .form import KEYS, KINDS, ColumnForm, ReleaseForm, StatisticForm, StudyForm, as_sent
from .problems import Refused
from .statistic_fields import StatisticFields

# Of fields in one form; a thousand columns have some five thousand.
_MOST_FIELDS = 20_000


@dataclass(frozen=True)
class Posted:
    """All that was sent."""

    values: dict[str, list[str]]

    def text(self, name: str) -> str:
        """Of one field; nothing if it was not sent. Browsers end lines as typewriters do."""
        return self.values.get(name, [""])[0].replace("\r\n", "\n")

    def texts(self, name: str) -> list[str]:
        return self.values.get(name, [])

    def form(self) -> StudyForm:
        """The form that was filled in."""
        plain = {each.name: self.text(each.name) for each in fields(StudyForm) if each.name not in ("columns", "releases")}
        columns = [self._column(f"column.{place}") for place in self._places("column")]
        releases = [self._release(f"release.{place}") for place in self._places("release")]
        return StudyForm(**plain, columns=columns, releases=releases)

    def _column(self, at: str) -> ColumnForm:
        texts = {name: self.text(f"{at}.{name}") for name in ("was", "name", "low", "high", "values")}
        kind = _one_of(self.text(f"{at}.kind"), list(KINDS), "kind of a column")
        texts["name"] = _unless_sent(texts["was"], texts["name"])
        return ColumnForm(**texts, kind=kind, nullable=bool(self.text(f"{at}.nullable")))

    def _release(self, at: str) -> ReleaseForm:
        names = ("was", "name", "where", "derive", "rows", "groups", "listed", "epsilon", "delta", "rho", "confidence")
        return ReleaseForm(
            **{name: self.text(f"{at}.{name}") for name in names},
            group_by=self.texts(f"{at}.group_by"),
            keys=_one_of(self.text(f"{at}.keys"), list(KEYS), "way to say which groups there are"),
            statistics=[self._statistic(f"{at}.stat.{place}") for place in self._places(f"{at}.stat")],
            added=self.texts(f"{at}.added"),
        )

    def _statistic(self, at: str) -> StatisticForm:
        made = StatisticFields(*(self.text(f"{at}.{name}") for name in ("what", "column", "arguments", "share")))
        was = self.text(f"{at}.was")
        return StatisticForm(was, _unless_sent(was, self.text(f"{at}.name")), made, self.text(f"{at}.within"))

    def _places(self, of: str) -> list[int]:
        """The rows of a list, in order."""
        found = {name[len(of) + 1 :].partition(".")[0] for name in self.values if name.startswith(f"{of}.")}
        return sorted({int(each) for each in found if each.isascii() and each.isdecimal() and len(each) < 6})


def read_posted(body: bytes) -> Posted:
    """From the body of a request."""
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except (ValueError, UnicodeDecodeError):
        raise Refused(400, f"what was sent is not a form of at most {_MOST_FIELDS} fields; load the page again") from None
    values: dict[str, list[str]] = {}
    for name, text in pairs:
        values.setdefault(name, []).append(text)
    return Posted(values)


def _unless_sent(was: str, name: str) -> str:
    """A name that was not touched, though a field of one line cannot say all of it."""
    return was if was and as_sent(was) == name else name


def _one_of(given: str, known: Sequence[str], what: str) -> str:
    if given not in known:
        raise Refused(400, f"{given[:80]!r} is no {what}; there are {', '.join(known)}")
    return given
