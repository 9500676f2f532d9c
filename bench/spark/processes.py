"""What processes use, by what Linux says of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """Of this process and of all below it: the driver, its Java, executors and their workers."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))  # its own, and of children that have ended
    return sum(ticks[process] for process in ticks if _is_below(process, parents)) / _TICKS


def most_memory(process: int | str = "self") -> float:
    """The most that a process ever held in memory, in MiB."""
    held = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return int(held[1]) / 1024 if held else float("nan")


def _is_below(process: int, parents: dict[int, int]) -> bool:
    while process in parents and process != os.getpid():
        process = parents[process]
    return process == os.getpid()
