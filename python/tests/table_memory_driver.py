"""Releases means by group of a large Parquet file of persons' rows, and prints the peak of memory in MiB and the seconds.

Started by test_tables_slow.py, in a process of its own: what a test has in memory is not what a release takes.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import scrim
from scrim import stats
from scrim.tables.query_release import make_release
from scrim.tables.source import read_columns

GROUPS = 1000
COLUMNS = {"region": scrim.integer(0, GROUPS - 1), "cost": scrim.number(0, 5000)}


def most_memory() -> int:
    """Of this program: what getrusage tells begins with what the process held that started it."""
    return int(re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)[1]) // 1024


def main(path: str, sort_in: str | None) -> None:
    table = scrim.Table(path, person="person", columns=COLUMNS).per_person(rows=4)
    plan = table.group_by("region", keys=list(range(GROUPS))).agg(cost=stats.mean("cost")).plan(epsilon=1)
    started = time.perf_counter()
    if sort_in is None:  # rows lie in the order of persons
        with table.table.source.opened() as opened:
            released = plan.make_in_order().invoke(read_columns(opened, plan.kinds))
        release = make_release(plan, released)
    else:
        release = plan.release(sort_in=sort_in)
    assert len(release) == GROUPS
    print(most_memory(), f"{time.perf_counter() - started:.1f}", f"{sum(release['cost']) / GROUPS:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
