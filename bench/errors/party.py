"""What a library that is asked looks like."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .problem import Problem

Release = Callable[[], Any]
"""Releases once more, with fresh noise."""
Way = Callable[[Problem], Release]

PARTIES = {
    "Scrim": "scrim_party",
    "Scrim, all": "scrim_all_party",
    "OpenDP": "opendp_party",
    "OpenDP, tree": "opendp_tree_party",
    "OpenDP, fine": "opendp_fine_party",
    "diffprivlib": "diffprivlib_party",
}
SCRIMS = ("Scrim", "Scrim, all")


class Party:
    version: str
    slow: frozenset[str] = frozenset()
    """The questions that it answers so slowly that it is asked less often."""
    ways: dict[str, Way]
    """By question; what it cannot answer is left out."""


def party_of(name: str) -> Party:
    made: Party = import_module(f".parties.{PARTIES[name]}", __package__).make()
    return made
