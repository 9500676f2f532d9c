"""Studies end to end, by the program: planned, run, run again, overspent, tampered with."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import shutil

import pytest
import scrim
from pyarrow import parquet
from scrim.studies.lock import read_lock
from scrim.studies.registry import _scalar

from in_python import IN_PYTHON
from test_studies_text import STUDY, WARDS

SECOND = WARDS + """[output]
registry = "deployment.yaml"
[deployment]
name = "Visits: \\"2026\\""
curators = [{ name = "A hospital\\nx: y", type = "Health" }]
"""


@pytest.fixture
def study(tmp_path, monkeypatch, command_line):
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(tmp_path / "state")}
    assert command_line("sample", "visits.csv", "--visits", "--rows", 400).returncode == 0
    path = tmp_path / "study.toml"
    path.write_text(STUDY + SECOND, encoding="utf-8")
    return path


def hashes(folder):
    files = [*folder.glob("releases/*"), folder / "study.lock", folder / "deployment.yaml"]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def left(command_line):
    shown = json.loads(command_line("ledger", "show", "hospital.ledger", "--json").stdout)
    return shown["accounts"][0]["left"]["epsilon"]


def test_a_dry_plan_leaves_no_trace(study, command_line, tmp_path):
    done = command_line("plan", "study.toml")
    assert done.returncode == 0, done.stderr
    assert "epsilon 0.75, delta 1e-10" in done.stdout and "It fits" in done.stdout
    assert not (tmp_path / "hospital.ledger").exists() and not (tmp_path / "state").exists()
    told = json.loads(command_line("plan", "study.toml", "--json").stdout)
    assert told["fits"] and [each["name"] for each in told["releases"]] == ["cost_by_region", "wards"]


def test_run_twice_the_files_are_the_same_and_it_is_paid_once(study, command_line, tmp_path):
    first = command_line("run", "study.toml")
    assert first.returncode == 0, first.stderr
    before = hashes(tmp_path)
    assert left(command_line) == "9/4"
    assert "Spent epsilon 0.75, delta 1e-10 now" in " ".join(first.stdout.split())
    shutil.rmtree(tmp_path / "releases")
    again = command_line("run", "study.toml")
    assert again.returncode == 0 and "Nothing was spent now" in again.stdout
    assert hashes(tmp_path) == before and left(command_line) == "9/4"
    assert "free: released" in command_line("plan", "study.toml").stdout
    assert command_line("run", "study.toml", "--frozen").returncode == 0
    assert hashes(tmp_path) == before


def test_rows_may_be_sorted_on_disk(study, command_line, tmp_path):
    refused = command_line("run", "study.toml", "--sort-in", "absent")
    assert refused.returncode == 2 and "which is no folder" in " ".join(refused.stderr.split())
    assert not (tmp_path / "hospital.ledger").exists()
    (tmp_path / "room").mkdir()
    done = command_line("run", "study.toml", "--sort-in", "room")
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "room").iterdir())
    # The same releases: in memory they are free.
    assert "Nothing was spent now" in command_line("run", "study.toml").stdout


def test_another_machine_with_the_same_ledger_gives_the_same(study, command_line, tmp_path):
    assert command_line("run", "study.toml").returncode == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("study.toml", "visits.csv", "hospital.ledger"):
        shutil.move(tmp_path / name, elsewhere / name)
    command_line.environment["XDG_STATE_HOME"] = str(elsewhere / "state")
    assert command_line("run", "study.toml", folder=elsewhere).returncode == 0
    assert hashes(elsewhere) == hashes(tmp_path)


def test_all_formats_hold_the_release(study, command_line, tmp_path):
    done = command_line("run", "study.toml", "--json")
    told = json.loads(done.stdout)
    releases = tmp_path / "releases"
    for each in told["releases"]:
        with (releases / f"{each['name']}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        columns = parquet.read_table(releases / f"{each['name']}.parquet").to_pydict()
        written = json.loads((releases / f"{each['name']}.json").read_text())
        assert columns == each["columns"] == written["columns"]
        assert [row["n"] for row in rows] == [str(n) for n in columns["n"]]
        metadata = json.loads((releases / f"{each['name']}.csv-metadata.json").read_text())
        assert metadata["url"] == f"{each['name']}.csv"
        assert [column["titles"] for column in metadata["tableSchema"]["columns"]] == list(columns)
        assert each["ledger"] in metadata["dc:provenance"] and written["ledger"] == each["ledger"]


def test_frames_of_a_release_have_files_of_their_own(study, command_line, tmp_path):
    """A histogram has other rows than a count beside it. It is paid for before files are written."""
    ages = """
