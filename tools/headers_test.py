"""Tests of tools/headers on small trees made for the purpose."""

import tempfile
import unittest
from pathlib import Path

from load_tool import load_tool

headers = load_tool("headers")


class Headers(unittest.TestCase):
    def problems(self, files, listed):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "cmake").mkdir()
            (root / headers.LIST).write_text(headers.text_of(listed))
            for path, text in files.items():
                file = root / "src" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return headers.check(root)[1]

    TREE = {
        "scrim/scrim.hpp": '#include <vector>\n#include "scrim/a.hpp"\n',
        "scrim/a.hpp": " #  include <scrim/b.hpp>\n",
        "scrim/b.hpp": '#include "scrim/a.hpp"\n',
        "scrim/c.hpp": "#include <gmpxx.h>\n",
    }
    REACHED = ["scrim/scrim.hpp", "scrim/a.hpp", "scrim/b.hpp"]

    def test_the_list_is_what_the_entry_reaches(self):
        self.assertEqual(self.problems(self.TREE, self.REACHED), [])

    def test_a_header_that_comes_within_reach_is_named(self):
        [problem] = self.problems(self.TREE, self.REACHED[:-1])
        self.assertIn("src/scrim/b.hpp is reached", problem)

    def test_a_header_that_is_out_of_reach_is_named(self):
        [problem] = self.problems(self.TREE, [*self.REACHED, "scrim/c.hpp"])
        self.assertIn("src/scrim/c.hpp is not reached", problem)

    def test_an_installed_header_includes_no_other_library(self):
        for included in ["gmpxx.h", "mpfr.h", "hwy/highway.h", "fmt/format.h", "sys/types.h"]:
            with self.subTest(included=included):
                tree = {**self.TREE, "scrim/b.hpp": f"#include <{included}>\n"}
                [problem] = self.problems(tree, self.REACHED)
                self.assertIn(f"src/scrim/b.hpp: an installed header includes {included}", problem)


if __name__ == "__main__":
    unittest.main()
