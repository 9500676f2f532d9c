"""A pass over the rows, as a contender of every work that reads them."""

from __future__ import annotations

from .problem import Column
from .rounds import Contender
from .same_work import sums_to
from .scrim_worker import PlainPass


def pass_over_rows(plain: PlainPass, rows: Column) -> Contender:
    return Contender(plain.name, plain.over_rows(rows), sums_to(rows.total()), runs=20)
