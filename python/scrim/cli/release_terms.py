"""Releases on the command line: `--gaussian sigma=100,sensitivity=1,times=10000`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .. import InvalidArgumentError
from ..accounting import Accountant
from .arguments import number
from .problems import UsageProblem

_WHOLE = ("sensitivity", "categories", "times")
_NOISE = ("sensitivity", "times", "rate")


@dataclass(frozen=True)
class Kind:
    """What an option adds to an account, and the names it takes, the needed ones first."""

    option: str
    add: Callable[..., None]
    needed: tuple[str, ...]
    others: tuple[str, ...]
    example: str


KINDS = {
    kind.option: kind
    for kind in (
        Kind("--gaussian", Accountant.add_gaussian, ("sigma",), _NOISE, "sigma=100,sensitivity=1"),
        Kind("--laplace", Accountant.add_laplace, ("scale",), _NOISE, "scale=20,sensitivity=1"),
        Kind("--response", Accountant.add_randomised_response, ("epsilon",), ("categories", "times"), "epsilon=1"),
        Kind("--selection", Accountant.add_selection, ("epsilon",), ("times",), "epsilon=0.5"),
        Kind("--loss", Accountant.add_loss, (), ("epsilon", "rho", "delta", "times"), "epsilon=0.1"),
    )
}


def add_releases(account: Accountant, option: str, texts: list[str]) -> None:
    """All that one option was given, which may be several times."""
    kind = KINDS[option]
    for text in texts:
        terms = _terms(kind, text)
        try:
            kind.add(account, **terms)
        except InvalidArgumentError as error:
            raise UsageProblem(f"{option} {text}: {error}") from None


def _terms(kind: Kind, text: str) -> dict[str, Any]:
    """Amounts stay texts, which are read exactly."""
    names = (*kind.needed, *kind.others)
    given = f"{kind.option} {text!r}"
    terms: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise _wrong(kind, f"{given} has {part!r}")
        if name not in names:
            if alike := get_close_matches(name, names, n=1):
                raise UsageProblem(f"{given} has {name!r}; did you mean {alike[0]}?")
            raise _wrong(kind, f"{given} has {name!r}")
        if name in terms:
            raise _wrong(kind, f"{given} has {name} twice")
        is_whole = name in _WHOLE
        terms[name] = number(value, f"{kind.option} {name}", "give a whole number, such as 1") if is_whole else value
    missing = [name for name in kind.needed if name not in terms]
    if missing:
        raise _wrong(kind, f"{given} lacks {missing[0]}")
    return terms


def _wrong(kind: Kind, what: str) -> UsageProblem:
    names = ", ".join((*kind.needed, *kind.others))
    return UsageProblem(f"{what}; give {names} as in {kind.option} {kind.example}")
