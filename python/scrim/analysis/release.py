"""What every release tells beside its values."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Protocol

from .picture_file import Pictured


class Plan(Protocol):
    """What a release needs of its plan."""

    @property
    def epsilon(self) -> float | None: ...
    @property
    def delta(self) -> float: ...
    @property
    def rho(self) -> float | None: ...
    def accuracy_statement(self) -> str: ...
    def _explanations(self) -> list[str]: ...
    def _summary(self, verb: str) -> str: ...


@dataclass(frozen=True, repr=False)
class Release(Pictured):
    """Safe to publish, as is everything in it: what is not a released value comes from the plan, which has seen no data."""

    plan: Plan
    ledger: str | None = field(default=None, compare=False, kw_only=True)
    """Where it stands in the ledger that paid for it, such as "41:9f3c…": the number of its entry, and the hash."""

    @property
    def epsilon(self) -> float | None:
        """What was spent, if the budget was in epsilon; what is promised, if it was in epsilon and delta."""
        return self.plan.epsilon

    @property
    def delta(self) -> float:
        """With which probability epsilon may be exceeded."""
        return self.plan.delta

    @property
    def rho(self) -> float | None:
        """What was spent, if the budget was in rho."""
        return self.plan.rho

    def accuracy_statement(self) -> str:
        """True whatever the data are."""
        return self.plan.accuracy_statement()

    def clipping_statement(self) -> str | None:
        """What noise made impossible and was moved back, if anything was."""
        return None

    def explain(self) -> str:
        """The release in plain words."""
        return "\n".join([f"{self._headline()}.", *self.plan._explanations()])

    def _headline(self) -> str:
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        # What was released is kept; the plan is made again and checked.
        values = tuple(getattr(self, each.name) for each in fields(self) if not each.kw_only)
        return type(self) if self.ledger is None else partial(type(self), ledger=self.ledger), values

    def __repr__(self) -> str:
        clipped = self.clipping_statement()
        told = "" if clipped is None else f"\n  {clipped}"
        return f"{self._headline()}\n{self.plan._summary('spent')}{told}{self._paid_by()}"

    def _paid_by(self) -> str:
        """A line of its own, if a ledger paid."""
        return "" if self.ledger is None else f"\n  ledger {self.ledger}"
