"""Tests of how errors of Scrim and its peers are measured and written down, with parties made for it."""

import contextlib
import importlib.util
import io
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from errors import __main__ as driver
from errors import page as pages
from errors.measure import measure
from errors.party import PARTIES, SCRIMS, party_of
from errors.problem import BINS, Problem, digest_of
from errors.questions import QUARTILES, TOP, all_questions, quantiles_off
from errors.results import PartyResults, Results, join
from errors.shapes import make_problems
from errors.summary import summary_of
from errors.verdict import BEST, EQUAL, WORSE, Comparison

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = {question.key: question for question in all_questions()}


def problem(*rows: float) -> Problem:
    return Problem("made", "", rows, (0.0, 10.0))


class AlwaysOffBy:
    """Answers every number with the truth and `off` more, without noise."""

    version = "1"
    slow = frozenset({"sum"})

    def __init__(self, off: float) -> None:
        self.ways = {
            "count": lambda p: lambda: sum(row >= p.middle for row in p.rows) + off,
            "sum": lambda p: lambda: math.fsum(p.rows) + off,
            "quartiles": lambda p: lambda: [p.ordered[int(alpha * len(p.rows))] + off for alpha in QUARTILES],
        }


def parts(repetitions: int = 3, **off: float) -> list[PartyResults]:
    """Of all parties, each off by 1 if it is not said by how much."""
    problems = make_problems(20, 5)
    with contextlib.redirect_stderr(io.StringIO()):
        return [measure(name, AlwaysOffBy(off.get(name, 1.0)), problems, repetitions) for name in PARTIES]


class Errors(unittest.TestCase):
    def off(self, key: str, rows: Problem, answer: object) -> float:
        return QUESTIONS[key].squares(rows, answer)["error"]

    def test_of_numbers_are_from_the_truth(self):
        rows = problem(1.0, 5.0, 6.0, 8.0)
        for key, truth in (("count", 3), ("sum", 20), ("mean", 5), ("variance", 6.5), ("std", math.sqrt(6.5))):
            self.assertAlmostEqual(self.off(key, rows, truth), 0)
            self.assertAlmostEqual(self.off(key, rows, truth - 3), 9)

    def test_of_a_histogram_are_means_over_bins(self):
        rows = problem(0.0, 0.49, 0.5, 10.0)
        self.assertEqual(rows.counts, [2, 1] + [0] * (BINS - 3) + [1])
        self.assertEqual(self.off("histogram", rows, rows.counts), 0)
        self.assertEqual(self.off("histogram", rows, [rows.counts[0] + 2, *rows.counts[1:]]), 4 / BINS)
        with self.assertRaises(ValueError):
            self.off("histogram", rows, rows.counts[1:])

    def test_of_top_k_are_rows_that_were_missed(self):
        rows = problem(*[0.1] * 5, *[1.1] * 4, *[2.1] * 3, 3.1)
        self.assertEqual(self.off("top_k", rows, [4, 0, 2]), 0)
        self.assertEqual(self.off("top_k", rows, [0, 2, 6]), 4)
        self.assertEqual(self.off("top_k", rows, [7, 8, 9]), 144)
        with self.assertRaises(ValueError):
            self.off("top_k", rows, [0] * TOP)

    def test_of_quantiles_are_in_value_and_in_rank(self):
        rows = problem(1.0, 2.0, 4.0, 8.0)
        for given, value, rank in ((2.0, 0, 0), (3.0, 0, 0), (4.0, 0, 0), (5.0, 1, 1), (0.5, 2.25, 4), (9.0, 25, 4)):
            found = quantiles_off(rows, [0.5], [given])
            self.assertEqual((found["value"], found["rank"]), (value, rank), given)

    def test_of_a_value_that_rows_share_count_no_rank_among_them(self):
        rows = problem(0.0, 0.0, 0.0, 5.0, 6.0)
        self.assertEqual(quantiles_off(rows, [0.5], [0.0]), {"value": 0, "rank": 0})
        self.assertEqual(quantiles_off(rows, [0.5], [0.1]), {"value": 0.1**2, "rank": 0.25})

    def test_of_several_quantiles_are_means_over_them(self):
        rows = problem(1.0, 2.0, 4.0)
        self.assertAlmostEqual(quantiles_off(rows, [0.5, 0.5], [2.0, 5.0])["value"], 4.5)

    def test_of_the_smallest_and_the_largest_are_defined(self):
        for rows in (problem(3.0), problem(3.0, 3.0)):
            self.assertEqual(quantiles_off(rows, [0.0, 1.0], [3.0, 3.0]), {"value": 0, "rank": 0})


