"""Work on Spark in which something happens once, at a moment that has a name. Everything is made within functions, so that it is
sent to workers as it is, not by its name; what happened is told by files in a folder."""

from __future__ import annotations

from pathlib import Path


def happening(work, moment: str, folder: Path, happens):
    """What a task does with its batches, and what happens `before` the first of them, `within` (all are read), or `after` (all
    is done, and nothing is handed over)."""
    note = noting(folder)

    def work_once(batches):
        task = note()
        if moment == "before":
            happens(task)
            yield from work(batches)
            return
        read = list(batches)
        if moment == "within":
            happens(task)
        done = list(work(iter(read)))
        if moment == "after":
            happens(task)
        yield from done

    return work_once


def happening_to_rows(moment: str, folder: Path, happens):
    """The same rows, and what happens when a task has handed over its last: in the job that draws a `sample` of ids to cut
    ranges by, which comes first, or when rows are `written` for those who fold."""
    note = noting(folder)

    def pass_on(batches):
        from pathlib import Path

        task = note()
        stages = {int(file.name.split("-")[1]) for file in Path(folder).glob("task-*")}
        yield from batches
        if (task.stageId() == min(stages)) == (moment == "sample"):
            happens(task)

    return pass_on


def noting(folder: Path):
    """Writes down that a task has begun, which it gives."""
    name = str(folder)

    def note():
        from pathlib import Path

        from pyspark import TaskContext

        task = TaskContext.get()
        (Path(name) / f"task-{task.stageId()}-{task.partitionId()}-{task.taskAttemptId()}").touch()
        return task

    return note


def dying(folder: Path):
    """The first task that comes here kills its executor."""
    name = str(folder)

    def die(task):
        import os
        import signal
        from pathlib import Path

        try:
            mark = os.open(Path(name) / "happened", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            return
        executor = os.getpid()
        while b"CoarseGrainedExecutorBackend" not in Path(f"/proc/{executor}/cmdline").read_bytes():
            executor = int(Path(f"/proc/{executor}/stat").read_text().rpartition(")")[2].split()[1])
        os.write(mark, f"{task.stageId()} {task.partitionId()} {task.taskAttemptId()} {executor}".encode())
        os.kill(executor, signal.SIGKILL)
        os._exit(1)

    return die


def sleeping(folder: Path, seconds: float):
    """The first task of part 0 that comes here sleeps."""
    name = str(folder)

    def sleep(task):
        import os
        import time
        from pathlib import Path

        if task.partitionId() != 0:
            return
        try:
            mark = os.open(Path(name) / "happened", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            return
        os.write(mark, f"{task.stageId()} 0 {task.taskAttemptId()} 0".encode())
        time.sleep(seconds)
        (Path(name) / "woke").touch()

    return sleep


def attempts(folder: Path, stage: int, part: int) -> set[int]:
    """The tasks that have begun with a part."""
    return {int(file.name.split("-")[3]) for file in folder.glob(f"task-{stage}-{part}-*")}