[[release]]
name = "ages"
per_person = { rows = 1 }
epsilon = 0.5
stats = { n = "count()", h = "histogram(age, [0, 40, 120])", H = "histogram(age, [0, 60, 120])", "a b" = "histogram(age, [0, 50, 120])" }
"""
    study.write_text(STUDY + SECOND + ages, encoding="utf-8")
    done = command_line("run", "study.toml", "--json")
    assert done.returncode == 0, done.stderr
    (told,) = [each for each in json.loads(done.stdout)["releases"] if each["name"] == "ages"]
    stems = {"n": "ages", "h": "ages.h", "H": "ages.2", "a b": "ages.3"}
    assert [frame["statistics"] for frame in told["frames"]] == [[name] for name in stems]
    for frame, stem in zip(told["frames"], stems.values(), strict=True):
        columns = parquet.read_table(tmp_path / f"releases/{stem}.parquet").to_pydict()
        assert columns == frame["columns"]
        with (tmp_path / f"releases/{stem}.csv").open(encoding="utf-8", newline="") as file:
            assert list(csv.DictReader(file))[0].keys() == columns.keys()
        metadata = json.loads((tmp_path / f"releases/{stem}.csv-metadata.json").read_text())
        assert metadata["url"] == f"{stem}.csv" and [each["titles"] for each in metadata["tableSchema"]["columns"]] == list(columns)
    assert json.loads((tmp_path / "releases/ages.json").read_text())["frames"] == told["frames"]
    before = hashes(tmp_path)
    assert command_line("run", "study.toml", "--frozen").returncode == 0 and hashes(tmp_path) == before


def test_the_registry_has_its_fields_and_texts_stay_texts(study, command_line, tmp_path):
    yaml = pytest.importorskip("yaml")
    command_line("run", "study.toml")
    entry = yaml.safe_load((tmp_path / "deployment.yaml").read_text(encoding="utf-8"))["deployment"]
    assert entry["basic"]["name"] == 'Visits: "2026"'
    assert entry["basic"]["data_curators"] == [{"data_curator_name": "A hospital\nx: y", "data_curator_type": "Health"}]
    assert entry["privacy_loss"]["privacy_parameters"] == {"epsilon": 0.75, "delta": 1e-10}
    assert entry["dp_variant"]["variant_name"] == "Approximate DP"
    assert "discrete Laplace noise of scale" in entry["implementation"]["mechanisms"]


@pytest.mark.parametrize("name", ["\U000e0001", "\u0085", "\U0010ffff", "\u2028", "\x7f", "\U0001f600", "- a: b # c"], ids=ascii)
def test_every_character_of_the_registry_is_itself(name):
    """What is not shown is escaped; of a character beyond 16 bits YAML would read JSON's two escapes as two halves."""
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(_scalar(name)) == name
    assert all(character.isprintable() for character in _scalar(name))


def test_files_may_have_the_longest_names(study, command_line, tmp_path):
    """Of 255 bytes, though of 85 characters: a run was paid for before the name that a file has at first was too long."""
    longest = "漢" * 83
    study.rename(tmp_path / f"{longest}.toml")
    done = command_line("run", f"{longest}.toml")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / f"{longest}.lock").exists()
    done = command_line("count", "visits.csv", "--column", "age", "--epsilon", "1", "--rows-per-person", "9", "--output", f"{longest}.json", "--plot", f"{longest}.svg")
    assert done.returncode == 0, done.stderr
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 100_000, b"null", b"1" * 5000], ids=["lists", "tables", "null", "digits"])
def test_a_lock_of_another_kind_is_told(study, content):
    study.with_suffix(".lock").write_bytes(content)
    with pytest.raises(scrim.BadStateError, match="study.lock is not what a study writes"):
        read_lock(study.with_suffix(".lock"))


def test_what_does_not_fit_is_refused_as_a_whole(study, command_line, tmp_path):
    study.write_text(study.read_text().replace("epsilon = 0.25", "epsilon = 2.51"))
    planned = command_line("plan", "study.toml")
    assert planned.returncode == 4 and "does not fit" in " ".join(planned.stdout.split())
    done = command_line("run", "study.toml", "--json")
    assert done.returncode == 4
    assert json.loads(done.stderr)["error"]["kind"] == "budget" and json.loads(done.stderr)["released"] is False
    assert left(command_line) == "3" and not (tmp_path / "releases").exists()


CHANGES = {
    "a price": ("epsilon = 0.25", "epsilon = 0.2", "release wards asks for something else"),
    "a condition": ("age >= 18", "age >= 19", "release cost_by_region asks for something else"),
    "a name": ('"wards"', '"ward"', "has the release ward"),
    "a title": ('"Visits"', '"Visits!"', "says something else"),
}


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("name", CHANGES)
def test_frozen_fails_if_something_changed(study, command_line, tmp_path, name):
    assert command_line("run", "study.toml", "--frozen").returncode == 1
    assert command_line("run", "study.toml").returncode == 0
    before, after, words = CHANGES[name]
    study.write_text(study.read_text().replace(before, after, 1))
    files = hashes(tmp_path)
    done = command_line("run", "study.toml", "--frozen")
    assert done.returncode == 1 and words in done.stderr
    assert hashes(tmp_path) == files and left(command_line) == "9/4"


