"""`scrim query`: what it releases, what it shows, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re

import pandas as pd
import pytest
from scrim.cli import sample

from in_python import IN_PYTHON
from table_of_visits import REGIONS, visit_rows

EXACT = ["--epsilon", "1000000000"]


@pytest.fixture(scope="module")
def visits():
    text = io.StringIO()
    sample.write_csv(text, 500, 3, of_visits=True)
    return text.getvalue()


@pytest.fixture
def folder(tmp_path, visits):
    (tmp_path / "visits.csv").write_text(visits)
    frame = pd.read_csv(io.StringIO(visits))
    frame["day"] = pd.to_datetime(frame.day).dt.date
    frame.to_parquet(tmp_path / "visits.parquet", index=False)
    (tmp_path / "regions").write_text("\n".join(REGIONS))
    return tmp_path


@pytest.fixture
def frame(visits):
    return pd.read_csv(io.StringIO(visits))


def told(command_line, *arguments):
    done = command_line("query", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("file", ["visits.csv", "visits.parquet"])
def test_several_statistics_by_group_in_one_call(command_line, folder, frame, file):
    fields = told(
        command_line, file, "--person", "patient", "--rows", 50, "--groups", 4, "--where", "age >= 18",
        "--by", "region=N,E,S,W", "--stat", "n=count()", "--stat", "cost=mean(cost)", "--bounds", "cost=0:5000", *EXACT,
    )  # fmt: skip
    old = frame[frame.age >= 18]
    expected = old.cost.clip(0, 5000).groupby(old.region).agg(["size", "mean"]).loc[REGIONS]
    assert fields["released"] is True
    assert fields["columns"]["region"] == REGIONS
    assert fields["columns"]["n"] == expected["size"].tolist()
    assert fields["columns"]["cost"] == pytest.approx(expected["mean"].tolist(), rel=1e-5)
    assert fields["file"] == file


def test_groups_come_from_a_file_or_are_found(command_line, folder, frame):
    base = ["visits.csv", "--person", "patient", "--groups", 8]
    listed = told(command_line, *base, "--rows", 50, "--stat", "n=count()", "--by", "region=@regions", *EXACT)
    assert listed["columns"]["n"] == frame.groupby("region").size().loc[REGIONS].tolist()
    found = told(command_line, *base, "--stat", "n=count_people()", "--by", "ward", "--found", "--epsilon", 1e6, "--delta", 1e-9)
    assert found["columns"]["ward"] == sorted(frame.ward.unique())
    assert found["columns"]["n"] == frame.groupby("ward").patient.nunique().tolist()


def test_groups_of_two_columns_are_found_and_have_other_statistics(command_line, folder, frame):
    base = ["visits.csv", "--person", "patient", "--groups", 16, "--rows", 50, "--by", "ward", "--by", "region", "--found", "--epsilon", 1e9, "--delta", 1e-9]
    stats = ["--stat", "n=count_people()", "--stat", "cost=sum(cost)", "--bounds", "cost=0:100000"]
    found = told(command_line, *base, *stats)
    groups = frame.groupby(["ward", "region"])
    assert list(zip(found["columns"]["ward"], found["columns"]["region"], strict=True)) == sorted(groups.groups)
    assert found["columns"]["n"] == groups.patient.nunique().tolist()
    assert found["columns"]["cost"] == pytest.approx(groups.cost.sum().tolist(), rel=1e-3)
    assert found["found"]["epsilon"] == pytest.approx(5e8)
    more = told(command_line, *base, *stats, "--key-share", 2, "--dry-run")
    assert more["found"]["epsilon"] == pytest.approx(7.5e8)


def test_a_pipe_is_not_read_twice(command_line, visits):
    done = command_line(
        "query", "-", "--person", "patient", "--groups", 8, "--rows", 5, "--by", "ward", "--found", "--stat", "c=mean(cost)",
        "--bounds", "cost=0:100", "--epsilon", 1, "--delta", 1e-9, stdin=visits.encode(),
    )  # fmt: skip
    assert done.returncode == 2 and "a stream is read once" in done.stderr
    assert "release the groups with a count by itself and list them with --by, such as --by ward=a,b" in done.stderr


def test_several_frames_are_shown_and_written(command_line, folder, frame):
    base = ["query", "visits.csv", "--person", "patient", "--rows", 50, "--stat", "n=count()", "--stat", "h=histogram(cost, [0, 100, 5000])", *EXACT]
    shown = command_line(*base).stdout
    assert "[0, 100)" in shown and str(len(frame)) in shown
    fields = json.loads(command_line(*base, "--json").stdout)
    assert [each["statistics"] for each in fields["frames"]] == [["n"], ["h"]]
    first, second = command_line(*base, "--csv").stdout.split("\n\n")
    assert first.splitlines()[0] == "n,n_low,n_high" and second.splitlines()[0] == "bin,h,h_low,h_high"
    assert command_line(*base, "--output", "out.json", "--plot", "out.svg").returncode == 0
    assert json.loads((folder / "out.json").read_text())["frames"][1]["columns"]["bin"] == ["[0, 100)", "[100, 5000]"]


def test_people_totals_and_derived_columns(command_line, folder, frame):
    fields = told(command_line, "visits.csv", "--person", "patient", "--stat", "p=count_people()", *EXACT)
    assert fields["columns"]["p"] == [500]
    fields = told(
        command_line, "visits.csv", "--person", "patient", "--groups", 12, "--rows", 50, "--derive", "m=month(day)",
        "--type", "day=date", "--by", "m=" + ",".join(map(str, range(1, 13))), "--stat", "t=sum(cost)",
        "--bounds", "cost=0:100000", *EXACT,
    )  # fmt: skip
    months = frame.groupby(pd.to_datetime(frame.day).dt.month).cost.sum()
    assert fields["columns"]["t"] == pytest.approx(months.tolist(), rel=1e-4)


def test_hours_of_times_and_months_make_groups_without_a_list(command_line, folder):
    rows = pd.DataFrame({"id": range(4), "seen": ["2026-01-01T03:30", "2026-02-01T03:45:10", "2026-02-03T23:00:00Z", "late"]})
    rows.to_csv(folder / "seen.csv", index=False)
    base = ["seen.csv", "--rows-per-person", 1, "--type", "seen=time", "--stat", "n=count()", *EXACT]
    hours = told(command_line, *base, "--derive", "h=hour(seen)", "--by", "h")
    assert hours["columns"]["n"] == [{3: 2, 23: 1}.get(hour, 0) for hour in range(24)]
    months = told(command_line, *base, "--derive", "m=month(seen)", "--by", "m", "--where", "hour(seen) < 12")
    assert months["columns"]["n"] == [1, 1, *[0] * 10]


def test_declared_categories_and_integers(command_line, folder, frame):
    wards = "ward=" + ",".join(sample.WARDS)
    base = ["visits.csv", "--person", "patient", "--rows", 50]
    top = told(command_line, *base, "--categories", wards, "--stat", "t=top_k(ward, 2, counts=True)", *EXACT)
    assert top["columns"]["t_count"] == frame.ward.value_counts().tolist()[:2]
    median = told(command_line, *base, "--bounds", "age=0:120", "--type", "age=integer", "--stat", "m=median(age)", *EXACT)
    assert abs(median["columns"]["m"][0] - frame.age.median()) <= 1
    assert isinstance(median["columns"]["m"][0], int)


def test_without_ids(command_line, folder, frame):
    fields = told(command_line, "visits.csv", "--rows-per-person", 5, "--by", "region=N,E", "--stat", "n=count()", *EXACT)
    assert fields["columns"]["n"] == frame.groupby("region").size().loc[["N", "E"]].tolist()


def test_standard_input_is_read(command_line, visits):
    done = command_line(
        "query", "-", "--person", "patient", "--stat", "p=count_people()", *EXACT, "--json", stdin=visits.encode()
    )
    assert json.loads(done.stdout)["columns"]["p"] == [500]


def test_a_dry_run_says_what_it_costs_and_reads_no_rows(command_line, tmp_path):
    (tmp_path / "visits.csv").write_text("patient,cost\n")
    done = command_line(
        "query", "visits.csv", "--person", "patient", "--rows", 3, "--stat", "n=count()", "--stat", "c=mean(cost)",
        "--bounds", "cost=0:5000", "--epsilon", 0.5, "--dry-run",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())
    for text in ("Dry run", "would cost epsilon 0.5", "at most 3 rows", "mean(cost)", "among 1000 rows"):
        assert text in shown
    fields = json.loads(
        command_line(
            "query", "visits.csv", "--person", "patient", "--rows", 3, "--stat", "n=count()", "--epsilon", 0.5, "--dry-run", "--json"
        ).stdout
    )
    assert fields["released"] is False
    assert fields["epsilon"] == pytest.approx(0.5)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_what_is_shown_fits_the_screen(command_line, folder, width):
    command_line.environment["COLUMNS"] = str(width)
    done = command_line(
        "query", "visits.csv", "--person", "patient", "--rows", 3, "--groups", 2, "--by", "region=N,E,S,W", "--stat", "n=count()",
        "--stat", "cost=mean(cost)", "--bounds", "cost=0:5000", "--epsilon", 1,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= width
    assert "n, cost by region in visits.csv" in " ".join(done.stdout.split())
    assert "Spent epsilon 1 in all" in " ".join(done.stdout.split())


def test_csv_json_and_pictures_are_written(command_line, folder):
    base = [
        "query", "visits.csv", "--person", "patient", "--rows", 3, "--groups", 2, "--by", "region=N,E,S,W",
        "--stat", "n=count()", "--epsilon", 1,
    ]  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(command_line(*base, "--csv").stdout)))
    assert [row["region"] for row in rows] == REGIONS
    done = command_line(*base, "--output", "out.json", "--plot", "out.svg")
    assert done.returncode == 0, done.stderr
    assert json.loads((folder / "out.json").read_text())["columns"]["region"] == REGIONS
    assert "<svg" in (folder / "out.svg").read_text()
    dry = command_line(*base, "--dry-run", "--plot", "plan.svg")
    assert dry.returncode == 0, dry.stderr


ALL = ["visits.csv", "--person", "patient", "--rows", "3", "--stat", "n=count()", "--epsilon", "1"]
BAD = {
    "no statistic": (["visits.csv", "--person", "patient", "--epsilon", "1"], 2, "--stat"),
    "a statistic without a name": ([*ALL, "--stat", "count()"], 2, "n=count()"),
    "an unknown statistic": ([*ALL, "--stat", "m=meen(cost)"], 2, "did you mean mean"),
    "no person": (["visits.csv", "--stat", "n=count()", "--epsilon", "1"], 2, "neither of --person and --rows-per-person was"),
    "both": ([*ALL, "--rows-per-person", "1"], 2, "both of --person and --rows-per-person were"),
    "no budget": (ALL[:-2], 2, "--epsilon"),
    "no rows": (["visits.csv", "--person", "patient", "--stat", "n=count()", "--epsilon", "1"], 2, "give --rows, such as --rows 3"),
    "groups without columns": ([*ALL, "--groups", "1"], 2, "--groups was given without --by; leave it out"),
    "no groups": ([*ALL, "--by", "region=N,E", "--stat", "s=sum(cost, person_total=(0, 9))"], 2, "give --groups, such as --groups 1"),
    "no list": ([*ALL, "--groups", "1", "--by", "region"], 2, "--by region=a,b,c"),
    "an empty list": ([*ALL, "--groups", "1", "--by", "region="], 2, "region=N,E,S,W"),
    "a missing file of groups": ([*ALL, "--groups", "1", "--by", "region=@absent"], 1, "absent"),
    "found without a delta": ([*ALL, "--groups", "1", "--by", "ward", "--found"], 2, "--found needs --delta"),
    "a share of public keys": ([*ALL, "--groups", "1", "--by", "ward=a,b", "--key-share", "2"], 2, "public groups cost nothing"),
    "found with a list": ([*ALL, "--groups", "1", "--by", "ward=a,b", "--found"], 2, "--by ward --found"),
    "found without groups": ([*ALL, "--found"], 2, "--by ward --found"),
    "found into a file": ([*ALL, "--groups", "1", "--by", "ward", "--found", "--delta", "1e-9", "--output", "x"], 2, "--json"),
    "a statistic twice": ([*ALL, "--stat", "n=sum(cost)"], 2, "--stat has n twice: count(), and sum(cost)"),
    "an argument that there is not": ([*ALL, "--stat", "m=mean(cost, shre=3)"], 2, "written mean(column, bounds=, share=)"),
    "an argument that is missing": ([*ALL, "--stat", "m=mean()"], 2, "--stat m is 'mean()', which does not fit"),
    "an assignment": ([*ALL, "--where", "age = 18"], 2, "== compares"),
    "a text and a number": ([*ALL, "--where", "region == 'N'"], 2, "such as --type region=text"),
    "the person in a condition": ([*ALL, "--where", "patient == 3"], 2, "the query uses 'patient', which tells whose a row is"),
    "a text and a number of a file that says so": (
        ["visits.parquet", *ALL[1:], "--where", "age == 'N'"],
        2,
        "because a text and a number do not compare\n",
    ),
    "a number and a text that was declared": (
        [*ALL, "--where", "region == 3", "--type", "region=text"],
        2,
        "because a text and a number do not compare\n",
    ),
    "a group twice": ([*ALL, "--groups", "1", "--by", "region=N,N"], 2, "--by has 'N' twice"),
    "a statistic that is called like an option": ([*ALL, "--stat", "rows=mean(ward)", "--type", "ward=text"], 2, "scrim: rows is mean(ward)"),
    "bounds the wrong way round": ([*ALL, "--stat", "c=mean(cost)", "--bounds", "cost=9:0"], 2, "--bounds is cost=9:0; give two finite"),
    "no rows at all": ([*ALL, "--rows", "0"], 2, "--rows is 0"),
    "bad bounds": ([*ALL, "--stat", "c=mean(cost)", "--bounds", "cost=5000"], 2, "cost=0:120"),
    "no bounds": ([*ALL, "--stat", "c=mean(cost)"], 2, "--bounds cost=LOW:HIGH"),
    "no column": (["visits.csv", "--rows-per-person", "1", "--stat", "n=count()", "--epsilon", "1"], 2, "--type age=text"),
    "a type of an unknown column": ([*ALL, "--type", "agee=integer", "--dry-run"], 1, "no column 'agee'"),
    "an unknown column that may lack values": ([*ALL, "--nullable", "agee"], 1, "no column 'agee'"),
    "no numbers": ([*ALL, "--stat", "c=mean(ward)", "--type", "ward=text"], 2, "ward is of the type text; it needs numbers: give --bounds, such as --bounds cost=0:5000"),
    "groups that nobody listed": (
        [*ALL, "--groups", "1", "--by", "age", "--bounds", "age=0:90000000", "--type", "age=integer"],
        2,
        "list them, such as --by region=N,E, or have them found in the data with --found and --delta\n",
    ),
    "too many groups": (
        [*ALL, "--groups", "1", "--by", "age", "--by", "cost", "--bounds", "age=0:4000", "--bounds", "cost=0:4000"]
        + ["--type", "age=integer", "--type", "cost=integer"],
        2,
        "list those that are wanted, such as --by region=N,E",
    ),
    "a ledger that is not there": ([*ALL, "--ledger", "none.ledger"], 2, "create it with scrim ledger create, or give the place of one that is there"),
    "a mean of days": (
        [*ALL, "--stat", "m=mean(day)", "--type", "day=date"],
        2,
        "derive a number of it, such as --derive 'm=month(day)'",
    ),
    "groups of times": (
        [*ALL, "--groups", "1", "--by", "day=1", "--type", "day=time"],
        2,
        "group by a part of it, such as --derive 'h=hour(day)'",
    ),
    "values that nobody listed": (
        [*ALL, "--stat", "t=top_k(ward, 2)", "--type", "ward=text"],
        2,
        "is not public; give --categories, such as --categories city=Arden,Birchwick",
    ),
    "a category twice": ([*ALL, "--categories", "ward=a,a"], 2, "from the data, such as --categories region=N,E,S,W"),
    "no days": ([*ALL, "--bounds", "day=x:y", "--type", "day=date"], 2, "low is 'x'; give a day, such as 2026-11-18"),
    "persons who are not told apart": (
        ["visits.csv", "--rows-per-person", "1", "--stat", "p=count_people()", "--type", "age=text", "--epsilon", "1"],
        2,
        "needs --person: --rows-per-person tells nobody apart",
    ),
    "rows of persons who are not told apart": (
        ["visits.csv", "--rows-per-person", "1", "--rows", "3", "--stat", "n=count()", "--type", "age=text", "--epsilon", "1"],
        2,
        "--rows and --groups are about persons, and --rows-per-person was given instead of --person, so that nobody can tell whose a "
        "row is; leave them out",
    ),
    "keys beside others": (
        [*ALL, "--groups", "1", "--by", "ward", "--found", "--delta", "1e-9", "--stat", "k=keys()"],
        2,
        "give it alone, with --by ward --found: other statistics come with their groups",
    ),
    "a share of nothing": (
        [*ALL, "--groups", "1", "--by", "ward", "--found", "--delta", "1e-9", "--key-share", "0"],
        2,
        "--key-share is 0; give a number above 0",
    ),
    "a statistic that is called like a group": (
        [*ALL, "--groups", "1", "--by", "region=N,E", "--stat", "region=count()"],
        2,
        "--stat has 'region', which --by has too",
    ),
    "data without a name": ([*ALL, "--ledger", "none.ledger", "--name", ""], 2, "--name is ''; give what the data is called"),
    "no place to sort in": ([*ALL, "--sort-in", "none"], 2, "--sort-in is 'none', which is no folder"),
    "a bad type": ([*ALL, "--type", "age=float"], 2, "integer, number"),
    "a bad condition": ([*ALL, "--where", "age >="], 2, "no expression"),
    "an unknown column": ([*ALL, "--where", "agee > 3"], 1, "no column 'agee'"),
    "an unknown person": (["visits.csv", "--person", "id", "--stat", "p=count_people()", "--epsilon", "1"], 1, "no column 'id'"),
    "an absent file": (["absent.csv", *ALL[1:]], 1, "absent.csv"),
    "two outputs": ([*ALL, "--json", "--csv"], 2, "one of them"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments_end_it_with_one_line(command_line, folder, name):
    arguments, status, word = BAD[name]
    done = command_line("query", *arguments)
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert word in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert IN_PYTHON.search(re.sub(r"--stat \S+ is '.*?'|it is written .*", "", done.stderr)) is None, done.stderr


def test_rows_of_other_columns_cannot_stop_it(command_line, tmp_path):
    (tmp_path / "t.csv").write_text('id,x,y\n1,2,"a\nb"\n\xff,x,\n,,\n3\n', encoding="latin-1")
    done = command_line("query", "t.csv", "--person", "id", "--rows", 2, "--stat", "n=count()", "--where", "x < 3", *EXACT, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["columns"]["n"] == [1]


def test_it_is_in_the_help(command_line):
    assert "query" in command_line("--help").stdout
    page = command_line("query", "--help").stdout
    for option in ("--person", "--rows", "--groups", "--where", "--by", "--found", "--stat", "--bounds", "--epsilon", "--dry-run"):
        assert option in page
    assert "Example: scrim query visits.parquet" in " ".join(page.split())


def test_the_sample_of_visits_is_the_same_for_the_same_seed(command_line, tmp_path):
    assert command_line("sample", "a.csv", "--visits", "--rows", 50).returncode == 0
    assert command_line("sample", "b.csv", "--visits", "--rows", 50).returncode == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()
    rows = pd.read_csv(tmp_path / "a.csv")
    assert rows.patient.nunique() == 50 < len(rows)


def test_rows_of_tests_are_as_they_are_said_to_be():
    rows = visit_rows().to_pandas()
    assert rows.groupby("patient").region.nunique().max() == 1
