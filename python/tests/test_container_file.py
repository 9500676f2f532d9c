"""The container file, as far as this can be seen without building it, which is `make test-container`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_it_runs_the_two_commands_of_the_readme():
    run = re.findall(r"^RUN (make .+)$", FILE, re.MULTILINE)
    (words,) = re.findall(r"^CMD \[(.+)\]$", FILE, re.MULTILINE)
    commands = [*run, " ".join(re.findall(r'"([^"]*)"', words))]
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Two commands")[2].partition("## ")[0]
    (block,) = re.findall(r"```sh\n(.+?)```", section, re.DOTALL)
    assert commands == [line.partition("#")[0].strip() for line in block.splitlines()]


def test_what_git_ignores_is_not_copied():
    """Docker reads this name alone. Podman reads it too, unless there is a .containerignore, which would hide it."""
    assert not (ROOT / ".containerignore").exists() and not (ROOT / ".dockerignore").is_symlink()
    ignored, left_out = ((ROOT / name).read_text(encoding="utf-8").split() for name in (".gitignore", ".dockerignore"))
    assert left_out == [line[1:] if line.startswith("/") else f"**/{line}" for line in ignored]
