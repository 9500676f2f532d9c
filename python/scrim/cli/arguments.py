"""Texts of the command line as values."""

from __future__ import annotations

from pathlib import Path

from .problems import InputProblem, UsageProblem

Number = int | float


def number(text: str, option: str, advice: str) -> Number:
    """An integer where it is written as one, so that integer columns get integer answers."""
    for kind in (int, float):
        try:
            return kind(text.strip())
        except ValueError:
            continue
    raise UsageProblem(f"{option} has {text.strip()!r}, which is no number; {advice}")


def alphas(text: str) -> list[Number]:
    advice = "give quantiles between 0 and 1 with commas between them, such as 0.25,0.5,0.75"
    return [number(part, "--alpha", advice) for part in text.split(",")]


def bounds(text: str) -> tuple[Number, Number]:
    advice = "give the smallest and the largest answer with a colon between them, such as 0:120"
    ends = text.split(":")
    if len(ends) != 2:
        raise UsageProblem(f"--bounds is {text!r}; {advice}")
    lower, upper = (number(end, "--bounds", advice) for end in ends)
    return lower, upper


def candidates(text: str) -> int | list[Number]:
    advice = "give how many, such as 1001, or the values with commas between them, such as 0,10,20"
    values = [number(part, "--candidates", advice) for part in text.split(",")]
    if len(values) == 1:
        if not isinstance(values[0], int):
            raise UsageProblem(f"--candidates is {text!r}; {advice}")
        return values[0]
    return values


def categories(text: str) -> list[str]:
    """`a,b,c`, or `@file` with one category in each line."""
    advice = "give them with commas between them, or @FILE with one in each line"
    if text.startswith("@"):
        try:
            names = Path(text[1:]).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise InputProblem(f"{text[1:]}: {error.strerror}; --categories names it") from None
        except UnicodeDecodeError:
            raise InputProblem(f"{text[1:]} is not UTF-8 text; --categories names it") from None
        names = [name for name in names if name.strip()]
    else:
        names = [name.strip() for name in text.split(",")]
    if not names or "" in names:
        raise UsageProblem(f"--categories has an empty entry; {advice}")
    return names
