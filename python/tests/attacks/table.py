"""Prints what became of the control and of Scrim, in the form of the table of attacks in C++.

The control of files is an old way of reading them; that of queries over tables is OpenDP, in build/peer-frames.
Exit status 1 unless every control fell and Scrim stood.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attacks.corpus import Tally, open_by_scrim, pairs_of, run, scratch_folder  # noqa: E402
from attacks.neighbours import Victim  # noqa: E402
from attacks.old_inference import open_by_inference  # noqa: E402
from attacks.peer_frames import ask_the_peer  # noqa: E402
from attacks.query_pairs import QUERY_PAIRS, ask  # noqa: E402
from attacks.seen_loss import sampled_loss  # noqa: E402
from attacks.stopping_cells import EVERY_STOPPING_CELL, stops  # noqa: E402

COUNT = 150


@dataclass(frozen=True)
class Outcome:
    """Whether a victim fell, and one short line that shows it."""

    fell: bool
    evidence: str


@dataclass(frozen=True)
class Attack:
    """On the control, and the same on Scrim."""

    control: Callable[[], Outcome]
    scrim: Callable[[], Outcome]


def on_readers(attack: Callable[[Victim], Outcome]) -> Attack:
    return Attack(lambda: attack(open_by_inference), lambda: attack(open_by_scrim))


def neighbour(format: str) -> Attack:
    return on_readers(lambda victim: _of_tally(run(victim, pairs_of(format, COUNT)), victim))


def _of_tally(tally: Tally, victim: Victim) -> Outcome:
    if victim is open_by_inference:
        # That it reads other values than the oracle is no leak.
        evidence = f"{tally.fell} of {tally.pairs} pairs, up to {tally.most_rows} rows; {tally.refused_one} refused one"
        return Outcome(tally.fell > 0, evidence)
    if tally.examples:
        return Outcome(True, f"{len(tally.examples)} of {tally.pairs} pairs, such as {tally.examples[0]}")
    if tally.broken:
        return Outcome(True, f"{len(tally.broken)} wrong readings, such as {tally.broken[0]}")
    return Outcome(False, f"{tally.pairs} pairs differ by at most one row, {tally.refused_one} refused one")


def stopping_cell(victim: Victim) -> Outcome:
    with scratch_folder() as folder:
        stopped = [cell.name for cell in EVERY_STOPPING_CELL if stops(victim, cell, folder)]
    which = f": {', '.join(stopped)}" if victim is open_by_scrim and stopped else ""
    many = f"{len(stopped)} of {len(EVERY_STOPPING_CELL)}"
    return Outcome(bool(stopped), f"{many} odd cells stopped it or spoke for others{which}")


def query(report: str) -> Attack:
    """What felled OpenDP's queries over frames."""
    return Attack(lambda: _of_peer(report), lambda: _of_queries(report))


peer_releases = functools.cache(ask_the_peer)


def _of_peer(report: str) -> Outcome:
    told = peer_releases()[report]
    lost = sampled_loss(told.currency, told.high, told.low, told.threshold)
    high, low = (sorted(releases)[len(releases) // 2] for releases in (told.high, told.low))
    evidence = f"{told.currency} {told.claimed:g} claimed, {lost:.2g} seen; {high} against {low}"
    return Outcome(lost > told.claimed, evidence)


def _of_queries(report: str) -> Outcome:
    pair = QUERY_PAIRS[report]
    answers = [ask(pair, question) for question in pair.questions]
    worst = max(answers, key=lambda answer: answer.exact_loss - answer.charged)
    evidence = (
        f"of {len(answers)} questions the worst, {worst.question}: {worst.high} against {worst.low}, "
        f"{pair.currency} {worst.charged:.3g} charged, {worst.exact_loss:.3g} lost"
    )
    return Outcome(any(answer.fell for answer in answers), evidence)


EVERY_ATTACK = {
    "neighbour CSV": neighbour("csv"),
    "neighbour JSON": neighbour("json"),
    "neighbour Parquet": neighbour("parquet"),
    "neighbour DuckDB": neighbour("duckdb"),
    "neighbour SQLite": neighbour("sqlite"),
    "stopping cell": on_readers(stopping_cell),
    "missing remainder": query("#2940"),
    "telling code": query("#2944"),
    "replaced group": query("#2945"),
    "merged groups": query("#2949"),
}


def print_row(attack: str, control: str, scrim: str) -> None:
    print(f"{attack:<18}  {control:<60}  {scrim}", flush=True)


def print_table() -> bool:
    print_row("attack", "control (must fall)", "Scrim (must stand)")
    as_they_must = 0
    for name, attack in EVERY_ATTACK.items():
        control, scrim = attack.control(), attack.scrim()
        as_they_must += control.fell and not scrim.fell
        print_row(
            name,
            ("fell   " if control.fell else "STOOD  ") + control.evidence,
            ("FELL   " if scrim.fell else "stood  ") + scrim.evidence.splitlines()[0],
        )
    print(f"\n{as_they_must} of {len(EVERY_ATTACK)} attacks felled their control and left Scrim standing")
    return as_they_must == len(EVERY_ATTACK)


if __name__ == "__main__":
    sys.exit(0 if print_table() else 1)
