"""Tests of tools/mutants on a small project made for the purpose, and of the project's own list of mutants."""

import contextlib
import io
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from load_tool import load_tool

mutants = load_tool("mutants")

ROOT = Path(__file__).resolve().parent.parent

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
enable_testing()
add_library(scrim STATIC src/scrim/core/twice.cpp src/scrim/core/thrice.cpp)
foreach(name sum loop twice)
  add_executable(core.${name}_test src/scrim/core/${name}_test.cpp)
  target_link_libraries(core.${name}_test PRIVATE scrim)
  add_test(NAME core.${name}_test COMMAND core.${name}_test)
endforeach()
add_test(NAME compile_fail.sum_of_texts
         COMMAND ${CMAKE_COMMAND} -E compare_files ${CMAKE_SOURCE_DIR}/src/scrim/core/kind.txt
                 ${CMAKE_SOURCE_DIR}/tests/compile_fail/sum_of_texts.cpp)
"""

FILES = {
    "CMakeLists.txt": CMAKE,
    ".gitignore": "/build/\n",
    "src/scrim/core/sum.hpp": "static_assert(sizeof(int) == 4);\ninline int sum(int a, int b) { return a + b; }\n",
    "src/scrim/core/sum_test.cpp": '#include "sum.hpp"\nint main() { return sum(1, 2) == 3 ? 0 : 1; }\n',
    "src/scrim/core/loop.hpp": "inline bool is_over() { return true; }\n",
    "src/scrim/core/loop_test.cpp": '#include "loop.hpp"\nint main() { while (!is_over()) {} }\n',
    # The test, a part of the library that it calls, and one that it does not call, include a header.
    "src/scrim/core/unit.hpp": "inline int unit() { return 1; }\nstruct Pair { int first; int second; };\n",
    "src/scrim/core/twice.hpp": '#include "unit.hpp"\nint twice(int); int thrice(int); int first_of(Pair);\n',
    "src/scrim/core/twice.cpp": '#include "twice.hpp"\nint twice(int a) { return a + a * unit(); }\n'
    "int first_of(Pair pair) { return pair.first; }\n",
    "src/scrim/core/thrice.cpp": '#include "twice.hpp"\nint thrice(int a) { return 3 * a * unit(); }\n',
    "src/scrim/core/twice_test.cpp": '#include "twice.hpp"\nint main(int n, char** words) {\n'
    "  if (first_of({.first = 4, .second = 5}) != 4) { return 1; }\n"
    "  return n == 1 && twice(3) == 3 + 3 * unit() ? 0 : 1;\n}\n",
    "src/scrim/core/kind.txt": "numbers only\n",
    "tests/compile_fail/sum_of_texts.cpp": "numbers only\n",
}

SUM = "src/scrim/core/sum.hpp"
LOOP = "src/scrim/core/loop.hpp"
UNIT = "src/scrim/core/unit.hpp"
TWICE = "src/scrim/core/twice.cpp"
CALLS_MORE = "int thrice(int); volatile bool is_so = false; return is_so ? thrice(1) : 1"


def entry(name, **changes):
    values = {"why": "a wrong sum", "file": SUM, "old": "a + b", "new": "a - b", "tests": ["core.sum_test"]}
    lines = [f"{key} = {value!r}" for key, value in ({"name": name} | values | changes).items()]
    return "\n".join(["[[mutant]]", *lines, ""])


class SmallProject(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path, text in FILES.items():
            self.write(path, text)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def list_mutants(self, *entries):
        self.write("tests/mutants/core.toml", "".join(entries))

    def run_tool(self, *arguments):
        """Returns the exit status and everything printed."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                status = mutants.main(list(arguments), self.root)
            except SystemExit as end:
                status = end.code
        return status, output.getvalue()


