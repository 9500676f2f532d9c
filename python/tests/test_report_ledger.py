"""Reports of a whole ledger and of a study: what was spent, by whom, what is left; and that they read no data and spend
nothing."""

from __future__ import annotations

import re
import time
from fractions import Fraction

import pytest
import scrim
from scrim import Ledger, LedgerError, MisuseError
from scrim.report import ledger_report, ledger_section, make_report, read_ledger, report_bytes
from scrim.report.person_words import best_guess, budget_words
from scrim.report.sections import Figure, Grid
from scrim.studies import read_study, run_study, study_report

from explored_study import STUDY, words_of
from releases_to_report import EVIL

SECOND = """
[[release]]
name = "wards"
per_person = { groups = 1, rows = 1 }
group_by = ["ward"]
keys = "found"
lookup = [{ column = "region", table = "codes.csv", add = "coast" }]
epsilon = 1
delta = 1e-10
stats = { n = "count_people()" }
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    """One that was run."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    rows = [f"{person % 150},{20 + person % 60},{person * 7 % 5000},{'NESW'[person % 4]},{'ab'[person % 2]}" for person in range(600)]
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "codes.csv").write_text("region,coast\nN,yes\nE,no\n", encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY + SECOND, encoding="utf-8")
    read = read_study(tmp_path / "study.toml")
    run_study(read)
    return read


def content_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def ledger_of(tmp_path, **budget):
    return Ledger.create(str(tmp_path / "made.ledger"), unit="one person", dataset="people", **(budget or {"epsilon": "1"}))


def spend(ledger, text, account="", **price):
    digest = f"{len(ledger.entries()):064x}"
    return ledger.release_priced(digest=digest, plan=text, account=account, read=lambda: None, finish=lambda: b"x", **price)


def text_of(report):
    return words_of(report_bytes(report, "html").decode())


def test_a_ledger_is_read_whole(tmp_path):
    ledger = ledger_of(tmp_path, epsilon="3", delta="1e-9")
    ledger.grant("ana", epsilon="1", delta="1e-10")
    spend(ledger, "count of rows", epsilon="0.5")
    assert read_ledger(ledger).budget.spendings[-1].asked == "count of rows"
    spend(ledger, "query of a table .agg(n=\"count()\")", "ana", epsilon="0.25", delta="1e-11")
    facts = read_ledger(ledger, names={f"{2:064x}": "rows"})
    assert [(each.label, each.amount, each.account, each.asked) for each in facts.budget.spendings] == [
        ("rows", Fraction(1, 2), "", ""),
        ("entry 5", Fraction(1, 4), "ana", '.agg(n="count()")'),
    ]
    assert facts.budget.left[-1] == Fraction(9, 4) and facts.spent.delta == Fraction(1, 10**11)
    text = text_of(ledger_report(facts))
    for words in ("What was spent on people", "Of epsilon 3 in all, 0.75 was spent by 2 releases, and 2.25 is left", "Of delta 1e-9 in all, 1e-11 was spent",
                  "ana epsilon 1, delta 1e-10 epsilon 0.25, delta 1e-11", f"--against {ledger.head}", "If all of the budget is spent one day"):  # fmt: skip
        assert words in text, words
    (own,) = read_ledger(ledger, "ana").budget.spendings
    assert own.label == "entry 5"
    assert "Accounts" not in text_of(ledger_report(read_ledger(ledger, "ana")))


def test_a_debit_that_was_cut_short_is_told(tmp_path):
    ledger = ledger_of(tmp_path)

    def fail():
        raise RuntimeError("out of paper")

    with pytest.raises(RuntimeError):
        ledger.release_priced(digest="0" * 64, plan="it", epsilon="0.5", read=lambda: None, finish=fail)
    facts = read_ledger(ledger)
    assert facts.unfinished == 1 and facts.budget.spent == Fraction(1, 2)
    assert "For 1 debit no release is stored" in text_of(ledger_report(facts))


class BusyLedger:
    """Others pay from it while it is read: so many times, after it was verified and before its entries are read."""

    def __init__(self, ledger, times):
        self._ledger, self._times = ledger, times

    def __getattr__(self, name):
        return getattr(self._ledger, name)

    def entries(self):
        if self._times:
            self._times -= 1
            spend(self._ledger, "count of rows", epsilon="0.001")
        return self._ledger.entries()


