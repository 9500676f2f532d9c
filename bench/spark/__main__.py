"""Times a private query on Spark beside plain Spark: python -m spark --rows 10000000 --executors 1,2

Contenders take turns; the median of their times is told, and the driver's memory.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import scrim
from scrim import stats
from scrim.spark.layout import number_of_parts

from local_cluster import start_session

GROUPS = 1000
COLUMNS = {"g": scrim.integer(0, GROUPS - 1), "x": scrim.number(0, 1000)}


def session(folder: Path, executors: int):
    settings = {"spark.executor.memory": "2g", "spark.sql.shuffle.partitions": "8"}
    return start_session(folder, f"local-cluster[{executors},1,2048]", settings)


def contenders(frame) -> dict[str, Callable[[], object]]:
    """What is timed, with the same columns in each."""
    parts = number_of_parts(frame)
    persons = scrim.Table(frame, person="person", columns=COLUMNS)
    rows = scrim.Table(frame, rows_per_person=1, columns=COLUMNS)
    statistics_of = {"n": stats.count(), "m": stats.mean("x")}
    bounded = persons.per_person(rows=3, groups=2).group_by("g").agg(**statistics_of).plan(epsilon=1)
    plain = rows.group_by("g").agg(**statistics_of).plan(epsilon=1)

    def sorted_by_spark() -> object:
        # Each part is read to its end, and nothing is made of it.
        in_order = frame.select("person", "g", "x").repartitionByRange(parts, "person").sortWithinPartitions("person")
        return in_order.write.format("noop").mode("overwrite").save()

    return {
        "Spark: select, range partition, sort": sorted_by_spark,
        "Scrim: persons bounded, by group": bounded.release,
        "Spark: count and mean by group": lambda: frame.groupBy("g").agg({"x": "avg", "*": "count"}).toArrow(),
        "Scrim: no persons, by group": plain.release,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="spark", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--executors", default="1,2")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for executors in map(int, options.executors.split(",")):
            spark = session(folder, executors)
            data = folder / "rows"
            if not data.exists():
                columns = f"(id * 2654435761) % {options.rows // 10} as person", f"(id * 40503) % {GROUPS} as g", "cast((id * 7919) % 1000 as double) as x"
                spark.range(0, options.rows, 1, 8).selectExpr(*columns).write.parquet(str(data))
            timed = contenders(spark.read.parquet(str(data)))
            seconds: dict[str, list[float]] = {name: [] for name in timed}
            for turn in range(options.rounds + 1):
                for name, run in timed.items():
                    began = time.perf_counter()
                    run()
                    if turn:  # the first round is for compilers and workers to start
                        seconds[name].append(time.perf_counter() - began)
            for name, took in seconds.items():
                print(f"{executors} executors, {options.rows} rows, {name}: {statistics.median(took):.1f} s ({min(took):.1f} to {max(took):.1f})", flush=True)
            spark.stop()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"the driver's Python had {memory:.0f} MiB at most")


if __name__ == "__main__":
    main()
