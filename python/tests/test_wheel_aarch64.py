"""The wheel for AArch64, by Debian's Python for that processor in an emulator, on a plain Debian."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import scrim

from test_wheel import COMMANDS, LOADED, ROOT, check_libraries_and_licences

pytestmark = pytest.mark.aarch64
# What the second command of the README costs and how accurate it is, with the digest of its plan.
PLAN = [*COMMANDS[1][:-1], "--dry-run", "--json"]
# Exact sums, enclosures of exp and ln, convolutions of losses, and what NumPy and Arrow hand over.
COMPUTED = """
import numpy, pyarrow, scrim
account = scrim.Accountant()
account.add_gaussian(sigma=10.0, sensitivity=1, times=100)
account.add_laplace(scale=20.0, sensitivity=1)
account.add_gaussian(sigma=1.0, rate=0.01, times=10)
print(account.delta(epsilon=1.0).hex(), account.epsilon(delta=1e-6).hex())
print(scrim.convert(rho=0.5, delta=1e-6).hex(), scrim.gaussian_sigma_within(epsilon=1.0, delta=1e-6).hex())
print(scrim.plan_quantile(0.5, bounds=(0, 120), epsilon=0.1, rows_per_person=1))
ages = [0.1 * i for i in range(10_000)]
for column in (ages, numpy.array(ages), pyarrow.array(ages)):
    release = scrim.mean(column, bounds=(0, 1000), epsilon=1e9, rows_per_person=1)
    print(f"{release.value:.6f}")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    done = subprocess.run([sys.executable, ROOT / "tools/wheel", folder, "aarch64"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"needs CPython 3\.\d+ and glibc 2\.\d+ or newer, on aarch64", done.stdout)
    (file,) = folder.iterdir()
    return file


@pytest.fixture(scope="module")
def machine():
    """A plain Debian with Python: none of the libraries that the wheel brings, but for libcrypto, which Python needs."""
    folder = ROOT / "build/aarch64-machine"
    subprocess.run([ROOT / "tools/sysroot", "arm64", folder, "python3", "libstdc++6"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def packages(wheel, tmp_path_factory):
    """What pip installs there: the wheel, and what it asks for, from the package index."""
    folder = tmp_path_factory.mktemp("packages")
    glibc = int(re.search(r"manylinux_2_(\d+)_aarch64", wheel.name)[1])
    accepted = [word for minor in range(17, glibc + 1) for word in ("--platform", f"manylinux_2_{minor}_aarch64")]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", *accepted]
    done = subprocess.run([*command, "--target", folder, f"{wheel}[cli,report]"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def python(machine, packages):
    """Runs its Python."""

    def run(*arguments, folder):
        emulator = ["qemu-aarch64-static", "-L", machine, "-E", f"PYTHONPATH={packages}", machine / "usr/bin/python3"]
        return subprocess.run([*map(str, [*emulator, *arguments])], capture_output=True, text=True, check=False, cwd=folder)

    return run


@pytest.fixture
def both(python, tmp_path):
    """What a command says on that machine, and on this one."""

    folders = [tmp_path / "there", tmp_path / "here"]
    for folder in folders:
        folder.mkdir()

    def run(*arguments):
        there = python(*arguments, folder=folders[0])
        here = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=folders[1])
        assert (there.returncode, here.returncode) == (0, 0), there.stderr + here.stderr
        return there.stdout, here.stdout

    return run


def test_the_wheel_brings_its_libraries_and_their_licences(wheel):
    assert re.search(r"manylinux_2_\d+_aarch64\.whl$", wheel.name)
    check_libraries_and_licences(wheel)


def test_all_of_it_is_for_that_processor(wheel):
    archive = zipfile.ZipFile(wheel)
    native = [archive.read(name) for name in archive.namelist() if ".so" in name]
    assert len(native) >= 5
    assert {struct.unpack_from("<H", each, 18)[0] for each in native} == {183}  # EM_AARCH64


def test_its_stub_is_that_of_this_machine(wheel):
    stub = Path(scrim.__file__).with_name("_core.pyi")
    assert zipfile.ZipFile(wheel).read("scrim/_core.pyi") == stub.read_bytes()


def test_the_machine_has_none_of_the_libraries(python, tmp_path):
    for library in ("libgmp.so.10", "libmpfr.so.6", "libhwy.so.1"):
        done = python("-c", f"import ctypes; ctypes.CDLL('{library}')", folder=tmp_path)
        assert done.returncode != 0 and "cannot open shared object file" in done.stderr
    done = python("-c", "import platform; print(platform.machine())", folder=tmp_path)
    assert done.stdout.strip() == "aarch64"


def test_only_what_is_in_the_wheel_is_loaded(python, packages, tmp_path):
    done = python("-c", LOADED.format("import scrim; scrim.count([1] * 1000, epsilon=100, rows_per_person=1)"), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    loaded = [file for file in done.stdout.splitlines() if Path(file).name.startswith(("libgmp", "libmpfr", "libhwy"))]
    assert len(loaded) >= 3 and all(file.startswith(f"{packages}/scrim.libs/") for file in loaded)


def test_the_commands_of_the_readme_run(python, tmp_path):
    for command in COMMANDS:
        done = python("-m", "scrim.cli", *command, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == ["region", "N", "E", "S", "W"]
    done = python("-m", "scrim.cli", *COMMANDS[1][:-1], "--json", folder=tmp_path)
    (tmp_path / "visits.json").write_text(json.dumps(json.loads(done.stdout)), encoding="utf-8")
    done = python("-m", "scrim.cli", "report", "visits.json", "--output", "visits.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr


def test_made_up_visits_and_plans_are_the_same(both, tmp_path):
    both("-m", "scrim.cli", *COMMANDS[0])
    assert (tmp_path / "there/visits.csv").read_bytes() == (tmp_path / "here/visits.csv").read_bytes()
    there, here = map(json.loads, both("-m", "scrim.cli", *PLAN))
    assert there == here


def test_what_touches_no_noise_is_the_same_to_the_bit(both):
    there, here = both("-c", COMPUTED)
    assert there == here