class Summaries(unittest.TestCase):
    def test_have_the_root_of_the_mean_square(self):
        found = summary_of([0.0, 4.0, 32.0])
        self.assertAlmostEqual(found.rms, math.sqrt(12))
        self.assertEqual((found.median, found.repetitions), (2, 3))

    def test_have_a_standard_error_that_shrinks_with_repetitions(self):
        few, many = summary_of([0.0, 4.0] * 10), summary_of([0.0, 4.0] * 1000)
        self.assertAlmostEqual(few.standard_error / many.standard_error, 10, delta=0.3)
        self.assertAlmostEqual(many.standard_error, 2 / math.sqrt(2000) / (2 * math.sqrt(2)), delta=1e-5)
        self.assertEqual(summary_of([0.0, 0.0]).standard_error, 0)


class Cells(unittest.TestCase):
    def test_have_one_digit_of_a_standard_error(self):
        for value, text in ((0.0361, "0.04"), (3.4, "3"), (18.0, "20"), (0.00021, "0.0002"), (0.0, "0")):
            self.assertEqual(pages.one_digit(value), text)


class Verdicts(unittest.TestCase):
    def verdict(self, mine: list[float], theirs: list[float]) -> str:
        place = "Scrim", QUESTIONS["sum"], "ties", "error"
        return Comparison(*place, summary_of(mine), "peer", summary_of(theirs)).verdict

    def test_tell_apart_only_what_the_repetitions_can(self):
        self.assertEqual(self.verdict([9.0] * 2, [4.0] * 2), WORSE)
        self.assertEqual(self.verdict([4.0] * 2, [9.0] * 2), BEST)
        self.assertEqual(self.verdict([4.0] * 2, [4.0] * 2), EQUAL)
        self.assertEqual(self.verdict([0.0, 10.0], [0.0, 8.0]), EQUAL)
        self.assertEqual(self.verdict([0.0, 10.0] * 1000, [0.0, 8.0] * 1000), WORSE)
        self.assertEqual(self.verdict([0.0] * 2, [0.0] * 2), EQUAL)


class Data(unittest.TestCase):
    def test_are_the_same_every_time_and_within_bounds(self):
        self.assertEqual(digest_of(make_problems()), digest_of(make_problems()))
        self.assertNotEqual(digest_of(make_problems(100)), digest_of(make_problems(101)))
        for made in make_problems(200, 3):
            self.assertTrue(all(made.bounds[0] <= row <= made.bounds[1] for row in made.rows))
            self.assertEqual(sum(made.counts), len(made.rows))

    def test_that_differ_between_parties_are_refused(self):
        first, second, *_ = parts()
        other = PartyResults(second.party, second.version, "other rows", second.measured)
        with self.assertRaisesRegex(ValueError, "not given the same rows"):
            join([first, other], "today")


