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


class PythonLayers(unittest.TestCase):
    def problems(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "python" / "scrim" / path
            file.parent.mkdir(parents=True)
            file.write_text(text)
            count, problems = layers.check_python(Path(folder))
            self.assertEqual(count, 1)
            return problems

    def assert_refused(self, path, text, *fragments):
        problems = self.problems(path, text)
        self.assertEqual(len(problems), 1, problems)
        for fragment in [path, *fragments]:
            self.assertIn(fragment, problems[0])

    def test_down_and_sideways_are_allowed(self):
        text = (
            "import os\nfrom dataclasses import field\nimport numpy as np\nfrom .. import _core, __version__\nfrom .._core import Error\n"
            "from ..analysis.refuse import refuse\nfrom . import facts\nfrom .keys import Keys\nfrom .. import stats\nimport scrim.accounting\n"
        )
        self.assertEqual(self.problems("tables/query.py", text), [])
        self.assertEqual(self.problems("_conversions.py", "from . import _core\nfrom .accounting.amounts import exact\n"), [])
        self.assertEqual(self.problems("__init__.py", "from scrim import _core\nfrom scrim.sessions import *\n"), [])
        self.assertEqual(self.problems("cli/show.py", "from .. import Accountant\n"), [])

    def test_every_layer_refuses_the_one_above_however_it_is_imported(self):
        for lower, upper in zip(layers.PYTHON_LAYERS, layers.PYTHON_LAYERS[1:]):
            for name in lower:
                if name in ("", "_core"):  # the one is a file by itself, the other is compiled
                    continue
                for above in upper:
                    imports = [
                        f"from ..{above} import x" if above else "from .. import Ledger",
                        f"from ..{above}.x import y" if above else "from scrim import Ledger",
                        f"from .. import {above}" if above else "import scrim",
                        f"from scrim.{above} import x" if above else "import scrim as it",
                        f"import scrim.{above}.x" if above else "import os, scrim",
                    ]
                    for each in imports:
                        with self.subTest(each=each, name=name):
                            self.assert_refused(f"{name}/a.py", f"{each}\n", "line 1", "only go down")

    def test_modules_beside_the_folders_are_looked_at_too(self):
        self.assert_refused("_maps.py", "from .analysis.refuse import refuse\n", "analysis is above _maps")
        self.assert_refused("stats.py", "from . import sessions\n", "sessions is above stats")
        self.assert_refused("__init__.py", "from scrim import report\n", "report is above")

    def test_functions_and_types_hide_nothing(self):
        texts = [
            "def f():\n    from ..sessions import Session\n",
            "class A:\n    async def f(self):\n        from ..sessions import Session\n",
            "if TYPE_CHECKING:\n    from ..sessions import Session\n",
            "try:\n    from ..sessions import Session\nexcept ImportError:\n    pass\n",
        ]
        for text in texts:
            with self.subTest(text=text):
                self.assert_refused("tables/a.py", text, "sessions is above tables")

    def test_what_may_go_up_waits_for_a_call(self):
        for (path, target), _ in layers.LATE.items():
            others = "".join(f"    from ..{other} import z\n" for file, other in layers.LATE if file == path and other != target)
            with self.subTest(path=path, target=target):
                self.assertEqual(self.problems(path, f"def f():\n    from ..{target}.x import y\n{others}"), [])
                problems = self.problems(path, f"from ..{target}.x import y\ndef f():\n    pass\n{others}")
                self.assertIn("only go down", problems[0])

    def test_what_no_longer_goes_up_is_taken_out_of_the_list(self):
        self.assert_refused("tables/query_release.py", "", "no longer imports report", "LATE")

    def test_a_name_without_a_layer_is_refused(self):
        self.assert_refused("utils/a.py", "", "utils is in no layer")
        self.assert_refused("utils.py", "", "utils is in no layer")
        self.assert_refused("cli/a.py", "from ..utils import x\n", "utils is in no layer")

    def test_this_package_goes_down(self):
        root = Path(__file__).resolve().parent.parent
        count, problems = layers.check_python(root)
        self.assertEqual(problems, [])
        self.assertGreater(count, 200)


if __name__ == "__main__":
    unittest.main()
