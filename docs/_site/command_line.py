"""The reference of the command line, from the program's own help."""

from __future__ import annotations

import re
from typing import Any


def section() -> str:
    import typer
    from scrim.cli import program

    group = typer.main.get_command(program.app)
    return "\n".join(line for command, name in every(group, "scrim") for line in page_of(command, name))


def every(group: Any, name: str) -> list[tuple[Any, str]]:
    found = []
    for inner, command in group.commands.items():
        if getattr(command, "hidden", False):
            continue
        found.append((command, f"{name} {inner}"))
        if hasattr(command, "commands"):
            found += every(command, f"{name} {inner}")
    return found


def page_of(command: Any, name: str) -> list[str]:
    import typer

    level = "##" if name.count(" ") == 1 else "###"
    context = typer.Context(command, info_name=name)
    lines = [f"{level} {name}", "", *(prose(line) for line in (command.help or "").splitlines()), ""]
    if hasattr(command, "commands"):
        return lines
    lines += ["```text", " ".join([name, *command.collect_usage_pieces(context)]), "```", ""]
    sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        is_argument = parameter.param_type_name == "argument"
        heading = "Arguments" if is_argument else getattr(parameter, "rich_help_panel", None) or "Options"
        sections.setdefault(heading, []).append((str(parameter.metavar) if is_argument else record[0], record[1]))
    for heading, records in sections.items():
        if records:
            lines += [f"**{heading}**", ""]
            for names, text in records:
                lines += [f"`{names}`", f": {prose(text)}", ""]
    if command.epilog:
        example = command.epilog.replace("Example:", "").strip()
        lines += ["**Example**", "", "```text", example, "```", ""]
    return lines


def prose(text: str) -> str:
    """As text, whatever Markdown would make of it; what is in backticks stays code, and options become it."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    marked = []
    for part in parts:
        if not part.startswith("`"):
            part = re.sub(r"([\\*_<>\[\]|#])", r"\\\1", part)
            part = re.sub(r"(?<![\w-])(--[a-z][a-z-]*)", r"`\1`", part)
        marked.append(part)
    return "".join(marked)