class Run(unittest.TestCase):
    def test_asks_what_is_slow_less_often(self):
        results = join(parts(repetitions=20), "today")
        self.assertEqual(results.find("Scrim", "count", "ties", "error").repetitions, 20)
        self.assertEqual(results.find("Scrim", "sum", "ties", "error").repetitions, 4)

    def test_writes_results_and_a_page_made_of_them(self):
        with tempfile.TemporaryDirectory() as folder:
            data, page = Path(folder) / "errors.json", Path(folder) / "page.md"
            arguments = ["--scrim-python", "x", "--peers-python", "y", "--results", str(data), "--page", str(page)]
            made = {part.party: part for part in parts(Scrim=7.0, OpenDP=2.0)}
            with mock.patch.object(driver, "ask", lambda party, _: made[party]):
                with contextlib.redirect_stdout(io.StringIO()):
                    self.assertEqual(driver.main(arguments), 0)
            results = Results.load(data)
            self.assertEqual(results.versions, dict.fromkeys(PARTIES, "1"))
            self.assertEqual(page.read_text(encoding="utf-8"), pages.page(results))
            self.assertIn("| sum | ties | 7.00 ± 0 | 1.00 ± 0 | 2.00 ± 0 |", page.read_text(encoding="utf-8"))

    def test_of_one_party_keeps_what_is_known_of_the_others(self):
        with tempfile.TemporaryDirectory() as folder:
            data, page = Path(folder) / "errors.json", Path(folder) / "page.md"
            join(parts(), "yesterday").save(data)
            arguments = ["--scrim-python", "x", "--peers-python", "y", "--results", str(data), "--page", str(page)]
            made = {part.party: part for part in parts(Scrim=7.0, OpenDP=2.0)}
            with mock.patch.object(driver, "ask", lambda party, _: made[party]):
                with contextlib.redirect_stdout(io.StringIO()):
                    self.assertEqual(driver.main([*arguments, "--only", "OpenDP"]), 0)
            self.assertIn("| sum | ties | 1.00 ± 0 | 1.00 ± 0 | 2.00 ± 0 |", page.read_text(encoding="utf-8"))

    def test_that_is_out_of_date_is_found_out(self):
        with tempfile.TemporaryDirectory() as folder:
            data, page = Path(folder) / "errors.json", Path(folder) / "page.md"
            join(parts(), "today").save(data)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(pages.main([str(data), str(page), "--check"]), 1)
                self.assertEqual(pages.main([str(data), str(page)]), 0)
                self.assertEqual(pages.main([str(data), str(page), "--check"]), 0)
                join(parts(Scrim=0.0), "today").save(data)
                self.assertEqual(pages.main([str(data), str(page), "--check"]), 1)

    def test_names_where_scrim_is_worse(self):
        tally = "**Scrim** is best in 0, equal in 20 and worse in 0 of 20 comparisons"
        self.assertIn(tally, pages.page(join(parts(), "today")))
        text = pages.page(join(parts(Scrim=3.0), "today"))
        self.assertIn("- **sum**: ties 3.00x OpenDP's;", text)
        self.assertIn("3.00x **worse**", text)

    def test_compares_with_the_best_peer(self):
        text = pages.page(join(parts(Scrim=3.0, OpenDP=2.0), "today"))
        self.assertIn("- **sum**: ties 3.00x OpenDP, tree's;", text)

    def test_tells_how_often_was_asked(self):
        self.assertIn("asked 4 to 20 times", pages.page(join(parts(repetitions=20), "today")))

    def test_of_this_project_is_what_its_page_says(self):
        data, page = ROOT / "bench/results/errors.json", ROOT / "docs/errors-beside-peers.md"
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(pages.main([str(data), str(page), "--check"]), 0)
        self.assertEqual(Results.load(data).data, digest_of(make_problems()))


class RealParties(unittest.TestCase):
    """Each where it is installed."""

    def ask(self, name: str) -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            found = measure(name, party_of(name), make_problems(40, 4), 2)
        self.assertTrue(all(math.isfinite(line.summary.rms) for line in found.measured))
        self.assertLessEqual({line.question for line in found.measured}, set(QUESTIONS))

    @unittest.skipUnless(importlib.util.find_spec("scrim"), "scrim is not installed")
    def test_of_scrim_answer_on_small_data(self):
        for name in SCRIMS:
            self.ask(name)

    @unittest.skipUnless(importlib.util.find_spec("diffprivlib"), "the peers are not installed")
    def test_of_peers_answer_on_small_data(self):
        for name in PARTIES:
            if name not in SCRIMS:
                self.ask(name)


if __name__ == "__main__":
    unittest.main()
