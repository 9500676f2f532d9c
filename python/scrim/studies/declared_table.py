"""A table of which there is nothing but what the study declares: plans are made with it, and no file is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from .._core import MisuseError
from ..readers import ColumnTable


class DeclaredTable(ColumnTable):
    """Has every column, of any type, and no rows. Whether the file agrees is seen when it is released."""

    takes_any_name = True

    def __init__(self, source: str, said_of_reading: Mapping[str, Any]) -> None:
        self.name = source
        self.said_of_reading = said_of_reading
        self.files = [source]  # what the data are called in the ledger follows from it
        self.types: dict[str, str] = {}

    def numbers(self, column: str, carrier: str = "float64") -> Any:
        self._refuse()

    def texts(self, column: str) -> Any:
        self._refuse()

    def columns(self, kinds: dict[str, str]) -> Any:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise MisuseError("a plan on what is declared has no rows to read")
