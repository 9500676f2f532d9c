"""Two tables in memory that differ in a row cannot be told apart by anything but noise: not by the type of a release, nor
by an error, a warning or what is printed. The row more is as odd as rows of Python can be."""

import contextlib
import datetime
import decimal
import fractions
import functools
import io
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import scrim
from scrim.readers.frame_table import open_frame
from scrim.tables.source import read_columns

from core.data_rows import scorer

TERMS = {"epsilon": 1.0, "rows_per_person": 1}
QUESTIONS = {
    "count": lambda data: scrim.count(data, **TERMS),
    "count of texts": lambda data: scrim.count(data, **TERMS, dtype=str),
    "sum": lambda data: scrim.sum(data, (0, 10), **TERMS),
    "sum of integers": lambda data: scrim.sum(data, (0, 10), **TERMS, dtype=int),
    "sum of floats": lambda data: scrim.sum(data, (0, 10), **TERMS, dtype=float),
    "quantile": lambda data: scrim.quantile(data, 0.5, bounds=(0, 10), **TERMS),
    "top k": lambda data: scrim.top_k(data, ["a", "b"], 1, **TERMS),
}


def raising(*_args):
    raise RuntimeError("the salary is 12345")


class WarningFloat(float):
    def __float__(self):
        warnings.warn("the salary is 12345", stacklevel=1)
        return 1.0


class WarningObject:
    def __float__(self):
        warnings.warn("the salary is 12345", stacklevel=1)
        return 1.0


class Pretending:
    """Says that it is of a class that it is not of."""

    def __init__(self, kind):
        self._kind = kind

    @property
    def __class__(self):
        return self._kind if self._kind is not None else raising()


class NoZone(datetime.tzinfo):
    utcoffset = raising


ODD = {
    "complex": 1j,
    "complex of NumPy": np.complex128(1 + 2j),
    "masked": np.ma.masked,
    "long double": np.longdouble("1e4000"),
    "one in an array": np.array([1.0]),
    "two in an array": np.array([1.0, 2.0]),
    "column": pd.Series([1.0, 2.0]),
    "record": np.zeros(1, dtype=[("a", "f8")])[0],
    "decimal": decimal.Decimal("1e400"),
    "decimal that signals": decimal.Decimal("sNaN"),
    "fraction": fractions.Fraction(10**400, 3),
    "integer of many digits": 10**5000,
    "surrogate": "\ud800",
    "bytes": b"a",
    "set": {1},
    "scalar of Arrow": pa.scalar(1.0),
    "NaT": pd.NaT,
    "NA": pd.NA,
    "duration": np.timedelta64(5, "s"),
    "interval": pd.Interval(0, 1),
    "period": pd.Period("2020"),
    "time without Python's years": pd.Timestamp(np.datetime64("-5000-01-01", "s")),
    "time of a zone that raises": datetime.datetime(2020, 1, 1, tzinfo=NoZone()),
    "day that raises": type("Day", (datetime.date,), {"toordinal": raising})(2020, 1, 1),
    "day far away": type("Day", (datetime.date,), {"toordinal": lambda self: 10**30})(2020, 1, 1),
    "float that warns": WarningFloat(1.0),
    "object that warns": WarningObject(),
    "float that raises": type("Float", (float,), {"__float__": raising})(1.0),
    "integer that raises": type("Int", (int,), dict.fromkeys(["__index__", "__int__", "__gt__", "__lt__"], raising))(1),
    "text that raises": type("Text", (str,), dict.fromkeys(["__str__", "__radd__", "encode"], raising))("a"),
    "object whose item raises": type("Item", (), {"item": property(raising)})(),
    "object that equals nothing": type("Unequal", (), {"__eq__": raising, "__hash__": object.__hash__})(),
    "object that pretends to be a text": Pretending(str),
    "object that pretends to be an integer": Pretending(int),
    "object that pretends to be a day": Pretending(datetime.date),
    "object of no class": Pretending(None),
}


def observed(question, data):
    """All that can be seen but for values, in both manners of treating warnings."""
    seen = []
    for action in ("always", "error"):
        out, err = io.StringIO(), io.StringIO()
        printing = contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)
        with printing[0], printing[1], warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter(action)
            try:
                release = question(data)
                told = type(release), [type(value) for value in getattr(release, "values", ())], release.plan.to_dict()
            except Exception as error:  # noqa: BLE001 - whatever it is
                told = type(error), str(error), error.__cause__, error.__context__
        seen.append((told, [str(each.message) for each in warned], out.getvalue(), err.getvalue()))
    return seen


def as_objects(*cells):
    array = np.empty(len(cells), dtype=object)
    for place, cell in enumerate(cells):
        array[place] = cell
    return array


class Column(pd.Series):
    pass


class Frame(pd.DataFrame):
    pass


