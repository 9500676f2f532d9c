"""Words for slips of the hand: what is looked for under another name, and what is to be given by name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ._core import InvalidArgumentError

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class Advised:
    """What says where to look for what it has not. It has none of these: `hasattr` is false."""

    _elsewhere: Mapping[str, str] = {}
    """What to write instead, by the names that other libraries have for it."""

    if not TYPE_CHECKING:  # a checker of types is to refuse such names, too

        def __getattr__(self, name: str) -> Any:
            kind = type(self)
            if hasattr(kind, name):  # a property that has failed: with its own error
                return object.__getattribute__(self, name)
            # What begins so is asked for by Python and others, of half-made objects too.
            advice = "" if name.startswith("_") else advice_on(name, dir(self), self._elsewhere)
            raise AttributeError(f"{kind.__name__} has no {name!r}{advice}", name=name, obj=self)


def advice_on(name: str, there: list[str], elsewhere: Mapping[str, str]) -> str:
    """What to write instead of a name, behind a sentence that says that it is not there; nothing if nothing is near."""
    if name in elsewhere:
        return f"; {elsewhere[name]}"
    public = {each.lower(): each for each in there if not each.startswith("_")}
    close = get_close_matches(name.lower(), public, n=1, cutoff=0.75)
    return f"; did you mean {public[close[0]]}?" if close else ""


def by_name_only(example: str) -> Callable[[Callable[Parameters, Answer]], Callable[Parameters, Answer]]:
    """Of a method that takes values by name: one that has none is refused with an example. Python's own words would count
    arguments."""

    def decorated(method: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
        parameters = inspect.signature(method).parameters.values()
        most = sum(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in parameters)

        @functools.wraps(method)
        def checked(*given: Parameters.args, **named: Parameters.kwargs) -> Answer:
            if len(given) > most:
                raise InvalidArgumentError(f"{_called(method)} was given {_shown(given[most])} without a name; name it, such as {example}")
            return method(*given, **named)

        return checked

    return decorated


def _shown(value: Any) -> str:
    """What it is; of what may be data only the type."""
    is_own = type(value).__module__.partition(".")[0] == "scrim"
    text = repr(value) if is_own or isinstance(value, (int, float, str)) else ""
    return text if text and len(text) <= 80 else f"a {type(value).__name__}"


def _called(method: Callable[..., Any]) -> str:
    """What a user calls it."""
    kind, _, name = method.__qualname__.rpartition(".")
    return kind if name == "__init__" else name
