"""The study as Python, shell and TOML: each asks for the very same, so that with one ledger all of it is paid for once."""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys

import pytest
from scrim.explore.code_python import python_code
from scrim.explore.code_shell import shell_code
from scrim.explore.statistic_fields import take_apart
from scrim.studies import plan_study, read_study, run_study

from explored_study import STUDY, Page
from test_studies_text import WARDS

MORE = """
[[release]]
name = "by-district"
where = ["age >= 18", "cost < 4000.5"]
derive = { decade = "age // 10", "class" = "age >= 65" }
per_person = { rows = 2, groups = 2 }
group_by = ["region", "district"]
keys = [["N", "1"], ["E", "2"]]
epsilon = "0.125"
confidence = 0.9
[[release.lookup]]
column = "ward"
table = "districts.csv"
add = "district"
[release.stats]
n = "count()"
"the \\"median\\"" = "quantile(age, 0.5)"
"if" = "sum(cost, person_total=(0, 2000))"
[[release]]
name = "how_many"
per_person = { rows = 1 }
within = { n = 20.5, cost = [300, 1000] }
stats = { n = "count()", cost = "mean(cost)" }
[[release]]
name = "truths"
lookup = [{ column = ["region"], table = { region = ["N", "E"], weight = [1, 2] }, add = ["weight"] }]
per_person = { rows = 1 }
epsilon = 0.1
stats = { h = "histogram(region)", t = "top_k(region, 2, counts=True)" }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    text = STUDY.replace('person = "patient"', 'person = "patient"\ndelimiter = ";"\nlabel = "visits-2026"')
    (tmp_path / "study.toml").write_text(text + WARDS + MORE, encoding="utf-8")
    rows = [f"{person % 150};{20 + person % 60};{person * 7 % 5000};{'NESW'[person % 4]};{'ab'[person % 2]}" for person in range(600)]
    (tmp_path / "visits.csv").write_text("patient;age;cost;region;ward\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "districts.csv").write_text("ward,district\na,1\nb,2\n", encoding="utf-8")
    return tmp_path


def written(page):
    """The three texts, as somebody copies them from the page."""
    page.ask("/code")
    found = re.findall(r'<pre id="text-(\w+)"[^>]*><code>(.*?)</code></pre>', page.parts["code"], re.DOTALL)
    return {name: html.unescape(text) for name, text in found}


@pytest.fixture
def page(folder):
    opened = Page(folder / "study.toml")
    opened.load()
    return opened


def test_python_gives_the_same_releases_free(page, folder):
    page.ask("/plan")
    run = run_study(read_study(page.path))
    head = run.plan.session.head
    code = written(page)["Python"]
    namespace = {"__name__": "written"}
    exec(compile(code, "written.py", "exec"), namespace)
    assert list(namespace["plans"]) == [name for name, _ in run.releases]
    for (_, released), plan in zip(run.releases, namespace["plans"].values(), strict=True):
        assert plan.digest == released.plan.digest and plan.release() == released
    assert plan_study(read_study(page.path), is_dry=True).session.head == head  # nothing was written to the ledger
    assert (folder / "by-district.json").exists()


def test_python_begins_the_ledger_and_the_program_finds_its_releases(page, folder):
    done = subprocess.run([sys.executable, "-c", written(page)["Python"]], cwd=folder, capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert not any(run_study(read_study(page.path)).spent)


def test_toml_is_the_study(page, folder):
    assert written(page)["TOML"] == page.path.read_text(encoding="utf-8")
    page.fill(release__0__epsilon="0.4", title='"""\\')
    toml = written(page)["TOML"]
    (folder / "other.toml").write_text(toml, encoding="utf-8")
    study = read_study(folder / "other.toml")
    assert str(study.releases[0]["epsilon"]) == "0.4" and study.title == '"""\\'
    page.ask("/save")
    assert page.path.read_text(encoding="utf-8") == toml
    compile(written(page)["Python"], "written.py", "exec")  # whatever the title is


