"""The package as it is installed: what it shows, what it hides, and that it leaves nothing behind."""

import pickle
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import scrim
from scrim import _core

KINDS = {
    "invalid_argument": scrim.InvalidArgumentError,
    "mismatch": scrim.MismatchError,
    "overflow": scrim.OverflowError,
    "wrong_size": scrim.WrongSizeError,
    "entropy": scrim.EntropyError,
    "no_answer": scrim.NoAnswerError,
    "misuse": scrim.MisuseError,
    "bad_state": scrim.BadStateError,
    "wrong_type": scrim.WrongTypeError,
    "input": scrim.InputError,
    "budget": scrim.BudgetError,
    "ledger": scrim.LedgerError,
}


def test_every_kind_of_error_is_one_class():
    below_error = {cls.kind: cls for cls in vars(_core).values() if isinstance(cls, type) and issubclass(cls, scrim.Error)}
    assert below_error.pop("") is scrim.Error
    assert below_error == KINDS
    header = Path(__file__).parents[3] / "src/scrim/errors/error.hpp"
    if header.exists():
        body = re.search(r"enum class ErrorKind \{(.*?)\};", header.read_text(), re.DOTALL)[1]
        assert set(re.findall(r"^\s*(\w+),", body, re.MULTILINE)) == set(KINDS)


def test_errors_can_be_raised_caught_and_pickled():
    for kind, cls in KINDS.items():
        error = pickle.loads(pickle.dumps(cls("text")))
        assert type(error) is cls and error.kind == kind and str(error) == "text" and cls.__doc__
    assert issubclass(scrim.WrongTypeError, TypeError)
    with pytest.raises(ValueError, match="lower bound"):
        scrim.atom_domain(float, bounds=(1.0, 0.0))


def test_nothing_else_is_public():
    hidden = {name for name in vars(_core) if name.startswith("_") and not name.startswith("__")}
    assert hidden == {"_accounting", "_constant", "_field", "_readers", "_testing"}
    assert {name for name in vars(_core._testing) if not name.startswith("__")} == {"block_addresses", "set_arithmetic"}
    assert "_testing" not in scrim.__all__


def test_no_randomness_can_be_chosen_from_python():
    words = ("seed", "random", "tape", "source", "generator", "entropy", "rng")
    bound = [value for name, value in vars(_core).items() if not name.startswith("__")]
    names = [name for value in [_core, *bound] for name in dir(value)]
    found = {name for name in names if any(word in name.lower() for word in words)}
    assert found == {"EntropyError", "make_randomised_response", "then_randomised_response"}
    # The streams that tests of the C++ library use are not in the binary.
    binary = Path(_core.__file__).read_bytes()
    assert b"SeededStream" not in binary and b"ScriptedTape" not in binary


def test_the_installed_files():
    root = Path(scrim.__file__).parent
    assert (root / "py.typed").exists()
    stub = (root / "_core.pyi").read_text()
    for name in vars(_core):
        if not name.startswith("_"):
            assert re.search(rf"^(class|def) {name}\b", stub, re.MULTILINE), name
    assert "def make_clamp(input_domain: Domain, input_metric: Metric, bounds: tuple[float, float]) -> Transformation" in stub
    assert not list(root.rglob("*.hpp")) and not list(root.rglob("*.a"))
    assert scrim.__version__ == metadata.version("scrim") == "0.1.0"


def test_the_version_is_that_of_the_library():
    project = Path(__file__).parents[3] / "CMakeLists.txt"
    if project.exists():
        assert f"VERSION {scrim.__version__}\n" in project.read_text()


def test_the_interpreter_ends_without_a_word():
    code = """
import numpy as np, scrim
space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
quantile = scrim.make_private_quantile(*space, scrim.max_divergence(), [1.0, 2.0], 0.5, 1.0) >> (lambda release: release)
quantile(np.ones(10)); quantile([1.0]); run = quantile.start(); run.update([1.0])
try:
    scrim.make_clamp(*space, (1, 0))
except scrim.Error:
    pass
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "" and done.stdout == ""


def test_releases_differ():
    space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    noisy = scrim.make_private_quantile(*space, scrim.max_divergence(), list(range(100)), 0.5, 1e6)
    assert len({noisy([1.0]) for _ in range(50)}) > 10


LIBRARIES = {"GMP": "libgmp-dev", "MPFR": "libmpfr-dev", "OpenSSL": "libssl-dev", "fmt": "libfmt-dev", "hwy": "libhwy-dev", "SQLite3": "libsqlite3-dev", "PostgreSQL": "libpq-dev"}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("library, debian_package", LIBRARIES.items())
def test_pip_says_which_library_is_missing(tmp_path, library, debian_package):
    sources = Path(__file__).parents[3]
    if not (sources / "pyproject.toml").exists() or metadata_of("scikit-build-core") is None:
        pytest.skip("needs the sources and the build requirements")
    hide = [f"cmake.define.CMAKE_DISABLE_FIND_PACKAGE_{library}=TRUE", f"build-dir={tmp_path / 'build'}"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
        + [part for setting in hide for part in ("--config-settings", setting)]
        + [str(sources)],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    said = " ".join((done.stdout + done.stderr).split())
    assert f"Scrim needs {library}, which was not found" in said
    assert f"apt-get install {debian_package}" in said


def metadata_of(package):
    try:
        return metadata.metadata(package)
    except metadata.PackageNotFoundError:
        return None
