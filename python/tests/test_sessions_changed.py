"""Data that were changed after a table was made of them: what cannot be released for that is refused before it is paid for."""

from __future__ import annotations

import sys
from fractions import Fraction

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scrim
from holders_of_rows import HOLDERS, ROWS, in_arrow, in_csv, in_pandas
from scrim import stats
from scrim.studies import plan_study, read_study, run_study

CHANGED = {
    "ids of another type": {"id": [1 + each / 100 for each in range(10)], "x": [1.0] * 10},
    "without ids": {"x": [1.0] * 10},
    "without numbers": {"id": ROWS["id"]},
    "no numbers": {"id": ROWS["id"], "x": [b"a"] * 10},
}


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


CHANGES = [
    (holder, how)
    for holder in HOLDERS
    for how in CHANGED
    # Cells of CSV have no types, and of SQLite any.
    if not ("csv" in holder and how in ("ids of another type", "no numbers") or "sqlite" in holder and how == "ids of another type")
]
WORDS = {
    "ids of another type": r"'id' (of .* holds ids of another type|holds DOUBLE now)|persons are told apart by integers or texts",
    "without ids": "'id'",
    "without numbers": "'x'",
    "no numbers": "'x'.* holds (BLOB|BINARY|CATEGORICAL|DICTIONARY|VARCHAR)",
}


def plan_of(given, ask=lambda query: query.agg(x=stats.sum("x")), **place):
    table = scrim.Table(given, person="id", columns={"x": scrim.number(0, 10)})
    session = scrim.Session(table, epsilon=1, delta="1e-6", label="rows", **place)
    return session, session.plan(ask(table.per_person(rows=1)), epsilon="0.5", delta="1e-7")


def entries(ledger):
    return list(map(repr, scrim.Ledger.open(str(ledger)).entries()))


@pytest.mark.parametrize(("holder", "how"), CHANGES)
def test_what_cannot_be_released_of_changed_data_is_not_paid_for(tmp_path, holder, how):
    given, change = HOLDERS[holder](tmp_path)
    ledger = tmp_path / "ledger"
    session, plan = plan_of(given, ledger=ledger)
    before = session.head, session.spent, session.left, entries(ledger)
    change(CHANGED[how])
    for options in ({}, {"pay_again": True}, {"threads": 2}, {"sort_in": tmp_path}):
        with pytest.raises(scrim.InputError, match=WORDS[how] if "csv" not in holder else "csv"):
            plan.release(**options)
        assert (session.head, session.spent, session.left, entries(ledger)) == before
    change(ROWS)  # as nothing was paid, nothing is to be paid again
    plan.release()
    assert session.spent[0] == Fraction(1, 2)


def test_found_groups_of_changed_data_are_not_paid_for(tmp_path):
    given, change = in_pandas(tmp_path)
    session, plan = plan_of(given, lambda query: query.derive(g="x // 1 >= 0").group_by("g", keys="found").agg(n=stats.count()))
    change(CHANGED["without ids"])
    with pytest.raises(scrim.InputError, match="'id' is not there any more; make the table anew"):
        plan.release()
    assert session.spent == (0, 0)


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_is_stored_is_given_whatever_became_of_the_data(tmp_path, holder):
    given, change = HOLDERS[holder](tmp_path)
    session, plan = plan_of(given, ledger=tmp_path / "ledger")
    release, spent = plan.release(), session.spent
    change(CHANGED["without ids"])
    assert plan.release() == release and session.spent == spent


def test_what_is_stored_is_given_though_the_file_is_gone(tmp_path):
    file, _ = in_csv(tmp_path)
    table = scrim.Table(file, rows_per_person=5, columns={"x": scrim.number(0, 10)})
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.agg(n=stats.count()), epsilon="0.5")
    release = plan.release()
    file.unlink()
    assert plan.release() == release and session.spent == Fraction(1, 2)


def test_nothing_is_opened_for_a_plan_nor_for_what_is_stored(tmp_path):
    holder, _ = in_arrow(tmp_path)
    session, plan = plan_of(holder)
    opened = holder.times_opened  # for its schema, as the table is made
    session.plan(plan.plan.query, epsilon="0.25")
    assert holder.times_opened == opened
    plan.release()
    assert holder.times_opened == opened + 1
    plan.release()
    assert holder.times_opened == opened + 1


def test_data_that_must_be_opened_to_tell_their_schema_are_paid_for_first(tmp_path):
    """As what is computed then may fail for a row."""

    class Computed:
        rows = pa.table(ROWS)
        times_computed = 0

        def __arrow_c_stream__(self, requested_schema=None):
            self.times_computed += 1
            return self.rows.__arrow_c_stream__(requested_schema)

    given = Computed()
    session, plan = plan_of(given)
    given.rows, before = pa.table(CHANGED["without ids"]), given.times_computed
    with pytest.raises(scrim.InputError, match="'id' is not there any more; make the table anew"):
        plan.release()
    assert session.spent[0] == Fraction(1, 2) and given.times_computed == before + 1


@pytest.mark.parametrize(
    "column",
    [pd.Series(pd.to_datetime(["2026-11-18"])), pd.Series(pd.Categorical(["a"])), pl.Series(["a"])],
    ids=["times of pandas", "texts of pandas", "texts of Polars"],
)
def test_a_column_that_cannot_be_measured_is_not_paid_for(tmp_path, column):
    ledger = tmp_path / "ledger"
    scrim.Ledger.create(str(ledger), unit="one person", dataset="rows", epsilon=1)
    before = entries(ledger)
    for ask in (scrim.mean, scrim.quantile):
        with pytest.raises(scrim.WrongTypeError):
            ask(column, bounds=(0, 1), epsilon=1, rows_per_person=1, ledger=ledger, name="x")
    assert entries(ledger) == before


def test_a_study_whose_data_are_changed_while_it_runs_is_not_paid(tmp_path, monkeypatch):
    file, change = in_csv(tmp_path)
    (tmp_path / "study.toml").write_text(
        'title = "Rows"\n[data]\nsource = "rows.csv"\nperson = "id"\n[columns]\nx = { number = [0, 10] }\n'
        '[budget]\nepsilon = 1\nledger = "ledger"\n[[release]]\nname = "sums"\nepsilon = 0.5\nper_person = { rows = 1 }\nstats = { x = "sum(x)" }\n'
    )
    study = read_study(tmp_path / "study.toml")

    def plan_and_change(*given, **named):
        plan = plan_study(*given, **named)
        change(CHANGED["without ids"])
        return plan

    monkeypatch.setattr(sys.modules["scrim.studies.run_study"], "plan_study", plan_and_change)
    with pytest.raises(scrim.InputError, match="rows.csv has no column 'id'"):
        run_study(study)
    assert len(entries(tmp_path / "ledger")) == 1
    monkeypatch.undo()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    change(ROWS)
    assert run_study(study).spent == Fraction(1, 2)
