"""The demonstration on a cluster: a made-up table of some million rows on two executors, the same query as on one machine.

usage: python examples/spark_demo.py [FOLDER] [ROWS]     (what is written lies there; a temporary folder by default)
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

import scrim
from scrim import stats
from scrim.spark.java import java_version
from scrim.tables.sorted_rows import sorted_rows
from scrim.tables.source import read_columns

from local_cluster import start_session

REGIONS = ["N", "E", "S", "W"]
COLUMNS = {"region": scrim.category(*REGIONS), "cost": scrim.number(0, 1000)}


def write_visits(file: Path, rows: int) -> None:
    """Five rows for each patient, in an order of chance."""
    import numpy as np
    import pyarrow as pa

    draw = np.random.default_rng(7)
    patient = draw.permutation(np.repeat(np.arange(-(-rows // 5)), 5)[:rows])
    region = pa.array(REGIONS).take(pa.array(patient % 4))
    pq.write_table(pa.table({"patient": patient, "region": region, "cost": draw.integers(0, 1000, rows).astype(float)}), file)


def query_of(source: object) -> scrim.Query:
    visits = scrim.Table(source, person="patient", columns=COLUMNS)
    return visits.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count(), cost=stats.mean("cost"))


def on_one_machine(file: Path, folder: Path) -> bytes:
    plan = query_of(str(file)).plan(epsilon=1)
    run = plan.make_in_order().start()
    with plan.query.table.source.opened() as table, sorted_rows(read_columns(table, plan.kinds), ["patient"], str(folder)) as rows:
        run.update(rows)
    return run.save()


def main(folder: Path, rows: int) -> None:
    print(java_version())
    file = folder / "visits.parquet"
    write_visits(file, rows)
    settings = {"spark.executor.memory": "900m", "spark.sql.shuffle.partitions": "8"}
    spark = start_session(folder, "local-cluster[2,1,900]", settings)
    try:
        plan = query_of(spark.read.parquet(str(file))).plan(epsilon=1)
        print(plan)
        began = time.perf_counter()
        with plan._rows() as (measured, _):
            there = measured.gathered().save()
        print(f"\n{rows} rows folded on two executors in {time.perf_counter() - began:.1f} s")
        here = on_one_machine(file, folder)
        for name, state in (("on Spark", there), ("on one machine", here)):
            print(f"{name:>15}: a state of {len(state)} bytes, SHA-256 {hashlib.sha256(state).hexdigest()}")
        if here != there:
            raise SystemExit("the states differ")
        print(f"\n{plan.release(progress=lambda tasks: print(f'  {tasks}', file=sys.stderr))}")
    finally:
        spark.stop()


if __name__ == "__main__":
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 3_000_000
    if len(sys.argv) > 1:
        given = Path(sys.argv[1]).resolve()
        given.mkdir(parents=True, exist_ok=True)
        main(given, size)
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made), size)
