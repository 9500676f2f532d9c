"""Releases that a page asks for: one at a time, once for each button, and finished whatever becomes of the page."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable

from ..studies import StudyRun, run_study
from ..studies.study import Study
from .problems import Refused

# Of pages that are open; older buttons are used up.
_MOST_BUTTONS = 256


class Releasing:
    """What the ledger makes sure of, that the same is paid for once, is here told to whoever clicks twice."""

    def __init__(self) -> None:
        self._buttons: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._turn = threading.Lock()
        self._buttons_turn = threading.Lock()

    def new_button(self, paid: Iterable[str]) -> str:
        """What one button sends, which counts once, and for plans of these digests: those whose price stands beside it."""
        button = secrets.token_urlsafe(16)
        with self._buttons_turn:
            self._buttons[button] = frozenset(paid)
            while len(self._buttons) > _MOST_BUTTONS:
                self._buttons.popitem(last=False)
        return button

    def release(self, button: str, study: Study) -> StudyRun:
        """As `scrim run` does it. A button that was used is refused before anything is looked at."""
        with self._buttons_turn:
            if button not in self._buttons:
                raise Refused(
                    409,
                    "this button was used already: what it released is below, or under way, and stands in the ledger. Load the "
                    "page again to see what it costs now",
                )
            agreed = self._buttons.pop(button)
        with self._turn:
            return run_study(study, agreed=agreed)

    @property
    def is_under_way(self) -> bool:
        return self._turn.locked()

    def wait(self) -> None:
        """Until what is under way is stored."""
        with self._turn:
            pass
