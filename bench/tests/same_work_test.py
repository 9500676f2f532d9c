"""Tests that a contender which does other work than the rest is found out."""

import unittest

from side_by_side.check_laws import check_laws
from side_by_side.problem import MAX_DIVERGENCE, QuantileProblem, SelectionProblem
from side_by_side.same_work import DifferentWork, check_law, finds_quantile, scores_are, selects_well, sums_to
from side_by_side.task import Outcome

from . import reference_party as party
from .small_problem import SmallProblem


def outcome(*values, loss=1.0):
    return Outcome({}, values, loss)


class Sums(unittest.TestCase):
    def test_may_differ_by_rounding_only(self):
        sums_to(1e6)("a", outcome(1e6 + 1e-6))
        with self.assertRaises(DifferentWork):
            sums_to(1e6)("a", outcome(1e6 + 1))


class Scores(unittest.TestCase):
    def test_must_be_equal_everywhere(self):
        check = scores_are([3, 1, 2])
        check("a", outcome([3, 1, 2]))
        for wrong in ([3, 1, 3], [3, 1], [3, 1, 2, 2], [2, 1, 3]):
            with self.assertRaisesRegex(DifferentWork, "^a: "):
                check("a", outcome([3, 1, 2], wrong))


class Selections(SmallProblem):
    def setUp(self):
        super().setUp()
        scores = self.column("u64", "Q", [0, 500, 1000, 990, 10])
        self.problem = SelectionProblem(scores, 2, 1.0, "max", MAX_DIVERGENCE)
        self.check = selects_well(self.problem)

    def test_may_be_off_by_what_the_noise_explains(self):
        self.check("a", outcome([2, 3], [3, 2], loss=self.problem.loss))

    def test_may_not_be_far_off(self):
        for wrong in ([2, 1], [0, 3], [4, 0]):
            with self.assertRaises(DifferentWork):
                self.check("a", outcome(wrong, loss=self.problem.loss))

    def test_must_be_k_different_indices(self):
        for wrong in ([2], [2, 2], [2, 3, 1]):
            with self.assertRaises(DifferentWork):
                self.check("a", outcome(wrong, loss=self.problem.loss))

    def test_must_cost_the_same(self):
        with self.assertRaisesRegex(DifferentWork, "costs"):
            self.check("a", outcome([2, 3], loss=self.problem.loss * 0.999))

    def test_know_the_smallest_from_the_largest(self):
        smallest = SelectionProblem(self.problem.scores, 2, 1.0, "min", MAX_DIVERGENCE)
        selects_well(smallest)("a", outcome([0, 4], loss=smallest.loss))
        with self.assertRaises(DifferentWork):
            selects_well(smallest)("a", outcome([2, 3], loss=smallest.loss))


class Quantiles(SmallProblem):
    def setUp(self):
        super().setUp()
        rows = self.column("f64", "d", [i / 10 for i in range(10_000)])
        candidates = self.column("f64", "d", [float(i) for i in range(0, 1001, 100)])
        self.problem = QuantileProblem(rows, candidates, scale=0.5)

    def test_must_be_near_the_quantile(self):
        check = finds_quantile(self.problem)
        check("a", outcome(500.0, loss=self.problem.loss))
        check("a", outcome(501.5, loss=self.problem.loss))
        for wrong in (400.0, 600.0, 0.0):
            with self.assertRaisesRegex(DifferentWork, "misses the rank"):
                check("a", outcome(wrong, loss=self.problem.loss))

    def test_of_other_fractions_lie_elsewhere(self):
        quarter = QuantileProblem(self.problem.rows, self.problem.candidates, num=1, den=4, scale=0.5)
        finds_quantile(quarter)("a", outcome(200.0, 300.0, loss=quarter.loss))
        with self.assertRaises(DifferentWork):
            finds_quantile(quarter)("a", outcome(500.0, loss=quarter.loss))

    def test_must_cost_the_same(self):
        with self.assertRaisesRegex(DifferentWork, "costs"):
            finds_quantile(self.problem)("a", outcome(500.0, loss=2 * self.problem.loss))


class Laws(SmallProblem):
    def check(self, contender):
        return list(check_laws(self.folder, [contender], 4000, lambda _, values: values))

    def test_are_followed_by_the_reference(self):
        self.assertEqual(len(self.check(party.Reference())), 5)

    def test_show_who_does_not_follow_them(self):
        for wrong in (
            party.SelectsWithHalfTheNoise(),
            party.SelectsByTheOtherLaw(),
            party.SelectsUniformly(),
            party.UnderstatesItsCost(),
            party.CountsEqualRowsAsBelow(),
        ):
            with self.subTest(type(wrong).__name__), self.assertRaises(DifferentWork):
                self.check(wrong)

    def test_know_what_cannot_be_released(self):
        with self.assertRaisesRegex(DifferentWork, "no possible outcome"):
            check_law("two", "a", [(0,), (2,)], {(0,): 0.5, (1,): 0.5})


if __name__ == "__main__":
    unittest.main()
