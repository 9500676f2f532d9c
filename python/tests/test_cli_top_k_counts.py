"""`scrim top-k --counts`: how many rows each of the chosen categories has, too."""

import json
from xml.etree import ElementTree

import pytest

PEOPLE = "city\n" + "".join(f"{'Arden' if i % 3 else 'Birch'}\n" for i in range(300))
TOP_TWO = [
    "--column", "city", "--epsilon", "1", "--rows-per-person", "1", "--categories", "Arden,Birch,Corvale", "--k", "2",
]  # fmt: skip


@pytest.fixture
def people(command_line):
    (command_line.folder / "people.csv").write_text(PEOPLE)
    return command_line


def test_counts_of_the_most_frequent(people):
    arguments = ["top-k", "people.csv", *TOP_TWO, "--counts"]
    done = people(*arguments, "--json", "--plot", "p.svg")
    told = json.loads(done.stdout)
    assert told["values"] == ["Arden", "Birch"]
    error = told["count_error_rows"]
    for count, interval, exact in zip(told["counts"], told["intervals"], (200, 100), strict=True):
        assert interval == [count - error, count + error] and abs(count - exact) <= 4 * error
    words = list(ElementTree.fromstring((people.folder / "p.svg").read_bytes()).itertext())
    assert words[words.index("1. Arden") + 1] == str(told["counts"][0])
    assert "Computed without the data" not in " ".join(words)  # the counts were not
    done = people(*arguments)
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["rows", "within", "(95%)"]
    for line, name in zip(lines[2:4], ("1. Arden", "2. Birch"), strict=True):
        place, city, count, low, to, high = line.split()
        assert f"{place} {city}" == name and to == "to" and int(low) + int(high) == 2 * int(count)
    assert "all counts at once are at most" in " ".join(done.stdout.split())


def test_without_counts_none_are_shown(people):
    done = people("top-k", "people.csv", *TOP_TWO)
    assert done.returncode == 0 and "rows  within" not in done.stdout and "counts" not in done.stdout
    done = people("top-k", "people.csv", *TOP_TWO, "--json")
    assert "counts" not in json.loads(done.stdout)


def test_a_dry_run_tells_how_far_off_counts_will_be(people):
    done = people("top-k", "people.csv", *TOP_TWO, "--counts", "--dry-run", "--plot", "p.svg")
    assert "all counts at once are at most" in " ".join(done.stdout.split())
    words = " ".join(ElementTree.fromstring((people.folder / "p.svg").read_bytes()).itertext())
    assert "Counts will be at most" in words


def test_counts_are_in_the_help(people):
    assert "--counts" in people("top-k", "--help").stdout
