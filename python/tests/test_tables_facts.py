"""Facts on columns: what is accepted, what is refused, and what follows from them."""

from __future__ import annotations

import datetime

import pytest
import scrim
from scrim.tables.facts import MOST_VALUES


def test_facts_know_what_columns_are_read_as():
    facts = {
        scrim.number(0, 120): ("number", "float", (0.0, 120.0)),
        scrim.integer(0, 120): ("integer", "int", (0, 120)),
        scrim.category("N", "E"): ("text", "str", None),
        scrim.category(1, 2): ("integer", "int", None),
        scrim.text(): ("text", "str", None),
        scrim.date("2026-01-01", datetime.date(2026, 1, 3)): ("date", "date", None),
        scrim.time(): ("time", "time", None),
        scrim.boolean(): ("boolean", "bool", None),
    }
    for fact, (kind, type_name, bounds) in facts.items():
        assert (fact.kind, fact.type, fact.bounds) == (kind, type_name, bounds)
        assert not fact.nullable
    assert scrim.number(0, 1, nullable=True).nullable


def test_categories_are_not_compared_each_with_each():
    """A page plans on them while they are typed."""
    compared = []

    class Name(str):
        __hash__ = str.__hash__

        def __eq__(self, other):
            compared.append(other)
            return str.__eq__(self, other)

    assert len(scrim.category(*(Name(number) for number in range(1000))).members) == 1000
    assert len(compared) < 1000


def test_values_are_known_where_they_are_few():
    assert list(scrim.integer(3, 5).values()) == [3, 4, 5]
    assert scrim.integer(0, MOST_VALUES).values() is None
    assert scrim.category("b", "a").values() == ("b", "a")
    assert scrim.boolean().values() == (False, True)
    assert scrim.number(0, 1).values() is None
    assert scrim.text().values() is None
    assert scrim.time().values() is None
    days = scrim.date("2026-02-27", "2026-03-01").values()
    assert days == [datetime.date(2026, 2, 27), datetime.date(2026, 2, 28), datetime.date(2026, 3, 1)]


def test_facts_print_as_they_are_written():
    for text in (
        "scrim.number(0, 120)",
        "scrim.number(0.5, 1.5, nullable=True)",
        "scrim.integer(-3, 4)",
        "scrim.category('N', 'E')",
        "scrim.text()",
        "scrim.date('2026-01-01', '2026-12-31')",
        "scrim.time(nullable=True)",
        "scrim.boolean(nullable=True)",
    ):
        assert repr(eval(text)) == text


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: scrim.number(1, 0), "lower one first"),
        (lambda: scrim.number("0", 1), "low is '0'"),
        (lambda: scrim.number(0, float("inf")), "finite"),
        (lambda: scrim.number(0, True), "high is True"),
        (lambda: scrim.integer(0, 1.5), "integers"),
        (lambda: scrim.integer(0, 2**63), "integers"),
        (lambda: scrim.integer(2, 1), "lower one first"),
        (lambda: scrim.category(), "no values"),
        (lambda: scrim.category("a", 1), "texts or integers"),
        (lambda: scrim.category(True, False), "texts or integers"),
        (lambda: scrim.category("a", "a"), "twice"),
        (lambda: scrim.date("2026-02-30", "2026-03-01"), "2026-02-30"),
        (lambda: scrim.date("2026-03-01", "2026-02-01"), "earlier"),
        (lambda: scrim.text(nullable=1), "True or False"),
    ],
)
def test_bad_facts_are_refused_with_what_is_accepted(make, word):
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        make()
