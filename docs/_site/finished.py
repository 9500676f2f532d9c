"""What is checked of the built site: that every link in it leads somewhere, and that reading it loads nothing.

`problems(folder)` names what is wrong, one line each.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself; `link` only where its `rel` says so.
_LOADING = {
    "script": ["src"], "img": ["src", "srcset"], "iframe": ["src"], "source": ["src", "srcset"], "video": ["src", "poster"],
    "audio": ["src"], "embed": ["src"], "object": ["data"], "image": ["href", "xlink:href"], "use": ["href", "xlink:href"],
    "track": ["src"], "input": ["src"], "body": ["background"],
}  # fmt: skip
_LINKS_THAT_LOAD = re.compile(r"stylesheet|icon|preload|prefetch|preconnect|manifest|modulepreload")
_CSS = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""")
_SCRIPTED = re.compile(r"""(?:fetch|import|importScripts)\(\s*["'](https?://[^"']+)""")


def _is_elsewhere(address: str) -> bool:
    return re.match(r"\s*(?:https?:|ftp:|//)", address) is not None


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self._within = tag if tag in ("style", "script") else ""
        for name in ("id", "name"):
            if name in given:
                self.ids.add(given[name])
        for name in _LOADING.get(tag, []):
            self.loads += [part.split()[0] for part in given.get(name, "").split(",") if part.strip()]
        if tag == "link" and _LINKS_THAT_LOAD.search(given.get("rel", "")):
            self.loads.append(given.get("href", ""))
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.loads.append(given.get("content", "").partition("=")[2])
        self.loads += _CSS.findall(given.get("style", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])

    def handle_data(self, data: str) -> None:
        if self._within == "style":
            self.loads += _CSS.findall(data)
        elif self._within == "script":
            self.loads += _SCRIPTED.findall(data)

    def handle_endtag(self, tag: str) -> None:
        self._within = ""


def problems(folder: Path) -> list[str]:
    pages = {path: _read(path) for path in sorted(folder.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        here = path.relative_to(folder)
        found += [f"{here}: loads {address}" for address in page.loads if _is_elsewhere(address)]
        for link in {*page.links, *(load for load in page.loads if not _is_elsewhere(load))}:
            trouble = _follow(link, path, pages)
            if trouble:
                found.append(f"{here}: the link {link} {trouble}")
    for path in sorted(folder.rglob("*.css")):
        loaded = _CSS.findall(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(folder)}: loads {address}" for address in loaded]
    for path in sorted(folder.rglob("*.svg")):
        text = path.read_text(encoding="utf-8")
        loaded = _CSS.findall(text) + re.findall(r'\bhref="((?:https?:)?//[^"]+)', text)
        found += [f"{path.relative_to(folder)}: loads {address}" for address in loaded]
    for path in sorted(folder.rglob("*.js")):
        loaded = _SCRIPTED.findall(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(folder)}: loads {address}" for address in loaded]
    return found


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _follow(link: str, path: Path, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""  # of somebody else, and not looked at: building needs no network
    there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not there.exists():
        return "leads nowhere"
    fragment = unquote(parts.fragment)
    if fragment and there in pages and fragment not in pages[there].ids:
        return "names no place on its page"
    return ""
