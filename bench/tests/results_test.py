"""Tests of results, of the page they become, of the targets, and of the section in the README."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from side_by_side import readme
from side_by_side.report import page, targets_table
from side_by_side.results import Line, Results, WorkResult
from side_by_side.same_work import Checked
from side_by_side.targets import targets_of

ROOT = Path(__file__).resolve().parents[2]


def line(who, *wall):
    return Line(who, 1, list(wall), [value / 2 if value else None for value in wall])


def results(clock="wall", scrim=(20e6, 22e6, 21e6), opendp=(500e6, 550e6, 525e6)):
    lines = [
        line("plain pass", 2.5e6, 2.5e6, 2.5e6),
        line("Scrim", *scrim),
        line("OpenDP, core", *opendp),
        line("diffprivlib", 9e9, None, None),
    ]
    scoring = WorkResult("score_f64_1000", "Scoring", "many rows", "row", 10_000_000, lines)
    tops = [
        WorkResult(f"top_{k}_counts_epsilon", "Selecting", f"{k} best", "candidate", 10_000, [line("Scrim", time)])
        for k, time in ((1, 100e3), (10, 250e3))
    ]
    settings = {"rounds": 3, "clock": clock, "load_at_start": 0.1, "load_at_end": 1.0}
    software = {"scrim": "0.1.0", "scrim commit": "abc", "compiler": "GNU 12", "flags": "-O3", "opendp": "0.16.0"}
    machine = {"cpu": "a cpu", "cores": 2, "memory_gib": 23.5, "kernel": "Linux", "system": "Debian"}
    return Results("today", machine, software, settings, [Checked("law", "Scrim", 0.01, 0.1)], [scoring, *tops])


def measured(found, what):
    return next(target for target in targets_of(found) if target.what.startswith(what))


class ResultsFile(unittest.TestCase):
    def test_is_read_back_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.json"
            results().save(path)
            self.assertEqual(Results.load(path), results())
            self.assertIn('"wall_ns": [9000000000.0, null, null]', path.read_text())

    def test_of_another_format_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.json"
            path.write_text('{"format": 0, "works": [], "checks": []}')
            with self.assertRaises(ValueError):
                Results.load(path)


class Ratios(unittest.TestCase):
    def test_are_of_the_chosen_clock(self):
        found = results()
        work = found.works[0]
        self.assertEqual(found.ratio(work, "OpenDP, core", "Scrim"), 25.0)
        self.assertEqual(found.spread(work, "Scrim").median, 21e6)
        self.assertEqual(results("cpu").spread(work, "Scrim").median, 10.5e6)

    def test_are_none_for_who_was_not_there(self):
        found = results()
        self.assertIsNone(found.ratio(found.works[0], "NumPy", "Scrim"))


class Targets(unittest.TestCase):
    def test_are_met_or_not(self):
        self.assertTrue(measured(results(), "scoring, against OpenDP's core").is_met)
        slower = measured(results(opendp=(480e6, 530e6, 500e6)), "scoring, against OpenDP's core")
        self.assertFalse(slower.is_met)
        self.assertIn("**no**", targets_table(results(opendp=(480e6, 530e6, 500e6))))

    def test_of_time_and_of_passes(self):
        self.assertAlmostEqual(measured(results(), "scoring 1000 candidates, float64").measured, 2.1)
        self.assertAlmostEqual(measured(results(), "scoring 1000 candidates, in plain").measured, 8.4)
        slow = results(scrim=(30e6, 30e6, 30e6))
        self.assertFalse(measured(slow, "scoring 1000 candidates, float64").is_met)
        self.assertFalse(measured(slow, "scoring 1000 candidates, in plain").is_met)

    def test_of_threads(self):
        two = results()
        two.works[0].lines.append(line("Scrim, 2 threads", 10e6, 11e6, 14e6))
        self.assertAlmostEqual(measured(two, "scoring 1000 candidates on two").measured, 2.0)

    def test_are_the_worst_of_several_works(self):
        several = results()
        for key, opendp in (("top_1_ranks_epsilon", 9e6), ("top_1_ranks_rho", 4e6), ("top_10_ranks_rho", 8e6)):
            lines = [line("Scrim", 1e5), line("OpenDP, core", opendp)]
            several.works.append(WorkResult(key, "Selecting", key, "candidate", 10_000, lines))
        self.assertAlmostEqual(measured(several, "selecting 1 or 10").measured, 40.0)

    def test_of_peeling(self):
        self.assertAlmostEqual(measured(results(), "peeling").measured, 2.5)

    def test_are_left_out_for_who_was_not_there(self):
        self.assertFalse([target for target in targets_of(results()) if "NumPy" in target.what])


class Page(unittest.TestCase):
    def test_has_a_line_for_each_contender(self):
        text = page(results())
        self.assertIn("| many rows | plain pass | 2.50 ms | 2.50 ms to 2.50 ms | 2.50 ms | 0.250 |  | 1.00x |", text)
        self.assertIn("|  | **Scrim** | 21.0 ms | 20.5 ms to 21.5 ms | 20.0 ms | 2.10 | 1.00x | 8.40x |", text)
        self.assertIn("|  | OpenDP, core | 525 ms | 512 ms to 538 ms | 500 ms | 52.5 | 25.0x | 210x |", text)
        self.assertIn("|  | diffprivlib | 9.00 s | 9.00 s to 9.00 s | 9.00 s | 900 | 450x | 3 600x |", text)

    def test_names_the_clock(self):
        self.assertIn("wall-clock times", page(results()))
        self.assertIn("CPU times", page(results("cpu")))


class Readme(unittest.TestCase):
    PAGE = f"# Title\n{readme.BEGIN}\nold\n{readme.END}\nrest\n"

    def test_gets_the_section_between_the_marks(self):
        text = readme.replaced(self.PAGE, readme.section(results()))
        self.assertTrue(text.startswith("# Title\n" + readme.BEGIN) and text.endswith(readme.END + "\nrest\n"))
        self.assertNotIn("old", text)
        self.assertIn("| score 1000 candidates | 2.50 ms | 21.0 ms | 525 ms (25.0x) |", text)

    def test_without_marks_is_refused(self):
        for text in ("", readme.BEGIN, readme.END + readme.BEGIN, self.PAGE * 2):
            with self.assertRaises(ValueError):
                readme.replaced(text, "new")

    def test_says_what_was_missed(self):
        self.assertIn("- scoring, against OpenDP's core: 0.0476", readme.section(results(opendp=(1e6, 1e6, 1e6))))
        self.assertIn("All targets are met.", readme.section(results()))

    def test_that_is_out_of_date_is_found_out(self):
        with tempfile.TemporaryDirectory() as folder:
            data, text = Path(folder) / "results.json", Path(folder) / "README.md"
            results().save(data)
            text.write_text(self.PAGE)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(readme.main([str(data), str(text), "--check"]), 1)
                self.assertEqual(text.read_text(), self.PAGE)
                self.assertEqual(readme.main([str(data), str(text)]), 0)
                self.assertEqual(readme.main([str(data), str(text), "--check"]), 0)
                self.assertEqual(data.with_suffix(".md").read_text(), page(results()))
                data.with_suffix(".md").write_text("another page")
                self.assertEqual(readme.main([str(data), str(text), "--check"]), 1)

    def test_of_this_project_is_what_its_results_say(self):
        data = ROOT / "bench" / "results" / "side_by_side.json"
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(readme.main([str(data), str(ROOT / "README.md"), "--check"]), 0)


if __name__ == "__main__":
    unittest.main()
