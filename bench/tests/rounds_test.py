"""Tests of the order in which contenders have their turns, and of what becomes of their times."""

import unittest

from side_by_side.rounds import Contender, Work, alternate
from side_by_side.same_work import DifferentWork, sums_to
from side_by_side.task import Outcome, Sample


class Counting:
    """A task that writes down its turns; its n-th run took n nanoseconds."""

    def __init__(self, name, turns, parts=("",), value=1.0):
        self.name, self.turns, self.parts, self.value = name, turns, parts, value
        self.runs = 0

    def run(self, count):
        self.turns.append((self.name, count))
        self.runs += 1
        samples = {part: Sample(float(self.runs), 10.0 * self.runs) for part in self.parts}
        return Outcome(samples, [self.value] * count, 0.0)


def work(*contenders):
    return Work("key", "section", "title", "row", 10, contenders)


class Alternate(unittest.TestCase):
    def setUp(self):
        self.turns = []

    def contender(self, name, **options):
        parts = options.pop("parts", ("",))
        return Contender(name, Counting(name, self.turns, parts), sums_to(1.0), **options)

    def test_gives_everyone_a_turn_in_each_round_and_another_one_the_first(self):
        alternate(work(*map(self.contender, "abc")), 3, lambda who, number: None)
        names = "".join(name for name, _ in self.turns)
        self.assertEqual(names, "abc" + "abc" + "bca" + "cab")

    def test_does_not_time_the_warm_up(self):
        timing = alternate(work(self.contender("a")), 2, lambda who, number: None)[0]
        self.assertEqual([sample.wall_ns for sample in timing.samples], [2.0, 3.0])

    def test_runs_short_work_several_times(self):
        alternate(work(self.contender("a", runs=7)), 1, lambda who, number: None)
        self.assertEqual(self.turns, [("a", 1), ("a", 7)])

    def test_lets_slow_contenders_sit_rounds_out(self):
        contenders = self.contender("a"), self.contender("slow", rounds=1)
        fast, slow = alternate(work(*contenders), 3, lambda who, number: None)
        self.assertEqual((fast.who, slow.who), ("a", "slow"))
        self.assertEqual([sample is None for sample in slow.samples], [False, True, True])
        self.assertEqual(slow.samples[0].wall_ns, 1.0)

    def test_keeps_the_parts_apart_and_the_contenders_in_order(self):
        contenders = self.contender("Scrim"), self.contender("Scrim, 2 threads"), self.contender("b", parts=("x", "y"))
        timings = alternate(work(*contenders), 2, lambda who, number: None)
        self.assertEqual([timing.who for timing in timings], ["Scrim", "Scrim, 2 threads", "b, x", "b, y"])

    def test_checks_every_round(self):
        task = Counting("a", self.turns)

        def spoil(who, number):
            if number == 2:
                task.value = 5.0

        with self.assertRaises(DifferentWork):
            alternate(work(Contender("a", task, sums_to(1.0))), 3, spoil)
        self.assertEqual(len(self.turns), 3)


if __name__ == "__main__":
    unittest.main()
