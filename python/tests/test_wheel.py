"""The wheel that is handed on: in an empty environment, on a machine that has none of the libraries it needs."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest

from explored_study import STUDY
from test_explore_server import Served

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
COMPILER = {**os.environ, "CXX": "g++"}
# What the README says: the commands from a wheel to a first private table, but for the first, which installs it.
COMMANDS = [
    ["sample", "visits.csv", "--visits", "--force"],
    ["query", "visits.csv", "--person", "patient", "--rows", "3", "--groups", "2", "--by", "region=N,E,S,W", "--stat", "n=count()",
     "--epsilon", "1", "--csv"],
]  # fmt: skip
LOADED = """
import re
{}
print(*sorted(set(re.findall(r"/\\S+\\.so[.\\d]*", open("/proc/self/maps").read()))), sep="\\n")
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    done = subprocess.run([sys.executable, ROOT / "tools/wheel", folder], capture_output=True, text=True, check=False, env=COMPILER)
    assert done.returncode == 0, done.stderr
    assert re.search(r"needs CPython 3\.\d+ and glibc 2\.\d+ or newer", done.stdout)
    return folder


@pytest.fixture(scope="module")
def wheel(made):
    (file,) = made.glob("scrim-*.whl")
    return file


def install(environment, wheel, extras):
    """The wheel and what it asks for from the package index."""
    command = [environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", f"{wheel}[{extras}]"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """A new one, with the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install(folder, wheel, "cli,report")
    return folder


@pytest.fixture(scope="module")
def hidden(wheel):
    """The machine's own copies of what is in the wheel."""
    names = [re.sub(r"-[0-9a-f]{8}\.so.*", "", Path(name).name) for name in zipfile.ZipFile(wheel).namelist() if "scrim.libs/lib" in name]
    files = {file.resolve() for name in names for folder in ("/lib", "/usr/lib") for file in Path(folder).glob(f"*/{name}.so*")}
    assert len(names) >= 4 and files
    return sorted(files)


def without(files, command, folder):
    """Runs a command in a namespace where these files are empty, and there is no network."""
    hide = " && ".join(f"mount --bind /dev/null {file}" for file in files)
    script = ["unshare", "--user", "--map-root-user", "--mount", "--net", "sh", "-c", f'{hide} && exec "$@"', "sh"]
    return subprocess.run([*script, *map(str, command)], capture_output=True, text=True, check=False, cwd=folder)


def check_libraries_and_licences(wheel):
    """Of any wheel that tools/wheel makes."""
    assert "manylinux" in wheel.name
    archive = zipfile.ZipFile(wheel)
    names = archive.namelist()
    for library in ("libgmp", "libmpfr", "libcrypto", "libhwy", "libpq", "libsqlite3"):
        assert any(name.startswith(f"scrim.libs/{library}") for name in names)
    (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
    licences = re.findall(r"^License-File: (.+)$", archive.read(metadata).decode(), re.MULTILINE)
    folder = metadata.removesuffix("METADATA") + "licenses/"
    assert {folder + each for each in licences} == {name for name in names if name.startswith(folder)}
    told = {each: archive.read(folder + each).decode() for each in licences}
    for name, words in {
        "LICENSE": "Apache License",
        "bundled/libgmp10": "Lesser General Public",
        "bundled/libmpfr6": "Lesser General Public",
        "bundled/LGPL-3": "GNU LESSER GENERAL PUBLIC LICENSE",
        "bundled/libssl3": "Apache",
        "bundled/nanobind": "Redistribution",
    }.items():
        assert words.lower() in " ".join(told[name].split()).lower()
    for name in names:
        if name.startswith("scrim.libs/lib"):
            assert Path(name).name in told["bundled/README.md"]


def test_the_wheel_brings_its_libraries_and_their_licences(wheel):
    check_libraries_and_licences(wheel)


def test_only_what_is_in_the_wheel_is_loaded(environment, hidden, tmp_path):
    def loaded(code):
        command = [environment / "bin/python", "-I", "-c", LOADED.format(code)]
        return set(subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout.splitlines())

    others = loaded("import hashlib, ssl, numpy, pyarrow")  # Python itself has a libcrypto
    ours = loaded("import scrim; scrim.count([1] * 1000, epsilon=100, rows_per_person=1)") - others
    assert not {str(file) for file in hidden} & ours
    assert len([file for file in ours if "/scrim.libs/" in file]) >= 4


def test_it_works_where_the_libraries_are_missing(environment, hidden, tmp_path):
    for command in COMMANDS:
        done = without(hidden, [environment / "bin/scrim", *command], tmp_path)
        assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["region"] for row in rows] == ["N", "E", "S", "W"]
    assert all(int(row["n_low"]) <= int(row["n"]) <= int(row["n_high"]) for row in rows)
    done = without(hidden, [environment / "bin/scrim", *COMMANDS[1][:-1], "--json"], tmp_path)
    (tmp_path / "visits.json").write_text(json.dumps(json.loads(done.stdout)))
    done = without(hidden, [environment / "bin/scrim", "report", "visits.json", "--output", "visits.html"], tmp_path)
    assert done.returncode == 0, done.stderr


def test_hiding_libraries_hides_them(hidden, tmp_path):
    """What is installed from the sources needs those of the machine, and does not work there."""
    code = "import scrim; print(scrim.__file__)"
    assert subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=False, cwd=tmp_path).returncode == 0
    assert without(hidden, [sys.executable, "-I", "-c", code], tmp_path).returncode != 0


