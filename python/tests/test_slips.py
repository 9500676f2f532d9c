"""What beginners write: they are told what to write instead, in words of the library."""

from __future__ import annotations

import copy
import pickle

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scrim
from scrim import stats

from table_of_visits import COLUMNS, visit_rows, visit_table

FACTS = {**COLUMNS, "a place": scrim.text()}


def table():
    return scrim.Table(visit_rows(), person="patient", columns=FACTS)


def counting(visits):
    return visits.per_person(rows=1).agg(n=stats.count())


UNNAMED = [
    (lambda t: t.agg(stats.count()), r"agg was given count\(\) without a name; name it, such as agg\(n=stats.count\(\)\)"),
    (lambda t: t.agg("count()"), r"agg was given 'count\(\)' without a name; .*agg\(n=stats.count\(\)\)"),
    (lambda t: t.agg({"n": "count"}), r"agg was given a dict without a name"),
    (lambda t: counting(t).agg(stats.count(), m="mean(cost)"), r"agg was given count\(\)"),
    (lambda t: t.derive("age // 10"), r"derive was given 'age // 10' without a name; .*derive\(decade="),
    (lambda t: counting(t).derive("age // 10"), "derive was given"),
    (lambda t: t.per_person(3), r"per_person was given 3 .*per_person\(rows=3\)"),
    (lambda t: t.where("age >= 18").per_person(3), r"per_person was given 3"),
    (lambda t: counting(t).plan(1), r"plan was given 1 .*plan\(epsilon=1\)"),
    (lambda t: scrim.Session(t, 1), r"Session was given 1 .*scrim.Session\(visits, epsilon=3\)"),
    (lambda t: scrim.Session(t, epsilon=1).plan(counting(t), 0.5), r"plan was given 0.5 .*session.plan\(query, epsilon=0.5\)"),
    (lambda t: scrim.Table(visit_rows(), "patient", FACTS), r"Table was given 'patient' .*person="),
    (lambda t: scrim.text("N"), r"text was given 'N' .*scrim.category\(\"N\", \"E\"\)"),
    (lambda t: scrim.boolean(True), r"boolean was given True .*scrim.boolean\(nullable=True\)"),
    (lambda t: scrim.time(True), r"time was given True .*scrim.time\(nullable=True\)"),
]


@pytest.mark.parametrize(("slip", "words"), UNNAMED)
def test_what_is_given_without_its_name_is_refused_with_an_example(slip, words):
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        slip(table())


def test_what_may_be_data_is_not_quoted():
    frame = pd.DataFrame({"name": ["Alice"]})
    for slip in (
        lambda: table().agg(frame),
        lambda: scrim.Table(visit_rows(), frame, columns=FACTS),
        lambda: scrim.Session(frame, epsilon=1),
        lambda: scrim.Session(table(), frame),
    ):
        with pytest.raises(scrim.InvalidArgumentError, match="a DataFrame") as refused:
            slip()
        assert "Alice" not in str(refused.value)


def release():
    return counting(table()).plan(epsilon=1).release()


ELSEWHERE = [
    (scrim, "median", r"stats.median\('cost'\).* Of one column it is scrim.quantile\(column, alpha=0.5"),
    (scrim, "count_people", r"agg\(n=stats.count_people\(\)\): from scrim import stats"),
    (scrim, "keys", r"agg\(n=stats.keys\(\)\)"),
    (scrim, "avg", "stats.mean"),
    (scrim, "read_csv", r"scrim.Table\(\"visits.csv\""),
    (scrim, "table", "did you mean Table"),
    (scrim, "quantil", "did you mean quantile"),
    (stats, "average", "stats.mean"),
    (stats, "max", "those of one person"),
    (stats, "count_peple", "did you mean count_people"),
    (table, "groupby", r"group_by\(\"region\"\)"),
    (table, "filter", r"where\("),
    (table, "count", r"agg\(n=stats.count\(\)\)"),
    (table, "mean", r"agg\(m=stats.mean\(\"cost\"\)\)"),
    (table, "head", "rows are not shown"),
    (table, "release", r"plan\(epsilon=1\).release\(\)"),
    (table, "plan", r"agg\(n=stats.count\(\)\).plan"),
    (table, "region", "columns are named in texts"),
    (table, "patient", "columns are named in texts"),
    (table, "colums", "did you mean columns"),
    (lambda: counting(table()), "release", r"plan\(epsilon=1\).release\(\)"),
    (lambda: counting(table()), "groupby", "group_by"),
    (lambda: scrim.Session(table(), epsilon=1), "release", r"session.plan\(query, epsilon=0.5\).release\(\)"),
    (lambda: scrim.Session(table(), epsilon=1), "agg", "session.table"),
    (lambda: scrim.Session(table(), epsilon=1), "remaining", "session.left"),
    (release, "n", r"release\['n'\]"),
    (release, "value", r"release\[\"n\"\]"),
    (release, "to_df", r"to_pandas\(\)"),
]


@pytest.mark.parametrize(("make", "name", "words"), ELSEWHERE, ids=lambda each: each if isinstance(each, str) else "")
def test_what_has_another_name_is_told_where_it_is_looked_for(make, name, words):
    holder = make if make in (scrim, stats) else make()
    with pytest.raises(AttributeError, match=f"has no '{name}'; .*{words}"):
        getattr(holder, name)
    assert not hasattr(holder, name)
    for unknown in ("_repr_png_", "__array__", "zzzzzz"):
        with pytest.raises(AttributeError, match=f"has no '{unknown}'$"):
            getattr(holder, unknown)


