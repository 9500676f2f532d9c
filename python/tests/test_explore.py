"""The page of a study: it edits and plans without data, saves what it changed and nothing else, and releases once."""

from __future__ import annotations

import builtins
import json
import os
import re
import threading

import pytest
from scrim import BudgetError
from scrim.explore.toml_literal import literal
from scrim.studies import plan_study, read_study, run_study
from scrim.studies.study_report import study_report

from explored_study import STUDY, Page, words_of
from test_studies_text import WARDS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    return tmp_path


@pytest.fixture
def visits(folder):
    rows = [f"{person % 150},{20 + person % 60},{person * 7 % 5000},{'NESW'[person % 4]},{'ab'[person % 2]}" for person in range(600)]
    (folder / "visits.csv").write_text("patient,age,cost,region,ward\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def page(folder):
    opened = Page(folder / "study.toml")
    opened.load()
    return opened


def test_the_plan_needs_no_data(page, folder):
    assert not (folder / "visits.csv").exists()
    assert "Costs epsilon 0.5 of epsilon 3, delta 1e-9 left: it fits." in page.plan
    assert "n = count() ± 65 epsilon 0.125" in page.plan and "discrete Laplace noise of scale 21.82" in page.plan
    assert not (folder / "hospital.ledger").exists() and not (folder / "state").exists()


def test_the_plan_is_that_of_the_program(page, visits):
    planned = plan_study(read_study(visits / "study.toml"), is_dry=True).releases[0][1]
    for line in planned.explain().splitlines():
        assert " ".join(line.split()) in page.plan


def test_planning_opens_no_data(visits, monkeypatch):
    """Neither a reader nor the file, though it is there."""
    opened, tables = [], []
    real = builtins.open
    monkeypatch.setattr(builtins, "open", lambda file, *rest, **more: opened.append(str(file)) or real(file, *rest, **more))
    real_low = os.open
    monkeypatch.setattr(os, "open", lambda file, *rest, **more: opened.append(str(file)) or real_low(file, *rest, **more))
    from scrim.tables import source

    monkeypatch.setattr(source, "open_table", lambda *given, **more: tables.append(given))
    page = Page(visits / "study.toml")
    page.load()
    page.fill(release__0__epsilon="0.7")
    page.ask("/plan")
    page.ask("/code")
    page.ask("/save")
    assert tables == [] and not [name for name in opened if "visits" in name]
    assert "Costs epsilon 0.7" in page.plan


def test_data_that_cannot_be_read_do_not_matter_before_a_release(folder):
    (folder / "visits.csv").mkdir()
    page = Page(folder / "study.toml")
    page.load()
    assert "it fits" in page.plan
    told = page.release(status=422)
    assert "visits.csv" in told["said"]


def test_edits_are_planned(page):
    page.fill(release__0__epsilon="0.1", release__0__stat__1__share="1", release__0__where="age >= 18\nage < 65")
    told = page.ask("/plan")
    assert "Costs epsilon 0.1 of" in page.plan and "cost = mean(cost) ±" in page.plan and not told["saved"]
    assert "Save the study first" in words_of(page.parts["release"]) and "button" not in page.parts["release"]


def test_an_accuracy_finds_its_price(page):
    page.fill(release__0__epsilon="", release__0__stat__0__within="20", release__0__stat__1__within="300 among 1000")
    page.ask("/plan")
    assert "± 20" in page.plan or "± 19" in page.plan
    page.ask("/save")
    assert read_study(page.path).releases[0]["within"] == {"n": 20, "cost": [300, 1000]}
    assert "epsilon" not in read_study(page.path).releases[0]


MISTAKES = {
    "an amount": ({"release__0__epsilon": "much"}, "release 1.epsilon|epsilon is 'much'"),
    "a bound": ({"column__0__high": "old"}, "columns.age.number is 'old'; give the smallest and the largest"),
    "an unknown column": ({"release__0__where": "weight > 3"}, "weight"),
    "a statistic": ({"release__0__stat__1__arguments": "nonsense="}, "is no statistic|which is no"),
    "two columns of one name": ({"column__1__name": "age"}, "two columns are called 'age'"),
    "no name": ({"release__0__stat__0__name": ""}, "has no name"),
    "a computed column": ({"release__0__derive": "age // 10"}, "computes no column; give its name and an expression"),
    "how much of a person": ({"release__0__rows": ""}, "how many rows of a person are used is not said"),
    "more edges than there is memory": (
        {"release__0__stat__1__what": "histogram", "release__0__stat__1__arguments": "range(0, 1000001)", "release__0__stat__1__share": ""},
        re.escape("edges is range(0, 1000001), which are more than 1000000; give"),
    ),
    "a file's name": ({"release__0__name": "../x"}, "letters, digits, - and _"),
}


@pytest.mark.parametrize("changes, told", MISTAKES.values(), ids=MISTAKES)
def test_what_is_wrong_is_told_where_the_plan_would_be(page, changes, told):
    page.fill(**changes)
    page.ask("/plan")
    assert re.search(told, page.plan), page.plan
    assert words_of(page.parts["release"]) == "Release There is no plan yet."


def test_saving_what_was_not_changed_changes_no_byte(page):
    assert page.ask("/plan")["saved"]
    page.ask("/save")
    assert page.path.read_text(encoding="utf-8") == STUDY


def test_saving_changes_what_was_changed_and_keeps_remarks(page):
    page.fill(release__0__epsilon="0.25", column__0__high="110", title="Visits, again")
    assert page.ask("/save")["saved"]
    expected = STUDY.replace("0.50", "0.25").replace("[0, 120]", "[0, 110]").replace('"Visits"', '"Visits, again"')
    assert page.path.read_text(encoding="utf-8") == expected


def test_rows_are_added_and_taken_out(page):
    told = page.ask("/edit", do="column")
    assert told["focus"] == "column.4.name"
    page.fill(column__4__name="sex", column__4__kind="category")
    page.ask("/edit", do="redraw")
    page.fill(column__4__values="f\nm\n")
    page.ask("/edit", do="release")
    page.fields["release.1.group_by"] = ["sex"]  # a box that was not ticked is not among the fields
    page.fill(release__1__name="by_sex", release__1__rows="1", release__1__groups="1")
    page.ask("/edit", do="stat-1")
    page.fill(release__1__stat__1__name="ages", release__1__stat__1__what="quantiles")
    page.ask("/edit", do="redraw")
    page.fill(release__1__stat__1__column="age", release__1__stat__1__arguments="[0.25, 0.75]")
    page.ask("/edit", do="nostat-0-1")
    page.ask("/edit", do="nocolumn-3")
    page.ask("/save")
    study = read_study(page.path)
    assert study.content["columns"]["sex"] == {"category": ["f", "m"]} and "ward" not in study.content["columns"]
    assert study.releases[0]["stats"] == {"n": "count()"}
    assert study.releases[1]["stats"] == {"n": "count()", "ages": "quantiles(age, [0.25, 0.75])"}
    assert study.releases[1]["group_by"] == ["sex"]
    text = page.path.read_text(encoding="utf-8")
    assert all(remark in text for remark in ("# What the ministry", "# made up", "# in years", "# for good", "# half", "# By region"))
    assert "by_sex" in page.plan and "rank ±" in page.plan
    page.ask("/edit", do="norelease-0")
    page.ask("/save")
    assert [release["name"] for release in read_study(page.path).releases] == ["by_sex"]


@pytest.mark.parametrize("keys", ['"found"', '["N", "E"]'], ids=["found", "listed"])
def test_a_release_by_no_group_any_more_has_no_keys(folder, keys):
    path = folder / "study.toml"
    path.write_text(STUDY.replace('group_by = ["region"]', f'group_by = ["region"]\nkeys = {keys}\ndelta = 1e-10'), encoding="utf-8")
    page = Page(path)
    page.load()
    assert "it fits" in page.plan
    page.fields["release.0.group_by"] = []
    page.fill(release__0__groups="", release__0__delta="")
    page.ask("/edit", do="redraw")
    assert "it fits" in page.plan
    # Ticked again before it is saved, it has the groups that it had.
    ticked = {**page.fields, "release.0.group_by": ["region"], "release.0.groups": ["2"], "release.0.delta": ["1e-10"]}
    assert page.post("/plan", ticked).json()["saved"]
    page.ask("/save")
    (release,) = read_study(path).releases
    assert "keys" not in release and "group_by" not in release
    assert "it fits" in page.plan


def test_values_keep_what_is_around_them_and_in_them(folder):
    """Beside one that was added: \" N\" and \"a\\u2028b\" are other values than \"N\", \"a\" and \"b\"."""
    study = folder / "study.toml"
    values = [" N", "E ", "a\u2028b", "c\x0bd\x85", "", "S"]
    written = ", ".join(map(literal, values))
    study.write_text(STUDY.replace('"N", "E", "S", "W"', written).replace('group_by = ["region"]', f'group_by = ["region"]\nkeys = [{written}]'), encoding="utf-8")
    page = Page(study)
    page.load()
    for field in ("column.2.values", "release.0.listed"):
        assert page.fields[field] == ["\n".join(values)]
        page.fields[field] = ["\n".join([*values, "  W  "])]
    page.ask("/save")
    content = read_study(study).content
    assert content["columns"]["region"]["category"] == content["release"][0]["keys"] == [*values, "W"]


def test_what_the_form_does_not_know_stays(folder):
    more = """
[[release]]
name = "districts"
lookup = [{ column = "ward", table = { ward = ["a", "b"], district = ["1", "2"] }, add = "district" }]
derive = { old = "age // 10" }
per_person = { rows = 1, groups = 1 }
group_by = ["region", "district"]
keys = [["N", "1"], ["E", "2"]]
epsilon = "0.125"
stats.n = "count()"
[deployment]
name = "x"   # a name
"""
    path = folder / "study.toml"
    path.write_text(STUDY + more, encoding="utf-8")
    before = read_study(path)
    page = Page(path)
    page.load()
    assert "as the file lists them" in words_of(page.parts["main"])
    page.fill(release__0__epsilon="0.3")
    page.ask("/save")
    after = read_study(path)
    assert after.releases[1] == before.releases[1] and after.content["deployment"] == before.content["deployment"]
    assert path.read_text() == (STUDY + more).replace("0.50", "0.3")


def test_releases_that_other_tables_part_keep_all_they_say(folder):
    path = folder / "study.toml"
    path.write_text(STUDY + '[deployment]\nname = "x"   # a name\n' + WARDS, encoding="utf-8")
    page = Page(path)
    page.load()
    page.fill(release__1__epsilon="0.125")
    page.ask("/save")
    assert read_study(path).content["deployment"] == {"name": "x"} and str(read_study(path).releases[1]["epsilon"]) == "0.125"
    text = path.read_text(encoding="utf-8")
    assert all(remark in text for remark in ("# What the ministry", "# in years", "# half", "# a name"))


def test_a_file_that_was_changed_meanwhile_is_left_alone(page):
    theirs = STUDY.replace("0.50", "0.75")
    page.path.write_text(theirs, encoding="utf-8")
    page.fill(release__0__epsilon="0.25")
    assert page.ask("/plan")["changed"]
    told = page.ask("/save", status=409)
    assert "changed on the disk meanwhile; nothing was written" in told["said"]
    assert page.path.read_text(encoding="utf-8") == theirs


def test_what_is_no_study_is_not_saved(page):
    page.fill(column__0__high="old")
    assert "columns.age.number" in page.ask("/save", status=422)["said"]
    assert page.path.read_text(encoding="utf-8") == STUDY


def test_saving_keeps_links_and_permissions(page):
    page.path.chmod(0o600)
    link = page.path.with_name("link.toml")
    link.symlink_to(page.path)
    other = Page(link)
    other.load()
    other.fill(title="Other")
    other.ask("/save")
    assert link.is_symlink() and page.path.stat().st_mode & 0o777 == 0o600
    assert read_study(page.path).title == "Other"


def left(page):
    return plan_study(read_study(page.path), is_dry=True).session.left[0]


def test_a_release_is_that_of_the_program(page, visits):
    page.release()
    released = words_of(page.parts["released"])
    assert "Spent epsilon 0.5 now" in released and "cost_by_region" in released
    assert page.parts["released"].count("<svg") >= 4 and "noise interval (95%)" in released
    assert left(page) == 2.5
    assert (visits / "study.lock").exists() and (visits / "releases" / "cost_by_region.csv").exists()
    before = (visits / "study.lock").read_bytes()
    run = run_study(read_study(page.path), is_frozen=True)
    assert not any(run.spent) and (visits / "study.lock").read_bytes() == before
    assert "All of it was released before: it is free." in page.plan
    assert "All of it was released before" in words_of(page.parts["release"])


def test_a_file_that_is_said_to_be_read_otherwise_is_found_again(visits):
    """Plans without the file and with it are one, by the page, the program and the report."""
    text = (visits / "visits.csv").read_text(encoding="utf-8")
    (visits / "visits.csv").write_text(text.replace(",", ";"), encoding="utf-8")
    study = visits / "study.toml"
    study.write_text(STUDY.replace('person = "patient"', 'person = "patient"\ndelimiter = ";"\ndecimal = ","'), encoding="utf-8")
    page = Page(study)
    page.load()
    page.release()
    assert "All of it was released before: it is free." in page.plan
    assert not any(run_study(read_study(study)).spent)
    assert study_report(read_study(study)).title == "Visits"


def test_the_same_button_releases_once(page, visits):
    button = page.button()
    page.release()
    told = page.ask("/release", status=409, button=button, agree="on")
    assert "this button was used already" in told["said"]
    page.release()
    assert "Nothing was spent now" in words_of(page.parts["released"]) and left(page) == 2.5


def test_what_the_button_did_not_say_is_not_paid_for(visits):
    """It said that all of it was free, and a public table was written anew: what was looked up in it cost as much again."""
    study = visits / "study.toml"
    study.write_text(STUDY + '[[release.lookup]]\ncolumn = "ward"\ntable = "wards.csv"\nadd = ["floor"]\n', encoding="utf-8")
    (visits / "wards.csv").write_text("ward,floor\na,first\nb,second\n", encoding="utf-8")
    page = Page(study)
    page.load()
    page.release()
    assert "Show it again" in words_of(page.parts["release"]) and left(page) == 2.5
    (visits / "wards.csv").write_text("ward,floor\na,first\nb,third\n", encoding="utf-8")
    told = page.release(status=422)
    assert "cost_by_region would be paid for, and that is not what the plan showed" in told["said"]
    assert left(page) == 2.5
    page.ask("/plan")  # as the page's script does then
    assert "Spend epsilon 0.5" in words_of(page.parts["release"])
    page.release()
    assert left(page) == 2


def test_a_button_of_another_plan_pays_for_nothing(page, visits):
    cheap = page.button()
    page.fill(release__0__epsilon="2")
    page.ask("/save")
    assert "that is not what the plan showed" in page.ask("/release", status=422, button=cheap, agree="on")["said"]
    assert left(page) == 3


@pytest.mark.parametrize("is_same", [True, False], ids=["one button", "two pages"])
def test_two_at_once_pay_once(page, visits, is_same):
    buttons = [page.button()]
    page.ask("/plan")
    buttons.append(buttons[0] if is_same else page.button())
    answers = []

    def press(button):
        answers.append(page.post("/release", {**page.fields, "button": [button], "agree": ["on"]}))

    threads = [threading.Thread(target=press, args=(button,)) for button in buttons]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == ([200, 409] if is_same else [200, 200])
    assert left(page) == 2.5


def test_a_page_plans_while_it_releases(page, visits, monkeypatch):
    from scrim.explore import releasing

    begun, go = threading.Event(), threading.Event()

    def slow(study, **agreed):
        begun.set()
        assert go.wait(60)
        return run_study(study, **agreed)

    monkeypatch.setattr(releasing, "run_study", slow)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(page.post("/release", {**page.fields, "button": [page.button()], "agree": ["on"]})))
    thread.start()
    assert begun.wait(60)
    assert page.actions.releasing.is_under_way
    page.fill(release__0__epsilon="0.4")
    page.ask("/plan")
    assert "Costs epsilon 0.4" in page.plan
    go.set()
    thread.join()
    assert answers[0].status_code == 200 and not page.actions.releasing.is_under_way


