"""The Python reference: names and the order in which they are read, from pages; texts and signatures from the package.

A fence {python-names} lists names of `scrim`, or patterns such as `make_*`; its argument is the module if it is another.
Docstrings are Markdown, which autodoc does not read.
"""

from __future__ import annotations

import inspect
import re
from fnmatch import fnmatchcase
from importlib import import_module
from typing import Any

def section(module: str, patterns: list[str]) -> str:
    module = module or "scrim"
    public = list(import_module(module).__all__)
    lines = ["```{eval-rst}"]
    for pattern in patterns:
        names = [name for name in public if fnmatchcase(name, pattern)]
        assert names, f"{module} has no public name {pattern}"
        for name in names:
            lines += directive(module, name)
    return "\n".join([*lines, "```"])


def directive(module: str, name: str) -> list[str]:
    thing = getattr(import_module(module), name)
    if not inspect.isclass(thing):
        return [f".. autofunction:: {module}.{name}", ""]
    if issubclass(thing, BaseException):
        return [f".. autoexception:: {module}.{name}", "   :show-inheritance:", ""]
    lines = [f".. autoclass:: {module}.{name}", "   :members:"]
    others = [base.__name__ for base in thing.__mro__[1:] if not base.__module__.startswith("scrim")]
    if any(base.__module__.startswith("scrim") for base in thing.__mro__[1:]):
        lines.append(f"   :inherited-members: {', '.join(others)}")
    return [*lines, ""]


def missing(env: Any) -> list[str]:
    """Public names that stand on no page."""
    import scrim

    documented = set(env.domains.python_domain.objects)
    names = [name for name in scrim.__all__ if not inspect.ismodule(getattr(scrim, name))]
    lacking = [name for name in names if f"scrim.{name}" not in documented]
    lacking += [f"stats.{name}" for name in scrim.stats.__all__ if f"scrim.stats.{name}" not in documented]
    return [f"the Python reference lacks {', '.join(lacking)}"] if lacking else []


def as_rst(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    only_type = re.fullmatch(r"\(self\) -> (.+)", "\n".join(lines).strip())
    lines[:] = [f"``{_unqualified(only_type[1])}``"] if only_type else rst_of(lines)


def shorter(app: Any, what: str, name: str, thing: Any, options: Any, signature: str | None, returns: str | None) -> tuple[str | None, str | None] | None:
    """The native module writes `self` and where each type lives."""
    if not type(thing).__module__.startswith("nanobind") or signature is None:
        return None
    signature = re.sub(r"^\(self(?:, )?", "(", signature)
    return _unqualified(signature), _unqualified(returns) if returns else returns


def _unqualified(text: str) -> str:
    return re.sub(r"\b(?:scrim\._core|scrim|collections\.abc|typing|fractions|decimal)\.", "", text)


def rst_of(lines: list[str]) -> list[str]:
    """Docstrings have paragraphs, lists, fences and code in backticks."""
    out: list[str] = []
    fence = False
    for line in lines:
        opening = re.match(r"( *)```(\w*)$", line)
        if opening and not fence:
            fence = True
            out += ["", f"{opening[1]}.. code-block:: {opening[2] or 'text'}", ""]
        elif opening:
            fence = False
            out.append("")
        elif fence:
            out.append(f"   {line}")
        else:
            add_prose(line, out)
    return out


def add_prose(line: str, out: list[str]) -> None:
    before = out[-1] if out else ""
    parameter = re.match(r"([a-z_][\w]*(?:, [a-z_]\w*)*): (.+)$", line)
    if parameter and (not before or before.startswith("- ``")):  # as the native module writes them
        out.append(f"- ``{parameter[1]}``: {inline(parameter[2])}")
        return
    if re.match(r" {4,}\S", line) and not before.strip() and not any(l.startswith("- ") for l in out[-3:]):
        out += [".. code-block:: python", "", f"   {line}"]
        return
    if line.startswith("    ") and re.match(r" {7,}\S", before):
        out.append(f"   {line}")
        return
    if line.startswith("- ") and before.strip() and not before.startswith(("- ", "  ")):
        out.append("")
    elif line.strip() and not line.startswith((" ", "- ")) and before.startswith(("- ", "  ")):
        out.append("")
    out.append(inline(line))


def inline(line: str) -> str:
    parts = re.split(r"(``[^`]+``|`[^`]+`|\*\*[^*]+\*\*)", line)
    return "".join(part if part.startswith(("``", "**")) else f"`{part}`" if part.startswith("`") else escape(part) for part in parts)


def escape(text: str) -> str:
    return re.sub(r"([\\|*])|_(?=\W|$)", lambda found: "\\" + found[0], text)
