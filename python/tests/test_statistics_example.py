"""The example of noise and statistics: it runs as written, and gives what its comments say."""

import numpy as np
import scrim

CODE = '''\
ints = scrim.vector_domain(scrim.atom_domain(int))
noisy = scrim.make_laplace(ints, scrim.l1_distance(int), scale=10.0)       # max_divergence; noisy.map(1) is 0.1
noisy(np.zeros(1_000_000, dtype=np.int64))                                 # an int64 array
scrim.make_gaussian(ints, scrim.l2_distance(float), scale=10.0).map(1.0)   # zero_concentrated_divergence: 1 / 200
scrim.mean(incomes, bounds=(0, 100_000), epsilon=1.0, rows_per_person=1).value
scrim.quantiles(ages, [0.3, 0.4, 0.5], bounds=(0, 120), epsilon=1.0, rows_per_person=1).values   # never crosses
'''
DRAWN = np.random.default_rng(1)
INCOMES = DRAWN.lognormal(10.4, 0.6, 5000)
AGES = DRAWN.integers(18, 90, 5000)


def results():
    """Of each line that is an expression, and the names that the others define."""
    names: dict = {"np": np, "scrim": scrim, "incomes": INCOMES, "ages": AGES}
    found = []
    for line in CODE.splitlines():
        statement = line.partition("  # ")[0].strip()
        if statement.partition(" = ")[0].isidentifier():
            exec(statement, names)
        else:
            found.append(eval(statement, names))
    return names, found


def test_it_runs_and_gives_what_its_comments_say():
    names, (noise, rho, mean, quantiles) = results()
    noisy = names["noisy"]
    assert noisy.output_measure == scrim.max_divergence() and noisy.map(1) == 0.1
    assert noise.dtype == np.int64 and noise.shape == (1_000_000,)
    # Noise of scale 10: by the laws of large numbers within a hundredth of what its absolute value is on average.
    assert 9.8 < np.abs(noise).mean() < 10.2 and abs(noise.mean()) < 0.1
    gaussian = scrim.make_gaussian(names["ints"], scrim.l2_distance(float), scale=10.0)
    assert gaussian.output_measure == scrim.zero_concentrated_divergence() and rho == 1 / 200
    assert type(mean) is float and abs(mean - np.minimum(INCOMES, 100_000).mean()) < 1000
    assert len(quantiles) == 3 and all(type(value) is int for value in quantiles)
    for value, exact in zip(quantiles, np.quantile(AGES, [0.3, 0.4, 0.5]), strict=True):
        assert abs(value - exact) <= 3


def test_its_quantiles_never_cross():
    """Of few rows and under much noise, where each by itself would."""
    few = AGES[:20]
    for _ in range(50):
        values = scrim.quantiles(few, [0.3, 0.4, 0.5], bounds=(0, 120), epsilon=0.1, rows_per_person=1).values
        assert list(values) == sorted(values)
