#!/usr/bin/env python3
"""Checks that a mistake is refused by the compiler, for the reason it should be.

usage: run_case.py [--precompiled HEADER] CASE.cpp -- COMPILER [FLAGS...]

A case is a C++ file that
  * names what the compiler must say, on one or more lines `// expect: <regular expression>`
    (name the concept: every compiler prints that, whatever else it prints; leave an empty line
    around it, or clang-format may join it with a paragraph);
  * compiles as it stands: without this control a misspelt include would count as a refusal;
  * holds the mistake under `#ifdef SCRIM_MUST_FAIL`; or, where the mistake is an option of the
    compiler, names it on lines `// option: -fx -fy`, each of which must be refused by itself
    (`// option of g++:` where other compilers have no such option, or do not tell).

HEADER was compiled with the same compiler and flags and is included before the case, so that what both
include is not read again. Not where the mistake is an option: what was compiled without it would not tell.
"""

import re
import subprocess
import sys
from pathlib import Path


MISTAKE_IN_THE_CASE = ["-DSCRIM_MUST_FAIL"]


def compile_case(case, compiler, *flags):
    return subprocess.run(
        [*compiler, *flags, "-fsyntax-only", str(case)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def mistakes_of(text, compiler):
    """Lists of options; under each of them the case must not compile."""
    options = re.findall(r"^// option( of g\+\+)?: (.+?)\s*$", text, re.MULTILINE)
    if not options:
        return [MISTAKE_IN_THE_CASE]
    version = subprocess.run([compiler[0], "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [flags.split() for for_gcc, flags in options if not for_gcc or "clang" not in version]


def problem_with(case, compiler, precompiled=()):
    """Returns what is wrong with the case, or None. `precompiled`: flags that include precompiled headers."""
    text = case.read_text()
    expected = re.findall(r"^// expect: (.+?)\s*$", text, re.MULTILINE)
    if not expected:
        return "it has no line `// expect: <regular expression>`"

    control = compile_case(case, compiler, *precompiled)
    if control.returncode != 0:
        return f"it must compile without SCRIM_MUST_FAIL, but:\n{control.stdout}"

    for mistake in mistakes_of(text, compiler):
        headers = precompiled if mistake is MISTAKE_IN_THE_CASE else ()
        refused = compile_case(case, compiler, *headers, *mistake)
        if refused.returncode == 0:
            return f"the mistake under {' '.join(mistake)} compiles; it must be refused"
        for pattern in expected:
            if not re.search(pattern, refused.stdout):
                return f"it is refused, but the message does not match /{pattern}/:\n{refused.stdout}"
    return None


def main(arguments):
    match arguments:
        case ["--precompiled", header, file, "--", *compiler] if compiler:
            precompiled = ["-include", header]
        case [file, "--", *compiler] if compiler:
            precompiled = []
        case _:
            sys.exit(__doc__)
    case = Path(file)
    problem = problem_with(case, compiler, precompiled)
    if problem:
        sys.exit(f"{case}: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