class TheListOf(SmallProject):
    """What a list is refused for, before anything is built."""

    def assert_refused(self, expected, *entries):
        self.list_mutants(*entries)
        status, _ = self.run_tool("--list")
        self.assertIn(expected, str(status))

    def test_a_good_list_is_printed(self):
        self.list_mutants(entry("minus"), entry("times", new="a * b", why="a product"))
        status, output = self.run_tool("--list")
        self.assertEqual(status, 0)
        self.assertIn("a product", output)
        self.assertTrue(output.endswith("2 mutants\n"), output)

    def test_text_that_is_gone_is_refused(self):
        self.assert_refused("minus: the old text occurs 0 times", entry("minus", old="a+b"))

    def test_text_that_occurs_twice_is_refused(self):
        self.write(SUM, FILES[SUM] + "// a + b\n")
        self.assert_refused("minus: the old text occurs 2 times", entry("minus"))

    def test_other_mistakes_are_refused(self):
        for expected, changes in [
            ("does not exist", {"file": "src/scrim/core/gone.hpp"}),
            ("changes nothing", {"new": "a + b"}),
            ("no test is named", {"tests": []}),
            ("there is no test core.gone_test", {"tests": ["core.gone_test"]}),
            ("catches every edit", {"tests": ["proofs_are_signed"]}),
            ("unexpected keyword argument", {"test": "core.sum_test"}),
        ]:
            with self.subTest(expected=expected):
                self.assert_refused(expected, entry("minus", **changes))
        self.assert_refused("two mutants have this name", entry("minus"), entry("minus", new="a * b"))
        self.assert_refused("missing", "[[mutant]]\nname = 'minus'\n")
        self.assert_refused("unknown: mutants", entry("minus").replace("[[mutant]]", "[[mutants]]"))
        self.assert_refused("core.toml", "[[mutant]\n")

    def test_only_an_existing_mutant_can_be_picked(self):
        self.list_mutants(entry("minus"))
        self.assertIn("minsu: no mutant", str(self.run_tool("--list", "--only", "minsu")[0]))
        self.assertIn("cor: no list", str(self.run_tool("--list", "--layer", "cor")[0]))

    def test_some_can_be_picked(self):
        self.list_mutants(entry("minus"), entry("endless", file=LOOP, old="true", new="false"))
        self.write("tests/mutants/any.toml", entry("times", new="a * b"))

        def names(*arguments):
            return [line.split()[1] for line in self.run_tool("--list", *arguments)[1].splitlines()[:-1]]

        self.assertEqual(names(), ["times", "minus", "endless"])
        self.assertEqual(names("--layer", "core"), ["minus", "endless"])
        self.assertEqual(names("--layer", "core", "--layer", "any"), ["minus", "endless", "times"])
        self.assertEqual(names("--without", LOOP), ["times", "minus"])
        self.assertEqual(names("--without", "src/scrim/core"), [])
        self.assertEqual(names("--without", "src/scrim/co"), ["times", "minus", "endless"])
        self.assertEqual(names("--only", "minus"), ["minus"])