def test_what_is_paid_meanwhile_is_not_beyond_the_last_entry(tmp_path):
    ledger = ledger_of(tmp_path)
    facts = read_ledger(BusyLedger(ledger, 3))
    assert facts.head == ledger.head == ledger.verify()
    assert len(facts.budget.spendings) == 3 and facts.budget.spent == facts.spent.epsilon == Fraction(3, 1000)
    with pytest.raises(scrim.BadStateError, match="others write to the ledger .* make the report when they are done"):
        read_ledger(BusyLedger(ledger, 1000))


def test_a_ledger_of_which_nothing_was_spent(tmp_path):
    text = text_of(ledger_report(read_ledger(ledger_of(tmp_path, rho="0.5"))))
    assert "nothing about you was released" in text and "by 0 releases" in text
    assert "figure" not in report_bytes(ledger_report(read_ledger(Ledger.open(str(tmp_path / "made.ledger")))), "html").decode().split("<body>")[1]


def test_names_in_a_ledger_are_text(tmp_path):
    ledger = Ledger.create(str(tmp_path / "made.ledger"), unit="one person", dataset=EVIL[0], epsilon="1")
    for evil in EVIL:
        spend(ledger, evil.replace("\x00", ""), epsilon="0.01")
    page = report_bytes(ledger_report(read_ledger(ledger), EVIL[1]), "html").decode()
    assert "<script" not in page and "<img" not in page and "\u202e" not in page
    assert "&lt;script&gt;document.title" in page


def test_a_ledger_that_was_changed_is_no_report(tmp_path):
    ledger = ledger_of(tmp_path)
    spend(ledger, "count of rows", epsilon="0.5")
    file = tmp_path / "made.ledger"
    before = file.read_bytes()
    changed = before.replace(b"count of rows", b"count of rats")
    assert changed != before
    file.write_bytes(changed)
    with pytest.raises(LedgerError, match="entry 2"):
        read_ledger(Ledger.open(str(file)))


def test_words_about_a_budget():
    def times(words):
        return [float(each) for each in re.findall(r"at most ([\d.]+) times", " ".join(words))]

    spent, total = (0.5, 0.0, None), (3.0, 1e-9, None)
    assert times(budget_words(spent, total)) == pytest.approx([100 * best_guess(*spent), 100 * best_guess(*total)], abs=0.1)
    assert all(told >= 100 * best_guess(*each) for told, each in zip(times(budget_words(spent, total)), (spent, total), strict=True))
    assert times(budget_words(total, total)) == times(budget_words(spent, total))[1:]
    assert "Nobody can tell" in budget_words(spent, total)[0]
    assert "nobody can be sure" in budget_words((1.5, 0.0, None), total)[0]
    assert "but little of it" in budget_words((2.5, 0.0, None), total)[0]
    assert best_guess(None, 0.1, 0.5) == pytest.approx(0.8)  # delta counts beside a rho too


def test_a_study_is_one_page(study, monkeypatch):
    """With its releases as they are in the ledger, though the data are gone; and nothing is spent."""
    head = Ledger.open(str(study.folder / "hospital.ledger")).head
    (study.folder / "visits.csv").unlink()
    report = study_report(study)
    titles = [section.title for section in report.sections]
    assert report.title == "Visits"
    assert titles == ["At a glance", "What this means for you", "cost_by_region", "wards", "What was spent of the budget", "The study", "Citing and checking", "Words on this page"]
    text = text_of(report)
    for words in ("Of epsilon 3 in all, 1.5 was spent by 2 releases", "scrim run study.toml --frozen scrim ledger verify LEDGER --against study.lock", study.digest, head):
        assert words in text, words
    (figure,) = [block for block in report.sections[4].blocks if isinstance(block, Figure)]
    assert "cost_by_region" in figure.wide.shapes and "wards" in figure.wide.shapes
    assert Ledger.open(str(study.folder / "hospital.ledger")).head == head


def test_what_is_on_the_page_is_what_was_released(study):
    from scrim.studies.study_report import released_of

    release = run_study(study).releases[0][1]
    (first, _) = released_of(study)
    assert first.facts.columns["n"] == release["n"]
    assert first.facts.release_digest in text_of(study_report(study))


def test_a_study_that_was_not_run_is_no_report(study):
    more = SECOND.replace("wards", "more").replace("count_people", "count")
    (study.path).write_text(STUDY + SECOND + more, encoding="utf-8")
    with pytest.raises(scrim.BadStateError, match=r"more was not released yet.*scrim run study\.toml"):
        study_report(read_study(study.path))


def test_another_ledger_than_the_lock_tells_of_is_refused(study):
    (study.folder / "hospital.ledger").rename(study.folder / "old.ledger")
    Ledger.create(str(study.folder / "hospital.ledger"), unit="one person", dataset="visits.csv", epsilon="3", delta="1e-9")
    with pytest.raises((LedgerError, MisuseError)):
        study_report(study)


