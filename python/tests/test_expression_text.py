"""Expressions of columns: read from texts, traced from functions of a row."""

import ast
import datetime

import numpy as np
import pytest
import scrim
from scrim._expression_text import expression_of_text
from scrim._expressions import Row, to_expression


def canonical(text):
    return repr(expression_of_text(text))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("age >= 18", "(18 <= age)"),
        ("  age >= 18 ", "(18 <= age)"),
        ("age >= 18 and region in ('N','E')", '((18 <= age) & (region in ["N", "E"]))'),
        ("a or b or not c", "((a | b) | ~(c))"),
        ("age // 10", "(age // 10)"),
        ("18 <= age < 65", "((18 <= age) & (age < 65))"),
        ("a < b == c", "((a < b) & (b == c))"),
        ("region not in ['N']", '~((region in ["N"]))'),
        ("x != 3", "~((x == 3))"),
        ("-x + -1", "(-(x) + -1)"),
        ("+x % 2.5", "(x % 2.5)"),
        ("(a & b) | ~c", "((a & b) | ~(c))"),
        ("is_missing(cost)", "is_missing(cost)"),
        ("cost.is_missing()", "is_missing(cost)"),
        ("clip(cost, 0, 5e3)", "clip(cost, 0, 5000.0)"),
        ("cost.clip(-inf, +1)", "clip(cost, -inf, 1)"),
        ("bin(age, [0, 18, 65])", "bin(age, [0, 18, 65])"),
        ("starts_with(zip, '12')", 'starts_with(zip, "12")'),
        ("where(age < 18, 'minor', 'adult')", 'where((age < 18), "minor", "adult")'),
        ("'minor' if age < 18 else 'adult'", 'where((age < 18), "minor", "adult")'),
        ("seen >= '2026-01-31T10:00'", '("2026-01-31T10:00" <= seen)'),
        ("year(seen) == 2026 and weekday(to_date(seen)) < 5", "((year(seen) == 2026) & (weekday(to_date(seen)) < 5))"),
        ("month(d) + day(d) + hour(t) + minute(t)", "(((month(d) + day(d)) + hour(t)) + minute(t))"),
        ("abs(floor(x) - ceil(x)) + round(x)", "(abs((floor(x) - ceil(x))) + round(x))"),
        ("sqrt(x) * log(x) / exp(x)", "((sqrt(x) * log(x)) / exp(x))"),
        ("row['zip code'] == '1'", '(row["zip code"] == "1")'),
        ("row['row'] > 1", '(1 < row["row"])'),
        ("flag == True", "(flag == true)"),
        ("flag == true or false", "((flag == true) | false)"),
        ("is_in(x, (1, 2.5, -3))", "(x in [1, 2.5, -3])"),
        ("größe > 1", '(1 < row["größe"])'),
    ],
)
def test_a_text_is_an_expression_of_columns(text, expected):
    made = expression_of_text(text)
    assert repr(made) == expected
    assert canonical(expected) == expected  # the canonical text says the same


@pytest.mark.parametrize("name", ["nº", "µ", "ﬁ", "ｔｒｕｅ", "ª", "gro\u0308ße"])
def test_a_name_is_what_is_written(name):
    """Python's parser takes these for other letters: nº was the column no."""
    for text in (f"{name} > 1", f" (ß\n + {name}) > 1 ", f"clip({name}, 0, 1) in (1, 2) if 'º' == {name} else {name}"):
        assert name in expression_of_text(text).fields
        assert canonical(canonical(text)) == canonical(text)
        assert not {"no", "μ", "fi", "true", "a", "größe"} & set(expression_of_text(text).fields)


