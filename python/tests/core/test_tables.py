"""Functions of the rows of tables, from Python: texts and functions of a row, on Arrow's tables."""

import datetime

import pyarrow as pa
import pytest

import scrim

COLUMNS = [
    ("age", int, True),
    ("cost", float, True),
    ("region", str, True),
    ("seen", "time", True),
    ("born", "date", True),
    ("flag", bool, True),
]
TABLE = scrim.table_domain(COLUMNS), scrim.symmetric_distance()

AGES = [17, 18, None, 64, 90, -3]
COSTS = [1.5, float("nan"), 3.0, -0.0, None, 1e300]
REGIONS = ["N", "E", "S", None, "N", ""]
SEEN = [datetime.datetime(2026, 1, 31, 10, 30), None, *[datetime.datetime(1969, 12, 31, 23, 59, 59, 999999)] * 4]
BORN = [datetime.date(2000, 2, 29), datetime.date(1969, 12, 31), None, *[datetime.date(2026, 1, 31)] * 3]
FLAGS = [True, False, None, True, True, False]


def data(regions=None, unit="us"):
    return pa.table(
        {
            "age": pa.array(AGES, pa.int16()),
            "cost": pa.array(COSTS, pa.float32()),
            "region": pa.array(REGIONS) if regions is None else regions,
            "seen": pa.array(SEEN, pa.timestamp(unit)),
            "born": pa.array(BORN, pa.date32() if unit == "us" else pa.date64()),
            "flag": pa.array(FLAGS),
        }
    )


def rows_that(condition):
    """Which rows are kept, by their index; each by itself as all together."""
    kept = []
    transformation = scrim.make_filter(*TABLE, condition)
    for i in range(len(AGES)):
        kept += [i] * counted(transformation, data().slice(i, 1))
    assert counted(transformation, data()) == len(kept)
    return kept


def counted(transformation, table):
    """The number of rows: a column of ones is summed up by counting it."""
    ones = transformation >> scrim.then_derive("one", "1") >> scrim.then_select_column("one")
    return (ones >> scrim.then_count())(table)


@pytest.mark.parametrize(
    "condition, kept",
    [
        ("age >= 18", [1, 3, 4]),
        (lambda r: r.age >= 18, [1, 3, 4]),
        ("not age >= 18", [0, 2, 5]),
        ("is_missing(age)", [2]),
        ("is_missing(cost)", [1, 4]),
        ("region in ('N', '')", [0, 4, 5]),
        ("starts_with(region, 'N') or flag", [0, 3, 4]),
        ("year(seen) == 2026 and hour(seen) == 10 and minute(seen) == 30", [0]),
        ("seen < '1970-01-01'", [2, 3, 4, 5]),
        (lambda r: r.seen >= datetime.datetime(2026, 1, 31, 10, 30), [0]),
        ("born == '2000-02-29' or weekday(born) == 5", [0, 3, 4, 5]),
        ("month(born) == 2 and day(born) == 29", [0]),
        ("to_date(seen) == born", []),
        ("born - '2026-01-30' == 1", [3, 4, 5]),
        ("bin(age, (0, 18, 65)) == 1", [1, 3]),
        ("1 / cost > 0 and cost <= 1", [3]),
        ("clip(age, 20, 60) == 20", [0, 1, 5]),
        ("('a' if flag else region) == 'a'", [0, 3, 4]),
        ("true", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_a_filter_keeps_the_rows_at_which_its_condition_holds(condition, kept):
    assert rows_that(condition) == kept


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_times_of_every_unit_are_read(unit):
    table = data().set_column(3, "seen", pa.array([SEEN[0]] * 6, pa.timestamp(unit, "Europe/Paris")))
    assert counted(scrim.make_filter(*TABLE, "seen == '2026-01-31T10:30'"), table) == 6
    assert counted(scrim.make_filter(*TABLE, "seen - '2026-01-31' == 37800000000"), table) == 6


def test_texts_behind_a_dictionary_are_the_same_texts():
    for regions in (pa.array(REGIONS).dictionary_encode(), pa.array(REGIONS, pa.large_string())):
        kept = scrim.make_filter(*TABLE, "region in ('N', '')")
        assert counted(kept, data(regions)) == 3


def test_a_chain_from_a_table_to_counts():
    districts = {"region": ["N", "E"], "district": ["north", "east"], "size": [10, 20]}
    chain = (
        scrim.make_lookup(*TABLE, ["region"], districts, ["district", "size"], unmatched="drop")
        >> scrim.then_derive("decade", "age // 10")
        >> scrim.then_drop_missing(["decade"])
        >> scrim.then_select(["district", "decade"])
    )
    assert chain.map(2) == 2
    texts = chain >> scrim.then_select_column("district") >> scrim.then_count_by_categories(["north", "east"])
    assert list(texts(data()))[:2] == [2, 1]
    decades = chain >> scrim.then_select_column("decade") >> scrim.then_count_by_categories([1, 9])
    assert list(decades(data()))[:2] == [2, 1]


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: scrim.make_filter(*TABLE, "agee > 1"), 'no column "agee"; the columns are: "age"'),
        (lambda: scrim.make_filter(*TABLE, "age + 1"), "takes a condition"),
        (lambda: scrim.make_filter(*TABLE, "born > 'yesterday'"), "is no date"),
        (lambda: scrim.make_derive(*TABLE, "age", "1"), 'there is a column "age"'),
        (lambda: scrim.make_select(*TABLE, ["x"]), "no column x"),
        (lambda: scrim.make_lookup(*TABLE, ["age"], {"age": [1, 1], "k": [1, 2]}, ["k"]), "the same keys"),
        (lambda: scrim.make_select_column(*TABLE, "born"), "no numbers"),
    ],
)
def test_refusals_are_in_words_for_whoever_wrote_it(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_arguments_of_other_types_are_refused():
    for make in (
        lambda: scrim.make_select(*TABLE, "age"),
        lambda: scrim.make_filter(*TABLE, 3),
        lambda: scrim.make_derive(*TABLE, 3, "1"),
        lambda: scrim.make_lookup(*TABLE, ["age"], [1], ["k"]),
    ):
        with pytest.raises(TypeError):
            make()
