"""Whether a picture's words lie within its frame, in the colours of the house."""

import re
from xml.etree import ElementTree

from scrim.analysis.drawing import ACCENT, text_width
from scrim.analysis.picture import INK, PAPER

SVG = "{http://www.w3.org/2000/svg}"


def expect_whole_and_coloured(svg):
    """Checks every text, and returns the picture."""
    assert "currentColor" not in svg and "nan" not in svg
    assert set(re.findall(r'"(#[0-9a-f]+)"', svg)) <= {ACCENT, INK, PAPER}
    picture = ElementTree.fromstring(svg)
    width, height = float(picture.get("width")), float(picture.get("height"))
    (shapes,) = picture.iter(f"{SVG}g")
    left, top = map(float, re.findall(r"[\d.]+", shapes.get("transform")))
    inside = set(shapes.iter())
    for text in picture.iter(f"{SVG}text"):
        x, y = float(text.get("x")), float(text.get("y"))
        x, y = (x + left, y + top) if text in inside else (x, y)
        size = float(text.get("font-size", 11))
        long = text_width(text.text or "", size, text.get("font-weight") == "bold")
        start = x - {"start": 0, "middle": long / 2, "end": long}[text.get("text-anchor", "start")]
        assert start >= 0 and start + long <= width, text.text
        assert size <= y <= height
    return picture
