"""Merging of states: those of some parts on a worker, and all of them on the driver. The core refuses a part that comes twice,
one that is missing, a person in two parts, and a state of another plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import _core
from .._core import Error
from .problems import refuse_problems, refuse_two_last, refuse_without_last
from .recipe import job_of
from .rows_of_states import State, from_batches, to_batches


def merge_some(batches: Iterable[Any], recipe: bytes) -> Iterator[Any]:
    """One state of several, as rows. What does not merge is handed on as it is: the driver says why."""
    states = from_batches(batches)
    whole = [state for state in states if state.saved is not None]
    if len(whole) < len(states) or sum(state.last is not None for state in whole) > 1:
        merged = None
    else:
        merged = _merged(whole, recipe)
    for state in states if merged is None else merged:
        yield from to_batches(state)


def _merged(states: Sequence[State], recipe: bytes) -> list[State] | None:
    if not states:
        return []
    try:
        run = merge_saved(job_of(recipe).measurement, states)
    except Error:
        return None
    last = next((state.last for state in states if state.last is not None), None)
    held = tuple(sorted(part for state in states for part in state.held))
    return [State(held, run.save(), last, None, states[0].worker)]


def merge_saved(measurement: _core.Measurement, states: Sequence[State]) -> _core.Run:
    """A run that holds all of their parts."""
    first, *others = states
    run = measurement.load(first.saved or b"")
    for state in others:
        run.merge(measurement.load(state.saved or b""))
    return run


def merge_all(measurement: _core.Measurement, batches: Iterable[Any], parts: int) -> _core.Run:
    """A run that has read all parts. Behind the part that has the last row there is
    none with rows: Spark may have made one, or not."""
    states = from_batches(batches)
    refuse_problems(states)
    ends = [state.last for state in states if state.last is not None]
    if not ends:
        refuse_without_last()
    if len(ends) > 1:
        refuse_two_last()
    run = merge_saved(measurement, states)
    held = {part for state in states for part in state.held}
    for part in range(ends[0] + 1, parts):
        if part not in held:
            run.merge(measurement.start(part=part, parts=parts))
    return run
