"""The values that a release may give: from bounds, or as listed. Never from data."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .columns import RANGES
from .grids import CLOSEST, even_floats, even_integers, sensible_floats, sensible_integers
from .refuse import MOST_NUMBERS, Argument, at_most, bounds_are, in_64_bits, real, refuse, shown, whole
from .remade import Remade, remakes

@dataclass(frozen=True)
class Candidates(Remade):
    """Strictly increasing values, and the type that rows are read as to be compared with them."""

    kind = "candidates"

    values: tuple[int | float, ...]
    carrier: str
    """Of the rows: "float64", "int64" or "uint64"; it can hold every value."""
    integers: bool
    """Whether integer answers were asked for, whatever type the column has. Where they were not, the
    answers are integers if the column has integers, or if integers were listed."""
    words: str
    """Such as "1201 values from 0 to 120, 0.1 apart"."""
    made_from: tuple[Any, ...] = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def count(self) -> int:
        return len(self.values)

    @property
    def lowest(self) -> int | float:
        return self.values[0]

    @property
    def highest(self) -> int | float:
        return self.values[-1]

    def few(self, most: int) -> Sequence[int | float] | None:
        """All of them, if there are at most so many."""
        return self.values if self.count <= most else None

    def to_dict(self) -> dict[str, Any]:
        return {"count": self.count, "lower": self.lowest, "upper": self.highest}

    def read_as(self, carrier: str) -> Candidates:
        """The same values for a column of another type, where integers were asked for whatever its
        type and it can hold them all; else these candidates, and the reader says what is wrong."""
        if not self.integers or not all(_holds(carrier, value) for value in self.values):
            return self
        bounds, candidates, _, integers = self.made_from
        made_from = (bounds, candidates, carrier, integers)
        return dataclasses.replace(self, carrier=carrier, made_from=made_from)

    def numbers(self) -> dict[str, Any]:
        text = ",".join(map(repr, self.values))
        return {
            "number of candidates": len(self.values),
            "lowest candidate": self.values[0],
            "highest candidate": self.values[-1],
            "digest of the candidates": hashlib.sha256(text.encode()).hexdigest(),
        }


@remakes("candidates")
def make_candidates(
    bounds: Any, candidates: Any, carrier: str, integers: bool = False
) -> Candidates:
    """Candidates for rows of the given carrier type: as listed, as many as asked for, or, for None, as
    many as give steps that read well."""
    is_count = isinstance(candidates, numbers.Integral) and not isinstance(candidates, bool)
    if candidates is not None and not is_count:
        return _listed(bounds, candidates, carrier, integers)
    lower, upper = check_bounds(bounds)
    count = None if candidates is None else _count(candidates)
    values: list[int] | list[float]
    if carrier == "float64" and not integers:
        values, words = _floats(lower, upper, count)
    else:
        values, words = _integers(lower, upper, count, carrier)
    made_from = ((lower, upper), count, carrier, integers)
    return Candidates(tuple(values), carrier, integers, words, made_from)


def check_bounds(bounds: Any) -> tuple[int | float, int | float]:
    advice = "the smallest and the largest answer you expect, such as bounds=(0, 120)"
    if bounds is None:
        refuse(Argument("bounds"), f" are missing; give {advice}. Do not look them up in the data")
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        refuse(Argument("bounds"), f" is {shown(bounds)}; give {advice}")
    lower = real(lower, "the lower bound", "a finite number")
    upper = real(upper, "the upper bound", "a finite number")
    if not lower < upper:
        refuse(*bounds_are(lower, upper), "; the lower bound must be below the upper one")
    return lower, upper


def _count(candidates: Any) -> int:
    advice = f"a number of candidates from 2 to {MOST_NUMBERS}, or a list of them"
    return whole(candidates, "candidates", 2, MOST_NUMBERS, advice)


def _floats(
    lower: int | float, upper: int | float, count: int | None
) -> tuple[list[float], str]:
    if count is not None:
        return even_floats(lower, upper, count)
    first, final = _double_at_least(lower), _double_at_most(upper)
    if not first < final:
        refuse(*bounds_are(lower, upper), ", too close to tell apart as floats; give wider ones")
    return sensible_floats(first + 0.0, final + 0.0)  # 0.0 makes -0.0 a plain zero


def _integers(
    lower: int | float, upper: int | float, count: int | None, carrier: str
) -> tuple[list[int], str]:
    first, final = math.ceil(lower), math.floor(upper)
    if first > final:
        refuse(
            *bounds_are(lower, upper),
            ", between which there is no integer, and the answers are to be integers; give wider bounds",
        )
    if carrier == "float64":  # beyond 2^53 not every integer is one; then the next ones inside stand in
        first, final = int(_double_at_least(first)), int(_double_at_most(final))
        if first > final:
            refuse(*bounds_are(lower, upper), ", between which no integer is a float; give wider ones")
    least, most = RANGES.get(carrier, (first, final))
    if first < least or final > most:
        refuse(
            *bounds_are(lower, upper),
            f", and a column of {carrier} has integers from {least} to {most} only; give bounds within these",
        )
    values, words = (
        sensible_integers(first, final) if count is None else even_integers(first, final, count)
    )
    if all(_holds(carrier, value) for value in values):
        return values, words
    kept = sorted({int(float(value)) for value in values})
    if len(kept) < len(values):
        words = f"{len(kept)} integers from {kept[0]} to {kept[-1]}, {CLOSEST}"
    return kept, words


def _holds(carrier: str, value: int | float) -> bool:
    if carrier == "float64":
        return float(value) == value  # compared exactly, whatever the types
    least, most = RANGES[carrier]
    return least <= value <= most


def _double_at_least(value: int | float) -> float:
    nearest = float(value)
    return nearest if nearest >= value else math.nextafter(nearest, math.inf)


def _double_at_most(value: int | float) -> float:
    nearest = float(value)
    return nearest if nearest <= value else math.nextafter(nearest, -math.inf)


def _listed(bounds: Any, candidates: Any, carrier: str, integers: bool) -> Candidates:
    if isinstance(candidates, str):
        refuse(
            Argument("candidates"), f" is {shown(candidates)}; give how many, such as 1000, a list of numbers, or 'all'"
        )
    if bounds is not None:
        both = "both ", Argument("bounds"), " and a list of ", Argument("candidates"), " were given; leave out "
        refuse(*both, Argument("bounds"))
    try:
        given = at_most(MOST_NUMBERS, candidates, "candidates", "fewer of them, or 'all'")
    except TypeError:
        refuse(Argument("candidates"), f" is {shown(candidates)}; give how many, such as 1000, or a list of numbers")
    values = in_64_bits([real(value, "a candidate", "finite numbers, increasing") for value in given], "candidates")
    if not values:
        refuse("the list of candidates is empty; give at least one, better some hundred")
    if integers:
        values = [_integer(value) for value in values]
    for before, after in itertools.pairwise(values):
        if not before < after:
            refuse(f"candidate {after} comes after {before}; list them increasing, each once")
    compared = carrier
    if not all(isinstance(value, int) for value in values):
        compared = "float64"  # integers of the data are compared with fractions as doubles
    words = f"{len(values)} listed values from {values[0]:g} to {values[-1]:g}"
    made_from = (None, tuple(values), carrier, integers)
    return Candidates(tuple(values), compared, integers, words, made_from)


def _integer(value: int | float) -> int:
    if value != int(value):
        refuse(f"candidate {value} is no integer, and integer answers were asked for; list integers")
    return int(value)
