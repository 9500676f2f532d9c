"""The C++ reference: Doxygen reads copies of the headers that users include, in which each is a group of its own; Breathe
shows the groups where a page lists their headers in a fence {cpp-headers}.

Doxygen's own grouping by file would show namespace `scrim` once for each header, and Sphinx refuse all but the first.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_OPENING = re.compile(r"^namespace scrim[\w:]* \{$", re.MULTILINE)
_CLOSING = re.compile(r"^\}  // namespace scrim[\w:]*$", re.MULTILINE)
_PROMISE = re.compile(r"^( *)/// ((?:Precondition|Postcondition|Cost|Throws)\b[^\n:]*:)", re.MULTILINE)
# Lines that are indented behind an empty one are code.
_EXAMPLE = re.compile(r"(^( *)///\n)((?:^ *///  +\S[^\n]*\n)+)", re.MULTILINE)


def group_of(header: str) -> str:
    return re.sub(r"\W", "_", header.removesuffix(".hpp"))


def included() -> list[str]:
    """The headers that scrim.hpp includes by name: the interface (docs/decisions/0017)."""
    text = (ROOT / "src/scrim/scrim.hpp").read_text(encoding="utf-8")
    return re.findall(r'^#include "scrim/([^"]+)"', text, re.MULTILINE)


def listed() -> list[str]:
    """The headers that pages of the reference list."""
    found = []
    for page in sorted((ROOT / "docs/reference").rglob("*.md")):
        for fence in re.findall(r"^```\{cpp-headers\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            found += [header for line in fence.split() for header in matching(line)]
    return found


def matching(pattern: str) -> list[str]:
    if "*" not in pattern:
        return [pattern]
    folder = pattern.split("*")[0]
    return [header for header in included() if header.startswith(folder)]


def write_xml(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for header in listed():
        text = (ROOT / "src/scrim" / header).read_text(encoding="utf-8")
        # Places such as postgresql://user@host/database#name are no commands and no links.
        text = re.sub(r"(?<=\w)([@#])(?=[a-z])", r"\\\1", text)
        text = _EXAMPLE.sub(r"\1\2/// @code{.cpp}\n\3\2/// @endcode\n", text)
        # What a comment promises stands in paragraphs of its own.
        text = _PROMISE.sub(r"\1///\n\1/// *\2*", text)
        text = _OPENING.sub(rf"\g<0>\n/** @addtogroup {group_of(header)}\n *  @{{ */", text)
        text = _CLOSING.sub(r"/** @} */\n\g<0>", text)
        copy = folder / "src/scrim" / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    configuration = (ROOT / "docs/_site/Doxyfile").read_text(encoding="utf-8")
    done = subprocess.run(["doxygen", "-"], input=configuration, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stderr.strip():
        raise RuntimeError(f"doxygen:\n{done.stderr}")


def section(patterns: list[str]) -> str:
    return "\n".join(line for pattern in patterns for header in matching(pattern) for line in lines_of(header))


def lines_of(header: str) -> list[str]:
    path = ROOT / "src/scrim" / header
    banner = re.match(r"(?://[^\n]*\n)*", path.read_text(encoding="utf-8"))
    assert banner
    words = [line.removeprefix("//").strip() for line in banner[0].splitlines()]
    said = " ".join(word for word in words if not word.startswith("Proof:")).strip()
    lines = [f"## {path.stem}", "", re.sub(r"([*_<>|#\[\]])", r"\\\1", said), ""]
    for proof in re.findall(r"[\w./]+\.proof\.md", banner[0]):
        here = path.parent / proof
        if here.exists():
            lines += [f"[The proof](<path:{os.path.relpath(here, ROOT / 'docs/reference/cpp')}>)", ""]
    return [*lines, "```{eval-rst}", f".. doxygengroup:: {group_of(header)}", "   :content-only:", "   :members:", "```", ""]


def missing(env: Any) -> list[str]:
    """What scrim.hpp includes and no page lists, and constructors that no page shows."""
    lacking = [header for header in included() if header not in listed()]
    headers = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/scrim").rglob("make_*.hpp"))
    public = set(re.findall(r"^\[\[nodiscard\]\] .*\b((?:make|then)_\w+)\(", headers, re.MULTILINE))
    shown = {name.split("::")[-1].split("(")[0].split("<")[0].split()[-1] for name, _, _ in _objects(env)}
    lacking += sorted(public - shown)
    return [f"the C++ reference lacks {', '.join(lacking)}"] if lacking or not public else []


def _objects(env: Any) -> list[tuple[str, str, str]]:
    return [(name, kind, page) for name, _, kind, page, *_ in env.domains["cpp"].get_objects()]
