"""Draws the pictures of rho-and-delta.md, with Scrim's accountant."""

import math

import scrim
from draw import BLUE, RED, Picture


def counts(times: int) -> scrim.Accountant:
    account = scrim.Accountant()
    account.add_gaussian(sigma=10.0, sensitivity=1, times=times)
    return account


def draw_profile(name: str) -> None:
    account = counts(20)
    epsilons = [k / 10 for k in range(0, 31)]
    exact = [(e, math.log10(account.delta(epsilon=e))) for e in epsilons]
    by_rho = [(e, math.log10(min(1.0, scrim.delta_of_rho(account.rho, e)))) for e in epsilons]
    picture = Picture("Twenty counts with Gaussian noise of scale 10: delta for every epsilon")
    picture.scale((0, 3), (-9, 0))
    picture.axes([(e / 2, f"{e / 2:g}") for e in range(7)], [(d, f"1e{d}" if d else "1") for d in range(-8, 1, 2)], x="epsilon", y="delta")
    picture.curve([point for point in by_rho if point[1] >= -9], RED, dashed=True)
    picture.curve([point for point in exact if point[1] >= -9], BLUE)
    picture.label(1.75, -2.2, "what rho = 0.1 alone promises", color=RED)
    picture.label(0.15, -7.4, "what the noise loses, exactly", color=BLUE)
    picture.save(name)


def draw_sums(name: str) -> None:
    times = [1, 2, 4, 8, 16, 32, 64, 100]
    picture = Picture("Counts at epsilon 0.1 each: what they lose together")
    picture.scale((0, 100), (0, 10))
    picture.axes([(k, str(k)) for k in range(0, 101, 20)], [(k, str(k)) for k in range(0, 11, 2)], x="releases", y="epsilon")
    picture.curve([(k, 0.1 * k) for k in (0, 100)], RED)
    composed = []
    for k in times:
        account = scrim.Accountant()
        account.add_laplace(scale=10.0, sensitivity=1, times=k)
        composed.append((k, account.epsilon(delta=1e-6)))
    picture.curve(composed, BLUE)
    picture.label(58, 6.6, "added up", color=RED, anchor="end")
    picture.label(98, composed[-1][1], "composed, delta 1e-6", color=BLUE, anchor="end", shift=(0, 32))
    picture.save(name)


draw_profile("profile.svg")
draw_sums("sums.svg")
