"""Pictures in files: whole, readable anywhere, of released values and public numbers only."""

import contextlib
import os
import struct
from xml.etree import ElementTree

import numpy as np
import pytest
import scrim
from drawn_text import SVG, expect_whole_and_coloured
from scrim.analysis import picture_file
from scrim.analysis.drawing import cut, text_width
from scrim.analysis.picture import FILE_WIDTH, INK, PAPER, wrapped
from test_analysis_pictures import OF_TEXT, contrast

EVIL = "a\x1b[31m\x00\ufffe\u202e<b>&\"'="
LONG = "a name that is far longer than there is room for in any picture of this size, or in two of them"
WIDE = "日本語のとても長い名前の町の名前" * 3
NAMES = [EVIL, LONG, WIDE, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "x"]
TERMS = {"epsilon": 1 / 3, "rows_per_person": 3}

PLANS = {
    "count": lambda: scrim.plan_count(**TERMS),
    "sum": lambda: scrim.plan_sum((-1e300, 1e300), **TERMS),
    "sum of integers": lambda: scrim.plan_sum((0, 10), dtype=int, **TERMS),
    "mean": lambda: scrim.plan_mean((0.1, 150_000), **TERMS),
    "variance": lambda: scrim.plan_variance((0, 1e100), **TERMS),
    "std": lambda: scrim.plan_std((7, 7), **TERMS),
    "histogram": lambda: scrim.plan_histogram(edges=[0, 18, 65], other_rows=True, **TERMS),
    "histogram of names": lambda: scrim.plan_histogram(categories=NAMES[2:], other_rows=True, **TERMS),
    "histogram of many": lambda: scrim.plan_histogram(edges=list(range(200)), **TERMS),
    "bounds": lambda: scrim.plan_bounds(**TERMS),
    "bounds of integers": lambda: scrim.plan_bounds(dtype="uint64", **TERMS),
    "quantile": lambda: scrim.plan_quantile(bounds=(0, 2**64 - 1), dtype="uint64", **TERMS),
    "quantiles": lambda: scrim.plan_quantiles([i / 20 for i in range(21)], bounds=(0, 1e12), **TERMS),
    "many quantiles": lambda: scrim.plan_quantiles([i / 100 for i in range(101)], bounds=(0, 10), dtype=int, **TERMS),
    "histogram of long edges": lambda: scrim.plan_histogram(edges=[-123456789.125, 1e-9, 1234567890.5], **TERMS),
    "top k": lambda: scrim.plan_top_k(NAMES[1:], 3, **TERMS),
    "top k of many": lambda: scrim.plan_top_k([f"category {i}" for i in range(100)], 70, **TERMS),
    "top k with counts": lambda: scrim.plan_top_k(NAMES[1:], 2, counts=True, **TERMS),
    "top k of many with counts": lambda: scrim.plan_top_k([f"category {i}" for i in range(100)], 70, counts=True, **TERMS),
    "distinct": lambda: scrim.plan_count_distinct(["a", "b"], **TERMS),
}


def released(plan):
    """Of one row that is counted nowhere, or nearly so: noise."""
    for data in ([""], np.array([5.0]), np.array([5]), np.array([5], np.uint64)):
        with contextlib.suppress(scrim.WrongTypeError):
            return plan.release(data)
    raise AssertionError("no column fits")


@pytest.mark.slow_after(8)
@pytest.mark.parametrize("make", PLANS.values(), ids=PLANS)
def test_every_plan_and_release_is_written(make, tmp_path):
    plan = make()
    for outcome in (plan, released(plan)):
        outcome.save_plot(tmp_path / "x.svg")
        outcome.save_plot(str(tmp_path / "x.PNG"))
        drawn = ElementTree.fromstring((tmp_path / "x.svg").read_bytes())
        assert drawn.tag == f"{SVG}svg"
        said = " ".join(text.text or "" for text in drawn.iter(f"{SVG}text"))
        assert "a person has at most 3 rows" in said and ("confidence" in said or "can be." in said)
        png = (tmp_path / "x.PNG").read_bytes()
        assert png.startswith(b"\x89PNG\r\n")
        size = struct.unpack(">II", png[16:24])
        assert size == (2 * FILE_WIDTH, 2 * int(drawn.get("height")))
    assert {path.name for path in tmp_path.iterdir()} == {"x.svg", "x.PNG"}


@pytest.mark.parametrize("make", PLANS.values(), ids=PLANS)
def test_nothing_is_cut_off_or_without_colour(make):
    plan = make()
    for outcome in (plan, released(plan)):
        expect_whole_and_coloured(outcome._picture().svg())


