"""A page as PDF, printed by a browser that is on the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..analysis.refuse import refuse

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SECONDS = 120


def find_browser() -> str:
    """The browser that prints, or a refusal that says which would do."""
    for name in BROWSERS:
        if (found := shutil.which(name)) is not None:
            return found
    refuse(f"PDF is printed by a browser, one of {', '.join(BROWSERS)}, and none is installed; install one, or write .html")


def print_page(page: str) -> bytes:
    """The page as PDF. The page loads nothing: its policy forbids that. The browser itself is not kept from the network,
    only asked to leave out what it does in the background."""
    browser = find_browser()
    with tempfile.TemporaryDirectory(prefix="scrim-report-") as folder:
        source, target = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--disable-background-networking",
            "--no-first-run",
            "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={target}",
            # Chromium has no sandbox for root, and the page has nothing that runs.
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
            source.as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            refuse(f"{browser} could not print the report; write .html, and print it from a browser")
        if done.returncode != 0 or not target.exists():
            refuse(f"{browser} could not print the report; write .html, and print it from a browser")
        return target.read_bytes()
