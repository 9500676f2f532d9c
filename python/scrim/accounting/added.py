"""What was added to an account, as it is told, saved and added again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .words import show_given

_NAMES = {
    "gaussian": "Gaussian noise of",
    "laplace": "Laplace noise of",
    "randomised_response": "randomised response of",
    "selection": "a selection whose loss varies by at most",
    "loss": "a release that loses",
}


@dataclass(frozen=True)
class Added:
    """Releases of one kind with the same parameters: `add_<kind>` takes them."""

    kind: str
    parameters: tuple[tuple[str, int | float], ...]

    @classmethod
    def of(cls, kind: str, **parameters: int | float | None) -> Added:
        return cls(kind, tuple((name, value) for name, value in parameters.items() if value is not None))

    def to_dict(self, times: int) -> dict[str, Any]:
        return {"kind": self.kind, **dict(self.parameters), "times": times}

    def __str__(self) -> str:
        return f"{_NAMES[self.kind]} {', '.join(f'{name} {show_given(value)}' for name, value in self.parameters)}"


def told(added: Added, times: int, sign: str = "×") -> str:
    return f"{times:,} {sign} {added}"
