"""How rows come in is refused by type alone."""

import array

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scrim
from scrim.analysis.columns import numeric_carrier

from core.data_rows import counter, expected_scores, scorer

# --- refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data, words",
    [
        (np.zeros((2, 2)), "has 2 dimensions"),
        (np.array(1.0), "has 0 dimensions"),
        (np.array([1 + 1j]), "arrays of complex numbers"),
        (np.array([1.0], dtype=np.float16), "half-precision floats"),
        (np.array([1.0], dtype=">f8"), r'byte order of another machine; give array.astype\(array.dtype.newbyteorder\("="\)\)'),
        (np.array([1], dtype=">i2"), "byte order of another machine"),
        (pd.Series(np.array([1.0], dtype=">f8")), "byte order of another machine"),
        (np.array([1.0], dtype=np.longdouble), "long doubles"),
        (np.array([b"a"]), "arrays of byte strings of a fixed width cannot be read; cast the array"),
        (np.zeros(2, dtype=[("x", "f8"), ("y", "f8")]), "arrays of records cannot be read; cast the array"),
        (np.zeros(2, dtype="V3"), "arrays of bytes without a type cannot"),
        (memoryview(b"ab").cast("c"), "arrays of single bytes"),
        (pd.Series([1 + 1j]), "arrays of complex numbers"),
        (np.ma.array([1.0], mask=[True]), "masked arrays"),
        (b"abc", "bytes are no column"),
        ("abc", "type str cannot be read"),
        (3.0, "type float cannot be read"),
        (None, "NoneType cannot be read"),
        ({1.0}, "type set cannot be read"),
        (iter([1.0]), "cannot be read"),
        (pa.table({"x": [1.0], "y": [1.0]}), "has 2 columns"),
        (pa.table({}), "has 0 columns"),
        (pd.DataFrame({"x": [1.0], "y": [1.0]}), "has 2 columns"),
        (pa.array([[1.0]]), r'Arrow type "\+l"'),
        (pa.array([None]), r"a column of nulls has no type.* cast it to that type: column.cast\(pyarrow.float64\(\)\)"),
        (pl.Series([None]), r"of Polars column.cast\(polars.Float64\)"),
        (pl.Series([1], dtype=pl.Int128), r"integers of 128 bits cannot be read; cast .* column.cast\(polars.Int64\)"),
        (pl.Series([1], dtype=pl.UInt128), "integers of 128 bits cannot be read"),
        (pa.array([1.0]).dictionary_encode(), "dictionaries of texts"),
        (pa.array(["a"]), r"column of text cannot be read as .*atom_domain\(str\)"),
        (np.array(["a"]), "column of text cannot be read"),
        (pa.array(["a"]).dictionary_encode(), "column of text cannot be read"),
    ],
)
def test_data_that_is_no_column_of_numbers_is_refused_by_its_type(data, words):
    with pytest.raises(TypeError, match=words):
        scorer()(data)


# Makes a column of texts; the longest of them is in its type.
WIDTHS = {
    "bytes": lambda texts: np.array([text.encode() for text in texts]),
    "texts": np.array,
    "texts of another byte order": lambda texts: np.array(texts).astype(np.array(texts).dtype.newbyteorder(">")),
    "bytes without a type": lambda texts: np.array([text.encode() for text in texts]).astype("V"),
    "records": lambda texts: np.rec.fromrecords([(text, text.encode()) for text in texts]),
    "fixed bytes of Arrow": lambda texts: pa.array(
        [text.encode().ljust(max(map(len, texts))) for text in texts], pa.binary(max(map(len, texts)))
    ),
    "lists of Arrow": lambda texts: pa.array([list(range(len(texts[-1])))], pa.list_(pa.int64(), len(texts[-1]))),
    "lists of Polars": lambda texts: pl.Series(np.zeros((2, len(texts[-1])))),
}


@pytest.mark.parametrize("make", WIDTHS.values(), ids=WIDTHS)
def test_no_refusal_tells_a_width_that_was_inferred_from_rows(make):
    short, long = make(["Ann", "Bo"]), make(["Ann", "Bartholomew"])
    for read in (scorer(), lambda data: scrim.sum(data, (0, 1), epsilon=1.0, rows_per_person=1, dtype=int)):
        texts = []
        for data in (short, long):
            with pytest.raises(TypeError) as raised:
                read(data)
            texts.append(str(raised.value))
        assert texts[0] == texts[1] and "11" not in texts[0]


# Of each unit: what holds it, and the words of the refusal.
TIMES = [
    (np.array(["2020-01-01"], dtype="datetime64[D]"), "dates and times .* days since 1970: .*astype"),
    (np.array([1], dtype="datetime64[25s]"), "which are 25 seconds since 1970"),
    (np.array([1], dtype="timedelta64[ns]"), "durations .* nanoseconds: .*astype"),
    (np.array([1], dtype=">M8[us]"), "microseconds since 1970"),
    (pd.Series(np.array([1], dtype="datetime64[ms]")), "milliseconds since 1970"),
    (pd.Series(np.array([1], dtype="datetime64[ns]")).dt.tz_localize("UTC"), "timestamps .* nanoseconds since 1970"),
    (pd.Series(np.array([1], dtype="timedelta64[s]")), "durations .* seconds"),
    (pd.Series(pd.period_range("2020", periods=2)), "periods"),
    (pa.array([1], pa.date32()), r"dates .* days since 1970: column.cast\(pyarrow.int32\(\)\)"),
    (pa.array([1], pa.date64()), r"dates .* milliseconds since 1970: column.cast\(pyarrow.int64\(\)\)"),
    (pa.array([1], pa.time32("s")), r"times of day .* seconds since midnight: column.cast\(pyarrow.int32\(\)\)"),
    (pa.array([1], pa.time64("us")), r"times of day .* microseconds since midnight: column.cast\(pyarrow.int64\(\)\)"),
    (pa.array([1], pa.timestamp("s")), "timestamps .* seconds since 1970"),
    (pa.array([1], pa.timestamp("ns", "Europe/Paris")), "timestamps .* nanoseconds since 1970"),
    (pa.array([1], pa.duration("ms")), "durations .* milliseconds"),
    (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "intervals of the calendar"),
    (pa.table({"x": pa.array([1], pa.timestamp("us"))}), "microseconds"),
    (pl.Series([1]).cast(pl.Date), r"dates .*\.cast\(polars.Int64\)"),
    (pl.Series([1]).cast(pl.Datetime("ms")), "milliseconds"),
    (pl.Series([1]).cast(pl.Duration("us")), "durations .* microseconds"),
]


@pytest.mark.parametrize("data, words", TIMES)
def test_dates_and_times_are_refused_with_the_cast_that_reads_them(data, words):
    for count in (scorer(), scorer(int, [0, 1]), counter(str, ["a"])):
        with pytest.raises(TypeError, match=words):
            count(data)
    assert numeric_carrier(data) == "float64"


def test_the_casts_that_are_advised_are_ones_that_work():
    for data, _ in TIMES:
        if isinstance(data, pa.Array) and not pa.types.is_interval(data.type):
            with pytest.raises(TypeError) as raised:
                scorer()(data)
            to = pa.int32() if "pyarrow.int32" in str(raised.value) else pa.int64()
            assert scorer()(data.cast(to)).tolist() == expected_scores([1])
        elif isinstance(data, (np.ndarray, pd.Series)):
            cast = data.astype("int64")
            assert scorer()(cast).tolist() == expected_scores(cast)
