"""Draws the picture of bounds.md: noise grows with bounds, bias shrinks. The people are made up, so their mean may be used."""

import numpy as np
import scrim
from draw import BLUE, RED, Picture

incomes = np.genfromtxt("people.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")["income"].astype(float)
uppers = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 125_000, 150_000, 200_000]
bias = [(u, incomes.mean() - np.minimum(incomes, u).mean()) for u in uppers]
noise = [(u, scrim.plan_mean((0, u), epsilon=0.1, rows_per_person=1).error(rows=len(incomes))) for u in uppers]
top = 10_000

picture = Picture(f"A mean income of {len(incomes)} people at epsilon 0.1, by upper bound", height=280)
picture.scale((0, 200_000), (0, top))
picture.axes([(k * 50_000, f"{50 * k} 000" if k else "0") for k in range(5)], [(k * 2500, f"{k * 2500}") for k in range(5)], x="upper bound", y="off by")
picture.curve([(u, b) for u, b in bias if b <= top], RED)
picture.curve([(u, n) for u, n in noise if n <= top], BLUE)
picture.label(200_000, min(noise[-1][1], top), "noise, with 95% confidence", color=BLUE, anchor="end", shift=(0, -10))
first = next((u, b) for u, b in bias if b <= top)
picture.label(*first, "moved by the bound", color=RED, shift=(8, 0))
picture.save("bounds.svg")