def test_words_on_paper_stand_out():
    assert contrast(INK, PAPER) >= OF_TEXT


def test_evil_names_make_no_broken_file(tmp_path):
    plan = scrim.plan_top_k([EVIL, "x"], 2, counts=True, **TERMS)
    for outcome in (plan, plan.release(["x"])):
        outcome.save_plot(tmp_path / "x.svg")
        outcome.save_plot(tmp_path / "x.png")
        drawn = ElementTree.fromstring((tmp_path / "x.svg").read_bytes())
        assert any("\\x1b[31m\\x00\\ufffe" in (text.text or "") for text in drawn.iter(f"{SVG}text"))
        ElementTree.fromstring(outcome._repr_html_())


def test_a_plot_depends_on_data_through_the_released_values_only():
    plan = scrim.plan_quantile(candidates=[5, 6], epsilon=1e6, dtype=int, rows_per_person=1)
    few, many = plan.release(np.array([5])), plan.release(np.array([5] * 70_000 + [6] * 100))
    assert few._picture() == many._picture()


@pytest.mark.parametrize("name", ["x.pdf", "x", "svg", "", "x.svg.gz", "x.svg/"])
def test_other_endings_are_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(scrim.InvalidArgumentError, match=r"file is '.*'; give the name of a file that ends in .svg or .png"):
        PLANS["count"]().save_plot(name)
    with pytest.raises(scrim.InvalidArgumentError, match="give a name that is a text"):
        PLANS["count"]().save_plot(b"x.svg")
    assert list(tmp_path.iterdir()) == []


def test_without_a_font_png_is_refused(tmp_path, monkeypatch):
    """What a rasteriser draws that has no font: nothing."""
    monkeypatch.setattr(picture_file, "_rasterised", lambda svg: b"nothing")
    with pytest.raises(scrim.InvalidArgumentError, match="needs one of the fonts Arial.*none is installed; install one"):
        PLANS["count"]().save_plot(tmp_path / "x.png")
    PLANS["count"]().save_plot(tmp_path / "x.svg")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    file, link = tmp_path / "x.svg", tmp_path / "link.svg"
    file.write_text("before")
    link.symlink_to(file)
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", lambda *names: (_ for _ in ()).throw(OSError("no")))
        with pytest.raises(OSError):
            PLANS["count"]().save_plot(link)
    assert file.read_text() == "before" and len(list(tmp_path.iterdir())) == 2
    PLANS["count"]().save_plot(link)
    assert link.is_symlink() and file.read_text().startswith("<svg")
    with pytest.raises(OSError):
        PLANS["count"]().save_plot(tmp_path / "nowhere" / "x.svg")


def test_words_are_wrapped_and_cut():
    assert wrapped("", 100, 11) == [""]
    lines = wrapped(f"one {LONG} {WIDE}", 100, 11)
    assert "".join(lines).replace(" ", "") == f"one{LONG}{WIDE}".replace(" ", "")
    assert all(text_width(line, 11) <= 100 for line in lines)
    short = wrapped(LONG, 100, 11, most=2)
    assert len(short) == 2 and short[1].endswith("…") and text_width(short[1], 11) <= 100
    assert cut("short", 100) == "short"
    assert cut(WIDE, 100).endswith("…") and text_width(cut(WIDE, 100)) <= 100


def words_of(outcome):
    return [text.text for text in ElementTree.fromstring(outcome._picture().svg()).iter(f"{SVG}text")]


def test_numbers_beside_bars_have_a_heading():
    histogram = scrim.histogram([1.0], edges=[0, 1, 2], **TERMS)
    top = scrim.top_k(["a"], ["a", "b"], 1, counts=True, **TERMS)
    assert all("rows" in words_of(outcome) for outcome in (histogram, histogram.plan, top))


def test_bounds_are_named_where_they_lie_and_long_ones_are_powers():
    plan = scrim.plan_bounds(**TERMS)
    assert {"-2^63", "2^63"} <= set(words_of(plan))
    assert "-2^48 to 4096" in words_of(scrim.BoundsRelease(plan, (-(2.0**48), 4096.0)))
    assert "2^-63 to 0.5" in words_of(scrim.BoundsRelease(plan, (2.0**-63, 0.5)))
    assert {"0", "2^64 - 1"} <= set(words_of(scrim.plan_bounds(**TERMS, dtype="uint64")))
