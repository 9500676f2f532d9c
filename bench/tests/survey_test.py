"""Tests of how errors with the survey are measured and written down, without any party."""

import json
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from survey import __main__ as driver
from survey.measure import FEWEST, answers_to
from survey.page import page
from survey.party import PARTIES
from survey.questions import EDGES, TOP, all_questions
from survey.results import Measured, Results, summary_of
from survey.survey import COSTS, MONTHS, REGIONS, ROWS_OF_A_PERSON, digest_of, make_survey, write_survey

BENCH = Path(__file__).resolve().parents[1]
VISITS = make_survey(2000)
OFF = {question.key: question.off(VISITS) for question in all_questions()}


def exact_answers() -> dict:
    """The truth, as parties tell it, computed in another way."""
    wards = Counter(visit.ward for visit in VISITS).most_common(TOP)
    by_region = {region: sorted((v.age, v.cost) for v in VISITS if v.region == region) for region in REGIONS}
    ages = {region: [age for age, _ in rows][len(rows) // 2] for region, rows in by_region.items()}
    costs = {region: sorted(cost for _, cost in rows)[int(0.9 * len(rows))] for region, rows in by_region.items()}
    return {
        "people": len({visit.id for visit in VISITS}),
        "mean": sum(visit.cost for visit in VISITS) / len(VISITS),
        "median": ages,
        "histogram": [sum(low <= v.age < high for v in VISITS) for low, high in zip(EDGES, EDGES[1:], strict=False)],
        "top": wards,
        "p90": costs,
        "totals": {str(month): sum(v.cost for v in VISITS if v.month == month) for month in MONTHS},
    }


class TheSurvey(unittest.TestCase):
    def test_it_is_the_same_each_time_and_within_its_bounds(self):
        self.assertEqual(make_survey(500), make_survey(500))
        self.assertEqual(len(VISITS), 2000)
        self.assertLessEqual(max(Counter(visit.id for visit in VISITS).values()), ROWS_OF_A_PERSON)
        self.assertTrue(all(COSTS[0] <= visit.cost <= COSTS[1] for visit in VISITS))

    def test_its_file_has_one_digest(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "survey.csv"
            self.assertEqual(write_survey(VISITS, file), digest_of(file))
            self.assertEqual(len(file.read_text().splitlines()), 2001)


class HowFarOff(unittest.TestCase):
    def test_the_truth_is_not_off(self):
        for key, answer in exact_answers().items():
            with self.subTest(key):
                self.assertAlmostEqual(OFF[key](answer)[0], 0, places=4)

    def test_errors_are_means_over_groups(self):
        truth = exact_answers()
        self.assertAlmostEqual(OFF["people"](truth["people"] - 3)[0], 3)
        self.assertAlmostEqual(OFF["histogram"]([truth["histogram"][0] + 12, *truth["histogram"][1:]])[0], 2)
        self.assertAlmostEqual(OFF["totals"]({**truth["totals"], "3": truth["totals"]["3"] - 24})[0], 2)
        value, rank = OFF["p90"]({**truth["p90"], "N": 5001.0})
        self.assertGreater(value, 100)
        self.assertGreater(rank, 10)
        count, missed = OFF["top"]([*truth["top"][1:], ("dermatology", 0)])
        self.assertGreater(count, 0)
        self.assertEqual(missed, 1)

    def test_summaries_are_medians_and_tenths(self):
        found = summary_of("Scrim", "people", "persons", [float(number) for number in range(11)])
        self.assertEqual((found.repetitions, found.median, found.low, found.high), (11, 5, 1, 9))


class Measuring(unittest.TestCase):
    def test_it_asks_as_often_as_is_said_or_as_time_allows(self):
        self.assertEqual(len(answers_to(lambda: 1, 7, 60)), 7)
        self.assertEqual(len(answers_to(lambda: 1, 7, 0)), FEWEST)

    def test_answers_become_errors(self):
        told = {"party": "Scrim", "answers": {key: [answer] for key, answer in exact_answers().items() if key != "top"}}
        measured = driver.errors_of(told, VISITS)
        self.assertEqual({line.question for line in measured}, set(told["answers"]))
        self.assertTrue(all(line.repetitions == 1 for line in measured))


class ThePage(unittest.TestCase):
    def test_it_says_who_was_not_asked(self):
        lines = [Measured("Scrim", "people", "persons", 3, 1.0, 0.5, 2.0)]
        text = page(Results("today", "0", 2000, {"Scrim": "1"}, lines))
        self.assertIn("Not asked: OpenDP, Tumult.", text)
        self.assertIn("| people | persons | 1.00 (0.500 to 2.00) | – | – |", text)

    def test_results_are_read_back(self):
        results = Results("today", "0", 5, {"Scrim": "1"}, [Measured("Scrim", "mean", "cost", 3, 1.0, 0.5, 2.0)])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "survey.json"
            results.save(file)
            self.assertEqual(Results.load(file), results)
            file.write_text(json.dumps({"format": 0}))
            with self.assertRaises(ValueError):
                Results.load(file)

    def test_the_page_is_what_the_results_give(self):
        files = [str(BENCH / "results" / "survey.json"), str(BENCH.parent / "docs" / "survey-beside-peers.md")]
        done = subprocess.run([sys.executable, "-B", "-m", "survey.page", *files, "--check"], env={"PYTHONPATH": str(BENCH)}, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(list(PARTIES), ["Scrim", "OpenDP", "Tumult"])


if __name__ == "__main__":
    unittest.main()