def test_the_commands_run(page, folder, command_line):
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(folder / "state")}
    lines = [shlex.split(line, comments=True) for line in written(page)["Shell"].splitlines()]
    assert [line[1] for line in lines] == ["plan", "run", "report", "ledger"]
    for line in lines:
        assert line[0] == "scrim"
        done = command_line(*line[1:], folder=folder)
        assert done.returncode == 0, done.stderr
    assert (folder / "study.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_names_are_quoted_in_every_language(folder):
    hostile = "x'); import os; os.abort(); ('\n$(rm -r /)"
    path = folder / "-a study$(x).toml"
    text = STUDY.replace('"Visits"', '"\\nimport os; os.abort()\\u2028"').replace("visits.csv", "vi$(x)'sits.csv")
    path.write_text(text.replace("[columns]", "[columns]\n" + '"x\'); import os; os.abort(); (\'\\n$(rm -r /)" = { text = true }'), encoding="utf-8")
    study = read_study(path)
    assert hostile in study.facts
    code = python_code(study)
    assert not [line for line in code.splitlines() if line.startswith("import os")]
    compile(code, "written.py", "exec")
    page = Page(path)
    page.load()
    line = shlex.split(written(page)["Shell"].splitlines()[0], comments=True)
    assert line == ["scrim", "plan", "./-a study$(x).toml"]


def test_names_that_python_takes_for_others_stay_what_they_are(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "visits.csv").write_text("patient,age,cost,region,ward\n", encoding="utf-8")
    path = folder / "named.toml"
    asked = STUDY[: STUDY.index("[[release]]")] + (
        '[[release]]\nname = "r"\nepsilon = 0.1\nper_person = { rows = 1 }\n'
        'derive = { "nº" = "age + 1" }\nstats = { "ª" = "sum(nº, bounds=(0, 9))" }\n'
    )
    path.write_text(asked, encoding="utf-8")
    study = read_study(path)
    namespace = {"__name__": "written"}
    exec(compile(python_code(study).partition("\nfor name, plan")[0], "written.py", "exec"), namespace)
    ((_, plan),) = plan_study(study, is_dry=True).releases
    assert namespace["plans"]["r"].digest == plan.digest and plan.plan.statistics[0].name == "ª"


def test_a_name_of_two_lines_is_one_word_in_every_line(folder):
    """A remark ends where a line ends, and what stands behind it would be run."""
    path = folder / "study\ntouch broken\n.toml"
    path.write_text(STUDY.replace("hospital.ledger", "hos\\ntouch broken\\n.ledger"), encoding="utf-8")
    program = folder / "bin" / "scrim"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s|" "$@" >>called\n', encoding="utf-8")
    program.chmod(0o755)
    subprocess.run(["sh", "-c", shell_code(read_study(path))], cwd=folder, env={"PATH": f"{program.parent}:/usr/bin:/bin"}, check=True)
    assert not (folder / "broken").exists()
    called = (folder / "called").read_text(encoding="utf-8").split("|")
    assert called[:4] == ["plan", path.name, "run", path.name] and path.with_suffix(".lock").name in called


APART = {
    "count()": ("count", "", "", ""),
    "count": ("count", "", "", ""),
    "mean(cost, share=3)": ("mean", "cost", "", "3"),
    "quantiles('my column', [0.25, 0.5], candidates=100)": ("quantiles", "my column", "[0.25, 0.5], candidates=100", ""),
    "histogram(age, range(0, 121, 10), other_rows=True, share=0.5)": ("histogram", "age", "range(0, 121, 10), other_rows=True", "0.5"),
    "mean(nº, share=3)": ("mean", "nº", "", "3"),
    "mean(cost": ("", "", "mean(cost", ""),
    "open('x')": ("", "", "open('x')", ""),
    "mean(**x)": ("", "", "mean(**x)", ""),
    "mean(1 + 2)": ("", "", "mean(1 + 2)", ""),
}


@pytest.mark.parametrize("text", APART)
def test_statistics_are_taken_apart_and_put_together(text):
    fields = take_apart(text)
    assert (fields.what, fields.column, fields.arguments, fields.share) == APART[text]
    assert take_apart(fields.text) == fields
