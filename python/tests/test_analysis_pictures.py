"""Pictures on white and on dark pages: contrasts as WCAG 2 computes them."""

import re
from xml.etree import ElementTree

import pytest
import scrim
from scrim.analysis.drawing import ACCENT, FAINT

# Page and text: plain pages, and those of notebooks in the dark.
PAGES = {
    "white": ("#ffffff", "#000000"),
    "grey text": ("#ffffff", "#333333"),
    "black": ("#000000", "#ffffff"),
    "Jupyter dark": ("#111111", "#e0e0e0"),
    "editor dark": ("#1e1e1e", "#d4d4d4"),
}
OF_SHAPES, OF_TEXT = 3.0, 4.5


def channels(colour):
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def luminance(parts):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(front, back, opacity=1.0):
    back = channels(back)
    mixed = [opacity * f + (1 - opacity) * b for f, b in zip(channels(front), back, strict=True)]
    lights = sorted([luminance(mixed), luminance(back)])
    return (lights[1] + 0.05) / (lights[0] + 0.05)


OUTCOMES = {
    "quantiles": lambda: scrim.quantiles([1.0, 2.0], [0.25, 0.5], bounds=(0, 4), epsilon=1.0, rows_per_person=1),
    "plan": lambda: scrim.plan_quantile(bounds=(0, 100), epsilon=1.0, dtype=int, rows_per_person=1),
    "top k": lambda: scrim.top_k(["a"], ["a", "b"], 1, epsilon=1.0, rows_per_person=1),
}


def test_the_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("page, text", PAGES.values(), ids=PAGES)
def test_shapes_stand_out(page, text):
    assert contrast(ACCENT, page) >= OF_SHAPES
    assert contrast(text, page, FAINT) >= OF_SHAPES


@pytest.mark.parametrize("make", OUTCOMES.values(), ids=OUTCOMES)
@pytest.mark.parametrize("page, text", PAGES.values(), ids=PAGES)
def test_text_has_the_colour_of_the_page_and_stands_out(make, page, text):
    drawn = ElementTree.fromstring(make()._repr_html_())
    (picture,) = drawn.iter("{http://www.w3.org/2000/svg}svg")
    assert picture.get("fill") == "currentColor"
    for label in picture.iter("{http://www.w3.org/2000/svg}text"):
        assert not {"fill", "opacity", "fill-opacity"} & set(label.keys())
    for block in drawn.iter("div"):
        assert not re.search("color|background", block.get("style", ""))
        opacity = re.search(r"opacity:([.\d]+)", block.get("style", ""))
        assert contrast(text, page, float(opacity[1]) if opacity else 1.0) >= OF_TEXT
    colours = set(re.findall(r"#[0-9a-f]{3,8}\b", make()._repr_html_()))
    assert colours <= {ACCENT}


@pytest.mark.parametrize("page, text", PAGES.values(), ids=PAGES)
def test_text_on_chosen_chips_stands_out(page, text):
    chip = re.search(r'fill-opacity="([.\d]+)" stroke="#', OUTCOMES["top k"]()._repr_html_())
    opacity = float(chip[1])
    mixed = [
        opacity * a + (1 - opacity) * b for a, b in zip(channels(ACCENT), channels(page), strict=True)
    ]
    back = "#" + "".join(f"{round(255 * c):02x}" for c in mixed)
    assert contrast(text, back) >= OF_TEXT


@pytest.mark.parametrize("make", OUTCOMES.values(), ids=OUTCOMES)
def test_the_caption_is_true_on_any_page(make):
    html = make()._repr_html_()
    assert "stronger colour is likelier" in html
    assert not re.search("dark|bright|light", html)


def test_the_strongest_colour_is_the_accent_and_it_fades():
    html = OUTCOMES["plan"]()._repr_html_()
    opacities = [float(o) for o in re.findall(r'fill-opacity="([.\d]+)" shape', html)]
    assert opacities[0] == 1.0
    assert opacities == sorted(opacities, reverse=True) and opacities[-1] < 0.2


def test_slices_meet_without_seams():
    html = OUTCOMES["top k"]()._repr_html_()
    slices = re.findall(r'<rect x="([.\d]+)" y="[.\d]+" width="([.\d]+)" height="13"', html)
    ends = [(float(x), float(x) + float(width)) for x, width in slices]
    for (_, end), (start, _) in zip(ends[:-1], ends[1:], strict=True):
        assert end == pytest.approx(start, abs=1e-9)
