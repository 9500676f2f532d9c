"""delta(epsilon) of a plan, to some twenty digits and more, with mpmath. All sensitivities are 1.

A sum of k discrete Gaussians of variance v is one of variance kv, but for a part of about exp(-pi^2 v) of each
probability: at sigma 20 that is less than 10^-1000. Its loss is that of one release that moves by k. With a
sensitivity of 1 the loss of discrete Laplace noise is plus or minus 1 / scale: randomised response.
"""

from __future__ import annotations

from mpmath import mp

from .cases import Case

mp.dps = 80


def truth(case: Case, epsilon: float) -> mp.mpf:
    if case.kind == "gaussian":
        return _gaussian(mp.mpf(case.width) ** 2 * case.times, case.times, mp.mpf(epsilon))
    loss = mp.mpf(case.width) if case.kind == "response" else 1 / mp.mpf(case.width)
    return _response(loss, case.times, mp.mpf(epsilon))


def _gaussian(variance: mp.mpf, shift: int, epsilon: mp.mpf) -> mp.mpf:
    first = int(mp.floor(epsilon * variance / shift - mp.mpf(shift) / 2)) + 1
    everything = _sum_from(0, variance) * 2 - 1
    return (_sum_from(first, variance) - mp.exp(epsilon) * _sum_from(first + shift, variance)) / everything


def _sum_from(first: int, variance: mp.mpf) -> mp.mpf:
    """The sum of exp(-k^2 / (2 variance)) over k >= first."""

    def weight(k: mp.mpf) -> mp.mpf:
        return mp.exp(-mp.mpf(k) ** 2 / (2 * variance))

    if first < 0:
        return 2 * _sum_from(0, variance) - 1 - _sum_from(1 - first, variance)
    if variance < 10_000:
        last = first + int(40 * mp.sqrt(variance)) + 40
        return mp.fsum(weight(k) for k in range(first, last))
    # Euler and Maclaurin, with derivatives by Hermite polynomials.
    sigma = mp.sqrt(variance)
    u = first / sigma
    total = sigma * mp.sqrt(mp.pi / 2) * mp.erfc(u / mp.sqrt(2)) + weight(first) / 2
    hermite = [mp.mpf(1), u]
    for n in range(1, 24):
        hermite.append(u * hermite[n] - n * hermite[n - 1])
    for j in range(1, 12):
        term = mp.bernoulli(2 * j) / mp.factorial(2 * j) * hermite[2 * j - 1] / sigma ** (2 * j - 1)
        total += term * weight(first)
    return total


def _response(loss: mp.mpf, times: int, epsilon: mp.mpf) -> mp.mpf:
    likely = mp.exp(loss) / (1 + mp.exp(loss))
    terms = []
    for up in range(times, -1, -1):
        composed = (2 * up - times) * loss
        if composed <= epsilon:
            break
        probability = mp.binomial(times, up) * likely**up * (1 - likely) ** (times - up)
        terms.append(probability * (1 - mp.exp(epsilon - composed)))
    return mp.fsum(terms)
