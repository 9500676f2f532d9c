"""What data is before C++ reads it: objects that have no buffer and no Arrow interface are given one."""

from __future__ import annotations

from typing import Any

import numpy as np


def adapt(data: Any) -> Any:
    """The same rows as something that C++ reads: a buffer, Arrow data, or a list.

    Nothing here looks at a value: what happens depends on types alone.
    """
    if type(data) is np.ndarray:
        # NumPy's texts of any length have no buffer; as Python objects they are read like a list.
        return data.astype(object) if data.dtype.kind == "T" else data
    if isinstance(data, np.ma.MaskedArray):
        raise TypeError("masked arrays cannot be read; fill the mask, or give an Arrow array with nulls")
    if isinstance(data, (list, tuple)):
        return list(data)
    if type(data).__module__.partition(".")[0] == "pandas":
        return _adapt_pandas(data)
    if hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        return data
    if isinstance(data, (np.ndarray, memoryview)):
        return data
    if hasattr(data, "__dlpack__"):
        return np.from_dlpack(data)
    return data


def _adapt_pandas(data: Any) -> Any:
    if data.ndim == 2:
        if data.shape[1] != 1:
            raise TypeError(f"the table has {data.shape[1]} columns; select the one to read")
        data = data.iloc[:, 0]
    if isinstance(data.dtype, np.dtype):
        return data.to_numpy(copy=False)
    # Nullable, Arrow-backed and categorical columns keep their nulls apart from their values.
    import pyarrow

    return pyarrow.array(data.array)
