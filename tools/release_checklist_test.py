"""Tests of tools/release-checklist on small trees made for the purpose."""

import tempfile
import unittest
from pathlib import Path

from load_tool import load_tool

checklist = load_tool("release-checklist")

GOOD = {
    "pyproject.toml": 'name = "scrim"\nversion = "1.2.0"\n',
    "CMakeLists.txt": "project(\n  scrim\n  VERSION 1.2.0\n",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.0\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.0 (2026-12-01)\n\n### Privacy\n- a\n\n### Added\n- b\n\n## 1.1.0 (2026-01-01)\n",
}


class Checklist(unittest.TestCase):
    def look(self, check, **changed):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**GOOD, **changed}.items():
                Path(folder, name).write_text(text)
            return check(Path(folder))

    def test_a_tree_that_is_ready(self):
        self.assertEqual(self.look(checklist.problems_of_versions), [])
        self.assertEqual(self.look(checklist.problems_of_changelog), [])

    def test_a_version_that_differs_is_named(self):
        for file in GOOD:
            with self.subTest(file=file):
                [problem] = self.look(checklist.problems_of_versions, **{file: GOOD[file].replace("1.2.0", "1.3.0")})
                self.assertIn(f"{file} 1.3.0", problem)

    def test_a_version_that_is_missing_is_named(self):
        for file in GOOD:
            with self.subTest(file=file):
                self.assertIn(f"{file} says no version", self.look(checklist.problems_of_versions, **{file: ""}))

    def test_an_entry_without_a_day_is_named(self):
        changed = GOOD["CHANGELOG.md"].replace("2026-12-01", "unreleased")
        [problem] = self.look(checklist.problems_of_changelog, **{"CHANGELOG.md": changed})
        self.assertIn("unreleased", problem)

    def test_privacy_comes_first(self):
        changed = "## 1.2.0 (2026-12-01)\n### Added\n- b\n### Privacy\n- a\n"
        [problem] = self.look(checklist.problems_of_changelog, **{"CHANGELOG.md": changed})
        self.assertIn("Privacy comes first", problem)

    def test_this_tree_has_one_version(self):
        self.assertEqual(checklist.problems_of_versions(checklist.ROOT), [])

    def test_every_lane_is_a_target(self):
        targets = (checklist.ROOT / "Makefile").read_text(encoding="utf-8")
        for lane in checklist.LANES:
            self.assertIn(f"\n{lane}:", targets)


if __name__ == "__main__":
    unittest.main()
