"""The oracle against values that were worked out by hand, and the attack against readers with a planted bug."""

from __future__ import annotations

import math

import pytest

from attacks import oracle
from attacks.corpus import pairs_of, run
from attacks.honest_reader import open_honestly
from attacks.random_tables import OPEN

MOST, LEAST = 2**63 - 1, -(2**63)


@pytest.mark.parametrize(
    ("text", "number", "integer"),
    [
        ("5", 5.0, 5),
        (" +5\t", 5.0, 5),
        ("-0", -0.0, 0),
        (".5", 0.5, 0),
        ("1.5", 1.5, 2),
        ("2.5", 2.5, 2),
        ("-2.5", -2.5, -2),
        ("5.", 5.0, 5),
        ("1e3", 1000.0, 1000),
        ("1E-3", 0.001, 0),
        ("9007199254740993", 9007199254740992.0, 9007199254740993),
        ("9007199254740993.0", 9007199254740992.0, OPEN),
        ("9223372036854775808", 2.0**63, MOST),
        ("-99999999999999999999", -1e20, LEAST),
        ("1e400", math.inf, MOST),
        ("-1e99999999999999999999", -math.inf, LEAST),
        ("0e99999999999999999999", 0.0, 0),
        ("1e-400", 0.0, 0),
        ("-Infinity", -math.inf, LEAST),
        *((text, None, None) for text in ["nan", "", " ", "1e", "0x10", "1_000", "1,5", "+-1", "abc", "1 2"]),
        *((text, None, None) for text in ["١", "5\0", "\xa05", "1d5", "infinit", "--1", "."]),
    ],
)  # fmt: skip
def test_numbers_of_texts(text, number, integer):
    assert oracle.number_of_text(text) == number
    assert oracle.integer_of_text(text) == integer


def test_a_decimal_comma():
    assert oracle.number_of_text("-1,25", ",") == -1.25
    assert oracle.number_of_text("1.25", ",") is None


def test_texts():
    assert oracle.text(" a ", "csv") == " a "
    assert oracle.text("", "csv") is None
    assert oracle.text("caf\udce9", "csv") is None


class Planted:
    """An honest table, one of whose readings is spoilt."""

    def __init__(self, source, spoil):
        self._honest = open_honestly(source)
        self._honest._rows = spoil(self._honest._rows)

    def __getattr__(self, name):
        return getattr(self._honest, name)


def texts_of(rows):
    return [str(next(iter(row.values()), "")) for row in rows]


PLANTED = {
    "a comment is left out when most rows are none": lambda rows: (
        [row for row, text in zip(rows, texts_of(rows), strict=True) if not text.startswith("#")]
        if rows and not texts_of(rows)[0].startswith("#")
        else rows
    ),
    "the last row is lost": lambda rows: rows[:-1],
    "the first row is lost": lambda rows: rows[1:],
    "an odd number of rows loses two": lambda rows: rows[: -2 if len(rows) % 2 else None],
    "a blank is stripped": lambda rows: [
        {name: cell.strip() if isinstance(cell, str) else cell for name, cell in row.items()} for row in rows
    ],
}


@pytest.mark.parametrize("spoil", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_bug_is_seen(spoil):
    tally = run(lambda source: Planted(source, spoil), pairs_of("csv", 150))
    assert tally.examples or tally.broken
