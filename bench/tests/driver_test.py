"""Tests of a whole run on small data, with Scrim's own worker and without peers.

The environment variable SIDE_BY_SIDE_WORKER names the worker; without it these tests are skipped.
"""

import argparse
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

from side_by_side.__main__ import run
from side_by_side.cases import all_works
from side_by_side.problem import QuantileProblem
from side_by_side.report import page
from side_by_side.same_work import DifferentWork
from side_by_side.scrim_worker import PlainPass, Scrim, ScrimWorker, WorkerError

from . import reference_party as party
from .small_data import SIZES, small_data

WORKER = os.environ.get("SIDE_BY_SIDE_WORKER")


@unittest.skipUnless(WORKER, "SIDE_BY_SIDE_WORKER is not set")
class WithWorker(unittest.TestCase):
    def setUp(self):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="a path with spaces ")))
        self.worker = stack.enter_context(ScrimWorker(Path(WORKER)))
        self.data = small_data(self.folder)


class Run(WithWorker):
    def run_with(self, *parties, only=None):
        options = argparse.Namespace(rounds=2, clock="cpu", only=only)
        with contextlib.redirect_stderr(io.StringIO()):
            return run(self.worker, parties, self.data, SIZES, self.folder, lambda _, values: values, options)

    def test_times_scrim_beside_a_contender_that_does_the_same(self):
        found = self.run_with(Scrim(self.worker), party.Reference())
        self.assertEqual(len(found.works), 31)
        for work in found.works:
            passes = [] if work.key.startswith("noise_") else ["plain pass"]
            self.assertEqual([line.who for line in work.lines], [*passes, "Scrim", "reference"])
            self.assertGreater(found.spread(work, "Scrim").least, 0)
        self.assertEqual({check.who for check in found.checks}, {"Scrim", "reference"})
        self.assertIn("| **Scrim** |", page(found))

    def test_times_only_what_it_is_told_to(self):
        found = self.run_with(Scrim(self.worker), only=["noise", "sum"])
        keys = [work.key for work in found.works]
        self.assertEqual([key for key in keys if key.count("_") == 1], ["noise_laplace", "noise_gaussian", "sum_f64"])
        self.assertIn("noise_gaussian_i64_1e+06", keys)
        self.assertIn("noise_laplace_f64_10", keys)
        self.assertIn("rounded noise of the continuous", page(found))

    def test_refuses_a_contender_that_does_not(self):
        for wrong in (
            party.CountsEqualRowsAsBelow(),
            party.SelectsUniformly(),
            party.UnderstatesItsCost(),
            party.AddsHalfTheNoise(),
            party.SumsTwice(),
            party.LeavesOutACategory(),
        ):
            with self.subTest(type(wrong).__name__), self.assertRaises(DifferentWork):
                self.run_with(Scrim(self.worker), wrong)

    def test_refuses_wrong_scores_by_themselves(self):
        with self.assertRaisesRegex(DifferentWork, "reference: score"):
            for work in all_works(
                self.data, SIZES, PlainPass(self.worker), [Scrim(self.worker), party.CountsEqualRowsAsBelow()]
            ):
                for contender in work.contenders:
                    contender.check(contender.name, contender.task.run(1))


class Worker(WithWorker):
    def test_introduces_itself(self):
        self.assertEqual(sorted(self.worker.introduction), ["compiler", "flags", "scrim", "takes_threads"])

    def test_answers_a_mistake_with_an_error_and_goes_on(self):
        mistakes = "dance", "score 1", "rows f64 no_such_file", "rows f32 x", "top_k a 1 1 max 1", "threads -x"
        for command in (*mistakes, "noise x 1 1"):
            with self.subTest(command), self.assertRaises(WorkerError):
                self.worker.ask(command)
        self.worker.ask(f"rows f64 {self.data.floats.path}")
        self.assertEqual(self.worker.ask("sum_rows 1")["count"], 1)

    def test_refuses_candidates_of_another_type(self):
        self.worker.ask(f"rows f64 {self.data.floats.path}")
        self.worker.ask(f"candidates i64 {self.data.integer_candidates.path}")
        with self.assertRaisesRegex(WorkerError, "different types"):
            self.worker.ask("score 1 2 1")

    def test_refuses_noise_and_sums_of_rows_of_another_type(self):
        self.worker.ask(f"rows f64 {self.data.floats.path}")
        for command in ("noise laplace 1 1", "private_counts 3 1 1"):
            with self.subTest(command), self.assertRaisesRegex(WorkerError, "not for rows of that type"):
                self.worker.ask(command)
        self.worker.ask(f"rows i64 {self.data.integers.path}")
        for command in ("private_sum 0 1 -20 1 1", "noise_on_grid laplace 1 -20 1"):
            with self.subTest(command), self.assertRaisesRegex(WorkerError, "not for rows of that type"):
                self.worker.ask(command)

    def test_refuses_a_file_that_is_cut_off(self):
        path = self.folder / "cut off"
        path.write_bytes(b"123456789")
        with self.assertRaises(WorkerError):
            self.worker.ask(f"rows f64 {path}")

    def test_times_every_run(self):
        self.worker.ask(f"scores {self.data.counts.path}")
        reply = self.worker.ask("top_k max_divergence 3 2.0 max 40")
        self.assertEqual((len(reply["values"]), reply["count"], reply["loss"]), (40, 40, 3.0))
        self.assertGreater(reply["wall_ns"], 0)
        self.assertGreater(reply["cpu_ns"], 0)

    def test_states_the_cost_that_the_problem_states(self):
        for num, den in ((1, 2), (1, 4), (2, 3)):
            problem = QuantileProblem(self.data.floats, self.data.even[40], num, den, scale=0.7)
            self.assertAlmostEqual(Scrim(self.worker).quantile(problem).run(1).loss, problem.loss)

    def test_gives_the_same_scores_on_any_number_of_threads_it_takes(self):
        problem = QuantileProblem(self.data.floats, self.data.even[40], num=1, den=4)
        two = Scrim(self.worker, threads=2)
        if self.worker.takes_threads:
            self.assertEqual(two.score(problem).run(1).values, Scrim(self.worker).score(problem).run(1).values)
        else:
            with self.assertRaisesRegex(WorkerError, "no threads"):
                two.score(problem).run(1)


if __name__ == "__main__":
    unittest.main()
