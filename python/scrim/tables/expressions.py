"""Functions of a row over named columns, as a query has them: with one text for one meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .._expressions import to_expression
from ..analysis.refuse import Argument, Words, refuse, shown


def deriving(name: str, expression: str) -> Words:
    """How a column is derived, where that is advised."""
    return Words(
        f"derive({name}='{expression}')",
        shell=f"--derive '{name}={expression}'",
        toml=f'derive = {{ {name} = "{expression}" }}',
    )


@dataclass(frozen=True)
class Expression:
    """What a condition or a derived column is computed by."""

    text: str
    """One for one meaning, as the core writes it; it can be given again."""
    fields: tuple[str, ...]
    """The columns that it reads."""
    core: Any = field(compare=False, repr=False)
    """For `make_filter` and `make_derive`."""

    def __str__(self) -> str:
        return self.text


def expression_of(given: Any, name: str) -> Expression:
    """What `where` or `derive` was given: a text, or a function, which is called once; `name` is what it is called in
    errors."""
    if not isinstance(given, str) and not callable(given):
        advice = 'give a text such as "age >= 18", or a function such as lambda row: row.age >= 18'
        refuse(Argument(name), f" is {shown(given)}; {advice}")
    try:
        core = to_expression(given, name)
    except ValueError as error:  # of the parser: about the text, which is public
        refuse(Argument(name), f": {error}")
    return Expression(repr(core), tuple(core.fields), core)
