"""Random tables, each from a seed, and the rows that make a neighbour of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scrim.readers import ReadingOptions

NAMES = ["age", "city", "id", "value", "x y", "naïve", "Größe", "a.b", "select", "#id", "it's", "1", "$.a", "tab%"]
# What a sniffer looks at of a CSV file, in rows.
SNIFFED_ROWS = 20_480


class Open:
    """A cell of which it is not settled what it is read as: any value, or no row at all."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN = Open()


@dataclass(frozen=True)
class Row:
    """One row: what its writer writes, and what each column of it holds."""

    written: Any
    cells: tuple[Any, ...]


@dataclass(frozen=True)
class Table:
    """All of a table but its rows. `layout` is for its writer alone."""

    format: str
    names: tuple[str, ...]
    file_name: str
    layout: Any = None
    options: ReadingOptions = field(default_factory=ReadingOptions)


@dataclass(frozen=True)
class Pair:
    """Two neighbours: `rows`, and the same with `guest` at `place`."""

    seed: int
    table: Table
    rows: list[Row]
    guest: Row
    place: int
    column: int

    @property
    def with_guest(self) -> list[Row]:
        return [*self.rows[: self.place], self.guest, *self.rows[self.place :]]


def random_names(random: Random, most: int = 6) -> tuple[str, ...]:
    return tuple(random.sample(NAMES, random.choices(range(1, most + 1), [4, 3, 2, 1, 1, 1][:most])[0]))


def random_rows(random: Random, make_row: Callable[[Random], Row]) -> list[Row]:
    """Mostly a few; sometimes so many that a reader which looks at a sample sees no more than a part."""
    chance = random.random()
    if chance < 0.3:
        return [make_row(random) for _ in range(random.randint(0, 4))]
    if chance < 0.992:
        return [make_row(random) for _ in range(random.randint(5, 50))]
    few = [make_row(random) for _ in range(20)]
    if chance < 0.999:
        return random.choices(few, k=random.randint(1000, 3000))
    # All of one row first, as far as a sniffer sees; then others.
    return [few[0]] * (SNIFFED_ROWS + 500) + random.choices(few, k=2000)


def random_pair(
    seed: int,
    random: Random,
    table: Table,
    make_row: Callable[[Random], Row],
    make_guest: Callable[[Random], Row],
) -> Pair:
    rows = random_rows(random, make_row)
    guest = make_guest(random) if random.random() < 0.8 else make_row(random)
    place = random.choice([0, 0, len(rows), random.randint(0, len(rows))])
    return Pair(seed, table, rows, guest, place, random.randrange(len(table.names)))
