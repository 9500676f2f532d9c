"""Who pays for a release that is made in one call: nobody but the caller's memory, or a ledger."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .refuse import refuse, shown

Released = TypeVar("Released", covariant=True)
Location = str | os.PathLike[str]
"""Of a ledger: a file, or a URL of PostgreSQL."""


class Releasing(Protocol[Released]):
    """A plan of a column."""

    def release(
        self, data: Any, *, threads: int = 1, progress: Callable[[int], None] | None = None
    ) -> Released: ...


@dataclass(frozen=True)
class Paying:
    """What a plan is given to spend, and where that is written down."""

    terms: dict[str, Any]
    """The arguments `epsilon`, `delta` and `rho` of a plan; with a ledger not above what was typed, 0.1 for a tenth."""
    asked: Any
    """The same, exactly; None without a ledger."""
    ledger: Location | None
    name: str | None

    def release(
        self, plan: Releasing[Released], data: Any, *, threads: int, progress: Callable[[int], None] | None
    ) -> Released:
        if self.ledger is None:
            return plan.release(data, threads=threads, progress=progress)
        from ..sessions.columns import release_column

        released: Released = release_column(
            plan, data, self.asked, self.ledger, str(self.name), threads=threads, progress=progress
        )
        return released


def paying(ledger: Location | None, name: str | None, epsilon: Any, delta: Any, rho: Any) -> Paying:
    """The arguments of a function that releases."""
    if ledger is None:
        if name is not None:
            refuse(f"name is {shown(name)}, and names what a ledger keeps; give ledger= too, or leave it out")
        return Paying({"epsilon": epsilon, "delta": delta, "rho": rho}, None, None, None)
    if not isinstance(name, str) or not name:
        refuse(
            f"name is {shown(name)}; with a ledger give what the column is called, such as name=\"age\": two columns must never be "
            "taken for one another"
        )
    from ..accounting.amounts import rounded_down
    from ..sessions.terms import terms_of

    asked = terms_of(epsilon, delta, rho)
    named = {each: None if amount is None else rounded_down(amount) for each, amount in
             (("epsilon", asked.epsilon), ("delta", asked.delta), ("rho", asked.rho))}  # fmt: skip
    return Paying(named, asked, ledger, name)
