"""Checks that run_case.py can fail. usage: run_case_test.py COMPILER [FLAGS...]"""

import sys
import tempfile
import unittest
from pathlib import Path

from run_case import problem_with, problem_with_controls

COMPILER = sys.argv[1:] + ["-std=c++20"]

GOOD = """
// expect: Even
template <int N> concept Even = N % 2 == 0;
template <int N> requires Even<N> int half() { return N / 2; }
int two() { return half<4>(); }
#ifdef SCRIM_MUST_FAIL
int three() { return half<7>(); }
#endif
"""


class RunCase(unittest.TestCase):
    def problem(self, text, precompiled=()):
        with tempfile.TemporaryDirectory() as folder:
            case = Path(folder) / "case.cpp"
            case.write_text(text)
            return problem_with(case, COMPILER, precompiled)

    def test_accepts_a_mistake_refused_by_the_named_concept(self):
        self.assertIsNone(self.problem(GOOD))

    def test_reports_a_case_that_expects_nothing(self):
        self.assertIn("no line", self.problem(GOOD.replace("// expect: Even", "")))

    def test_reports_a_control_that_does_not_compile(self):
        self.assertIn("must compile without", self.problem("#include <no_such_header>\n" + GOOD))

    def test_reports_a_mistake_that_compiles(self):
        self.assertIn("must be refused", self.problem(GOOD.replace("half<7>", "half<8>")))

    def test_reports_a_refusal_for_another_reason(self):
        text = GOOD.replace("half<7>()", "no_such_name")
        self.assertIn("does not match /Even/", self.problem(text))

    def test_requires_every_expectation(self):
        text = GOOD.replace("// expect: Even", "// expect: Even\n// expect: Odd")
        self.assertIn("does not match /Odd/", self.problem(text))

    def test_takes_options_for_mistakes_one_by_one(self):
        text = GOOD.replace("// expect: Even", "// expect: Even\n// option: -DSCRIM_MUST_FAIL")
        self.assertIsNone(self.problem(text))
        self.assertIn("under -DNOTHING compiles", self.problem(text + "// option: -DNOTHING\n"))

    def test_leaves_options_of_one_compiler_to_it(self):
        text = GOOD.replace("// expect: Even", "// expect: Even\n// option of g++: -DNOTHING")
        is_gcc = "clang" not in COMPILER[0]
        self.assertEqual(self.problem(text) is not None, is_gcc)

    def test_includes_what_was_precompiled(self):
        without = "#ifndef PRECOMPILED\n#error not precompiled\n#endif\n"
        self.assertIsNone(self.problem(without + GOOD, ["-DPRECOMPILED"]))
        self.assertIn("does not match /Even/", self.problem(without + GOOD.replace("half<7>", "half<8>"), ["-DOTHER"]))

    def problem_of_controls(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            cases = [Path(folder) / f"case_{number}.cpp" for number in range(len(texts))]
            for case, text in zip(cases, texts):
                case.write_text(text)
            return problem_with_controls(cases, COMPILER)

    def test_compiles_controls_together(self):
        with_include = "#include <string>\n" + GOOD + "std::string three = \"3\";\n"
        self.assertIsNone(self.problem_of_controls(GOOD, with_include))
        self.assertIn("case_1.cpp", self.problem_of_controls(GOOD, with_include.replace("half<4>", "half<5>")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
