"""Figures of Matplotlib draw what every other picture draws."""

from __future__ import annotations

import datetime
import io

import pyarrow as pa
import pytest
import scrim
from scrim import stats

from releases_to_report import EVIL
from table_of_visits import visit_table

GROUPED = visit_table().per_person(rows=3, groups=1)


def released(query, **budget):
    return query.plan(**(budget or {"epsilon": 1})).release()


@pytest.fixture(scope="module")
def by_region():
    return released(GROUPED.group_by("region").agg(n=stats.count(), cost=stats.mean("cost"), age=stats.quantiles("age", [0.25, 0.5, 0.75])), epsilon=3)


def drawn(figure):
    """It can be written."""
    file = io.BytesIO()
    figure.savefig(file, format="svg")
    return file.getvalue().decode()


def lines(axes):
    """The intervals, by their ends."""
    return [(line.get_segments()[0][0][0], line.get_segments()[0][1][0]) for line in axes.collections]


def test_bars_are_counts_with_their_intervals(by_region):
    figure = by_region.plot("n").to_figure()
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [max(0, n) for n in by_region["n"]]
    assert lines(axes) == list(zip(by_region["n_low"], by_region["n_high"], strict=True))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["N", "E", "S", "W"]
    assert axes.yaxis_inverted() and "Thin lines hold the exact numbers" in figure.get_supxlabel().replace("\n", " ")
    assert "<svg" in drawn(figure)


def test_marks_and_bands(by_region):
    (axes,) = by_region.plot("cost").to_figure().axes
    assert list(axes.lines[0].get_xdata()) == by_region["cost"]
    assert lines(axes) == list(zip(by_region["cost_low"], by_region["cost_high"], strict=True))
    (axes,) = by_region.plot("age").to_figure().axes
    assert [bar.get_x() for bar in axes.patches] == by_region["age_p25"]
    assert list(axes.lines[0].get_xdata()) == by_region["age_p50"]


def test_days_are_a_curve_and_panels_share_a_scale():
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(0, 60, 3)]
    keys = [(region, day) for region in ("N", "E", "S") for day in days]
    release = released(GROUPED.group_by("region", "day", keys=keys).agg(n=stats.count()))
    figure = release.plot().to_figure()
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["N", "E", "S"]
    assert len({axes.get_ylim() for axes in figure.axes}) == 1
    assert [list(axes.lines[0].get_ydata()) for axes in figure.axes] == [[max(0, n) for n in release["n"][i : i + 20]] for i in (0, 20, 40)]
    drawn(figure)


def test_many_groups_are_a_curve_from_the_least():
    table = pa.table({"id": range(3000), "group": [i % 300 for i in range(3000)]})
    query = scrim.Table(table, person="id", columns={"group": scrim.integer(0, 299)}).per_person(rows=1, groups=1).group_by("group")
    (axes,) = released(query.agg(n=stats.count())).plot().to_figure().axes
    heights = list(axes.lines[0].get_ydata())
    assert heights == sorted(heights) and len(heights) == 300


@pytest.mark.parametrize("number", [1000, 1001, 2500])
def test_of_more_points_than_there_is_room_for_as_many_are_drawn_as_is_said(number):
    table = pa.table({"id": range(number), "group": range(number)})
    query = scrim.Table(table, person="id", columns={"group": scrim.integer(0, number - 1)}).per_person(rows=1, groups=1)
    release = released(query.group_by("group").agg(n=stats.count()))
    figure = release.plot().to_figure()
    (axes,) = figure.axes
    stride = -(-number // 1000)
    assert list(axes.lines[0].get_ydata()) == sorted(max(0, n) for n in release["n"])[::stride]
    said = figure.get_supxlabel().replace("\n", " ")
    assert ("point is drawn" in said) == (stride > 1) and (stride == 1 or f"Every {stride}{'nd' if stride == 2 else 'rd'} point is drawn." in said)


def test_names_are_text():
    names = [*EVIL, "$x$ and $\\frac{1}{0$"]
    table = pa.table({"id": range(100), "kind": [names[i % len(names)] for i in range(100)]})
    query = scrim.Table(table, person="id", columns={"kind": scrim.category(*names)}).per_person(rows=1, groups=1).group_by("kind")
    release = released(query.agg(**{"$\\bad$": stats.count()}))
    figure = release.plot().to_figure()
    labels = figure.axes[0].get_yticklabels()
    assert all(not label.get_parse_math() and label.get_text().isprintable() and len(label.get_text()) <= 32 for label in labels)
    assert "$x$ and" in labels[-1].get_text()
    figure.savefig(io.BytesIO(), format="png")


def test_what_is_not_a_number_is_refused():
    release = released(GROUPED.group_by("region").agg(t=stats.top_k("region", 2)))
    with pytest.raises(scrim.InvalidArgumentError, match="nothing to draw but names"):
        release.plot("t").to_figure()
