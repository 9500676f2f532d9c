"""Queries are values: they print, compare and hash, and what cannot be asked is refused at once."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scrim
from scrim import stats
from scrim.tables.statistic_text import parse_statistic

from table_of_visits import COLUMNS as VISIT_COLUMNS

COLUMNS = {**VISIT_COLUMNS, "zip": scrim.text()}
DISTRICTS = {"zip": ["1", "2", "3"], "district": ["a", "b", "a"], "density": [10.0, 20.0, 30.0]}


@pytest.fixture
def visits():
    return scrim.Table("visits.parquet", person="patient_id", columns=COLUMNS)


def test_exactly_one_of_person_and_rows_per_person_must_be_given():
    with pytest.raises(scrim.InvalidArgumentError, match="neither of person and rows_per_person"):
        scrim.Table("visits.parquet", columns=COLUMNS)
    with pytest.raises(scrim.InvalidArgumentError, match="both of person and rows_per_person"):
        scrim.Table("visits.parquet", person="id", rows_per_person=1, columns=COLUMNS)
    assert scrim.Table("visits.parquet", person=["clinic", "id"], columns=COLUMNS).person == ("clinic", "id")
    assert scrim.Table("visits.parquet", rows_per_person=2, columns=COLUMNS).rows_per_person == 2


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"person": 3}, "name of a column"),
        ({"person": []}, "name of a column"),
        ({"person": ["a", "a"]}, "name of a column"),
        ({"rows_per_person": 0}, "at least 1"),
        ({"person": "age"}, "whose a row is"),
        ({"person": "id", "columns": ["age"]}, "columns is"),
        ({"person": "id", "columns": {"age": "number"}}, r"scrim\.number"),
        ({"person": "id", "columns": {"": scrim.text()}}, "as a name"),
    ],
)
def test_bad_tables_are_refused(given, word):
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        scrim.Table("visits.parquet", **{"columns": COLUMNS, **given})


def test_options_of_files_are_for_files():
    with pytest.raises(scrim.InvalidArgumentError, match="say how a file is read"):
        scrim.Table(pa.table({"id": [1]}), person="id", columns={}, sql="select 1")


def test_the_order_of_methods_does_not_matter(visits):
    one = (
        visits.where("age >= 18")
        .where("cost < 100")
        .derive(decade="age // 10")
        .lookup("zip", DISTRICTS, add="district")
        .per_person(rows=3, groups=2)
        .group_by("district")
        .agg(n=stats.count(), cost=stats.mean("cost", share=3))
    )
    other = (
        visits.agg(n="count()", cost="mean(cost, share=3)")
        .where(lambda row: row.cost < 100)
        .lookup("zip", pd.DataFrame(DISTRICTS), add=["district"])
        .group_by("district")
        .per_person(groups=2, rows=3)
        .derive(decade=lambda row: row.age // 10)
        .where(lambda row: row.age >= 18)
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one.digest == other.digest
    assert repr(one) == repr(other)
    assert len({one, other}) == 1


def test_a_digest_is_the_same_everywhere_and_of_content_alone(visits):
    query = visits.where("age >= 18").per_person(rows=3, groups=2).group_by("region").agg(n=stats.count())
    elsewhere = scrim.Table(pa.table({"x": [1]}), person="x", columns=COLUMNS)
    same = elsewhere.where("age >= 18").per_person(rows=3, groups=2).group_by("region").agg(n=stats.count())
    assert query == same
    assert query.digest == same.digest
    assert len(query.digest) == 64
    assert query.digest == "ac6be8fea03b4140ffe442760e4e75b10b5bb4b4bfd55af03913d9db77f10db7"


def test_all_that_is_asked_is_in_the_digest(visits):
    base = visits.per_person(rows=3)
    queries = [
        base.agg(n=stats.count()),
        base.agg(m=stats.count()),
        base.agg(n=stats.count(share=2)),
        base.agg(n=stats.count_people()),
        base.agg(n=stats.mean("age")),
        base.agg(n=stats.mean("cost")),
        base.agg(n=stats.mean("cost", bounds=(0, 10))),
        base.agg(n=stats.quantile("cost", 0.9)),
        base.agg(n=stats.quantile("cost", 0.8)),
        base.agg(n=stats.histogram("age", [0, 1])),
        base.agg(n=stats.histogram("age", [0, 2])),
        base.where("age > 1").agg(n=stats.count()),
        base.where("age > 2").agg(n=stats.count()),
        base.derive(x="age + 1").agg(n=stats.count()),
        visits.per_person(rows=4).agg(n=stats.count()),
        visits.per_person(rows=3, groups=1).group_by("region").agg(n=stats.count()),
        visits.per_person(rows=3, groups=2).group_by("region").agg(n=stats.count()),
        visits.per_person(rows=3, groups=2).group_by("region", keys=["N"]).agg(n=stats.count()),
        visits.per_person(rows=3, groups=2).group_by("region", keys=["N", "E"]).agg(n=stats.count()),
        visits.per_person(rows=3, groups=2).group_by("ward", keys="found").agg(n=stats.count()),
        base.lookup("zip", DISTRICTS, add="district").agg(n=stats.count()),
        base.lookup("zip", {**DISTRICTS, "district": ["a", "b", "b"]}, add="district").agg(n=stats.count()),
    ]
    assert len({query.digest for query in queries}) == len(queries)
    assert len(set(queries)) == len(queries)


def test_what_a_lookup_does_not_add_is_not_in_the_digest(visits):
    one = visits.per_person(rows=1).lookup("zip", DISTRICTS, add="district").agg(n=stats.count())
    other = visits.per_person(rows=1).lookup("zip", {**DISTRICTS, "density": [1.0, 2.0, 3.0]}, add="district")
    assert one.digest == other.agg(n=stats.count()).digest


@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_public_tables_are_the_same_from_all_that_holds_them(visits, make):
    query = visits.per_person(rows=1).lookup("zip", make(DISTRICTS), add=["district", "density"])
    assert query == visits.per_person(rows=1).lookup("zip", DISTRICTS, add=["district", "density"])
    keys = visits.group_by("region", keys=make({"region": ["N", "W"]}))
    assert keys == visits.group_by("region", keys=["N", "W"])


def test_a_query_prints_as_what_it_says(visits):
    query = visits.where("age >= 18").per_person(rows=3, groups=2).group_by("region", keys=["N"])
    printed = repr(query.agg(n=stats.count(), cost=stats.mean("cost", share=3)))
    assert ".per_person(rows=3, groups=2)" in printed
    assert ".group_by('region', keys=[1 groups])" in printed
    assert '.agg(n="count()", cost="mean(cost, share=3)")' in printed
    assert "age" in printed and "18" in printed
    assert max(map(len, printed.splitlines())) <= 80


@pytest.mark.parametrize(
    "text",
    [
        "count()",
        "count_people()",
        "count_distinct(region)",
        "sum(cost)",
        "sum(cost, person_total=[0, 2000])",
        "mean(cost, share=3)",
        "mean('a column', bounds=[0, 10], share=0.5)",
        "variance(cost)",
        "std(cost)",
        "quantile(cost, alpha=0.9)",
        "quantiles(age, alphas=[0.25, 0.5, 0.75])",
        "quantile(age, alpha=0.5, candidates=[0, 10, 20])",
        "histogram(age, edges=[0, 10, 20])",
        "histogram(region, other_rows=True)",
        "top_k(region, counts=True, k=2)",
    ],
)
def test_statistics_print_as_texts_that_mean_the_same(text):
    statistic = parse_statistic(text, "x")
    assert str(statistic) == text
    assert parse_statistic(str(statistic), "x") == statistic


def test_texts_and_functions_make_the_same_statistics():
    assert parse_statistic(" sum(nº, share=2)", "x") == stats.sum("nº", share=2)  # and not of no, for which Python takes it
    assert parse_statistic("median(age)", "x") == stats.median("age") == stats.quantile("age", 0.5)
    assert parse_statistic("histogram(age, range(0, 121, 10))", "x") == stats.histogram("age", range(0, 121, 10))
    assert parse_statistic("count", "x") == stats.count()
    assert parse_statistic("mean(x, bounds=(-1, 1))", "x") == stats.mean("x", bounds=(-1, 1))
    assert stats.mean("x", share=0.1).share == stats.mean("x", share="0.1").share


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("meen(age)", "did you mean mean"),
        ("mean(", "no statistic"),
        ("mean(age) + 1", "no statistic"),
        ("mean(age, share=0)", "above 0"),
        ("mean(age, share=-1)", "above 0"),
        ("mean(age, bins=3)", "bins"),
        ("mean(__import__('os').system('true'))", "no statistic"),
        ("mean(open('x'))", "no statistic"),
        ("quantile(age, 1.5)", "between 0 and 1"),
        ("quantiles(age, [0.5, 0.5])", "each once"),
        ("top_k(region, 0)", "at least 1"),
        ("sum(cost, bounds=(1, 0))", "lower one first"),
        ("sum(cost, bounds=(0, 1), person_total=(0, 1))", "both bounds and person_total"),
        ("histogram(age, 'x')", "numbers"),
        ("scrim.mean(age)", "no statistic"),
        ("histogram(age, range(0, 1000001))", "more than 1000000"),
        ("quantile(age, candidates=range(0, 1000001))", "more than 1000000"),
        ("quantiles(age, range(0, 1001))", "more than 1000;"),
        ("count(*x)", "no statistic"),
        ("mean(**x)", "no statistic"),
    ],
)
def test_bad_texts_are_refused_and_nothing_is_evaluated(text, word):
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        parse_statistic(text, "x")


def numbers_up_to(most):
    """None of which is asked for behind the first that is too many."""
    yield from range(most + 1)
    raise AssertionError("it was read on")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: stats.histogram("age", numbers_up_to(10**6)),
        lambda: stats.quantile("age", candidates=numbers_up_to(10**6)),
        lambda: stats.quantiles("age", numbers_up_to(1000)),
        lambda: stats.sum("age", bounds=numbers_up_to(2)),
        lambda: scrim.plan_histogram(edges=numbers_up_to(10**6), epsilon=1, rows_per_person=1),
        lambda: scrim.plan_quantile(candidates=numbers_up_to(10**6), epsilon=1, rows_per_person=1),
    ],
)
def test_lists_are_refused_before_they_fill_the_memory(ask):
    with pytest.raises(scrim.InvalidArgumentError, match="more than"):
        ask()


def timed(table):
    return scrim.Table(table.source.given, person="patient_id", columns={"seen": scrim.time()}).agg(n=stats.count())


REFUSED = {
    "undeclared": (lambda v: v.agg(x=stats.mean("agee")), "did you mean 'age'"),
    "undeclared in where": (lambda v: v.where("agee > 3").agg(n=stats.count()), "'agee', which is not declared"),
    "times in group_by": (lambda v: timed(v).group_by("seen"), r"holds times; .* derive\(h='hour\(seen\)'\)"),
    "times that are found": (lambda v: timed(v).group_by("seen", keys="found"), "holds times"),
    "times that are listed": (lambda v: timed(v).group_by("seen", keys=["2026-01-01T10:00"]), "holds times"),
    "mean of times": (lambda v: timed(v).agg(x=stats.mean("seen")), "holds times; derive a number"),
    "a person's id": (lambda v: v.where("patient_id == 3").agg(n=stats.count()), "whose a row is"),
    "text in group_by": (lambda v: v.group_by("ward").agg(n=stats.count()), r'keys=\[\.\.\.\].*keys="found"'),
    "numbers in group_by": (lambda v: v.group_by("age").agg(n=stats.count()), r"keys=\[\.\.\.\]"),
    "derived in group_by": (lambda v: v.derive(d="age // 10").group_by("d").agg(n=stats.count()), "derived"),
    "mean of texts": (lambda v: v.agg(x=stats.mean("region")), "needs numbers"),
    "mean of a derived column": (lambda v: v.derive(d="age + 1").agg(x=stats.mean("d")), "give its bounds"),
    "mean of dates": (lambda v: v.agg(x=stats.mean("day")), "holds dates"),
    "top k of texts": (lambda v: v.agg(x=stats.top_k("ward", 2)), "not public"),
    "distinct of texts": (lambda v: v.agg(x=stats.count_distinct("ward")), "not public"),
    "histogram of texts": (lambda v: v.agg(x=stats.histogram("ward")), "not public"),
    "edges of texts": (lambda v: v.agg(x=stats.histogram("region", [0, 1])), "edges are for numbers"),
    "redefining a column": (lambda v: v.derive(age="cost"), "has already"),
    "redefining the id": (lambda v: v.derive(patient_id="cost"), "neither read nor redefined"),
    "deriving twice": (lambda v: v.derive(d="cost").derive(d="age"), "has already"),
    "a circle": (lambda v: v.derive(a="b + 1", b="a + 1").agg(n="mean(a, bounds=(0, 1))"), "from itself"),
    "no expression": (lambda v: v.where("age >="), "no expression"),
    "no condition": (lambda v: v.where(3), "give a text"),
    "bounding twice": (lambda v: v.per_person(rows=1).per_person(rows=2), "twice"),
    "bounding by nothing": (lambda v: v.per_person(), "neither rows nor groups"),
    "no rows": (lambda v: v.per_person(rows=0), "at least 1"),
    "grouping twice": (lambda v: v.group_by("region").group_by("ward"), "twice"),
    "grouping by nothing": (lambda v: v.group_by(), "no column"),
    "nothing asked": (lambda v: v.agg(), "no statistics"),
    "no statistic": (lambda v: v.agg(n=3), "scrim.stats"),
    "one name twice": (lambda v: v.agg(n="count()").agg(n="count()"), "has already"),
    "the name of a group": (lambda v: v.group_by("region").agg(region="count()"), "another name"),
    "unknown keys": (lambda v: v.group_by("region", keys="all"), "found"),
    "no keys": (lambda v: v.group_by("region", keys=[]), "empty"),
    "keys twice": (lambda v: v.group_by("region", keys=["N", "N"]), "twice"),
    "keys that are lists": (lambda v: v.group_by("region", keys=[["N", "E"]]), r"keys has \['N', 'E'\]; give texts"),
    "keys that are decimals": (lambda v: v.group_by("region", keys=[Decimal(1)]), "keys has Decimal.*; give texts"),
    "keys without end": (lambda v: v.group_by("region", keys=[float("inf")]), "keys has inf; give texts"),
    "bounds without end": (lambda v: v.agg(x=stats.mean("age", bounds=(0, float("inf")))), "finite numbers"),
    "bounds that are none": (lambda v: v.agg(x=stats.sum("age", person_total=(float("nan"), 1))), "finite numbers"),
    "edges without end": (lambda v: v.agg(x=stats.histogram("age", [0, float("inf")])), "give finite numbers"),
    "candidates without end": (lambda v: v.agg(x=stats.median("age", candidates=[0, float("inf")])), "give finite numbers"),
    "keys that are no tuples": (lambda v: v.group_by("region", "member", keys=["N"]), "a tuple with a value for each"),
    "lookup without a column": (lambda v: v.lookup("zip", DISTRICTS, add="town"), "no column 'town'"),
    "lookup with a key twice": (lambda v: v.lookup("zip", {"zip": ["1", "1"], "d": ["a", "b"]}, add="d"), "twice"),
    "lookup of what is there": (lambda v: v.lookup("zip", {"zip": ["1"], "age": [3]}, add="age"), "has already"),
    "lookup of dates": (lambda v: v.lookup("zip", {"zip": ["1"], "d": [datetime.date(2026, 1, 1)]}, add="d"), "dates in 'd'"),
    "lookup of a missing text": (
        lambda v: v.lookup("ward", {"ward": ["a", "b"], "d": ["x", None]}, add="d"),
        "no value in 'd' for 'b'; give one, or leave the row out",
    ),
    "lookup of no number": (lambda v: v.lookup("visits", {"visits": [3], "d": [float("nan")]}, add="d"), "no value in 'd' for 3"),
    "lookup of what pandas misses": (
        lambda v: v.lookup("ward", pd.DataFrame({"ward": ["a", "b"], "d": pd.array([1, None], dtype="Int64")}), add="d"),
        "no value in 'd' for 'b'",
    ),
    "lookup of a missing key": (
        lambda v: v.lookup("ward", pd.DataFrame({"ward": pd.array(["a", None], dtype="string"), "d": [1, 2]}), add="d"),
        "whose ward is missing",
    ),
    "lookup of infinity": (lambda v: v.lookup("ward", {"ward": ["a"], "d": [float("inf")]}, add="d"), "has inf in the column 'd'"),
    "lookup of a large integer": (lambda v: v.lookup("ward", {"ward": ["a"], "d": [2**63]}, add="d"), "does not fit 64 bits"),
    "keys that miss one": (lambda v: v.group_by("ward", keys=pd.Series(["a", pd.NA], dtype="string")), "a value that is missing"),
    "a table of keys that misses one": (
        lambda v: v.group_by("ward", keys=pd.DataFrame({"ward": pd.array(["a", None], dtype="string")})),
        "a value that is missing",
    ),
    "lookup by floats": (lambda v: v.lookup("age", {"age": [1.5], "d": ["a"]}, add="d"), "neither integers nor texts"),
    "lookup in no table": (lambda v: v.lookup("zip", 3, add="d"), "dict of lists"),
    "a plan of nothing": (lambda v: v.where("age > 3").plan(epsilon=1), "asks for nothing"),
    "rows not said": (lambda v: v.agg(n="count()").plan(epsilon=1), r"per_person\(rows="),
    "groups not said": (lambda v: v.group_by("region").agg(n="count_people()").plan(epsilon=1), "groups="),
    "groups without groups": (lambda v: v.per_person(rows=1, groups=1).agg(n="count()").plan(epsilon=1), "no group_by"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_asked_is_refused(visits, name):
    ask, word = REFUSED[name]
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        ask(visits)


@pytest.mark.parametrize("name", ["self", "name", "columns", "statistics", "text", "query"])
def test_a_name_is_no_argument(visits, name):
    """Whatever columns and statistics are called."""
    derived = {name: "cost * 2"}
    of_table = visits.derive(**derived).per_person(rows=1).agg(**{name: stats.mean(name, bounds=(0, 9))})
    of_query = visits.per_person(rows=1).derive(**derived).agg(n=stats.count()).agg(**{name: stats.count()})
    assert of_table.derived[0][0] == of_table.statistics[0][0] == of_query.statistics[1][0] == name
    assert visits.agg(**{name: stats.count()}).statistics[0][0] == name


def test_without_ids_nobody_is_bounded_or_counted():
    table = scrim.Table("visits.parquet", rows_per_person=2, columns=COLUMNS)
    with pytest.raises(scrim.InvalidArgumentError, match="nobody can tell whose"):
        table.per_person(rows=1)
    with pytest.raises(scrim.InvalidArgumentError, match="needs person="):
        table.agg(n=stats.count_people())
    with pytest.raises(scrim.InvalidArgumentError, match="needs person="):
        table.agg(n=stats.sum("cost", person_total=(0, 1)))
