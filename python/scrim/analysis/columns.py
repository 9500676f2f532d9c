"""Which carrier type a column has, from its declared type alone: a type is public, rows are not."""

from __future__ import annotations

import re
from typing import Any

from .._data import ask, is_of_pandas
from .refuse import refuse, shown

# By which name a type can be asked for, and what rows of it are read as.
_NUMBERS: dict[Any, str] = {
    float: "float64",
    int: "int64",
    "float64": "float64",
    "int64": "int64",
    "uint64": "uint64",
}
_TEXTS: dict[Any, str] = {str: "str", "str": "str"}

RANGES = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}
"""What integers of a type can be."""

# What engines call their integers, where the name has no width in it.
_DUCKDB_SIGNED = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}
_DUCKDB_UNSIGNED = {"UTINYINT", "USMALLINT", "UINTEGER"}


def numeric_carrier(data: Any) -> str:
    """ "int64", "uint64" or "float64". Lists and tuples declare no type, so they are read as floats:
    whether all their entries happen to be integers is a fact about the data."""
    name = declared_type(data)
    if name in _DUCKDB_SIGNED or name in _DUCKDB_UNSIGNED:
        return "int64"
    if name == "UBIGINT":
        return "uint64"
    lowered = name.lower()
    if re.match(r"uint64\b", lowered):
        return "uint64"
    if re.match(r"u?int(8|16|32|64)\b|bool", lowered):
        return "int64"
    return "float64"


# Numbers that are read as others than they are: rows of these types become the nearest integers.
_INEXACT = r"float(32|64)?\b|double|real\b|decimal"


def is_read_as(data: Any, carrier: str) -> bool:
    """Whether a column is one of integers of this carrier, or of no other numbers."""
    others = {"int64": r"uint64\b|ubigint", "uint64": r"int(8|16|32|64)\b|tinyint|smallint|integer|bigint"}[carrier]
    return re.match(rf"{_INEXACT}|{others}", declared_type(data).lower()) is None


def column_carrier(data: Any) -> str:
    """The same, and "str" for texts."""
    is_text = re.search(r"string|utf8|varchar|object|^str\b|^categorical|^enum", declared_type(data), re.IGNORECASE)
    return "str" if is_text else numeric_carrier(data)


def number_type(data: Any, dtype: Any) -> Any:
    """What rows of a column are to be read as: what the caller says, or else as the column's type is declared."""
    return numeric_carrier(data) if dtype is None else dtype


def integer_type(data: Any, dtype: Any) -> Any:
    """The same where rows are compared with categories: integers are signed unless someone says that they are not."""
    return "uint64" if dtype is None and numeric_carrier(data) == "uint64" else dtype


def named_number(dtype: Any) -> str:
    """What rows of the type of numbers that a caller names are read as."""
    return _named(dtype, _NUMBERS, "float, int or 'uint64'")


def named_carrier(dtype: Any) -> str:
    """The same, and "str" for texts."""
    return _named(dtype, _NUMBERS | _TEXTS, "float, int, str or 'uint64'")


def _named(dtype: Any, carriers: dict[Any, str], accepted: str) -> str:
    if not isinstance(dtype, (type, str)) or dtype not in carriers:
        refuse(f"dtype is {shown(dtype)}; give {accepted}")
    return carriers[dtype]


def declared_type(data: Any) -> str:
    """The name of the column's type, or "" where there is none. Data is asked for it by code of its own,
    whose errors may quote rows: they become an InputError that does not."""
    return ask(lambda: _declared_type(data))


def _declared_type(data: Any) -> str:
    if is_of_pandas(data):
        return _type_in_pandas(data)
    for look in (_type_in_columns, _type_in_schema, _own_type, _buffer_type):
        name = look(data)
        if name:
            return name
    return ""


def _type_in_pandas(data: Any) -> str:
    """Asked for by what every column or frame has alone: any other attribute may be the cell of a row with that label,
    or a column of that name."""
    dtype = data.dtype if data.ndim == 1 else data.dtypes.iloc[0] if data.shape[1] else ""
    kind = type(dtype).__name__
    return str(dtype.categories.dtype if kind == "CategoricalDtype" else dtype.subtype if kind == "SparseDtype" else dtype)


def _own_type(data: Any) -> str:
    """NumPy arrays, Polars series, Arrow arrays."""
    kind = getattr(data, "dtype", None)
    if kind is None:
        kind = getattr(data, "type", None)
    return "" if kind is None else str(kind)


def _type_in_schema(data: Any) -> str:
    """Arrow tables, batches and readers, Polars frames."""
    schema: Any = getattr(data, "schema", None)
    types = getattr(schema, "types", None)
    if types is None and callable(getattr(schema, "dtypes", None)):
        types = schema.dtypes()
    return str(types[0]) if types else ""


def _type_in_columns(data: Any) -> str:
    """DuckDB relations, Polars frames."""
    types = getattr(data, "types", None)
    if types is None and hasattr(data, "columns"):
        types = list(getattr(data, "dtypes", []))
    return str(types[0]) if types is not None and len(types) > 0 else ""


def _buffer_type(data: Any) -> str:
    if isinstance(data, (list, tuple, str, bytes)):
        return ""
    import numpy

    try:
        return str(numpy.asarray(memoryview(data)).dtype)
    except TypeError:
        return ""
