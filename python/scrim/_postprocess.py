"""What Python applies to releases that come together."""

from collections.abc import Callable, Sequence
from typing import Any


class EachRelease:
    """Passes each release of a composition through the functions of its own measurement."""

    def __init__(self, functions: Sequence[Sequence[Callable[[Any], Any]]]) -> None:
        self._functions = functions

    def __call__(self, releases: Sequence[Any]) -> list[Any]:
        return [_applied(each, release) for each, release in zip(self._functions, releases, strict=True)]


class EveryRelease:
    """Passes every release of one measurement that is made many times through the same functions."""

    def __init__(self, functions: Sequence[Callable[[Any], Any]]) -> None:
        self._functions = functions

    def __call__(self, releases: Sequence[Any]) -> list[Any]:
        return [_applied(self._functions, release) for release in releases]


def _applied(functions: Sequence[Callable[[Any], Any]], release: Any) -> Any:
    for function in functions:
        release = function(release)
    return release