@pytest.mark.parametrize("around", ["", "ab"])
def test_the_canonical_text_of_any_constant_can_be_given_again(around):
    characters = [chr(code) for code in range(0x100)]
    awkward = ["\r\n", "\\n", "\\", '\\"', '"""', "\\x00", "\x001", "\u2028", "\ufeff", "\U0001f600", "\\N{DASH}", "e\u0301"]
    for text in characters + awkward:
        constant = around[:1] + text + around[1:]
        for made in (to_expression(lambda row: row[constant] == constant), to_expression(lambda row: row.x.is_in([constant]))):
            again = expression_of_text(repr(made))
            assert repr(again) == repr(made) and again.fields == made.fields
            constants = [each.value for each in ast.walk(ast.parse(repr(made), mode="eval")) if isinstance(each, ast.Constant)]
            assert set(constants) == {constant}


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "is no expression"),
        ("age >=", "is no expression at character"),
        ("cost is missing", r"is_missing\(x\)"),
        ("cost is None", r"is_missing\(x\)"),
        ("cost == None", r"is_missing\(x\)"),
        ("a; b", "is no expression"),
        ("a = 1", "is no expression"),
        ("lambda r: r", "not accepted"),
        ("[x for x in y]", "not accepted"),
        ("a.b", "not accepted"),
        ("a[0]", r"row\['a name'\]"),
        ("row[x]", r"row\['a name'\]"),
        ("row", r"row\['row'\]"),
        ("nan", "no column here"),
        ("x ** 2", "not accepted"),
        ("x @ y", "not accepted"),
        ("x << 2", "not accepted"),
        ("f'{x}'", "not accepted"),
        ("b'x' == y", "no number and no text"),
        ("x == ...", "no number and no text"),
        ("x + 2j", "no number and no text"),
        ("(a := 3)", "not accepted"),
        ("__import__('os')", "no function that is accepted"),
        ("eval('1')", "no function that is accepted"),
        ("x.__class__()", "no function that is accepted"),
        ("(lambda: 1)()", "no function"),
        ("clip(x, 0)", "2 arguments, where clip takes 3"),
        ("clip(x, 0, high=1)", "one by one"),
        ("abs(*x)", "one by one"),
        ("clip(x, y, 1)", "no number and no text"),
        ("region in other", "no list of numbers or texts"),
        ("region in ('N', other)", "no number and no text"),
        ("a\x00b", "null character"),
        ("(" * 5000 + "a" + ")" * 5000, "."),
        ("a" * 10_001, "too long"),
        ("not " * 2000 + "a", "."),
        ("a + " * 1500 + "a", "."),
    ],
)
def test_other_texts_are_refused_with_what_is_accepted(text, words):
    with pytest.raises(ValueError, match=words) as raised:
        expression_of_text(text)
    if "not accepted" in words:
        assert "accepted are names of columns" in str(raised.value)


def test_a_refusal_says_where():
    with pytest.raises(ValueError, match=r"at character 11, 'open\(x\)' is no function"):
        expression_of_text("age > 3 + open(x)")
    with pytest.raises(ValueError, match=r"at character 10, 'x \*\* 2'"):
        expression_of_text(" 'ö' ==  x ** 2")
    with pytest.raises(ValueError, match="at character 8;"):
        expression_of_text(" age >=")


@pytest.mark.parametrize(
    "function, text",
    [
        (lambda r: r.age >= 18, "age >= 18"),
        (lambda r: r["zip code"] == "1", "row['zip code'] == '1'"),
        (lambda r: (r.age >= 18) & r.region.is_in(["N", "E"]), "age >= 18 and region in ('N', 'E')"),
        (lambda r: r.cost.clip(0, 100), "clip(cost, 0, 100)"),
        (lambda r: r.age.bin([0, 18]), "bin(age, (0, 18))"),
        (lambda r: r.name.starts_with("A") | r.name.is_missing(), "starts_with(name, 'A') or is_missing(name)"),
        (lambda r: r.seen.year() * 100 + r.seen.month(), "year(seen) * 100 + month(seen)"),
        (lambda r: scrim.where(r.seen.hour() < 12, "am", "pm"), "'am' if hour(seen) < 12 else 'pm'"),
        (lambda r: r.seen >= datetime.date(2026, 1, 31), "seen >= '2026-01-31'"),
        (lambda r: r.seen >= datetime.datetime(2026, 1, 31, 10), "seen >= '2026-01-31T10:00:00'"),
        (lambda r: r.seen >= np.datetime64("2026-01-31"), "seen >= '2026-01-31'"),
        (
            lambda r: r.seen >= datetime.datetime(2026, 1, 31, 10, tzinfo=datetime.timezone(datetime.timedelta(hours=1))),
            "seen >= '2026-01-31T09:00:00'",
        ),
        (lambda r: 3, "3"),
    ],
)
def test_a_function_of_a_row_is_called_once_with_a_symbol(function, text):
    assert repr(to_expression(function)) == canonical(text)


def test_an_expression_and_a_text_are_taken_as_they_are():
    made = to_expression("age > 1")
    assert to_expression(made) is made
    assert made.fields == ["age"]
    assert to_expression("a + row['b c'] * a").fields == ["a", "b c"]


@pytest.mark.parametrize(
    "function, words",
    [
        (3, "must be a text, or a function of a row, not int"),
        (lambda r: r, "the row itself"),
        (lambda r: [r.age], "must be a truth, a number"),
        (lambda r: r[0], "named by a text"),
        (lambda r: [c for c in r], "name them"),
        (lambda r: r or 1, "no condition"),
        (lambda r: 18 <= r.age <= 65, "has no value yet"),
        (lambda r: r.name.starts_with(3), "prefix"),
        (lambda r: r.age.bin("0"), "bin takes a sequence of edges"),
    ],
)
def test_other_functions_are_refused(function, words):
    with pytest.raises(TypeError, match=words):
        to_expression(function)


def test_a_row_is_no_container_of_secrets():
    assert repr(Row()) == "row"
    assert not hasattr(Row(), "__array__")
