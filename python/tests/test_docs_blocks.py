"""Every code block in README, docs and docstrings runs, or says above it that it is not run, and why.

Python blocks of a page run in order, in one namespace, in a folder with the sample tables; so does the script that draws
the page's pictures. Of shell blocks the lines that call `scrim` run, and targets of `make` must exist. C++ blocks are
compiled.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import scrim
from scrim import cli

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_site"))

from blocks import Block, blocks_of, commands, made_pictures  # noqa: E402
from run_pages import run_page  # noqa: E402

OWN_PAGES = sorted((ROOT / "docs").rglob("*.md"))
# Pages of the site that are files elsewhere in the repository.
WHOLE_FILES = [ROOT / found[1] for page in OWN_PAGES if (found := re.match(r"<!-- page: (\S+) -->", page.read_text(encoding="utf-8")))]
PAGES = [*WHOLE_FILES, *OWN_PAGES]
# What fragments of C++ may take for granted.
CPP_PRELUDE = """
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>
{includes}
[[maybe_unused]] static void block(std::vector<double> ages, std::vector<double> candidates) {{
  (void)ages; (void)candidates;
  {{
{code}
  }}
}}
"""
KNOWN = {"", "python", "sh", "console", "cpp", "cmake", "toml"}
# Parts of the site that are made while it is built.
DIRECTIVES = {"{toctree}", "{python-names}", "{cpp-headers}", "{command-line}"}


def blocks(language: str) -> list[Block]:
    every = [block for page in PAGES for block in blocks_of(page.read_text(encoding="utf-8"), page)]
    return [block for block in every if block.language == language]


def name(block: Block) -> str:
    return f"{block.page.relative_to(ROOT)}:{block.line}"


def test_seven_questions_about_people_take_twelve_lines_of_python_and_a_line_each_in_the_shell():
    page = ROOT / "docs" / "getting-started.md"
    section = page.read_text(encoding="utf-8").partition("## Tables, people and groups")[2]
    in_python, in_shell = blocks_of(section, page)[:2]
    lines = [line for line in in_python.code.splitlines() if line.strip()]
    assert sum(line.startswith("print(") for line in lines) == 7
    assert lines[0] == "import scrim" and len(lines) <= 12
    assert [line.split()[:2] for line in in_shell.code.splitlines() if line.strip()] == [["scrim", "query"]] * 7


def test_every_block_has_a_known_language():
    languages = {
        block.language
        for page in PAGES
        for block in blocks_of(page.read_text(encoding="utf-8"), page)
    }
    # Pseudocode of the formats is not run: no other language may slip through.
    assert languages <= KNOWN | DIRECTIVES


def is_shell_without_saying_so(block: Block) -> bool:
    """Such a block would be passed over by every test of shell blocks."""
    return not block.language and block.code.lstrip().startswith(("scrim ", "make ", "pip ", "$ "))


def test_no_shell_block_hides_behind_a_missing_language():
    assert [name(block) for block in blocks("") if is_shell_without_saying_so(block)] == []


def test_a_shell_block_without_a_language_is_found():
    page = "```\nscrim sample x.csv\n```\n```\n\n$ ls\n```\n```\nPrivate median 44\nmake do\n```\n```sh\nmake test\n```\n"
    assert [is_shell_without_saying_so(block) for block in blocks_of(page, ROOT)] == [True, True, False, False]


def test_a_block_that_is_not_run_says_why_above_it():
    page = "*Not run: it needs a server.*\n\n```python\n1 / 0\n```\n\n*Not run: *\n```sh\nx\n```\n\ntext\n\n```python\n1\n```\n"
    assert [block.not_run for block in blocks_of(page, ROOT)] == ["it needs a server.", "", ""]


def test_lines_behind_a_prompt_are_commands():
    block = blocks_of("```console\n$ scrim sample \\\nx.csv\nwritten\n```\n", ROOT)[0]
    assert commands(block) == ["scrim sample  x.csv"]


@pytest.fixture
def folder(command_line, tmp_path, monkeypatch):
    assert command_line("sample", "people.csv").returncode == 0
    assert command_line("sample", "visits.csv", "--visits").returncode == 0
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(tmp_path / "state")}
    return tmp_path


PYTHON_PAGES = sorted({block.page for block in blocks("python") if not block.not_run} | {page for page in PAGES if page.with_suffix(".py").exists()})


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_run(page, folder, capsys):
    run_page(page, folder)
    for name in made_pictures(page.read_text(encoding="utf-8")):
        assert (folder / name).read_text(encoding="utf-8").startswith("<svg")


def test_a_picture_that_nothing_draws_is_found(tmp_path, folder):
    page = tmp_path / "page.md"
    page.write_text("```python\nx = 1\n```\n\n![A picture.](made/nowhere.svg)\n", encoding="utf-8")
    with pytest.raises(FileNotFoundError, match="nowhere.svg"):
        run_page(page, folder)


@pytest.mark.parametrize("block", [block for block in blocks("sh") + blocks("console") if not block.not_run], ids=name)
def test_shell_blocks_run(block, folder, command_line):
    targets = set(
        re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for study in (each for each in blocks("toml") if each.page == block.page):
        (folder / "study.toml").write_text(study.code, encoding="utf-8")
        visits = pd.read_csv(folder / "visits.csv").rename(columns={"patient": "patient_id"})
        visits.to_parquet(folder / "visits.parquet")
    for line in commands(block):
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "scrim":
            done = command_line(*words[1:])
            assert done.returncode == 0, done.stderr
        elif words[0] == "make":
            assert set(words[1:]) <= targets
        else:
            assert words[:2] == ["pip", "install"], f"nobody knows how to test: {line}"


CPP_FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-variable", "-Werror"]
CPP_FLAGS += ["-Wno-unused-but-set-variable", "-ffp-contract=off", f"-I{ROOT / 'src'}"]


@pytest.fixture(scope="module")
def compiled_headers(tmp_path_factory):
    """The library's headers, compiled once for the blocks that include them."""
    header = tmp_path_factory.mktemp("headers") / "scrim_headers.hpp"
    header.write_text("#include <scrim/scrim.hpp>\n", encoding="utf-8")
    flags = [flag for flag in CPP_FLAGS if flag != "-fsyntax-only"]
    subprocess.run(["g++", *flags, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
@pytest.mark.parametrize("block", blocks("cpp"), ids=name)
def test_cpp_blocks_compile(block, tmp_path, compiled_headers):
    includes = "\n".join(line for line in block.code.splitlines() if line.startswith("#include"))
    code = "\n".join(line for line in block.code.splitlines() if not line.startswith("#include"))
    source = tmp_path / "block.cpp"
    source.write_text(CPP_PRELUDE.format(includes=includes, code=code), encoding="utf-8")
    # A block that shows no such include must do without it.
    compiled = ["-include", str(compiled_headers)] if "#include <scrim/scrim.hpp>" in includes else []
    done = subprocess.run(
        ["g++", *CPP_FLAGS, *compiled, str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def of_scrim(cmake: str) -> set[tuple[str, str]]:
    """Which names of Scrim's a text gives to which commands of CMake."""
    code = re.sub(r"#.*", "", cmake)
    calls = re.findall(r"\b(\w+)\(([^()]*)\)", code)
    return {(command, word) for command, words in calls for word in words.split() if re.match(r"scrim\b", word)}


def test_cmake_blocks_show_what_the_consumers_of_the_tests_do():
    """Those are compiled and run by ctest: with an installed library, and with one in a subdirectory."""
    found, beside = (
        of_scrim((ROOT / "tests" / "install" / consumer / "CMakeLists.txt").read_text(encoding="utf-8"))
        for consumer in ("find_package_consumer", "add_subdirectory_consumer")
    )
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    folders = {each["name"]: each.get("binaryDir") for each in presets["configurePresets"]}
    assert folders["base"] == "${sourceDir}/build/${presetName}"
    built = {each["name"] for each in presets["buildPresets"]}
    assert blocks("cmake")
    for block in blocks("cmake"):
        assert of_scrim(block.code) == found, name(block)
        assert set(re.findall(r"cmake --preset (\S+)", block.code)) <= folders.keys()
        assert set(re.findall(r"cmake --build --preset (\S+)", block.code)) <= built
        assert set(re.findall(r"cmake --install build/(\S+)", block.code)) <= folders.keys()
        inline = " ".join(re.findall(r"`(\w+\([^`]*\))`", block.page.read_text(encoding="utf-8")))
        assert ("add_subdirectory", "scrim") in of_scrim(inline) & beside, block.page


def test_other_names_than_those_of_the_consumers_are_seen():
    assert of_scrim("find_package(scrim 0.1 REQUIRED) # scrim::old\ntarget_link_libraries(app PRIVATE\n  scrim::core)") == {
        ("find_package", "scrim"),
        ("target_link_libraries", "scrim::core"),
    }


def documented():
    """Public objects with their docstrings, and the methods of classes."""
    for public in sorted(scrim.__all__):
        thing = getattr(scrim, public)
        yield f"scrim.{public}", inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for method, value in vars(thing).items():
                # The defaults of fields are values; their texts stand beside them.
                if not method.startswith("_") and method not in getattr(thing, "__dataclass_fields__", ()):
                    yield f"scrim.{public}.{method}", inspect.getdoc(value) or ""


def test_every_public_name_is_documented():
    missing = [path for path, text in documented() if not text and "Error" not in path]
    assert not missing


EXAMPLES = [(path, block) for path, text in documented() for block in blocks_of(text, ROOT / path)]


@pytest.mark.parametrize("block", [b for _, b in EXAMPLES], ids=[path for path, _ in EXAMPLES])
def test_examples_in_docstrings_run(block, capsys):
    assert block.language == "python"
    exec(compile(block.code, str(block.page), "exec"), {"__name__": "example"})


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        prose = re.sub(
            r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
        )
        for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", prose):
            if "://" not in target and not target.startswith("made/"):  # which are drawn when pages run
                assert (page.parent / target).exists(), f"{page}: {target}"


def test_the_command_line_is_documented():
    """Every option has a help text, since the help is its reference."""
    from scrim.cli import program

    assert cli.main.__doc__
    import typer

    commands = list(typer.main.get_command(program.app).commands.values())
    commands += [inner for command in commands for inner in getattr(command, "commands", {}).values()]
    assert "ledger" in {command.name for command in commands} and "verify" in {command.name for command in commands}
    for command in commands:
        assert command.help
        for parameter in command.params:
            assert getattr(parameter, "help", "help"), parameter.name


def test_the_demonstration_runs(tmp_path, command_line):
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py", tmp_path / "demo"],
        capture_output=True,
        text=True,
        env=command_line.environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("beside the truth") == 6
    shown = set(re.findall(r"^\$ scrim (\S+) people.csv --column", done.stdout, re.MULTILINE))
    functions = [getattr(scrim, name) for name in scrim.__all__ if inspect.isfunction(getattr(scrim, name))]
    statistics = {each.__name__ for each in functions if {"data", "rows_per_person"} <= set(inspect.signature(each).parameters)}
    assert shown == {name.replace("_", "-") for name in statistics - {"quantiles"}}
    assert (tmp_path / "demo" / "cities.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "Spent in all: epsilon 1.500" in done.stdout
    assert "Nothing was spent now" in done.stdout and "entries are whole" in done.stdout
    assert done.stderr.count("nothing was read, spent or released") == 1
