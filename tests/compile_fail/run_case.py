#!/usr/bin/env python3
"""Checks that a mistake is refused by the compiler, for the reason it should be.

usage: run_case.py CASE.cpp -- COMPILER [FLAGS...]
       run_case.py --precompiled HEADER CASE.cpp -- COMPILER [FLAGS...]
       run_case.py --controls HEADER CASE.cpp... -- COMPILER [FLAGS...]

A case is a C++ file that
  * names what the compiler must say, on one or more lines `// expect: <regular expression>`
    (name the concept: every compiler prints that, whatever else it prints; leave an empty line
    around it, or clang-format may join it with a paragraph);
  * compiles as it stands: without this control a misspelt include would count as a refusal;
  * holds the mistake under `#ifdef SCRIM_MUST_FAIL`; or, where the mistake is an option of the
    compiler, names it on lines `// option: -fx -fy`, each of which must be refused by itself
    (`// option of g++:` where other compilers have no such option, or do not tell).

HEADER was compiled with the same compiler and flags and is included before the case, so that what both
include is not read again. It is not for cases whose mistake is an option: what was compiled without it would not tell.
That cases with a HEADER compile as they stand is checked for all of them at once, by --controls, in a namespace each: most of
the time of a case is that of reading the headers.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path


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
        return [["-DSCRIM_MUST_FAIL"]]
    version = subprocess.run([compiler[0], "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [flags.split() for for_gcc, flags in options if not for_gcc or "clang" not in version]


def problem_with(case, compiler, precompiled=()):
    """Returns what is wrong with the case, or None. `precompiled`: flags that include precompiled headers; then it has
    its control in another test."""
    text = case.read_text()
    expected = re.findall(r"^// expect: (.+?)\s*$", text, re.MULTILINE)
    if not expected:
        return "it has no line `// expect: <regular expression>`"

    control = None if precompiled else compile_case(case, compiler)
    if control and control.returncode != 0:
        return f"it must compile without SCRIM_MUST_FAIL, but:\n{control.stdout}"

    for mistake in mistakes_of(text, compiler):
        refused = compile_case(case, compiler, *precompiled, *mistake)
        if refused.returncode == 0:
            return f"the mistake under {' '.join(mistake)} compiles; it must be refused"
        for pattern in expected:
            if not re.search(pattern, refused.stdout):
                return f"it is refused, but the message does not match /{pattern}/:\n{refused.stdout}"
    return None


def problem_with_controls(cases, compiler, precompiled=()):
    """Returns why not all of the cases compile as they stand, or None."""
    includes = {line for case in cases for line in case.read_text().splitlines() if line.startswith("#include")}
    text = "\n".join(sorted(includes)) + "\n"
    # What they include is included by now, and so not once more, within a namespace.
    text += "".join(f'namespace {case.stem} {{\n#include "{case.resolve()}"\n}}\n' for case in cases)
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "controls.cpp"
        together.write_text(text)
        control = compile_case(together, compiler, *precompiled)
    return f"they must compile without SCRIM_MUST_FAIL, but:\n{control.stdout}" if control.returncode else None


def main(arguments):
    if "--" not in arguments:
        sys.exit(__doc__)
    at = arguments.index("--")
    compiler = arguments[at + 1 :]
    match arguments[:at]:
        case ["--controls", header, *files]:
            subject, problem = "the cases", problem_with_controls([*map(Path, files)], compiler, ["-include", header])
        case ["--precompiled", header, file]:
            subject, problem = file, problem_with(Path(file), compiler, ["-include", header])
        case [file]:
            subject, problem = file, problem_with(Path(file), compiler)
        case _:
            sys.exit(__doc__)
    if problem:
        sys.exit(f"{subject}: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
