"""Tests of tools/layers on small trees made for the purpose."""

import tempfile
import unittest
from pathlib import Path

from load_tool import load_tool

layers = load_tool("layers")


class Layers(unittest.TestCase):
    def problems(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "src" / "scrim" / path
            file.parent.mkdir(parents=True)
            file.write_text(text)
            count, problems = layers.check(Path(folder))
            self.assertEqual(count, 1)
            return problems

    def assert_refused(self, path, text, *fragments):
        problems = self.problems(path, text)
        self.assertEqual(len(problems), 1, problems)
        for fragment in [path, *fragments]:
            self.assertIn(fragment, problems[0])

    def test_down_and_sideways_are_allowed(self):
        self.assertEqual(
            self.problems(
                "numbers/a.hpp",
                '#include <vector>\n#include <gmpxx.h>\n#include "scrim/errors/error.hpp"\n'
                '#include "scrim/numbers/b.hpp"\n#include "scrim/entropy/c.hpp"\n',
            ),
            [],
        )

    def test_every_layer_refuses_the_one_above(self):
        for lower, upper in zip(layers.LAYERS, layers.LAYERS[1:]):
            for folder in lower:
                for above in upper:
                    included = f"scrim/{above}/x.hpp" if above else "scrim/scrim.hpp"
                    with self.subTest(folder=folder, above=above):
                        self.assert_refused(f"{folder}/a.hpp", f'#include "{included}"\n', included, "only go down")
                        self.assertEqual(
                            self.problems(f"{above}/a.hpp" if above else "scrim.hpp", f'#include "scrim/{folder}/x.hpp"\n'),
                            [],
                        )

    def test_angle_brackets_and_spaces_hide_nothing(self):
        self.assert_refused("errors/a.cpp", "\n #  include <scrim/core/fold.hpp>\n", "line 2")

    def test_a_unit_in_a_subfolder_has_the_layer_of_the_first_folder(self):
        self.assert_refused("transformations/clamp/a.hpp", '#include "scrim/combinators/x/y.hpp"\n', "combinators")

    def test_tests_and_benchmarks_may_look_up(self):
        for path in ["core/a_test.cpp", "core/a_exact_test.cpp", "core/a_bench.cpp"]:
            self.assertEqual(self.problems(path, '#include "scrim/scrim.hpp"\n'), [])
        for path in ["core/test.cpp", "core/a_test_case.cpp"]:
            self.assert_refused(path, '#include "scrim/scrim.hpp"\n', "only go down")

    def test_test_only_headers_are_refused_in_shipped_code(self):
        for included in ["support/scripted_tape.hpp", "gtest/gtest.h", "rapidcheck.h", "benchmark/benchmark.h"]:
            for quotes in ["<>", '""']:
                text = f"#include {quotes[0]}{included}{quotes[1]}\n"
                with self.subTest(text=text):
                    self.assert_refused("entropy/a.hpp", text, included, "for tests only")
                    self.assertEqual(self.problems("entropy/a_test.cpp", text), [])
                    self.assertEqual(self.problems("entropy/a_bench.cpp", text), [])

    def test_a_header_for_tests_is_refused_below_src(self):
        self.assert_refused("core/edges_test.hpp", "", "tests/support")
        self.assert_refused("core/edges_bench.hpp", "", "tests/support")

    def test_paths_relative_to_the_file_are_refused(self):
        self.assert_refused("core/a.hpp", '#include "fold.hpp"\n', "include root")

    def test_an_unknown_folder_is_refused(self):
        self.assert_refused("utils/a.hpp", "", "utils/")
        self.assert_refused("core/a.hpp", '#include "scrim/utils/a.hpp"\n', "in no layer")


if __name__ == "__main__":
    unittest.main()
