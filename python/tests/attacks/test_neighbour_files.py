"""Neighbouring files are read as neighbours: whatever one row holds, all others are read as before."""

from __future__ import annotations

import pytest

from attacks.corpus import PAIRS, open_by_scrim, pairs_of, run
from attacks.honest_reader import open_honestly
from attacks.old_inference import open_by_inference
from attacks.program_pairs import program_pair, run_pair

FEW = 150
MANY = 10_000
THROUGH_THE_PROGRAM = 40  # of each format


def expect_standing(tally):
    assert not tally.examples, "\n".join([f"{len(tally.examples)} of {tally.pairs}", *tally.examples[:10]])
    assert not tally.broken, "\n".join([f"{len(tally.broken)} of {tally.pairs}", *tally.broken[:10]])


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("format", PAIRS)
def test_inference_falls(format):
    tally = run(open_by_inference, pairs_of(format, FEW))
    assert tally.pairs == FEW
    assert tally.fell >= 5


@pytest.mark.parametrize("format", ["csv", "json"])
def test_an_honest_reader_stands(format):
    """Or the attack would say nothing about who falls."""
    expect_standing(run(open_honestly, pairs_of(format, FEW)))


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("format", PAIRS)
def test_scrim_stands(format):
    expect_standing(run(open_by_scrim, pairs_of(format, FEW)))


@pytest.mark.slow
@pytest.mark.parametrize("format", PAIRS)
def test_scrim_stands_on_many(format):
    expect_standing(run(open_by_scrim, pairs_of(format, MANY, start=FEW)))


@pytest.mark.slow
@pytest.mark.parametrize("format", PAIRS)
def test_the_program_stands(command_line, tmp_path, format):
    wrong = []
    for seed in range(THROUGH_THE_PROGRAM):
        pair = program_pair(format, seed)
        wrong += run_pair(command_line, pair, tmp_path, "top-k" if seed % 2 else "quantile")
    assert not wrong, "\n".join(wrong[:10])
