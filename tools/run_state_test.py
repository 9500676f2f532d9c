"""Tests that docs/formats/run-state.md names what tells saved runs apart: each domain, step and accumulator of the code."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|' + TEXT.pattern)
# What makes an identity: the class, or a function whose name says so.
BEGINNING = re.compile(r"\b(?:Identity(?:\s+\w+)?|identity_of_\w+)\s*[({]")
# The second column of a table, if it begins with a name.
ROW_OF_NAME = re.compile(r"^\| [^|]+ \| `([^`]+)`", re.MULTILINE)


def names_in(code):
    """The texts in the brackets right behind what makes an identity."""
    code = COMMENT_OR_TEXT.sub(lambda found: "" if found[0].startswith("//") else found[0], code)
    names = set()
    for beginning in BEGINNING.finditer(code):
        depth, end = 1, beginning.end()
        while depth and end < len(code):
            text = TEXT.match(code, end)
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(code[end], 0)
            end = text.end() if text else end + 1
        names.update(found[1] for found in TEXT.finditer(code, beginning.end(), end))
    return names


def names_of_code():
    names = set()
    for folder in ["src", "python/src"]:
        for file in sorted((ROOT / folder).rglob("*.[ch]pp")):
            if not file.stem.endswith(("_test", "_bench")):
                names |= names_in(file.read_text())
    return names


class RunState(unittest.TestCase):
    def setUp(self):
        page = (ROOT / "docs" / "formats" / "run-state.md").read_text()
        self.described = set(ROW_OF_NAME.findall(page))

    def test_names_are_found_however_they_are_written(self):
        for code, names in {
            'return Identity("clamp").add(bounds.name("lower"));': {"clamp"},
            'Identity identity("clamp 1");': {"clamp 1"},
            'Identity identity{"clamp"};': {"clamp"},
            'Identity identity(is_new\n  ? "new" : "old");': {"new", "old"},
            'auto all = Identity("first (of \\"two\\")") + Identity(\n"second");': {'first (of \\"two\\")', "second"},
            'identity_of_plan("kept 1", domain);': {"kept 1"},
            '/// As Identity("my function")\nIdentity();': set(),
            'fail("Identity (of a run)"); Identity::unknown();': set(),
        }.items():
            with self.subTest(code=code):
                self.assertEqual(names_in(code), names)

    def test_all_that_tells_runs_apart_is_described(self):
        names = names_of_code()
        self.assertLessEqual({"atom", "row_sum 1", "category_counts 1", "person_totals 1"}, names)
        self.assertEqual(names - self.described, set(), "describe these in docs/formats/run-state.md")

    def test_nothing_else_is_described(self):
        self.assertEqual(self.described - names_of_code(), set(), "docs/formats/run-state.md names what no code has")


if __name__ == "__main__":
    unittest.main()
