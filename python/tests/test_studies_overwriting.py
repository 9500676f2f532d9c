"""Studies whose files would take the place of what they read: refused before anything is paid for, whatever the names."""

from __future__ import annotations

import os

import pytest
import scrim
from scrim.sessions.open_ledger import KEY
from scrim.studies import plan_study, read_study, run_study
from scrim.studies.outputs import files_of, names_of

from test_studies_text import STUDY, WARDS

FRAMES = """
[[release]]
name = "ages"
per_person = { rows = 1 }
epsilon = 0.5
stats = { h = "histogram(age, [0, 40, 120])", n = "count()", H = "histogram(age, [0, 60, 120])", "a b" = "histogram(age, [0, 50, 120])", m = "mean(cost)" }
"""
LOOKUP = '[[release.lookup]]\ncolumn = "region"\ntable = "codes.csv"\nadd = ["coast"]\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "work"
    folder.mkdir()
    rows = [f"{person % 150},{20 + person % 60},{person * 7 % 5000},{'NESW'[person % 4]},{'ab'[person % 2]}" for person in range(600)]
    (folder / "visits.csv").write_text("patient,age,cost,region,ward\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "codes.csv").write_text("region,coast\nN,yes\nE,no\n", encoding="utf-8")
    return folder


def study_in(folder, output, *, name="study.toml", source="visits.csv", release="cost_by_region", ledger="hospital.ledger", more=""):
    text = STUDY.replace("visits.csv", source).replace("cost_by_region", release).replace("hospital.ledger", ledger)
    path = folder / name
    path.write_text(f"{text}{LOOKUP}{more}[output]\n{output}\n", encoding="utf-8")
    return read_study(path)


def content_of(folder):
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(study, words):
    """By a plan and by a run, which leave everything as it was."""
    before = content_of(study.folder)
    for attempt in (lambda: plan_study(study, is_dry=True), lambda: run_study(study)):
        with pytest.raises(scrim.InvalidArgumentError, match=words):
            attempt()
    assert content_of(study.folder) == before


REPLACED = {
    "the data": ({"release": "visits"}, 'folder = "."', r"release visits would be written to .*visits\.csv, which is the data of the study; give"),
    "the data by a way around": ({"release": "visits"}, 'folder = "none/.."', "which is the data of the study"),
    "data that a pattern finds": ({"source": "visit?.csv", "release": "visits"}, 'folder = "."', "which is the data of the study"),
    "data that a pattern will find": ({"source": "v*.csv", "release": "view"}, 'folder = "."', "names too: it would be read as data the next time"),
    "a table to look up in": ({"release": "codes"}, 'folder = "."', "which is a table to look up in"),
    "the ledger": ({}, 'registry = "hospital.ledger"', r"output\.registry is .*hospital\.ledger, which is the ledger of the study"),
    "a ledger by another name": ({"release": "spent", "ledger": "spent.json"}, 'folder = "."', "which is the ledger of the study"),
    "the journal of the ledger": ({}, 'registry = "hospital.ledger-journal"', "which is the ledger of the study"),
    "the study": ({}, 'registry = "./study.toml"', "which is the study itself"),
    "a study by another name": ({"name": "plans.json", "release": "plans"}, 'folder = "."', "which is the study itself"),
    "a study by the name of a lock": ({"name": "study.lock"}, "", "the lock of the study is .*which is the study itself"),
    "the data, by the lock": ({"source": "study.lock"}, "", "the lock of the study is .*which is the data of the study"),
    "a folder": ({}, 'registry = "."', r"output\.registry is .*, which is a folder; give the name of another file"),
    "a file as a folder": ({}, 'folder = "visits.csv/x"', "would be written to .*, which cannot be written: Not a directory; give output.folder"),
    "a name that is too long": ({}, f'folder = "{"a" * 300}"', "which cannot be written: File name too long; give output.folder another"),
    "the lock": ({}, 'registry = "study.lock"', "which is a file that the study writes already"),
    "a release": ({}, 'registry = "releases/cost_by_region.json"', "which is a file that the study writes already"),
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_read_is_not_written_over(folder, name):
    given, output, words = REPLACED[name]
    if given.get("source") == "study.lock":
        (folder / "visits.csv").rename(folder / "study.lock")
    refused(study_in(folder, output, **given), words)


def test_a_ledger_that_is_there_is_not_written_over(folder):
    run_study(study_in(folder, ""))
    for link in (os.link, os.symlink):
        name = folder / f"{link.__name__}.yaml"
        link(folder / "visits.csv", name)
        refused(study_in(folder, f'registry = "{name.name}"'), "which is the data of the study")
    os.symlink(folder / "hospital.ledger", folder / "entry.yaml")
    refused(study_in(folder, 'registry = "entry.yaml"'), "which is the ledger of the study")


def test_the_key_of_a_ledger_is_not_written_over(folder, monkeypatch):
    (folder / "key.pem").write_text("secret")
    monkeypatch.setenv(KEY, str(folder / "key.pem"))
    refused(study_in(folder, 'registry = "key.pem"'), f"which is the key of {KEY}")


def test_nothing_is_refused_that_lies_beside_it(folder):
    done = run_study(study_in(folder, 'folder = "."\nregistry = "deployment.yaml"'))
    assert {path.name for path in done.files} >= {"cost_by_region.csv", "deployment.yaml"}
    assert run_study(read_study(folder / "study.toml")).spent == (0, 0)  # a study may replace what it wrote
    run_study(study_in(folder, 'folder = "visits"', name="other.toml", ledger="other.ledger"))


def test_the_names_of_files_are_known_before_they_are_made(folder):
    study = study_in(folder, "", more=FRAMES + WARDS)
    for name, release in run_study(study).releases:
        for formats in (study.formats, ("csv",), ("parquet", "json")):
            assert names_of(name, release.plan.query, formats) == list(files_of(name, release, formats, "Visits"))
