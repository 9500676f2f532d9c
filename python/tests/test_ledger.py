"""Ledgers in Python: what is kept, what is refused, and by whom callbacks are called."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import threading
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import scrim

if TYPE_CHECKING:
    from pathlib import Path

INTEGERS = (scrim.atom_domain(int), scrim.absolute_distance(int))


def digest(plan: str) -> str:
    return hashlib.sha256(plan.encode()).hexdigest()


def new_ledger(folder: Path, **budget) -> scrim.Ledger:
    return scrim.Ledger.create(str(folder / "l.ledger"), unit="one person", dataset="visits", **(budget or {"epsilon": 1}))


def release(ledger: scrim.Ledger, plan: str, *, read=lambda: None, finish=lambda: b"bytes", **price):
    options = {name: price.pop(name) for name in ("account", "dataset", "debit_before_reading", "pay_again") if name in price}
    return ledger.release_priced(digest=digest(plan), plan=plan, read=read, finish=finish, **options, **price)


def test_a_ledger_is_opened_or_made(tmp_path):
    for arguments in ((), (str(tmp_path / "l.ledger"),)):
        with pytest.raises(TypeError, match=r"opened with scrim\.Ledger\.open\(location\), and a new one is made with"):
            scrim.Ledger(*arguments)
    assert not list(tmp_path.iterdir())


def test_a_release_is_paid_once_and_kept(tmp_path):
    ledger = new_ledger(tmp_path)
    answer = release(ledger, "a", epsilon=0.1)
    assert (answer.bytes, answer.is_new, answer.debit) == (b"bytes", True, 2)
    assert answer.head == ledger.head
    assert ledger.spent() == Fraction(1, 10)
    again = scrim.Ledger.open(str(tmp_path / "l.ledger"))
    known = release(again, "a", epsilon=0.1, read=lambda: pytest.fail("read"), finish=lambda: pytest.fail("noise"))
    assert (known.bytes, known.is_new, known.head) == (b"bytes", False, answer.head)
    assert again.left() == Fraction(9, 10)
    assert again.verify() == answer.head
    assert (again.id, again.unit, again.dataset, again.currency) == (ledger.id, "one person", "visits", "epsilon")


def test_ten_tenths_are_one(tmp_path):
    ledger = new_ledger(tmp_path)
    for number in range(10):
        release(ledger, str(number), epsilon=0.1)
    assert ledger.left() == 0
    with pytest.raises(scrim.BudgetError, match="0 is left"):
        release(ledger, "more", epsilon="1e-300", read=lambda: pytest.fail("read"))


def test_a_measurement_is_priced_by_its_map(tmp_path):
    ledger = new_ledger(tmp_path, rho=1, delta=1e-9)
    laplace = INTEGERS >> scrim.then_laplace(2.0)
    answer = ledger.release(
        digest=digest("p"), plan="p", measurement=laplace, d_in=1, read=lambda: None, finish=lambda: str(laplace(3)).encode()
    )
    assert int(answer.bytes) == int(answer.bytes.decode())
    price = ledger.price([laplace.map(1)])
    assert ledger.spent() == price == ledger.price(epsilon=0.5)
    assert price.delta == 0
    assert price.rho == Fraction(ledger.entries()[1].content["loss"])


def test_parts_share_one_price(tmp_path):
    ledger = new_ledger(tmp_path, epsilon=3, delta=1e-6)
    parts = [(INTEGERS >> scrim.then_laplace(2.0)).map(1), (INTEGERS >> scrim.then_laplace(4.0)).map(1)]
    release(ledger, "both", losses=parts)
    assert ledger.spent() == (Fraction(3, 4), 0)
    with pytest.raises(TypeError, match="one of the two"):
        ledger.price()
    with pytest.raises(TypeError, match="one of the two"):
        ledger.price(parts, epsilon=1)
    with pytest.raises(TypeError, match="bare number"):
        ledger.price([0.5])
    with pytest.raises(scrim.MismatchError, match="counts epsilon"):
        ledger.price(rho=1)


def test_accounts_are_carved_out(tmp_path):
    ledger = new_ledger(tmp_path, epsilon=1, delta="1e-6")
    ledger.grant("hospital", epsilon="0.6", delta="1e-6")
    head = ledger.grant("hospital/ana", epsilon="0.5", delta=0)
    assert head == ledger.head
    assert ledger.accounts() == ["", "hospital", "hospital/ana"]
    release(ledger, "a", epsilon="0.2", account="hospital/ana")
    assert ledger.left("hospital/ana") == (Fraction(3, 10), 0)
    assert ledger.left() == (Fraction(2, 5), 0)
    assert ledger.granted() == ledger.limit("hospital") == (Fraction(3, 5), Fraction(1, 10**6))
    with pytest.raises(scrim.BudgetError, match="hospital"):
        ledger.grant("hospital/bo", epsilon="0.2", delta=0)
    with pytest.raises(scrim.MismatchError, match="epsilon= and delta="):
        ledger.grant("lab", epsilon=0.1)
    with pytest.raises(scrim.InvalidArgumentError, match="no account"):
        ledger.left("lab")


def test_reading_that_fails_costs_nothing_unless_the_debit_came_first(tmp_path):
    ledger = new_ledger(tmp_path)

    def failing():
        raise FileNotFoundError("gone")

    with pytest.raises(FileNotFoundError, match="gone"):
        release(ledger, "a", epsilon=0.5, read=failing)
    assert ledger.spent() == 0
    assert ledger.find(digest("a")) is None
    with pytest.raises(FileNotFoundError):
        release(ledger, "a", epsilon=0.5, read=failing, debit_before_reading=True)
    assert ledger.spent() == Fraction(1, 2)
    assert ledger.find(digest("a")).debit == 2
    assert ledger.find(digest("a")).answer is None
    with pytest.raises(scrim.MisuseError, match="pay_again"):
        release(ledger, "a", epsilon=0.5)
    assert release(ledger, "a", epsilon=0.5, pay_again=True).is_new
    assert ledger.find(digest("a")).answer.bytes == b"bytes"


def test_finish_gives_bytes_and_what_it_costs_stays_spent(tmp_path):
    ledger = new_ledger(tmp_path)
    with pytest.raises(TypeError, match="bytes"):
        release(ledger, "a", epsilon=0.25, finish=lambda: "text")
    with pytest.raises(KeyboardInterrupt):
        release(ledger, "b", epsilon=0.25, finish=lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert ledger.spent() == Fraction(1, 2)


def test_callbacks_may_use_the_ledger_and_other_threads(tmp_path):
    ledger = new_ledger(tmp_path)
    seen = []

    def read():
        seen.append(ledger.left())
        other = threading.Thread(target=lambda: seen.append(ledger.note("from a thread")))
        other.start()
        other.join()

    def finish():
        seen.append(ledger.left())
        return b""

    assert release(ledger, "a", epsilon=0.5, read=read, finish=finish).bytes == b""
    assert seen[0] == 1
    assert seen[2] == Fraction(1, 2)


def test_threads_share_a_ledger(tmp_path):
    ledger = new_ledger(tmp_path)
    refused = []

    def spend(plan):
        try:
            release(ledger, plan, epsilon=0.1)
        except scrim.BudgetError:
            refused.append(plan)

    threads = [threading.Thread(target=spend, args=(str(number),)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 6
    assert ledger.left() == 0


def test_a_fork_refuses_and_the_parent_lives_on(tmp_path):
    ledger = new_ledger(tmp_path)
    child = os.fork()
    if child == 0:
        try:
            ledger.spent()
        except scrim.MisuseError:
            os._exit(0 if "another process" in repr(ledger) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert release(ledger, "a", epsilon=0.1).is_new


def test_a_changed_byte_is_a_clear_error(tmp_path):
    ledger = new_ledger(tmp_path)
    release(ledger, "plan-of-visits", epsilon=0.5)
    del ledger
    path = tmp_path / "l.ledger"
    content = path.read_bytes()
    assert content.count(b"plan-of-visits") == 1
    path.write_bytes(content.replace(b"plan-of-visits", b"plan-of-visitz"))
    with pytest.raises(scrim.LedgerError, match="entry 2 was changed"):
        scrim.Ledger.open(str(path))


def test_a_copy_lacks_recorded_heads(tmp_path):
    ledger = new_ledger(tmp_path)
    shutil.copy(tmp_path / "l.ledger", tmp_path / "copy.ledger")
    head = release(ledger, "a", epsilon=0.5).head
    ledger.require(head, "study.lock")
    copy = scrim.Ledger.open(str(tmp_path / "copy.ledger"))
    assert not copy.contains(head)
    with pytest.raises(scrim.LedgerError, match=r"study\.lock.*old backup"):
        copy.require(head, "study.lock")
    with pytest.raises(scrim.InvalidArgumentError, match="no head"):
        copy.contains("41:9f3c")


def test_entries_are_chained_json(tmp_path):
    ledger = new_ledger(tmp_path)
    ledger.note("hällo")
    release(ledger, "a", epsilon=0.5)
    entries = ledger.entries()
    assert [entry.content["kind"] for entry in entries] == ["open", "note", "debit", "release"]
    for before, entry in zip(entries, entries[1:], strict=False):
        assert entry.content["previous"] == before.hash == hashlib.sha256(before.text.encode()).hexdigest()
    assert entries[1].content["text"] == "hällo"
    assert json.loads(entries[2].text)["loss"] == "0.5"
    assert [entry.number for entry in ledger.entries(after=2)] == [3, 4]


def test_what_a_ledger_is_opened_with(tmp_path):
    with pytest.raises(TypeError, match="epsilon= or rho="):
        scrim.Ledger.create(str(tmp_path / "x"), unit="u", dataset="d")
    with pytest.raises(scrim.InvalidArgumentError, match="not both"):
        scrim.Ledger.create(str(tmp_path / "x"), unit="u", dataset="d", epsilon=1, rho=1)
    with pytest.raises(scrim.LedgerError, match="no ledger"):
        scrim.Ledger.open(str(tmp_path / "x"))
    new_ledger(tmp_path)
    with pytest.raises(scrim.LedgerError, match="already"):
        new_ledger(tmp_path)
    (tmp_path / "x").write_text("not a ledger")
    with pytest.raises(scrim.LedgerError, match="another kind"):
        scrim.Ledger.open(str(tmp_path / "x"))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a key")
def test_a_signed_ledger_is_written_with_its_key_only(tmp_path):
    key, other = str(tmp_path / "key.pem"), str(tmp_path / "other.pem")
    for path in (key, other):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path], check=True)
    ledger = new_ledger(tmp_path, epsilon=1, key_file=key)
    release(ledger, "a", epsilon=0.5)
    assert len(ledger.public_key) == 64
    reader = scrim.Ledger.open(ledger.location)
    assert reader.verify(public_key=ledger.public_key) == ledger.head
    assert release(reader, "a", epsilon=0.5).bytes == b"bytes"
    with pytest.raises(scrim.LedgerError, match="without its key"):
        release(reader, "b", epsilon=0.5)
    with pytest.raises(scrim.LedgerError, match="another key"):
        scrim.Ledger.open(ledger.location, key_file=other)
    with pytest.raises(scrim.LedgerError, match="another key"):
        reader.verify(public_key="0" * 64)
