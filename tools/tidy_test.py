"""Tests of tools/tidy on a small tree, with a program in place of clang-tidy that complains of the word "bad"."""

import json
import tempfile
import unittest
from pathlib import Path

from load_tool import load_tool

tidy = load_tool("tidy")

STAND_IN = """#!/bin/sh
if [ "$1" = --version ]; then echo "stand-in $(cat "{version}")"; exit 0; fi
for word; do [ "$word" = -- ] && break; file=$word; done
echo "$file" >> "{asked}"
echo "12 warnings generated." >&2
if grep -q bad "$file"; then echo "$file: a bad word for $2"; exit 1; fi
"""


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "tree"
        self.cache = Path(folder.name) / "cache"
        self.asked = Path(folder.name) / "asked"
        self.version = Path(folder.name) / "version"
        self.program = Path(folder.name) / "clang-tidy"
        self.program.write_text(STAND_IN.format(asked=self.asked, version=self.version))
        self.program.chmod(0o755)
        self.version.write_text("1")
        self.write("src/a.hpp", "// one\n")
        self.write("src/a.cpp", '#include "a.hpp"\nint a;\n')
        self.write("build/clang/lint/all_headers.cpp", '#include "a.hpp"\n')
        self.write(".clang-tidy", "Checks: '*'\n")
        self.options = []

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def looked_at(self, look_at_all=False):
        """Which files clang-tidy was asked about, and all that it said."""
        options = " ".join([f"-I{self.root}/src", *self.options])
        files = [str(self.root / file) for file in ("src/a.cpp", "build/clang/lint/all_headers.cpp")]
        command = f"c++ {options} -o {{}} -c {{}} && touch x.o"
        database = [
            {"directory": str(self.root), "file": file, "command": command.format(output, file)}
            for output, file in [
                *[(f"x/scrim_tidied.dir/{number}.o", file) for number, file in enumerate(files)],
                *[("x/scrim.dir/x.o", file) for file in [*files, *sorted(map(str, self.root.glob("src/lone*.cpp")))]],
                ("x/other.dir/x.o", str(self.root / "src" / "other.cpp")),
            ]
        ]
        self.write("build/clang/compile_commands.json", json.dumps(database))
        checked = tidy.Tidy(self.root, self.cache, str(self.program))
        said = "".join(checked.check(file, look_at_all)[0] for file in checked.sources())
        asked = self.asked.read_text().split() if self.asked.exists() else []
        self.asked.unlink(missing_ok=True)
        return {Path(file).name for file in asked}, said

    def test_a_clean_file_is_looked_at_once(self):
        self.assertEqual(self.looked_at(), ({"a.cpp", "all_headers.cpp"}, ""))
        self.assertEqual(self.looked_at(), (set(), ""))
        self.assertEqual(self.looked_at(look_at_all=True), ({"a.cpp", "all_headers.cpp"}, ""))

    def test_a_complaint_is_made_again_and_again(self):
        self.write("src/a.cpp", "int bad;\n")
        for _ in range(2):
            asked, said = self.looked_at()
            self.assertIn("a.cpp", asked)
            self.assertIn("a bad word", said)
            self.assertNotIn("generated", said)

    def test_what_can_change_the_answer_asks_again(self):
        changes = {
            "a comment, which may silence a check": lambda: self.write("src/a.cpp", '#include "a.hpp"  // NOLINT\n'),
            "an include that is there twice": lambda: self.write("src/a.cpp", '#include "a.hpp"\n' * 2),
            "the settings": lambda: self.write(".clang-tidy", "Checks: 'bugprone-*'\n"),
            "the options": lambda: self.options.append("-DX"),
            "the program": lambda: self.version.write_text("2"),
        }
        for what, change in changes.items():
            with self.subTest(what):
                self.write("src/a.cpp", '#include "a.hpp"\n')
                self.looked_at()
                change()
                self.assertIn("a.cpp", self.looked_at()[0])

    def test_a_header_asks_again_for_all_that_include_it(self):
        self.looked_at()
        self.write("src/a.hpp", "// two\n")
        self.assertEqual(self.looked_at()[0], {"a.cpp", "all_headers.cpp"})

    def test_what_is_in_a_batch_is_asked_about_alone_for_its_names_of_others(self):
        self.write("src/lone_plain.cpp", "int bad;\n")
        self.write("src/lone_using.cpp", "using std::bad;\n")
        self.write("src/lone_alias.cpp", "namespace bad = std;\n")
        asked, said = self.looked_at()
        self.assertEqual(asked, {"a.cpp", "all_headers.cpp", "lone_using.cpp", "lone_alias.cpp"})
        self.assertEqual(said.count("a bad word for --checks=-*,misc-unused"), 2)

    def test_another_checkout_of_the_same_is_known(self):
        self.looked_at()
        moved = self.root.with_name("elsewhere")
        self.root.rename(moved)
        self.root = moved
        self.assertEqual(self.looked_at()[0], set())


if __name__ == "__main__":
    unittest.main()
