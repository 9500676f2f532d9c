"""Pictures of a query in a terminal: drawn from the same facts as those of notebooks, files and reports."""

from __future__ import annotations

import re

import pytest
from scrim import stats
from scrim.cli.query_pictures import query_pictures
from scrim.cli.screen import Screen
from scrim.cli.show import as_table
from scrim.tables.frame_chart import chart_of, chart_words
from scrim.tables.frame_facts import read_fields

from table_of_visits import visit_table


@pytest.fixture(scope="module")
def release():
    grouped = visit_table().per_person(rows=3, groups=1).group_by("region")
    return grouped.agg(n=stats.count(), cost=stats.mean("cost"), age=stats.quantiles("age", [0.25, 0.5, 0.75])).plan(epsilon=2).release()


def lines_of(release, width=90, encoding="utf-8"):
    return [line.plain for line in query_pictures(release, Screen(width, encoding, False))]


def test_each_statistic_is_drawn_with_its_numbers_and_words(release):
    text = "\n".join(lines_of(release))
    facts = read_fields(release.to_dict(), "it")
    for statistic in facts.statistics:
        assert chart_words(facts, statistic, chart_of(facts, statistic)) in text
    drawn = re.findall(r"^[NESW] .* (\S+)$", text, re.MULTILINE)
    assert [int(each.replace(",", "")) for each in drawn[:4]] == [max(0, n) for n in release["n"]]
    for shown, value in zip(drawn[4:8], release["cost"], strict=True):
        assert float(shown.replace(",", "")) == pytest.approx(value, abs=1)
    assert [float(each) for each in drawn[8:]] == pytest.approx(release["age_p50"])


def test_bars_are_as_long_as_counts(release):
    bars = [line for line in lines_of(release) if line[:2] in ("N ", "E ", "S ", "W ")][:4]
    lengths = [sum(line.count(sign) for sign in "█▓") for line in bars]
    longest = max(release["n_high"])
    room = len(bars[0]) - len(bars[0].split()[-1]) - 5
    for length, count in zip(lengths, release["n"], strict=True):
        assert length == pytest.approx(max(0, count) / longest * room, abs=2)
    assert "─" in bars[0] and "┼" in "".join(lines_of(release))


def test_signs_are_those_of_the_encoding(release):
    text = "\n".join(lines_of(release, encoding="ascii"))
    assert "#" in text and not set("█▓─┼░") & set(text)


@pytest.mark.parametrize("width", [200, 100, 80, 60, 40])
def test_nothing_is_wider_than_the_terminal(release, width):
    shown = as_table(release, "n", Screen(width, "utf-8", False)).decode()
    assert max(map(len, shown.splitlines())) <= max(width, 20)
    assert "█" in shown


def test_what_has_no_room_is_left_to_files():
    many = visit_table().per_person(rows=1, groups=1).group_by("visits", keys=range(30)).agg(n=stats.count()).plan(epsilon=1).release()
    named = visit_table().per_person(rows=1, groups=1).group_by("region").agg(t=stats.top_k("region", 2)).plan(epsilon=1).release()
    panels = visit_table().per_person(rows=1, groups=1).group_by("region").agg(h=stats.histogram("age", range(0, 121, 40))).plan(epsilon=1).release()
    assert [lines_of(each) for each in (many, named, panels)] == [[], [], []]
