"""Sessions in memory: exact amounts, refusals before a row is read, releases that are free the second time."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa
import pytest
import scrim
from scrim import stats
from scrim.sessions.terms import show_amount

from table_of_visits import COLUMNS, visit_rows, visit_table


class Unreadable:
    """Data with a schema, whose rows must not be read."""

    def __init__(self) -> None:
        self.schema = visit_rows().schema
        self.times_read = 0

    def __arrow_c_stream__(self, requested_schema=None):
        def batches():
            self.times_read += 1
            raise RuntimeError("a row was read")
            yield

        return pa.RecordBatchReader.from_batches(self.schema, batches()).__arrow_c_stream__(requested_schema)


@pytest.fixture
def visits():
    return visit_table()


def counting(table, rows=1):
    return table.per_person(rows=rows).agg(n=stats.count())


def in_one_line(plan):
    return " ".join(repr(plan).split())


def test_amounts_beyond_all_floats_are_shown(visits):
    session = scrim.Session(visits, epsilon="1e350")
    assert "epsilon 1e+350 left of epsilon 1e+350" in repr(session)
    session.plan(counting(visits), epsilon=1).release()
    assert session.left == 10**350 - 1 and "epsilon 9.999e+349 left" in repr(session)
    with pytest.raises(scrim.InvalidArgumentError, match="epsilon is .* which no float can hold; give a positive"):
        session.plan(counting(visits.where("age >= 1")), epsilon="1e350").release()


@pytest.mark.parametrize(
    ("amount", "up", "down"),
    [
        (Fraction(1, 2), "0.5", "0.5"),
        (Fraction(0), "0", "0"),
        (Fraction(1, 3), "0.3334", "0.3333"),
        (Fraction(1, 10**9), "1e-9", "1e-9"),
        (Fraction(10**15 + 1, 10**15), "1.001", "1"),
        (Fraction(123456), "123456", "123456"),
        (Fraction(10**13 + 1), "1.001e+13", "1e+13"),
        (Fraction(10) ** 350 / 3, "3.334e+349", "3.333e+349"),
        (1 / (3 * Fraction(10) ** 400), "3.334e-401", "3.333e-401"),
    ],
)
def test_amounts_are_shown_rounded_to_the_side_that_promises_less(amount, up, down):
    assert show_amount(amount) == up and show_amount(amount, up=False) == down
    assert Fraction(down) <= amount <= Fraction(up)


@pytest.mark.parametrize("tenth", [0.1, "0.1", Fraction(1, 10), Decimal("0.1")], ids=repr)
def test_ten_tenths_are_one_and_the_eleventh_is_refused(visits, tenth):
    session = scrim.Session(visits, epsilon=1)
    for place in range(10):
        session.plan(counting(visits.where(f"age >= {place}")), epsilon=tenth).release()
    assert session.spent == 1 and session.left == 0
    with pytest.raises(scrim.BudgetError):
        session.plan(counting(visits.where("age >= 10")), epsilon=tenth).release()
    assert session.spent == 1


def test_a_plan_says_how_many_more_the_budget_allows(visits):
    session = scrim.Session(visits, epsilon=1)
    plan = session.plan(counting(visits), epsilon="0.3")
    assert (plan.price, plan.repeats) == (Fraction(3, 10), 3)
    assert "enough for 3 like this" in in_one_line(plan) and "enough for 3 like this" in plan.explain()
    plan.release()
    assert plan.repeats == 2
    assert "the same release is returned, free" in in_one_line(plan)
    assert "would be refused" in in_one_line(session.plan(counting(visits), epsilon=0.9))


def test_the_same_plan_is_free_and_equal(visits):
    session = scrim.Session(visits, epsilon=1, delta="1e-9")
    query = visits.per_person(rows=3, groups=2).group_by("region").agg(n=stats.count(), c=stats.mean("cost"), m="median(cost)")
    first = session.plan(query, epsilon=0.5).release()
    again = session.plan(query, epsilon="0.50").release()
    assert again == first and again.rows == first.rows and again.schema == first.schema
    assert session.spent == (Fraction(1, 2), 0)
    other = session.plan(query, epsilon=0.25).release()
    assert other != first


def test_what_does_not_fit_is_refused_before_a_row_is_read():
    source = Unreadable()
    for who in ({"person": "patient"}, {"rows_per_person": 3}):
        table = scrim.Table(source, columns=COLUMNS, **who)
        session = scrim.Session(table, epsilon=1)
        query = table.agg(n=stats.count_people()) if "person" in who else table.agg(n=stats.count())
        with pytest.raises(scrim.BudgetError):
            session.plan(query, epsilon=2).release()
        assert source.times_read == 0 and session.spent == 0


def test_a_source_that_can_fail_on_data_is_paid_for_first():
    source = Unreadable()
    table = scrim.Table(source, columns=COLUMNS, rows_per_person=3)
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.agg(n=stats.count()), epsilon=0.25)
    with pytest.raises(scrim.InputError):
        plan.release()
    assert (source.times_read, session.spent) == (1, Fraction(1, 4))
    with pytest.raises(scrim.MisuseError, match="pay_again"):
        plan.release()
    assert session.spent == Fraction(1, 4)
    with pytest.raises(scrim.InputError):
        plan.release(pay_again=True)
    assert session.spent == Fraction(1, 2)


def test_several_queries_share_the_budget_or_none_is_released(visits):
    session = scrim.Session(visits, epsilon=1)
    with pytest.raises(scrim.BudgetError, match="together they cost epsilon 1.2"):  # though the first alone fits
        session.plan([counting(visits), counting(visits, rows=2)], epsilon="1.2").release()
    assert session.spent == 0
    queries = [counting(visits), counting(visits, rows=2)]
    plans = session.plan(queries, epsilon=1, shares=[2, "1"])
    assert [plan.price for plan in plans] == [Fraction(2, 3), Fraction(1, 3)]
    assert len(plans.release()) == 2 and session.left == 0
    assert plans.release()[0] == plans[0].release()
    with pytest.raises(scrim.BudgetError):
        session.plan([counting(visits, 3), counting(visits, 4)], epsilon="0.1").release()
    assert session.spent == 1


def test_what_is_asked_while_it_is_read_is_paid_once():
    """By a function that tells how far the reading is."""
    table = scrim.Table(pa.table({"x": [1.0] * 10}), rows_per_person=1, columns={"x": scrim.number(0, 10)})
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.agg(n=stats.count()), epsilon="0.1")
    inside = []

    def tell(rows):
        if not inside:
            inside.append(None)
            inside[0] = plan.release()

    assert plan.release(progress=tell) == inside[0] == plan.release()
    assert session.spent == Fraction(1, 10)


def test_one_query_twice_is_paid_once(visits):
    session = scrim.Session(visits, epsilon=1)
    first, second = session.plan([counting(visits)] * 2, epsilon=2, shares=[1, 1]).release()
    assert first == second and session.spent == 1


def test_a_held_table_is_released_through_its_session_alone(visits):
    query = counting(visits)
    before = query.plan(epsilon=1)
    session = scrim.Session(visits, epsilon=1)
    for plan in (before, query.plan(epsilon=1), counting(visits, 2).plan(epsilon=1), session.plan(query, epsilon=1).plan):
        with pytest.raises(scrim.MisuseError, match="session.plan"):
            plan.release()
    with pytest.raises(scrim.MisuseError, match="another session"):
        scrim.Session(visits, epsilon=100)
    other = visit_table()
    with pytest.raises(scrim.InvalidArgumentError, match="another table"):
        session.plan(counting(other), epsilon=1)
    assert session.spent == 0


def public_parts(thing):
    """What can be reached from a thing by three public names, and these names; what can be called is called without
    arguments, and what can be entered is."""
    found = [("", thing)]
    for name, each in found:
        if not type(each).__module__.startswith(("scrim.tables", "scrim.readers", "scrim.analysis")) or name.count(".") == 3:
            continue
        for public in [public for public in dir(each) if not public.startswith("_")]:
            try:
                part = getattr(each, public)
                part = part() if callable(part) else part
                part = part.__enter__() if hasattr(part, "__enter__") else part
            except Exception:  # noqa: BLE001, S112 - what cannot be had leads nowhere
                continue
            found.append((f"{name}.{public}", part))
    return found


def test_no_public_name_leads_past_the_session():
    source = Unreadable()
    table = scrim.Table(source, columns=COLUMNS, person="patient")
    query = table.per_person(rows=3, groups=1)
    queries = [
        query.group_by("region").agg(n=stats.count(), m=stats.mean("cost")),
        query.group_by("ward", keys="found").agg(n=stats.count(), m=stats.mean("cost")),
    ]
    before = [each.plan(epsilon=1, delta=1e-9) for each in queries]
    session = scrim.Session(table, epsilon=10, delta=1e-6)
    plans = [session.plan(each, epsilon=1, delta=1e-9).plan for each in queries]
    for thing in (*before, *plans, table, *queries):
        parts = public_parts(thing)
        assert len(parts) > 10
        for name, part in parts:
            assert not isinstance(part, scrim.tables.QueryRelease), name
            assert not (isinstance(part, tuple) and any(hasattr(each, "invoke") for each in part)), name  # and its rows
            assert source.times_read == 0, name
    assert session.spent == (0, 0)


def test_currencies(visits):
    session = scrim.Session(visits, rho="0.5", delta=1e-6)
    assert session.plan(counting(visits), rho=0.1).price == (Fraction(1, 10), 0)
    pure = session.plan(counting(visits), epsilon=0.1)
    assert Fraction("0.004") < pure.price.rho < Fraction("0.005")  # 0.1 * tanh(0.05)
    found = session.plan(visits.per_person(rows=1, groups=1).group_by("ward", keys="found").agg(n="count()"), epsilon=0.1, delta=1e-9)
    assert found.price.delta == Fraction(1, 10**9)
    found.release()
    assert session.spent == found.price


def test_what_has_no_price_is_refused_with_what_to_do():
    visits = visit_table()
    session = scrim.Session(visits, epsilon=1)
    found = visits.per_person(rows=1, groups=1).group_by("ward", keys="found").agg(n="count()")
    with pytest.raises(scrim.InvalidArgumentError, match="opened without one"):
        session.plan(found, epsilon=0.5, delta=1e-9)
    with pytest.raises(scrim.InvalidArgumentError, match="counts epsilon"):
        session.plan(counting(visits), rho=0.5)
    with pytest.raises(scrim.InvalidArgumentError, match="neither of epsilon and rho"):
        session.plan(counting(visits))


def test_a_delta_is_spent_only_where_it_is_of_use(visits):
    session = scrim.Session(visits, epsilon=10, delta=1e-6)
    alone = session.plan(counting(visits), epsilon=1, delta=1e-7)
    assert alone.price == (1, 0)
    many = visits.per_person(rows=3, groups=3).group_by("region").agg(n=stats.count(), **{f"x{i}": stats.sum("cost", bounds=(0, i + 1)) for i in range(8)})
    bought = session.plan(many, epsilon="0.7", delta="1e-7")
    assert bought.plan.budget.currency == "rho"
    assert bought.price == (Fraction(7, 10), Fraction(1, 10**7))


def test_within_finds_the_price(visits):
    session = scrim.Session(visits, epsilon=3)
    plan = session.plan(counting(visits), within={"n": 20})
    assert plan.plan.statistics[0].error() <= 20
    assert Fraction(plan.plan.cost) <= plan.price < Fraction("0.2")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "neither of epsilon and rho"),
        ({"epsilon": 1, "rho": 1}, "both of epsilon and rho"),
        ({"epsilon": 0}, "epsilon is 0"),
        ({"epsilon": float("nan")}, "epsilon is nan"),
        ({"epsilon": "1e-500"}, "epsilon is '1e-500'"),
        ({"epsilon": 1, "delta": 1}, "delta is 1"),
        ({"epsilon": True}, "epsilon is True"),
        ({"epsilon": 1, "account": "a"}, "give ledger= too"),
    ],
    ids=str,
)
def test_bad_budgets_are_told(visits, given, words):
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        scrim.Session(visits, **given)
    assert visits._holder is None


@pytest.mark.parametrize("power", [5000, 10**6])
def test_amounts_that_python_cannot_write_are_told(visits, power):
    """It writes no integer of more than 4300 digits, and raised an error of its own where one was to be shown."""
    beyond = 10**power
    for epsilon in (beyond, -beyond, Fraction(1, beyond)):
        with pytest.raises(scrim.InvalidArgumentError, match="epsilon"):
            scrim.Session(visits, epsilon=epsilon)
    with pytest.raises(scrim.InvalidArgumentError, match="category has a value of type int that is too long to be shown, which does not fit 64 bits"):
        scrim.category(1, beyond)
    assert visits._holder is None


def test_bad_questions_are_told(visits):
    session = scrim.Session(visits, epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="shares is"):
        session.plan([counting(visits)], epsilon=1, shares=[1, 2])
    with pytest.raises(scrim.InvalidArgumentError, match="leave it out"):
        session.plan(counting(visits), epsilon=1, shares=[1])
    with pytest.raises(scrim.InvalidArgumentError, match="query is"):
        session.plan([], epsilon=1)
    with pytest.raises(scrim.InvalidArgumentError, match="one by one"):
        session.plan([counting(visits)], within={"n": 2})
    with pytest.raises(scrim.InvalidArgumentError, match="table is"):
        scrim.Session("visits.csv", epsilon=1)


def test_free_queries_are_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("patient,cost\n1,2\n")
    table = scrim.Table(path, sql="select * from data", person="patient", columns={"cost": scrim.number(0, 1)})
    with pytest.raises(scrim.InvalidArgumentError, match="SQL"):
        scrim.Session(table, epsilon=1)


def test_sessions_are_not_copied(visits):
    session = scrim.Session(visits, epsilon=1)
    plan = session.plan(counting(visits), epsilon=1)
    for thing in (session, plan):
        with pytest.raises(scrim.MisuseError, match="pickled"):
            pickle.dumps(thing)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(scrim.MisuseError):
            copied(session)


def test_threads_share_the_budget(visits):
    session = scrim.Session(visits, epsilon=1)
    plans = [session.plan(counting(visits.where(f"age >= {place}")), epsilon="0.1") for place in range(16)]
    outcomes: list[str] = []

    def ask(plan):
        try:
            plan.release()
            outcomes.append("released")
        except scrim.BudgetError:
            outcomes.append("refused")

    threads = [threading.Thread(target=ask, args=(plan,)) for plan in plans]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 6 + ["released"] * 10
    assert session.spent == 1


def test_an_interruption_costs_nothing_before_the_debit():
    rows = pa.concat_tables([visit_rows()] * 200)
    table = scrim.Table(rows, columns=COLUMNS, rows_per_person=3)
    session = scrim.Session(table, epsilon=1)
    plan = session.plan(table.agg(n=stats.count()), epsilon=1)

    def interrupt(_):
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        plan.release(progress=interrupt)
    assert session.spent == 0
    assert len(plan.release()) == 1 and session.spent == 1


def test_an_interruption_after_the_debit_waits_for_the_release(visits):
    session = scrim.Session(visits, epsilon=1)
    plan = session.plan(counting(visits), epsilon=1)  # with persons, and so paid for first
    with pytest.raises(KeyboardInterrupt):
        plan.release(progress=lambda _: os.kill(os.getpid(), signal.SIGINT))
    assert session.spent == 1 and plan.is_released
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert len(plan.release()) == 1


def test_stored_releases_are_rebuilt_exactly(visits):
    from scrim.sessions.stored import from_bytes, to_bytes
    from scrim.tables.query_release import QueryRelease, schema_of

    plan = visits.per_person(rows=1, groups=1).group_by("day", keys=["2026-01-01"]).agg(m=stats.mean("cost")).plan(epsilon=1)
    import datetime

    day = datetime.date(2026, 1, 1)
    for floats in ((0.1, -0.0, 5e-324), (float("inf"), float("-inf"), 1e308), (2.0, 1 / 3, 3.0)):
        release = QueryRelease(plan, schema_of(plan, plan.statistics), ((day, *floats),))
        rebuilt = from_bytes(plan, to_bytes(release), "1:ab")
        assert repr(rebuilt.rows) == repr(release.rows) and rebuilt == release and rebuilt.ledger == "1:ab"
    good = to_bytes(release)
    for place in range(0, len(good), 7):
        changed = good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]
        try:
            read = from_bytes(plan, changed, None)
        except scrim.BadStateError:
            continue
        assert read != release  # a digit, which only the ledger's hash tells


@pytest.mark.parametrize(
    ("ending", "column", "is_first"),
    [("csv", "cost", False), ("csv", "ward", False), ("parquet", "cost", False), ("parquet", "ward", True), ("json", "ward", False)],
)
def test_which_files_are_paid_for_first(tmp_path, ending, column, is_first):
    from pyarrow import csv, parquet
    from scrim.sessions.sources import is_paid_first

    path = tmp_path / f"visits.{ending}"
    rows = visit_rows().select(["patient", "cost", "ward"])
    if ending == "csv":
        csv.write_csv(rows, path)
    elif ending == "parquet":
        parquet.write_table(rows, path)
    else:
        import json

        path.write_text(json.dumps(rows.to_pylist()))
    columns = {"cost": COLUMNS["cost"], "ward": scrim.category("a", "b")}
    table = scrim.Table(path, columns=columns, rows_per_person=3)
    plan = table.agg(n=stats.mean("cost") if column == "cost" else stats.count_distinct("ward")).plan(epsilon=1)
    assert is_paid_first(plan, None) == is_first
    assert is_paid_first(plan, "folder")
    with_persons = scrim.Table(path, columns=columns, person="patient").agg(n=stats.count_people()).plan(epsilon=1)
    assert is_paid_first(with_persons, None)
