"""Arrow columns as what a question asks for. What happens to a column depends on its type alone, and what becomes of a
row on that row alone; no value makes it fail."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as kinds

from .. import _core
from .schema import ANY, CELL_TYPES

_RANGES = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}


def name_of(kind: pa.DataType) -> str:
    """The name that DuckDB has for a type, which is what the rules of `schema` speak of."""
    if kinds.is_null(kind):
        return ANY
    if kinds.is_dictionary(kind):
        return name_of(kind.value_type) if is_text(kind.value_type) else "DICTIONARY"
    if kinds.is_integer(kind):
        bits = {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}[kind.bit_width]
        return bits if kinds.is_signed_integer(kind) else "U" + bits
    if kinds.is_floating(kind):
        return "DOUBLE" if kind.bit_width == 64 else "FLOAT"
    if is_text(kind):
        return "VARCHAR"
    for name, is_kind in (
        ("DECIMAL", kinds.is_decimal),
        ("BOOLEAN", kinds.is_boolean),
        ("DATE", kinds.is_date),
        ("TIMESTAMP", kinds.is_timestamp),
        ("TIME", kinds.is_time),
    ):
        if is_kind(kind):
            return name
    return str(kind).split("<")[0].upper()


def is_text(kind: pa.DataType) -> bool:
    return kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind)


def as_numbers(array: pa.Array, carrier: str) -> pa.Array:
    """A column of a carrier's kind, nulls where a value is no number."""
    kind = array.type
    if kinds.is_decimal(kind):
        # By their texts, as Arrow's own conversion is off by the last bit: 44.1 would be no 44.1.
        array = array.cast(pa.string())
    if kinds.is_dictionary(kind) or is_text(array.type):
        # Texts are not parsed as unsigned integers.
        cells = "number" if carrier == "uint64" else CELL_TYPES[carrier]
        array = pa.record_batch(_core._readers.parse_texts(array, cells)).column(0)
    if kinds.is_float16(kind):
        array = array.cast(pa.float32())
    if carrier != "float64" and kinds.is_floating(array.type):
        return _nearest_integers(array.cast(pa.float64()), carrier)
    if carrier == "int64" and kinds.is_uint64(array.type):
        most = pa.scalar(_RANGES["int64"][1], pa.uint64())
        return pc.min_element_wise(array, most, skip_nulls=False).cast(pa.int64())
    if carrier == "uint64" and kinds.is_signed_integer(array.type):
        array = pc.max_element_wise(array, pa.scalar(0, array.type), skip_nulls=False)
    # Integers and truths: exact as integers, the nearest double as doubles.
    return array.cast({"float64": pa.float64(), "int64": pa.int64(), "uint64": pa.uint64()}[carrier], safe=False)


def as_texts(array: pa.Array) -> pa.Array:
    """The texts of a column whose values have one obvious text each."""
    kind = array.type
    if kinds.is_dictionary(kind):
        return pa.DictionaryArray.from_arrays(array.indices, only_utf8(array.dictionary))
    return only_utf8(array) if is_text(kind) else array.cast(pa.string())


