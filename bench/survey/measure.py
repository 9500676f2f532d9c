"""Asks one party; `python -m survey.measure PARTY FILE REPETITIONS SECONDS ANSWERS` writes its answers there as JSON.

It runs in the environment in which the party is installed. A question is asked so often, or as long as the time for it
lasts, but three times at least: what a peer takes to start a query differs a thousandfold.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .party import Ask, party_of
from .survey import digest_of

FEWEST = 3


def answers_to(ask: Ask, repetitions: int, seconds: float) -> list[Any]:
    started = time.monotonic()
    told: list[Any] = []
    while len(told) < repetitions and (len(told) < FEWEST or time.monotonic() - started < seconds):
        told.append(ask())
    return told


def main(arguments: Sequence[str]) -> int:
    name, file, repetitions, seconds, answers = arguments
    party = party_of(name)
    told = {}
    for key, ask in party.ways(file).items():
        print(f"{name}: {key}", file=sys.stderr, flush=True)
        told[key] = answers_to(ask, int(repetitions), float(seconds))
        content = {"party": name, "version": party.version, "data": digest_of(Path(file)), "answers": told}
        # Not to its output, where others print too; and after each question, so that a run that was ended is of use.
        Path(answers).write_text(json.dumps(content), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
