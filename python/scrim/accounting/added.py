"""What was added to an account, as it is told, saved and added again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._core import Profile
from .words import show_given

_NAMES = {
    "gaussian": "Gaussian noise of",
    "laplace": "Laplace noise of",
    "randomised_response": "randomised response of",
    "selection": "a selection whose loss varies by at most",
    "loss": "a release that loses",
    "profile": "a release of",
}


@dataclass(frozen=True)
class Added:
    """Releases of one kind with the same parameters: `add_<kind>` takes them."""

    kind: str
    parameters: tuple[tuple[str, int | float | Profile], ...]

    @classmethod
    def of(cls, kind: str, **parameters: int | float | Profile | None) -> Added:
        return cls(kind, tuple((name, value) for name, value in parameters.items() if value is not None))

    def to_dict(self, times: int) -> dict[str, Any]:
        told = {name: repr(value) if isinstance(value, Profile) else value for name, value in self.parameters}
        return {"kind": self.kind, **told, "times": times}

    def __str__(self) -> str:
        return f"{_NAMES[self.kind]} {', '.join(_shown(name, value) for name, value in self.parameters)}"


def _shown(name: str, value: int | float | Profile) -> str:
    return repr(value) if isinstance(value, Profile) else f"{name} {show_given(value)}"


def told(added: Added, times: int, sign: str = "×") -> str:
    return f"{times:,} {sign} {added}"
