"""Saved states as rows of a frame: what a task gives, and how large states are cut so that each cell is small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

SCHEMA = pa.schema(
    [
        ("part", pa.int32()),
        ("piece", pa.int32()),
        ("pieces", pa.int32()),
        ("state", pa.binary()),
        ("held", pa.list_(pa.int32())),
        ("last", pa.int32()),
        ("problem", pa.string()),
        ("worker", pa.string()),
    ]
)
COLUMNS = "part int, piece int, pieces int, state binary, held array<int>, last int, problem string, worker string"
"""The same, as Spark says it."""

PIECE_BYTES = 8 << 10
"""So little that Spark need not count the bytes of its batches, which it bounds by rows: some 10 000 of them."""
_PIECES_AT_ONCE = 1024


@dataclass(frozen=True)
class State:
    """Of one part, or of several that were merged."""

    held: tuple[int, ...]
    """The parts."""
    saved: bytes | None
    last: int | None
    """The number of the last part of all, where it is among these."""
    problem: str | None = None
    """Why there is no state: one of `problems`."""
    worker: str = ""
    """Who says so."""

    @property
    def said(self) -> tuple[int | None, str | None, str]:
        return self.last, self.problem, self.worker

    @property
    def part(self) -> int:
        """The least of them."""
        return min(self.held)


def to_batches(state: State, piece_bytes: int = PIECE_BYTES) -> Iterator[pa.RecordBatch]:
    """A row for each piece."""
    saved = state.saved or b""
    pieces = max(1, -(-len(saved) // piece_bytes))
    for first in range(0, pieces, _PIECES_AT_ONCE):
        places = range(first, min(first + _PIECES_AT_ONCE, pieces))
        cuts = [None if state.saved is None else saved[place * piece_bytes : (place + 1) * piece_bytes] for place in places]
        rows = [(state.part, place, pieces, cut, list(state.held), *state.said) for place, cut in zip(places, cuts, strict=True)]
        columns = [pa.array(cells, field.type) for cells, field in zip(zip(*rows), SCHEMA, strict=True)]
        yield pa.record_batch(columns, schema=SCHEMA)


def from_batches(batches: Iterable[Any]) -> list[State]:
    """The states of which all pieces are there, by number, and a problem for each of the others."""
    pieces: dict[int, list[dict[str, Any]]] = {}
    states: list[State] = []
    for batch in batches:
        for row in batch.to_pylist():
            if row["problem"] is not None:
                states.append(State((row["part"],), None, row["last"], row["problem"], row["worker"]))
            else:
                pieces.setdefault(row["part"], []).append(row)
    for part, rows in sorted(pieces.items()):
        rows.sort(key=lambda row: row["piece"])
        whole = rows[0]["pieces"]
        if [row["piece"] for row in rows] != list(range(whole)):
            twice = len(rows) > len({row["piece"] for row in rows})
            states.append(State((part,), None, rows[0]["last"], "twice" if twice else "pieces", rows[0]["worker"]))
            continue
        saved = b"".join(row["state"] for row in rows)
        states.append(State(tuple(rows[0]["held"]), saved, rows[0]["last"], None, rows[0]["worker"]))
    return states
