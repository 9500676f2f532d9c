"""The program is interrupted: before the debit nothing is spent, after it the release is finished and stored."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest
import scrim

HEADER = b"patient,x\n"
# More than the program reads at once, so that whoever wrote it all knows that it is reading.
ROWS = b"".join(b"%d,%d\n" % (number, number % 7) for number in range(1000)) * 1500


@pytest.fixture
def ledger(tmp_path, monkeypatch, command_line):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(tmp_path / "state")}
    made = scrim.Ledger.create(str(tmp_path / "x.ledger"), unit="one person", dataset="x", epsilon=1)
    assert made.spent() == 0
    return tmp_path / "x.ledger"


def spent(ledger):
    return scrim.Ledger.open(str(ledger)).spent()


def started(command_line, folder, *arguments):
    return subprocess.Popen(
        [*command_line.program, *arguments],
        cwd=folder,
        env=command_line.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def feed(process):
    """Enough for the program to be reading, and not the end."""
    process.stdin.write(HEADER + ROWS)
    process.stdin.flush()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_before_the_debit_it_costs_nothing(command_line, tmp_path, ledger, number):
    arguments = ["--column", "x", "--epsilon", "0.5", "--rows-per-person", "1", "--ledger", "x.ledger", "--name", "x"]
    process = started(command_line, tmp_path, "count", "-", *arguments)
    feed(process)
    process.send_signal(number)
    process.stdin.close()
    told = process.stderr.read().decode()
    assert process.wait() == 128 + number, told
    assert spent(ledger) == 0
    # What is read to its end is paid for and released.
    done = command_line("count", "-", *arguments, "--json", stdin=HEADER + ROWS)
    assert done.returncode == 0 and spent(ledger) * 2 == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_after_the_debit_the_release_is_finished_and_stored(command_line, tmp_path, ledger, number):
    asked = ["query", "-", "--person", "patient", "--rows", "1", "--stat", "n=count()", "--epsilon", "0.5"]
    paid = [*asked, "--ledger", "x.ledger", "--name", "x", "--json"]
    process = started(command_line, tmp_path, *paid)
    feed(process)
    assert spent(ledger) * 2 == 1  # with persons it is paid for before it is read
    process.send_signal(number)
    time.sleep(0.5)
    assert process.poll() is None  # it goes on reading
    process.stdin.close()
    told = process.stderr.read().decode()
    assert process.wait() != 0 and "ledger" in told and "free" in told, told
    assert process.stdout.read() == b""
    # The stored release is there without a row.
    again = command_line(*paid, stdin=HEADER)
    assert again.returncode == 0, again.stderr
    assert abs(json.loads(again.stdout)["columns"]["n"][0] - 1000) < 100
    assert spent(ledger) * 2 == 1


def test_a_closed_output_does_not_lose_what_was_paid(command_line, tmp_path, ledger):
    with open("/dev/full", "wb") as full:
        arguments = ["--column", "x", "--epsilon", "0.5", "--rows-per-person", "1", "--ledger", "x.ledger", "--name", "x"]
        done = subprocess.run(
            [*command_line.program, "count", "-", *arguments],
            cwd=tmp_path,
            env=command_line.environment,
            input=HEADER + ROWS,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3 and b"run it again, which is free" in done.stderr
    assert spent(ledger) * 2 == 1