def test_a_lock_that_was_changed_is_told(study, command_line, tmp_path):
    assert command_line("run", "study.toml").returncode == 0
    lock = tmp_path / "study.lock"
    whole = lock.read_bytes()
    for place in range(10, len(whole), 97):
        lock.write_bytes(whole[:place] + bytes([whole[place] ^ 2]) + whole[place + 1 :])
        done = command_line("run", "study.toml")
        if whole[place : place + 1].isspace():
            continue
        assert done.returncode == 1 and "study.lock" in done.stderr, (place, done.stderr)
        assert left(command_line) == "9/4"


def test_an_old_backup_of_the_ledger_is_refused_by_the_lock(study, command_line, tmp_path):
    text = study.read_text()
    study.write_text(STUDY)
    assert command_line("run", "study.toml").returncode == 0
    backup = (tmp_path / "hospital.ledger").read_bytes()
    study.write_text(text)
    assert command_line("run", "study.toml").returncode == 0
    (tmp_path / "hospital.ledger").write_bytes(backup)
    shutil.rmtree(tmp_path / "state")  # as on another machine: only the lock knows
    done = command_line("run", "study.toml")
    assert done.returncode == 1 and "study.lock" in done.stderr
    verified = command_line("ledger", "verify", "hospital.ledger", "--against", "releases/wards.json")
    assert verified.returncode == 1 and "wards.json" in verified.stderr
    assert command_line("ledger", "verify", "hospital.ledger").returncode == 0


def test_verify_says_which_entry_was_changed(study, command_line, tmp_path):
    assert command_line("run", "study.toml").returncode == 0
    done = command_line("ledger", "verify", "hospital.ledger", "--against", "study.lock", "--against", "deployment.yaml")
    assert done.returncode == 0 and "entries are whole" in done.stdout
    ledger = tmp_path / "hospital.ledger"
    whole = ledger.read_bytes()
    place = whole.index(b"count()")
    ledger.write_bytes(whole[:place] + b"Count()" + whole[place + 7 :])
    done = command_line("ledger", "verify", "hospital.ledger")
    assert done.returncode == 1 and re.search("entry [24] was changed", done.stderr)


def test_accounts_from_the_shell(study, command_line, tmp_path):
    assert command_line("run", "study.toml").returncode == 0
    assert command_line("ledger", "grant", "hospital.ledger", "ana", "--epsilon", "0.3", "--delta", "1e-10").returncode == 0
    assert command_line("ledger", "grant", "hospital.ledger", "bob", "--epsilon", "9", "--delta", "1e-10").returncode == 4
    ask = ["query", "visits.csv", "--person", "patient", "--rows", "2", "--stat", "n=count()", "--ledger", "hospital.ledger"]
    first = command_line(*ask, "--epsilon", "0.2", "--account", "ana", "--json")
    assert first.returncode == 0, first.stderr
    again = command_line(*ask, "--epsilon", "0.2", "--account", "ana", "--json")
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert command_line(*ask, "--epsilon", "0.15", "--account", "ana").returncode == 4
    shown = json.loads(command_line("ledger", "show", "hospital.ledger", "--json").stdout)
    assert [each["account"] for each in shown["accounts"]] == ["", "ana"]
    assert shown["accounts"][1]["left"]["epsilon"] == "1/10"


@pytest.mark.parametrize(
    ("budget", "words"),
    [([], "neither of --epsilon and --rho was given"), (["--epsilon", "1", "--rho", "1"], "both of --epsilon and --rho were given")],
)
def test_a_ledger_without_one_budget_is_not_created(command_line, tmp_path, budget, words):
    done = command_line("ledger", "create", "one.ledger", "--label", "visits", *budget)
    assert (done.returncode, done.stdout) == (2, "") and words in " ".join(done.stderr.split())
    assert not (tmp_path / "one.ledger").exists()


