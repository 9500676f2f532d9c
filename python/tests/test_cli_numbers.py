"""Counts, sums, means, variances and standard deviations from the shell, and how they are shown."""

from __future__ import annotations

import json
import statistics

import duckdb
import numpy as np
import pytest
import scrim
from scrim.cli.plot import ruler, signs_of
from scrim.cli.screen import Screen
from scrim.cli.show import as_table

AGES = [20 + i % 50 for i in range(100)]
PEOPLE = "age,height,city\n" + "".join(f"{age},{age / 3},Arden\n" for age in AGES)
TERMS = ["--epsilon", "1000000", "--rows-per-person", "1"]
EXACT = {
    "sum": sum(AGES),
    "mean": statistics.mean(AGES),
    "variance": statistics.pvariance(AGES),
    "std": statistics.pstdev(AGES),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "people.csv").write_text(PEOPLE)
    table = duckdb.read_csv(str(tmp_path / "people.csv"))
    table.write_parquet(str(tmp_path / "people.parquet"))
    table.project("*, timestamp '2020-01-01' as at").write_parquet(str(tmp_path / "times.parquet"))
    return tmp_path


def released(command_line, folder, *arguments):
    done = command_line(*arguments, *TERMS, "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


# --- what is released ---


@pytest.mark.parametrize("file", ["people.csv", "people.parquet"])
@pytest.mark.parametrize("query", EXACT)
@pytest.mark.parametrize("kind", [[], ["--type", "integer"]], ids=["numbers", "integers"])
def test_statistics_of_numbers(command_line, folder, file, query, kind):
    told = released(command_line, folder, query, file, "--column", "age", "--bounds", "0:120", *kind)
    assert told["query"] == query and told["released"] is True and told["epsilon"] <= 1e6
    assert told["value"] == pytest.approx(EXACT[query], abs=0.05)
    assert told["interval"][0] <= told["value"] <= told["interval"][1]
    assert told["bounds"] == [0, 120]


@pytest.mark.parametrize(
    ("file", "column"),
    [
        ("people.csv", "age"),
        ("people.csv", "city"),
        ("people.parquet", "age"),
        ("people.parquet", "height"),
        ("people.parquet", "city"),
    ],
)
def test_rows_of_any_column_are_counted(command_line, folder, file, column):
    assert released(command_line, folder, "count", file, "--column", column)["value"] == 100


@pytest.mark.parametrize("file", ["people.csv", "people.parquet"])
def test_histograms(command_line, folder, file):
    told = released(command_line, folder, "histogram", file, "--column", "age", "--edges", "0,30,60", "--other-rows")
    expected = [0, sum(age < 30 for age in AGES), sum(30 <= age <= 60 for age in AGES), sum(age > 60 for age in AGES)]
    assert told["values"] == expected and told["bins"] == ["below 0", "[0, 30)", "[30, 60]", "above 60"]
    cities = released(command_line, folder, "histogram", file, "--column", "city", "--categories", "Arden,Corvale")
    assert (cities["bins"], cities["values"]) == (["Arden", "Corvale"], [100, 0])


def test_counts_that_noise_took_below_0_are_shown_as_0(command_line, folder):
    edges = ",".join(str(n) for n in range(200, 300))
    command = ["histogram", "people.csv", "--column", "age", "--edges", edges, "--epsilon", "0.1", "--rows-per-person", "1"]
    told = json.loads(command_line(*command, "--json", folder=folder).stdout)
    assert min(told["unclipped"]) < 0 <= min(told["values"])  # but for one in 10^30
    assert told["values"] == [max(0, count) for count in told["unclipped"]]
    assert all(low <= value <= high for (low, high), value in zip(told["intervals"], told["values"], strict=True))
    lines = command_line(*command, folder=folder).stdout.splitlines()
    assert not any("-" in word for line in lines if line.lstrip().startswith("[") for word in line.split("]")[-1:])
    assert any(line.lstrip().startswith("Noise took ") and "shown as 0" in line for line in lines)
    (folder / "none.csv").write_text("age\n")
    command = ["count", "none.csv", "--column", "age", "--epsilon", "1e-6", "--rows-per-person", "1"]
    for _ in range(60):
        told = json.loads(command_line(*command, "--json", folder=folder).stdout)
        assert told["value"] == max(0, told["unclipped"]) and told["interval"][0] == max(
            0, told["unclipped"] - told["error"]
        )
        if told["unclipped"] < 0:
            break
    else:
        raise AssertionError("never below 0")


def test_a_histogram_reserves_room_for_all_its_counts(command_line, folder):
    edges = ",".join(str(n) for n in range(500))
    command = ["histogram", "people.csv", "--column", "age", "--edges", edges, "--epsilon", "1e-9", "--rows-per-person", "1"]
    done = command_line(*command, "--json", "--output", "o.json", folder=folder)
    assert (folder / "o.json").read_text() == done.stdout and done.returncode == 0


def test_bounds_hold_nearly_all_rows(command_line, folder):
    told = released(command_line, folder, "bounds", "people.csv", "--column", "age", "--outside", "0")
    assert told["query"] == "bounds" and told["value"] == [16, 128]
    wide = released(command_line, folder, "bounds", "people.csv", "--column", "age", "--largest", "32", "--outside", "0")
    assert wide["value"] == [16, 32]
    done = command_line("bounds", "people.csv", "--column", "age", "--epsilon", "1", "--rows-per-person", "1", folder=folder)
    assert "lower" in done.stdout and "upper" in done.stdout and "Spent epsilon 1" in done.stdout
    done = command_line("bounds", "people.csv", "--column", "age", "--rows-per-person", "1", folder=folder)
    assert "neither --epsilon nor --rho was given" in done.stderr
    done = command_line("bounds", "people.csv", "--column", "age", "--rho", "1", "--rows-per-person", "1", folder=folder)
    assert "Spent rho" in done.stdout


def test_rows_without_a_value_are_counted_and_left_out_of_a_mean(command_line, tmp_path):
    (tmp_path / "holes.csv").write_text("age,city\n10,a\n,b\nx,\n20,d\n")
    assert released(command_line, tmp_path, "count", "holes.csv", "--column", "age")["value"] == 4
    mean = released(command_line, tmp_path, "mean", "holes.csv", "--column", "age", "--bounds", "0:120")
    assert mean["value"] == pytest.approx(15, abs=0.01)
    assert {part["name"]: part["value"] for part in mean["parts"]}["count"] == 2


@pytest.mark.parametrize("query", ["mean", "variance", "std"])
def test_a_public_size_is_not_counted(command_line, folder, query):
    told = released(command_line, folder, query, "people.csv", "--column", "age", "--bounds", "0:120", "--size", "100")
    assert "count" not in [part["name"] for part in told["parts"]]
    assert told["size"] == 100 and told["value"] == pytest.approx(EXACT[query], abs=0.05)


@pytest.mark.parametrize("query", ["count", *EXACT])
def test_a_dry_run_tells_the_cost_and_reads_nothing(command_line, folder, query):
    bounds = [] if query == "count" else ["--bounds", "0:120"]
    command = [query, "people.csv", "--column", "age", *bounds, "--rho", "0.5", "--rows-per-person", "2", "--dry-run"]
    told = json.loads(command_line(*command, "--json", folder=folder).stdout)
    assert told["released"] is False and "value" not in told
    assert 0.4999 < told["rho"] <= 0.5 and told["rows_per_person"] == 2
    text = command_line(*command, folder=folder).stdout
    assert "Dry run" in text and "a person has at most 2 rows" in text


def test_the_file_of_output_has_the_same(command_line, folder):
    command = ["mean", "people.csv", "--column", "age", "--bounds", "0:120", *TERMS, "--json", "--output", "o.json"]
    done = command_line(*command, folder=folder)
    assert (folder / "o.json").read_text() == done.stdout


# --- what is refused ---


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["mean", "people.csv", "--column", "age", "--epsilon", "1", "--rows-per-person", "1"], 2, "--bounds is missing"),
        (
            ["mean", "people.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "1"],
            2,
            "--rows-per-person is missing: how many rows one person can have at most",
        ),
        (["count", "people.csv", "--column", "age", "--rows-per-person", "1"], 2, "neither --epsilon nor --rho"),
        (["sum", "nowhere.csv", "--column", "age", "--bounds", "9:0", *TERMS], 2, "--bounds is 9:0; give the smallest"),
        (["sum", "people.parquet", "--column", "age", "--bounds", "0:0.5", *TERMS], 2, "give integers"),
        (["std", "people.csv", "--column", "age", "--bounds", "0:9", "--size", "0", *TERMS], 2, "size is 0"),
        (["mean", "people.parquet", "--column", "city", "--bounds", "0:9", *TERMS], 1, "holds text, and numbers are needed"),
        (["count", "times.parquet", "--column", "at", *TERMS], 1, "give another column"),
        (["count", "people.csv", "--column", "age", "--bounds", "0:9", *TERMS], 2, "there is no option --bounds"),
        (["histogram", "people.csv", "--column", "age", *TERMS], 2, "neither --edges nor --categories"),
        (["histogram", "people.csv", "--column", "age", "--edges", "0,x", *TERMS], 2, "--edges has 'x'"),
        (["histogram", "nowhere.csv", "--column", "age", "--edges", "3,2", *TERMS], 2, "must be strictly increasing"),
        (
            ["histogram", "people.csv", "--column", "city", "--categories", "Arden", "--type", "integer", *TERMS],
            2,
            "--type says how numbers",
        ),
        (["count", "people.csv", "--column", "age", "--type", "integer", *TERMS], 2, "there is no option --type"),
    ],
)
def test_refuses_in_one_line(command_line, folder, arguments, status, text):
    done = command_line(*arguments, folder=folder)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("scrim: ") and done.stderr.count("\n") == 1
    assert text in done.stderr


