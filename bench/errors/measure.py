"""Measures one party; `python -m errors.measure PARTY REPETITIONS ROWS FEW` prints its results as JSON.

It runs in the environment in which the party is installed: Scrim and its peers need different ones.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .party import Party, Release, party_of
from .problem import Problem, digest_of
from .questions import Question, all_questions
from .results import Measured, PartyResults
from .shapes import make_problems
from .summary import summary_of

SLOW = 5
"""By this, a party's slow questions are asked less often."""


def measure(name: str, party: Party, problems: Sequence[Problem], repetitions: int) -> PartyResults:
    measured = []
    for question in all_questions():
        if question.key not in party.ways:
            continue
        times = max(2, repetitions // SLOW if question.key in party.slow else repetitions)
        for problem in problems:
            print(f"{name}: {question.title}, {problem.shape}", file=sys.stderr)
            squares = squares_of(question, problem, party.ways[question.key](problem), times)
            for kind, found in squares.items():
                measured.append(Measured(name, question.key, problem.shape, kind, summary_of(found)))
    return PartyResults(name, party.version, digest_of(problems), measured)


def squares_of(question: Question, problem: Problem, release: Release, times: int) -> dict[str, list[float]]:
    squares: dict[str, list[float]] = {kind: [] for kind in question.measures}
    for _ in range(times):
        for kind, square in question.squares(problem, release()).items():
            squares[kind].append(square)
    return squares


def main(arguments: Sequence[str]) -> int:
    name = arguments[0]
    repetitions, rows, few = map(int, arguments[1:])
    print(measure(name, party_of(name), make_problems(rows, few), repetitions).to_json())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