def as_dates(array: pa.Array) -> pa.Array:
    """Dates, of times in UTC the day; a text is one if it is written as 2026-11-18 is."""
    kind = array.type
    if kinds.is_dictionary(kind):
        array = _decoded(array)
    if is_text(array.type):
        texts = only_utf8(array).cast(pa.string())
        written = pc.match_substring_regex(texts, r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\z")
        texts = pc.if_else(pc.fill_null(written, False), texts, pa.scalar(None, pa.string()))
        times = pc.strptime(texts, format="%Y-%m-%d", unit="s", error_is_null=True)
        # A day that its month has not is taken for one of the next by some C libraries.
        same = pc.equal(pc.strftime(times, format="%Y-%m-%d"), texts)
        times = pc.if_else(pc.fill_null(same, False), times, pa.scalar(None, times.type))
        return times.cast(pa.date32())
    if kinds.is_timestamp(kind):
        array = pc.floor_temporal(array.cast(pa.timestamp(kind.unit)), unit="day")
    return array.cast(pa.date32(), safe=False)


def as_times(array: pa.Array) -> pa.Array:
    """Points in time; a text is one if it is written as 2026-11-18T09:30:15.25 is, or the beginning of that, in UTC."""
    if kinds.is_dictionary(array.type):
        array = _decoded(array)
    if not is_text(array.type):
        return array
    texts = only_utf8(array).cast(pa.string())
    clock = r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?"
    written = pc.match_substring_regex(texts, rf"\A[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}([T ]{clock}Z?)?\z")
    texts = pc.utf8_rtrim(pc.if_else(pc.fill_null(written, False), texts, pa.scalar(None, pa.string())), "Z")

    def digits(start: int, stop: int) -> pa.Array:
        return pc.utf8_rpad(pc.utf8_slice_codeunits(texts, start, stop), stop - start, "0").cast(pa.int64())

    passed = as_dates(pc.utf8_slice_codeunits(texts, 0, 10)).cast(pa.int32()).cast(pa.int64())
    for start, stop, many in ((11, 13, 24), (14, 16, 60), (17, 19, 60), (20, 26, 1_000_000)):
        passed = pc.add(pc.multiply(passed, many), digits(start, stop))
    return passed.cast(pa.timestamp("us"))


def as_truths(array: pa.Array) -> pa.Array:
    """Truths: of texts true, false, 1 and 0, whatever their case; of integers 1 and 0."""
    kind = array.type
    if kinds.is_boolean(kind):
        return array
    if kinds.is_dictionary(kind):
        array = _decoded(array)
    if is_text(array.type):
        lowered = pc.ascii_lower(only_utf8(array).cast(pa.string()))
        yes, no = pa.array(["true", "1"]), pa.array(["false", "0"])
    else:
        lowered = array
        yes, no = pa.array([1], array.type), pa.array([0], array.type)
    is_known = pc.is_in(lowered, value_set=pa.concat_arrays([yes, no]))
    return pc.if_else(is_known, pc.is_in(lowered, value_set=yes), pa.scalar(None, pa.bool_()))


def as_kind(array: pa.Array, kind: str) -> pa.Array:
    """A column as one of `schema.COLUMN_KINDS`, nulls where a value is none; texts as they are, without codes."""
    if kinds.is_null(array.type):
        array = array.cast(pa.string())
    if kind == "number":
        return as_numbers(array, "float64")
    if kind == "integer":
        return as_numbers(array, "int64")
    if kind == "date":
        return as_dates(array)
    if kind == "time":
        return as_times(array)
    if kind == "boolean":
        return as_truths(array)
    texts = as_texts(array)
    return _decoded(texts) if kinds.is_dictionary(texts.type) else texts


def _decoded(array: pa.DictionaryArray) -> pa.Array:
    """What codes stand for."""
    entries = array.dictionary
    if kinds.is_string_view(entries.type):  # of which Arrow takes none by their places
        entries = only_utf8(entries).cast(pa.large_string())
    return pa.DictionaryArray.from_arrays(array.indices, entries).dictionary_decode()


def only_utf8(array: pa.Array) -> pa.Array:
    """The texts, nulls where the bytes are not UTF-8."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        return pa.array([utf8(text) for text in array.cast(pa.binary()).to_pylist()], array.type)
    return array


def utf8(text: bytes | None) -> str | None:
    """The text that bytes are; none if they are none."""
    try:
        return None if text is None else text.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _nearest_integers(array: pa.Array, carrier: str) -> pa.Array:
    """Of two that are equally near the even one; what does not fit is moved to the end of the range."""
    kind = {"int64": pa.int64(), "uint64": pa.uint64()}[carrier]
    least, most = _RANGES[carrier]
    rounded = pc.round(array, ndigits=0, round_mode="half_to_even")
    # The largest integer is no float; the one behind it is.
    is_low, is_high = pc.less(rounded, float(least)), pc.greater_equal(rounded, float(most + 1))
    fits = pc.invert(pc.or_(pc.or_(is_low, is_high), pc.is_nan(rounded)))
    whole = pc.if_else(fits, rounded, pa.scalar(None, pa.float64())).cast(kind)
    whole = pc.if_else(pc.fill_null(is_low, False), pa.scalar(least, kind), whole)
    return pc.if_else(pc.fill_null(is_high, False), pa.scalar(most, kind), whole)