class Planting(SmallProject):
    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "--quiet", self.root], check=True)

    def plant(self, *entries, patience=30):
        self.list_mutants(*entries)
        output = io.StringIO()
        table = self.root / "build" / "tables" / "mutants.md"
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            verdicts = mutants.plant_all(
                self.root, mutants.load(self.root), self.root / "build" / "mutants", 2, table, patience
            )
        status = 0 if all(verdict.caught_by for verdict in verdicts) else 1
        return status, output.getvalue(), table.read_text(encoding="utf-8")

    def rows_of(self, table):
        return {row.split(" | ")[1]: row.split(" | ")[3] for row in table.splitlines()[2:]}

    def test_each_mutant_gets_its_verdict(self):
        status, output, table = self.plant(
            entry("minus"),
            entry("commuted", new="b + a"),
            entry("misspelt", new="a + c"),
            entry("narrow", old="== 4", new="== 2", compiler_says="static assertion"),
            entry("widened", old="== 4", new=">= 4", compiler_says="static assertion"),
            entry("refused_otherwise", old="== 4", new="== four", compiler_says="static assertion"),
            entry("endless", file="src/scrim/core/loop.hpp", old="true", new="false", tests=["core.loop_test"]),
            entry("second", file="src/scrim/core/kind.txt", old="only", new="|",
                  tests=["core.sum_test", "compile_fail.sum_of_texts"]),
            patience=1,
        )
        self.assertEqual(status, 1)
        survived = "**SURVIVED**"
        self.assertEqual(
            self.rows_of(table),
            {
                "minus": "core.sum_test: failed",
                "commuted": survived,
                "misspelt": survived,
                "narrow": "the compiler: static assertion",
                "widened": survived,
                "refused_otherwise": survived,
                "endless": "core.loop_test: hangs",
                "second": "compile_fail.sum_of_texts: failed",
            },
        )
        self.assertTrue(output.endswith("4 caught, 4 survived\n"), output)
        self.assertIn("commuted: in src/scrim/core/sum.hpp\na + b\nbecame\nb + a\n", output)
        self.assertIn("misspelt: in src/scrim/core/sum.hpp\na + b\nbecame\na + c\nand it does not compile", output)
        self.assertIn("and it compiles", output)
        self.assertEqual((self.root / SUM).read_text(encoding="utf-8"), FILES[SUM])

    def test_a_mutant_is_in_every_part_of_the_program_and_in_nothing_else(self):
        def of_twice(name, file, old, new):
            return entry(name, file=file, old=old, new=new, tests=["core.twice_test"])

        _, output, table = self.plant(
            of_twice("in_the_library", TWICE, "a + a", "a + 1"),
            # The test and the library agree on another unit, and on another order: nothing goes wrong.
            of_twice("in_both", UNIT, "return 1", "return 2"),
            of_twice("layout", UNIT, "int first; int second;", "int second; int first;"),
            # What it calls now was not in the program before, and holds the mutant all the same.
            of_twice("with_more", UNIT, "return 1", CALLS_MORE),
            of_twice("crash", TWICE, "return a + a", "return *static_cast<volatile int*>(nullptr) + a"),
            of_twice("not_linked", TWICE, "int first_of", "int second_of"),
        )
        survived = "**SURVIVED**"
        self.assertEqual(
            self.rows_of(table),
            {
                "in_the_library": "core.twice_test: failed",
                "in_both": survived,
                "layout": survived,
                "with_more": survived,
                "crash": "core.twice_test: ends with SIGSEGV",
                "not_linked": survived,
            },
            output,
        )
        self.assertRegex(output, "undefined reference to .first_of.Pair")

    def test_of_the_library_no_more_is_compiled_than_is_needed(self):
        def compiled():
            unchanged = self.root / "build" / "mutants" / "unchanged" / "build"
            return {file.name.removesuffix(".cpp.o") for file in unchanged.rglob("*.cpp.o")}

        of_twice = {"file": UNIT, "tests": ["core.twice_test"], "old": "return 1"}
        self.plant(entry("minus"))
        self.assertEqual(compiled(), {"sum_test"})
        self.plant(entry("two", new="return 2", **of_twice))
        self.assertEqual(compiled(), {"sum_test", "twice_test", "twice"})
        self.plant(entry("more", new=CALLS_MORE, **of_twice))
        self.assertEqual(compiled(), {"sum_test", "twice_test", "twice", "thrice"})

    def test_what_was_caught_before_an_interruption_is_recorded(self):
        self.list_mutants(entry("minus"), entry("times", new="a * b"))
        judge = mutants.judge

        def judge_one(plot, mutant, limits):
            if mutant.name == "times":
                raise KeyboardInterrupt
            return judge(plot, mutant, limits)

        mutants.judge = judge_one
        self.addCleanup(setattr, mutants, "judge", judge)
        with self.assertRaises(KeyboardInterrupt):
            self.run_tool("--record", "--jobs", "1")
        self.assertIn("times", self.run_tool("--list", "--changed")[1])
        self.assertNotIn("minus", self.run_tool("--list", "--changed")[1])

    def test_what_is_recorded_is_what_was_tested(self):
        self.list_mutants(entry("minus"))
        judge = mutants.judge

        def edit_and_judge(*arguments):
            self.write(SUM, FILES[SUM] + "// edited meanwhile\n")
            return judge(*arguments)

        mutants.judge = edit_and_judge
        self.addCleanup(setattr, mutants, "judge", judge)
        self.assertEqual(self.run_tool("--record")[0], 0)
        self.assertIn("1 mutants", self.run_tool("--list", "--changed")[1])
        self.write(SUM, FILES[SUM])
        self.assertIn("0 mutants", self.run_tool("--list", "--changed")[1])

    def test_all_caught_is_success_and_a_second_run_sees_edited_files(self):
        status, output, _ = self.plant(entry("minus"))
        self.assertEqual((status, output.splitlines()[-1]), (0, "1 caught, 0 survived"))
        # Of a tree that was used before: what is new, changed or deleted counts.
        self.write("src/scrim/core/sum_test.cpp", "int main() {}\n")
        self.write("src/scrim/core/unused.hpp", "")
        status, output, _ = self.plant(entry("minus"))
        self.assertEqual((status, output.splitlines()[-1]), (1, "0 caught, 1 survived"))
        (self.root / "src/scrim/core/unused.hpp").unlink()
        self.plant(entry("minus"))
        self.assertEqual(list((self.root / "build").rglob("unused.hpp")), [])

    def test_a_test_that_fails_unchanged_catches_nothing(self):
        self.write("src/scrim/core/sum_test.cpp", "int main() { return 1; }\n")
        with self.assertRaisesRegex(SystemExit, "core.sum_test fails without any mutant"):
            self.plant(entry("minus"))
        self.write("src/scrim/core/sum_test.cpp", "int main() { return }\n")
        with self.assertRaisesRegex(SystemExit, "core.sum_test does not compile without any mutant"):
            self.plant(entry("minus"))
        # The others are planted all the same.
        self.list_mutants(entry("minus"), entry("endless", file=LOOP, old="return true", new="throw 1",
                                                tests=["core.loop_test"]))
        status, output = self.run_tool("--record")
        self.assertIn("core.sum_test does not compile without any mutant", str(status))
        self.assertIn("1 caught, 0 survived, 1 not run\n", output)
        self.assertIn("endless", (self.root / "tests/mutants/caught/core.txt").read_text(encoding="utf-8"))

    def test_what_was_recorded_as_caught_is_run_again_when_it_changes(self):
        self.list_mutants(entry("minus"), entry("commuted", new="b + a"))
        self.assertIn("2 mutants", self.run_tool("--list", "--changed")[1])
        self.assertEqual(self.run_tool("--record")[0], 1)
        # What survived is not recorded.
        self.assertIn("commuted", self.run_tool("--list", "--changed")[1])
        self.assertIn("1 mutants", self.run_tool("--list", "--changed")[1])

        self.list_mutants(entry("minus"))
        self.assertEqual(self.run_tool("--changed"), (0, "no mutant has changed since it was caught\n"))
        for path in [SUM, "src/scrim/core/sum_test.cpp"]:
            with self.subTest(path=path):
                self.write(path, FILES[path] + "// read again\n")
                self.assertIn("1 mutants", self.run_tool("--list", "--changed")[1])
                self.write(path, FILES[path])
        self.list_mutants(entry("minus", new="b - a"))
        self.assertIn("1 mutants", self.run_tool("--list", "--changed")[1])

        # Weakened since: no longer recorded.
        self.write("src/scrim/core/sum_test.cpp", "int main() {}\n")
        self.assertEqual(self.run_tool("--changed", "--record")[0], 1)
        self.assertEqual((self.root / "tests/mutants/caught/core.txt").read_text(encoding="utf-8"), "")

    def test_no_mutant_is_started_when_the_time_is_over(self):
        self.list_mutants(entry("minus"))
        status, output = self.run_tool("--minutes", "0", "--record")
        self.assertEqual(status, 0)
        self.assertTrue(output.endswith("0 caught, 0 survived, 1 not run for lack of time\n"), output)
        self.assertFalse((self.root / "tests/mutants/caught").exists())
        status, output = self.run_tool("--minutes", "5")
        self.assertTrue(output.endswith("1 caught, 0 survived\n"), output)


