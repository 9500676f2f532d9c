"""Who takes part: a library or a program that can do some of the works."""

from __future__ import annotations

from .noise_problem import CountsProblem, NoiseProblem, SumProblem
from .problem import QuantileProblem, SelectionProblem
from .task import Task


class Party:
    """Each method gives a task, or None if this party cannot do it."""

    name: str
    # How many passes over the rows are timed together: about as much time as a peer's one pass takes. A core that has
    # been idle for seconds wakes for the first of them.
    runs_over_rows: int = 1
    rounds_of_quantile: int | None = None  # None: all; a party that takes seconds sits most rounds out
    rounds_of_noise: int | None = None  # the same for noise on a vector
    chooses_among_candidates: bool = True  # False: its quantile follows another law than Scrim's

    def runs_of_selection(self, k: int) -> int:
        """How many are timed together, where one is too short for the clock or its time is a matter of luck."""
        return 20

    def score(self, problem: QuantileProblem) -> Task | None:
        return None

    def select(self, problem: SelectionProblem) -> Task | None:
        return None

    def quantile(self, problem: QuantileProblem) -> Task | None:
        return None

    def add_noise(self, problem: NoiseProblem) -> Task | None:
        """Of a release, the mean and the mean square of its noise."""
        return None

    def sum(self, problem: SumProblem) -> Task | None:
        return None

    def counts(self, problem: CountsProblem) -> Task | None:
        return None
