"""Draws the pictures of epsilon.md, with the exact laws of Scrim's noise."""

import math

import scrim
from draw import BLUE, INK, RED, Picture


def probability(scale: float, k: int) -> float:
    """Of discrete Laplace noise being k, from the exact tails."""
    k = abs(k)
    inner = 1.0 if k == 0 else scrim.laplace_tail(scale, k - 1) / 2
    outer = scrim.laplace_tail(scale, k)
    return inner - outer if k == 0 else inner - outer / 2


def draw_neighbours(epsilon: float, truth: int, name: str) -> None:
    scale = 1 / epsilon
    picture = Picture(f"A count of {truth} and one of {truth + 1}, released at epsilon {epsilon}")
    picture.scale((truth - 9.5, truth + 10.5), (0, 0.26))
    ticks = [(truth + k, str(truth + k)) for k in range(-8, 11, 4)]
    picture.axes(ticks, [(p, f"{p:.2f}") for p in (0, 0.1, 0.2)], x="what is released", y="probability")
    for value in range(truth - 9, truth + 11):
        picture.bar(value - 0.2, probability(scale, value - truth), BLUE, wide=0.4, opacity=0.8)
        picture.bar(value + 0.2, probability(scale, value - truth - 1), RED, wide=0.4, opacity=0.8)
    picture.label(truth - 9, 0.23, f"without the person: {truth}", color=BLUE)
    picture.label(truth - 9, 0.205, f"with the person: {truth + 1}", color=RED)
    picture.save(name)


def draw_guess(name: str) -> None:
    picture = Picture("How often, at most, a guess about one person is right")
    picture.scale((0, 5), (0.5, 1))
    picture.axes([(e, str(e)) for e in range(6)], [(p / 10, f"{10 * p}%") for p in range(5, 11)], x="epsilon", y="right")
    steps = [k / 50 for k in range(251)]
    picture.curve([(e, math.exp(e) / (1 + math.exp(e))) for e in steps])
    for e in (0.1, 0.5, 1, 2, 4):
        right = math.exp(e) / (1 + math.exp(e))
        picture.dot(e, right)
        picture.label(e, right, f"{100 * right:.1f}%", color=INK, shift=(8, 3) if e < 1 else (7, 14))
    picture.save(name)


draw_neighbours(0.5, 100, "neighbours.svg")
draw_guess("guess.svg")
