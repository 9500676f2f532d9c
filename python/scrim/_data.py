"""What data is before C++ reads it: objects that have no buffer and no Arrow interface are given one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ._core import InputError

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Refusal:
    """Why data is refused by its type, in words of this library: given back, not raised, because what is
    raised while data is asked for something may be its own, and quote it."""

    text: str


def ask(question: Callable[[], Answer]) -> Answer:
    """What data says of itself. An error that it raises may quote it, and is dropped for one that does not."""
    was_interrupted = False
    try:
        return question()
    except KeyboardInterrupt:
        was_interrupted = True
    except BaseException:
        pass
    # Raised here, not above: there the dropped error would be its context.
    if was_interrupted:
        raise KeyboardInterrupt
    raise InputError("the data could not be read: its own interface failed (its words are withheld, as they may quote data)")


def adapt(data: Any) -> Any:
    """The same rows as something that C++ reads: a buffer, Arrow data, or a list; or a Refusal.

    Nothing here looks at a value: what happens depends on types alone.
    """
    if type(data) is np.ndarray:
        return _adapt_numpy(data)
    if isinstance(data, np.ma.MaskedArray):
        return Refusal("masked arrays cannot be read; fill the mask, or give an Arrow array with nulls")
    if isinstance(data, (list, tuple)):
        return list(data)
    if type(data).__module__.partition(".")[0] == "pandas":
        return _adapt_pandas(data)
    if hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        return data
    if isinstance(data, np.ndarray):
        return _adapt_numpy(data)
    if isinstance(data, memoryview):
        return data
    if hasattr(data, "__dlpack__"):
        return np.from_dlpack(data)
    return data


_UNITS = {
    "Y": "years",
    "M": "months",
    "W": "weeks",
    "D": "days",
    "h": "hours",
    "m": "minutes",
    "s": "seconds",
    "ms": "milliseconds",
    "us": "microseconds",
    "ns": "nanoseconds",
}


def _adapt_numpy(array: np.ndarray) -> Any:
    kind = array.dtype.kind
    if kind in "mM":
        return _refuse_times(array.dtype)
    # NumPy's texts of any length have no buffer; as Python objects they are read like a list.
    return array.astype(object) if kind == "T" else array


def _refuse_times(dtype: np.dtype) -> Refusal:
    what, since = ("dates and times", " since 1970") if dtype.kind == "M" else ("durations", "")
    name, count = np.datetime_data(dtype)
    unit = _UNITS.get(name, "steps of their unit")
    step = unit if count == 1 else f"{count} {unit}"
    return Refusal(
        f"a column of {what} is no column of numbers; cast it to integers, which are {step}{since}: "
        'column.astype("int64")'
    )


def _adapt_pandas(data: Any) -> Any:
    if data.ndim == 2:
        if data.shape[1] != 1:
            return Refusal(f"the table has {data.shape[1]} columns; select the one to read")
        data = data.iloc[:, 0]
    if isinstance(data.dtype, np.dtype):
        return _adapt_numpy(data.to_numpy(copy=False))
    if type(data.dtype).__name__ == "PeriodDtype":
        # Arrow would carry them as integers without a word of what they count.
        return Refusal(
            "a column of periods is no column of numbers; cast it to integers, which are periods since 1970: "
            'column.astype("int64")'
        )
    # Nullable, Arrow-backed and categorical columns keep their nulls apart from their values.
    import pyarrow

    return pyarrow.array(data.array)