# --- how it is shown ---

OUTCOMES = {
    "count": lambda: scrim.count(AGES, epsilon=1, rows_per_person=1),
    "sum": lambda: scrim.sum(AGES, (0, 1e6), epsilon=1, rows_per_person=1),
    "mean": lambda: scrim.mean(AGES, (-1e6, 1e6 + 1 / 3), rho=0.1, rows_per_person=1),
    "variance": lambda: scrim.variance(np.array(AGES), (0, 120), epsilon=1, rows_per_person=1),
    "std, sized": lambda: scrim.std(AGES, (0, 120), epsilon=1, rows_per_person=1, size=100),
    "mean of nothing": lambda: scrim.mean([], (3, 3), epsilon=1, rows_per_person=1),
}


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("width", [200, 100, 80, 60, 40, 30, 20, 1])
@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_a_released_value_is_never_cut(outcome, width, encoding):
    release = outcome()
    text = as_table(release, "Mean of age in people.csv", Screen(width, encoding, False)).decode(encoding)
    value = release.value
    assert (f"{value:.10g}" if isinstance(value, float) else str(value)) in text.split()
    assert max(map(len, text.splitlines())) <= max(width, 20) and "…" not in text
    assert f"Spent {release.plan.budget.currency}" in text.replace("\n  ", " ")
    planned = as_table(release.plan, "Mean", Screen(width, encoding, False)).decode(encoding)
    assert "Dry run" in planned.replace("\n  ", " ")