def test_one_statistic_from_the_shell(study, command_line, tmp_path):
    assert command_line("ledger", "create", "one.ledger", "--label", "visits", "--epsilon", "1").returncode == 0
    ask = ["quantile", "visits.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "0.1", "--rows-per-person", "9"]
    paid = [*ask, "--ledger", "one.ledger", "--name", "age"]
    first, again = command_line(*paid, "--json"), command_line(*paid, "--json")
    assert first.returncode == 0 and first.stdout == again.stdout
    assert json.loads(first.stdout)["ledger"].startswith("3:")
    assert "ledger 3:" in command_line(*paid).stdout
    for wrong, words in (
        ([*ask, "--ledger", "one.ledger"], "--name is missing"),
        ([*ask, "--name", "age"], "give --ledger"),
        ([*paid, "--sql", "select * from data"], "--sql was given beside --ledger"),
    ):
        done = command_line(*wrong)
        assert done.returncode == 2 and words in done.stderr
    exported = command_line("ledger", "export", "one.ledger", "--releases", "out")
    entries = [json.loads(line)["entry"] for line in exported.stdout.splitlines()]
    assert [entry["kind"] for entry in entries] == ["open", "debit", "release"]
    (stored,) = (tmp_path / "out").iterdir()
    assert hashlib.sha256(stored.read_bytes()).hexdigest() == entries[2]["hash"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--rho", "0.1"], "--rho was asked for, and the ledger counts epsilon; give --epsilon\n"),
        (
            ["--epsilon", "0.1", "--delta", "1e-9", "--by", "ward", "--found", "--groups", "1"],
            "a delta is needed, and the ledger was created without one; give a ledger that was created with --delta, or leave --delta out\n",
        ),
        (["--epsilon", "1e400"], "--epsilon is "),
        (["--epsilon", "0.1", "--account", ""], "--account is ''; give a path"),
    ],
)
def test_what_a_ledger_cannot_pay_is_said_in_options(study, command_line, asked, words):
    assert command_line("ledger", "create", "one.ledger", "--label", "visits.csv", "--epsilon", "1").returncode == 0
    ask = ["query", "visits.csv", "--person", "patient", "--rows", "2", "--stat", "n=count()", "--ledger", "one.ledger"]
    done = command_line(*ask, *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("scrim: ") and words in done.stderr
    assert IN_PYTHON.search(done.stderr) is None, done.stderr


@pytest.mark.parametrize(
    ("budget", "asked", "words"),
    [
        (["--epsilon", "1"], ["--rho", "1"], "the ledger counts epsilon; give a limit in that: --epsilon alone"),
        (["--epsilon", "1"], ["--epsilon", "1", "--delta", "1e-9"], "the ledger counts epsilon; give a limit in that: --epsilon alone"),
        (
            ["--epsilon", "1", "--delta", "1e-6"],
            ["--epsilon", "1"],
            "the ledger counts epsilon+delta; give a limit in that: --epsilon and --delta",
        ),
    ],
)
def test_a_limit_that_the_ledger_does_not_count_is_said_in_options(command_line, budget, asked, words):
    assert command_line("ledger", "create", "one.ledger", "--label", "visits", *budget).returncode == 0
    done = command_line("ledger", "grant", "one.ledger", "ana", *asked)
    assert (done.returncode, done.stderr) == (2, f"scrim: {words}\n")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "--sort-in is 'none', which is no folder; give one"),
        ({'person = "patient"': "rows_per_person = 2"}, "--sort-in sorts rows by person, and the table has none"),
    ],
)
def test_where_rows_cannot_be_sorted_is_said_in_options(study, command_line, tmp_path, change, words):
    for before, after in change.items():
        assert before in STUDY
        study.write_text(STUDY.replace(before, after), encoding="utf-8")
    done = command_line("run", "study.toml", "--sort-in", "none")
    assert done.returncode == 2 and done.stderr.startswith(f"scrim: {words}")
    assert not (tmp_path / "hospital.ledger").exists()


@pytest.mark.parametrize("option", ["--output", "--plot"])
def test_what_is_paid_from_a_ledger_does_not_replace_it(study, command_line, tmp_path, option):
    name = "one.svg" if option == "--plot" else "one.ledger"
    assert command_line("ledger", "create", name, "--label", "visits.csv", "--epsilon", "1").returncode == 0
    before = (tmp_path / name).read_bytes()
    ask = ["query", "visits.csv", "--person", "patient", "--rows", "2", "--stat", "n=count()", "--epsilon", "0.1", "--ledger", name]
    for written in (name, f"./{name}"):
        done = command_line(*ask, option, written)
        assert (done.returncode, done.stdout) == (2, "") and "which is read too" in " ".join(done.stderr.split())
    if option == "--output":
        done = command_line(*ask, option, f"{name}-journal")
        assert done.returncode == 2 and not (tmp_path / f"{name}-journal").exists()
    assert (tmp_path / name).read_bytes() == before


def test_a_first_study_and_the_schema_are_written(study, command_line, tmp_path):
    assert command_line("init", "visits.csv", "--study", "first.toml").returncode == 0
    assert command_line("init", "visits.csv", "--study", "first.toml").returncode == 2  # it is there already
    assert command_line("init", "visits.csv", "--study", "first.toml", "--force").returncode == 0
    assert "# age = " in (tmp_path / "first.toml").read_text()
    assert json.loads(command_line("schema").stdout)["title"] == "A study of Scrim"
