"""The machine and the software of a run, as the results name them."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import re
import subprocess
from pathlib import Path

PACKAGES = ("numpy", "opendp", "diffprivlib", "scikit-learn", "scipy")


def _first_match(pattern: str, path: str) -> str:
    try:
        match = re.search(pattern, Path(path).read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        match = None
    return match[1].strip() if match else "unknown"


def describe_machine() -> dict[str, str | int | float]:
    kibibytes = _first_match(r"^MemTotal:\s+(\d+) kB", "/proc/meminfo")
    return {
        "cpu": _first_match(r"^model name\s*:\s*(.+)$", "/proc/cpuinfo"),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(int(kibibytes) / 2**20, 1) if kibibytes.isdigit() else 0,
        "kernel": f"{platform.system()} {re.split('[^0-9.]', platform.release())[0]}",
        "system": _first_match(r'^PRETTY_NAME="(.+)"$', "/etc/os-release"),
    }


def describe_software(worker_introduction: dict[str, object], root: Path) -> dict[str, str]:
    """Versions; a peer that is not installed has none."""
    software = {
        "scrim": str(worker_introduction["scrim"]),
        "scrim commit": commit_of(root),
        "compiler": str(worker_introduction["compiler"]),
        "flags": str(worker_introduction["flags"]),
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            software[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return software


def commit_of(root: Path) -> str:
    """The commit that was built; a plus sign means that sources were changed since."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(root), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "bench/side_by_side", "cmake")
        return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def load_average() -> float:
    return round(os.getloadavg()[0], 2)


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
