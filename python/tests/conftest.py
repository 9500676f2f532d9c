"""What tests of the package share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# Folders of tests are packages that tests can import, however pytest finds them.
TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)


class CommandLine:
    """Runs the real program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        script = Path(sys.executable).parent / "scrim"
        # The module where only that is there: when tests run on sources.
        self.program = [str(script)] if script.exists() else [sys.executable, "-m", "scrim.cli"]
        self.environment = {**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"}

    def __call__(
        self, *arguments: object, stdin: bytes = b"", folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*self.program, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=folder or self.folder,
            env=self.environment,
            timeout=600,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )


@pytest.fixture
def command_line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def pytest_configure(config: pytest.Config) -> None:
    # Tests send signals to programs, which inherit what whoever runs the tests has ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ignorable in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(ignorable, signal.SIG_DFL)
    config.addinivalue_line("markers", "slow: takes minutes or gigabytes; run with -m slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "slow" not in (config.option.markexpr or ""):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow; run with -m slow"))