def test_what_does_not_fit_has_no_button_and_is_refused(page, visits):
    button = page.button()
    page.fill(release__0__epsilon="3.01")
    page.ask("/save")
    assert "it does not fit" in page.plan
    with pytest.raises(BudgetError) as refused:
        run_study(read_study(page.path))
    assert str(refused.value) in words_of(page.parts["release"]) and "name=\"button\"" not in page.parts["release"]
    told = page.ask("/release", status=409, button=button, agree="on")  # one of before
    assert told["said"] == str(refused.value)
    assert left(page) == 3 and not (visits / "releases").exists()


def test_the_ledger_refuses_another_budget_in_its_own_words(page, visits):
    page.release()
    page.fill(epsilon="5")
    page.ask("/plan")
    assert "has a budget of epsilon 3" in page.plan and "a budget is never changed" in page.plan


def test_only_what_is_saved_and_agreed_to_is_released(page, visits):
    button = page.button()
    assert "tick the box" in page.ask("/release", status=422, button=button)["said"]
    page.fill(release__0__epsilon="0.4")
    assert "save the study first" in page.ask("/release", status=409, button=button, agree="on")["said"]
    page.fill(release__0__epsilon="0.50")
    page.path.write_text(STUDY.replace("0.50", "2"), encoding="utf-8")
    assert "changed on the disk" in page.ask("/release", status=409, button=button, agree="on")["said"]
    assert not (visits / "hospital.ledger").exists()