PAGES = ["README.md", "docs/start.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_say_these_commands(page):
    said = " ".join((ROOT / page).read_text(encoding="utf-8").replace("'", "").split())
    for command in COMMANDS:
        assert f"scrim {' '.join(command)}" in said


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_name_the_wheel_that_is_made(page, wheel):
    named = re.findall(r"scrim-[\w.-]+\.whl", (ROOT / page).read_text(encoding="utf-8"))
    assert named == [wheel.name]


def test_each_extra_brings_what_its_commands_need(wheel, tmp_path):
    """First the one that the pages name, alone; then the one for the page of a study, beside it."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    variables = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    variables.pop("PYTHONPATH", None)  # what is imported shall be the wheel's
    program = environment / "bin/scrim"

    def run(*command):
        return subprocess.run([program, *command], capture_output=True, text=True, check=False, cwd=tmp_path, env=variables)

    install(environment, wheel, "cli")
    for command in COMMANDS:
        done = run(*command)
        assert done.returncode == 0, done.stderr
    assert len(list(csv.DictReader(io.StringIO(done.stdout)))) == 4
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    missing = run("explore", "study.toml", "--no-browser")
    assert missing.returncode == 2 and "scrim[explore]" in missing.stderr
    install(environment, wheel, "cli,explore")
    assert "--port" in run("explore", "--help").stdout
    served = Served(tmp_path, variables, program=[program])
    try:
        with urllib.request.urlopen(served.origin + "/", timeout=60) as empty:
            assert b'<main id="main"' in empty.read()
        assert "it fits" in served.post("/page")["parts"]["plan"]
    finally:
        ended = served.end()
    assert ended == (0, "", "")


def test_the_sources_build(made, tmp_path):
    (sources,) = made.glob("scrim-*.tar.gz")
    with tarfile.open(sources) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    # As `make python` compiles, so that ccache has most of it.
    command += ["--config-settings=cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON", "--wheel-dir", tmp_path / "built", tree]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=COMPILER)
    assert done.returncode == 0, done.stderr
    (built,) = (tmp_path / "built").glob("scrim-*.whl")
    names = zipfile.ZipFile(built).namelist()
    assert "scrim/report/templates/page.css" in names and any(name.startswith("scrim/_core.") for name in names)
