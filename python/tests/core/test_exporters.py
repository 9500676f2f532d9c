"""Data answers by code of its own, and what that code raises may quote rows: none of it comes through."""

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import scrim
from scrim.analysis.columns import declared_type, numeric_carrier

SECRET = "the salary is 12345"


def scorer():
    space = scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance()
    return scrim.make_quantile_score_candidates(*space, [0, 1], 0.5)


def counter():
    space = scrim.vector_domain(scrim.atom_domain(str)), scrim.symmetric_distance()
    return scrim.make_count_by_categories(*space, ["a"])


def words_of(error, seen=()):
    """Everything that an error says, holds, or came from."""
    if error is None or error in seen:
        return ""
    seen = (*seen, error)
    own = [str(error), repr(error), repr(error.args), repr(getattr(error, "__notes__", ""))]
    return " ".join([*own, words_of(error.__cause__, seen), words_of(error.__context__, seen)])


def raising(*_args, **_options):
    try:
        raise ValueError(SECRET)
    except ValueError as inner:
        error = RuntimeError(SECRET)
        error.add_note(SECRET)
        raise error from inner


def class_with(**members):
    return type("Exporter", (), members)


class RaisingAttributes:
    def __getattr__(self, name):
        raising()


class RaisingEverywhere:
    def __getattribute__(self, name):
        raising()


EXPORTERS = {
    "__arrow_c_stream__": class_with(__arrow_c_stream__=raising),
    "__arrow_c_array__": class_with(__arrow_c_array__=raising),
    "property __arrow_c_stream__": class_with(__arrow_c_stream__=property(raising)),
    "property __arrow_c_array__": class_with(__arrow_c_array__=property(raising)),
    "__dlpack__": class_with(__dlpack__=raising, __dlpack_device__=lambda self: (1, 0)),
    "__dlpack_device__": class_with(__dlpack__=raising, __dlpack_device__=raising),
    "__getattr__": RaisingAttributes,
    "__getattribute__": RaisingEverywhere,
    "pandas.ndim": type("Series", (), {"__module__": "pandas.core", "ndim": property(raising)}),
    "pandas.dtype": type("Series", (), {"__module__": "pandas.core", "ndim": 1, "dtype": property(raising)}),
    "pandas.array": type("Series", (), {"__module__": "pandas.core", "ndim": 1, "dtype": "x", "array": property(raising)}),
}


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_exporter_that_raises_cannot_speak(name):
    with pytest.raises(scrim.InputError, match="its own interface failed") as raised:
        scorer()(EXPORTERS[name]())
    assert SECRET not in words_of(raised.value)
    assert raised.value.__cause__ is None and raised.value.__context__ is None


def test_the_words_are_the_same_whoever_fails():
    texts = set()
    for exporter in EXPORTERS.values():
        with pytest.raises(scrim.InputError) as raised:
            scorer()(exporter())
        texts.add(str(raised.value))
    assert len(texts) == 1


def test_an_array_of_a_subclass_cannot_speak():
    class Array(np.ndarray):
        @property
        def __dlpack__(self):
            raising()

        @property
        def __arrow_c_array__(self):
            raising()

    with pytest.raises(scrim.InputError) as raised:
        scorer()(np.ones(3).view(Array))
    assert SECRET not in words_of(raised.value)


@pytest.mark.parametrize("member", ["dtype", "type", "schema", "types", "columns", "dtypes"])
def test_asking_for_a_type_says_nothing_either(member):
    others = {"columns": ["x"]} if member == "dtypes" else {}
    for exporter in (class_with(**{member: property(raising)}, **others), RaisingEverywhere):
        for question in (declared_type, numeric_carrier):
            with pytest.raises(scrim.InputError) as raised:
                question(exporter())
            assert SECRET not in words_of(raised.value)


def test_a_type_whose_name_raises_cannot_speak():
    name = type("Name", (), {"__str__": raising, "__repr__": raising})
    with pytest.raises(scrim.InputError) as raised:
        numeric_carrier(class_with(dtype=name())())
    assert SECRET not in words_of(raised.value)


def test_a_categorical_column_of_texts_and_numbers():
    column = pd.Series(pd.Categorical([1, SECRET]))
    assert counter()(column).tolist() == counter()([None, SECRET]).tolist()


def test_a_relation_whose_cast_fails():
    connection = duckdb.connect()
    connection.execute("create table t as select unnest(['1', 'the salary is 12345']) x")
    with pytest.raises(scrim.InputError) as raised:
        scorer()(connection.sql("select x::double from t"))
    assert "12345" not in words_of(raised.value)


@pytest.mark.parametrize("method", ["__float__", "__index__"])
def test_elements_that_raise(method):
    row = class_with(**{method: raising})()
    integers = scrim.vector_domain(scrim.atom_domain(int)), scrim.symmetric_distance()
    for count in (scorer(), scrim.make_count_by_categories(*integers, [1])):
        for data in ([row, 1], np.array([row, 1], dtype=object)):
            assert count(data).tolist() == count([1]).tolist()  # it is missing, and says nothing


def test_a_single_value_is_data_too():
    clamp = scrim.make_clamp(scrim.atom_domain(float), scrim.absolute_distance(float), (0.0, 1.0))
    for value in (class_with(__float__=raising)(), class_with(__index__=raising)(), SECRET):
        with pytest.raises(TypeError, match="cannot be read as a number") as raised:
            clamp(value)
        assert "12345" not in words_of(raised.value)
    # As rows are, a number beyond its type is moved to the end of the range.
    assert clamp(12345 * 10**40) == clamp(10**400) == 1.0 and clamp(-(10**400)) == 0.0


def interrupting(*_args, **_options):
    try:
        raising()
    finally:
        raise KeyboardInterrupt(SECRET)


@pytest.mark.parametrize(
    "data",
    [
        class_with(__arrow_c_stream__=interrupting)(),
        class_with(__arrow_c_array__=property(interrupting))(),
        class_with(__dlpack__=interrupting, __dlpack_device__=lambda self: (1, 0))(),
        [class_with(__float__=interrupting)()],
        [class_with(__index__=interrupting)()],
    ],
    ids=["stream", "property", "dlpack", "float", "index"],
)
def test_an_interrupt_passes_without_words(data):
    with pytest.raises(KeyboardInterrupt) as raised:
        scorer()(data)
    assert SECRET not in words_of(raised.value)
    if not isinstance(data, list):
        with pytest.raises(KeyboardInterrupt) as raised:
            declared_type(class_with(dtype=property(interrupting))())
        assert SECRET not in words_of(raised.value)


def test_an_error_of_the_progress_function_is_the_users_own():
    def progress(rows):
        raise ValueError("stop here")

    with pytest.raises(ValueError, match="stop here"):
        scorer()(pa.array([1.0, 2.0]), progress=progress)


def test_data_that_fails_consumes_the_run():
    """Else one row that makes a piece fail would leave out all rows of the piece, and the rest be released."""
    for name, exporter in EXPORTERS.items():
        run = scorer().start()
        run.update([1.0])
        with pytest.raises(scrim.InputError):
            run.update(exporter())
        with pytest.raises(scrim.MisuseError):
            run.finish()
            pytest.fail(name)


def test_a_refusal_by_type_consumes_nothing():
    run = scorer().start()
    for data in (pa.table({"x": [1.0], "y": [1.0]}), np.array(["2020-01-01"], dtype="datetime64[D]"), np.array([1.0], dtype=">f8")):
        with pytest.raises(TypeError):
            run.update(data)
    run.update([0.5])
    assert run.finish().tolist() == scorer()([0.5]).tolist()
