"""Tests of medians, spread and ratios."""

import unittest

from side_by_side.summary import ratio, spread


class Spreads(unittest.TestCase):
    def test_has_the_quartiles_of_the_samples(self):
        found = spread([5.0, 1.0, 4.0, 2.0, 3.0])
        self.assertEqual((found.least, found.first_quartile, found.median, found.third_quartile), (1, 2, 3, 4))

    def test_leaves_out_rounds_that_were_sat_out(self):
        self.assertEqual(spread([7.0, None, 9.0, None]).median, 8.0)

    def test_of_one_sample_is_that_sample(self):
        found = spread([None, 6.0])
        self.assertEqual((found.least, found.median, found.third_quartile), (6, 6, 6))


class Ratios(unittest.TestCase):
    def test_are_taken_within_a_round(self):
        # The ratio of the medians is 2 / 10: the machine was slow for the first round and for half of the second.
        self.assertEqual(ratio([20.0, 2.0, 2.0], [10.0, 10.0, 1.0]), 2.0)
        self.assertEqual(ratio([2.0, 4.0, 40.0, 60.0], [1.0, 2.0, 20.0, 20.0]), 2.0)

    def test_are_not_the_other_way_round(self):
        self.assertEqual(ratio([30.0], [10.0]), 3.0)

    def test_use_rounds_with_both_only(self):
        self.assertEqual(ratio([10.0, 50.0, None], [5.0, None, 1.0]), 2.0)
        self.assertIsNone(ratio([1.0, None], [None, 1.0]))


if __name__ == "__main__":
    unittest.main()
