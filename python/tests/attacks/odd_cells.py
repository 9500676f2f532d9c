"""Texts of cells that mislead whoever guesses. What is not UTF-8 stands as Python's surrogate escapes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

WORDS = [
    "abc", "Arden", "x y", "Ünïcode", "日本", "e", "-", "+", ".", "1 2", "1_000", "1,000", "5%", "$5", "١٢", "½",
    "nul",
]  # fmt: skip
TRUTHS = ["True", "False", "true", "yes", "no", "T", "F", "t", "1", "0", "on"]
NOTHINGS = ["", "", "", "NA", "N/A", "null", "NULL", "None", "nan", "NaN", "-nan", "n/a", "?", " "]
COMMENTS = ["#", "#1", "# note", "//", "-- x", "%", "; x", "!x", "\\", "\\N", "\\n", "/* x */", "''", "=1+1", "@x"]
HUGE = [
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "12345678901234567890", "-99999999999999999999",
    "9007199254740993", "-9007199254740993", "1e400", "-1e400", "1e-400", "1e308", "4.9e-324", "1e99999999999999999999",
    "0e99999999999999999999", "1e18", "1e19", "9223372036854775807.5", "0." + "0" * 400 + "1e401", "1" + "0" * 400,
]  # fmt: skip
INFINITIES = ["inf", "-inf", "+inf", "Infinity", "INF", "-infinity", "infinite", "in f"]
EXPONENTS = [
    "1e5", "1E5", "-1e-5", "1e+3", "1e", "e5", "1e5.5", "1d5", ".5", "5.", "+.5", "-.e1", "0x1p3", "1.5E2", "+-1",
    "--1", "1-",
]  # fmt: skip
HEX = ["0x10", "0xff", "ff", "0b101", "0o17", "007", "00", "-0", "+0", "-0.0", "1f", "1L"]
DATES = [
    "2020-01-01", "2020-02-30", "01/02/2020", "31.12.1999", "2020-01-01 10:00:00", "2020-01-01T10:00:00Z", "10:30",
    "10:30:61", "20200101",
]  # fmt: skip
QUOTES = ['"', '""', 'a"b', '"a"', "'", "''", "it's", "'a'", '"a', 'a"', "`a`", '\\"', '5"', "“a”"]
DELIMITERS = ["a,b", ",", ",,", "a;b", ";", "a\tb", "\t", "a|b", "|", "1,5", "1;5", "1.000,5", "-1,25e2", "a:b", "a~b"]
BREAKS = [
    "a\nb", "a\r\nb", "a\rb", "\n", "\r", "\r\n", "\n\n", "1\n", "a\n#b\n", 'a\n"b"\n', "\x0b", "\x0c", "\x85",
    "\u2028",
]  # fmt: skip
NULS = ["\0", "a\0b", "1\0", "\0\0", "\x1a", "\x1b", "\x7f"]
BOMS = ["\ufeff", "\ufeffa", "\ufeff1", "a\ufeff", "\ufffe", "\ufffd"]
NOT_UTF8 = [
    b"\xff", b"caf\xe9", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"1\xff",
    b"\xff\xfe1\0", b"a\xf0\x9f\x98",
]  # fmt: skip
BLANKS = [" 1", "1 ", " 1 ", "\t1", "1\t", "  ", " a", "a ", "\xa01", "1\u3000", " -5.5 ", "- 5", "1 e5", " inf "]


def escaped(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _one_of(texts: list[str]) -> Callable[[Random], str]:
    return lambda random: random.choice(texts)


# What stands in a column of one kind looks alike to a sniffer, until one row does not.
KINDS: dict[str, Callable[[Random], str]] = {
    "integer": lambda random: str(random.randint(-150, 150)),
    "digit": lambda random: str(random.randint(0, 1)),
    "fraction": lambda random: f"{random.uniform(-50, 50):.{random.randint(1, 6)}f}",
    "half": lambda random: f"{random.randint(-9, 9)}.5",
    "word": _one_of(WORDS),
    "truth": _one_of(TRUTHS),
    "True": lambda random: "True",
    "nothing": _one_of(NOTHINGS),
    "comment": _one_of(COMMENTS),
    "number sign": lambda random: f"#{random.randint(1, 99)}",
    "huge": _one_of(HUGE),
    "infinity": _one_of(INFINITIES),
    "exponent": _one_of(EXPONENTS),
    "hex": _one_of(HEX),
    "date": _one_of(DATES),
    "day": lambda random: f"20{random.randint(10, 24)}-0{random.randint(1, 9)}-1{random.randint(0, 9)}",
    "clock": lambda random: f"1{random.randint(0, 9)}:{random.randint(10, 59)}:00",
    "quote": _one_of(QUOTES),
    "delimiter": _one_of(DELIMITERS),
    "break": _one_of(BREAKS),
    "nul": _one_of(NULS),
    "bom": _one_of(BOMS),
    "blank": _one_of(BLANKS),
    "not utf-8": lambda random: escaped(random.choice(NOT_UTF8)),
}  # fmt: skip
PLAIN = ["integer", "digit", "fraction", "half", "word", "truth", "True", "nothing", "number sign", "day", "clock"]
HUNDRED_KILOBYTES = 100_000
THREE_MEGABYTES = 3_000_000


def odd_text(random: Random) -> str:
    """Any kind; now and then a very long one."""
    chance = random.random()
    if chance < 0.002:
        size = THREE_MEGABYTES if chance < 0.000_03 else HUNDRED_KILOBYTES
        return random.choice(["7", "x", "é", "1,", '"', "\n", "0"]) * size
    return KINDS[random.choice(list(KINDS))](random)


def kind_of_column(random: Random) -> Callable[[Random], str]:
    """Mostly columns of one plain kind, as it is there that one row can change how the others are read."""
    chance = random.random()
    if chance < 0.6:
        return KINDS[random.choice(PLAIN)]
    if chance < 0.8:
        return KINDS[random.choice(list(KINDS))]
    return odd_text
