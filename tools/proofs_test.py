"""Tests of tools/proofs on small repositories made for the purpose."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from load_tool import load_tool

proofs = load_tool("proofs")

UNIT = "src/scrim/transformations/clamp"
CODE = f"{UNIT}/make_clamp.hpp"
TEST = f"{UNIT}/make_clamp_test.cpp"
PROOF = f"{UNIT}/make_clamp.proof.md"

PROOF_TEXT = f"""---
proof: make_clamp
code:
  - {CODE}
---
# make_clamp

## Claim
Clamping is 1-stable. It also | keeps the size.

## Preconditions
### Compiler-verified
A number.

## Pseudocode
```python
# Caveats
return x
```

## Postcondition
d_out = d_in.

## Proof
By [the header](make_clamp.hpp) and <https://example.org>.

## Caveats
None.

## Where tested
`{TEST}`: `MakeClamp.refuses_inverted_bounds`.
"""


class Proofs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write(CODE, "// code\n")
        self.write(TEST, "TEST(MakeClamp, refuses_inverted_bounds) {}\n")
        self.write(PROOF, PROOF_TEXT)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, path, old, new):
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(path, text.replace(old, new))

    def run_tool(self, *arguments):
        """Returns the exit status and everything printed."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = proofs.main(list(arguments), self.root)
        return status, output.getvalue()

    def sign(self):
        status, output = self.run_tool("sign", "make_clamp")
        self.assertEqual(status, 0, output)

    def assert_problem(self, *fragments):
        """There is exactly one problem, and its line has all fragments."""
        status, output = self.run_tool("check")
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[1:], ["1 problem(s)"], output)
        for fragment in fragments:
            self.assertIn(fragment, output)

    def test_proofs_of_python_code_count_too(self):
        self.sign()
        code, test = "python/scrim/accuracy.py", "python/tests/test_accuracy.py"
        text = PROOF_TEXT.replace(CODE, code).replace("make_clamp.hpp", "accuracy.py")
        text = text.replace("proof: make_clamp", "proof: accuracy")
        self.write(code, "pass\n")
        self.write("python/scrim/accuracy.proof.md", text[: text.index("`" + TEST)] + f"`{test}`.\n")
        self.assertIn(f"the test file {test} does not exist", self.run_tool("check")[1])
        self.write(test, "")
        self.assert_problem("python/scrim/accuracy.proof.md", "never signed")

    def test_a_signed_complete_proof_passes(self):
        self.sign()
        status, output = self.run_tool("check")
        self.assertEqual((status, output), (0, "1 proofs are complete and signed\n"))

    def test_an_unsigned_proof_fails(self):
        self.assert_problem("never signed", "tools/proofs sign make_clamp")

    def test_changed_code_fails_until_signed_again(self):
        self.sign()
        self.write(CODE, "// code \n")
        self.assert_problem(CODE, "changed since it was signed", "tools/proofs sign make_clamp")
        self.sign()
        self.assertEqual(self.run_tool("check")[0], 0)

    def test_every_listed_file_is_watched(self):
        self.write(f"{UNIT}/kernel.hpp", "// kernel\n")
        self.edit(PROOF, f"  - {CODE}\n", f"  - {CODE}\n  - {UNIT}/kernel.hpp\n")
        self.sign()
        self.write(f"{UNIT}/kernel.hpp", "// other\n")
        self.assert_problem(f"changed since it was signed: {UNIT}/kernel.hpp;")

    def test_signing_changes_nothing_but_the_hashes(self):
        self.sign()
        text = (self.root / PROOF).read_text(encoding="utf-8")
        digest = proofs.hash_of(self.root / CODE)
        self.assertEqual(text, PROOF_TEXT.replace(CODE + "\n", f"{CODE} sha256:{digest}\n", 1))

    def test_each_section_is_required_and_not_signed_without(self):
        for title in proofs.SECTIONS:
            with self.subTest(title=title):
                self.write(PROOF, PROOF_TEXT.replace(f"## {title}\n", "## Other\n"))
                status, output = self.run_tool("sign", "make_clamp")
                self.assertEqual(status, 1)
                self.assertIn(f"`{title}` is missing", output)
                self.assertNotIn("sha256", (self.root / PROOF).read_text(encoding="utf-8"))

    def test_a_heading_inside_a_code_block_is_no_section(self):
        self.edit(PROOF, "## Caveats\nNone.\n", "")
        self.assertIn("`Caveats` is missing", self.run_tool("check")[1])

    def test_an_empty_section_fails(self):
        self.sign()
        self.edit(PROOF, "## Caveats\nNone.\n", "## Caveats\n\n")
        self.assert_problem("`Caveats` is empty")

    def test_a_missing_code_file_fails(self):
        self.sign()
        self.edit(PROOF, "code:\n", "code:\n  - src/scrim/gone.hpp\n")
        status, output = self.run_tool("sign", "make_clamp")
        self.assertEqual(status, 1)
        self.assertIn("src/scrim/gone.hpp does not exist", output)

    def test_dangling_tests_and_links_fail(self):
        for old, new, expected in [
            (f"`{TEST}`", "`tests/gone_test.cpp`", "tests/gone_test.cpp does not exist"),
            ("refuses_inverted", "refuses_no", "no test MakeClamp.refuses_no_bounds"),
            (f"`{TEST}`", "here", "names no test file"),
            ("(make_clamp.hpp)", "(make_gone.hpp)", "make_gone.hpp leads nowhere"),
        ]:
            with self.subTest(expected=expected):
                self.write(PROOF, PROOF_TEXT)
                self.sign()
                self.edit(PROOF, old, new)
                self.assert_problem(expected)

    def test_a_test_file_may_be_named_relative_to_the_proof(self):
        self.sign()
        self.edit(PROOF, f"`{TEST}`", "`make_clamp_test.cpp`")
        self.assertEqual(self.run_tool("check")[0], 0)

    def test_constructors_and_samplers_need_a_proof(self):
        self.sign()
        for path in [
            "src/scrim/transformations/count/make_count.hpp",
            "src/scrim/measurements/top/make_top.hpp",
            "src/scrim/combinators/make_chain.hpp",
            "src/scrim/samplers/gumbel.hpp",
        ]:
            with self.subTest(path=path):
                self.write(path, "")
                self.assert_problem(path, "no proof names it")
                (self.root / path).unlink()
        self.write("src/scrim/numbers/interval.hpp", "")
        self.assertEqual(self.run_tool("check")[0], 0)

    def test_malformed_front_matter_fails(self):
        for old, new in [
            ("---\nproof", "proof"),
            ("proof: make_clamp\n", ""),
            ("proof: make_clamp", "proof: make_other"),
            (f"  - {CODE}\n", ""),
            (CODE, CODE + " sha256:12"),
            (CODE, CODE + " md5:00"),
        ]:
            with self.subTest(new=new):
                self.write(PROOF, PROOF_TEXT.replace(old, new, 1))
                self.assertEqual(self.run_tool("check")[0], 1)
                self.assertEqual(self.run_tool("sign", "--all")[0], 1)

    def test_two_proofs_of_one_name_fail_and_are_not_signed(self):
        self.sign()
        text = (self.root / PROOF).read_text(encoding="utf-8")
        self.write("src/scrim/core/make_clamp.proof.md", text.replace("(make_clamp.hpp)", ""))
        self.assert_problem("same name")
        self.assertEqual(self.run_tool("sign", "make_clamp")[0], 1)

    def test_signing_an_unknown_name_fails(self):
        self.assertEqual(self.run_tool("sign", "make_clam")[0], 1)

    def test_sign_all_signs_all(self):
        self.assertEqual(self.run_tool("sign", "--all")[0], 0)
        self.assertEqual(self.run_tool("check")[0], 0)

    def test_wrong_usage_is_refused(self):
        for arguments in [[], ["sign"], ["sign", "--al"], ["check", "x"], ["other"]]:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.run_tool(*arguments)[0], 2)

    def test_index_shows_the_first_sentence_and_the_state(self):
        def row():
            return self.run_tool("index")[1].splitlines()[-1]

        start = f"| [make_clamp]({PROOF}) | Clamping is 1-stable. | `{CODE}` | "
        self.assertEqual(row(), start + "unsigned |")
        self.sign()
        self.assertEqual(row(), start + "signed |")
        self.write(CODE, "// changed\n")
        self.assertEqual(row(), start + "stale |")
        self.edit(PROOF, "## Caveats\nNone.\n", "")
        self.assertEqual(row(), start + "incomplete |")


if __name__ == "__main__":
    unittest.main()