@pytest.mark.parametrize("width", [100, 40, 20])
def test_bounds_are_never_cut(width):
    release = scrim.bounds([*AGES, -(2.0**60)] * 9, epsilon=1e6, outside=0, rows_per_person=1)
    text = as_table(release, "Bounds", Screen(width, "utf-8", False)).decode()
    assert {"-1.152921505e+18", "128"} <= set(text.split())
    assert max(map(len, text.splitlines())) <= width
    assert "Dry run" in as_table(release.plan, "Bounds", Screen(width, "utf-8", False)).decode()


def test_bounds_that_were_not_found_are_told():
    plan = scrim.plan_bounds(epsilon=1.0, rows_per_person=1)
    least, most = plan.candidates[0], plan.candidates[-1]

    def told(*values):
        return as_table(scrim.BoundsRelease(plan, values), "Bounds", Screen(200, "utf-8", False)).decode()

    assert "outermost there can be" not in told(-4.0, 4096.0)
    assert "The upper bound is the outermost there can be" in told(-4.0, most)
    assert "The lower and upper bounds are the outermost there can be" in told(least, most)


@pytest.mark.parametrize("width", [120, 40, 20])
def test_bins_are_never_cut(width):
    names = ["a name that is much longer than the terminal is wide", "b"]
    release = scrim.histogram(names[:1] * 50, categories=names, other_rows=True, epsilon=1e6, rows_per_person=1)
    text = as_table(release, "Histogram", Screen(width, "utf-8", False)).decode()
    assert all(name in text for name in names) and "50" in text.split() and "…" not in text
    assert ("█" in text) == (width == 120)
    assert names[0] in as_table(release.plan, "Histogram", Screen(width, "utf-8", False)).decode()


