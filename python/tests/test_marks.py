"""Which tests are left out for their marks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parent)


def test_a_folder_that_is_called_like_a_mark_has_none(tmp_path):
    """As a working copy may be: all of its tests were left out, and none failed."""
    folder = tmp_path / "spark" / "slow"
    folder.mkdir(parents=True)
    other = "@pytest.mark.slow\ndef test_other():\n    assert False\n"
    (folder / "test_any.py").write_text(f"import pytest\n\ndef test_one():\n    pass\n\n{other}")
    plugins = ["-p", "conftest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "--rootdir", str(tmp_path), str(folder)]
    environment = {**os.environ, "PYTHONPATH": TESTS}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
    assert "1 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
