"""Studies as texts: what they may say, what is told where they say something else, and the schema for editors."""

from __future__ import annotations

import json

import pytest
import scrim
from scrim.studies import plan_study, read_study
from scrim.studies.check import check
from scrim.studies.init_study import first_study
from scrim.studies.plan_study import plan_study
from scrim.studies.schema import SCHEMA, schema_text

from in_python import CALLS

STUDY = """
title = "Visits"
[data]
source = "visits.csv"
person = "patient"
[columns]
age = { number = [0, 120] }
cost = { number = [0, 5000] }
region = { category = ["N", "E", "S", "W"] }
ward = { text = true, nullable = true }
[budget]
epsilon = 3
delta = 1e-9
ledger = "hospital.ledger"
[[release]]
name = "cost_by_region"
where = "age >= 18"
per_person = { groups = 2, rows = 3 }
group_by = ["region"]
epsilon = 0.5
stats = { n = "count()", cost = "mean(cost, share=3)" }
"""

WARDS = """
[[release]]
name = "wards"
per_person = { rows = 1, groups = 1 }
group_by = "ward"
keys = "found"
epsilon = 0.25
delta = 1e-10
stats = { n = "count()" }
"""


def written(folder, text):
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_amounts_are_read_as_they_are_written(tmp_path):
    study = read_study(written(tmp_path, STUDY.replace("epsilon = 0.5", "epsilon = 0.1")))
    assert str(study.releases[0]["epsilon"]) == "0.1"
    assert str(study.budget["delta"]) == "1E-9"


def test_the_digest_is_of_the_meaning(tmp_path):
    digest = read_study(written(tmp_path, STUDY)).digest
    assert read_study(written(tmp_path, "# a remark\n" + STUDY.replace("0.5", "0.50"))).digest == digest
    assert read_study(written(tmp_path, STUDY.replace("0.5", "0.51"))).digest != digest


WRONG = {
    "an unknown key": ("person =", "persons =", "data has 'persons', which is no key of it; did you mean person. There are source"),
    "an unknown table": ("[columns]", "[colums]", "the study has 'colums', which is no key of it; did you mean columns."),
    "an unknown key of a release": ("group_by", "groupby", "release 1 has 'groupby'.*did you mean group_by"),
    "an unknown kind": ("number = [0, 120]", "numbr = [0, 120]", "columns.age is .*; give what everyone may know"),
    "two kinds": ("number = [0, 120]", "number = [0, 120], text = true", "columns.age has 'text', which is no key of it"),
    "bounds the wrong way round": ("[0, 120]", "[120, 0]", "columns.age: low is 120 and high is 0;"),
    "one bound": ("[0, 120]", "[0]", "columns.age.number is .*; give the smallest and the largest value"),
    "no source": ('source = "visits.csv"', "", "data has no source; give a file"),
    "no releases": ("[[release]]", "[[released]]", "the study has 'released'"),
    "a truth for an amount": ("epsilon = 0.5", "epsilon = true", "release 1.epsilon is True; give a positive number"),
    "a hostile name": ('"cost_by_region"', '"../../etc/passwd"', "release 1.name is '../../etc/passwd'; give of the files"),
    "a name that is hidden": ('"cost_by_region"', '".x"', "release 1.name is"),
    "a format": ("[[release]]", '[output]\nformats = ["xls"]\n[[release]]', 'output.formats is .xls.; give "csv" or "parquet"'),
    "a free query": ('source = "visits.csv"', 'source = "visits.csv"\nsql = "select 1"', "data has 'sql', which is no key"),
    "a place that no file has": ('source = "visits.csv"', 'source = "visits\\u0000.csv"', "data.source is .*; give a file, such as"),
    "a place without a name": ('source = "visits.csv"', 'source = ""', "data.source is ''; give a file, such as"),
    "no toml": ("[data]", "[data", "study.toml is no TOML"),
}


