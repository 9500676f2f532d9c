"""A test with columns of a few numbers."""

import tempfile
import unittest
from array import array
from pathlib import Path

from side_by_side.problem import Column


class SmallProblem(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def column(self, kind, code, values):
        return Column.write(self.folder / f"{kind}_{len(values)}", kind, array(code, values))
