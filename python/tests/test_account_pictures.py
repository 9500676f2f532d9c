"""The profile of an account as a picture: within its frame, falling, and with what was asked marked."""

import re
from xml.etree import ElementTree

import pytest

import scrim
from drawn_text import SVG, expect_whole_and_coloured
from scrim.analysis.drawing import ACCENT, text_width


def account_of(add, *questions):
    account = scrim.Accountant()
    add(account)
    for kind, value in questions:
        getattr(account, kind)(value)
    return account


ACCOUNTS = {
    "noise": lambda: account_of(lambda a: a.add_gaussian(sigma=7.0), ("epsilon", 1e-6), ("delta", 0.5)),
    "nothing asked": lambda: account_of(lambda a: a.add_laplace(scale=1.4, times=3)),
    "pure": lambda: account_of(lambda a: a.add_loss(epsilon=0.1, times=10), ("epsilon", 0), ("delta", 1)),
    "nothing": lambda: account_of(lambda a: None),
    "nothing lost": lambda: account_of(lambda a: a.add_loss(epsilon=0)),
    "all lost": lambda: account_of(lambda a: a.add_loss(epsilon=1, delta=1), ("epsilon", 0.5)),
    "tiny delta": lambda: account_of(lambda a: a.add_loss(epsilon=0, delta=1e-290), ("epsilon", 1e-300)),
    "delta beside": lambda: account_of(lambda a: a.add_loss(rho=0.01, delta=1e-4), ("epsilon", 1e-3)),
    "huge": lambda: account_of(lambda a: a.add_loss(epsilon=2.0**20, times=2**32), ("epsilon", 1e-6)),
    "far beyond": lambda: account_of(lambda a: a.add_loss(epsilon=0.1), ("delta", 1.7e308)),
    "many": lambda: account_of(lambda a: a.add_loss(rho=0.1), *(("delta", step / 10) for step in range(20))),
}


def drawn(account):
    svg = account._picture().svg()
    assert "nan" not in svg and "inf" not in svg.replace("sans-serif", "")
    return ElementTree.fromstring(svg)


def curve(picture):
    """Its points, in the unit of the picture, from left to right."""
    lines = [path.get("d") for path in picture.iter(f"{SVG}path") if path.get("stroke") == ACCENT]
    return [[tuple(map(float, place.split())) for place in re.split("[ML]", line)[1:]] for line in lines]


@pytest.mark.parametrize("make", ACCOUNTS.values(), ids=ACCOUNTS)
def test_nothing_is_cut_off_or_without_colour(make):
    picture = expect_whole_and_coloured(make()._picture().svg())
    height = float(picture.get("height"))
    for points in curve(picture):
        assert all(0 <= x <= 520 and 0 <= y <= height for x, y in points)
        assert points == sorted(points)  # delta falls, and y points down


@pytest.mark.parametrize("make", ACCOUNTS.values(), ids=ACCOUNTS)
def test_labels_of_an_axis_do_not_touch(make):
    rows = {}
    for text in drawn(make()).iter(f"{SVG}text"):
        if text.get("text-anchor") == "middle":
            half = text_width(text.text) / 2
            rows.setdefault(text.get("y"), []).append((float(text.get("x")) - half, float(text.get("x")) + half))
    for spans in rows.values():
        assert all(end < start for (_, end), (start, _) in zip(sorted(spans), sorted(spans)[1:], strict=False))


def test_the_curve_is_where_the_answers_are():
    account = ACCOUNTS["noise"]()
    picture = drawn(account)
    (points,) = curve(picture)
    marks = [(float(mark.get("cx")), float(mark.get("cy"))) for mark in picture.iter(f"{SVG}circle")]
    assert len(marks) == 2
    for x, y in marks:
        before = max(point for point in points if point[0] <= x)
        after = min(point for point in points if point[0] >= x)
        assert before[1] - 1 <= y <= after[1] + 1
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert f"1: epsilon {0.6:g}" not in words and any(word.startswith("1: epsilon 0.5") for word in words)
    assert any(word.startswith("2: delta ") and word.endswith(" at epsilon 0.5") for word in words)
    assert {"delta", "epsilon", "0", "1e-1"} <= set(words)


def test_marks_on_one_place_share_it():
    marks = ["1, 2", "3"]
    account = account_of(lambda a: a.add_loss(epsilon=1), ("delta", 0.75), ("delta", 0.7625), ("delta", 0.5))
    words = [text.text for text in drawn(account).iter(f"{SVG}text")]
    assert [word for word in words if word in marks] == marks


def test_an_epsilon_that_does_not_exist_is_told_but_not_marked():
    account = account_of(lambda a: a.add_loss(epsilon=1, delta=0.1), ("epsilon", 1e-6))
    picture = drawn(account)
    assert "no epsilon at delta 1e-6" in [text.text for text in picture.iter(f"{SVG}text")]
    assert not list(picture.iter(f"{SVG}circle"))


def test_it_is_written_to_files_and_shown_in_notebooks(tmp_path):
    account = ACCOUNTS["noise"]()
    account.save_plot(tmp_path / "a.svg")
    account.save_plot(tmp_path / "a.png")
    assert (tmp_path / "a.svg").read_text() == account._picture().svg()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    page = account._repr_html_()
    assert "Privacy profile of 1 release" in page and "currentColor" in page
    with pytest.raises(scrim.InvalidArgumentError, match="ends in .svg or .png"):
        account.save_plot(tmp_path / "a.pdf")
