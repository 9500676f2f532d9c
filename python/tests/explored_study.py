"""A study to explore, and a client that talks to its page as the page's own script does."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from pathlib import Path

from scrim.explore.actions import Actions
from scrim.explore.app import make_app
from starlette.testclient import TestClient

PORT = 43210
TOKEN = "the-token_of-this-test"
ORIGIN = f"http://127.0.0.1:{PORT}"

STUDY = """\
# What the ministry asked for.
title = "Visits"
[data]
source = "visits.csv"   # made up
person = "patient"
[columns]
age = { number = [0, 120] }   # in years
cost = { number = [0, 5000] }
region = { category = ["N", "E", "S", "W"] }
ward = { text = true, nullable = true }
[budget]
epsilon = 3   # for good
delta = 1e-9
ledger = "hospital.ledger"
[output]
formats = ["csv", "json"]

# By region, as every year.
[[release]]
name = "cost_by_region"
where = "age >= 18"
per_person = { groups = 2, rows = 3 }
group_by = ["region"]
epsilon = 0.50   # half
stats = { n = "count()", cost = "mean( cost,share = 3 )" }
"""

class Fields(HTMLParser):
    """The fields of a form as a browser would send them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.sent: dict[str, list[str]] = {}
        self._select: str | None = None
        self._area: str | None = None
        self._first = ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "input" and "name" in given:
            if given.get("type") != "checkbox" or "checked" in given:
                self.sent.setdefault(given["name"], []).append(given.get("value") or "")
        elif tag == "select":
            self._select, self._first = given["name"], ""
        elif tag == "option" and self._select is not None:
            value = given.get("value") or ""
            if "selected" in given:
                self.sent[self._select] = [value]
            elif self._first == "" and self._select not in self.sent:
                self._first = value
        elif tag == "textarea":
            self._area = given["name"]
            self.sent[self._area] = [""]

    def handle_endtag(self, tag):
        if tag == "select" and self._select is not None:
            self.sent.setdefault(self._select, [self._first])
            self._select = None
        if tag == "textarea":
            self._area = None

    def handle_data(self, data):
        if self._area is not None:
            self.sent[self._area][0] += data.removeprefix("\n") if not self.sent[self._area][0] else data


class Page:
    """An open page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.actions = Actions(path)
        self.client = TestClient(make_app(self.actions, port=PORT, token=TOKEN), base_url=ORIGIN)
        self.fields: dict[str, list[str]] = {}
        self.parts: dict[str, str] = {}

    def post(self, path, fields=None, **headers):
        sent = {"Origin": ORIGIN, "Authorization": f"Bearer {TOKEN}", **headers}
        pairs = [(name, text) for name, texts in (fields or {}).items() for text in texts]
        from urllib.parse import urlencode

        return self.client.post(
            path,
            content=urlencode(pairs).encode(),
            headers={"Content-Type": "application/x-www-form-urlencoded", **{k: v for k, v in sent.items() if v is not None}},
        )

    def ask(self, path, *, status=200, **more):
        """As the script does: what comes back takes the place of what was there."""
        answer = self.post(path, {**self.fields, **{name: [text] for name, text in more.items()}})
        assert answer.status_code == status, answer.text
        told = answer.json()
        self.parts.update(told.get("parts", {}))
        for part in ("main", "form"):
            if part in told.get("parts", {}):
                self.fields = Fields(told["parts"][part]).sent
        return told

    def load(self):
        return self.ask("/page")

    def fill(self, **texts):
        """Fields by their names, in which __ stands for a dot."""
        for name, text in texts.items():
            name = name.replace("__", ".")
            assert name in self.fields, f"{name} is not among {sorted(self.fields)}"
            self.fields[name] = text if isinstance(text, list) else [text]

    @property
    def plan(self) -> str:
        return words_of(self.parts["plan"])

    def button(self) -> str:
        found = re.search(r'name="button" value="([^"]+)"', self.parts["release"])
        assert found, words_of(self.parts["release"])
        return found[1]

    def release(self, *, status=200, **more):
        return self.ask("/release", status=status, **{"button": self.button(), "agree": "on", **more})


def words_of(text: str) -> str:
    """What HTML says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
