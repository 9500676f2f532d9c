"""What people see: nothing released is cut in narrow terminals, and no name can give orders to a terminal."""

import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import termios

import pyarrow
import pytest

import scrim
from scrim.cli import program
from scrim.cli.plot import ruler, signs_of
from scrim.analysis.printable import printable
from scrim.cli.printable import json_bytes
from scrim.cli.screen import Screen
from scrim.cli.show import as_csv, as_table

AGES = [20 + i % 50 for i in range(100)]
EVIL = "a\x1b[31mb\x9b2Jc\x07\r\n\td\u202ee\u2066f\x7f\ud800"
ORDERS = ["\x1b", "\x9b", "\x07", "\r", "\t", "\u202e", "\u2066", "\x7f", "\ud800"]


def shown(outcome, width, title="Quantiles of age in people.csv", encoding="utf-8"):
    return as_table(outcome, title, Screen(width, encoding, False)).decode(encoding)


@pytest.fixture(scope="module")
def quartiles():
    return scrim.quantiles(AGES, [0.25, 0.5, 0.75, 0.999], bounds=(0, 1e6), epsilon=1, rows_per_person=1)


@pytest.fixture(scope="module")
def wide_values():
    return scrim.quantiles(AGES, [0.25], bounds=(0, 2**60), epsilon=1, candidates=10**4, rows_per_person=1)


@pytest.mark.parametrize("width", [200, 100, 80, 60, 40, 30, 20, 1])
def test_a_released_value_is_never_cut(quartiles, wide_values, width):
    for release in (quartiles, wide_values):
        text = shown(release, width)
        words = text.split()
        for value in release.values:
            assert f"{value:.10g}" in words
        longest = max(map(len, text.splitlines()))
        assert longest <= max(width, 20) and "…" not in text
        assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("width", [60, 40, 30])
def test_names_and_categories_are_never_cut(width):
    names = ["a name that is much longer than the terminal is wide", "short"]
    release = scrim.top_k(names[:1] * 50, names, 2, epsilon=100, rows_per_person=1)
    text = shown(release, width)
    assert all(name in text for name in names) and "…" not in text


def test_what_is_dropped_first(quartiles):
    heads = {width: shown(quartiles, width).split("first quartile")[0] for width in (90, 60, 56, 50, 44, 30)}
    assert "█" in shown(quartiles, 90) and "bars fade" in shown(quartiles, 90).replace("\n  ", " ")
    assert "█" not in shown(quartiles, 60) and "noise" in heads[60]
    assert "rank off by at most" not in heads[56] and "noise" in heads[56]
    assert "noise" not in heads[44] and "rank off by" in heads[44]
    assert heads[30].split("\n")[-2].split() == ["value"]
    for width in heads:
        assert "Spent epsilon 1 in all" in shown(quartiles, width).replace("\n  ", " ")


@pytest.mark.parametrize("width", [72, 28, 18])
def test_a_ruler_fits(width):
    for first, last, values in [(0, 120, [0, 60, 120]), (-1e300, 1e300, [1e300]), (0, 2**64 - 1, [2**63])]:
        lines = ruler(first, last, values, width, signs_of("utf-8"))
        assert all(len(line) <= max(width, 20) for line in lines)
        assert lines[0].count("┼") == len(values)
        named = " ".join(lines[1:]).split()
        assert all((f"{v:.10g}" if isinstance(v, float) else str(v)) in named for v in values)


def test_a_narrow_terminal(command_line, tmp_path):
    (tmp_path / "people.csv").write_text("age\n" + "".join(f"{age}\n" for age in AGES))
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    environment = {**command_line.environment, "TERM": "xterm"}
    del environment["COLUMNS"]
    arguments = ["--column", "age", "--candidates", "1,44,99", "--epsilon", "1e6", "--rows-per-person", "1", "--alpha", "0.25,0.5"]
    with subprocess.Popen(
        [*command_line.program, "quantile", "people.csv", *arguments],
        cwd=tmp_path,
        stdin=follower,
        stdout=follower,
        stderr=subprocess.PIPE,
        env=environment,
    ) as running:
        os.close(follower)
        text = b""
        try:
            while piece := os.read(leader, 4096):
                text += piece
        except OSError:
            pass  # how a terminal says that it was closed
    os.close(leader)
    assert running.returncode == 0
    plain = text.decode().replace("\r\n", "\n")
    assert "\x1b[1;36m" in plain  # the value is bold
    plain = re.sub(r"\x1b\[[0-9;]*m", "", plain)
    assert max(map(len, plain.splitlines())) <= 30
    assert "first quartile" in plain and "44" in plain.split()


# --- orders to the terminal ---


def test_signs_that_an_encoding_lacks_are_spelt_out():
    table = scrim.Table(pyarrow.table({"id": [1], "x": [2.0]}), person="id", columns={"x": scrim.number(0, 9)})
    plan = table.per_person(rows=1).agg(n=scrim.stats.count()).plan(epsilon=1)
    assert "+/- 3" in shown(plan, 80, "n", "ascii") and "± 3" in shown(plan, 80, "n")


