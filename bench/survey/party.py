"""What a library that is asked looks like."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Ask = Callable[[], Any]
"""Releases once more, with fresh noise."""

PARTIES = {"Scrim": "scrim_party", "OpenDP": "opendp_party", "Tumult": "tumult_party"}


class Party:
    version: str

    def ways(self, file: str) -> dict[str, Ask]:
        """By question; what it cannot answer is left out."""
        raise NotImplementedError


def party_of(name: str) -> Party:
    made: Party = import_module(f".parties.{PARTIES[name]}", __package__).make()
    return made
