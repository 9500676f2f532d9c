"""A cluster of Spark on this machine, for tests: executors are processes of their own, which can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
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
}
# For `two_hosts`; elsewhere there is one, on which Spark does not try a part twice at once.
SPECULATION = {
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


@contextmanager
def two_hosts(folder: Path):
    """The address of a cluster whose two workers have names of their own: Spark does not give a host the second attempt of a
    task that runs there."""
    prepare(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    program = str(Path(os.environ["SPARK_HOME"]) / "bin" / "spark-class")
    place, number = address.split(":")
    commands = [["master.Master", "--host", place, "--port", number, "--webui-port", "0"]]
    commands += [
        ["worker.Worker", "--host", host, "--cores", "1", "--memory", "900m", "--webui-port", "0", f"spark://{address}"]
        for host in ("127.0.0.2", "127.0.0.3")
    ]
    # Each process binds to its own address, which is not the driver's.
    environment = {name: value for name, value in os.environ.items() if name not in ("SPARK_LOCAL_IP", "SPARK_LOCAL_HOSTNAME")}
    processes = []
    try:
        for kind, *arguments in commands:
            with (folder / f"{kind}-{len(processes)}.log").open("w") as log:
                command = [program, f"org.apache.spark.deploy.{kind}", *arguments]
                processes.append(subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT))
        yield f"spark://{address}"
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(60)


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
    """Whether it was there. It is gone when this returns: one that dies would be counted still."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    until = time.monotonic() + 60
    while _has_program(process):
        assert time.monotonic() < until, f"{process} was killed, and is there"
        time.sleep(0.01)
    return True


def _has_program(process: int) -> bool:
    """A process that was killed has none, even before its parent knows."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def wait_for_executors(session) -> None:
    until = time.monotonic() + 240
    while len(executors(session)) < 2 and time.monotonic() < until:
        time.sleep(0.2)
    assert len(executors(session)) == 2