def test_errors_show_no_values_of_data(visits, monkeypatch):
    from scrim.explore import releasing

    def fail(study, **agreed):
        raise ValueError("patient 4711 has 99")

    monkeypatch.setattr(releasing, "run_study", fail)
    page = Page(visits / "study.toml")
    page.load()
    answer = page.post("/release", {**page.fields, "button": [page.button()], "agree": ["on"]})
    assert answer.status_code == 500 and "4711" not in answer.text and "ValueError" in answer.text


def test_rows_stay_out_of_errors_of_a_real_release(folder):
    (folder / "visits.csv").write_text("who,what\n4711,secret\n", encoding="utf-8")
    page = Page(folder / "study.toml")
    page.load()
    told = page.release(status=422)
    assert "4711" not in told["said"] and "secret" not in told["said"] and "has no column" in told["said"]


def test_a_server_is_not_asked_for_a_ledger_that_is_half_typed(page):
    page.fill(ledger="postgresql://nobody.invalid/x#y")
    page.ask("/plan")
    assert "asked only for the ledger of the saved study; save it first" in page.plan


def test_groups_that_are_found_are_planned(folder):
    (folder / "study.toml").write_text(STUDY + WARDS, encoding="utf-8")
    page = Page(folder / "study.toml")
    page.load()
    assert "Costs epsilon 0.75, delta 1e-10" in page.plan and "Groups are told that have" in page.plan


