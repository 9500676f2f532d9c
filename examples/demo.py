"""The demonstration: the command line on a made-up town, and the true values beside the private ones.

usage: python examples/demo.py [FOLDER]     (the table is written there; a temporary folder by default)
"""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scrim.cli.sample import CITIES

console = Console(highlight=False)


def scrim(folder: Path, *arguments: str, status: int = 0) -> None:
    """Shows a command and runs it. It ends with this status."""
    console.print(f"\n[bold]$ scrim {shlex.join(arguments)}[/bold]", soft_wrap=True)
    program = Path(sys.executable).parent / "scrim"
    # The heads of the ledger of a demonstration are no concern of the user's.
    environment = {**os.environ, "XDG_STATE_HOME": str((folder / "state").resolve())}
    sys.stdout.flush()
    done = subprocess.run([str(program), *arguments], cwd=folder, env=environment, check=False)
    if done.returncode != status:
        raise SystemExit(f"scrim ended with status {done.returncode} instead of {status}")


def released(folder: Path, *arguments: str) -> dict:
    """The same, and what it released."""
    scrim(folder, *arguments, "--output", "release.json")
    return json.loads((folder / "release.json").read_text(encoding="utf-8"))


def true_quantile(column: list[int], alpha: float) -> int:
    return sorted(column)[round(alpha * (len(column) - 1))]


def beside(title: str, rows: list[tuple[str, ...]], *columns: str) -> None:
    table = Table(
        title=title, title_justify="left", title_style="italic", box=None, padding=(0, 2, 0, 0)
    )
    for number, column in enumerate(columns):
        table.add_column(column, style="cyan" if number == 1 else None)
    for row in rows:
        table.add_row(*row)
    console.print()
    console.print(table)


def compare_numbers(folder: Path, people: list[dict], column: str, bounds: str) -> float:
    """A count, a sum and what follows from sums, with the intervals that hold the exact numbers."""
    low, high = map(int, bounds.split(":"))
    values = [min(max(int(person[column]), low), high) for person in people]
    truth = {
        "count": len(values),
        "sum": sum(values),
        "mean": statistics.mean(values),
        "variance": statistics.pvariance(values),
        "std": statistics.pstdev(values),
    }
    rows, spent = [], 0.0
    for query, epsilon in (("count", "0.1"), ("sum", "0.1"), ("mean", "0.2"), ("variance", "0.1"), ("std", "0.1")):
        options = ["--bounds", bounds, "--type", "integer"] if query != "count" else []
        release = released(
            folder, query, "people.csv", "--column", column, *options, "--epsilon", epsilon, "--rows-per-person", "1"
        )
        spent += release["epsilon"]
        within = " to ".join(f"{end:.0f}" for end in release["interval"])
        rows.append((query, f"{release['value']:.0f}", f"{truth[query]:.0f}", within))
    beside(f"{column}, beside the truth", rows, "", "private", "true", "interval (95%)")
    return spent


def compare_bounds(folder: Path, people: list[dict], column: str, epsilon: str) -> float:
    """Where nobody knows between which bounds rows lie."""
    release = released(
        folder, "bounds", "people.csv", "--column", column, "--type", "integer",
        "--epsilon", epsilon, "--rows-per-person", "1",
    )  # fmt: skip
    lower, upper = release["value"]
    values = [int(person[column]) for person in people]
    below, above = sum(value < lower for value in values), sum(value > upper for value in values)
    rows = [("lower", str(lower), str(min(values)), str(below)), ("upper", str(upper), str(max(values)), str(above))]
    beside(f"bounds of {column}, beside the truth", rows, "", "private", "outermost row", "rows beyond the bound")
    return release["epsilon"]


def compare_distinct(folder: Path, people: list[dict], epsilon: str) -> float:
    """How many of all ages that there are somebody has."""
    (folder / "ages.txt").write_text("".join(f"{age}\n" for age in range(121)), encoding="utf-8")
    release = released(
        folder, "count-distinct", "people.csv", "--column", "age", "--categories", "@ages.txt",
        "--epsilon", epsilon, "--rows-per-person", "1",
    )  # fmt: skip
    within = " to ".join(map(str, release["interval"]))
    truth = len({person["age"] for person in people})
    beside(
        "different ages, beside the truth",
        [("ages that occur", str(release["value"]), str(truth), within)],
        "", "private", "true", "interval (95%)",
    )  # fmt: skip
    return release["epsilon"]


def compare_quantiles(
    folder: Path, people: list[dict], column: str, bounds: str, epsilon: str
) -> float:
    release = released(
        folder, "quantile", "people.csv", "--column", column, "--type", "integer", "--alpha", "0.25,0.5,0.75",
        "--bounds", bounds, "--epsilon", epsilon, "--rows-per-person", "1",
    )  # fmt: skip
    values = [int(person[column]) for person in people]
    rows = [
        (name, str(entry["value"]), str(true_quantile(values, entry["alpha"])))
        for name, entry in zip(
            ["first quartile", "median", "third quartile"], release["quantiles"], strict=True
        )
    ]
    beside(f"{column}, beside the truth", rows, "", "private", "true")
    return release["epsilon"]


