"""Links as they are written in the repository, and where they lead on the site."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHOLE_FILE = re.compile(r"\s*<!-- page: ([\w./-]+) -->\s*")
_LINK = re.compile(r"\]\((?![a-z]+:|#|made/)([^)\s#]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)


def outside_code(text: str, change: Callable[[str], str]) -> str:
    fences = [fence[0] for fence in _CODE.finditer(text)]
    changed = change(_CODE.sub("\0", text))
    for fence in fences:
        changed = changed.replace("\0", fence, 1)
    return changed


def own_page(file: Path) -> Path | None:
    """The page that a file at the top of the repository has on the site."""
    for page in (ROOT / "docs/project").glob("*.md"):
        whole = WHOLE_FILE.fullmatch(page.read_text(encoding="utf-8"))
        if whole and (ROOT / whole[1]).resolve() == file:
            return page
    return None


def relink(text: str, written_in: Path, page: Path) -> str:
    def instead(link: re.Match[str]) -> str:
        there = (written_in.parent / link[1]).resolve()
        if not there.exists():
            return link[0]  # which Sphinx complains of
        if there.is_dir():
            there = there / "index.md"
        fragment = link[2] or ""
        if (there.suffix == ".md" and there.is_relative_to(ROOT / "docs")) or (own := own_page(there)):
            target = there if there.is_relative_to(ROOT / "docs") else own
            return f"]({os.path.relpath(target, page.parent)}{fragment})"
        return f"](path:{os.path.relpath(there, page.parent)})"

    return _LINK.sub(instead, text)
