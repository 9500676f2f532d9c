"""What data is before C++ reads it: objects that have no buffer and no Arrow interface are given one."""

from __future__ import annotations

import functools
import warnings
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
    """What data says of itself. An error that it raises may quote it, and is dropped for one that does not; a warning,
    which may tell that there is a row that it is about, for nothing."""

    def in_silence() -> Answer:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return question()

    return ask_aloud(in_silence)


def ask_aloud(question: Callable[[], Answer]) -> Answer:
    """The same where rows are read elsewhere, so that warnings are of no row: silence would be that of all threads."""
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
    if is_of_pandas(data):
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


def is_of_pandas(data: Any) -> bool:
    """Whether it is a column or a table of pandas, or of a class made of one of these. What such a class says of itself
    in Arrow's terms is inferred from rows, where they are objects."""
    return any(base.__module__.partition(".")[0] == "pandas" for base in type(data).__mro__)


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
    if _is_sparse(data.dtype):
        return _adapt_numpy(np.asarray(data))
    if type(data.dtype).__name__ == "PeriodDtype":
        # Arrow would carry them as integers without a word of what they count.
        return Refusal(
            "a column of periods is no column of numbers; cast it to integers, which are periods since 1970: "
            'column.astype("int64")'
        )
    # Nullable, Arrow-backed and categorical columns keep their nulls apart from their values.
    return arrow_of_pandas(getattr(data, "array", data))


def arrow_of_pandas(column: Any) -> Any:
    """What pandas keeps a column in, as Arrow. Where texts are objects of Python, what is none is missing, and so is one
    that Unicode does not have: Arrow would fail on it."""
    import pyarrow

    dtype = column.dtype
    if _is_sparse(dtype):
        return pyarrow.array(np.asarray(column), from_pandas=True)
    if type(dtype).__name__ != "CategoricalDtype":
        return _texts_of(column) if _are_objects(dtype) else pyarrow.array(column, from_pandas=True)
    categories = dtype.categories
    if not _are_objects(categories.dtype):
        coded = pyarrow.array(column, from_pandas=True)
        texts = pyarrow.string(), pyarrow.large_string()
        return coded if coded.type.value_type in texts else coded.dictionary_decode()
    codes = pyarrow.array(column.codes, mask=column.codes < 0)
    return pyarrow.DictionaryArray.from_arrays(codes, _texts_of(categories))


def _is_sparse(dtype: Any) -> bool:
    """Whether pandas keeps a column by the cells that are not all the same."""
    return type(dtype).__name__ == "SparseDtype"


def _are_objects(dtype: Any) -> bool:
    """Whether what pandas has a type for are objects of Python, those of its columns of texts among them."""
    return bool(dtype == object) or type(dtype).__name__ == "StringDtype" and dtype.storage == "python"


def _texts_of(cells: Any) -> Any:
    import pyarrow

    return pyarrow.array(map(text_of, cells), pyarrow.large_string())


def cell_by_cell(read: Callable[[Any], Answer]) -> Callable[[Any], Answer | None]:
    """What is read of an object, or nothing where that fails: an error would tell that there is such an object."""

    @functools.wraps(read)
    def read_or_miss(cell: Any) -> Answer | None:
        try:
            return read(cell)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return None

    return read_or_miss


@cell_by_cell
def text_of(cell: Any) -> str | None:
    """A text, or nothing for what is none, or is none in Unicode: where a surrogate stands alone."""
    if not isinstance(cell, str):
        return None
    str.encode(cell, "utf-8")
    return str.__str__(cell)