HUGE = "9" * 400
NO_NUMBERS = {
    "a bound that no float holds": ("number = [0, 120]", f"number = [0, {HUGE}]", "high is an integer that no float can hold"),
    "a confidence that no float holds": ("epsilon = 0.5", f"epsilon = 0.5\nconfidence = {HUGE}", "that no float can hold"),
    "rows that are no number": ("epsilon = 0.5", "within = { n = [20, nan] }", "within has .*NaN.* for n; give a dict"),
    "rows without end": ("epsilon = 0.5", "within = { n = [20, inf] }", "within has .*Infinity.* for n; give a dict"),
    "a part of a row": ("epsilon = 0.5", "within = { n = [20, 10.5] }", "within has .*10.5.* for n; give a dict"),
    "rows that fill the memory": ("epsilon = 0.5", "within = { n = [20, 1e999999999] }", "within has .*for n; give a dict"),
    "bounds without end": ("mean(cost, share=3)", "mean(cost, bounds=[0, 1e999])", "give a pair of finite numbers"),
    "digits without end": ("epsilon = 0.5", f"epsilon = {'9' * 5000}", "study.toml has a number of thousands of digits"),
    "digits of another base": ("rows = 3", f"rows = 0x{'f' * 5000}", "study.toml has a number of thousands of digits"),
    "an exponent beyond all decimals": ("epsilon = 0.5", "epsilon = 1e99999999999999999999", "or beyond all decimals"),
    "digits without end in a statistic": ("share=3", f"share=0x{'f' * 5000}", "which has a number of thousands of digits"),
    "keys too deep to be shown": ("epsilon = 0.5", f"epsilon = 0.5\nkeys = [[{{ {'.'.join('a' * 3000)} = 1 }}]]", "type dict that is too long"),
    "keys that are decimals": ("epsilon = 0.5", "epsilon = 0.5\nkeys = [[0.5]]", "keys has Decimal.*; give texts, integers"),
}


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_numbers_that_cannot_be_are_told(tmp_path, name):
    before, after, words = NO_NUMBERS[name]
    assert before in STUDY
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n", encoding="utf-8")
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        plan_study(read_study(written(tmp_path, STUDY.replace(before, after))), is_dry=True)


def test_rows_are_whole_however_they_are_written(tmp_path):
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n", encoding="utf-8")
    prices = []
    for rows in ("1000", "1000.0", "1e3"):
        asked = STUDY.replace("epsilon = 0.5", f"within = {{ cost = [500, {rows}] }}")
        prices.append(plan_study(read_study(written(tmp_path, asked)), is_dry=True).cost)
    assert prices[0] == prices[1] == prices[2]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_place(tmp_path, name):
    before, after, words = WRONG[name]
    assert before in STUDY
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        read_study(written(tmp_path, STUDY.replace(before, after, 1))).table()


def test_two_releases_of_one_name_are_told(tmp_path):
    second = STUDY[STUDY.index("[[release]]") :].replace("cost_by_region", "Cost_By_Region")
    with pytest.raises(scrim.InvalidArgumentError, match="two releases have the name"):
        read_study(written(tmp_path, STUDY + second))


