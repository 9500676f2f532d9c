"""Times all contenders with one number of rows and of executors, in a process of its own: python -m spark.measure FOLDER ROWS
EXECUTORS ROUNDS. Prints JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from local_cluster import start_session

from .contenders import Contender, contenders
from .data import written
from .processes import most_memory, processor_seconds
from .same_work import check_answers, digests_on_spark

PARTS = 12
MEMORY = {"driver": "1g", "executor": 3072}
SETTINGS = {
    "spark.driver.memory": MEMORY["driver"],
    "spark.executor.memory": f"{MEMORY['executor']}m",
    "spark.sql.shuffle.partitions": str(PARTS),
}
WARMED_UP_ON = 1_000_000


def timed(contender: Contender) -> dict[str, float]:
    used, began = processor_seconds(), time.perf_counter()
    contender.run()
    return {"seconds": time.perf_counter() - began, "processor": processor_seconds() - used}


def measured(folder: Path, rows: int, executors: int, rounds: int) -> dict[str, Any]:
    spark = start_session(folder, f"local-cluster[{executors},1,{MEMORY['executor']}]", SETTINGS)
    try:
        small = spark.read.parquet(str(written(spark, folder, min(rows, WARMED_UP_ON))))
        frame = spark.read.parquet(str(written(spark, folder, rows)))
        for each in contenders(small):  # compilers and workers start
            each.run()
        in_turn = contenders(frame)
        took: dict[str, list[dict[str, float]]] = {each.name: [] for each in in_turn}
        for turn in range(rounds):
            for each in in_turn:
                took[each.name].append(timed(each))
            print(f"  round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
        memory = {"Python": most_memory(), "Java": most_memory(spark.sparkContext._gateway.proc.pid)}
        check_answers(frame)
        return {
            "rows": rows,
            "executors": executors,
            "contenders": [{"name": each.name, "peer": each.peer, "took": took[each.name]} for each in in_turn],
            "driver_mib": memory,
            "digests": digests_on_spark(frame),
        }
    finally:
        spark.stop()


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]), *map(int, sys.argv[2:5]))))
