"""What is refused, in pieces: one sentence names arguments of Python, options on the command line, and keys in a study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from . import _core


class Piece:
    """Of a sentence, what is not said alike everywhere."""

    def __format__(self, _: str) -> NoReturn:
        raise TypeError("give it to refuse() by itself: within a text it would be Python's for everyone")


@dataclass(frozen=True)
class Argument(Piece):
    """The name of an argument, or what it is given; the command line knows its option, if it has one."""

    name: str
    given: str | None = None

    def in_python(self) -> str:
        return self.name if self.given is None else f"{self.name}={self.given}"

    def in_toml(self) -> str:
        return self.name if self.given is None else f"{self.name} = {self.given}"

    def in_shell(self, options: Mapping[str, str]) -> str:
        if self.name not in options:
            return self.in_python()
        return options[self.name] if self.given is None else f"{options[self.name]} {self.given}"


@dataclass(frozen=True)
class Words(Piece):
    """Other words where something else is to be given than in Python."""

    python: str
    shell: str | None = None
    toml: str | None = None

    def in_python(self) -> str:
        return self.python

    def in_toml(self) -> str:
        return self.python if self.toml is None else self.toml

    def in_shell(self, options: Mapping[str, str]) -> str:
        return self.python if self.shell is None else self.shell


@dataclass(frozen=True)
class Function(Piece):
    """The function of the core whose error it is, and what it is about where nobody has called that function."""

    name: str

    def in_python(self) -> str:
        return f"{self.name}: "

    def in_toml(self) -> str:
        return ""

    def in_shell(self, options: Mapping[str, str]) -> str:
        option = options.get(_ONLY_ARGUMENTS.get(self.name, ""))
        return "" if option is None else f"{option}: "


_ONLY_ARGUMENTS = {"make_count_by_edges": "edges", "make_count_by_categories": "categories"}
"""What a function of the core was given, where that is an argument as the user gave it."""

Said = str | Argument | Words | Function


def refuse(*pieces: Said) -> NoReturn:
    """Raises what Python says, which can be said in other words."""
    error = _core.InvalidArgumentError("".join(each if isinstance(each, str) else each.in_python() for each in pieces))
    error.pieces = pieces  # type: ignore[attr-defined]
    raise error from None


def pieces_of(error: BaseException) -> tuple[Said, ...]:
    """Those that it was refused with; any other error is one, behind the function of the core that says its own name."""
    pieces: tuple[Said, ...] | None = getattr(error, "pieces", None)
    if pieces is not None:
        return pieces
    function, colon, rest = str(error).partition(": ")
    return (Function(function), rest) if colon and hasattr(_core, function.partition(",")[0]) else (str(error),)


def in_toml(error: BaseException) -> str:
    """An error about arguments, in the words of a study."""
    return "".join(each if isinstance(each, str) else each.in_toml() for each in pieces_of(error))


def in_shell(error: BaseException, options: Mapping[str, str]) -> str:
    """The same in the words of a command; its options by the arguments that they give."""
    return "".join(each if isinstance(each, str) else each.in_shell(options) for each in pieces_of(error))
