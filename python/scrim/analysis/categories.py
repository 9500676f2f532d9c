"""Public categories, as they are given."""

from __future__ import annotations

from typing import Any

from .columns import named_number
from .refuse import Argument, refuse, shown


def public_categories(categories: Any) -> tuple[Any, ...]:
    """Texts or integers, at least one."""
    advice = "a list of texts or a list of integers that does not come from the data"
    if isinstance(categories, (str, bytes)):
        refuse(Argument("categories"), f" is the text {shown(categories)}; give {advice}")
    try:
        given = tuple(categories)
    except TypeError:
        refuse(Argument("categories"), f" is {shown(categories)}; give {advice}")
    if not given:
        refuse(f"the list of categories is empty; give {advice}")
    # NumPy's integers and texts are Python's to the user.
    given = tuple(entry.item() if hasattr(entry, "item") else entry for entry in given)
    for kind in (str, int):
        if all(isinstance(entry, kind) for entry in given):
            return given
    refuse(Argument("categories"), f" are {shown(list(given))}; give {advice}")


def carrier_of(categories: tuple[Any, ...], dtype: Any) -> str:
    """What rows are read as, to be compared with them; `dtype` says of which kind integers are."""
    if isinstance(categories[0], str):
        return "str"
    carrier = "int64" if dtype is None else named_number(dtype)
    if carrier == "float64":
        refuse(f"dtype is {shown(dtype)}, and the categories are integers; give int or 'uint64', or leave it out")
    return carrier


def in_type_of(carrier: str, categories: tuple[Any, ...]) -> list[Any]:
    """The categories as rows of this type are compared with them: a boolean is 0 or 1."""
    return list(categories) if carrier == "str" else [int(category) for category in categories]
