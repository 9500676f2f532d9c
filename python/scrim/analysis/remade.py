"""How plans are saved: as what they were made from. They are made again when they are loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from .. import __version__
from .._core import BadStateError, Error

Maker = TypeVar("Maker", bound=Callable[..., Any])

# By a name of their own, so that functions can be renamed without making what was saved unreadable.
_makers: dict[str, Callable[..., Any]] = {}


def remakes(kind: str) -> Callable[[Maker], Maker]:
    """Marks the function that makes a `Remade` of this kind."""

    def enter(maker: Maker) -> Maker:
        _makers[kind] = maker
        return maker

    return enter


class Remade:
    """Made from its arguments alone and never changed. A measurement cannot be pickled, so these
    arguments are, with the numbers that came of them."""

    kind: ClassVar[str]
    made_from: tuple[Any, ...]

    def numbers(self) -> dict[str, Any]:
        """What must be the same after loading, by name."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        return remake, (__version__, self.kind, self.made_from, self.numbers())

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def remake(version: str, kind: str, made_from: tuple[Any, ...], numbers: dict[str, Any]) -> Any:
    """Loads what was pickled. Another version of Scrim may make something else of the same arguments;
    that would be a promise that nobody was given, so it is an error."""
    saved = f"this {kind} was saved by Scrim {version}"
    try:
        made = _makers[kind](*made_from)
        now = made.numbers()
    except (KeyError, TypeError, AttributeError, Error) as error:
        reason = " ".join(str(error).split())
        raise BadStateError(
            f"{saved} and cannot be made again in Scrim {__version__} ({reason}); make it anew"
        ) from None
    for name in sorted(numbers.keys() | now.keys()):
        before, after = numbers.get(name), now.get(name)
        if before != after:
            raise BadStateError(
                f"{saved} and would not be the same in Scrim {__version__}: {name} was {before} and "
                f"would be {after}; make it anew"
            )
    return made