def test_a_budget_stands_beside_releases(study):
    from scrim.studies.study_report import released_of

    named = released_of(study)
    facts = read_ledger(Ledger.open(str(study.folder / "hospital.ledger")), names={each.facts.plan_digest: each.name for each in named})
    section = ledger_section(facts)
    (grid,) = [block for block in section.blocks if isinstance(block, Grid)]
    assert [row[0] for row in grid.rows] == ["cost_by_region", "wards"]
    assert "1.5 was spent" in text_of(make_report(named, further=[section]))


def study_of_a_thousand_groups(folder):
    """Two releases of them, which were run."""
    rows = [f"{person},{person % 100},{person % 1000}" for person in range(5000)]
    (folder / "rows.csv").write_text("id,x,g\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "study.toml").write_text(
        """\
[data]
source = "rows.csv"
person = "id"
[columns]
x = { number = [0, 100] }
g = { integer = [0, 999] }
[budget]
epsilon = 4
ledger = "rows.ledger"
[output]
formats = ["json"]
[[release]]
name = "numbers"
per_person = { groups = 1, rows = 1 }
group_by = "g"
epsilon = 3
stats = { n = "count()", m = "mean(x)", t = "sum(x)", q = "quantiles(x, [0.25, 0.5, 0.75], candidates=11)" }
[[release]]
name = "counts"
per_person = { groups = 1, rows = 1 }
group_by = "g"
epsilon = 1
stats = { n = "count()" }
""",
        encoding="utf-8",
    )
    study = read_study(folder / "study.toml")
    run_study(study)
    return study


def test_a_study_of_a_thousand_groups_is_quick_and_small(tmp_path, monkeypatch):
    """Its plans are made anew, so that what is timed is all that there is beyond them, the ledger too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    study = study_of_a_thousand_groups(tmp_path)
    report_bytes(study_report(study), "html")  # the template is compiled once
    started = time.process_time()
    page = report_bytes(study_report(study), "html")
    assert time.process_time() - started < 2
    assert len(page) < 3_000_000
    text = words_of(page.decode())
    assert "Of epsilon 4 in all, 4 was spent by 2 releases" in text and text.count("n by g: 1000 rows") == 2


def test_the_shell_makes_pages_of_studies_and_ledgers(study, command_line, tmp_path):
    done = command_line("report", "study.toml", "--output", "study.html")
    assert (done.returncode, done.stdout) == (0, "wrote study.html\n"), done.stderr
    assert "<h1>Visits</h1>" in (tmp_path / "study.html").read_text()
    done = command_line("report", "hospital.ledger", "--format", "md")
    assert done.stdout.startswith("# What was spent on visits.csv"), done.stderr
    for name in ("cost_by_region", "wards"):
        assert command_line("report", f"releases/{name}.json", "--digests").stdout.split()[1] in done.stdout + (tmp_path / "study.lock").read_text()
    done = command_line("report", "hospital.ledger", "releases/wards.json", "--format", "md")
    assert "| wards | 1 | 1.5 |" in done.stdout and "| entry 2 | 0.5 | 2.5 |" in done.stdout
    told = command_line("report", "study.toml", "--digests").stdout.split()
    assert told[2::3] == ["cost_by_region"] * 2 + ["wards"] * 2
    assert command_line("report", "hospital.ledger", "--digests").stdout.split()[:2] == ["ledger", Ledger.open(str(tmp_path / "hospital.ledger")).head]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["study.toml", "hospital.ledger"], 2, "makes a page by itself"),
        (["hospital.ledger", "./hospital.ledger"], 2, "is a second ledger"),
        (["none.toml"], 1, "none.toml"),
        (["none.ledger"], 1, "cannot be read"),
        (["hospital.ledger", "--output", "hospital.ledger", "--format", "md"], 2, "which is read too"),
        (["hospital.ledger", "--output", "hospital.ledger-journal", "--format", "md"], 2, "which is read too"),
        *(
            (["study.toml", "--output", name, "--format", "md"], 2, "which is read too")
            for name in ("study.toml", "hospital.ledger", "hospital.ledger-journal", "visits.csv", "study.lock", "codes.csv")
        ),
    ],
)
def test_the_shell_refuses(study, command_line, arguments, status, words):
    before = content_of(study.folder)
    done = command_line("report", *arguments)
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert words in " ".join(done.stderr.split())
    assert content_of(study.folder) == before
