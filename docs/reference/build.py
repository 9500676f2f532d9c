"""Builds the documentation: `python docs/reference/build.py OUTPUT`, or `make docs`.

    OUTPUT/index.html     the pages: README, docs/*.md
    OUTPUT/python/        the Python reference, by pdoc from docstrings
    OUTPUT/cpp/html/      the C++ reference, by Doxygen from the comments in headers

It fails if a tool warns, if a public name is missing, or if a link between pages leads nowhere.
"""

from __future__ import annotations

import html
import inspect
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

import markdown2
import pdoc

import scrim

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
STYLE = """
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #222; }
nav { border-bottom: 1px solid #ccc; padding-bottom: .5rem; margin-bottom: 1.5rem; } nav a { margin-right: 1rem; }
a { color: #1f5f92; } code { background: #f3f3f3; padding: .1em .25em; border-radius: 3px; }
pre { background: #f3f3f3; padding: .8rem; overflow-x: auto; line-height: 1.35; } pre code { padding: 0; }
table { border-collapse: collapse; } td, th { border: 1px solid #ddd; padding: .25rem .6rem; text-align: left; }
@media (prefers-color-scheme: dark) {
  body { background: #181a1b; color: #ddd; } code, pre { background: #26292b; } a { color: #7cb7e8; }
  td, th { border-color: #444; }
}
"""
NAVIGATION = [
    ("index.html", "Scrim"),
    ("docs/getting-started.html", "Getting started"),
    ("docs/sessions.html", "Sessions"),
    ("docs/reports.html", "Reports"),
    ("docs/cpp.html", "C++"),
    ("python/scrim.html", "Python reference"),
    ("cpp/html/namespacescrim.html", "C++ reference"),
    ("docs/trust.html", "Why trust it"),
]


class Failure(Exception):
    pass


def build(output: Path) -> None:
    if output.exists():
        shutil.rmtree(output)
    output.mkdir(parents=True)
    build_cpp(output / "cpp")
    build_python(output / "python")
    build_pages(output)
    check_links(output)


def build_cpp(output: Path) -> None:
    configuration = (ROOT / "docs/reference/Doxyfile").read_text(encoding="utf-8")
    configuration += f"OUTPUT_DIRECTORY = {output}\n"
    output.mkdir()
    done = subprocess.run(
        ["doxygen", "-"], input=configuration, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0 or done.stderr.strip():
        raise Failure(f"doxygen:\n{done.stderr}")
    reference = (output / "html/namespacescrim.html").read_text(encoding="utf-8")
    headers = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src/scrim").rglob("make_*.hpp")
    )
    constructors = set(re.findall(r"\b((?:make|then)_\w+)\(", headers))
    public = {
        name
        for name in constructors
        if re.search(rf"^\[\[nodiscard\]\] .*\b{name}\(", headers, re.MULTILINE)
    }
    expect("the C++ reference", public, reference)


def build_python(output: Path) -> None:
    pdoc.render.configure(docformat="markdown", footer_text=f"Scrim {scrim.__version__}")
    pdoc.pdoc("scrim", "!scrim.accounting", "!scrim.analysis", "!scrim.cli", "!scrim.report", "!scrim.tables", "!scrim._data", output_directory=output)
    reference = (output / "scrim.html").read_text(encoding="utf-8")
    modules = {name for name in scrim.__all__ if inspect.ismodule(getattr(scrim, name))}  # each has a page of its own
    expect("the Python reference", {f'id="{name}"' for name in set(scrim.__all__) - modules}, reference)
    expect("the Python reference", {f"scrim/{name}.html" for name in modules}, reference)


def build_pages(output: Path) -> None:
    sources = [ROOT / page for page in PAGES if (ROOT / page).exists()]
    sources += sorted(path for path in (ROOT / "docs").rglob("*.md"))
    targets = {source: html_of(source) for source in sources}
    for source, target in targets.items():
        page = output / target
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(render(source, target, targets), encoding="utf-8")


def html_of(source: Path) -> str:
    relative = source.relative_to(ROOT).with_suffix(".html").as_posix()
    return "index.html" if relative == "README.html" else relative


def render(source: Path, target: str, targets: dict[Path, str]) -> str:
    text = source.read_text(encoding="utf-8")
    body = markdown2.markdown(
        text,
        extras=["fenced-code-blocks", "tables", "header-ids", "code-friendly", "cuddled-lists"],
    )
    body = re.sub(
        r'<a href="([^"#:]+)(#[^"]*)?">(.*?)</a>',
        lambda link: relink(link, source, target, targets),
        body,
    )
    up = posixpath.relpath(".", posixpath.dirname(target) or ".")
    links = "".join(
        f'<a href="{posixpath.join(up, path)}">{html.escape(name)}</a>' for path, name in NAVIGATION
    )
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title[1] if title else source.stem)}</title><style>{STYLE}</style>"
        f"<nav>{links}</nav>{body}</html>\n"
    )


def relink(link: re.Match[str], source: Path, target: str, targets: dict[Path, str]) -> str:
    """A link to a page leads to the page; one to another file of the repository is its name only."""
    there = (source.parent / link[1]).resolve()
    if not there.exists():
        raise Failure(f"{source.relative_to(ROOT)}: the link {link[1]} leads nowhere")
    if there not in targets:
        return f"<code>{there.relative_to(ROOT).as_posix()}</code>"
    path = posixpath.relpath(targets[there], posixpath.dirname(target) or ".")
    return f'<a href="{path}{link[2] or ""}">{link[3]}</a>'


def expect(where: str, names: set[str], text: str) -> None:
    missing = sorted(name for name in names if name not in text)
    if not names or missing:
        raise Failure(f"{where} lacks: {', '.join(missing) or 'everything'}")


def check_links(output: Path) -> None:
    for page in output.rglob("*.html"):
        if "cpp" in page.relative_to(output).parts[:1]:
            continue  # Doxygen checks its own
        # Scripts, pdoc's search among them, write links of their own.
        text = re.sub(r"<script\b.*?</script>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r'href="([^"#:]+)["#]', text):
            if not (page.parent / link).exists():
                raise Failure(f"{page.relative_to(output)}: the link {link} leads nowhere")


if __name__ == "__main__":
    try:
        target = Path(sys.argv[1]).resolve()
        build(target)
    except Failure as failure:
        sys.exit(f"docs: {failure}")
    print(f"open {os.path.relpath(target / 'index.html')}")