def compare_histogram(folder: Path, people: list[dict], epsilon: str) -> float:
    """How many people are of which age."""
    edges = [0, 18, 30, 45, 65, 121]
    release = released(
        folder, "histogram", "people.csv", "--column", "age", "--type", "integer", "--edges", ",".join(map(str, edges)),
        "--epsilon", epsilon, "--rows-per-person", "1",
    )  # fmt: skip
    rows = []
    for i, (label, value) in enumerate(zip(release["bins"], release["values"], strict=True)):
        truth = sum(edges[i] <= int(person["age"]) < edges[i + 1] for person in people)
        rows.append((label, str(value), str(truth)))
    beside("ages, beside the truth", rows, "", "private", "true")
    return release["epsilon"]


def compare_cities(folder: Path, people: list[dict], epsilon: str) -> float:
    (folder / "cities.txt").write_text("\n".join(CITIES) + "\n", encoding="utf-8")
    release = released(
        folder, "top-k", "people.csv", "--column", "city", "--categories", "@cities.txt", "--k", "5", "--counts",
        "--epsilon", epsilon, "--rows-per-person", "1", "--plot", "cities.svg",
    )  # fmt: skip
    truth = Counter(person["city"] for person in people).most_common(5)
    rows = [
        (f"{place}.", f"{chosen} {rows}", f"{name} {count}")
        for place, (chosen, rows, (name, count)) in enumerate(
            zip(release["values"], release["counts"], truth, strict=True), 1
        )
    ]
    beside("cities, beside the truth", rows, "", "private", "true")
    return release["epsilon"]


STUDY = """\
title = "Visits to hospitals"

[data]
source = "visits.csv"
person = "patient"

[columns]
age = { number = [0, 120] }
cost = { number = [0, 5000] }
region = { category = ["N", "E", "S", "W"] }

[budget]
epsilon = 1
ledger = "hospital.ledger"

[[release]]
name = "cost_by_region"
where = "age >= 18"
per_person = { groups = 2, rows = 3 }
group_by = ["region"]
epsilon = 0.5
stats = { n = "count()", cost = "mean(cost, share=3)" }
"""
MORE = """
[[release]]
name = "patients"
epsilon = 0.6
stats = { n = "count_people()" }
"""


def study_from_end_to_end(folder: Path) -> None:
    """Planned, run, run again, overspent, verified: in a folder that begins empty, as its ledger must."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    console.print("\nA whole publication is one file, and a ledger remembers what it cost:")
    scrim(folder, "sample", "visits.csv", "--visits")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    console.print(f"\n[bold]$ cat study.toml[/bold]\n{escape(STUDY)}", end="")
    scrim(folder, "plan", "study.toml")
    scrim(folder, "run", "study.toml")
    first = (folder / "releases" / "cost_by_region.csv").read_bytes()
    console.print("\nRun again it gives the same files, and is free:")
    scrim(folder, "run", "study.toml")
    assert (folder / "releases" / "cost_by_region.csv").read_bytes() == first
    console.print("\nWhat the budget has no room for is refused before a row is read:")
    (folder / "study.toml").write_text(STUDY + MORE, encoding="utf-8")
    scrim(folder, "run", "study.toml", status=4)
    scrim(folder, "ledger", "show", "hospital.ledger")
    scrim(folder, "ledger", "verify", "hospital.ledger", "--against", "study.lock")


def main(folder: Path) -> None:
    console.print(
        "Private statistics of 5000 people, one row each. What [cyan]scrim[/cyan] prints could be published: whether "
        "any one person is in the table changes the probability of what you see by a factor of at most "
        "exp(epsilon). The true values stand beside it only because these people do not exist."
    )
    scrim(folder, "sample", "people.csv", "--force")
    with (folder / "people.csv").open(encoding="utf-8", newline="") as file:
        people = list(csv.DictReader(file))
    spent = (
        compare_numbers(folder, people, "income", "0:150000")
        + compare_bounds(folder, people, "income", "0.1")
        + compare_quantiles(folder, people, "age", "0:120", "0.2")
        + compare_histogram(folder, people, "0.1")
        + compare_distinct(folder, people, "0.2")
        + compare_cities(folder, people, "0.3")
    )
    console.print(
        f"\nSpent in all: epsilon {spent:.3f}. Run it again: the private values change, the true ones do not."
    )
    study_from_end_to_end(folder / "study")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        target = Path(sys.argv[1])
        target.mkdir(parents=True, exist_ok=True)
        main(target)
        console.print(f"A picture of the cities is in {target / 'cities.svg'}", soft_wrap=True)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
