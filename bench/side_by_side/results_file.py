"""Results in a file of JSON, with a line for each number that was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def save_results(path: Path, format: int, content: dict[str, Any]) -> None:
    """`content` has what was measured as a list under "measured"."""
    rest = {"format": format, **content}
    lines = [json.dumps(line) for line in rest.pop("measured")]
    head = json.dumps(rest, indent=1).removesuffix("\n}")
    path.write_text(f'{head},\n "measured": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n", encoding="utf-8")


def load_results(path: Path, format: int) -> dict[str, Any]:
    """What was saved, or ValueError if it is of another format."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if content.pop("format", None) != format:
        raise ValueError(f"{path.name} is not a results file of format {format}")
    return content