class Running(unittest.TestCase):
    def assert_gone(self, file):
        child = int(file.read_text(encoding="utf-8"))
        for _ in range(100):  # until the system has taken note
            if not Path(f"/proc/{child}").exists() or " Z " in Path(f"/proc/{child}/stat").read_text():
                return
            time.sleep(0.05)
        os.kill(child, 9)
        self.fail("the child lives on")

    def test_what_hangs_is_ended_with_its_children(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "pid"
            command = ["sh", "-c", f"sleep 60 & echo $! > {file}; echo waits; wait"]
            outcome = mutants.run(command, mutants.Limits(seconds=1, cpu=9))
            self.assertEqual((outcome.status, outcome.output), (None, "waits\n"))
            self.assert_gone(file)

    def test_what_computes_for_too_long_hangs(self):
        outcome = mutants.run(["sh", "-c", "while :; do :; done"], mutants.Limits(seconds=600, cpu=0.5))
        self.assertIsNone(outcome.status)
        self.assertGreater(outcome.cpu, 0.5)
        self.assertEqual(mutants.failure_of(outcome), "hangs")

    def test_who_computes_is_not_late_by_the_clock(self):
        computes = ["sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo over"]
        outcome = mutants.run(computes, mutants.Limits(seconds=0.01, cpu=60))
        self.assertEqual((outcome.status, outcome.output), (0, "over\n"))

    def test_what_ends_tells_its_status_and_its_time(self):
        outcome = mutants.run(["sh", "-c", "echo here; pwd; exit 3"], mutants.Limits(60, 60), cwd="/")
        self.assertEqual((outcome.status, outcome.output), (3, "here\n/\n"))
        self.assertLess(outcome.cpu, 1)
        self.assertEqual(mutants.run(["sh", "-c", "kill -ABRT $$"]).status, -6)

    def test_the_failure_is_told_by_the_cases_that_failed(self):
        def failure(output, status=1):
            return mutants.failure_of(mutants.Outcome(status, output, 0, 0))

        output = "[  FAILED  ] Sum.adds (0 ms)\n[  FAILED  ] Sum/0.wraps, where\n[  FAILED  ] 2 tests, listed below:\n"
        self.assertEqual(failure(output + "[  FAILED  ] Sum.adds\n"), "`Sum.adds` and 1 more")
        self.assertEqual(failure("1/1 Test #1: a ...***Exception: SegFault  0.1 sec"), "exception: segfault")
        self.assertEqual(failure(""), "failed")
        self.assertEqual(failure("", -11), "ends with SIGSEGV")
        self.assertEqual(failure("", None), "hangs")
        self.assertIsNone(failure("[  FAILED  ] Sum.adds (0 ms)\n", 0))


# Definitions that the tests hold the library against: a bug in one of them must not pass either.
SUPPORT = {"by_definition", "distances"}


class TheListOfThisProject(unittest.TestCase):
    """Fails as soon as the code and the list of its mutants part."""

    def test_every_mutant_fits_the_tree(self):
        listed = mutants.load(ROOT)
        self.assertEqual(list(mutants.problems_of(ROOT, listed)), [])
        self.assertGreaterEqual(len(listed), 30)

    def test_every_layer_has_mutants(self):
        layers = {folder.name for folder in (ROOT / "src" / "scrim").iterdir() if folder.is_dir()}
        self.assertEqual({mutant.layer for mutant in mutants.load(ROOT)}, layers | SUPPORT)

    def test_a_mutant_stands_in_the_list_of_its_layer(self):
        for mutant in mutants.load(ROOT):
            with self.subTest(name=mutant.name):
                folder = "tests/support" if mutant.layer in SUPPORT else "src/scrim"
                self.assertTrue(mutant.file.startswith(f"{folder}/{mutant.layer}/"), mutant.file)


if __name__ == "__main__":
    unittest.main()