def test_one_count_is_told_as_one():
    release = scrim.histogram(["a"], categories=["a"], epsilon=1, rows_per_person=1)
    assert "The count has noise of scale 1 of its own." in shown(release, 80)


def test_what_a_terminal_would_obey_is_spelt_out():
    spelt = printable(EVIL)
    assert not any(order in spelt for order in ORDERS)
    assert spelt.startswith(r"a\x1b[31mb\x9b2Jc\x07\r\n\td\u202ee\u2066f\x7f")
    assert printable("naïve 北京 می‌خواهم 👩‍👩‍👧") == "naïve 北京 می‌خواهم 👩‍👩‍👧"
    assert printable("naïve", "ascii") == r"na\xefve"
    as_json = json_bytes({"name": EVIL, "x": "é"}, "utf-8").decode()
    assert not any(order in as_json for order in ORDERS) and "é" in as_json
    assert json.loads(as_json)["name"] == EVIL


def test_names_give_no_orders(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    evil = EVIL.replace("\ud800", "")
    (tmp_path / evil).write_text(f'"{evil.replace(chr(10), "").replace(chr(13), "")}"\n' + "1\n" * 9)
    name = evil.replace("\n", "").replace("\r", "")
    budget = ["--epsilon", "1", "--rows-per-person", "1"]
    good = ["quantile", evil, "--column", name, "--bounds", "0:9", "--type", "integer", *budget]
    cases = [
        good,
        [*good, "--json"],
        ["quantile", evil, "--column", evil, "--bounds", "0:9", *budget],
        ["quantile", evil + "x", "--column", name, "--bounds", "0:9", *budget],
        ["top-k", evil, "--column", name, "--categories", f"x{name},y", "--k", "2", "--type", "x", *budget],
        ["top-k", evil, "--column", name, "--categories", f"{name},{name}", *budget],
        ["top-k", evil, "--column", name, "--categories", f"@{evil}x", *budget],
        [*good, "--alpha", evil],
        [*good, "--sql", f"select {evil}"],
        [*good, "--output", f"{evil}/x"],
        [*good, f"--{evil}"],
        [evil],
        ["sample", evil],
    ]
    for case in cases:
        status = program.run(case)
        out, err = capfd.readouterr()
        assert not any(order in out + err for order in ORDERS), case
        assert err.count("\n") == (0 if status == 0 else 1), case
    release = scrim.top_k([name], [name, "y"], 1, epsilon=1000, rows_per_person=1)
    assert not any(order in shown(release, 80, f"Top 1 of {evil}") for order in ORDERS)
    assert r"1.  a\x1b[31mb" in shown(release, 80)


def test_a_query_gives_no_orders():
    name = EVIL.replace("\ud800", "")
    rows = pyarrow.table({name: [name, name, "y"], f"x{name}": [1.0, 2.0, 3.0]})
    table = scrim.Table(rows, rows_per_person=1, columns={name: scrim.category(name, "y"), f"x{name}": scrim.number(0, 9)})
    query = table.group_by(name).agg(**{f"n{name}": scrim.stats.count(), f"m{name}": scrim.stats.mean(f"x{name}")})
    plan = query.plan(epsilon=1000)
    release = plan.release()
    for outcome in (plan, release):
        text = shown(outcome, 300, f"{name} by {name}")
        assert not any(order in text for order in ORDERS) and text.count(r"a\x1b[31mb") > 2
    seen = as_csv(release, Screen(80, "utf-8", True)).decode()
    assert not any(order in seen for order in ORDERS)
    assert as_csv(release, Screen(80, "utf-8", False)).decode() == release.to_csv()  # for programs


# --- help ---


@pytest.mark.parametrize("width", ["60", "80"])
def test_help_is_uncut(command_line, width):
    command_line.environment["COLUMNS"] = width
    page = command_line("--help").stdout
    assert "..." not in page.split("Options:")[1]
    words = " ".join(page.split())
    assert "quantile Release the median, quartiles or other quantiles." in words
    assert "3 released but not shown in full" in words and "Unless it is 0 or 3, nothing was released" in words
    assert "--show-completion SHELL" in words
    numbers = ("count", "sum", "mean", "variance", "std", "histogram", "count-distinct", "bounds")
    for command in (*numbers, "quantile", "top-k"):
        assert f" {command} Release " in words
        page = command_line(command, "--help").stdout
        assert max(map(len, page.splitlines())) <= int(width)
        headings = [line for line in page.splitlines() if line.endswith(":") and line[0] != " "]
        assert headings == ["Arguments:", "Options:", "Privacy:", "How the file is read:", "Output:", "Ledger:"]
        assert "--delimiter SIGN" in page.split("How the file is read:")[1]
        assert f"Example: scrim {command} people.csv" in page
        example = [line.strip() for line in page.split("Example: ")[1].splitlines()]
        assert all(line.endswith(" \\") for line in example[:-1])
        assert shlex.split("\n".join(example).replace("\\\n", ""))[:3] == ["scrim", command, "people.csv"]
    assert "Usage: scrim report [OPTIONS] RELEASE|STUDY|LEDGER...\n" in command_line("report", "--help").stdout
