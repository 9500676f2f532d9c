"""What tests of the package share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

# Folders of tests are packages that tests can import, however pytest finds them.
TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

from program_server import ProgramServer  # noqa: E402

SCRIPT = Path(sys.executable).parent / "scrim"
# The module where only that is there: when tests run on sources.
PROGRAM = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "scrim.cli"]


class CommandLine:
    """Runs the real program: `command_line.program` is how a shell starts it, and a call runs it by the server."""

    def __init__(self, folder: Path, server: ProgramServer, environment: dict[str, str]) -> None:
        self.folder = folder
        self.program = PROGRAM
        self.environment = environment
        self._server = server

    def __call__(
        self, *arguments: object, stdin: bytes = b"", folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [*self.program, *map(str, arguments)]
        status, stdout, stderr = self._server.run(
            command[len(self.program) - 1 :], folder or self.folder, self.environment, stdin, seconds=600
        )
        return subprocess.CompletedProcess(command, status, stdout.decode(), stderr.decode())


@pytest.fixture(scope="session")
def program_server() -> Iterator[ProgramServer]:
    server = ProgramServer(_environment())
    yield server
    server.close()


@pytest.fixture
def command_line(tmp_path: Path, program_server: ProgramServer) -> CommandLine:
    return CommandLine(tmp_path, program_server, _environment())


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A cluster of two executors, for all tests of a run."""
    from spark_cluster import spark_session

    with spark_session(tmp_path_factory.mktemp("spark")) as session:
        yield session


@pytest.fixture(scope="session")
def visits_frame(spark: object, tmp_path_factory: pytest.TempPathFactory) -> object:
    from spark_cluster import frame_of
    from table_of_visits import visit_rows

    return frame_of(spark, visit_rows(), tmp_path_factory.mktemp("visits") / "rows")


def _environment() -> dict[str, str]:
    return {**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"}


def pytest_configure(config: pytest.Config) -> None:
    # Tests send signals to programs, which inherit what whoever runs the tests has ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ignorable in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(ignorable, signal.SIG_DFL)
    config.addinivalue_line("markers", "slow: takes minutes or gigabytes; run with -m slow")
    config.addinivalue_line("markers", "slow_after(n): after its first n cases, the others are slow")
    config.addinivalue_line("markers", "spark: starts Spark, which needs Java; run with -m spark")
    config.addinivalue_line("markers", "aarch64: compiles for AArch64, and emulates it; run with -m aarch64")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: Counter[str] = Counter()
    for item in items:
        if limit := item.get_closest_marker("slow_after"):
            test = item.nodeid.partition("[")[0]
            cases[test] += 1
            if cases[test] > limit.args[0]:
                item.add_marker("slow")
    for mark in ("slow", "spark", "aarch64"):
        if mark not in (config.option.markexpr or ""):
            for item in items:
                # Not by its keywords, of which the folder's name is one.
                if item.get_closest_marker(mark):
                    item.add_marker(pytest.mark.skip(reason=f"{mark}; run with -m {mark}"))
