"""Texts of the command line as values."""

from __future__ import annotations

import os
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from ..analysis.grid_candidates import ALL
from ..analysis.quantile_release import LARGEST_DENOMINATOR
from ..readers import ReadingOptions
from .problems import InputProblem, UsageProblem

Number = int | float

_NAMED_ALPHAS = {"min": Fraction(0), "median": Fraction(1, 2), "max": Fraction(1)}
_POWER_OF_TEN = re.compile(r"[+-]?\d+[eE]\+?\d{1,2}")


def number(text: str, option: str, advice: str) -> Number:
    """An integer where it is written as one, so that integer columns get integer answers: 1e6 is."""
    text = text.strip()
    try:
        value: Number = int(Decimal(text)) if _POWER_OF_TEN.fullmatch(text) else int(text)
        float(value)
        return value
    except (ValueError, OverflowError):
        pass
    try:
        return float(text)
    except ValueError:
        raise UsageProblem(f"{option} has {text!r}, which is no number; {advice}") from None


def alphas(text: str) -> list[Fraction]:
    """Exactly what is written: p90 is 9/10, which no float is."""
    return [_alpha(part.strip()) for part in text.split(",")]


def _alpha(text: str) -> Fraction:
    lowered = text.lower()
    if lowered in _NAMED_ALPHAS:
        return _NAMED_ALPHAS[lowered]
    percent = re.fullmatch(r"p(.+)|(.+)%", lowered)
    try:
        if percent is None:
            alpha = Fraction(lowered)
        else:
            alpha = Fraction((percent[1] or percent[2]).strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise UsageProblem(
            f"--alpha has {text!r}, which is no number; give quantiles between 0 and 1 with commas between "
            "them, such as 0.25,0.5,0.75 or median,p90,p99.9"
        ) from None
    if not 0 <= alpha <= 1:
        unit = "a quantile between 0 and 1, such as 0.5 for the median"
        raise UsageProblem(
            f"--alpha is {text}; give {unit if percent is None else 'a percentage from 0 to 100'}"
        )
    if alpha.denominator > LARGEST_DENOMINATOR:
        raise UsageProblem(
            f"--alpha has {text!r}; give at most four digits after the point, or a fraction such as 1/3"
        )
    return alpha


def bounds(text: str) -> tuple[Number, Number]:
    advice = "give the smallest and the largest value with a colon between them, such as 0:120"
    ends = text.split(":")
    if len(ends) != 2:
        raise UsageProblem(f"--bounds is {text!r}; {advice}")
    lower, upper = (number(end, "--bounds", advice) for end in ends)
    return lower, upper


def candidates(text: str) -> int | list[Number] | str:
    if text.strip().lower() == ALL:
        return ALL
    advice = "give how many, such as 1001, the values with commas between them, such as 0,10,20, or all"
    values = [number(part, "--candidates", advice) for part in text.split(",")]
    if len(values) == 1:
        if not isinstance(values[0], int):
            raise UsageProblem(f"--candidates is {text!r}; {advice}")
        return values[0]
    return values


def edges(text: str) -> list[Number]:
    advice = "give the edges of the bins with commas between them, increasing, such as 0,18,65,120"
    return [number(part, "--edges", advice) for part in text.split(",")]


def categories(text: str, option: str = "--categories") -> list[str]:
    """`a,b,c`, or `@file` with one category in each line."""
    advice = "give them with commas between them, or @FILE with one in each line"
    file = categories_file(text)
    if file is not None:
        try:
            names = Path(file).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise InputProblem(f"{file}: {error.strerror}; {option} names it") from None
        except UnicodeDecodeError:
            raise InputProblem(f"{file} is not UTF-8 text; {option} names it") from None
        names = [name for name in names if name.strip()]
        if not names:
            raise UsageProblem(f"{file} has no category in it; give a file with one in each line")
        return names
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise UsageProblem(f"{option} has an empty entry; {advice}")
    if len(names) == 1 and os.path.isfile(names[0]):
        # Budget would be spent on whether the name of the file is frequent.
        raise UsageProblem(f"{option} is {text!r}, which is a file; give @{text} for its lines")
    return names


def categories_file(text: str) -> str | None:
    return text[1:] if text.startswith("@") else None


def reading_options(
    delimiter: str | None,
    quote: str | None,
    decimal: str | None,
    encoding: str | None,
    no_header: bool,
    columns: str | None,
) -> ReadingOptions:
    """What is not given is left to the reader."""
    words = {"tab": "\t", "\\t": "\t", "none": ""}
    given = {
        "delimiter": words.get(delimiter, delimiter) if delimiter is not None else None,
        "quote": words.get(quote, quote) if quote is not None else None,
        "decimal": decimal,
        "encoding": encoding,
        "columns": tuple(name.strip() for name in columns.split(",")) if columns is not None else None,
    }
    kept = {name: value for name, value in given.items() if value is not None}
    return ReadingOptions(**kept, header=not no_header)  # type: ignore[arg-type]
