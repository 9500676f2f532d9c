"""The profile of an account as a picture: delta over epsilon, on a scale of powers of ten."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..analysis.drawing import ACCENT, FAINT, GAP, WIDTH, text_at, text_width
from ..analysis.picture import Picture
from ..analysis.rounding import plain_power
from ..analysis.words import counted
from .profile import Profile, profile_of
from .words import show_answer

if TYPE_CHECKING:
    from .accountant import Accountant

_LEFT, _RIGHT = 62, WIDTH - 20
_TOP, _BOTTOM = 26, 226
_LINE = 15
_POINT = 8
# What is marked if nothing was asked, and the most that is.
_USUAL_DELTA = 1e-6
_MOST_MARKS = 6
# Of lines that only lead the eye.
_PALE = 0.2


def profile_picture(account: Accountant) -> Picture:
    """With the pairs that were asked for marked."""
    title = f"Privacy profile of {counted(f'{account.releases:,}', 'release')}"
    if account._inner.delta(0.0) == 0:
        nothing = text_at(WIDTH / 2, 20, "Nothing is lost.", "middle")
        return Picture(title, f"in all {account._as_rho()}", nothing, 32, "")
    if not account._asked:
        account.epsilon(_USUAL_DELTA)
    asked = list(account._asked.items())[-_MOST_MARKS:]
    marks = [(given, answer) if kind == "epsilon" else (answer, given) for (kind, given), answer in asked]
    words = [show_answer(question, answer) for question, answer in asked]
    profile = profile_of(account, [(epsilon, delta) for epsilon, delta in marks if math.isfinite(epsilon)])
    axes = _Axes(profile)
    shapes = [*axes.lines(), axes.curve()]
    shapes += axes.marks(marks)
    height = _BOTTOM + 50
    for number, line in enumerate(words, start=1):
        height += _LINE
        shapes.append(text_at(_LEFT, height - 4, f"{number}: {line}" if len(words) > 1 else line, "start", bold=True))
    caption = (
        "With which probability (delta) a loss of epsilon may be exceeded, for one person and whatever the data. The "
        "curve is never below the truth. It holds for a list of releases that is fixed beforehand."
    )
    return Picture(title, f"in all {account._as_rho()}", "".join(shapes), height + 2, caption)


class _Axes:
    """Where a pair of epsilon and delta lies."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def _x(self, epsilon: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * min(1.0, epsilon / self._profile.last_epsilon)

    def _y(self, delta: float) -> float:
        """A delta below the lowest lies on the axis."""
        power = self._profile.bottom if delta <= 0 else math.log10(delta)
        share = (self._profile.top - power) / (self._profile.top - self._profile.bottom)
        return _TOP + (_BOTTOM - _TOP) * min(1.0, max(0.0, share))

    def lines(self) -> list[str]:
        profile = self._profile
        shapes = [text_at(_LEFT - GAP, _TOP - 13, "delta", "end")]
        for power in range(profile.top, profile.bottom - 1, -profile.step):
            y = self._y(10.0**power)
            shapes.append(_rule(_LEFT, y, _RIGHT, y, _PALE))
            label = "1" if power == 0 else f"1e{power}"
            shapes.append(text_at(_LEFT - GAP, y + 4, label, "end"))
        shapes += [_rule(_LEFT, _TOP, _LEFT, _BOTTOM, FAINT), _rule(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, FAINT)]
        for tick in range(profile.ticks + 1):
            epsilon = profile.last_epsilon * tick / profile.ticks
            x = self._x(epsilon)
            shapes.append(_rule(x, _BOTTOM, x, _BOTTOM + 4, FAINT))
            shapes.append(text_at(x, _BOTTOM + 17, plain_power(f"{epsilon:.4g}"), "middle"))
        shapes.append(text_at((_LEFT + _RIGHT) / 2, _BOTTOM + 34, "epsilon", "middle"))
        return shapes

    def curve(self) -> str:
        places = [f"{self._x(epsilon):.1f} {self._y(delta):.1f}" for epsilon, delta in self._profile.points]
        look = f'fill="none" stroke="{ACCENT}" stroke-width="2.5" stroke-linejoin="round"'
        return f'<path d="M{"L".join(places)}" {look}/>'

    def marks(self, pairs: list[tuple[float, float]]) -> list[str]:
        """Points with their numbers, where there are several: one point for those that would cover each other. There is
        none for a pair that does not exist."""
        points: dict[tuple[float, float], str] = {}
        for number, (epsilon, delta) in enumerate(pairs, start=1):
            if math.isfinite(epsilon):
                x, y = self._x(epsilon), self._y(delta)
                place = next((place for place in points if math.dist(place, (x, y)) < _POINT), (x, y))
                points[place] = f"{points[place]}, {number}" if place in points else str(number)
        return [self._mark(x, y, label if len(pairs) > 1 else "") for (x, y), label in points.items()]

    def _mark(self, x: float, y: float, number: str) -> str:
        """A point with its ways to both axes."""
        look = 'fill="none" stroke="currentColor" stroke-dasharray="2 2"'
        ways = f'<path d="M{_LEFT} {y:.1f}H{x:.1f}V{_BOTTOM}" {look}/>'
        point = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{ACCENT}" stroke="currentColor"/>'
        beyond = x + 8 + text_width(number, bold=True) > WIDTH
        label = text_at(x - 8 if beyond else x + 8, y - 5, number, "end" if beyond else "start", bold=True)
        return ways + point + (label if number else "")


def _rule(x1: float, y1: float, x2: float, y2: float, opacity: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor" '
        f'stroke-opacity="{opacity:g}"/>'
    )
