"""The code blocks of a page in Markdown, and which of them do not run.

A block of Python or of a shell runs, in the tests and where a page shows what it prints. One that cannot says so where
readers see it, in the line above it: *Not run: it needs a server.*
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_NOT_RUN = re.compile(r"\*Not run: (.+)\*\s*$")


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    code: str
    end: int = 0
    not_run: str = ""


def blocks_of(text: str, page: Path) -> list[Block]:
    found, lines = [], text.splitlines()
    start, language = None, ""
    for number, line in enumerate(lines, 1):
        fence = re.match(r"```(\S*)\s*.*$", line)
        if fence and start is None:
            start, language = number, fence[1]
        elif line.startswith("```") and start is not None:
            code = "\n".join(lines[start : number - 1])
            found.append(Block(page, start, language, code, number, _reason(lines[: start - 1])))
            start = None
    assert start is None, f"{page}:{start}: the block has no end"
    return found


def _reason(above: list[str]) -> str:
    said = [line for line in above[-2:] if line.strip()]
    marked = _NOT_RUN.match(said[-1]) if said else None
    return marked[1] if marked else ""


def runs(block: Block) -> bool:
    return not block.not_run


def commands(block: Block) -> list[str]:
    """The lines of a shell block that are typed; of a `console` block those behind a prompt."""
    lines = block.code.replace("\\\n", " ").splitlines()
    if block.language == "console":
        return [line[2:] for line in lines if line.startswith("$ ")]
    return lines


def made_pictures(text: str) -> list[str]:
    """The pictures that a page shows and its own code draws."""
    return re.findall(r"^!\[[^\]]+\]\(made/([\w.-]+\.svg)\)$", text, re.MULTILINE)