def test_a_property_that_fails_does_so_with_its_own_error():
    class Failing(type(counting(table()))):
        @property
        def broken(self):
            raise AttributeError("its own words")

    with pytest.raises(AttributeError, match="its own words"):
        Failing(table()).broken  # noqa: B018


def test_queries_are_still_copied_and_tables_too():
    query = counting(table())
    assert copy.copy(query) == query and copy.copy(query.table).columns == query.table.columns
    assert pickle.loads(pickle.dumps(query.statistics)) == query.statistics


QUOTES = r"a text is written in quotes, {} == '{}'\. Declared are"


@pytest.mark.parametrize(
    ("condition", "column", "text"),
    [
        ("region == N", "region", "N"),
        ("N != region and age > 3", "region", "N"),
        ("region == N or region == 'E'", "region", "N"),
        ("row['a place'] == Arden", r"row\[.a place.\]", "Arden"),
        (lambda row: row.region == row.N, "region", "N"),
    ],
)
def test_a_text_without_quotes_is_told_beside_a_column_of_texts(condition, column, text):
    with pytest.raises(scrim.InvalidArgumentError, match=f"where has '{text}', which is not declared; " + QUOTES.format(column, text)):
        table().where(condition).per_person(rows=1).agg(n=stats.count())
    with pytest.raises(scrim.InvalidArgumentError, match=QUOTES.format(column, text)):
        table().derive(d=condition).where("d").per_person(rows=1).agg(n=stats.count())


@pytest.mark.parametrize("condition", ["cost == N", "N == 'x'", "age > 3 and N", "region == 'N' and N > 5"])
def test_nothing_is_told_of_quotes_elsewhere(condition):
    with pytest.raises(scrim.InvalidArgumentError, match="where has 'N', which is not declared; Declared are"):
        table().where(condition).per_person(rows=1).agg(n=stats.count())


def test_a_list_of_texts_without_quotes_is_told_so():
    with pytest.raises(scrim.InvalidArgumentError, match="'N' is no number and no text; a text is written in quotes, 'N'"):
        table().where("region in (N, 'E')")


def test_the_shell_tells_of_quotes(command_line, tmp_path):
    (tmp_path / "v.csv").write_text("patient,region,cost\n1,N,3\n")
    pq.write_table(pa.table({"patient": [1], "region": ["N"], "cost": [3.0]}), tmp_path / "v.parquet")
    for file in ("v.csv", "v.parquet"):
        for condition, told in (("region == N", True), ("N > 3", False), ("cost == N", file == "v.csv")):
            options = ["--person", "patient", "--rows", "1", "--stat", "n=count()", "--epsilon", "1", "--where", condition]
            done = command_line("query", file, *options)
            said = " ".join(done.stderr.split())
            assert done.returncode != 0 and "has no column 'N'" in said, said
            other = condition.partition(" ")[0]
            assert (f"if it is a text, write it in quotes: {other} == 'N'" in said) == told, said


def test_a_dict_is_needed_for_within():
    visits = table()
    session = scrim.Session(visits, epsilon=1)
    for within in (5, [5], ["n", 5], "n"):
        with pytest.raises(scrim.InvalidArgumentError, match=r"within is .*; give a dict of how far off statistics may be"):
            session.plan(counting(visits), within=within)


def test_a_set_of_keys_has_no_order():
    """Its order is another one in another process, so that the same would be paid for twice."""
    for keys in ({"N", "E"}, frozenset({"N"})):
        with pytest.raises(scrim.InvalidArgumentError, match=r"keys is .* a set, which has no order that lasts; give a list"):
            table().group_by("region", keys=keys)


def test_columns_to_group_by_are_names():
    for given in (["region"], ("region", "age"), 3):
        with pytest.raises(scrim.InvalidArgumentError, match=r"give names of columns, such as group_by\(\"region\", \"sex\"\), and groups by keys="):
            table().group_by(given)


@pytest.mark.parametrize("column", [pd.Series([1.0]), pl.Series([1.0]), pa.array([1.0]), pa.chunked_array([[1.0]])], ids=lambda each: type(each).__name__)
def test_a_column_is_no_table(column):
    with pytest.raises(scrim.InvalidArgumentError, match="which is one column and has no others that tell whose rows are; give a frame"):
        scrim.Table(column, person="x", columns={}).agg(n=stats.count_people()).plan(epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="source is of type ndarray; give the name of a file"):
        scrim.Table(np.zeros(3), person="x", columns={}).agg(n=stats.count_people()).plan(epsilon=1)


def test_a_relation_may_have_columns_of_any_name():
    """Which are its attributes."""
    relation = duckdb.sql("select 1 as id, 2 as to_frame, 3 as get_columns")
    visits = scrim.Table(relation, person="id", columns={"to_frame": scrim.number(0, 9)})
    assert round(visits.per_person(rows=1).agg(x=stats.sum("to_frame")).plan(epsilon=1e9).release()["x"][0]) == 2


def test_a_session_is_opened_with_a_table():
    for given, shown in (("visits.csv", "'visits.csv'"), (visit_rows(), "a Table of pyarrow"), (visit_rows().to_pandas(), "a DataFrame of pandas")):
        with pytest.raises(scrim.InvalidArgumentError, match=f"table is {shown}; give a scrim.Table, .* scrim.Table\\(\"visits.csv\", person="):
            scrim.Session(given, epsilon=1)
    assert scrim.Session(visit_table(), epsilon=1).left == 1
