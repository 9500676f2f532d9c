"""Tests of what is written about single parts. They run no benchmark: the results are in the repository."""

import json
import unittest
from pathlib import Path

from units.__main__ import time_of
from units.page import page
from units.targets import TARGETS, Target

ROOT = Path(__file__).resolve().parents[2]
RESULTS = json.loads((ROOT / "bench/results/units.json").read_text(encoding="utf-8"))


class Page(unittest.TestCase):
    def test_is_what_the_results_give(self):
        self.assertEqual(page(RESULTS), (ROOT / "bench/results/units.md").read_text(encoding="utf-8"))

    def test_tells_what_is_missed(self):
        slow = {name: {**each, "median": 1e6 * each["median"]} for name, each in RESULTS["times"].items()}
        self.assertEqual(page({**RESULTS, "times": slow}).count("**no**"), sum(not target.beside for target in TARGETS))


class Targets(unittest.TestCase):
    def test_are_about_what_was_measured(self):
        self.assertEqual(set(RESULTS["times"]), {name for target in TARGETS for name in target.benchmarks})

    def test_take_the_slowest(self):
        times = {"p/a": 1.0, "p/b": 3.0, "p/c": 2.0}
        self.assertEqual(Target("", "p", ["a", "b"], 1).measured(times), 3.0)
        self.assertEqual(Target("", "p", ["b"], 1, ["a", "c"]).measured(times), 1.5)

    def test_name_programs_that_there_are(self):
        for program in {target.program for target in TARGETS}:
            path = program.replace(".", "/")
            self.assertTrue((ROOT / f"src/scrim/{path}.cpp").exists(), program)


class Times(unittest.TestCase):
    def test_are_for_an_item_where_there_are_items(self):
        self.assertEqual(time_of({"items_per_second": 1e8, "cpu_time": 7.0, "time_unit": "ms"}), 10.0)
        self.assertEqual(time_of({"cpu_time": 7.0, "time_unit": "us"}), 7000.0)


if __name__ == "__main__":
    unittest.main()
