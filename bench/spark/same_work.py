"""Whether both sides computed the same: our states are those of one machine, to the byte, and answer as Spark does."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

from scrim.tables.query_plan import QueryPlan
from scrim.tables.sorted_rows import sorted_rows
from scrim.tables.source import read_columns

from .contenders import BOUNDED, MUCH, UNBOUNDED, aggregate, planned


def digests_on_spark(frame: Any) -> dict[str, str]:
    return {name: _digest(_gathered(plan)) for name, plan in planned(frame).items()}


def digests_on_one_machine(files: Path, folder: Path) -> dict[str, str]:
    """By a process of its own, whose memory is not the driver's."""
    command = [sys.executable, "-B", "-m", "spark.same_work", str(files), str(folder)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return dict(zip((BOUNDED, UNBOUNDED), told, strict=True))


def check_answers(frame: Any) -> None:
    """Without persons to bound, and with hardly any noise, the answers are those of Spark's own aggregate."""
    plain = {row["g"]: row for row in aggregate(frame).to_pylist()}
    release = planned(frame, MUCH)[UNBOUNDED].release()
    for group, count, mean in zip(release["g"], release["n"], release["m"], strict=True):
        row = plain.pop(group, {"count(1)": 0, "avg(x)": mean})
        if count != row["count(1)"] or (count and not math.isclose(mean, row["avg(x)"], abs_tol=1e-3)):
            raise SystemExit(f"group {group}: {count} rows of {mean} on average, and by Spark's aggregate {row}")
    if plain:
        raise SystemExit(f"Spark's aggregate has {len(plain)} groups more")


def _gathered(plan: QueryPlan) -> bytes:
    with plan._rows() as (measured, _):
        return measured.gathered().save()


def _alone(plan: QueryPlan, folder: str) -> bytes:
    person = plan.query.table.person
    run = (plan.measurement if person is None else plan.make_in_order()).start()
    with plan.query.table.source.opened() as table:
        rows = read_columns(table, plan.kinds)
        if person is None:
            run.update(rows)
        else:
            with sorted_rows(rows, person, folder) as in_order:
                run.update(in_order)
    return run.save()


def _digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()


if __name__ == "__main__":
    for plan in planned(f"{sys.argv[1]}/*.parquet").values():
        print(_digest(_alone(plan, sys.argv[2])))