HOSTILE = '</textarea><script>document.title="run"</script><b>&amp;"\''


def test_names_are_text(folder):
    name = json.dumps(HOSTILE)
    text = STUDY.replace("[columns]", f"[columns]\n{name} = {{ category = [{name}, \"\\u202e\"] }}")
    text = text.replace('"Visits"', name).replace('group_by = ["region"]', f"group_by = [{name}]")
    text = text.replace("n = \"count()\"", f"{json.dumps(HOSTILE + 'n')} = \"count()\"").replace("where = ", "# where = ")
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    page = Page(path)
    page.load()
    page.ask("/code")
    for part in page.parts.values():
        assert "<script" not in part and "<b>" not in part
    assert "it fits" in page.plan
    # And come back as they were.
    page.ask("/save")
    assert path.read_text(encoding="utf-8") == text
    page.fill(release__0__epsilon="0.2")
    page.ask("/save")
    assert path.read_text(encoding="utf-8") == text.replace("0.50", "0.2")


def test_texts_that_a_field_cannot_show_stay(folder):
    text = STUDY.replace('"Visits"', '"two\\nlines"').replace('"W"]', '"W", "a\\nb", "\\u202e"]').replace("ward =", '"wa\\nrd" =')
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    page = Page(path)
    page.load()
    for name in ("title", "column.3.name"):  # as a browser has them in one line
        page.fields[name] = [page.fields[name][0].replace("\n", "")]
    page.fill(release__0__epsilon="0.2")
    page.ask("/save")
    assert path.read_text(encoding="utf-8") == text.replace("0.50", "0.2")
