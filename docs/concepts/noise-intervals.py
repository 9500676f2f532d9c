"""Draws the picture of noise-intervals.md: twenty releases of one count of made-up people."""

import scrim
from draw import BLUE, INK, RED, Picture

truth = 1000
rows = list(range(truth))
releases = [scrim.count(rows, epsilon=0.2, rows_per_person=1) for _ in range(20)]
picture = Picture("Twenty releases of a count of 1000, at epsilon 0.2", height=300)
picture.scale((0.2, 20.8), (960, 1040))
picture.axes([(k, str(k)) for k in (1, 5, 10, 15, 20)], [(v, str(v)) for v in range(960, 1041, 20)], x="release", y="rows")
picture.segment((0.2, truth), (20.8, truth), INK, opacity=0.8)
missed = 0
for number, release in enumerate(releases, 1):
    low, high = release.interval
    misses = not low <= truth <= high
    missed += misses
    color = RED if misses else BLUE
    picture.segment((number, max(low, 960)), (number, min(high, 1040)), color, wide=2)
    picture.dot(number, min(max(release.value, 960), 1040), color)
picture.label(20.8, 960, f"{missed} of 20 miss the truth", anchor="end", shift=(0, -6))
picture.save("intervals.svg")
