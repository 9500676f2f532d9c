"""Where things stand in pictures of releases: read from the SVG, beside the released numbers."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest
from scrim.analysis.drawing import ACCENT, HALF, NARROW, WIDE
from scrim.tables.frame_facts import read_fields
from scrim.tables.frame_picture import statistic_pictures

from releases_to_report import many_days, shapes, thousand

SVG = "{http://www.w3.org/2000/svg}"
# Places are written with one digit after the point, and both ends of a width are.
NEAR = 0.11


def facts_of(name):
    made = {"thousand": thousand, "days of a year": many_days}
    return read_fields(made[name]() if name in made else shapes()[name], name)


@cache
def drawn(name, statistic, measures=WIDE):
    facts = facts_of(name)
    (picture,) = statistic_pictures(facts, facts.statistic(statistic), (measures,))
    return ElementTree.fromstring(picture.inline())


def numbers(element, *names):
    return tuple(float(element.get(name)) for name in names)


def lines(root, **like):
    """The lines whose attributes are these, by their ends."""
    found = [each for each in root.iter(f"{SVG}line") if all(each.get(name.replace("_", "-")) == value for name, value in like.items())]
    return [numbers(each, "x1", "y1", "x2", "y2") for each in found]


def intervals(root):
    """Thin lines across, but for the lines below plots."""
    return [each for each in lines(root, stroke="currentColor") if each[1] == each[3]]


def bars(root):
    return [numbers(each, "x", "y", "width", "height") for each in root.iter(f"{SVG}rect") if each.get("fill") == ACCENT]


def panels(root):
    """Where each begins, and what is in it."""
    found = {}
    for each in root.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", each.get("transform", ""))
        if place:
            found[(float(place[1]), float(place[2]))] = each
    return found


def texts(root):
    return [each.text for each in root.iter(f"{SVG}text")]


def points(path):
    """Of a path of straight lines."""
    return [tuple(map(float, each.split())) for each in path.get("d").lstrip("M").rstrip("Z").split("L")]


def paths(root):
    """The area of the intervals, and the curve within it."""
    (area,) = [each for each in root.iter(f"{SVG}path") if each.get("d").endswith("Z")]
    (curve,) = [each for each in root.iter(f"{SVG}path") if each.get("fill") == "none"]
    return points(area), points(curve)


def across(values, measures=WIDE):
    """Where numbers lie along a plot that reaches from the first of two to the last."""
    low, high = min(values), max(values)
    return lambda value: measures.left + (measures.right - measures.left) * (value - low) / (high - low)


@pytest.mark.parametrize("measures", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_mark_lies_within_the_line_of_its_interval(measures):
    facts, root = facts_of("by group"), drawn("by group", "cost", measures)
    columns = facts.columns
    place = across(columns["cost"] + columns["cost_low"] + columns["cost_high"], measures)
    marks = lines(root, stroke=ACCENT, stroke_width="3")
    rows = {y: (left, right) for left, y, right, _ in intervals(root)}
    assert len(marks) == 4
    tops = [upper for _, upper, _, _ in marks]
    assert tops == sorted(set(tops))
    for (x, upper, _, lower), value, low, high in zip(marks, columns["cost"], columns["cost_low"], columns["cost_high"], strict=True):
        left, right = rows[(upper + lower) / 2]
        assert left < x < right
        assert (left, x, right) == pytest.approx((place(low), place(value), place(high)), abs=NEAR)
    assert (measures.left, measures.right) in rows.values()  # the scale below them


@pytest.mark.parametrize("measures", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_band_reaches_from_the_lowest_quantile_to_the_highest(measures):
    facts, root = facts_of("by group"), drawn("by group", "age", measures)
    columns = [facts.columns[f"age_p{percent}"] for percent in (25, 50, 75)]
    place = across([value for column in columns for value in column], measures)
    strokes = lines(root, stroke=ACCENT)
    assert len(bars(root)) == 4
    for (x, y, width, height), low, middle, high in zip(bars(root), *columns, strict=True):
        assert (x, x + width) == pytest.approx((place(low), place(high)), abs=NEAR)
        at_all = [line for line in strokes if y - 2 < line[1] < y + height]
        assert [line[0] for line in at_all] == pytest.approx([place(low), place(middle), place(high)], abs=NEAR)
    assert len(lines(root, stroke=ACCENT, stroke_width="3")) >= 4  # the middle ones


def test_a_bar_reaches_from_nothing_to_its_count():
    facts, root = facts_of("by group"), drawn("by group", "n")
    counts, lows, highs = (facts.columns[f"n{end}"] for end in ("", "_low", "_high"))
    place = across([0, max(highs)])
    assert len(bars(root)) == 4
    ends = {y: (left, right) for left, y, right, _ in intervals(root)}
    for (x, y, width, height), count, low, high in zip(bars(root), counts, lows, highs, strict=True):
        assert (x, x + width) == pytest.approx((WIDE.left, place(count)), abs=NEAR)
        (interval,) = [each for at, each in ends.items() if y <= at <= y + height]
        assert interval == pytest.approx((place(low), place(high)), abs=NEAR)


def test_a_count_below_nothing_has_no_bar():
    fields = shapes()["by group"]
    counts = [-7, 0, 3, 90]
    facts = read_fields({**fields, "columns": {**fields["columns"], "n": counts}}, "it")
    (picture,) = statistic_pictures(facts, facts.statistic("n"))
    assert [(x, width > 0) for x, _, width, _ in bars(ElementTree.fromstring(picture.inline()))] == [
        (WIDE.left, count > 0) for count in counts
    ]


@pytest.mark.parametrize("measures", [WIDE, NARROW], ids=["wide", "narrow"])
def test_groups_with_bins_are_panels_on_one_scale(measures):
    """Two beside each other where there is room, else one below the other."""
    facts, found = facts_of("histograms"), panels(drawn("histograms", "h", measures))
    regions = list(dict.fromkeys(facts.columns["region"]))
    assert [texts(each)[0] for each in found.values()] == regions
    lefts, tops = {left for left, _ in found}, {top for _, top in found}
    assert (len(lefts), len(tops)) == ((2, 2) if measures == WIDE else (1, 4))
    of_each = HALF if measures == WIDE else measures
    assert lefts == {0, measures.width - of_each.width}
    place = across([0, max(facts.columns["h_high"])], of_each)
    for region, panel in zip(regions, found.values(), strict=True):
        rows = [row for row, name in enumerate(facts.columns["region"]) if name == region]
        widths = [width for _, _, width, _ in bars(panel)]
        assert widths == pytest.approx([place(max(0, facts.columns["h"][row])) - of_each.left for row in rows], abs=NEAR)
        assert {facts.columns["bin"][row] for row in rows} <= set(texts(panel))
    tallest = max(y + height for panel in found.values() for _, y, _, height in bars(panel))
    assert all(after - before > tallest for before, after in zip(sorted(tops), sorted(tops)[1:], strict=False))


def test_days_are_a_path_along_time():
    facts, root = facts_of("days"), drawn("days", "n")
    area, curve = paths(root)
    (_, bottom), *_ = [(left, y) for left, y, right, _ in intervals(root) if right > 400]
    order = sorted(range(facts.rows), key=lambda row: facts.columns["day"][row])
    days = [facts.columns["day"][row].toordinal() for row in order]
    assert len(curve) == len(days) and len(area) == 2 * len(days)
    left, right, top = curve[0][0], curve[-1][0], min(y for _, y in area)
    share = [(day - days[0]) / (days[-1] - days[0]) for day in days]
    assert [x for x, _ in curve] == pytest.approx([left + (right - left) * each for each in share], abs=NEAR)
    most = max(facts.columns["n_high"])
    for path, name in ((curve, "n"), (area[: len(days)], "n_high"), (area[: len(days) - 1 : -1], "n_low")):
        heights = [bottom - (bottom - top) * max(0, facts.columns[name][row]) / most for row in order]
        assert [y for _, y in path] == pytest.approx(heights, abs=2 * NEAR), name
    circles = [numbers(each, "cx", "cy") for each in root.iter(f"{SVG}circle")]
    assert circles == curve  # where there are few
    assert {facts.columns["day"][order[0]].isoformat(), facts.columns["day"][order[-1]].isoformat()} <= set(texts(root))


def test_days_by_region_are_a_path_in_each_panel():
    found = panels(drawn("days by region", "n"))
    assert [texts(each)[0] for each in found.values()] == ["N", "E", "S"]
    assert all(len(paths(panel)[1]) == 20 for panel in found.values())
    of_a_year = panels(drawn("days of a year", "n"))
    assert len(of_a_year) == 4 and all(len(paths(panel)[1]) == -(-365 // 2) for panel in of_a_year.values())


def test_many_groups_are_a_path_that_rises():
    facts, root = facts_of("thousand"), drawn("thousand", "n")
    _, curve = paths(root)
    heights = [y for _, y in curve]
    assert len(curve) == facts.rows == 1000 and heights == sorted(heights, reverse=True)
    assert not bars(root) and {"least", "largest"} <= set(texts(root))
