"""The hooks for pre-commit: each can be started, and together they do what `make lint` does."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
HOOKS = {hook["id"]: hook for repository in CONFIG["repos"] for hook in repository["hooks"]}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# Of `make lint`, which runs before a push: they compile.
SLOW = [["tools/tidy"]]


def recipe(target: str) -> list[list[str]]:
    """The commands of a target, each as its words up to the first that make fills in."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert found, target
    commands = (line.strip().removeprefix("@").partition("$(")[0] for line in found[1].replace("\\\n", " ").splitlines())
    return [shlex.split(command) for command in commands if command]


def packages(name: str) -> list[str]:
    found = re.search(rf"^{name}\s*:=\s*(.+)$", MAKEFILE, re.MULTILINE)
    assert found, name
    return found[1].split()


def folders_of_make() -> list[str]:
    """In which `make lint` looks for sources."""
    found = re.search(r"^sources = \$\(shell find (.+?) \\\(", MAKEFILE, re.MULTILINE)
    assert found
    return found[1].split()


def stages(hook: dict) -> list[str]:
    return hook.get("stages", CONFIG["default_stages"])


def test_all_hooks_are_of_this_repository():
    assert [repository["repo"] for repository in CONFIG["repos"]] == ["local"]
    assert len(HOOKS) == sum(len(repository["hooks"]) for repository in CONFIG["repos"])
    for hook in HOOKS.values():
        assert hook["language"] == "system" and hook["name"]
        assert hook.keys() <= {"id", "name", "language", "entry", "pass_filenames", "files", "stages"}


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_what_a_hook_starts_is_there(hook):
    program, *words = shlex.split(hook["entry"])
    if program == "make":
        assert words and all(re.search(rf"^{word}:", MAKEFILE, re.MULTILINE) for word in words)
    elif "/" in program:
        assert os.access(ROOT / program, os.X_OK)
    else:  # which `make lint` installs
        assert program in packages("LINT_PACKAGES")


def test_hooks_run_every_command_of_make_lint():
    commands = recipe("lint")
    assert len(commands) >= 4 and ["tools/layers"] in commands
    at_once = [shlex.split(hook["entry"]) for hook in HOOKS.values() if stages(hook) == ["pre-commit"]]
    assert [command for command in commands if command not in at_once] == SLOW
    assert [hook["entry"] for hook in HOOKS.values() if stages(hook) == ["pre-push"]] == ["make lint"]


def test_the_format_of_every_source_is_looked_at():
    pattern = HOOKS["format"]["files"]
    folders = folders_of_make()
    sources = [
        file.relative_to(ROOT).as_posix()
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".hpp", ".cpp")
    ]
    assert len(sources) > 500
    assert [source for source in sources if not re.search(pattern, source)] == []


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_no_hook_waits_for_files_that_are_nowhere(hook):
    files = (file.relative_to(ROOT).as_posix() for folder in [*folders_of_make(), "cmake"] for file in (ROOT / folder).rglob("*") if file.is_file())
    assert any(re.search(hook["files"], file) for file in files)


def test_the_stages_are_those_that_are_installed():
    used = {stage for hook in HOOKS.values() for stage in stages(hook)}
    for place in (".pre-commit-config.yaml", "CONTRIBUTING.md"):
        told = re.search(r"pre-commit install ((?:--hook-type \S+ ?)+)", (ROOT / place).read_text(encoding="utf-8"))
        assert told and set(re.findall(r"--hook-type ([\w-]+)", told[1])) == used