FORMS = {
    "list": lambda *cells: list(cells),
    "array": as_objects,
    "column": lambda *cells: pd.Series(as_objects(*cells), dtype=object),
    "column of a class made of it": lambda *cells: Column(as_objects(*cells), dtype=object),
    "frame of a class made of it": lambda *cells: Frame({"x": pd.Series(as_objects(*cells), dtype=object)}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("odd", ODD)
def test_no_object_shows(form, odd):
    for name, question in QUESTIONS.items():
        for others in ((1.0, 2.0), ("a", "b")):
            assert observed(question, FORMS[form](*others, ODD[odd])) == observed_without(name, form, others)


@functools.cache
def observed_without(question, form, cells):
    return observed(QUESTIONS[question], FORMS[form](*cells))


def test_a_warning_of_progress_is_the_users_own():
    def progress(rows):
        warnings.warn("so far", stacklevel=1)

    with pytest.warns(UserWarning, match="so far"):
        scorer()([1.0] * ((1 << 22) + 2048), progress=progress)


def test_filters_of_warnings_are_as_they_were():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = list(warnings.filters)
        for data in ([1.0, WarningObject()], [1.0] * 5000):
            scorer()(data)
            assert list(warnings.filters) == before
            with pytest.raises(scrim.WrongTypeError):
                scorer(size=len(data) + 1)([*data, "a"])
            assert list(warnings.filters) == before


# What the code asks a column for that is none of pandas, and what else it has.
LABELS = ["types", "columns", "schema", "type", "dtype", "dtypes", "ndim", "array", "__arrow_c_array__", "__dlpack__"]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("cell", [1, 1.5, "int64"])
def test_the_label_of_a_row_does_not_show(label, cell):
    """A row of pandas is an attribute of its column, by its label."""
    for dtype in (object,) if isinstance(cell, str) else (object, "float64"):
        one, two = (pd.Series([1.0, cell], index=["a", other], dtype=dtype) for other in ("b", label))
        for question in QUESTIONS.values():
            assert observed(question, two) == observed(question, one)


@pytest.mark.parametrize("name", LABELS)
def test_the_first_cell_of_a_column_is_not_taken_for_its_type(name):
    """A column is an attribute of its frame, by its name."""
    frames = [pd.DataFrame({name: pd.Series(cells, dtype=object)}) for cells in ([], ["int64"], ["str", 1])]
    for question in QUESTIONS.values():
        seen = [observed(question, frame) for frame in frames]
        assert seen[1:] == seen[:-1]


CATEGORIES = {name: cell for name, cell in ODD.items() if type(cell) is not Pretending}


@pytest.mark.parametrize("odd", CATEGORIES)
def test_no_category_shows(odd):
    """Where categories are objects, and that all are texts is a matter of rows."""

    def column(*cells):
        categories = pd.Index(as_objects("a", "b", *cells), dtype=object)
        return pd.Series(pd.Categorical.from_codes(range(len(categories)), categories))

    try:
        other = column(CATEGORIES[odd])
    except (TypeError, ValueError, RuntimeError, ArithmeticError):
        pytest.skip("pandas has no such category")
    for question in QUESTIONS.values():
        assert observed(question, other) == observed(question, column())
    if not isinstance(CATEGORIES[odd], str):
        assert scrim.top_k(other, ["a", "b"], 2, **TERMS | {"epsilon": 1e9}, counts=True).counts == (1, 1)


def test_texts_that_python_keeps():
    kind = pd.StringDtype("python")
    one, two = pd.Series(["a", None, "b"], dtype=kind), pd.Series(["a", None, "\ud800", "b"], dtype=kind)
    for question in QUESTIONS.values():
        assert observed(question, two) == observed(question, one)
    for data in (two, two.astype("category"), two.to_frame()):
        assert scrim.top_k(data, ["a", "b"], 2, **TERMS | {"epsilon": 1e9}, counts=True).counts == (1, 1)


DAY = datetime.date(2020, 1, 1)
CELLS = ["1", "a", 2, 2.5, True, DAY, datetime.datetime(2020, 1, 1), None, "2020-01-01", np.int64(3)]


@pytest.mark.parametrize("kind", ["number", "integer", "text", "date", "time", "boolean", "id"])
@pytest.mark.parametrize("make", [pd.DataFrame, Frame])
def test_no_object_of_a_frame_shows(kind, make):
    def read(*cells):
        table = open_frame(make({"x": pd.Series(as_objects(*cells), dtype=object)}))
        return pa.RecordBatchReader.from_stream(read_columns(table, {"x": kind})).read_all().column(0).combine_chunks()

    expected = read(*CELLS)
    assert 0 < expected.null_count < len(expected)
    for odd in ODD.values():
        found = read(*CELLS, odd, *CELLS)
        assert found.slice(0, len(CELLS)) == found.slice(len(CELLS) + 1) == expected
