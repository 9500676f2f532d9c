"""The command line; `make bench-survey` calls it. Each party is asked by the Python in which it is installed."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from side_by_side.machine import now

from .page import page
from .party import PARTIES
from .questions import all_questions
from .results import Measured, Results, summary_of
from .survey import ROWS, Visit, make_survey, write_survey

BENCH = Path(__file__).resolve().parents[1]
ROOT = BENCH.parent


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="survey", description="Measures how far off Scrim and its peers are with a survey.")
    parser.add_argument("--scrim-python", required=True, help="the Python in which Scrim is installed")
    parser.add_argument("--opendp-python", required=True, help="the Python in which OpenDP and its Polars are")
    parser.add_argument("--tumult-python", required=True, help="the Python in which Tumult Analytics is; it needs Java 17")
    parser.add_argument("--repetitions", type=int, default=100, help="how often each question is asked at most (100)")
    parser.add_argument("--seconds", type=float, default=120, help="for how long at most, for more than three times (120)")
    parser.add_argument("--only", action="append", choices=PARTIES, help="ask this one anew, and keep what is known of others")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--results", type=Path, default=BENCH / "results" / "survey.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "survey-beside-peers.md")
    return parser.parse_args(arguments)


def ask(party: str, file: Path, options: argparse.Namespace) -> dict[str, Any]:
    python = {"Scrim": options.scrim_python, "OpenDP": options.opendp_python, "Tumult": options.tumult_python}[party]
    answers = file.parent / f"{party}.json"
    terms = [party, str(file), str(options.repetitions), str(options.seconds), str(answers)]
    subprocess.run(
        [os.path.abspath(python), "-B", "-W", "ignore", "-m", "survey.measure", *terms],
        env={**os.environ, "PYTHONPATH": str(BENCH)},
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=file.parent,  # Spark leaves a folder where it runs
    )
    content: dict[str, Any] = json.loads(answers.read_text(encoding="utf-8"))
    return content


def errors_of(told: dict[str, Any], visits: Sequence[Visit]) -> list[Measured]:
    measured = []
    for question in all_questions():
        if question.key not in told["answers"]:
            continue
        off = question.off(visits)
        errors = [off(answer) for answer in told["answers"][question.key]]
        for place, unit in enumerate(question.units):
            measured.append(summary_of(told["party"], question.key, unit, [each[place] for each in errors]))
    return measured


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    known = Results.load(options.results) if options.only else None
    visits = make_survey(options.rows)
    versions: dict[str, str] = {}
    measured: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "survey.csv"
        data = write_survey(visits, file)
        for party in PARTIES:
            if known is not None and party not in options.only:
                if known.data != data:
                    raise ValueError("the results are of other rows; ask all parties anew")
                if party in known.versions:
                    versions[party] = known.versions[party]
                    measured += [line for line in known.measured if line.party == party]
                continue
            told = ask(party, file, options)
            if told["data"] != data:
                raise ValueError(f"{party} was given other rows")
            versions[party] = told["version"]
            measured += errors_of(told, visits)
    results = Results(now(), data, len(visits), versions, measured)
    results.save(options.results)
    options.page.write_text(page(results), encoding="utf-8")
    print(f"written: {os.path.relpath(options.results)}, {os.path.relpath(options.page)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
