"""Sessions whose ledger lies in PostgreSQL: a real server, started here by an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
import scrim
from scrim import stats

from table_of_visits import visit_table

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
pytestmark = pytest.mark.skipif(not PROGRAMS, reason="there is no PostgreSQL")


def as_nobody(*command: str) -> list[str]:
    """A server refuses to be started by root."""
    return ["runuser", "-u", "nobody", "--", *command] if os.getuid() == 0 else list(command)


@pytest.fixture(scope="module")
def server():
    folder = Path(tempfile.mkdtemp(prefix="scrim-postgres-"))
    if os.getuid() == 0:
        os.chown(folder, pwd.getpwnam("nobody").pw_uid, -1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data, programs = str(folder / "data"), PROGRAMS[-1]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(as_nobody(str(programs / "initdb"), "-D", data, "-A", "trust", "-U", "tester"), **quiet)
    options = f"-k {folder} -p {port} -c listen_addresses=127.0.0.1"
    control = as_nobody(str(programs / "pg_ctl"), "-D", data, "-o", options, "-l", str(folder / "log"), "-w")
    subprocess.run([*control, "start"], **quiet)
    yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def opened(location, **given):
    table = visit_table()
    return table, scrim.Session(table, ledger=location, label="visits", **{"epsilon": 1, **given})


def counting(table, rows=1):
    return table.per_person(rows=rows).agg(n=stats.count())


def test_a_session_on_a_server(server):
    location = f"{server}#hospital"
    table, session = opened(location)
    release = session.plan(counting(table), epsilon=0.5).release()
    table, again = opened(location)
    assert again.plan(counting(table), epsilon="0.5").release() == release
    assert again.spent == Fraction(1, 2)
    with pytest.raises(scrim.BudgetError):
        again.plan(counting(table, 2), epsilon="0.6").release()
    with pytest.raises(scrim.LedgerError, match="has a budget of epsilon 1"):
        opened(location, epsilon=2)


def test_a_dry_plan_creates_nothing_there(server):
    table = visit_table()
    session = scrim.Session._dry(table, ledger=f"{server}#never", label="visits", epsilon=1)
    assert session.plan(counting(table), epsilon="0.25").repeats == 4
    assert not scrim.Ledger.exists(f"{server}#never")
    with pytest.raises(scrim.InvalidArgumentError, match="there is no ledger at .*#never; give its budget"):
        scrim.Session._dry(visit_table(), ledger=f"{server}#never", label="visits")
    with pytest.raises(scrim.LedgerError, match="there is no ledger"):
        scrim.Ledger.open(f"{server}#never")


def test_several_servers_are_asked_in_turn(server):
    """libpq takes the first that answers; the place of such a ledger could not be told."""
    host = server.partition("@")[2].partition("/")[0]
    table, session = opened(server.replace(host, f"127.0.0.1:1,{host}") + "#several")
    session.plan(counting(table), epsilon="0.5").release()
    assert opened(f"{server}#several")[1].spent == Fraction(1, 2)


def test_a_server_that_is_not_there(server):
    with pytest.raises(scrim.LedgerError):
        opened(server.replace("127.0.0.1", "localhost.invalid") + "#x")


def test_no_password_is_written_down(server, tmp_path):
    opened(server.replace("tester@", "tester:secret@") + "#guarded")
    written = [path.read_text() for path in (tmp_path / "state").rglob("*.json")]
    assert len(written) == 1 and "secret" not in written[0] and "#guarded" in written[0]