def test_a_table_has_the_parts_and_a_picture_of_the_interval():
    release = scrim.mean(AGES, (0, 120), epsilon=1, rows_per_person=1)
    text = as_table(release, "Mean of age", Screen(100, "utf-8", False)).decode()
    heading, mean, total, count, *_ = text.splitlines()[1:]
    assert heading.split() == ["value", "epsilon", "noise", "within", "(95%)"]
    assert mean.split()[0] == "mean" and " to " in mean
    assert total.split()[0] == "sum" and total.split()[2] == "0.6"
    assert count.split()[0] == "count" and "off by 9" in count
    assert "━" in text and "lies between" in text
    assert "Sum: of the rows' distances from 60, the middle of the bounds." in text
    text = as_table(scrim.plan_variance((0, 120), epsilon=1, rows_per_person=1), "", Screen(150, "utf-8", False)).decode()
    assert "Sum and squares: of the rows' distances from 60, the middle of the bounds; 1800 is taken off" in text


def test_how_many_categories_occur(command_line, folder):
    arguments = ["count-distinct", "people.csv", "--column", "city", "--categories", "Arden,Birchwick"]
    told = released(command_line, folder, *arguments)
    assert (told["query"], told["value"], told["unclipped"], told["interval"]) == ("count_distinct", 1, 1, [1, 1])
    done = command_line(*arguments, "--epsilon", "1", "--rows-per-person", "1", "--dry-run", folder=folder)
    assert "number of categories" in done.stdout and "Dry run" in done.stdout


@pytest.mark.parametrize(("name", "meant"), [("median", "quantile"), ("AVG", "mean"), ("meen", "mean"), ("unique", "count-distinct")])
def test_a_name_from_elsewhere_leads_to_the_one_here(command_line, folder, name, meant):
    done = command_line(name, "people.csv", folder=folder)
    assert done.returncode == 2 and f"no command '{name}'; did you mean '{meant}'?" in done.stderr


@pytest.mark.parametrize("width", [72, 28, 18])
def test_a_band_lies_around_its_value(width):
    signs = signs_of("utf-8")
    line = ruler(0, 100, [50], width, signs, (25, 75))[0]
    assert line.count("┼") == 1 and len(line) <= max(width, 20)
    before, after = line.split("┼")
    assert abs(before.count("━") - after.count("━")) <= 1 and before.count("━") >= 1
    full = ruler(0, 100, [0], width, signs, (0, 100))[0]
    assert "─" not in full
    assert ruler(7, 7, [7], width, signs, (7, 7))[0].count("┼") == 1
