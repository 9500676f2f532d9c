"""Sessions with a ledger: what is spent and released outlives the process, and what was tampered with is refused."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import scrim
from scrim import stats
from scrim.sessions.open_ledger import place_of
from scrim.sessions.state import state_folder

from table_of_visits import COLUMNS, visit_rows, visit_table


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def ledger(tmp_path):
    return tmp_path / "hospital.ledger"


def opened(ledger, **given):
    table = visit_table()
    terms = {"epsilon": 3, "label": "visits", **given}
    return table, scrim.Session(table, ledger=ledger, **terms)


def counting(table, rows=1):
    return table.per_person(rows=rows).agg(n=stats.count(), cost=stats.mean("cost"))


def test_what_is_spent_outlives_the_session(ledger):
    table, session = opened(ledger)
    first = session.plan(counting(table), epsilon="0.5").release()
    assert first.ledger == session.head and f"ledger {first.ledger}" in repr(first)
    table, again = opened(ledger)
    assert (again.spent, again.left) == (Fraction(1, 2), Fraction(5, 2))
    plan = again.plan(counting(table), epsilon=0.5)
    assert plan.is_released and plan.release() == first and plan.release().ledger == first.ledger
    assert again.spent == Fraction(1, 2)
    with pytest.raises(scrim.BudgetError):
        again.plan(counting(table, 2), epsilon=2.6).release()
    assert again.spent == Fraction(1, 2)


def test_the_budget_may_be_left_out_where_the_ledger_is_there(ledger):
    with pytest.raises(scrim.InvalidArgumentError, match="there is no ledger"):
        scrim.Session(visit_table(), ledger=ledger, label="visits")
    opened(ledger)
    assert scrim.Session(visit_table(), ledger=ledger, label="visits").left == 3


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"epsilon": 4}, "has a budget of epsilon 3, and epsilon 4 was given"),
        ({"delta": 1e-9}, "counts epsilon, and epsilon 3, delta 1e-9 was given"),
        ({"epsilon": None, "rho": 3}, "counts epsilon, and rho 3 was given"),
        ({"label": "other"}, "is about 'visits', and the data is called 'other'"),
    ],
    ids=str,
)
def test_a_ledger_must_agree(ledger, given, words):
    opened(ledger)
    with pytest.raises(scrim.LedgerError, match=words):
        opened(ledger, **given)


def test_a_ledger_of_another_unit_is_refused(ledger):
    scrim.Ledger.create(str(ledger), unit="one household", dataset="visits", epsilon=3)
    with pytest.raises(scrim.LedgerError, match="household"):
        opened(ledger)


def test_frames_need_a_label_and_files_have_one(ledger, tmp_path):
    with pytest.raises(scrim.InvalidArgumentError, match="label is None"):
        opened(ledger, label=None)
    (tmp_path / "v.csv").write_text("patient,cost\n1,2\n")
    table = scrim.Table(tmp_path / "v.csv", person="patient", columns={"cost": scrim.number(0, 1)})
    assert scrim.Session(table, epsilon=1, ledger=ledger).label == "v.csv"


def test_a_copy_is_refused_once_the_other_went_on(ledger, tmp_path):
    table, session = opened(ledger)
    session.plan(counting(table), epsilon=1).release()
    shutil.copy(ledger, tmp_path / "backup.ledger")
    session.plan(counting(table, 2), epsilon=1).release()
    with pytest.raises(scrim.LedgerError, match="copy|backup|other"):
        opened(tmp_path / "backup.ledger")
    # The same file under another name is moved, not copied.
    shutil.move(ledger, tmp_path / "moved.ledger")
    assert opened(tmp_path / "moved.ledger")[1].spent == 2


def test_a_ledger_that_is_gone_is_not_begun_anew(ledger, state):
    table, session = opened(ledger)
    session.plan(counting(table), epsilon=1).release()
    ledger.unlink()
    with pytest.raises(scrim.LedgerError, match="it is gone"):
        opened(ledger)
    with pytest.raises(scrim.LedgerError, match="it is gone"):  # a plan would say that all of its budget is left
        scrim.Session._dry(visit_table(), ledger=ledger, label="visits", epsilon=3)
    (record,) = state_folder().glob("*.json")
    record.unlink()
    assert opened(ledger)[1].spent == 0


@pytest.mark.parametrize("damage", [b"{}", b"", b'{"scrim_head": 2}', b"\xff", b"[" * 100_000], ids=lambda content: repr(content[:20]))
def test_a_damaged_record_is_told(ledger, damage):
    opened(ledger)
    (record,) = state_folder().glob("*.json")
    record.write_bytes(damage)
    with pytest.raises(scrim.LedgerError, match="what a ledger was last seen with"):
        opened(ledger)


def test_a_changed_byte_is_told_and_nothing_is_released(ledger):
    table, session = opened(ledger)
    release = session.plan(counting(table), epsilon=1).release()
    whole = ledger.read_bytes()
    for secret in (b"count()", session.plan(counting(table), epsilon=1).digest.encode(), str(release.rows[0][0]).encode() + b","):
        place = whole.index(secret)
        ledger.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(scrim.LedgerError):
            table, changed = opened(ledger)
            changed.plan(counting(table), epsilon=1).release()
    ledger.write_bytes(whole)
    assert opened(ledger)[1].spent == 1


@pytest.mark.parametrize("name", ["a\0b", "\udcff", "postgresql://h/d#a\0b", "postgresql://h/d#\ud800"], ids=ascii)
def test_names_that_no_ledger_has_are_told(tmp_path, name):
    """A zero byte ends a name where it is opened: another ledger than the one that was named."""
    with pytest.raises(scrim.InvalidArgumentError, match="give its name as text, in Unicode and without a zero byte"):
        opened(name if "://" in name else os.path.join(tmp_path, name))


def test_half_a_character_is_no_name(ledger):
    opened(ledger)
    with pytest.raises(scrim.InvalidArgumentError, match="account is "):
        opened(ledger, account="\ud800")
    with pytest.raises(scrim.InvalidArgumentError, match="name is .*, which is no text in Unicode"):
        scrim.count([1], epsilon=1, rows_per_person=1, ledger=ledger, name="\ud800")


@pytest.mark.parametrize(
    ("location", "place"),
    [
        ("hospital.ledger", "hospital.ledger"),
        ("postgresql://ana:secret@DB.example:5433/health?sslmode=require#visits", "postgresql://db.example:5433/health#visits"),
        ("postgres://one:5432,two:5433/health#visits", "postgresql://one:5432,two:5433/health#visits"),
        ("postgresql://[::1]:5432/health#a\nb#c", "postgresql://[::1]:5432/health#a\nb#c"),
        ("postgresql:///health?host=one&user=ana&password=secret#visits", "postgresql:///health?host=one#visits"),
        ("postgresql:///health?host=two&port=5433#visits", "postgresql:///health?host=two&port=5433#visits"),
    ],
)
def test_the_place_of_a_ledger_tells_where_it_is(location, place):
    assert place_of(location) == place


def test_accounts_are_parts(ledger):
    opened(ledger)
    scrim.Ledger.open(str(ledger)).grant("ana", epsilon=1)
    table, session = opened(ledger, account="ana")
    assert session.left == 1
    session.plan(counting(table), epsilon=1).release()
    with pytest.raises(scrim.BudgetError):
        session.plan(counting(table, 2), epsilon="0.1").release()
    with pytest.raises(scrim.Error):
        opened(ledger, account="nobody")


def test_a_session_may_be_opened_twice_on_one_table(ledger):
    table = visit_table()
    for _ in range(2):
        session = scrim.Session(table, epsilon=3, ledger=ledger, label="visits")
        session.plan(counting(table), epsilon=1).release()
    assert session.spent == 1
    with pytest.raises(scrim.MisuseError):
        scrim.Session(table, epsilon=3)


HOSTILE = ["a'; drop table entries; --", 'q"uo\\te', "日本\u202e\u0001x", "\x1b[2J", "😀" * 50]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_are_texts(ledger, name):
    rows = visit_rows().rename_columns([name if each == "cost" else each for each in visit_rows().column_names])
    columns = {name if each == "cost" else each: fact for each, fact in COLUMNS.items()}
    table = scrim.Table(rows, person="patient", columns=columns)
    session = scrim.Session(table, epsilon=3, ledger=ledger, label="visits")
    plan = session.plan(table.per_person(rows=1).agg(**{name: stats.mean(name)}), epsilon=1)
    release = plan.release()
    assert name in release.columns
    assert plan.release() == release and session.spent == 1
    assert scrim.Ledger.open(str(ledger)).verify() == session.head


CHILD = """
import sys
sys.path.insert(0, {tests!r})
import scrim
from scrim import stats
from table_of_visits import visit_table
table = visit_table()
session = scrim.Session(table, epsilon=3, label="visits", ledger={ledger!r})
print("ready", flush=True)
sys.stdin.readline()
released = 0
for place in range(30):
    query = table.where(f"age >= {{place}} + {number} / 10").per_person(rows=1).agg(n=stats.count())
    try:
        session.plan(query, epsilon="0.1").release()
        released += 1
    except scrim.BudgetError:
        pass
