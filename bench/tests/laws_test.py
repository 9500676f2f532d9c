"""Tests of the exact laws against values worked out by hand, and of each against the other."""

import itertools
import math
import random
import unittest

from side_by_side.laws import distance_allowed, exponential_mechanism, gaps_of, peeled, permute_and_flip


class PermuteAndFlip(unittest.TestCase):
    def test_of_two_candidates(self):
        # The second wins if it shows heads (p) and is drawn (1/2).
        p = math.exp(-0.7)
        first, second = permute_and_flip([0.0, 0.7])
        self.assertAlmostEqual(first, 1 - p / 2)
        self.assertAlmostEqual(second, p / 2)

    def test_is_the_average_over_all_permutations(self):
        gaps = [0.3, 0.0, 1.1, 0.3]
        heads = [math.exp(-gap) for gap in gaps]
        law = [0.0] * 4
        for order in itertools.permutations(range(4)):
            left = 1.0
            for candidate in order:
                law[candidate] += left * heads[candidate] / 24
                left *= 1 - heads[candidate]
        for found, wanted in zip(permute_and_flip(gaps), law, strict=True):
            self.assertAlmostEqual(found, wanted)


class ExponentialMechanism(unittest.TestCase):
    def test_has_weights_that_fall_with_the_gap(self):
        law = exponential_mechanism([0.0, 1.0, 1.0])
        self.assertAlmostEqual(law[0] / law[1], math.e)
        self.assertAlmostEqual(sum(law), 1.0)


class Peeled(unittest.TestCase):
    def test_sums_to_one_over_ordered_outcomes(self):
        for one in (permute_and_flip, exponential_mechanism):
            law = peeled(one, [0.0, 0.5, 2.0, 2.0], 3)
            self.assertEqual(len(law), 24)
            self.assertAlmostEqual(sum(law.values()), 1.0)

    def test_starts_anew_with_the_best_of_the_rest(self):
        # Once 0 is selected, 1 and 2 are left with a gap of 1 between them.
        law = peeled(exponential_mechanism, [0.0, 3.0, 4.0], 2)
        self.assertAlmostEqual(law[0, 1] / law[0, 2], math.e)


class Gaps(unittest.TestCase):
    def test_are_measured_from_the_best(self):
        self.assertEqual(gaps_of([1, 4, 2], 2.0, "max"), [1.5, 0.0, 1.0])
        self.assertEqual(gaps_of([1, 4, 2], 2.0, "min"), [0.0, 1.5, 0.5])


class DistanceAllowed(unittest.TestCase):
    def test_holds_for_a_sound_sampler(self):
        stream = random.Random(11)
        allowed = distance_allowed(4, 1000, error=0.01)
        exceeded = 0
        for _ in range(300):
            draws = stream.choices(range(4), k=1000)
            exceeded += sum(abs(draws.count(i) / 1000 - 0.25) for i in range(4)) > allowed
        self.assertLessEqual(exceeded, 3)

    def test_shrinks_with_more_releases(self):
        self.assertAlmostEqual(distance_allowed(5, 4000) * 2, distance_allowed(5, 1000))


if __name__ == "__main__":
    unittest.main()
