"""Draws the pictures of persons-and-rows.md."""

import scrim
from draw import BLUE, INK, Picture


def draw_bounding(name: str) -> None:
    """A sketch: which of them stay is told by a hash, and not by their order."""
    picture = Picture("per_person(rows=2): at most two rows of each stay", height=230)
    visits = {"one": 1, "another": 4, "a third": 2, "a fourth": 3}
    x = 40
    for person, rows in visits.items():
        picture.raw_text(x, 60, person, bold=True)
        for row in range(rows):
            is_kept = row < 2
            picture.box(x, 70 + 30 * row, 96, 22, BLUE if is_kept else INK, opacity=0.35 if is_kept else 0.06, outlined=is_kept)
            picture.raw_text(x + 8, 85 + 30 * row, "a visit" if is_kept else "left out", size=11)
        x += 124
    picture.raw_text(40, 214, f"{sum(visits.values())} rows, of which {sum(min(2, rows) for rows in visits.values())} are used; one person changes at most 2 of them")
    picture.save(name)


def draw_noise(name: str) -> None:
    rows = range(1, 11)
    picture = Picture("How far off a count is, at epsilon 1 with 95% confidence")
    picture.scale((0.4, 10.6), (0, 32))
    picture.axes([(r, str(r)) for r in rows], [(k, str(k)) for k in range(0, 31, 10)], x="rows that a person may have", y="rows")
    for r in rows:
        radius = scrim.laplace_radius(float(r), 0.95)
        picture.bar(r, radius, BLUE, wide=0.7, opacity=0.6)
        picture.label(r, radius, str(radius), anchor="middle", shift=(0, -4))
    picture.save(name)


draw_bounding("bounding.svg")
draw_noise("noise.svg")
