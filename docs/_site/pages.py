"""Sphinx extension: what becomes of the text of a page before it is parsed.

- A page of `project/` that holds nothing but the name of a file at the top of the repository is that file.
- A link to such a file leads to its page; one to any other file of the repository downloads that file, as it is.
- Behind a Python block of a page that is run stands what it printed, and its pictures are those that it drew.
- A fence {python-names}, {cpp-headers} or {command-line} is a part of the reference.
"""

from __future__ import annotations

import builtins
import json
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import command_line
import cpp_headers
import finished
import python_names
from blocks import blocks_of
from links import WHOLE_FILE, outside_code, relink
from run_pages import folder_of

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(__file__).resolve().parent
_PICTURE = re.compile(r"^!\[([^\]]+)\]\(made/([\w.-]+)\.svg\)$", re.MULTILINE)
_FENCE = re.compile(r"^```\{(python-names|cpp-headers|command-line)\} ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Of Scrim's pictures: paper, ink and what is drawn in between. In the dark they change places.
_DARK = {"#ffffff": "#131416", "#222222": "#d4d6d9", "#3b8ac4": "#5aa9e0", "#c4573b": "#e88a70"}


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("scrim_run_pages", [], "env")
    app.connect("builder-inited", begin)
    app.connect("source-read", prepare)
    app.connect("autodoc-process-docstring", python_names.as_rst)
    app.connect("autodoc-process-signature", python_names.shorter)
    app.connect("doctree-read", leave_builtins)
    app.connect("env-check-consistency", check_reference)
    app.connect("build-finished", check_site)
    return {"parallel_read_safe": False, "parallel_write_safe": True}


def made(app: Sphinx) -> Path:
    return Path(app.outdir).parent / f"{Path(app.outdir).name}-made"


def is_run(app: Sphinx, name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in app.config.scrim_run_pages)


def begin(app: Sphinx) -> None:
    cpp_headers.write_xml(made(app) / "cpp")
    pages = [app.env.doc2path(name) for name in sorted(app.project.discover()) if is_run(app, name)]
    done = subprocess.run(
        [sys.executable, SITE / "run_pages.py", made(app) / "pages", *pages], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ExtensionError(f"a page does not run:\n{done.stderr}")


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(name))
    text = source[0]
    whole = WHOLE_FILE.fullmatch(text)
    if whole:
        app.env.note_dependency(str(ROOT / whole[1]))
        text = (ROOT / whole[1]).read_text(encoding="utf-8")
    if is_run(app, name):
        text = with_output(text, page, made(app) / "pages")
    source[0] = outside_code(_FENCE.sub(expand, text), lambda prose: relink(prose, ROOT / whole[1] if whole else page, page))


def expand(fence: re.Match[str]) -> str:
    if fence[1] == "python-names":
        return python_names.section(fence[2].strip(), fence[3].split())
    if fence[1] == "cpp-headers":
        return cpp_headers.section(fence[3].split())
    return command_line.section()


def with_output(text: str, page: Path, below: Path) -> str:
    folder = folder_of(page, below)
    printed = json.loads((folder / "printed.json").read_text(encoding="utf-8"))
    lines = text.splitlines()
    for block in reversed(blocks_of(text, page)):
        output = printed.get(str(block.line), "").rstrip()
        if output:
            lines[block.end : block.end] = ["```{code-block} text", ":class: printed", "", output, "```"]
    return _PICTURE.sub(lambda picture: both_pictures(picture, page, folder), "\n".join(lines))


def both_pictures(picture: re.Match[str], page: Path, folder: Path) -> str:
    """One for a light page and one for a dark one: a picture cannot see which of them it is on."""
    light, dark = folder / f"{picture[2]}.svg", folder / f"{picture[2]}.dark.svg"
    svg = light.read_text(encoding="utf-8")
    for color, instead in _DARK.items():
        svg = svg.replace(color, instead)
    dark.write_text(svg, encoding="utf-8")
    images = "\n".join(
        f"```{{image}} {os.path.relpath(file, page.parent)}\n:alt: {picture[1]}\n:class: {kind}\n```"
        for file, kind in ((light, "only-light"), (dark, "only-dark"))
    )
    return f"````{{container}} picture\n{images}\n````\n"


def leave_builtins(app: Sphinx, document: Any) -> None:
    """`type` in a signature is Python's, although classes of ours have a field of this name."""
    for reference in list(document.findall(addnodes.pending_xref)):
        if reference.get("refdomain") == "py" and hasattr(builtins, reference["reftarget"]):
            shown = [child for child in reference if isinstance(child, addnodes.pending_xref_condition) and child["condition"] == "resolved"]
            reference.replace_self(shown[0].children if shown else reference.children)


def check_reference(app: Sphinx, env: Any) -> None:
    for missing in (*python_names.missing(env), *cpp_headers.missing(env)):
        raise ExtensionError(missing)


def check_site(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        found = finished.problems(Path(app.outdir))
        if found:
            raise ExtensionError("the site is not whole:\n" + "\n".join(found))
