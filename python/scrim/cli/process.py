"""What one run of the program has under way, for whoever has to end it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .delivery import Delivery
from .output_file import OutputFile
from .problems import InterruptedProblem, Problem
from .signals import Signals


@dataclass
class Process:
    signals: Signals = field(default_factory=Signals)
    files: list[OutputFile] = field(default_factory=list)
    delivery: Delivery | None = None
    interrupted_words: str | None = None
    """What is true after an interruption, where that is not that nothing was released."""

    @property
    def is_shown(self) -> bool:
        """Whether all was shown, after which nothing can go wrong."""
        return self.delivery is not None and self.delivery.is_done

    def problem(self, problem: Problem) -> Problem:
        """What is to be said of it, given what came before: an interruption wins, as it shows up as errors
        of all kinds, and what may have been seen wins over both."""
        if self.signals.received is not None:
            words = () if self.interrupted_words is None else (self.interrupted_words,)
            problem = InterruptedProblem(self.signals.received, *words)
        return problem if self.delivery is None else self.delivery.problem(problem)

    def clean_up(self) -> None:
        for file in self.files:
            file.discard()