print(released)
"""


def child(ledger, number, code=CHILD):
    text = code.format(tests=str(Path(__file__).parent), ledger=str(ledger), number=number)
    return subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    "one, other",
    [
        ({"options": None}, {"options": scrim.ReadingOptions(decimal=",")}),
        ({"options": scrim.ReadingOptions(encoding="latin-1")}, {"options": scrim.ReadingOptions(encoding="latin-1", quote="'")}),
        ({"options": scrim.ReadingOptions(header=False, columns=("a", "b"))}, {"options": scrim.ReadingOptions(header=False, columns=("b", "a"))}),
        ({"table": "first"}, {"table": "second"}),
    ],
)
def test_a_file_that_is_read_in_another_way_is_another_question(ledger, tmp_path, one, other):
    """It was answered with what the first had released."""
    (tmp_path / "data.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with sqlite3.connect(tmp_path / "data.db") as base:
        base.execute("CREATE TABLE first (a REAL)")
        base.execute("CREATE TABLE second (a REAL)")
    base.close()
    file = tmp_path / ("data.db" if "table" in one else "data.csv")

    def ask(**reading):
        table = scrim.Table(file, rows_per_person=1, columns={"a": scrim.number(0, 10)}, **reading)
        session = scrim.Session(table, epsilon=3, ledger=ledger)
        return session.plan(table.where("a > 1").agg(n=stats.count()), epsilon=1).release().ledger, session.spent

    first, spent = ask(**one)
    assert ask(**one) == (first, spent) == (first, 1)
    second, spent = ask(**other)
    assert second != first and spent == 2


@pytest.mark.parametrize("opens", [lambda name: name, scrim.open_table], ids=["by name", "opened"])
def test_a_pattern_is_not_its_first_file(ledger, tmp_path, opens):
    """Whose answer it was given, where it was opened before, as the shell does."""
    for place in range(3):
        (tmp_path / f"part-{place}.csv").write_text("a\n1\n", encoding="utf-8")
    labels = []
    for name in ("part-0.csv", "part-*.csv", "part-?.csv"):
        table = scrim.Table(opens(str(tmp_path / name)), rows_per_person=1, columns={"a": scrim.number(0, 10)})
        labels.append(scrim.Session(table, epsilon=3, ledger=f"{ledger}-{len(labels)}").label)
        if len(labels) > 1:
            with pytest.raises(scrim.LedgerError, match="the data is called 'part-.[.]csv'"):
                scrim.Session(table, epsilon=3, ledger=f"{ledger}-0")
    assert labels == ["part-0.csv", "part-*.csv", "part-?.csv"]


def test_what_is_said_of_reading_that_is_done_anyway_is_the_same_question(tmp_path):
    (tmp_path / "data.csv").write_text("a\n1\n", encoding="utf-8")
    digests = set()
    for options in (None, scrim.ReadingOptions(), scrim.ReadingOptions(decimal=".", encoding="utf8")):
        table = scrim.Table(tmp_path / "data.csv", rows_per_person=1, columns={"a": scrim.number(0, 10)}, options=options)
        digests.add(table.agg(n=stats.count()).plan(epsilon=1).digest)
        assert scrim.Table(visit_rows(), rows_per_person=3, columns={}).source.said_of_reading == {}
    assert len(digests) == 1


def test_processes_race_for_one_budget(ledger):
    opened(ledger)
    children = [child(ledger, number) for number in range(3)]
    for each in children:
        assert each.stdout.readline() == "ready\n"
    for each in children:
        each.stdin.write("go\n")
        each.stdin.flush()
    released = [int(each.communicate()[0]) for each in children]
    assert sum(released) == 30
    session = opened(ledger)[1]
    assert session.left == 0 and session.spent == 3


KILLED = """
import os, sys
sys.path.insert(0, {tests!r})
import scrim
from scrim import stats
from table_of_visits import visit_table
table = visit_table()
session = scrim.Session(table, epsilon=3, label="visits", ledger={ledger!r})
session.plan(table.per_person(rows=1).agg(n=stats.count()), epsilon=1).release(progress=lambda _: os.kill(os.getpid(), {number}))
"""


def test_a_debit_without_a_release_is_told_and_paid_again_only_if_asked(ledger):
    process = child(ledger, signal.SIGKILL, KILLED)
    assert process.wait() == -signal.SIGKILL
    table, session = opened(ledger)
    plan = session.plan(table.per_person(rows=1).agg(n=stats.count()), epsilon=1)
    assert session.spent == 1 and not plan.is_released
    with pytest.raises(scrim.Error, match="pay_again"):
        plan.release()
    assert session.spent == 1
    release = plan.release(pay_again=True)
    assert session.spent == 2 and plan.release() == release


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_signal_after_the_debit_waits_for_the_release(ledger, number):
    process = child(ledger, int(number), KILLED)
    assert process.wait() != 0
    table, session = opened(ledger)
    plan = session.plan(table.per_person(rows=1).agg(n=stats.count()), epsilon=1)
    assert session.spent == 1 and plan.is_released
    assert len(plan.release()) == 1


def test_a_forked_process_is_refused(ledger):
    table, session = opened(ledger)
    plan = session.plan(counting(table), epsilon=1)
    pid = os.fork()
    if pid == 0:
        try:
            plan.release()
            os._exit(1)
        except scrim.MisuseError:
            os._exit(0)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert session.spent == 0


def test_the_state_folder_must_be_writable(ledger, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(scrim.Error, match="cannot be written"):
        opened(ledger)


def test_a_user_without_a_home_is_told(ledger, monkeypatch):
    """As in many containers."""
    for name in ("XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    with pytest.raises(scrim.InputError, match="this user has none; give a folder in XDG_STATE_HOME"):
        opened(ledger)
    assert not ledger.exists()


@pytest.mark.parametrize("home", [".", "here"])
def test_a_home_that_depends_on_where_a_program_begins_is_none(ledger, monkeypatch, home):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(scrim.InputError, match="this user has none; give a folder in XDG_STATE_HOME"):
        opened(ledger)


def test_records_hold_no_data(ledger):
    table, session = opened(ledger)
    session.plan(counting(table), epsilon=1).release()
    (record,) = state_folder().glob("*.json")
    assert json.loads(record.read_text()) == {"scrim_head": 1, "head": session.head, "location": str(ledger)}


def test_nothing_is_paid_for_where_there_is_no_room_for_the_release(ledger, monkeypatch):
    """On a full disk there was often room for a debit, and none for what it paid for."""
    table, session = opened(ledger)
    first = session.plan(counting(table), epsilon="0.5").release()
    real = os.statvfs

    def full(path):
        assert os.path.samefile(path, ledger.parent)
        told = list(real(path))
        told[4] = (1 << 20) // real(path).f_frsize - 1  # f_bavail
        return os.statvfs_result(told)

    monkeypatch.setattr(os, "statvfs", full)
    with pytest.raises(scrim.LedgerError, match="is nearly full.* nothing was read or spent"):
        session.plan(counting(table, 2), epsilon="0.5").release()
    assert session.spent == Fraction(1, 2)
    assert session.plan(counting(table), epsilon="0.5").release() == first  # which is there
    monkeypatch.undo()
    session.plan(counting(table, 2), epsilon="0.5").release()
    assert session.spent == 1


def test_a_signed_ledger_is_written_with_its_key_alone(ledger, tmp_path, monkeypatch):
    key = tmp_path / "key.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(key)], check=True, capture_output=True)
    monkeypatch.setenv("SCRIM_LEDGER_KEY", str(key))
    table, session = opened(ledger)
    release = session.plan(counting(table), epsilon=1).release()
    signed = scrim.Ledger.open(str(ledger))
    assert len(signed.public_key) == 64 and signed.verify(public_key=signed.public_key) == session.head
    monkeypatch.delenv("SCRIM_LEDGER_KEY")
    table, reading = opened(ledger)
    assert reading.plan(counting(table), epsilon=1).release() == release
    with pytest.raises(scrim.Error):
        reading.plan(counting(table, 2), epsilon=1).release()
    assert reading.spent == 1
    # A key does not change what was begun without one.
    monkeypatch.setenv("SCRIM_LEDGER_KEY", str(key))
    plain = scrim.Ledger.create(str(tmp_path / "plain"), unit="one person", dataset="visits", epsilon=3)
    table, session = opened(tmp_path / "plain")
    session.plan(counting(table), epsilon=1).release()
    assert plain.public_key == ""
