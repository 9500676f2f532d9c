"""Tests of how times on Spark are written down, without Spark."""

import json
import unittest
from pathlib import Path

from spark.page import BEGIN, END, replaced, section

BENCH = Path(__file__).resolve().parents[1]


def results_of(ours, peers):
    """Seconds of each round; four times as many of processors."""

    def took(seconds):
        return [{"seconds": each, "processor": 4 * each} for each in seconds]

    contenders = [
        {"name": "Spark", "peer": None, "took": took(peers)},
        {"name": "Scrim", "peer": "Spark", "took": took(ours)},
    ]
    run = {"rows": 1000000, "executors": 2, "contenders": contenders, "driver_mib": {"Python": 99.5, "Java": 500}, "load": 0.5}
    return {
        "when": "2026-11-19 02:00 UTC",
        "machine": {"cpu": "one", "cores": 2, "memory_gib": 24},
        "software": dict.fromkeys(("scrim", "scrim commit", "pyspark", "pyarrow", "java", "python"), "1"),
        "settings": {"parts": 12, "memory": {"driver": "1g", "executor": 3072}},
        "runs": [run],
    }


class Section(unittest.TestCase):
    def test_has_ratios_of_rounds(self):
        """Not of medians: what slows a round down slows down both."""
        lines = section(results_of(ours=[2, 30, 4], peers=[1, 10, 4])).splitlines()
        self.assertEqual(lines[2], "| 1,000,000 | 2 | Spark | 4.0 s | 1.0 to 10.0 s, 3 | 16.0 s |  |  |")
        self.assertEqual(
            lines[3],
            "| 1,000,000 | 2 | Scrim | 4.0 s | 2.0 to 30.0 s, 3 | 16.0 s | 2.00 (1.00 to 3.00) | 2.00 (1.00 to 3.00) |",
        )

    def test_is_put_between_its_marks(self):
        results = results_of([1], [1])
        page = replaced(f"before\n{BEGIN}\nold\n{END}\nafter\n", results)
        self.assertEqual(page, f"before\n{BEGIN}\n{section(results)}\n{END}\nafter\n")
        for wrong in ("no marks", f"{END}\n{BEGIN}", f"{BEGIN}\n{BEGIN}\n{END}"):
            with self.assertRaises(ValueError):
                replaced(wrong, results)


class Page(unittest.TestCase):
    def test_is_what_the_results_give(self):
        results = json.loads((BENCH / "results" / "spark.json").read_text(encoding="utf-8"))
        page = (BENCH.parent / "docs" / "spark.md").read_text(encoding="utf-8")
        self.assertEqual(replaced(page, results), page)


if __name__ == "__main__":
    unittest.main()
