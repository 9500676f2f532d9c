"""Releases of one column in one call, paid from a ledger: `scrim.count(ages, ..., ledger="hospital.ledger", name="age")`."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from .._core import BadStateError, Measurement
from .._data import ask, is_of_pandas
from ..analysis.bounds_plan import BoundsPlan, BoundsRelease
from ..analysis.columns import numeric_carrier
from ..analysis.declared_rows import rows_for
from ..analysis.distinct_release import DistinctPlan, DistinctRelease
from ..analysis.grid_candidates import GridCandidates
from ..analysis.histogram_plan import HistogramPlan, HistogramRelease
from ..analysis.moment_plan import MomentPlan, MomentRelease
from ..analysis.number_plan import NumberPlan, NumberRelease
from ..analysis.quantile_plan import QuantilePlan, QuantileRelease
from ..analysis.refuse import Argument, refuse, shown
from ..analysis.release import Release
from ..analysis.top_k_release import TopKPlan, TopKRelease
from ..tables.canonical import canonical, digest_of
from .book import Book, Order
from .open_ledger import is_unicode, location_of, open_book
from .paid import Check, pay_and_release
from .price import price_of
from .stored import FORMAT, read_stored
from .terms import Terms

_RELEASES: dict[type, type[Release]] = {
    DistinctPlan: DistinctRelease,
    BoundsPlan: BoundsRelease,
    HistogramPlan: HistogramRelease,
    NumberPlan: NumberRelease,
    QuantilePlan: QuantileRelease,
    TopKPlan: TopKRelease,
    MomentPlan: MomentRelease,
}


def release_column(
    plan: Any,
    data: Any,
    asked: Terms,
    ledger: Any,
    name: str,
    *,
    account: str | None = None,
    pay_again: bool = False,
    is_calm: bool | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Any:
    """The release of a plan of a column that has this name, from a ledger that is there.

    `is_calm` says that nothing in a row can stop the reading; of data in memory it is known by its type.
    """
    if not is_unicode(name):
        refuse(Argument("name"), f" is {shown(name)}, which is no text in Unicode; give what the column is called in letters")
    location = location_of(ledger)
    # Which is there already: a column alone does not say what a budget is for.
    book, _ = open_book(location, account, None, (None, None, None), is_dry=False)
    calm = reads_calmly(data) if is_calm is None else is_calm
    given = data
    if isinstance(plan, QuantilePlan):
        plan = plan._for_column(numeric_carrier(data))
    else:
        data = rows_for(plan.measurement, data)
    is_paid_first = not calm or _keeps_rows(plan)
    check = partial(_check_type, plan.measurement, given)
    return _release(book, plan, check, data, asked, name, is_paid_first, pay_again, threads, progress)


def _check_type(measurement: Measurement, data: Any) -> None:
    """Refuses a column that cannot be measured, by its type alone: by what is read of it if it has no rows."""
    if is_of_pandas(data) or type(data).__module__.partition(".")[0] == "polars":
        measurement.start().update(rows_for(measurement, ask(lambda: data.head(0))))


def _release(
    book: Book,
    plan: Any,
    check: Check,
    data: Any,
    asked: Terms,
    name: str,
    is_paid_first: bool,
    pay_again: bool,
    threads: int,
    progress: Callable[[int], None] | None,
) -> Any:
    digest = digest_of_column(plan, name)

    @contextmanager
    def rows() -> Iterator[tuple[Measurement, Any]]:
        yield plan.measurement, data

    def write(found: Any) -> bytes:
        return to_bytes(plan._released(found), digest)

    text = _words(plan, name)
    price = price_of(plan, plan.rows_per_person, asked, book.terms)
    order = Order(digest, text, price, is_paid_first, pay_again)
    found = pay_and_release(book, order, check, rows, write, threads=threads, progress=progress)
    assert found.content is not None
    return from_bytes(plan, found.content, digest, found.head)


def _words(plan: Any, name: str) -> str:
    """What the ledger keeps for people: what was asked of which column, and under which noise. What it costs stands beside it."""
    asked, noise, *_ = repr(plan).splitlines()
    asked = asked.removeprefix("plan for ").removesuffix(" (no data read yet)")
    return f"{name}: {asked}; {noise.partition('; ')[2]}"


def digest_of_column(plan: Any, name: str) -> str:
    """Of what the plan was made from, and of what the column is called."""
    return digest_of({"column": name, "plan": plan.kind, "made_from": _plain(plan.made_from)})


def reads_calmly(data: Any) -> bool:
    """Whether nothing in a row can stop the reading: numbers in memory, and Arrow's arrays."""
    if isinstance(data, np.ndarray):
        return data.dtype.kind in "iufb"
    return isinstance(data, (pa.Array, pa.ChunkedArray, pa.Table, pa.RecordBatch))


def to_bytes(release: Release, digest: str) -> bytes:
    """What was released, beside the plan."""
    values = [_written(getattr(release, each.name)) for each in _fields(release)]
    return canonical({"scrim_release": FORMAT, "plan": digest, "values": values}).encode("utf-8", "surrogatepass")


def from_bytes(plan: Any, stored: bytes, digest: str, head: str | None) -> Any:
    """What `to_bytes` was given."""
    values = read_stored(stored, digest).get("values")
    made = next(kind for of, kind in _RELEASES.items() if isinstance(plan, of))
    if not isinstance(values, list) or len(values) != len(_fields(made)):
        raise BadStateError("the stored release is not one of this plan; nothing was released")
    return made(plan, *map(_read, values), ledger=head)


def _fields(release: Any) -> list[Any]:
    return [each for each in dataclasses.fields(release) if not each.kw_only and each.name != "plan"]


def _keeps_rows(plan: Any) -> bool:
    """All of them, in memory, of which there may not be enough."""
    return isinstance(plan, QuantilePlan) and isinstance(plan.candidates, GridCandidates)


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    return value


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_read, value))
    return float(value["float"]) if isinstance(value, dict) else value


def _plain(value: Any) -> Any:
    """Arguments of a plan as JSON has them; what a plan was made from may have been made from something itself."""
    if hasattr(value, "made_from"):
        return {"kind": value.kind, "made_from": _plain(value.made_from)}
    if dataclasses.is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, float):
        return {"float": value.hex()}
    return value
