"""Before anything is timed: on small problems, every party's releases must follow the exact law."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .party import Party
from .problem import MAX_DIVERGENCE, ZERO_CONCENTRATED, Column, QuantileProblem, SelectionProblem
from .same_work import Checked, check_law, check_loss, law_of_quantile, law_of_selection
from .task import Task

# Few enough that wrong noise shows in a few thousand releases: permute-and-flip and the exponential mechanism,
# noise of twice the scale, and a maximum taken for a minimum all lie further away than what is allowed.
SCORES = array("Q", [10, 11, 11, 12, 14])
SCALE = 1.5
ROWS = array("d", [1.0, 2.0, 2.0, 3.0, 5.0, 8.0, 8.0, 9.0, 9.5])
CANDIDATES = array("d", [0.0, 2.0, 4.0, 8.0, 9.0])
ROW_SCALE = 1.5

AsArray = Callable[[str, "array[Any]"], Any]  # what parties read: NumPy's arrays, where there is NumPy


def small_problems(folder: Path, as_array: AsArray) -> Iterator[SelectionProblem]:
    scores = Column.write(folder / "few_scores", "u64", as_array("u64", SCORES))
    for measure in (MAX_DIVERGENCE, ZERO_CONCENTRATED):
        for k, optimize in ((1, "max"), (2, "min")):
            yield SelectionProblem(scores, k, SCALE, optimize, measure)


def small_quantile(folder: Path, as_array: AsArray) -> QuantileProblem:
    rows = Column.write(folder / "few_rows", "f64", as_array("f64", ROWS))
    candidates = Column.write(folder / "few_candidates", "f64", as_array("f64", CANDIDATES))
    return QuantileProblem(rows, candidates, scale=ROW_SCALE)


def check_laws(folder: Path, parties: Sequence[Party], releases: int, as_array: AsArray) -> Iterator[Checked]:
    """Yields each check that was passed; raises DifferentWork at the first that was not."""
    for problem in small_problems(folder, as_array):
        what = f"{problem.k} of {len(problem.scores)} scores, {problem.measure.replace('_', ' ')}"
        law = law_of_selection(problem)
        for party in parties:
            if task := party.select(problem):
                yield check_law(what, party.name, _releases(party, task, releases, problem.loss, problem.least_loss), law)
    quantile = small_quantile(folder, as_array)
    for party in parties:
        if party.chooses_among_candidates and (task := party.quantile(quantile)):
            found = [(value,) for value in _releases(party, task, releases, quantile.loss)]
            yield check_law("median of 9 rows, 5 candidates", party.name, found, law_of_quantile(quantile))


def _releases(party: Party, task: Task, count: int, *losses: float) -> Sequence[Any]:
    outcome = task.run(count)
    check_loss(party.name, outcome, *losses)
    return outcome.values
