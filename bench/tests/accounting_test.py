"""Tests of what is written about accountants. They need none of them: the results are in the repository."""

import json
import unittest
from pathlib import Path

from accounting.cases import ALONE, CASES
from accounting.page import page

ROOT = Path(__file__).resolve().parents[2]
RESULTS = json.loads((ROOT / "bench/results/accounting.json").read_text(encoding="utf-8"))


class Page(unittest.TestCase):
    def test_is_what_the_results_give(self):
        written = (ROOT / "docs/accounting-beside-peers.md").read_text(encoding="utf-8")
        self.assertEqual(page(RESULTS), written)

    def test_tells_who_is_below_the_truth(self):
        case = {
            "name": "a plan",
            "epsilons": [1.0],
            "truth": ["0.5"],
            "scrim": {"deltas": [0.5], "seconds": 1.0, "is_below": [False]},
            "dp_accounting": {"deltas": [-0.25], "seconds": 1.0, "is_below": [True]},
        }
        text = page({**RESULTS, "cases": [case], "alone": []})
        self.assertIn("| a plan | 1 | 0.5 | 0.5 | **-0.25** (negative) |", text)
        self.assertIn("dp-accounting is below it in 1 of 1.", text)

    def test_times_questions_that_were_asked_alone(self):
        case = {
            "name": ALONE[0].name,
            "epsilons": [5.0],
            "truth": ["0.5"],
            "scrim": {"deltas": [0.5], "seconds": 0.25, "is_below": [False]},
            "dp_accounting": {"deltas": [0.75], "seconds": 1.0, "is_below": [False]},
        }
        text = page({**RESULTS, "alone": [case]})
        self.assertIn("| 10000 x discrete Gaussian, sigma 100, epsilon 5 alone | 0.250 | 1.000 |", text)


class Results(unittest.TestCase):
    def test_are_about_the_cases(self):
        self.assertEqual([case["name"] for case in RESULTS["cases"]], [case.name for case in CASES])

    def test_have_scrim_at_or_just_above_the_truth(self):
        for case in RESULTS["cases"]:
            for told, truth in zip(case["scrim"]["deltas"], case["truth"], strict=True):
                self.assertGreaterEqual(told, float(truth) * (1 - 1e-15))
                self.assertLessEqual(told, float(truth) * 1.002)


if __name__ == "__main__":
    unittest.main()