def test_a_study_that_is_not_there(tmp_path):
    with pytest.raises(scrim.InputError, match="No such file"):
        read_study(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe4'")
    with pytest.raises(scrim.InputError, match="UTF-8"):
        read_study(tmp_path / "latin.toml")


def as_editors_see_it(content):
    return json.loads(json.dumps(content, default=float))


def test_the_schema_is_one_and_takes_what_is_read(tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = as_editors_see_it(read_study(written(tmp_path, STUDY)).content)
    assert validator.is_valid(good)


def test_our_check_agrees_with_a_validator(tmp_path):
    """On the study with one value replaced or one key added, everywhere."""
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(SCHEMA)
    good = as_editors_see_it(read_study(written(tmp_path, STUDY)).content)

    def places(content, path=()):
        yield path
        items = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
        for key, value in items:
            yield from places(value, (*path, key))

    def replaced(content, path, change):
        if not path:
            return change(content)
        copied = dict(content) if isinstance(content, dict) else list(content)
        copied[path[0]] = replaced(content[path[0]], path[1:], change)
        return copied

    changes = [lambda _, each=each: each for each in (None, True, 0, -1, 0.5, "", "found", [], {}, ["a"], [1, 2], {"a": 1})]
    changes.append(lambda value: {**value, "surprise": 1} if isinstance(value, dict) else value)
    changes.append(lambda value: dict(list(value.items())[1:]) if isinstance(value, dict) else value)
    tried = 0
    for path in places(good):
        for change in changes:
            candidate = replaced(good, path, change)
            try:
                check(candidate, SCHEMA, "")
                ours = True
            except scrim.InvalidArgumentError:
                ours = False
            assert ours == validator.is_valid(candidate), (path, candidate)
            tried += 1
    assert tried > 300


IN_TOML = {
    "no person": ({'person = "patient"\n': ""}, "give person under [data], the column that tells whose a row is, or rows_per_person, how many"),
    "no rows": ({"groups = 2, rows = 3": "groups = 2"}, "give it, such as per_person = { rows = 3 }"),
    "no groups": (
        {"groups = 2, rows = 3": "rows = 3", 'n = "count()", cost = "mean(cost, share=3)"': 'n = "sum(cost, person_total=(0, 9))"'},
        "give it, such as per_person = { rows = 3, groups = 1 }: rows in further groups",
    ),
    "neither": ({"{ groups = 2, rows = 3 }": "{ }"}, "how many rows of a person are used, such as per_person = { rows = 3 }"),
    "an undeclared column": ({"mean(cost, share=3)": "mean(cots)"}, "under [columns], such as cots = { number = [0, 100] }"),
    "a mean of texts": (
        {"mean(cost, share=3)": "mean(ward)"},
        "ward is of the type text; it needs numbers: declare { number = [low, high] }",
    ),
    "a mean of categories": ({"mean(cost, share=3)": "mean(region)"}, "region is of the type category; it needs numbers"),
    "texts that are counted": ({"mean(cost, share=3)": "count_distinct(ward)"}, "is not public; declare { category = [...] }"),
    "groups that are not public": (
        {'group_by = ["region"]': 'group_by = ["ward"]'},
        'list them with keys = [...], or have them found in the data with keys = "found", for which the release needs a delta',
    ),
    "too many groups": (
        {"age = { number = [0, 120] }": "age = { integer = [0, 90000000] }", '["region"]': '["age"]', "where": "# where"},
        "list them with keys = [...], or",
    ),
    "too many groups together": (
        {
            "age = { number = [0, 120] }": "age = { integer = [0, 4000] }\nyear = { integer = [0, 4000] }",
            '["region"]': '["age", "year"]',
        },
        "is the most; list those that are wanted with keys = [...]",
    ),
    "keys of one column": ({'["region"]': '["region", "ward"]\nkeys = ["N"]'}, "give a list with a value for each of region, ward"),
    "found without a delta": (
        {'group_by = ["region"]': 'group_by = ["ward"]\nkeys = "found"'},
        'keys = "found" needs a delta, with which a group may be told that one person alone is in; give epsilon = 1 and '
        "delta = 1e-9, or list public groups with keys = [...]",
    ),
    "found with two budgets": (
        {'group_by = ["region"]': 'group_by = ["ward"]\nkeys = "found"', "epsilon = 0.5": "epsilon = 0.5\nrho = 0.1\ndelta = 1e-10"},
        "were given; give epsilon = 1 and delta = 1e-9, or rho = 0.1 and delta = 1e-9",
    ),
    "keys beside others": ({"count()": "keys()"}, 'give it alone, with group_by = "ward" and keys = "found": other statistics'),
    "persons where none are told apart": (
        {'person = "patient"': "rows_per_person = 2"},
        "per_person is about persons, and [data] has rows_per_person instead of person, so that nobody can tell whose a row is; leave it out",
    ),
    "a count of persons where none are told apart": (
        {'person = "patient"': "rows_per_person = 2", "per_person = {": "# per_person = {", "count()": "count_people()"},
        "needs person under [data]: rows_per_person tells nobody apart",
    ),
    "no column": (
        {
            'person = "patient"': "rows_per_person = 2",
            "per_person = {": "# per_person = {",
            "group_by": "# group_by",
            "where": "# where",
            ', cost = "mean(cost, share=3)"': "",
            "age = {": "# age = {",
            "cost = {": "# cost = {",
            "region = {": "# region = {",
            "ward = {": "# ward = {",
        },
        "so that there is none to count; declare one, such as age = { text = true }",
    ),
    "numbers from days": (
        {"[columns]": '[columns]\nday = { date = ["2026-01-01", "2026-02-01"] }', "mean(cost, share=3)": "mean(day)"},
        'derive a number of it, such as derive = { m = "month(day)" }',
    ),
    "groups of times": (
        {"[columns]": "[columns]\nseen = { time = true }", '["region"]': '["seen"]'},
        'group by a part of it, such as derive = { h = "hour(seen)" }',
    ),
    "no statistics": (
        {'{ n = "count()", cost = "mean(cost, share=3)" }': "{ }"},
        'stats has no statistics; give some by name, such as stats = { n = "count()" }',
    ),
    "a statistic called like a group": ({'{ n = "count()"': '{ region = "count()"'}, "stats has 'region', which group_by has too"),
    "edges that fall": ({"mean(cost, share=3)": "histogram(cost, edges=[2, 1])"}, "cost_by_region: edges must be strictly increasing"),
    "within nothing": (
        {"epsilon = 0.5": "within = { n = 0 }"},
        "such as within = { n = 20 } or { cost = [50, 1000] }, 50 among 1000 rows",
    ),
    "within among nobody knows how many": ({"epsilon = 0.5": "within = { cost = 20 }"}, "such as within = { cost = [20, 1000] }"),
    "two budgets": (
        {"epsilon = 3": "epsilon = 3\nrho = 1"},
        "such as epsilon = 3, or epsilon = 3 and delta = 1e-9, or rho = 0.5",
    ),
    "two prices": ({"epsilon = 0.5": "epsilon = 0.5\nrho = 0.1"}, "give one of them, such as epsilon = 1.0: how much"),
    "a price that the budget does not count": (
        {"epsilon = 0.5": "rho = 0.1"},
        "rho was asked for, and the budget counts epsilon; give epsilon, or a rho under [budget]",
    ),
    "a delta that the budget does not have": (
        {"delta = 1e-9\n": "", '["region"]': '["ward"]\nkeys = "found"\ndelta = 1e-10'},
        "the release needs a delta, and the budget has none; give one under [budget], such as delta = 1e-9, or leave delta out",
    ),
    "no budget": ({"epsilon = 3\ndelta = 1e-9\n": ""}, "give its budget, such as epsilon = 3, with which it will be created"),
    "no label": ({"[data]": '[data]\nlabel = ""'}, 'in the ledger, such as label = "visits-2026": always'),
    "no header": (
        {"[data]": "[data]\nheader = false"},
        'header = false needs the names of the columns, in order, such as columns = ["age", "income", "city"]',
    ),
    "numbers the wrong way round": ({"[0, 120]": "[120, 0]"}, "from the data, such as { number = [0, 120] }"),
    "integers the wrong way round": ({"number = [0, 120]": "integer = [120, 0]"}, "from the data, such as { integer = [0, 120] }"),
    "a category twice": ({'["N", "E", "S", "W"]': '["N", "N"]'}, 'from the data, such as { category = ["N", "E", "S", "W"] }'),
    "no day": ({"number = [0, 120]": 'date = ["x", "y"]'}, 'low is \'x\'; give a day, such as "2026-11-18"'),
}


@pytest.mark.parametrize("name", IN_TOML)
def test_what_a_query_refuses_is_said_in_toml(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n1,2,3,N,a\n")
    changes, words = IN_TOML[name]
    text = STUDY
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    with pytest.raises(scrim.InvalidArgumentError) as refused:
        plan_study(read_study(written(tmp_path, text)), is_dry=True)
    assert words in str(refused.value)
    assert CALLS.search(str(refused.value)) is None


def test_a_ledger_that_is_not_there_is_created_with_a_budget(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n1,2,3,N,a\n")
    study = read_study(written(tmp_path, STUDY.replace("epsilon = 3\ndelta = 1e-9\n", "")))
    with pytest.raises(scrim.InvalidArgumentError) as refused:
        plan_study(study, is_dry=False)
    assert "give the budget with which it shall be created, such as epsilon = 3 under [budget], or its place" in str(refused.value)


def test_a_first_study_is_one_once_it_is_filled_in(tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    hostile = 'a"\n[budget]\nepsilon = 1000 #\x1b[2J'
    rows = pa.table({"patient": ["a"], "age": [1.5], "n": [1], "day": pa.array([0], pa.date32()), "ok": [True], hostile: ["x"]})
    parquet.write_table(rows, tmp_path / "rows.parquet")
    text = first_study(str(tmp_path / "rows.parquet"), "study.toml")
    assert "\x1b" not in text
    assert "# age = { number = [0, 100] }" in text and "# n = { integer = [0, 100] }" in text
    assert "# ok = { boolean = true }" in text and "# day = { date = " in text
    with pytest.raises(scrim.InvalidArgumentError, match="neither of person and rows_per_person"):
        read_study(written(tmp_path, text)).table()
    filled = text.replace('# person = "patient"', 'person = "patient"').replace("# per_person", "per_person")
    lines = [line[2:] if line.startswith(("# age", "# n ", "# day", "# ok", '# "a')) else line for line in filled.splitlines()]
    study = read_study(written(tmp_path, "\n".join(lines)))
    assert set(study.table().columns) == {"age", "n", "day", "ok", hostile}
    assert study.content["budget"]["epsilon"] == 3


def test_releases_are_what_the_methods_make(tmp_path):
    """All that a release may say, beside the same in Python: the digests of both are one."""
    from fractions import Fraction

    from scrim.studies.query_of import amounts_of, query_of

    (tmp_path / "districts.csv").write_text("region,coast\nN,yes\nE,no\n")
    text = STUDY + """
[[release]]
name = "a"
where = ["age >= 18", "cost > 0"]
derive = { decade = "age // 10" }
lookup = [{ column = "region", table = "districts.csv", add = ["coast"] }]
per_person = { rows = 2, groups = 1 }
group_by = ["coast", "decade"]
keys = [["yes", 2], ["no", 3]]
within = { n = 20, c = [50, 1000] }
confidence = 0.9
stats = { n = "count()", c = "mean(cost)" }
[[release]]
name = "b"
per_person = { rows = 1 }
lookup = [{ column = ["region"], table = { region = ["N"], weight = [1.5] }, add = "weight" }]
rho = "0.1"
stats = { w = "sum(weight)" }
"""
    study = read_study(written(tmp_path, text))
    table = study.table()
    first, second = (query_of(table, release, study.folder) for release in study.releases[1:])
    query = table.where("age >= 18").where("cost > 0").derive(decade="age // 10").per_person(rows=2, groups=1)
    query = query.lookup("region", {"region": ["N", "E"], "coast": ["yes", "no"]}, add="coast")
    query = query.group_by("coast", "decade", keys=[("yes", 2), ("no", 3)]).agg(n="count()", c="mean(cost)")
    assert first == query and first.digest == query.digest
    assert amounts_of(study.releases[1]) == {"within": {"n": 20, "c": (50, 1000)}, "confidence": 0.9}
    other = table.per_person(rows=1).lookup("region", {"region": ["N"], "weight": [1.5]}, add="weight").agg(w="sum(weight)")
    assert second.digest == other.digest
    assert Fraction(amounts_of(study.releases[2])["rho"]) == Fraction(1, 10)


def test_a_column_of_a_study_may_hold_times(tmp_path):
    text = STUDY.replace("[columns]", "[columns]\nseen = { time = true, nullable = true }")
    assert read_study(written(tmp_path, text)).table().columns["seen"] == scrim.time(nullable=True)


def test_what_a_release_cannot_ask_is_told_with_its_name(tmp_path):
    from scrim.studies.query_of import amounts_of, query_of

    for before, after, words in (
        ("mean(cost, share=3)", "mean(costs)", "release cost_by_region: .*did you mean 'cost'"),
        ("age >= 18", "__import__('os')", "release cost_by_region: where"),
        ('group_by = ["region"]', 'keys = ["N"]', "release cost_by_region: keys is given without group_by"),
        ("epsilon = 0.5", "", "release cost_by_region says neither epsilon, rho nor within"),
    ):
        study = read_study(written(tmp_path, STUDY.replace(before, after)))
        with pytest.raises(scrim.InvalidArgumentError, match=words):
            query_of(study.table(), study.releases[0], study.folder)
            amounts_of(study.releases[0])


def test_a_lookup_that_cannot_be_read_is_told(tmp_path):
    from scrim.studies.query_of import query_of

    text = STUDY.replace("epsilon = 0.5", 'epsilon = 0.5\nlookup = [{ column = "region", table = "none.csv", add = "x" }]')
    study = read_study(written(tmp_path, text))
    with pytest.raises(scrim.InputError, match="none.csv cannot be read as a public table"):
        query_of(study.table(), study.releases[0], study.folder)
