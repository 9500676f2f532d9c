"""What the site is made of: its reference lacks nothing, its checks find what they look for, and (slow) the whole of it
is built and looked at in a browser."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import pytest
import scrim

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "_site"
sys.path.insert(0, str(SITE))

import command_line as command_line_page  # noqa: E402
import cpp_headers  # noqa: E402
import finished  # noqa: E402
import links  # noqa: E402
import python_names  # noqa: E402

PYTHON = ROOT / "docs" / "reference" / "python"


def listed_names(page: Path) -> list[str]:
    """The names that a page of the Python reference lists, in order."""
    names = []
    for module, body in re.findall(r"^```\{python-names\} ?(\S*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        public = import_module(module or "scrim").__all__
        for pattern in body.split():
            names += [f"{module or 'scrim'}.{name}" for name in public if fnmatchcase(name, pattern)]
    return names


def test_the_python_reference_has_every_public_name_once():
    names = [name for page in sorted(PYTHON.glob("*.md")) for name in listed_names(page)]
    public = [f"scrim.{name}" for name in scrim.__all__ if not inspect.ismodule(getattr(scrim, name))]
    public += [f"scrim.stats.{name}" for name in scrim.stats.__all__]
    assert set(public) <= set(names)
    assert len(names) == len(set(names))


def test_what_analysts_call_comes_first_and_exceptions_last():
    index = (PYTHON / "index.md").read_text(encoding="utf-8")
    order = index.split("```{toctree}")[1].split("```")[0].split()[1:]
    names = [name for page in order for name in listed_names(PYTHON / f"{page}.md")]
    assert names[0] == "scrim.Table"
    errors = [name for name in names if name.endswith("Error")]
    assert len(errors) == 13 and names[-13:] == errors
    assert names.index("scrim.mean") < names.index("scrim.make_clamp")


def test_the_cpp_reference_lists_what_users_include():
    listed = cpp_headers.listed()
    assert set(cpp_headers.included()) <= set(listed)
    assert len(listed) == len(set(listed))
    assert all((ROOT / "src/scrim" / header).exists() for header in listed)


def test_the_command_line_has_every_command_and_option():
    import typer
    from scrim.cli import program

    text = command_line_page.section()
    commands = command_line_page.every(typer.main.get_command(program.app), "scrim")
    assert "scrim ledger verify" in [name for _, name in commands]
    for command, name in commands:
        part = re.split(r"^##+ ", text, flags=re.MULTILINE)
        own = [each for each in part if each.startswith(f"{name}\n")]
        assert len(own) == 1, name
        for parameter in command.params if not hasattr(command, "commands") else []:
            assert max(parameter.opts, key=len).strip("-").upper().replace("_", "-") in own[0].upper().replace("_", "-")


@pytest.mark.parametrize(
    ("markdown", "rst"),
    [
        (["Of `x` and |x - y|."], [r"Of ``x`` and \|x - y\|."]),
        (["Text:", "- `a`: one", "  more", "after"], ["Text:", "", "- ``a``: one", "  more", "", "after"]),
        (["```python", "x = 1", "```"], ["", ".. code-block:: python", "", "   x = 1", ""]),
        (["Does.", "", "scale: of the noise"], ["Does.", "", "- ``scale``: of the noise"]),
        (["a_ and *b"], [r"a\_ and \*b"]),
    ],
)
def test_docstrings_become_what_autodoc_reads(markdown, rst):
    assert python_names.rst_of(markdown) == rst


@pytest.mark.parametrize(
    ("written_in", "page", "link", "instead"),
    [
        ("docs/trust.md", "docs/trust.md", "[x](../SECURITY.md#known)", "[x](project/security.md#known)"),
        ("README.md", "docs/project/readme.md", "[x](docs/trust.md)", "[x](../trust.md)"),
        ("README.md", "docs/project/readme.md", "[x](CONTRIBUTING.md)", "[x](contributing.md)"),
        ("README.md", "docs/project/readme.md", "[x](examples/demo.py)", "[x](path:../../examples/demo.py)"),
        ("docs/trust.md", "docs/trust.md", "[x](../src/scrim/ledger/ledger.proof.md)", "[x](path:../src/scrim/ledger/ledger.proof.md)"),
        ("docs/cpp.md", "docs/cpp.md", "[x](https://example.org/a.md) [y](#here) [z](gone.md)", "[x](https://example.org/a.md) [y](#here) [z](gone.md)"),
    ],
)
def test_links_lead_where_a_file_is_on_the_site(written_in, page, link, instead):
    assert links.relink(link, ROOT / written_in, ROOT / page) == instead


def test_code_is_left_alone():
    text = "a\n\n````{container} x\n```{image} y\n```\n````\n\nb\n\n```python\nc\n```\nd"
    assert links.outside_code(text, str.upper) == text.replace("a\n", "A\n").replace("\nb\n", "\nB\n").replace("\nd", "\nD")


WHOLE = '<!doctype html><link rel="stylesheet" href="a.css"><h1 id="top">x</h1><a href="b.html#there">b</a> <a href="https://example.org">e</a>'


@pytest.fixture
def site(tmp_path):
    (tmp_path / "a.html").write_text(WHOLE, encoding="utf-8")
    (tmp_path / "b.html").write_text('<p id="there">x</p><a href="#there">here</a><img src="p.svg" alt="">', encoding="utf-8")
    (tmp_path / "a.css").write_text("p { background: url(p.svg) }", encoding="utf-8")
    (tmp_path / "p.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (tmp_path / "s.js").write_text("const home = 'https://example.org'", encoding="utf-8")
    return tmp_path


def test_a_whole_site_has_no_problems(site):
    assert finished.problems(site) == []


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("a.html", '<script src="https://example.org/x.js"></script>', "loads https://example.org/x.js"),
        ("a.html", '<img src="//example.org/x.png">', "loads //example.org/x.png"),
        ("a.html", '<img srcset="https://example.org/x.png 2x">', "loads https://example.org/x.png"),
        ("a.html", '<link rel="preconnect" href="https://example.org">', "loads https://example.org"),
        ("a.html", '<style>@import "https://example.org/x.css"</style>', "loads https://example.org/x.css"),
        ("a.html", '<p style="background:url(http://example.org/x)">', "loads http://example.org/x"),
        ("a.html", '<script>fetch("https://example.org/x")</script>', "loads https://example.org/x"),
        ("a.html", '<iframe src="https://example.org/"></iframe>', "loads https://example.org/"),
        ("a.css", "@font-face { src: url('https://example.org/f.woff') }", "loads https://example.org/f.woff"),
        ("p.svg", '<svg><image href="https://example.org/x.png"/></svg>', "loads https://example.org/x.png"),
        ("s.js", 'import("https://example.org/m.js")', "loads https://example.org/m.js"),
        ("a.html", '<a href="c.html">c</a>', "the link c.html leads nowhere"),
        ("a.html", '<a href="b.html#nowhere">b</a>', "the link b.html#nowhere names no place on its page"),
        ("a.html", '<img src="gone.png">', "the link gone.png leads nowhere"),
    ],
)
def test_problems_of_a_site_are_found(site, file, text, found):
    (site / file).write_text(text, encoding="utf-8")
    assert finished.problems(site) == [f"{file}: {found}"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pytest.importorskip("sphinx", reason="docs/requirements.txt is not installed")
    output = tmp_path_factory.mktemp("site") / "docs"
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", ROOT / "docs", output],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return output


@pytest.mark.slow
def test_the_site_is_built_whole(built):
    assert finished.problems(built) == []
    pages = sorted(path.relative_to(built) for path in built.rglob("*.html"))
    assert {Path("index.html"), Path("search.html"), Path("gallery/flights.html"), Path("reference/command-line.html")} <= set(pages)
    for page in built.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert str(ROOT) not in text and "/tmp/" not in text, page
    assert "scrim" in (built / "searchindex.js").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_asks_for_more_or_is_wider_than_a_phone(built, scheme):
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium")
    assert found, "these tests need Debian's chromium; make test-slow installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 360, "height": 800}, color_scheme=scheme)
        page = context.new_page()
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        for path in sorted(built.rglob("*.html")):
            page.goto(path.as_uri())
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, f"{path.relative_to(built)} is {wide} wide"
        page.goto((built / "search.html").as_uri() + "?q=per_person")
        page.locator("#search-results li a").first.wait_for(timeout=20_000)
        shown = page.goto((built / "concepts/epsilon.html").as_uri()) and page.locator(f"img.only-{scheme}").first.is_visible()
        hidden = page.locator(f"img.only-{'light' if scheme == 'dark' else 'dark'}").first.is_visible()
        assert shown and not hidden
        browser.close()
    assert requested and [url for url in requested if not url.startswith(("file:", "data:"))] == []
