"""Releases many times, each time with an interruption at another system call, and tells as lines of JSON how
each run ended. A process of its own, since a run is a fork of it. Table and plan are made once: what is
tested comes after them.

Arguments: a folder to write in, the name of a signal or `KeyboardInterrupt`, and which of `json` and `plot` to write.
"""

import json
import os
import select
import signal
import sys
from pathlib import Path

import scrim
from scrim.cli import carry_out, program, statistics
from scrim.cli.signals import Signals

PLAN = scrim.plan_top_k(["red", "green"], 1, epsilon=1, rows_per_person=1)
ARGUMENTS = ["top-k", "table", "--column", "colour", "--categories", "red,green", "--epsilon", "1", "--rows-per-person", "1", "--json"]


class Colours:
    name, types, names_are_public, files = "table", {"colour": "VARCHAR"}, True, ["table"]

    def texts(self, column):
        return ["red", "red", "green"]

    def close(self):
        pass


carry_out.readers.open_table = lambda *arguments, **options: Colours()
statistics.plan_top_k = lambda *arguments, **options: PLAN
select.PIPE_BUF = 150  # so that the output goes out in several pieces

CALLS = ("open", "write", "lseek", "ftruncate", "fsync", "replace", "unlink")


class Seam:
    """Counts the system calls of the program, and strikes before or after one of them."""

    def __init__(self, what, place, moment, again):
        self.what, self.place, self.moment, self.again = what, place, moment, again
        self.calls = []
        for name in CALLS:
            setattr(os, name, self.around(name, getattr(os, name)))

    def around(self, name, call):
        def wrapped(*arguments, **options):
            number = len(self.calls)
            self.calls.append(f"{name} {arguments[0]}" if name == "write" else name)
            if self.again and number > self.place:
                self.strike()
            if (number, "before") == (self.place, self.moment):
                self.strike()
            result = call(*arguments, **options)
            if (number, "after") == (self.place, self.moment):
                self.strike()
            return result

        return wrapped

    def strike(self):
        if self.what == "KeyboardInterrupt":
            raise KeyboardInterrupt
        os.kill(os.getpid(), getattr(signal, self.what))


def run(folder, arguments, what, place, moment, again):
    for name in ("out.json", "out.svg", "stdout", "stderr"):
        (folder / name).unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT), descriptor)
        signals = Signals()
        signals.install()
        seam = Seam(what, place, moment, again)
        try:
            status = program.run(arguments, signals)
            (folder / "calls").write_text(json.dumps(seam.calls))
        except BaseException as error:
            os.write(2, f"Traceback {error!r}".encode())
            status = 99
        program.leave(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {
        "place": place,
        "moment": moment,
        "again": again,
        "status": status,
        "stdout": (folder / "stdout").read_text(),
        "stderr": (folder / "stderr").read_text(),
        "files": [name for name in ("out.json", "out.svg") if (folder / name).exists()],
        "left": sorted(path.name for path in folder.iterdir() if path.name.startswith(".")),
    }


def main():
    folder, what = Path(sys.argv[1]), sys.argv[2]
    output = ["--output", str(folder / "out.json")] if "json" in sys.argv[3:] else []
    plot = ["--plot", str(folder / "out.svg")] if "plot" in sys.argv[3:] else []
    arguments = [*ARGUMENTS, *output, *plot]
    program.run([*ARGUMENTS, "--dry-run", "--output", "/dev/null"])  # loads what every run would load
    undisturbed = run(folder, arguments, what, -1, "", False)
    calls = json.loads((folder / "calls").read_text())
    # At once: a fork takes along what is not yet written, and writes it when it leaves.
    print(json.dumps({**undisturbed, "call": ""}), flush=True)
    for place, call in enumerate(calls):
        for moment in ("before", "after"):
            for again in (False,) if what == "KeyboardInterrupt" else (False, True):
                ended = run(folder, arguments, what, place, moment, again)
                print(json.dumps({**ended, "call": call}), flush=True)


main()
