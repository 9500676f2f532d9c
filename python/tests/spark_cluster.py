"""A cluster of Spark on this machine, for tests: executors are processes of their own, which can be killed."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from local_cluster import package_path, prepare, settings_in, start_session  # noqa: E402, F401

MASTER = "local-cluster[2,1,900]"
SETTINGS = {
    "spark.executor.memory": "900m",
    "spark.sql.shuffle.partitions": "5",
    "spark.deploy.maxExecutorRetries": "-1",
    "spark.task.maxFailures": "20",
    "spark.stage.maxConsecutiveAttempts": "50",
    "spark.speculation": "true",
    "spark.speculation.interval": "50ms",
    "spark.speculation.quantile": "0.25",
    "spark.speculation.multiplier": "1.2",
}


@contextmanager
def spark_session(folder: Path, master: str = MASTER, python_path: str | None = None, **settings: str):
    given = {**SETTINGS, **{name.replace("__", "."): value for name, value in settings.items()}}
    if python_path is not None:
        given["spark.executorEnv.PYTHONPATH"] = python_path
    session = start_session(folder, master, given)
    try:
        yield session
    finally:
        session.stop()


def frame_of(session, rows: pa.Table, folder: Path, files: int = 3):
    """The rows from Parquet files, each of which is a part."""
    folder.mkdir(parents=True, exist_ok=True)
    size = -(-max(1, rows.num_rows) // files)
    for number in range(files):
        pq.write_table(rows.slice(number * size, size), folder / f"part-{number}.parquet")
    return session.read.parquet(str(folder))


def executors(session) -> list[int]:
    """The processes of executors, which the driver's process has started."""
    driver = session.sparkContext._gateway.proc.pid
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
    found = []
    for process in parents:
        above, line = process, b""
        while above in parents and above != driver:
            above = parents[above]
        try:
            line = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if above == driver and b"CoarseGrainedExecutorBackend" in line and b"java" in line.split(b"\0")[0]:
            found.append(process)
    return found


def kill(process: int) -> bool:
    """Whether it was there."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def kill_one(session) -> bool:
    """Kills the youngest executor, if there is one."""
    found = executors(session)
    return bool(found) and kill(max(found))
