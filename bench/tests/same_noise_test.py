"""Tests that a contender whose noise, sum or counts are not what they should be is found out."""

import math
import unittest

from side_by_side.noise_problem import GAUSSIAN, LAPLACE, CountsProblem, NoiseProblem, SumProblem
from side_by_side.same_noise import adds_noise, counts_privately, sums_privately
from side_by_side.same_work import DifferentWork
from side_by_side.task import Outcome

from .small_problem import SmallProblem


def outcome(value, loss):
    return Outcome({}, [value], loss)


class Refusing(SmallProblem):
    def refused(self, check, value, loss):
        with self.assertRaisesRegex(DifferentWork, "^a: "):
            check("a", outcome(value, loss))


class Noise(Refusing):
    def test_must_have_the_mean_and_the_variance_of_its_law(self):
        entries = self.column("i64", "q", [0] * 100_000)
        for law, loss, variance in ((LAPLACE, 0.1, 199.83), (GAUSSIAN, 0.005, 100.0)):
            problem = NoiseProblem(entries, law, 10.0)
            self.assertAlmostEqual(problem.loss, loss)
            self.assertAlmostEqual(problem.variance, variance, places=2)
            check = adds_noise(problem)
            check("a", outcome((0.01, variance * 1.001), loss))
            self.refused(check, (1.0, variance), loss)
            self.refused(check, (0.0, variance * 1.1), loss)
            self.refused(check, (0.0, variance / 1.1), loss)
            self.refused(check, (0.0, variance), 2 * loss)


class Sums(Refusing):
    def test_are_of_rows_between_the_bounds_and_off_by_noise_alone(self):
        problem = SumProblem(self.column("f64", "d", [-5.0, 1.0, 2.5, 400.0]), 0.0, 100.0, 0.5)
        self.assertEqual((problem.exact(), problem.scale), (103.5, 200.0))
        check = sums_privately(problem)
        check("a", outcome(103.5 + 20 * problem.scale, 0.5 + 1e-6))
        self.refused(check, 103.5 - 40 * problem.scale, 0.5)
        self.refused(check, math.nan, 0.5)
        self.refused(check, 103.5, 0.51)


class Counts(Refusing):
    def test_are_those_of_the_categories(self):
        problem = CountsProblem(self.column("i64", "q", [0, 2, 2, 7, -1] * 100), 3, 1.0)
        self.assertEqual(problem.exact(), [100, 0, 200])
        check = counts_privately(problem)
        check("a", outcome([101, -4, 195.5], 1.0))
        check("a", outcome([100, 0, 200], 1.0))  # three times no noise: that happens
        self.refused(check, [101, 0], 1.0)
        self.refused(check, [101, 0, 100], 1.0)
        self.refused(check, [101, 0, 200], 0.5)

    def test_have_noise_where_they_are_many(self):
        problem = CountsProblem(self.column("i64", "q", range(40)), 40, 1.0)
        check = counts_privately(problem)
        check("a", outcome([2] + [1] * 39, 1.0))
        self.refused(check, [1] * 40, 1.0)


if __name__ == "__main__":
    unittest.main()
