"""The benchmark's command line; `make bench-peers` calls it, from the environment in which the peers are installed."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import machine
from .cases import all_works
from .check_laws import AsArray, check_laws
from .data import FULL, QUICK, Data, Sizes
from .party import Party
from .progress import Progress
from .report import page, targets_table
from .results import Results, result_of
from .rounds import alternate
from .same_work import DifferentWork
from .scrim_worker import PlainPass, Scrim, ScrimWorker

ROOT = Path(__file__).resolve().parents[2]
NAME = "side_by_side"


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=NAME, description="Times Scrim and its peers side by side.")
    parser.add_argument("--worker", type=Path, required=True, help="the program side_by_side_worker")
    parser.add_argument("--results", type=Path, help="where to (bench/results; below build/ with --quick, --only)")
    parser.add_argument("--rounds", type=int, default=None, help="rounds of each work (9; 3 with --quick)")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall", help="cpu, if the machine is busy")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="also time Scrim on so many")
    parser.add_argument("--without", action="append", default=[], choices=("opendp", "diffprivlib"), metavar="PEER")
    parser.add_argument("--only", action="append", metavar="KEY", help="works whose key begins so, such as noise")
    parser.add_argument("--quick", action="store_true", help="fewer rows and rounds: half a minute")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (3 if options.quick else 9)
    is_partial = options.quick or options.only
    options.results = options.results or ROOT / ("build/bench/quick" if is_partial else "bench/results")
    return options


def peers_but(without: Sequence[str]) -> list[Party]:
    """The peers; imported here, so that one that is left out need not be installed."""
    from .peers.numpy_peer import Numpy, NumpyEvenGrid

    peers: list[Party] = [Numpy(), NumpyEvenGrid()]
    if "opendp" not in without:
        from .peers.opendp_peer import OpenDP

        peers.append(OpenDP())
    if "diffprivlib" not in without:
        from .peers.diffprivlib_peer import Diffprivlib

        peers.append(Diffprivlib())
    return peers


def scrims(worker: ScrimWorker, threads: int, clock: str) -> Sequence[Party]:
    """Scrim on one thread and, if it can and is to, on several; their CPU time would not say how long one waits."""
    several = worker.takes_threads and threads > 1 and clock == "wall"
    return [Scrim(worker)] + ([Scrim(worker, threads)] if several else [])


def run(
    worker: ScrimWorker,
    parties: Sequence[Party],
    data: Data,
    sizes: Sizes,
    folder: Path,
    as_array: AsArray,
    options: argparse.Namespace,
) -> Results:
    load_at_start = machine.load_average()
    checks = list(check_laws(folder, parties, 4000, as_array))
    wanted = tuple(options.only or [""])
    works = [work for work in all_works(data, sizes, PlainPass(worker), parties) if work.key.startswith(wanted)]
    progress = Progress(len(works), options.rounds)
    found = []
    for work in works:
        progress.begin(f"{work.section}: {work.title}")
        found.append(result_of(work, alternate(work, options.rounds, progress.report)))
    progress.end()
    settings = {
        "rounds": options.rounds,
        "clock": options.clock,
        "load_at_start": load_at_start,
        "load_at_end": machine.load_average(),
    }
    software = machine.describe_software(worker.introduction, ROOT)
    return Results(machine.now(), machine.describe_machine(), software, settings, checks, found)


def main(arguments: Sequence[str]) -> int:
    import numpy

    from .make_data import make_data

    options = options_of(arguments)
    sizes = QUICK if options.quick else FULL
    kinds = {"f64": numpy.float64, "u64": numpy.uint64}
    with ScrimWorker(options.worker) as worker, tempfile.TemporaryDirectory(prefix="scrim-bench-") as folder:
        print("making the data, checking that all follow the same laws", file=sys.stderr)
        data = make_data(Path(folder), sizes)
        parties = [*scrims(worker, options.threads, options.clock), *peers_but(options.without)]
        try:
            results = run(
                worker, parties, data, sizes, Path(folder), lambda kind, a: numpy.array(a, kinds[kind]), options
            )
        except DifferentWork as different:
            print(f"not the same work, so no time is reported: {different}", file=sys.stderr)
            return 1
    options.results.mkdir(parents=True, exist_ok=True)
    results.save(options.results / f"{NAME}.json")
    (options.results / f"{NAME}.md").write_text(page(results), encoding="utf-8")
    print(targets_table(results))
    print(f"all of it: {os.path.relpath(options.results / NAME)}.md")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
